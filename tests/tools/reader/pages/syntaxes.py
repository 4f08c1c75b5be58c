"""Writers of data literals: the same tree of maps, lists and texts in the syntax of many languages."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TypeAlias

Tree: TypeAlias = "Mapping[str, Tree] | Sequence[Tree] | str | int | bool | None"

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def double(text: str) -> str:
    """Return *text* in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def single(text: str) -> str:
    """Return *text* in single quotes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _bare(quote: Callable[[str], str]) -> Callable[[str], str]:
    """Return a writer of keys that quotes only what is no identifier."""
    return lambda key: key if _IDENTIFIER.fullmatch(key) else quote(key)


def _keyword(key: str) -> str:
    return f":{key}" if _IDENTIFIER.fullmatch(key) else double(key)


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a language writes a tree."""

    extension: str
    begin: str
    """What precedes the tree; `{id}` is an identifier made of the card's name."""
    end: str
    maps: tuple[str, str]
    lists: tuple[str, str]
    pair: str
    key: Callable[[str], str]
    string: Callable[[str], str]
    separator: str = ","
    null: str = "null"
    true: str = "true"
    false: str = "false"
    trailing: bool = False
    """The last item has a separator, too."""


_JAVASCRIPT = Syntax("js", "const {id} = ", ";\n", ("{", "}"), ("[", "]"), "{key}: {value}", _bare(double), double)
_LUA = replace(
    _JAVASCRIPT, extension="lua", begin="return ", end="\n", lists=("{", "}"), pair="{key} = {value}",
    key=_bare('["{}"]'.format), null="nil",
)  # fmt: skip
_PHP = replace(
    _JAVASCRIPT, extension="php", begin="<?php\nreturn ", maps=("[", "]"), pair="{key} => {value}", key=single,
    string=single,
)  # fmt: skip
_PYTHON = replace(
    _JAVASCRIPT, extension="py", begin="{ID} = ", end="\n", key=double, null="None", true="True", false="False",
    trailing=True,
)  # fmt: skip
_RUBY = replace(_JAVASCRIPT, extension="rb", begin="{ID} = ", end="\n", null="nil")
_LISP = replace(
    _JAVASCRIPT, extension="el", begin="", end="\n", maps=("(", ")"), pair="({key} . {value})", separator="",
    null="nil", true="t", false="nil",
)  # fmt: skip
_EDN = replace(_LISP, extension="edn", maps=("{", "}"), pair="{key} {value}", key=_keyword, true="true", false="false")

SYNTAXES: dict[str, tuple[Syntax, ...]] = {
    "javascript": (
        replace(_JAVASCRIPT, trailing=True),
        replace(_JAVASCRIPT, begin="'use strict';\n\nvar {id} = ", end=";\n\nmodule.exports = {id};\n", string=single),
        replace(_JAVASCRIPT, extension="ts", begin="export const {id}: Card = ", key=_bare(single), string=single),
    ),
    "lua": (
        replace(_LUA, begin="local {id} = ", end="\n\nreturn {id}\n", trailing=True),
        replace(_LUA, pair="{key}={value}", key='["{}"]'.format, string="[=[{}]=]".format, separator=";"),
    ),
    "php": (
        replace(_PHP, trailing=True),
        replace(_PHP, begin="<?php\n${id} = ", maps=("array(", ")"), lists=("array(", ")")),
    ),
    "python": (_PYTHON, replace(_PYTHON, lists=("(", ")"), key=single, string=single)),
    "ruby": (_RUBY, replace(_RUBY, end=".freeze\n", pair="{key} => {value}", key=double)),
    "perl": (replace(_PHP, extension="pl", begin="my ${id} = ", maps=("{", "}"), key=_bare(single), null="undef"),),
    "lisp": (replace(_LISP, begin="(setq {id} '", end=")\n"), replace(_LISP, lists=("(", ")"))),
    "edn": (_EDN,),
}


def write(syntax: Syntax, value: Tree, indent: str, depth: int = 0) -> str:
    """Write *value*; an empty *indent* puts all of it on one line."""
    if isinstance(value, Mapping):
        items = [
            syntax.pair.replace("{key}", syntax.key(key)).replace("{value}", write(syntax, each, indent, depth + 1))
            for key, each in value.items()
        ]
        return _bracketed(syntax, syntax.maps, items, indent, depth)
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = [write(syntax, each, indent, depth + 1) for each in value]
        return _bracketed(syntax, syntax.lists, items, indent, depth)
    return scalar(syntax, value)


def scalar(syntax: Syntax, value: str | float | None) -> str:
    """Write a text, a number, a truth value or nothing."""
    if value is None:
        return syntax.null
    if isinstance(value, bool):
        return syntax.true if value else syntax.false
    return syntax.string(value) if isinstance(value, str) else str(value)


