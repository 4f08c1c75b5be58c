"""What several sources say of one card, gathered into one: from card data, and from names that pages give."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.catalog.known import table_of_names
from kb.model import Card, CardName, Document, RawCard
from kb.text.folding import fold, slug, stable_id, strip_accents, unique_slugs
from kb.text.names import exact_key, spelling_key

_FIRST_TO_SPEAK = "scryfall"
"""The layout whose names and texts are taken where card data differ: they are the current ones."""
_TWO_FACES = " // "


def keyed(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return each card its key, made of its name; cards that share a name have their oracle id in it.

    Equal cards get equal keys in whatever order they come.
    """
    found = tuple(cards)
    shared = Counter(card.name for card in found)
    addresses = unique_slugs(tuple(sorted(shared)))

    def key(card: Card) -> str:
        if shared[card.name] == 1:
            return addresses[card.name]
        return f"{slug(card.name)[:60] or 'card'}-{stable_id(card.name, card.oracle_id)}"

    return tuple(replace(card, key=key(card)) for card in found)


# --- card data ------------------------------------------------------------------------------------------------------


def stated_cards(documents: Iterable[Document]) -> tuple[Card, ...]:
    """Return one card, without its key, for each oracle id of card data, and for each name that has none.

    Old and new spellings of a name are one where no oracle id tells their cards apart.
    """
    order = sorted(documents, key=lambda d: (d.layout != _FIRST_TO_SPEAK, d.path, d.digest))
    stated = [raw for document in order for raw in document.cards]
    groups: dict[tuple[str, str], list[RawCard]] = {}
    for raw in stated:
        if raw.oracle_id:
            groups.setdefault((raw.oracle_id, ""), []).append(raw)
    owners = _owners(groups)
    known = _known_spellings(raw.name for raw in stated)
    for raw in stated:
        if not raw.oracle_id:
            name = known.get(raw.name) or spelling_key(raw.name)
            owner = owners.get(exact_key(raw.name)) or owners.get(name)
            groups.setdefault((owner, "") if owner else ("", name), []).append(raw)
    return tuple(_united(group) for group in groups.values())


def _known_spellings(names: Iterable[str]) -> dict[str, str]:
    """Return what known card those of *names* mean that differ from another one in accents alone."""
    alike: dict[str, set[str]] = {}
    for name in names:
        alike.setdefault(strip_accents(spelling_key(name)), set()).add(name)
    found: dict[str, str] = {}
    for name in (name for each in alike.values() if len(each) > 1 for name in each):
        called = {known.english for known in table_of_names().called(spelling_key(name))}
        if len(called) == 1:
            found[name] = spelling_key(called.pop())
    return found


def _owners(groups: Mapping[tuple[str, str], Sequence[RawCard]]) -> dict[str, str]:
    """Return the oracle id of the one card that any data call by a name, or else that goes by it itself.

    Names are found as they are, and by `spelling_key`.
    """
    called: dict[str, set[str]] = {}
    going_by: dict[str, set[str]] = {}
    for (oracle_id, _), stated in groups.items():
        for key in (exact_key, spelling_key):
            going_by.setdefault(key(_whole(stated).name), set()).add(oracle_id)
            for raw in stated:
                called.setdefault(key(raw.name), set()).add(oracle_id)
    one = {name: ids if len(ids) == 1 else going_by.get(name, set()) for name, ids in called.items()}
    return {name: next(iter(ids)) for name, ids in one.items() if len(ids) == 1}


def _united(stated: Sequence[RawCard]) -> Card:
    """Take each field from the first that has it, the whole card first; list all names, keywords and sets."""
    if len(stated) == 1 and stated[0].by_pages:
        return _as_told(stated[0])
    first = _whole(stated)
    stated = (first, *(raw for raw in stated if raw is not first))
    name = exact_key(first.name)
    names_fr = [raw.name_fr for raw in stated if raw.name_fr and fold(raw.name_fr) != fold(name)]
    faces = next((raw.faces for raw in stated if raw.faces), ())
    other = {exact_key(n) for raw in stated for n in (raw.name, *raw.aliases)}
    return Card(
        key="",
        name=name,
        name_fr=names_fr[0] if names_fr else "",
        oracle_id=first.oracle_id,
        faces=faces,
        faces_fr=_faces_fr(stated, len(faces)),
        aliases=tuple(sorted({*other, *names_fr[1:]} - {name, *names_fr[:1]})),
        text=_first(raw.text for raw in stated),
        text_fr=_first(raw.text_fr for raw in stated),
        type_line=_first(raw.type_line for raw in stated),
        keywords=tuple(dict.fromkeys(keyword for raw in stated for keyword in raw.keywords)),
        sets=tuple(sorted({code for raw in stated for code in raw.sets})),
        by_pages=any(raw.by_pages for raw in stated),
    )


