"""Which card a ruling stands on: the block it is in, the head of the page, or, last, what the texts say."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from operator import itemgetter
from pathlib import PurePosixPath

from kb.language import language_of, speaks
from kb.layouts._page.facts import card_fact, type_line
from kb.layouts._page.headings import rulings_heading
from kb.layouts._page.lines import Line
from kb.layouts._page.names import Name, can_be_name, head_name, labelled_name, tidy
from kb.model import CardName, Evidence, Lang, SourceText
from kb.text import fold, name_key, word_set

_SMALL = r"(?:of|the|a|an|and|to|in|from|for|with|at|by|on|or|du|de|la|le|des|les|d'|l')"
_CAPITAL = r"[A-ZÀ-ÞŒÆ][\w'’-]{0,40}"
_PHRASE = rf"{_CAPITAL}(?:,?\s(?:{_SMALL}\s){{0,2}}{_CAPITAL}){{0,7}}"
_CAPITALISED = re.compile(_PHRASE)
_POSSESSED = re.compile(
    rf"(?P<name>{_PHRASE})['’]s?\s(?:(?:first|second|third|last|static|triggered|activated|mana|loyalty|other|own|\w+ing|\w+)\s){{0,2}}"
    r"(?:ability|abilities|effect|trigger)\b"
)
_CAST = re.compile(
    rf"\b(?:casting|cast|cascading\sinto|copy\sof|copies\sof|lancez|lancer|lancé|copie\sde)\s(?P<name>{_PHRASE})"
)
_POSSESSED_FR = re.compile(
    rf"\b(?:capacités?|effet)(?:\s\w+){{0,2}}\s(?:de|du|d['’])\s?(?P<name>{_PHRASE}(?:\s[a-zà-ÿ]+)?)"
)
_EXAMPLE = re.compile(
    r"\b(?:such\sas|like|including|example|e\.g\.|comme|tels?\sque|telles?\sque|exemple)\b[^.]{0,60}\Z", re.IGNORECASE
)
_BRACKETED = re.compile(r"\([^()]{0,1000}\)")
_STARTERS = word_set(
    """
    the a an if when while this that these those it its you your each any all as at for in on no not once
    since some such there unlike until whenever would because casting after before le la les un une si quand
    vous ce cette
    """
)
_SIMILAR = 0.8
_MOST_TWINS = 200
"""Names in the texts under a card that are compared with its own, the commonest."""
_END = re.compile(r"[.,;:!?]\Z")
_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a page: its own, and those of its blocks, each from a line on."""

    page: CardName | None
    blocks: tuple[tuple[int, CardName], ...] = ()

    def at(self, number: int) -> CardName | None:
        """Give the card that a ruling on line *number* stands on."""
        place = bisect_right(self.blocks, number, key=itemgetter(0))
        return self.blocks[place - 1][1] if place else self.page


def cards_of(
    source: SourceText,
    rest: Sequence[Line],
    texts: Sequence[str],
    numbers: Sequence[int],
    headed: Iterable[tuple[int, str]] = (),
) -> Cards:
    """Find the cards of a page from the lines that are no rulings, of which those before the first are its head.

    *texts* are its rulings, *numbers* the lines they begin on; *headed* names cards where the list itself does.
    """
    first, last = min(numbers, default=1), max(numbers, default=1)
    head = [line for line in rest if line.number < first]
    mentioned = _mentioned([*(line.text for line in head), source.title], texts)
    found = tuple(_blocks(rest, first))
    blocks = sorted(
        {*((number, tidy(name)) for number, name in headed), *((line.number, name) for line, name in found)}
    )
    later = [line for line, _ in found if first <= line.number < last]
    named = _like(head, rest, later) or head_name(head, source.title, mentioned) or _file_name(source)
    heads = [(number, name) for number, name in blocks if number >= first]
    own = [name for number, name in blocks if number < first]
    called = {*(name for _, name in heads), *own[-1:], *([named.printed] if named else [])}
    page = _page_of(called, texts, head, source)
    under = _by_name(heads, texts, numbers)
    cards = {name: _completed(Name(name), under.get(name, ()), page) for name in under}
    card = _completed(named, texts, page) if named else _spoken_of(texts)
    if len(set(own)) > 1 and heads:
        card = _completed(Name(own[-1]), texts, page)
    return Cards(card, tuple((number, cards[name]) for number, name in heads))


