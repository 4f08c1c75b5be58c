"""Markdown, and the emphasis of wikis, as far as ruling files use them: pictures, links, emphasis, tables."""

import re

from kb.read.pictures import picture

_SIGNS = re.compile(
    r"(?m)^#{1,6} \S|!\[[^\[\]\n]{0,200}\]\(|\*\*\S|'''[^\s']|^={2,6}[^=\n]{1,100}={2,6}\s*$|\[\[[^\[\]\n]{1,200}\]\]"
    r"|^\|?[ \t]*:?-{3,}:?[ \t]*\||\[[^\[\]\n]{1,200}\]\(https?:"
    r"|\[/(?:b|i|u|url|quote|list|color|size|card)\]"
)
_IMAGE = re.compile(r"!\[([^\[\]\n]{0,200})\]\(\s{0,9}<?([^()\s>]{0,2000})>?(?:\s{1,9}\"[^\"\n]{0,200}\")?\s{0,9}\)")
_LINK = re.compile(r"\[([^\]\[\n]{1,300})\]\([^()\s]{0,2000}(?:\s{1,9}\"[^\"\n]{0,200}\")?\)")
_STRONG = re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,2000}?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]{1,2000}?)(?<=[^\s*_])\1(?![\w*])")
_TAGS = r"b|i|u|s|url|quote|list|color|colour|size|font|center|img|spoiler|card|code"
_BBCODE = re.compile(rf"\[/?(?:{_TAGS})(?:=[^\[\]\n]{{0,200}})?\]", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")
_WIKI = re.compile(r"'{2,5}|<ref\b[^<>]{0,200}/>|<ref\b[^<>]{0,200}>[^<>]{0,500}</ref>")
_WIKI_LINK = re.compile(
    r"\[\[(?!(?:category|catégorie|file|image|fichier):)(?:[^\[\]|\n]{1,200}\|)?([^\[\]|\n]{1,200})\]\]", re.IGNORECASE
)
_CODE = re.compile(r"`([^`\n]{1,300})`")


def is_markdown(text: str) -> bool:
    """Whether *text* uses Markdown, or the emphasis of a wiki: headings with `#`, pictures, links, ruled tables."""
    return _SIGNS.search(text) is not None


def without_bbcode(line: str) -> str:
    """Give *line* without the tags of a forum; its items of lists are marked as elsewhere.

    >>> without_bbcode("[*][b]2021-03-19[/b] It resolves.")
    '* 2021-03-19 It resolves.'
    """
    return _BBCODE.sub("", line.replace("[*]", "* "))


def plain(line: str) -> str:
    """Give *line* as a reader sees it: symbols in braces, other pictures gone, links and emphasis as their text.

    >>> plain("Pay ![](/manasymbols/x.gif)![Blue](saved/1.png) and *tap* [it](https://example.org).")
    'Pay {X}{U} and tap it.'
    """
    within = bool(_IMAGE.sub("", line, count=1).strip())
    line = _IMAGE.sub(lambda match: picture(match[2], match[1], within=within).text, line)
    line = _WIKI_LINK.sub(r"\1", _WIKI.sub("", line))
    line = _LINK.sub(r"\1", line)
    line = _STRONG.sub(r"\2", line)
    line = _EMPHASIS.sub(r"\2", line)
    line = _CODE.sub(r"\1", line)
    return _ESCAPE.sub(r"\1", line).rstrip()


def cells_of(line: str) -> tuple[str, ...]:
    """Give the cells of a table row drawn with `|` at both ends; nothing for any other line.

    >>> cells_of("| 2021-06-18 | Cascade triggers. |")
    ('2021-06-18', 'Cascade triggers.')
    """
    body = line.strip()
    if len(body) < 3 or not (body.startswith("|") and body.endswith("|")):
        return ()
    return tuple(cell.strip() for cell in body[1:-1].split("|"))
