"""Look-ups over the tables in `kb/data`: mechanics, rules terms, what players say, and the senses of words.

This is the only reader of those files. Each explains its own columns in its first lines; a row that does not fit them
raises ValueError with the file and the line, which the tests see before any reader does.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from kb import model
from kb.model import Lang

Phrases = tuple[tuple[str, ...], ...]
"""Phrases, each as the tuple of its words."""


class Term(NamedTuple):
    """A word of the rules in both languages."""

    en: tuple[str, ...]
    """Spellings, the usual one first."""
    fr: tuple[str, ...]


class Wording(NamedTuple):
    """One thing that rulings called by several names over the years."""

    en: tuple[str, ...]
    fr: tuple[str, ...]


class PlayersWord(NamedTuple):
    """What players say, and how rulings say it."""

    said_en: tuple[str, ...]
    said_fr: tuple[str, ...]
    en: tuple[str, ...]
    fr: tuple[str, ...]


class Context(NamedTuple):
    """Surroundings that show which sense of a word is meant; any one part of it is enough."""

    before: Phrases = ()
    """The words stand right before it."""
    after: Phrases = ()
    """The words stand right after it."""
    near: frozenset[str] = frozenset()
    """One of the words stands within a few words of it."""
    opens: str = ""
    """What follows it begins with one of these characters."""


class Sense(NamedTuple):
    """When a form of an ambiguous word names its mechanic."""

    needs: tuple[Context, ...] = ()
    """One of them must hold; empty: none is needed."""
    never: Context = Context()
    """It must not hold."""
    strict: bool = False
    """Even on a card that has the mechanic, the surroundings must show it."""


def parse_table(name: str, text: str, columns: tuple[str, ...]) -> list[dict[str, str]]:
    r"""Read the rows of a table whose first lines may be notes and whose head must be *columns*.

    >>> parse_table("t.tsv", "# a note\nen\tfr\nhand\tmain\n", ("en", "fr"))
    [{'en': 'hand', 'fr': 'main'}]
    """
    lines = [(n, line.split("\t")) for n, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    if not lines or tuple(lines[0][1]) != columns:
        raise ValueError(f"{name}: the first line after the notes must name the columns {', '.join(columns)}")
    for number, cells in lines[1:]:
        if len(cells) != len(columns):
            raise ValueError(f"{name}, line {number}: {len(cells)} columns where {len(columns)} are expected")
    return [dict(zip(columns, cells, strict=True)) for _, cells in lines[1:]]


def to_mechanic(row: Mapping[str, str]) -> "model.Mechanic":
    """Make a mechanic of a row of `mechanics.tsv`; ValueError names the row that cannot be one."""
    if not row["slug"] or not row["en"] or not row["en_forms"]:
        raise ValueError(f"mechanics.tsv: a mechanic needs a slug, a name and a form: {dict(row)}")
    if row["ambiguous"] not in {"0", "1"} or row["evergreen"] not in {"0", "1"}:
        raise ValueError(f"mechanics.tsv, {row['slug']}: ambiguous and evergreen are 0 or 1")
    return model.Mechanic(
        slug=row["slug"],
        kind=model.MechanicKind(row["kind"]),
        name=row["en"],
        name_fr=row["fr"].replace("|", " / "),
        forms=_parts(row["en_forms"], "|"),
        forms_fr=_parts(row["fr_forms"], "|"),
        rule=row["rule"],
        ambiguous=row["ambiguous"] == "1",
        evergreen=row["evergreen"] == "1",
        name_fr_evidence=row["fr_evidence"],
    )


@cache
def mechanics() -> tuple["model.Mechanic", ...]:
    """Every mechanic of the table, by slug; no slug twice."""
    found = tuple(sorted((to_mechanic(row) for row in _mechanic_rows()), key=lambda mechanic: mechanic.slug))
    if len({mechanic.slug for mechanic in found}) != len(found):
        raise ValueError("mechanics.tsv: a slug stands there twice")
    return found


@cache
def term_rows() -> tuple[Mapping[str, str], ...]:
    """Return the rows of `terms.tsv` as they stand, for who needs few of them; `to_term` reads one."""
    return tuple(parse_table("terms.tsv", _read("terms.tsv"), ("en", "fr")))


@cache
def wording_rows() -> tuple[Mapping[str, str], ...]:
    """Return the rows of `wordings.tsv` as they stand; `to_wording` reads one."""
    return tuple(parse_table("wordings.tsv", _read("wordings.tsv"), ("en", "fr")))


@cache
def players_rows() -> tuple[Mapping[str, str], ...]:
    """Return the rows of `players_words.tsv` as they stand; `to_players_word` reads one."""
    columns = ("said_en", "said_fr", "en", "fr")
    return tuple(parse_table("players_words.tsv", _read("players_words.tsv"), columns))


def to_term(row: Mapping[str, str]) -> Term:
    """Make a term of a row of `terms.tsv`."""
    return Term((_plain(row["en"]),), spellings(row["fr"]))


def to_wording(row: Mapping[str, str]) -> Wording:
    """Make a wording of a row of `wordings.tsv`."""
    return Wording(spellings(row["en"]), spellings(row["fr"]))


def to_players_word(row: Mapping[str, str]) -> PlayersWord:
    """Make a player's word of a row of `players_words.tsv`."""
    return PlayersWord(*(spellings(row[column]) for column in ("said_en", "said_fr", "en", "fr")))


