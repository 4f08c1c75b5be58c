"""Where the texts of a knowledge base name its mechanics: the words that become links."""

from kb.knowledge.dedupe import own_names
from kb.link.mentions import Finder
from kb.model import Knowledge, Ruling
from kb.site.base.markup import Mark
from kb.site.base.tree import Mentions


def named_mechanics(knowledge: Knowledge) -> Mentions:
    """Return a function that lists a ruling's mentions: start, end and mechanic's slug, never in a card's name."""
    finder = Finder(knowledge.mechanics)
    names = {card.key: own_names(card) for card in knowledge.cards}

    def mentions(ruling: Ruling) -> tuple[Mark, ...]:
        own = [name for key in ruling.cards for name in names[key]]
        return tuple((m.start, m.end, m.slug) for m in finder.mentions(ruling.text, ruling.lang, own))

    return mentions
