"""Markdown, and the emphasis of wikis, as far as ruling files use them: pictures, links, emphasis, tables."""

import re

from kb.read.pictures import picture
from kb.text.symbols import braced

_SIGNS = re.compile(
    r"(?m)^#{1,6} \S|!\[[^\[\]\n]{0,200}\]\(|\*\*\S|'''[^\s']|^={2,6}[^=\n]{1,100}={2,6}\s*$|\[\[[^\[\]\n]{1,200}\]\]"
    r"|^\|?[ \t]*:?-{3,}:?[ \t]*\||\[[^\[\]\n]{1,200}\]\(https?:"
    r"|\[/(?:b|i|u|url|quote|list|color|size|card)\]"
)
_IMAGE = re.compile(r"!\[([^\[\]\n]{0,200})\]\(\s{0,9}<?([^()\s>]{0,2000})>?(?:\s{1,9}\"[^\"\n]{0,200}\")?\s{0,9}\)")
_LINK = re.compile(r"(?<!!)\[([^\]\[\n]{1,300})\]\([^()\s]{0,2000}(?:\s{1,9}\"[^\"\n]{0,200}\")?\)")
_STRONG = re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,2000}?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]{1,2000}?)(?<=[^\s*_])\1(?![\w*])")
_BBCODE = re.compile(
    r"\[/[a-z]{1,12}\]|\[(?:b|i|u|s|url|quote|list|center|img|spoiler|card|deck|code|hr)\]|\[[a-z]{1,12}=(?!\")[^\[\]\n]{0,200}\]"
    r"|\[[a-z]{1,12}=\"[^\[\]\n\"]{0,200}\"[^\[\]\n]{0,100}\]",
    re.IGNORECASE,
)
_STRESSED = re.compile(r"(?<![\w*/+\\])\*(?=[^\W\d_]|[\"“«'])([^*\n]{1,200})(?<=[^\s*/+0-9])\*(?![\w*/+])")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")
_WIKI = re.compile(r"'{2,5}|<ref\b[^<>]{0,200}/>|<ref\b[^<>]{0,200}>[^<>]{0,500}</ref>")
_WIKI_LINK = re.compile(
    r"\[\[(?!(?:category|catégorie|file|image|fichier):)(?:[^\[\]|\n]{1,200}\|)?([^\[\]|\n]{1,200})\]\]", re.IGNORECASE
)
_TEMPLATE = re.compile(r"\{\{(?P<name>[^{}|\n]{1,40})\|(?:[^{}|\n]{1,80}\|)?(?P<given>[^{}|\n]{1,2000})\}\}")
_DATE_TEMPLATE = re.compile(
    r"\{\{[^{}|\n]{1,40}\|(?P<date>[12][0-9]{3}\|[01]?[0-9]\|[0-3]?[0-9]|[0-3]?[0-9]\|[^\W\d_]{3,9}\|[12][0-9]{3})(?:\|[^{}\n]{0,40})?\}\}"
)
_PARAMETER = re.compile(r"\A\s*[\w -]{1,30}\s*=\s*")
_SYMBOLS = frozenset({"mana", "symbol", "sym", "m", "ms", "cost", "symbole"})
_SLANTED = re.compile(r"(?<![:\w/])//(?=[^\W\d_]|[«“\"])([^/\n]{1,200})(?<=[^\s/])//(?![\w/])")
_CODE = re.compile(r"`([^`\n]{1,300})`")


def is_markdown(text: str) -> bool:
    """Whether *text* uses Markdown, or the emphasis of a wiki: headings with `#`, pictures, links, ruled tables."""
    return _SIGNS.search(text) is not None


def without_bbcode(line: str) -> str:
    """Return *line* without the tags of a forum; its items of lists are marked as elsewhere.

    >>> without_bbcode("[*][b]2021-03-19[/b] It resolves.")
    '* 2021-03-19 It resolves.'
    """
    return _BBCODE.sub("", line.replace("[*]", "* "))


def unstressed(line: str) -> str:
    """Return a line of plain text without the stars that stress a word in mails and chats.

    >>> unstressed("It can be played *only* once. Its power is */*+1.")
    'It can be played only once. Its power is */*+1.'
    """
    return _STRESSED.sub(r"\1", line)


def plain(line: str) -> str:
    """Return *line* as a reader sees it: symbols in braces, other pictures gone, links and emphasis as their text.

    >>> plain("Pay ![](/manasymbols/x.gif)![Blue](saved/1.png) and *tap* [it](https://example.org).")
    'Pay {X}{U} and tap it.'
    """
    within = bool(_IMAGE.sub("", line, count=1).strip())
    line = _IMAGE.sub(lambda match: picture(match[2], match[1], within=within).text, line)
    line = _DATE_TEMPLATE.sub(
        lambda match: match["date"].replace("|", "-" if match["date"][:4].isdigit() else " "), line
    )
    line = _TEMPLATE.sub(_given, line)
    line = _WIKI_LINK.sub(r"\1", _WIKI.sub("", line))
    line = _LINK.sub(r"\1", line)
    line = _SLANTED.sub(r"\1", _STRONG.sub(r"\2", line))
    line = _EMPHASIS.sub(r"\2", line)
    line = _CODE.sub(r"\1", line)
    return _ESCAPE.sub(r"\1", line).rstrip()


def _given(match: re.Match[str]) -> str:
    """Return what a template within a line shows: a symbol, or what it is given."""
    if match["name"].strip().casefold() in _SYMBOLS:
        return braced("{" + match["given"].strip() + "}") or match[0]
    return _PARAMETER.sub("", match["given"]).strip()


def links_in(line: str) -> tuple[str, ...]:
    """Return the texts of the links and the words of the pictures in *line*, as far as they say something.

    >>> links_in("![Trinisphere](t.png)**Q:** Is [Fireball](https://example.org/f) red?")
    ('Trinisphere', 'Fireball')
    """
    found = [match for pattern in (_IMAGE, _LINK, _WIKI_LINK) for match in pattern.finditer(line)]
    return tuple(match[1].strip(" *_'") for match in sorted(found, key=re.Match.start) if match[1].strip(" *_'"))