@cache
def terms() -> tuple[Term, ...]:
    """Words of the rules in English and French, in the order of the table."""
    return tuple(map(to_term, term_rows()))


@cache
def wordings() -> tuple[Wording, ...]:
    """What rulings called by several names over the years, in the order of the table."""
    return tuple(map(to_wording, wording_rows()))


@cache
def players_words() -> tuple[PlayersWord, ...]:
    """What players say and rulings do not, in the order of the table."""
    return tuple(map(to_players_word, players_rows()))


@cache
def nicknames() -> Mapping[str, tuple[str, ...]]:
    """English card names by what players call them, case aside; a nickname may mean several."""
    found: dict[str, tuple[str, ...]] = {}
    for row in parse_table("nicknames.tsv", _read("nicknames.tsv"), ("card", "nicknames")):
        for said in _parts(row["nicknames"], "|"):
            found[said] = (*found.get(said, ()), row["card"])
    return MappingProxyType(found)


@cache
def senses(lang: Lang) -> Mapping[str, Sense]:
    """What shows the meaning of an ambiguous form, by form; `*` stands for any ambiguous word that is not listed."""
    table = _senses()[lang]
    contexts = {name: _context(entry) for name, entry in table["contexts"].items()}
    found: dict[str, Sense] = {}
    for entry in table["senses"]:
        sense = Sense(
            needs=tuple(contexts[name] for name in entry.get("needs", ())),
            never=_context(entry.get("never", {})),
            strict=entry.get("strict", False),
        )
        for form in entry["forms"]:
            if form in found:
                raise ValueError(f"senses.toml, {lang}: {form!r} is given two senses")
            found[form] = sense
    return MappingProxyType(found)


@cache
def function_words(lang: Lang) -> frozenset[str]:
    """Words that may open a sentence without being part of a name that follows."""
    return frozenset(_senses()[lang]["function_words"])


@cache
def _senses() -> dict[str, dict[str, Any]]:
    import tomllib  # noqa: PLC0415  (a search reads tables, but not this one)

    return tomllib.loads(_read("senses.toml"))


@cache
def _mechanic_rows() -> tuple[Mapping[str, str], ...]:
    columns = (
        *("slug", "kind", "rule", "en", "fr", "en_forms", "fr_forms"),
        *("ambiguous", "evergreen", "fr_evidence"),
    )
    return tuple(parse_table("mechanics.tsv", _read("mechanics.tsv"), columns))


def _context(entry: Mapping[str, list[str] | str]) -> Context:
    unknown = set(entry) - {"before", "after", "near", "opens"}
    if unknown:
        raise ValueError(f"senses.toml: no context is called {', '.join(sorted(unknown))}")
    before, after = (tuple(tuple(phrase.split()) for phrase in entry.get(side, ())) for side in ("before", "after"))
    return Context(before, after, frozenset(entry.get("near", ())), str(entry.get("opens", "")))


def _read(name: str) -> str:
    return (Path(__file__).with_name("data") / name).read_text(encoding="utf-8")


def spellings(cell: str) -> tuple[str, ...]:
    """Part a cell that lists several ways to say one thing.

    >>> spellings("exiler|exilé")
    ('exiler', 'exilé')
    """
    return _parts(cell, "|")


def _parts(cell: str, mark: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, cell.split(mark))))


def _plain(name: str) -> str:
    """Drop a trailing note in round brackets, unless brackets are all there is."""
    head = name.partition(" (")[0] if name.endswith(")") else name
    return head or name


@cache
def text_kinds() -> Mapping[str, tuple[float, ...]]:
    """Return the weights of `text_kinds.tsv` by feature, one for each kind; `*` is what holds for any text."""
    _, table = _read("text_kinds.tsv").split("\nfeature\t", 1)
    rows = (line.split("\t") for line in table.splitlines()[1:])
    return {row[0]: tuple(int(cell) / 10 for cell in row[1:]) for row in rows}


@cache
def reading_weights() -> Mapping[str, float]:
    """Return the weights of `reading_weights.tsv` by feature."""
    rows = parse_table("reading_weights.tsv", _read("reading_weights.tsv"), ("feature", "weight"))
    return {row["feature"]: float(row["weight"]) for row in rows}
