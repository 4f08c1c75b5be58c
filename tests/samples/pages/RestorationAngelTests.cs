// Copyright (c) 2018-2021 the Sandbox Engine authors. All rights reserved.
// Licensed under the MIT license. See LICENSE in the project root.

using System.Linq;
using Sandbox.Engine;
using Xunit;

namespace Sandbox.Cards.Tests.AvacynRestored
{
    /// <summary>
    /// Restoration Angel ({3}{W}), a 3/4 with flash and flying.
    /// </summary>
    /// <remarks>
    /// <para>Rulings covered below (as of 2021-02-28):</para>
    /// <list type="table">
    /// <listheader><term>Date</term><description>Ruling</description></listheader>
    /// <item><term>2012-05-01</term><description>Angels are no legal choice for her ability,
    /// and she is one herself.</description></item>
    /// <item><term>2012-05-01</term><description>The creature comes back under your control
    /// even if it&apos;s somebody else&apos;s card.</description></item>
    /// <item><term>2012-05-01</term><description>A token that is exiled this way doesn&apos;t
    /// come back.</description></item>
    /// </list>
    /// <para>See also issue #377, opened 2020-10-19.</para>
    /// </remarks>
    public class RestorationAngelTests : CardTestBase
    {
        [Fact]
        public void Trigger_CannotChooseAngel()
        {
            var angel = Player1.Put("Serra Angel");
            Player1.Cast("Restoration Angel");
            // no legal target, so the trigger is removed from the stack
            Assert.Empty(Game.Stack);
            Assert.Contains(angel, Player1.Battlefield);
        }

        [Fact(Skip = "#377")]
        public void Trigger_TokenStaysAway() => Assert.True(false, "If this runs, the skip was lost.");
    }
}
