"""Rulings in YAML files: their mappings and lists as groups of texts, with the lines of each."""

from collections.abc import Iterator

import yaml

from kb.layouts.reader.syntax.groups import DataGroup, Scalar, Value
from kb.text.folding import squeeze

_MOST = 200_000
"""How many values of a file are read; an alias may repeat any number of them."""
_DEEPEST = 100
_BLOCK_STYLES = frozenset({"|", ">"})


def groups_of_yaml(text: str) -> DataGroup | None:
    """Return the contents of the documents in *text*; None if it is not YAML."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = DataGroup()
    left = iter(range(_MOST))
    try:
        for document in yaml.compose_all(text, Loader=loader):
            found.items += _node_items("", document, left, 0)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    return found


def _node_items(key: str, node: yaml.Node | None, left: Iterator[int], depth: int) -> Iterator[tuple[str, Value]]:
    if node is None or depth > _DEEPEST or next(left, None) is None:
        return
    if isinstance(node, yaml.ScalarNode):
        yield key, _node_scalar(node)
        return
    group = DataGroup(key)
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            label = name.value if isinstance(name, yaml.ScalarNode) else ""
            group.items += _node_items(str(label), value, left, depth + 1)
    else:
        for value in node.value:
            group.items += _node_items("", value, left, depth + 1)
    yield key, group


def _node_scalar(node: yaml.ScalarNode) -> Scalar:
    first, last = node.start_mark.line + 1, node.end_mark.line + 1
    if node.end_mark.column == 0 and last > first:
        last -= 1
    if node.style in _BLOCK_STYLES and last > first:
        # The sign of the block has a line of its own.
        first += 1
    quoted = any(sign.isalpha() for sign in node.value)
    return Scalar(squeeze(node.value), first, last, quoted=quoted, raw=node.value if node.style == "|" else "")
