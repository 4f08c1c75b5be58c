"""What the elements of an HTML page are: blocks, hidden, parts of the frame."""

import re
from collections.abc import Iterator
from itertools import islice

from bs4.element import PageElement, Tag

from kb.text.dates import find_dates
from kb.text.folding import word_set

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
_QUOTE_PARTS = 3
"""Elements around what a quotation begins with."""
_PRE_PARTS = 40
_LAYOUT = frozenset(
    {"table", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "section", "article", "nav", "main", "form", "dl"}
)
_CELL_BLOCKS = 12
"""More blocks than that in one row make its cells parts of the page and no entries of a table."""
_NODES = 4
_LONGEST, _MOST_CLASSES = 2000, 100
"""Characters and classes of an attribute that are looked at, of that of a table again at each of its rows."""
_SLUG = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)+)/?(?:\.html?)?(?:[?#].*)?\Z")
_ENTRIES = frozenset({"div", "li", "p", "dd", "article", "section", "blockquote"})
_DAY_NAME = re.compile(r"date|time|day|published|jour|when|added|-(?:on|le)\Z", re.IGNORECASE)
_DAY = re.compile(r"[12][0-9]{3}-[01][0-9]-[0-3][0-9](?![0-9])")
_DAY_PARTS = 12
_SIGNATURE = 4
"""Classes of an element that count."""
_LONGEST_CLASS = 60
_STRIPES = frozenset({"odd", "even", "alt", "first", "last", "active", "row0", "row1"})
_ITEM_PARTS = 100
"""Texts of an item of a list in a cell of a table; more make it no ruling."""
_RULING_CLASS = re.compile(
    r"(?:^|[-_ ])(?:card-?)?rulings?(?:[-_]?(?:date|text|table|list|row|item|post))?(?:$|[-_ ])", re.IGNORECASE
)
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
    """Return an attribute as text, of a very long one the beginning; "" where it is missing."""
    value = tag.attrs.get(name)
    if not value:
        return ""
    return " ".join(value[:_MOST_CLASSES])[:_LONGEST] if isinstance(value, list) else str(value)[:_LONGEST]


def signature(tag: Tag) -> str:
    """Return what elements of one kind have in common: name and classes, but for those that only stripe a list."""
    if "class" not in tag.attrs:
        return tag.name
    listed = attribute(tag, "class").split()[:_SIGNATURE]
    classes = [each[:_LONGEST_CLASS] for each in listed if each.lower() not in _STRIPES]
    return ".".join((tag.name, *classes))


def slug_of(address: str) -> str:
    """Return the last part of *address* where it is words that dashes join, as the pages of cards have: `rift-bolt`."""
    match = _SLUG.search(address)
    return match[1] if match else ""


def day_of(tag: Tag) -> str:
    """Return the date that an attribute of *tag*, an entry of a list, gives and its text does not; "" elsewhere."""
    if tag.name not in _ENTRIES:
        return ""
    days = (attribute(tag, name) for name in tag.attrs if _DAY_NAME.search(name))
    day = next(filter(_DAY.match, days), "")[:10]
    return day if day and not find_dates(" ".join(first_texts(tag, _DAY_PARTS))[:_LONGEST]) else ""


def first_texts(tag: Tag, most: int) -> Iterator[str]:
    """Return the first texts in *tag*, *most* of them or fewer; looks at a few nodes for each, however it nests."""
    return (str(node) for node in _first_nodes(tag, most) if not isinstance(node, Tag))


def first_tags(tag: Tag, most: int) -> Iterator[Tag]:
    """Return the first elements in *tag*, *most* of them or fewer, as `first_texts` does the texts."""
    return islice((node for node in _first_nodes(tag, most) if isinstance(node, Tag)), most)


def _first_nodes(tag: Tag, most: int) -> Iterator[PageElement]:
    open_tags = [iter(tag.contents)]
    for _ in range(_NODES * most):
        node = next(open_tags[-1], None)
        if isinstance(node, Tag):
            open_tags.append(iter(node.contents))
        if node is not None:
            yield node
        else:
            open_tags.pop()
        if not open_tags:
            return


def is_hidden(tag: Tag) -> bool:
    """Whether *tag* is no text of the page: hidden, the mark of a footnote, a link to edit.

    What is folded away until a click is seen, so blocks with blocks in them are.
    """
    if tag.name in _FEED_HIDDEN or (tag.name in _FEED_DATES and tag.parent is not None and tag.parent.name in _FEEDS):
        return True
    if "hidden" in tag.attrs and attribute(tag, "hidden") != "until-found":
        return True
    if tag.name == "sup" and _FOOTNOTE.fullmatch("".join(first_texts(tag, _FOOTNOTE_PARTS))):
        return True
    if _EDIT_CLASS.search(attribute(tag, "class")):
        return True
    style = attribute(tag, "style").replace(" ", "").lower()
    if "display:none" not in style and "visibility:hidden" not in style:
        return False
    return not any(isinstance(child, Tag) and child.name in BLOCKS for child in tag.contents)


def _heads(button: Tag) -> bool:
    """Whether *button* folds the part of the page that the heading it stands in begins."""
    return button.parent is not None and re.fullmatch("h[1-6]", button.parent.name) is not None


def _asks(tag: Tag) -> bool:
    """Whether what *tag* says is a question, as those of folded answers are."""
    return "".join(first_texts(tag, _ITEM_PARTS)).rstrip().endswith("?")


def lists_rulings(listing: Tag) -> bool:
    """Whether *listing*, which stands in a cell of a table, fills it, and each of its items is whole sentences."""
    cell = listing.parent
    if cell is None or cell.name not in {"td", "th"}:
        return False
    if any(child is not listing and (isinstance(child, Tag) or str(child).strip()) for child in cell.contents):
        return False
    items = [child for child in listing.contents if isinstance(child, Tag)]
    return bool(items) and all(item.name == "li" and _ends_sentence(item) for item in items)


def _ends_sentence(item: Tag) -> bool:
    last = next((text for text in reversed([*first_texts(item, _ITEM_PARTS)]) if text.strip()), "")
    return last.rstrip().endswith((".", "!", "?", ")", "”", '"'))


def states_ruling(row: Tag) -> bool:
    """Whether the page calls *row*, a cell of it or its table that of a ruling: `class="rulingDate"`."""
    above = row.parent if row.parent is None or row.parent.name == "table" else row.parent.parent
    called = [row, *(child for child in row.contents if isinstance(child, Tag) and child.name == "td")]
    called += [above] if above is not None and above.name == "table" else []
    return any(_RULING_CLASS.search(attribute(tag, "class")) for tag in called)


def is_layout_row(row: Tag) -> bool:
    """Whether the cells of *row* hold parts of the page rather than entries of a table."""
    called = states_ruling(row)
    blocks = 0
    pending = [child for child in row.contents if isinstance(child, Tag)]
    while pending:
        tag = pending.pop()
        if tag.name == "tr":
            continue
        if (tag.name in _LAYOUT and not (called and tag.name == "hr")) or keeps_lines(tag):
            return True
        blocks += tag.name in BLOCKS and tag.name not in {"td", "th"}
        if blocks > _CELL_BLOCKS:
            return True
        pending += [child for child in tag.contents if isinstance(child, Tag)]
    return False


def keeps_lines(tag: Tag) -> bool:
    """Return whether *tag* is a `<pre>` of several lines."""
    return tag.name == "pre" and "\n" in "".join(first_texts(tag, _PRE_PARTS)).strip()


def names_quoted(tag: Tag) -> bool:
    """Return whether *tag* is a `<cite>` that a quotation opens with, as those of forums do: who wrote it."""
    if tag.name != "cite":
        return False
    for _ in range(_QUOTE_PARTS):
        before, parent = tag.previous_sibling, tag.parent
        if parent is None or (before is not None and (isinstance(before, Tag) or str(before).strip())):
            return False
        if parent.name == "blockquote":
            return True
        tag = parent
    return False


def role_of(tag: Tag) -> str:
    """Return the part of the page that *tag* is: `title`, `name`, `heading`, `navigation`, `footer`, or ""."""
    name = tag.name
    if name == "title":
        return "heading" if tag.parent is not None and tag.parent.name in _ITEMS else "title"
    if re.fullmatch("h[1-6]", name):
        return "heading"
    if name == "footer":
        return "footer"
    if name in _NAVIGATION:
        return "" if name == "button" and (_heads(tag) or _asks(tag)) else "navigation"
    classes = f"{attribute(tag, 'class')} {attribute(tag, 'role')}"
    if not classes.strip():
        return ""
    if _NAME_CLASS.search(classes):
        return "name"
    if _FOOTER_CLASS.search(classes):
        return "footer"
    return "navigation" if _NAVIGATION_CLASS.search(classes.lower()) else ""
