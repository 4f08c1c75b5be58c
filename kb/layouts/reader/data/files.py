"""Which files are data or programs, and what they hold."""

import re
from collections.abc import Iterator
from itertools import count

from kb.layouts._json import open_json
from kb.layouts.reader.syntax.gettext_files import groups_of_gettext, is_gettext
from kb.layouts.reader.syntax.groups import DataGroup, Scalar, Value
from kb.layouts.reader.syntax.latex import groups_of_latex, is_latex
from kb.layouts.reader.syntax.literals import groups_of
from kb.layouts.reader.syntax.properties import groups_of_properties, is_properties
from kb.layouts.reader.syntax.sql_rows import groups_of_sql, is_sql
from kb.layouts.reader.syntax.yaml_files import groups_of_yaml
from kb.model import Container, SourceText
from kb.read import endings
from kb.text.folding import squeeze

_FIELD = re.compile(r"\s*(?:-\s+)*(?:[\w.-]{1,40}|\"[^\"\n]{1,60}\")\s?:(?:\s|\Z)|\s*-\s|\s*#|---|\.\.\.|%YAML")
_CODE = re.compile(
    r"[;{}(),\[\]]\s*\Z|\A\s*[\w.\"'\[\]]{1,40}\s*(?:=|:=|=>)\s*\S|\A\s*</?[\w.:-]+[^<>]*>"
    r"|\A\s*(?:end|do|begin|def|val|var|let|const|import|package|class|return|public|require|use)\b|<<[~-]?['\"]?[A-Z]"
)
_YAML_SHARE = 0.6
_CODE_SHARE = 0.25
_DEEPEST = 100


def data_of(source: SourceText) -> DataGroup | None:
    """Return what *source* holds as data; None where it is for people. Raises SourceError for JSON that is none."""
    if source.container is Container.JSON:
        return _groups_of_json(source)
    if source.container is not Container.TEXT:
        return None
    lines = _filled(source.text)
    if _is_properties(source.path, lines):
        return groups_of_properties(source.text)
    if is_gettext(source.text):
        return groups_of_gettext(source.text)
    if is_latex(source.text) and not endings.is_program(source.path):
        return groups_of_latex(source.text)
    if (endings.is_yaml(source.path) or _is_yaml(lines)) and (found := groups_of_yaml(source.text)) is not None:
        return found
    if endings.is_program(source.path) or _code_share(lines) >= _CODE_SHARE:
        return groups_of_sql(source.text) if is_sql(source.text) else groups_of(source.text)
    fenced = _fenced(source.text)
    return groups_of(fenced) if fenced.strip() else None


def _filled(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _is_properties(path: str, lines: list[str]) -> bool:
    return endings.is_properties(path) or (not endings.is_structured(path) and is_properties(lines))


def is_program(source: SourceText) -> bool:
    """Whether *source* is a program or data and nothing else: by the ending of its name, and by its lines."""
    if source.container is not Container.TEXT:
        return source.container is Container.JSON
    if endings.is_program(source.path) or endings.is_written(source.path):
        return endings.is_program(source.path)
    lines = _filled(source.text)
    return _code_share(lines) >= _CODE_SHARE or _is_yaml(lines) or is_properties(lines) or is_gettext(source.text)


def _fenced(text: str) -> str:
    """Return the blocks of code in a text, all other lines blank."""
    inside, kept = False, []
    for line in text.split("\n"):
        fence = line.lstrip().startswith("```")
        kept.append(line if inside and not fence else "")
        inside = inside is not fence
    return "\n".join(kept)


def _is_yaml(lines: list[str]) -> bool:
    lines = [line for line in lines if not line.lstrip().startswith("#")]
    fields = sum(_FIELD.match(line) is not None for line in lines)
    return fields >= _YAML_SHARE * len(lines) and sum(":" in line for line in lines) > len(lines) / 4


def _code_share(lines: list[str]) -> float:
    """Return the share of *lines* that look like lines of a program or of data."""
    coded = sum(_CODE.search(line[:400]) is not None or _CODE.search(line[-80:]) is not None for line in lines)
    return coded / max(1, len(lines))


def _groups_of_json(source: SourceText) -> DataGroup:
    """Return what a JSON file holds; in place of lines, its objects are numbered in document order, from 1."""
    numbers = count(1)
    group = DataGroup()
    with open_json(source) as stream:
        for value in stream.entries():
            group.items += _json_items("", value, numbers, 0, 1)
    return group


def _json_items(
    key: str, value: object, numbers: Iterator[int], depth: int, number: int
) -> Iterator[tuple[str, Value]]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        own = next(numbers)
        inner = (item for name, each in value.items() for item in _json_items(name, each, numbers, depth + 1, own))
        yield key, DataGroup(key, list(inner))
    elif isinstance(value, list):
        inner = (item for each in value for item in _json_items("", each, numbers, depth + 1, number))
        yield key, DataGroup(key, list(inner))
    elif isinstance(value, str):
        yield key, Scalar(squeeze(value), number, number, raw=value)
    elif value is not None:
        yield key, Scalar(str(value), number, number, quoted=False)
