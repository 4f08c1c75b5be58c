"""A page in the making: the choices it is made by, its rulings, and what a careful person finds in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import TypeVar

from tests.tools.reader.pages import dates
from tests.tools.reader.pages.dates import Form
from tests.tools.reader.pages.material import Material

T = TypeVar("T")

_LANGUAGES = ((("en", ("en",)), 60), (("fr", ("fr",)), 22), (("fr", ("en",)), 12), (("fr", ("fr", "en")), 6))
"""Language of the page, languages of its rulings, and how many pages in a hundred have them."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its names."""

    english: str
    french: str = ""

    def name(self, lang: str) -> str:
        """Return its name in *lang*; the English one where the other is unknown."""
        return self.french if lang == "fr" and self.french else self.english


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling that a page holds."""

    paragraphs: tuple[tuple[str, str], ...]
    """What precedes each paragraph ("Q:", a name, ""), and its text."""
    lang: str
    card: Card | None = None
    printed: str | None = None
    """The name of the card as the page prints it."""
    day: date | None = None
    written: str = ""
    """The date as the page writes it."""
    ambiguous: bool = False
    """The page does not settle which number of `written` is the month."""
    author: str = ""
    labelled: bool = False
    """What precedes the paragraphs may count as text."""
    note: str = ""

    @property
    def text(self) -> str:
        """All its paragraphs without what precedes them."""
        return " ".join(text for _, text in self.paragraphs)

    def line(self) -> dict[str, object]:
        """Return its line of a sidecar."""
        line: dict[str, object] = {
            "date": None if self.day is None or self.ambiguous else self.day.isoformat(),
            "lang": self.lang,
            "card": self.card.english if self.card else None,
            "text": self.text,
            "card_as_printed": self.printed,
        }
        if self.labelled:
            line["text_as_printed"] = " ".join(f"{label} {text}".strip() for label, text in self.paragraphs)
        more = (("date_raw", self.written), ("card_fr", self.card and self.card.french), ("source", self.author))
        return line | {key: value for key, value in (*more, ("note", self.note)) if value}


def sidecar(rulings: Sequence[Ruling]) -> tuple[dict[str, object], ...]:
    """Return the lines of a sidecar: every ruling, then every problem that has to be reported."""
    problems: list[dict[str, object]] = [
        {
            "problem": "ambiguous_date",
            "date_raw": ruling.written,
            "readings": sorted(day.isoformat() for day in (ruling.day, dates.swapped(ruling.day))),
        }
        for ruling in rulings
        if ruling.ambiguous and ruling.day
    ]
    return (*(ruling.line() for ruling in rulings), *problems)


class Draft:
    """The choices of one page; equal seeds make equal choices."""

    def __init__(self, material: Material, seed: int) -> None:
        self.material = material
        self.seed = seed
        self.random = Random(seed)  # noqa: S311  (chance and no secret)
        self.lang, self.langs = self.weighted(_LANGUAGES)
        self.traits: list[str] = []
        self.author = self.pick(("O'Dell", "Rettal", "Ficta", "DeL", "wotc"))
        self._used: set[str] = set()
        self.terse = False
        """The rulings say next to nothing: it is their place alone that shows what they are."""

    # --- choices ----------------------------------------------------------------------------------------------------

    def chance(self, share: float) -> bool:
        """Return True in *share* of all cases."""
        return self.random.random() < share

    def pick(self, options: Sequence[T]) -> T:
        """Return one of *options*."""
        return self.random.choice(options)

    def weighted(self, options: Sequence[tuple[T, int]]) -> T:
        """Return one of *options*, each with its weight."""
        return self.random.choices([option for option, _ in options], [weight for _, weight in options])[0]

    def trait(self, options: Sequence[tuple[str, int]]) -> str:
        """Return one of *options* and note it as a trait of the page."""
        found = self.weighted(options)
        self.traits.append(found)
        return found

    def count(self, least: int, most: int) -> int:
        """Return a number between the two, both included."""
        return self.random.randint(least, most)

    def sizes(self, groups: int, most: int) -> list[int]:
        """Return how many rulings each of *groups* groups has: at most *most*, and eight in all."""
        found = [self.count(1, most) for _ in range(groups)]
        while sum(found) > 8:
            found[found.index(max(found))] -= 1
        return found

    # --- what pages are made of -------------------------------------------------------------------------------------

    def lines(self, kind: str, least: int = 1, most: int = 1) -> tuple[str, ...]:
        """Return between *least* and *most* distinct lines of *kind* in the page's language."""
        stock = self.material.lines[self.lang][kind]
        chosen = self.random.sample(stock, min(self.count(least, most), len(stock)))
        return tuple(self._filled(line) for line in chosen)

    def one(self, kind: str, *, with_slot: str = "", without: str | None = None) -> str:
        """Return a line of *kind* that has the slot and lacks the other one; slots other than `{n}` stay open."""
        stock = self.material.lines[self.lang][kind]
        found = self.pick([line for line in stock if with_slot in line and not (without and without in line)])
        return found.replace("{n}", str(self.count(3, 40)))

    def other_day(self) -> str:
        """Return a date that is not a ruling's, in a form that nobody misreads."""
        form = self.pick((dates.ISO, dates.LONG[self.lang]))
        return form.write(dates.days(self.random, 1, form)[0])

    def _filled(self, line: str) -> str:
        line = line.replace("{n}", str(self.count(3, 40)))
        return line.replace("{date}", self.other_day()) if "{date}" in line else line

    def card(self) -> Card:
        """Return a card that the page has not had yet; with a French name where the page holds anything French."""
        names = self.material.words if self.chance(0.04) else self.material.names
        while True:
            card = Card(*self.pick(names))
            french = self.lang == "fr" or "fr" in self.langs
            if card.english not in self._used and (card.french or not french):
                self._used.add(card.english)
                return card

    def rulings(self, count: int, card: Card | None = None, *, named: bool = True) -> list[Ruling]:
        """Return *count* rulings without dates; their texts mention cards only if the page names *card*."""
        return [self.ruling(self.pick(self.langs), card, named=named) for _ in range(count)]

    def ruling(self, lang: str, card: Card | None, *, named: bool) -> Ruling:
        """Return a ruling in *lang* whose text the page has not had yet."""
        if self.terse:
            return Ruling((("", self._fresh(self.material.lines[lang]["terse"], card, lang)),), lang, card)
        any_card = card and named and self.chance(0.45)
        texts = (self.material.rulings if any_card else self.material.nameless)[lang]
        return Ruling((("", self._fresh(texts, card, lang)),), lang, card)

    def _fresh(self, texts: Sequence[str], card: Card | None, lang: str) -> str:
        while (text := self.pick(texts)) in self._used:
            pass
        self._used.add(text)
        return text.replace("{card}", card.name(lang)) if card else text

    # --- dates ------------------------------------------------------------------------------------------------------

    def form(self) -> Form:
        """Choose how the page writes its dates."""
        form = self.pick(dates.forms(self.lang, self.langs))
        self.traits.append(form.name.replace(" ", "-").replace("/", ""))
        return form

    def dated(self, rulings: Sequence[Ruling], form: Form, *, repeats: float = 0.5) -> list[Ruling]:
        """Return *rulings* with dates."""
        days = dates.days(self.random, len(rulings), form, repeats=repeats)
        return [replace(each, day=day, written=form.write(day)) for each, day in zip(rulings, days, strict=True)]

    def ambiguously_dated(self, rulings: Sequence[Ruling]) -> list[Ruling]:
        """Return *rulings* with dates that nobody can read with certainty."""
        days = dates.ambiguous_days(self.random, len(rulings))
        write = dates.PADDED.write
        return [
            replace(each, day=day, written=write(day), ambiguous=True) for each, day in zip(rulings, days, strict=True)
        ]
