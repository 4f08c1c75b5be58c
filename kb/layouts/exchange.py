"""The JSON lines that `kb export --format jsonl` writes, read back: every ruling with its date, text, cards and labels.

What `kb` found out itself, such as the mechanics, is left to be found again.
"""

from collections.abc import Iterator
from datetime import date

from kb.layouts._entries import Account, Entry, date_problems, iso_date, line_of, outline, texts_of
from kb.layouts._json import open_json
from kb.layouts._sheets import card_name
from kb.model import CardName, Container, Document, Lang, RawRuling, SourceText, Span

NAME = "kb export"

_FIELDS = ("id", "date", "lang", "text", "cards", "sources")


def claims(source: SourceText) -> bool:
    """Whether *source* holds rulings as `kb export` writes them, in lines or in an array."""
    if source.container is not Container.JSON:
        return False
    places = outline(source.text)
    return any(all((*at, name) in places for name in _FIELDS) for at in ((), ("[]",)))


def read(source: SourceText, today: date) -> Document:
    """Read every ruling, as often as it names all its cards and labels, which make one ruling again."""
    rulings: list[RawRuling] = []
    account = Account()
    with open_json(source) as stream:
        for number, entry in enumerate(stream.entries(), 1):
            rulings += _rulings(entry, number, today, account)
    return Document(
        path=source.path,
        layout=NAME,
        digest=source.digest,
        rulings=tuple(rulings),
        problems=tuple(account.problems),
    )


def _rulings(entry: object, number: int, today: date, account: Account) -> Iterator[RawRuling]:
    if not isinstance(entry, dict):
        account.problem("unknown_entry", "the entry is no object", number)
    elif not line_of(entry, "text"):
        account.problem("empty_ruling", "the ruling has no text", number)
    elif line_of(entry, "lang") not in set(Lang):
        account.problem("unknown_language", f"{line_of(entry, 'lang')[:20]!r} is neither en nor fr", number)
    else:
        yield from _witnesses(entry, Span(number, number), today)


def _witnesses(entry: Entry, span: Span, today: date) -> Iterator[RawRuling]:
    printed = line_of(entry, "date")
    # An undated ruling is exported with null: that is no fault here.
    problems = date_problems(printed, today, span) if entry.get("date") is not None else ()
    names = [name for name in map(card_name, texts_of(entry, "cards")) if name] or [""]
    labels = texts_of(entry, "sources") or ("",)
    for number in range(max(len(names), len(labels))):
        name, label = names[min(number, len(names) - 1)], labels[min(number, len(labels) - 1)]
        yield RawRuling(
            text=line_of(entry, "text"),
            date=iso_date(printed),
            lang=Lang(line_of(entry, "lang")),
            card=CardName(name, english=name) if name else None,
            date_printed=printed,
            source=label.lower(),
            problems=problems,
            span=span,
        )
