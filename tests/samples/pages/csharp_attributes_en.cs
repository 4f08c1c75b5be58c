using System;
using Tabletop.Engine.Cards;
using Tabletop.Engine.Effects;

namespace Tabletop.Sets.WorldAwake
{
    /// <summary>Implements the card below. Reviewed by M. Sample, 3 Jan 2020.</summary>
    [Card("Stoneforge Mystic", Cost = "{1}{W}", Set = "WWK", Number = 20)]
    [Text("When it enters, you may find an Equipment card.")]
    [Text("{1}{W}, {T}: An Equipment card from your hand may enter.")]
    [Flavor("\"I hear the ore before the hammer does.\"")]
    [Ruling("2010-03-01", "You may search and find nothing, even if an Equipment card is there. The library is shuffled all the same.")]
    [Ruling("2010-03-01", "Equipment that arrives by the second ability isn't attached to anything yet.")]
    [Ruling("2018-12-07", @"The Equipment isn't cast, so ""when you cast"" abilities stay quiet and its mana cost plays no part.")]
    [LegalSince("2019-08-30", Format.Modern)]
    public sealed class StoneforgeMystic : CreatureCard
    {
        public StoneforgeMystic() : base(power: 1, toughness: 2)
        {
            // the search is optional, see ruling 1
            OnEnter(new SearchLibrary(c => c.Is("Equipment"), optional: true));
            Activated("{1}{W}", tap: true, new PutFromHand(c => c.Is("Equipment")));
        }
    }
}