def _bracketed(syntax: Syntax, brackets: tuple[str, str], items: Sequence[str], indent: str, depth: int) -> str:
    if not items or not indent:
        return brackets[0] + f"{syntax.separator} ".join(items) + brackets[1]
    inner = f"{syntax.separator}\n{indent * (depth + 1)}".join(items) + (syntax.separator if syntax.trailing else "")
    return f"{brackets[0]}\n{indent * (depth + 1)}{inner}\n{indent * depth}{brackets[1]}"


# --- YAML -----------------------------------------------------------------------------------------------------------


def yaml(value: Tree, quote: str, depth: int = 0) -> list[str]:
    """Return the lines of *value* in YAML; *quote* is `double`, `single` or `folded`."""
    pad = "  " * depth
    if isinstance(value, Mapping):
        return [line for key, each in value.items() for line in _yaml_pair(pad + _yaml_key(key), each, quote, depth)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [line for each in value for line in _yaml_item(pad, each, quote, depth)]
    return [pad + _yaml_scalar(value, quote)]


def _yaml_key(key: str) -> str:
    return f"{key if _IDENTIFIER.fullmatch(key) else double(key)}:"


def _yaml_pair(begin: str, value: Tree, quote: str, depth: int) -> list[str]:
    if _is_nested(value):
        return [begin, *yaml(value, quote, depth + 1)]
    if quote == "folded" and isinstance(value, str) and len(value) > 40:
        return [f"{begin} >-", *(f"{'  ' * (depth + 1)}{line}" for line in _halves(value))]
    return [f"{begin} {_yaml_scalar(value, quote)}"]


def _yaml_item(pad: str, value: Tree, quote: str, depth: int) -> list[str]:
    if not _is_nested(value):
        return [f"{pad}- {_yaml_scalar(value, quote)}"]
    first, *rest = yaml(value, quote, depth + 1)
    return [f"{pad}- {first.lstrip()}", *rest]


def _is_nested(value: Tree) -> bool:
    return isinstance(value, Mapping | Sequence) and not isinstance(value, str) and bool(value)


def _yaml_scalar(value: Tree, quote: str) -> str:
    if isinstance(value, str):
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}|[A-Za-z][\w ]*", value):
            return value
        return "'" + value.replace("'", "''") + "'" if quote == "single" else double(value)
    return "[]" if isinstance(value, Sequence | Mapping) else json.dumps(value)


def _halves(text: str) -> list[str]:
    words = text.split(" ")
    return [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]


# --- TOML and XML ---------------------------------------------------------------------------------------------------


def toml(value: Mapping[str, Tree], path: str = "") -> list[str]:
    """Return the lines of *value* in TOML; its lists of maps become arrays of tables."""
    lines, tables = [], []
    for key, each in value.items():
        name = key if _IDENTIFIER.fullmatch(key) else double(key)
        if isinstance(each, Mapping):
            tables += ["", f"[{path}{name}]", *toml(each, f"{path}{name}.")]
        elif isinstance(each, Sequence) and not isinstance(each, str) and each and isinstance(each[0], Mapping):
            for member in each:
                if isinstance(member, Mapping):
                    tables += ["", f"[[{path}{name}]]", *toml(member, f"{path}{name}.")]
        else:
            lines.append(f"{name} = {_toml_value(each)}")
    return [*lines, *tables]


def _toml_value(value: Tree) -> str:
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return value
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_toml_value(each) for each in value) + "]"
    return '""' if value is None else json.dumps(value, ensure_ascii=False)


def xml(name: str, value: Tree, *, attributes: bool, depth: int = 0) -> list[str]:
    """Return the lines of *value* as an element; short texts are attributes where *attributes* says so."""
    pad = "  " * depth
    if isinstance(value, Mapping):
        short = [key for key, each in value.items() if attributes and not _is_nested(each) and len(str(each)) < 40]
        begin = "".join(f' {key}="{escape(str(value[key]))}"' for key in short)
        rest = {key: each for key, each in value.items() if key not in short}
        inner = [line for key, each in rest.items() for line in xml(key, each, attributes=attributes, depth=depth + 1)]
        return [f"{pad}<{name}{begin}>", *inner, f"{pad}</{name}>"] if inner else [f"{pad}<{name}{begin}/>"]
    if isinstance(value, Sequence) and not isinstance(value, str):
        member = name[:-1] if name.endswith("s") else "item"
        inner = [line for each in value for line in xml(member, each, attributes=attributes, depth=depth + 1)]
        return [f"{pad}<{name}>", *inner, f"{pad}</{name}>"]
    return [f"{pad}<{name}>{escape(str('' if value is None else value), quote=False)}</{name}>"]
