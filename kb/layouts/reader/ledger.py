"""The account of a document: every line in one place, problems where they belong, lines counted as in the file."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.model import Container, Document, Problem, RawRuling, Skipped, SourceText, Span
from kb.text.folding import squeeze

_SHOWN = 60


def settled(document: Document, source: SourceText, *, in_file: bool = True) -> Document:
    """Finish what a layout read of *source*.

    What decoding had to mend becomes a problem of the ruling it is in, or of the document. A line that the layout left
    out without a word is a problem `unread`. Spans in HTML become lines of the file, if they are asked for *in_file*.
    """
    if source.container is Container.JSON or document.rules:
        return replace(document, problems=(*source.problems, *document.problems))
    document = _with_source_problems(document, source.problems)
    document = replace(document, problems=_sorted((*document.problems, *_unread(document, source))))
    return _in_file_lines(document, source.lines) if source.lines and in_file else document


def _sorted(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: (problem.span, problem.code, problem.detail)))


def covered(document: Document) -> list[int]:
    """List the line numbers that the rulings, problems and skips of *document* cover, as often as they are covered."""
    spans = [raw.span for raw in document.rulings]
    spans += [problem.span for problem in document.problems]
    spans += [skip.span for skip in document.skipped]
    return sorted(number for span in spans for number in range(span.first, span.last + 1))


def _unread(document: Document, source: SourceText) -> Iterable[Problem]:
    seen = frozenset(covered(document))
    for number, line in enumerate(source.text.split("\n"), 1):
        if line.strip() and number not in seen:
            yield Problem(
                "unread", f"“{squeeze(line)[:_SHOWN]}” is in no ruling; the layout passed over it", Span(number, number)
            )


def _with_source_problems(document: Document, problems: Sequence[Problem]) -> Document:
    if not problems:
        return document
    homes: dict[int, list[Problem]] = {}
    own: list[Problem] = []
    index = {n: place for place, raw in enumerate(document.rulings) for n in range(raw.span.first, raw.span.last + 1)}
    for problem in problems:
        home = index.get(problem.span.first)
        (own if home is None else homes.setdefault(home, [])).append(problem)
    rulings = tuple(
        replace(raw, problems=_sorted((*raw.problems, *homes[place]))) if place in homes else raw
        for place, raw in enumerate(document.rulings)
    )
    known = {n for problem in document.problems for n in range(problem.span.first, problem.span.last + 1)}
    taken = frozenset(problem.span.first for problem in own)
    return replace(
        document,
        rulings=rulings,
        problems=(*document.problems, *_one_a_line(problem for problem in own if problem.span.first not in known)),
        skipped=tuple(part for skip in document.skipped for part in _without(skip, taken)),
    )


def _one_a_line(problems: Iterable[Problem]) -> Iterable[Problem]:
    """Return one problem for each line, the first: a line lands in one place only."""
    return {problem.span.first: problem for problem in reversed(list(problems))}.values()


def _without(skip: Skipped, taken: frozenset[int]) -> Iterable[Skipped]:
    first = skip.span.first
    for number in range(skip.span.first, skip.span.last + 2):
        if number in taken or number > skip.span.last:
            if number > first:
                yield Skipped(skip.reason, Span(first, number - 1))
            first = number + 1


def _in_file_lines(document: Document, lines: Sequence[Span]) -> Document:
    def mapped(span: Span) -> Span:
        parts = lines[span.first - 1 : span.last] or lines[-1:]
        return Span(min(part.first for part in parts), max(part.last for part in parts))

    def moved(problem: Problem) -> Problem:
        return replace(problem, span=mapped(problem.span))

    def placed(raw: RawRuling) -> RawRuling:
        return replace(raw, span=mapped(raw.span), problems=tuple(map(moved, raw.problems)))

    return replace(
        document,
        rulings=tuple(map(placed, document.rulings)),
        problems=tuple(map(moved, document.problems)),
        skipped=tuple(replace(skip, span=mapped(skip.span)) for skip in document.skipped),
    )
