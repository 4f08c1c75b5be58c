"""What the elements of an HTML page are: blocks, hidden, parts of the frame."""

import re
from itertools import islice

from bs4.element import Tag

from kb.text import word_set

_FEED_BLOCKS = word_set(
    "rss feed channel item entry pubdate published updated description content subtitle author category"
)
BLOCKS = (
    word_set(
        """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu nav ol option p pre section
    summary table tbody td tfoot th thead title tr ul
    """
    )
    | _FEED_BLOCKS
)
_FEED_HIDDEN = word_set("lastbuilddate generator ttl guid docs managingeditor webmaster language")
"""What a feed says of itself in elements that no page of HTML has."""
_FEEDS = frozenset({"feed", "channel"})
_FEED_DATES = frozenset({"updated", "published", "pubdate"})
_ITEMS = frozenset({"item", "entry"})
_LAYOUT = frozenset(
    {"table", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "section", "article", "nav", "main", "form", "dl"}
)
_CELL_BLOCKS = 12
"""More blocks than that in one row make its cells parts of the page and no entries of a table."""
_NAVIGATION = frozenset({"nav", "aside", "menu", "button", "select", "label"})
_NAVIGATION_CLASS = re.compile(
    r"(?:^|[-_ ])(?:nav(?:bar|igation)?|menu|toc|breadcrumbs?|sidebar|contentlinks|pagination|tabs)(?:$|[-_ ])"
)
_FOOTER_CLASS = re.compile(r"(?:^|[-_ ])(?:footer|copyright|site-?footer|page-?footer)(?:$|[-_ ])", re.IGNORECASE)
_EDIT_CLASS = re.compile(r"(?:^|[-_ ])(?:mw-)?edit-?section(?:$|[-_ ])", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\s*\[\s*(?:[0-9]{1,3}|[a-z])\s*\]\s*")
_FOOTNOTE_PARTS = 4
"""Texts of a `<sup>` that can be the mark of a footnote."""
_NAME_CLASS = re.compile(r"(?:^|[-_ ])card-?_?(?:name|title)(?:$|[-_ ])", re.IGNORECASE)


def attribute(tag: Tag, name: str) -> str:
    """Give an attribute as text; "" where it is missing."""
    value = tag.attrs.get(name)
    return " ".join(value) if isinstance(value, list) else str(value or "")


def is_hidden(tag: Tag) -> bool:
    """Whether *tag* is no text of the page: hidden, the mark of a footnote, a link to edit.

    What is folded away until a click is seen, so blocks with blocks in them are.
    """
    if tag.name in _FEED_HIDDEN or (tag.name in _FEED_DATES and tag.parent is not None and tag.parent.name in _FEEDS):
        return True
    if "hidden" in tag.attrs and attribute(tag, "hidden") != "until-found":
        return True
    if tag.name == "sup" and _FOOTNOTE.fullmatch("".join(islice(tag.strings, _FOOTNOTE_PARTS))):
        return True
    if _EDIT_CLASS.search(attribute(tag, "class")):
        return True
    style = attribute(tag, "style").replace(" ", "").lower()
    if "display:none" not in style and "visibility:hidden" not in style:
        return False
    return not any(isinstance(child, Tag) and child.name in BLOCKS for child in tag.contents)


def is_layout_row(row: Tag) -> bool:
    """Whether the cells of *row* hold parts of the page rather than entries of a table."""
    blocks = 0
    pending = [child for child in row.contents if isinstance(child, Tag)]
    while pending:
        tag = pending.pop()
        if tag.name == "tr":
            continue
        if tag.name in _LAYOUT:
            return True
        blocks += tag.name in BLOCKS and tag.name not in {"td", "th"}
        if blocks > _CELL_BLOCKS:
            return True
        pending += [child for child in tag.contents if isinstance(child, Tag)]
    return False


def role_of(tag: Tag) -> str:
    """Say what part of the page *tag* is by its markup: `title`, `name`, `heading`, `navigation`, `footer`, or ""."""
    name = tag.name
    if name == "title":
        return "heading" if tag.parent is not None and tag.parent.name in _ITEMS else "title"
    if re.fullmatch("h[1-6]", name):
        return "heading"
    if name == "footer":
        return "footer"
    if name in _NAVIGATION:
        return "navigation"
    classes = f"{attribute(tag, 'class')} {attribute(tag, 'role')}"
    if not classes.strip():
        return ""
    if _NAME_CLASS.search(classes):
        return "name"
    if _FOOTER_CLASS.search(classes):
        return "footer"
    return "navigation" if _NAVIGATION_CLASS.search(classes.lower()) else ""