def _by_name(heads: Sequence[tuple[int, str]], texts: Sequence[str], numbers: Sequence[int]) -> dict[str, list[str]]:
    """Give the texts that stand under each name of *heads*."""
    under: dict[str, list[str]] = {name: [] for _, name in heads}
    for text, number in zip(texts, numbers, strict=True):
        place = bisect_right(heads, number, key=itemgetter(0))
        if place:
            under[heads[place - 1][1]].append(text)
    return under


def _like(head: Sequence[Line], rest: Sequence[Line], later: Sequence[Line]) -> Name | None:
    """Give the card that heads the first block of a page, when the cards of *later* blocks are printed the same way."""
    if not later:
        return None
    following = dict(zip(rest, [*rest[1:], None], strict=True))
    shape = _shape(later[0], following[later[0]])
    names = [
        name
        for line in head
        if can_be_name(name := tidy(line.text)) and _shape(line, following[line]) == shape and not card_fact(name)
    ]
    return Name(names[-1]) if names else None


def _shape(line: Line, after: Line | None) -> tuple[bool, bool, bool, str]:
    """Say how a name is printed, and what stands below it."""
    below = "" if after is None or after.number > line.number + 2 else card_fact(after.text) or ""
    if after is not None and rulings_heading(after.text) is not None:
        below = "rulings"
    return line.heading, line.gap, line.bullet, below


def _blocks(rest: Sequence[Line], first: int) -> Iterable[tuple[Line, str]]:
    """List the lines that head a block on one card, amid or before the rulings."""
    for index, line in enumerate(rest):
        after = rest[index + 1] if index + 1 < len(rest) else None
        heading = rulings_heading(line.text)
        name = tidy(line.text)
        if line.role in {"navigation", "footer", "title"} or line.bullet:
            continue
        if heading is not None and heading.name:
            yield line, tidy(heading.name)
        elif line.role == "name" and name:
            yield line, name
        elif labelled := labelled_name(line, after):
            yield line, labelled
        elif line.number >= first and can_be_name(name) and not card_fact(line.text) and _heads(line, after):
            yield line, name


def _heads(line: Line, after: Line | None) -> bool:
    if line.heading or after is None or after.number > line.number + 2:
        return True
    return bool(card_fact(after.text) or rulings_heading(after.text))


def named_card(name: str, texts: Sequence[str], shown: Sequence[Line], source: SourceText) -> CardName:
    """Give the card that the heading of a block names; its *texts* and the lines that show it tell the language."""
    return _completed(Name(name), texts, _page_of({name}, texts, shown, source))


# --- names in both languages ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Page:
    """What a page tells of the language of the names on it."""

    types: frozenset[str]
    """Languages of the type lines in its head."""
    french: bool
    """It is in French by its markup, or has no English text."""
    told: frozenset[str]
    """Keys of the names that its English texts speak of."""


def _page_of(names: Iterable[str], texts: Iterable[str], head: Iterable[Line], source: SourceText) -> _Page:
    english = [text for text in texts if language_of(text) is Lang.EN]
    types = frozenset(kind for line in head if (kind := type_line(line.text)))
    french = source.page_lang.startswith("fr") or not english
    return _Page(types, french, _told(map(name_key, names), english))


def _told(keys: Iterable[str], texts: Iterable[str]) -> frozenset[str]:
    """Give those of *keys* whose words stand in *texts*, one after the other."""
    wanted: dict[tuple[str, ...], set[str]] = {}
    for key in keys:
        wanted.setdefault(tuple(_WORDS.findall(key)), set()).add(key)
    lengths: dict[str, set[int]] = {}
    for words in filter(None, wanted):
        lengths.setdefault(words[0], set()).add(len(words))
    found: set[str] = set()
    for text in texts if lengths else ():
        spoken = tuple(_WORDS.findall(name_key(text)))
        for at, word in enumerate(spoken):
            for length in lengths.get(word, ()):
                found |= wanted.get(spoken[at : at + length], set())
    return frozenset(found)


