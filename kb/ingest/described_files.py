"""Files that exports tell of: joined where several tell of one, and told apart from those at hand."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.model import Document, Problem, RawCard, RawRuling, Span

_MISSING = "missing_rulings"


def told_apart(documents: Sequence[Document], taken: Iterable[str]) -> tuple[Document, ...]:
    """Return *documents* and those they tell of, by path; *taken* are the paths of files that could not be read.

    A file that is at hand byte for byte is not taken twice, and what several exports, or parts of one, tell of a file
    is joined. Another file of the same name gets a name of its own. A file of which rulings are missing has a problem.
    """
    at_hand = {document.path: document.digest for document in documents} | dict.fromkeys(taken, "")
    found: dict[str, Document] = {}
    for told in (told for document in documents for told in document.within):
        path = _place(told, at_hand, found)
        if path in found:
            found[path] = _joined(found[path], told)
        elif path not in at_hand:
            found[path] = replace(told, path=path)
    each = {document.path: document for document in _news(documents)}
    each |= {path: _counted(told) for path, told in found.items()}
    return tuple(each[path] for path in sorted(each))


def _news(documents: Iterable[Document]) -> Iterator[Document]:
    """Yield *documents*, without the cards that an export tells of when another, or it itself, has done so."""
    known: set[RawCard] = set()
    for document in documents:
        if document.within:
            news = tuple(card for card in dict.fromkeys(document.cards) if card not in known)
            known.update(news)
            yield replace(document, cards=news)
        else:
            yield document


def _place(told: Document, at_hand: dict[str, str], found: dict[str, Document]) -> str:
    """Return the path that is free for *told*, or that of the same file."""

    def fits(path: str) -> bool:
        if path in at_hand:
            return at_hand[path] == told.digest
        return path not in found or not told.digest or found[path].digest in {told.digest, ""}

    path, n = told.path, 2
    while not fits(path):
        path, n = f"{told.path}~{n}", n + 1
    return path


def _joined(one: Document, other: Document) -> Document:
    """Return what both tell of a file, each ruling once; a part of an export may lack what the file itself is like."""
    known = one if one.digest else replace(other, path=one.path)
    both = dict.fromkeys((*_numbered(one), *_numbered(other)))
    numbered = sorted(both, key=lambda each: each[0])
    return replace(
        known,
        rulings=tuple(raw for _, raw in numbered),
        numbers=tuple(number for number, _ in numbered),
        problems=tuple(dict.fromkeys((*one.problems, *other.problems))),
    )


def _numbered(document: Document) -> Iterable[tuple[int, RawRuling]]:
    return zip(document.numbers, document.rulings, strict=True)


def _counted(told: Document) -> Document:
    """Return *told* with a problem where the export does not hold all of it."""
    have = len(told.rulings)
    if any(problem.code == _MISSING for problem in told.problems):
        return told
    if told.told > have:
        lack = (
            f"the export says that {told.told:,} rulings stood in this file and holds {have:,}: a part of it is missing"
        )
    elif have and not told.digest:
        lack = "the export does not say what file this was: a part of it is missing"
    else:
        return told
    return replace(told, problems=(*told.problems, Problem(_MISSING, lack, Span(0, 0))))