def _as_told(raw: RawCard) -> Card:
    """Return a card as an exchange tells it, the names that pages gave included."""
    return Card(
        key="",
        name=raw.name,
        name_fr=raw.name_fr,
        oracle_id=raw.oracle_id,
        faces=raw.faces,
        faces_fr=raw.faces_fr,
        aliases=raw.aliases,
        text=raw.text,
        text_fr=raw.text_fr,
        type_line=raw.type_line,
        keywords=raw.keywords,
        sets=raw.sets,
        by_pages=True,
    )


def _whole(stated: Sequence[RawCard]) -> RawCard:
    """Return the first whose name has the names of all others as its faces; where there is none, the first of all."""
    parts = [frozenset(exact_key(raw.name).split(_TWO_FACES)) for raw in stated]
    most = max(range(len(parts)), key=lambda place: len(parts[place]))
    return stated[most] if parts[most] == frozenset().union(*parts) else stated[0]


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, texts), "")


def _faces_fr(stated: Sequence[RawCard], count: int) -> tuple[str, ...]:
    """Return the French face names, all of them if any source has them all."""
    whole = (raw.faces_fr for raw in stated if len(raw.faces_fr) == count)
    return max(whole, key=lambda names: sum(map(bool, names)), default=())


# --- names on pages -------------------------------------------------------------------------------------------------


def unstated_cards(names: Iterable[CardName]) -> tuple[Card, ...]:
    """Return one card, without its key, for each card that pages name and no card data know.

    A page that gives the English name beside the printed one ties both together for the pages that give only one.
    """
    found = tuple(names)
    owners: dict[str, set[str]] = {}
    for name in found:
        for also in (name.english, name.printed, name.french) if name.english else ():
            owners.setdefault(exact_key(also), set()).add(exact_key(name.english))
    groups: dict[str, list[CardName]] = {}
    for name in found:
        groups.setdefault(_owner(name, owners), []).append(name)
    groups = _with_faces(groups)
    return tuple(_named(own, groups[own]) for own in sorted(groups))


def _with_faces(groups: Mapping[str, list[CardName]]) -> dict[str, list[CardName]]:
    """Put what is called like one face of a card of *groups* to that card."""
    wholes: dict[str, set[str]] = {}
    for own in groups:
        for face in own.split(_TWO_FACES) if _TWO_FACES in own else ():
            wholes.setdefault(face, set()).add(own)
    found: dict[str, list[CardName]] = {}
    for own, names in groups.items():
        whole = wholes.get(own, set())
        found.setdefault(next(iter(whole)) if len(whole) == 1 else own, []).extend(names)
    return found


def _owner(name: CardName, owners: Mapping[str, set[str]]) -> str:
    """Return the name that a card goes by: English, else the English one it is tied to elsewhere, else as printed."""
    if name.english:
        return exact_key(name.english)
    shown = exact_key(name.printed or name.french)
    own = owners.get(shown, set())
    return next(iter(own)) if len(own) == 1 and shown not in own else shown


def _named(own: str, names: Sequence[CardName]) -> Card:
    french = sorted({exact_key(n.french) for n in names if n.french})
    # Without an English name the French one stands for both.
    translated = [n for n in french if n != own or not any(n.english for n in names)]
    faces = tuple(own.split(_TWO_FACES)) if _TWO_FACES in own else ()
    other = {exact_key(n) for name in names for n in (name.printed, name.french) if n}
    return Card(
        key="",
        name=own,
        name_fr=translated[0] if translated else "",
        faces=faces,
        aliases=tuple(sorted(other - {own, *faces, *translated[:1]})),
    )