def _completed(named: Name, texts: Sequence[str], page: _Page) -> CardName:
    """Say in which language a page names its card; its English name where the English texts under it give it away."""
    card = CardName(named.printed, english=named.english, evidence=named.evidence)
    told = name_key(named.printed) in page.told
    twin = "" if told or named.english else _twin(named.printed, texts)
    if twin:
        return replace(card, english=twin, french=named.printed)
    if page.types == {"fr"} or (not page.types and not told and (page.french or speaks(named.printed) is Lang.FR)):
        return replace(card, french=named.printed)
    if not named.english and (page.types == {"en"} or (not page.types and told)):
        return replace(card, english=named.printed)
    return card


def _twin(printed: str, texts: Iterable[str]) -> str:
    """Give the name in the English of *texts* that is nearly *printed*: Dichotomancy for Dichotomancie."""
    key = name_key(printed)
    found = Counter(
        phrase
        for text in texts
        if language_of(text) is Lang.EN
        for match in _CAPITALISED.finditer(text)
        for phrase in (match[0], match[0].removesuffix("'s").removesuffix("’s"))
        if match.start() and abs(len(phrase) - len(key)) <= len(key) // 4 and key[:1] == name_key(phrase)[:1]
    )
    close = [name for name, _ in found.most_common(_MOST_TWINS) if _similar(key, name_key(name))]
    return close[0] if len({name_key(name) for name in close}) == 1 else ""


def _similar(key: str, other: str) -> bool:
    matcher = SequenceMatcher(None, key, other)
    rates = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return all(rate() >= _SIMILAR for rate in rates)


# --- names in the texts ---------------------------------------------------------------------------------------------


def _mentioned(lines: Iterable[str], texts: Iterable[str]) -> frozenset[str]:
    """Give the keys of what *texts* write in capitals, as far as it begins like a part of one of *lines*."""
    begun = {word for line in lines for word in name_key(line).split()}
    found: set[str] = set()
    for text in texts:
        for match in _CAPITALISED.finditer(text):
            words = match[0].replace("’", "'").removesuffix("'s").split()
            if not begun.isdisjoint(name_key(word) for word in words[:3]):
                found |= {" ".join(words[start:]) for start in range(min(len(words), 3))}
                rest = text[match.start() : match.start() + 60].replace("’", "'").split()
                found |= {_END.sub("", " ".join(rest[:count])) for count in range(2, 6)}
    return frozenset(map(name_key, found))


def _spoken_of(texts: Sequence[str]) -> CardName | None:
    """Infer the card from what the texts call their own, when they call only one thing so.

    A name counts where its abilities are spoken of, or its casting, outside brackets and not as an example.
    """
    found: set[str] = set()
    for text in texts:
        bare = _BRACKETED.sub("", text)
        for pattern in (_POSSESSED, _CAST, _POSSESSED_FR):
            for match in pattern.finditer(bare):
                name = _sure(match, bare)
                if name:
                    found.add(name)
    return CardName(found.pop(), evidence=Evidence.TEXT) if len(found) == 1 else None


def _sure(match: re.Match[str], text: str) -> str:
    name = match["name"].removesuffix("'s").removesuffix("’s")
    first = match.start("name")
    starts = first == 0 or text[first - 2 : first] in {". ", "! ", "? "}
    words = name.split()
    if _EXAMPLE.search(text[max(0, first - 120) : first]):
        return ""
    # One capital at the start of a sentence is any word; a game term in capitals is no card.
    if len(words) == 1 and (starts or fold(name) in _STARTERS):
        return ""
    if starts and fold(words[0]) in _STARTERS and len(words) > 1 and fold(words[0]) != "the":
        return ""
    return name if can_be_name(name) else ""


def _file_name(source: SourceText) -> Name | None:
    """Read a file's name as a card's only when it says so: `card - Lightning Bolt.txt`, `Opt - rulings.txt`."""
    stem = re.sub(r"\.(?:txt|html?|md|text)\Z", "", PurePosixPath(source.path).name, flags=re.IGNORECASE)
    match = re.fullmatch(
        r"(?:card|carte|rulings?|décisions?)\s?[-–:_]\s?(?P<after>.+)|(?P<before>.+?)\s?[-–:_]\s?(?:card|carte|rulings?|décisions?)",
        stem,
        re.IGNORECASE,
    )
    name = (match["after"] or match["before"]).replace("_", " ").strip() if match else ""
    return Name(name, evidence=Evidence.FILE_NAME) if name and can_be_name(name) else None
