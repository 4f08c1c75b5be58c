"""The page of one ruling, with all that is known of it."""

from collections.abc import Iterator

from kb.model import Evidence, Link, LinkKind, Ruling, Witness
from kb.site.base import address
from kb.site.base.markup import plain
from kb.site.base.tree import Tree, card_ref, frame, marked, mechanic_ref, name_of_card, other_name_of_mechanic, quoted
from kb.site.pages.entries import in_own_language, place, versions
from kb.site.pages.evidence import reason
from kb.site.pages.kinds import RulingPage
from kb.site.pages.source import lines, row_ref
from kb.site.pages.values import Name, Neighbours, PlaceView, Ref, Sighting, TieView
from kb.text.folding import fold

_SAME_SHOWN = 6
_NEIGHBOURS_SHOWN = 1
# Of an identifier nobody asks how the card is known.
_KNOWN_BY: dict[Evidence | None, str] = {
    Evidence.HEADING: "known_by_heading",
    Evidence.TITLE: "known_by_title",
    Evidence.FILE_NAME: "known_by_file_name",
    Evidence.CATALOGUE: "known_by_catalogue",
    Evidence.TEXT: "known_by_text",
}


def ruling_pages(tree: Tree) -> Iterator[RulingPage]:
    """Yield a page for each ruling."""
    for ruling in tree.atlas.knowledge.rulings:
        yield _page(tree, ruling)


def _page(tree: Tree, ruling: Ruling) -> RulingPage:
    up = address.up(address.ruling(ruling.id))
    atlas = tree.atlas
    subject = name_of_card(tree, atlas.cards[ruling.cards[0]]) if ruling.cards else None
    other_days = tuple(one for one in atlas.wording[ruling.wording] if one != ruling.id)
    same, same_total, same_all = _same(tree, ruling, up)
    return RulingPage(
        frame=frame(
            tree,
            address.ruling(ruling.id),
            _title(tree, ruling, subject),
            in_own_language(tree, ruling).text,
            crumbs=_crumbs(tree, ruling, up),
        ),
        id=ruling.id,
        subject=subject,
        more=max(len(ruling.cards) - 1, 0),
        section=ruling.section,
        day=tree.words.day(ruling.date),
        iso=ruling.date.isoformat() if ruling.date else "",
        day_href=up + address.day(ruling.date),
        text=marked(tree, ruling, up),
        lang=ruling.lang.value,
        status=tree.words.say(_status(tree, ruling)),
        note=not ruling.official,
        machine_translated=ruling.machine_translated,
        lost_symbol=ruling.lost_symbol,
        notices=_notices(tree, ruling),
        versions=versions(tree, ruling, up),
        version_first=ruling.lang is not tree.lang,
        newer=tuple(_dated(tree, one) for one in atlas.newer.get(ruling.id, ())),
        older=tuple(_dated(tree, one) for one in atlas.older.get(ruling.id, ())),
        cards=tuple(card_ref(tree, key, up) for key in ruling.cards),
        ties=tuple(_tie(tree, link, up) for link in atlas.ties.get(ruling.id, ()) if link.about),
        other_days=tuple(_dated(tree, one) for one in other_days),
        same=same,
        same_total=same_total,
        same_all=same_all,
        sightings=tuple(_sighting(tree, ruling, witness, up) for witness in ruling.witnesses),
        neighbours=tuple(_neighbours(tree, ruling, card, up) for card in ruling.cards[:_NEIGHBOURS_SHOWN]),
    )


def _status(tree: Tree, ruling: Ruling) -> str:
    if not ruling.official:
        return "note"
    return "paraphrase" if tree.paraphrased else "official"


def _title(tree: Tree, ruling: Ruling, subject: Name | None) -> str:
    day = tree.words.day(ruling.date)
    if subject is None:
        return tree.words.say("title_ruling", day=day, id=ruling.id)
    return tree.words.say("title_ruling_on", card=subject.text, day=day, id=ruling.id)


def _crumbs(tree: Tree, ruling: Ruling, up: str) -> tuple[Ref, ...]:
    if ruling.cards:
        return Ref(up + address.CARDS, tree.words.say("cards")), card_ref(tree, ruling.cards[0], up)
    return Ref(up + address.DATES, tree.words.say("dates")), Ref(
        up + address.day(ruling.date), tree.words.day(ruling.date)
    )


def _notices(tree: Tree, ruling: Ruling) -> tuple[Name, ...]:
    """Return what the files say of their own translations into the language of *ruling*."""
    sources = (tree.atlas.sources.get(witness.path) for witness in ruling.witnesses if witness.machine_translated)
    notices = dict.fromkeys(source.notice for source in sources if source and source.notice)
    return tuple(quoted(tree, notice) for notice in notices)


def _dated(tree: Tree, identity: str) -> Ref:
    return Ref(address.beside(address.ruling(identity)), tree.words.day(tree.atlas.rulings[identity].date))


def _same(tree: Tree, ruling: Ruling, up: str) -> tuple[tuple[PlaceView, ...], int, str]:
    """Return the rulings that differ in the card's own name only, how many, and where they are all listed.

    A pattern may stand on a thousand cards; its newest ruling lists them all, the others a few.
    """
    alike = tree.atlas.pattern[ruling.pattern]
    others = [one for one in alike if tree.atlas.rulings[one].wording != ruling.wording]
    cut = alike[0] != ruling.id and len(others) > _SAME_SHOWN
    shown = others[:_SAME_SHOWN] if cut else others
    return (
        tuple(place(tree, one, up) for one in shown),
        len(others),
        f"{address.beside(address.ruling(alike[0]))}#same" if cut else "",
    )


def _tie(tree: Tree, link: Link, up: str) -> TieView:
    return TieView(
        ref=mechanic_ref(tree, link.mechanic, up),
        also=other_name_of_mechanic(tree, tree.atlas.mechanics[link.mechanic]),
        named=link.kind is LinkKind.NAMED,
        weight=round(link.weight * 100),
        evidence=reason(tree, link.evidence) if link.evidence else None,
    )


def _sighting(tree: Tree, ruling: Ruling, witness: Witness, up: str) -> Sighting:
    return Sighting(
        file=row_ref(tree, witness, up),
        lines=lines(tree, witness.path, witness.span),
        label=Name(witness.source) if witness.source else None,
        known_by=tree.words.say(_KNOWN_BY[witness.evidence]) if witness.evidence in _KNOWN_BY else "",
        text=plain(witness.text) if _differs(witness.text, ruling.text) else None,
        machine_translated=witness.machine_translated,
    )


def _differs(found: str, shown: str) -> bool:
    """Whether two texts differ in more than quotes, dashes, spaces and case."""
    return found != shown and fold(found) != fold(shown)


def _neighbours(tree: Tree, ruling: Ruling, card: str, up: str) -> Neighbours:
    on_card = tree.atlas.on_card[card]
    at = on_card.index(ruling.id)

    def neighbour(found: tuple[str, ...]) -> Ref | None:
        return _dated(tree, found[0]) if found else None

    return Neighbours(
        card_ref(tree, card, up), neighbour(on_card[max(at - 1, 0) : at]), neighbour(on_card[at + 1 : at + 2])
    )
