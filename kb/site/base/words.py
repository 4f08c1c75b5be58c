"""The site's own words in one language: phrases, counts, numbers and days."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kb.errors import BuildError
from kb.model import Lang

Phrase = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageWords:
    """Every phrase of the site in one language."""

    lang: Lang
    phrases: Mapping[str, Phrase]
    """A phrase, or its forms for one and for many, or the twelve months."""

    def say(self, key: str, **values: str | int) -> str:
        """Return the phrase *key* with *values* set in."""
        phrase = str(self.phrases[key])
        return phrase.format(**values) if values else phrase

    def count(self, number: int, key: str, **values: str) -> str:
        """Return *number* with the form of *key* that goes with it, *values* set in; French has one for 0 and 1."""
        one, many = tuple(self.phrases[key])
        alone = number < 2 if self.lang is Lang.FR else number == 1
        return (one if alone else many).format(n=self.number(number), **values)

    def number(self, number: int) -> str:
        """Group the thousands as the language does: `25,247`, `25 247` (narrow no-break space)."""
        grouped = f"{number:,}"
        return grouped.replace(",", "\u202f") if self.lang is Lang.FR else grouped

    def day(self, day: date | None) -> str:
        """Write *day* out: `February 2, 2024`, `2 février 2024`; the first of a French month is `1er`."""
        if day is None:
            return self.say("no_date")
        number = "1er" if day.day == 1 and self.lang is Lang.FR else str(day.day)
        return self.say("day", month=self.phrases["months"][day.month - 1], day=number, year=day.year)


def read_words(path: Path) -> dict[Lang, PageWords]:
    """Read the phrases of all languages, each of which must have every one."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BuildError(f"{path}: the site's phrases cannot be read ({error}); restore this file") from error
    missing = [f"{key} ({lang})" for key, entry in table.items() for lang in Lang if not _phrase(entry, lang)]
    if missing:
        raise BuildError(f"{path}: phrases are missing: {', '.join(missing)}; add them")
    return {lang: PageWords(lang, {key: _phrase(entry, lang) for key, entry in table.items()}) for lang in Lang}


def _phrase(entry: object, lang: Lang) -> Phrase:
    phrase = entry.get(lang.value) if isinstance(entry, dict) else None
    return tuple(map(str, phrase)) if isinstance(phrase, list) else str(phrase or "")
