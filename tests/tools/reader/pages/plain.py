"""Pages of plain text and Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.tools.reader.pages import entries
from tests.tools.reader.pages.draft import Draft
from tests.tools.reader.pages.entries import Style
from tests.tools.reader.pages.frame import Part

_TITLES = ("{line}", "{line}", "{line}\n{rule}", "*** {line} ***", "== {line} ==", "{line}\n")
_HEADINGS = ("{line}", "{line}", "{line}", "{line}\n{rule}", "--- {line} ---", "== {line} ==", "[{line}]")


@dataclass(frozen=True, slots=True)
class Look:
    """How a page of text writes what is no ruling."""

    title: str
    heading: str
    rule: str
    navigation: str
    """What separates the links of a row; a line break puts each on a line of its own."""
    quote: str
    """What begins each line of rulings and card texts that somebody quotes."""
    dense: bool
    """No blank lines between parts."""


def text_page(draft: Draft, parts: Sequence[Part], style: Style, *, quote: str = "") -> str:
    """Write *parts* as plain text."""
    look = Look(
        title=draft.pick(_TITLES),
        heading=draft.pick(_HEADINGS),
        rule=draft.pick("=-~"),
        navigation=draft.pick(("\n", "\n", " | ", " · ", "  ")),
        quote=quote,
        dense=draft.chance(0.15) and style.place in {"before", "inline-before"} and not style.width,
    )
    return _joined([_text(look, part, style) for part in parts], dense=look.dense)


def _joined(blocks: Sequence[list[str]], *, dense: bool) -> str:
    return ("\n" if dense else "\n\n").join("\n".join(block) for block in blocks if block) + "\n"


def _text(look: Look, part: Part, style: Style) -> list[str]:
    if part.role == "rulings":
        return quoted(entries.write(style, part.rulings), look.quote)
    if part.role in {"title", "heading", "link"}:
        pattern = look.heading if part.role == "heading" else look.title
        line = part.lines[0]
        rule = (look.rule if part.role == "title" else "-") * len(line)
        return pattern.replace("{line}", line).replace("{rule}", rule).split("\n")
    if part.role == "label":
        return [f"{part.lines[0]}{':' if look.rule != '~' else ' :'} {part.lines[1]}"]
    if part.role == "navigation":
        return look.navigation.join(part.lines).split("\n")
    if part.role == "prose":
        return [" ".join(part.lines)]
    return quoted(
        part.lines, look.quote if part.role == "card text" else ""
    )  # names, notes and what is written already


def quoted(lines: Sequence[str], quote: str) -> list[str]:
    """Put *quote* before each line."""
    return [f"{quote}{line}".rstrip() if quote else line for line in lines]


# --- Markdown -------------------------------------------------------------------------------------------------------


def markdown_page(draft: Draft, parts: Sequence[Part], style: Style, *, quote: str = "") -> str:
    """Write *parts* as Markdown."""
    level = draft.count(1, 2)
    bullets = draft.pick(("* ", "- ", ""))
    rule = ["---"] if draft.chance(0.5) else []
    blocks = [
        quoted(entries.write(style, part.rulings), quote)
        if part.role == "rulings"
        else [*(rule if part.role == "footer" else []), *_markdown(part, level, bullets)]
        for part in parts
    ]
    return _joined(blocks, dense=False)


def _markdown(part: Part, level: int, bullets: str) -> list[str]:
    line = part.lines[0]
    if part.role in {"title", "heading"}:
        return [f"{'#' * (level + (part.role == 'heading'))} {line}"]
    if part.role == "link":
        return [f"{'#' * level} [{line}]({address(line)})"]
    if part.role == "label":
        return [f"**{line}:** {part.lines[1]}"]
    if part.role == "navigation":
        return [f"{bullets}[{each}](https://www.example.org/{place})" for place, each in enumerate(part.lines)]
    if part.role == "prose":
        return [" ".join(part.lines)]
    if part.role == "card text":
        return [f"> {each}  " for each in part.lines]
    if part.role == "verbatim":
        return list(part.lines)
    return [f"{each}  " for each in part.lines]


def address(name: str) -> str:
    """Return the address of the page of the card *name* on a site that does not exist."""
    return "https://cards.example.org/card/" + "".join(c if c.isalnum() else "-" for c in name.lower())
