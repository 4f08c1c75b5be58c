"""Statements of programs: where one ends and the next begins, whatever the language."""

from collections.abc import Iterator, Sequence

from kb.layouts.reader.syntax.tokens import CodeToken


def statements_of(tokens: Sequence[CodeToken]) -> Iterator[list[CodeToken]]:
    """Yield the statements in *tokens*; a line that ends with a comma or an operator continues on the next."""
    statement: list[CodeToken] = []
    following = _following(tokens)
    for place, token in enumerate(tokens):
        if token.kind != "end":
            statement.append(token)
            continue
        open_end = bool(statement) and (statement[-1].kind in {"comma", "sign"} or statement[-1].is_operator)
        after = following[place] if token.value == "\n" else None
        continues = after is not None and (after.is_operator or (after.kind == "text" and _breaks_off(statement)))
        if statement and not (token.value == "\n" and (open_end or continues)):
            yield statement
            statement = []
    if statement:
        yield statement


def _following(tokens: Sequence[CodeToken]) -> list[CodeToken | None]:
    """Return for each of *tokens* the next one that ends no statement."""
    found: list[CodeToken | None] = []
    after: CodeToken | None = None
    for token in reversed(tokens):
        found.append(after)
        after = after if token.kind == "end" else token
    return found[::-1]


def _breaks_off(statement: Sequence[CodeToken]) -> bool:
    """Whether *statement* ends with a text that breaks off, so that the text on the next line continues it."""
    if not statement or statement[-1].kind != "text":
        return False
    before = statement[-1].scalar
    return before.raw[-1:].isspace() or not before.text.endswith((".", "!", "?"))
