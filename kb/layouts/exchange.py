"""The JSON lines that `kb export` writes, read back: every ruling with its places, and the cards, rules and files.

`kb.export.exchange` says what stands in a line. Of a line without `witnesses`, as older exports have them, the ruling
itself is read, as often as it names all its cards and labels. What `kb` found out, such as the mechanics, is found
again.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from kb.errors import SourceError
from kb.layouts._entries import Account, Entry, date_problems, entries_of, iso_date, line_of, outline, text_of, texts_of
from kb.layouts._json import open_json
from kb.layouts._sheets import card_name
from kb.model import (
    CardName,
    Container,
    Document,
    Evidence,
    Lang,
    Problem,
    RawCard,
    RawRuling,
    Rule,
    RuleKind,
    SourceText,
    Span,
)
from kb.text.folding import label
from kb.text.rule_numbers import is_number

NAME = "kb export"

_FIELDS = ("id", "date", "lang", "text", "cards", "sources")
_BESIDES = ("file", "card", "rule")
_CODE = re.compile(r"[a-z_]{1,40}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LARGEST = 10**9
_MOST = 1_000_000
"""Places, files, cards and rules that a file may tell of: all has to be held until it is read."""
_NO_CARD = CardName("")
"""The card is not known, and none is to be looked for."""


def claims(source: SourceText) -> bool:
    """Whether *source* holds rulings as `kb export` writes them, in lines or in an array."""
    if source.container is not Container.JSON:
        return False
    places = outline(source.text)
    only_besides = any(("also", "[]", kind) in places for kind in _BESIDES)
    return only_besides or any(all((*at, name) in places for name in _FIELDS) for at in ((), ("[]",)))


def read(source: SourceText, today: date) -> Document:
    """Read every line; what it tells of other files is found `within`."""
    reading = _ExchangeReader(source.path, today)
    with open_json(source) as stream:
        for number, entry in enumerate(stream.entries(), 1):
            reading.take(entry, number)
    return Document(
        path=source.path,
        layout=NAME,
        digest=source.digest,
        rulings=tuple(reading.rulings),
        problems=tuple(reading.account.problems),
        cards=tuple(reading.cards),
        rules=tuple(reading.rules),
        within=reading.within(),
    )


@dataclass(slots=True)
class _ExchangeReader:
    """What was read so far."""

    path: str
    today: date
    told: int = 0
    rulings: list[RawRuling] = field(default_factory=list)
    cards: list[RawCard] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    files: dict[str, Entry] = field(default_factory=dict)
    seen: dict[str, dict[tuple[int, RawRuling], None]] = field(default_factory=dict)
    """By file, its rulings, each with its number there; one that is told of again is the same."""
    account: Account = field(default_factory=Account)

    def take(self, entry: object, number: int) -> None:
        """Account for one line."""
        if not isinstance(entry, dict):
            self.account.problem("unknown_entry", "the entry is no object", number)
            return
        besides = tuple(entries_of(entry, "also"))
        self._count(len(besides))
        for told in besides:
            self._besides(told, number)
        if "also" not in entry or not entry.keys().isdisjoint(_FIELDS):
            self._ruling(entry, number)

    def _ruling(self, entry: Entry, number: int) -> None:
        if not line_of(entry, "text"):
            self.account.problem("empty_ruling", "the ruling has no text", number)
        elif line_of(entry, "lang") not in set(Lang):
            self.account.problem("unknown_language", f"{line_of(entry, 'lang')[:20]!r} is neither en nor fr", number)
        elif witnesses := tuple(entries_of(entry, "witnesses")):
            self._count(len(witnesses))
            printed = "" if entry.get("date") is None else str(entry["date"])
            if printed and iso_date(printed) is None:
                self.account.problems += date_problems(printed, self.today, Span(number, number))
            for witness in witnesses:
                path = label(line_of(witness, "file")) or NAME
                place = _count(witness.get("number")), _witnessed(entry, witness)
                self.seen.setdefault(path, {})[place] = None
        else:
            self.rulings += _repeated(entry, Span(number, number), self.today)

    def _count(self, more: int) -> None:
        self.told += more
        if self.told > _MOST:
            raise SourceError(
                self.path, f"tells of over {_MOST:,} places, files, cards and rules; no index of rulings holds so much"
            )

    def _besides(self, told: Entry, number: int) -> None:
        """Take what a line tells besides its ruling."""
        kind = next((kind for kind in _BESIDES if isinstance(told.get(kind), dict)), "")
        for entry in (entry for name, entry in told.items() if name == kind and isinstance(entry, dict)):
            if kind == "card" and card_name(line_of(entry, "name")):
                self.cards.append(_card(entry))
                return
            if kind == "rule" and _is_rule(entry):
                self.rules.append(_rule(entry))
                return
            if kind == "file" and label(line_of(entry, "name")):
                self.files[label(line_of(entry, "name"))] = entry
                return
        self.account.problem("unknown_entry", "what is told besides is no file, card or rule that has a name", number)

    def within(self) -> tuple[Document, ...]:
        """Return the files that were told of, by name."""
        return tuple(self._file(name) for name in sorted(self.files.keys() | self.seen.keys()))

    def _file(self, name: str) -> Document:
        entry = self.files.get(name, {"layout": NAME})
        numbered = sorted(self.seen.get(name, ()), key=lambda each: each[0])
        rulings = tuple(raw for _, raw in numbered)
        problems = tuple(map(_problem, entries_of(entry, "problems")))
        digest = line_of(entry, "digest")
        return Document(
            path=name,
            layout=line_of(entry, "layout")[:60],
            digest=digest if _DIGEST.fullmatch(digest) else "",
            rulings=rulings,
            problems=(*problems, *_untold(rulings, problems, self.today)),
            machine_translated=tuple(lang for lang in Lang if lang in texts_of(entry, "machine_translated")),
            notice=text_of(entry, "notice"),
            by_hearsay=True,
            numbers=tuple(number for number, _ in numbered),
            told=_count(entry.get("rulings")),
            passed_over=_count(entry.get("skipped")),
        )


# --- rulings --------------------------------------------------------------------------------------------------------


def _witnessed(entry: Entry, witness: Entry) -> RawRuling:
    """Return the ruling *entry* as it stands in one place."""
    return RawRuling(
        text=line_of(witness, "text") or line_of(entry, "text"),
        date=iso_date(line_of(entry, "date")),
        lang=Lang(line_of(entry, "lang")),
        card=_card_of(witness),
        source=line_of(witness, "source"),
        section=line_of(witness, "section"),
        lost_symbol=witness.get("lost_symbol") is True,
        span=_span(witness),
    )


def _card_of(witness: Entry) -> CardName:
    name, told = card_name(line_of(witness, "card")), line_of(witness, "evidence")
    evidence = Evidence(told) if told in set(Evidence) else Evidence.HEADING
    return CardName(name, name, oracle_id=line_of(witness, "oracle_id"), evidence=evidence) if name else _NO_CARD


def _repeated(entry: Entry, span: Span, today: date) -> Iterator[RawRuling]:
    """Yield the ruling *entry* as often as it takes to name all its cards and labels, which make one ruling again."""
    printed = line_of(entry, "date")
    # An undated ruling is exported with null: that is no fault here.
    problems = date_problems(printed, today, span) if entry.get("date") is not None else ()
    names = [name for name in map(card_name, texts_of(entry, "cards")) if name] or [""]
    labels = texts_of(entry, "sources") or ("",)
    for number in range(max(len(names), len(labels))):
        name, source = names[min(number, len(names) - 1)], labels[min(number, len(labels) - 1)]
        yield RawRuling(
            text=line_of(entry, "text"),
            date=iso_date(printed),
            lang=Lang(line_of(entry, "lang")),
            card=CardName(name, english=name) if name else None,
            date_printed=printed,
            source=source.lower(),
            problems=problems,
            span=span,
        )


# --- what is told besides -------------------------------------------------------------------------------------------


def _card(entry: Entry) -> RawCard:
    return RawCard(
        name=card_name(line_of(entry, "name")),
        oracle_id=line_of(entry, "oracle_id"),
        name_fr=line_of(entry, "name_fr"),
        text=text_of(entry, "text"),
        text_fr=text_of(entry, "text_fr"),
        type_line=line_of(entry, "type"),
        faces=_names(entry, "faces"),
        faces_fr=_names(entry, "faces_fr"),
        keywords=texts_of(entry, "keywords"),
        sets=texts_of(entry, "sets"),
        aliases=texts_of(entry, "aliases"),
        by_pages=entry.get("by_pages") is True,
    )


def _names(entry: Entry, key: str) -> tuple[str, ...]:
    """Return a list of names; of a face that has none, ""."""
    listed = entry.get(key)
    named = listed if isinstance(listed, list) else []
    return tuple(line_of({"name": name}, "name") for name in named)


def _is_rule(entry: Entry) -> bool:
    """Whether *entry* is a rule with a number as rules have them, or an entry of the glossary with its term."""
    number, kind = line_of(entry, "number"), line_of(entry, "kind")
    return kind in set(RuleKind) and (bool(number) if kind == RuleKind.GLOSSARY else is_number(number))


def _rule(entry: Entry) -> Rule:
    kind = RuleKind(line_of(entry, "kind"))
    return Rule(line_of(entry, "number"), kind, line_of(entry, "title"), text_of(entry, "text"))


def _problem(entry: Entry) -> Problem:
    code = line_of(entry, "code")
    return Problem(code if _CODE.fullmatch(code) else "unknown_problem", line_of(entry, "detail"), _span(entry))


def _untold(rulings: Iterable[RawRuling], problems: Sequence[Problem], today: date) -> Iterator[Problem]:
    """Report dates to come of which the exchange does not say so."""
    told = {(problem.code, problem.span) for problem in problems}
    for raw in rulings:
        if raw.date is not None and raw.date > today and ("future_date", raw.span) not in told:
            yield from date_problems(raw.date.isoformat(), today, raw.span)


def _span(entry: Entry) -> Span:
    listed = entry.get("lines")
    numbers = [_count(number) for number in listed] if isinstance(listed, list) else []
    return Span(numbers[0], numbers[-1]) if numbers else Span(0, 0)


def _count(told: object) -> int:
    """Return a number that counts something; 0 for anything else."""
    return told if isinstance(told, int) and 0 <= told <= _LARGEST and not isinstance(told, bool) else 0
