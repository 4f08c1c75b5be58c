"""Pages of HTML: the document around the rulings."""

from collections.abc import Callable, Sequence

from tests.tools.reader.pages import markup
from tests.tools.reader.pages.draft import Draft
from tests.tools.reader.pages.entries import Style
from tests.tools.reader.pages.frame import Part
from tests.tools.reader.pages.markup import Look
from tests.tools.reader.pages.plain import address

_SCRIPT = "<script>var page = {id: 417, day: '2000-01-01'}; track(page);</script>"
_STYLE = "<style>.date { color: #555; } .item { margin: 0 0 1em; }</style>"
_COMMENT = "<!-- template 4, cached -->"


def html_page(
    draft: Draft, parts: Sequence[Part], style: Style, *, page_title: str = "", look: Look | None = None
) -> str:
    """Write *parts* as an HTML document or a fragment of one."""
    look = look or markup.choose_look(draft, style.place)
    written = [_ROLES[part.role](draft, look, part) if part.role in _ROLES else "" for part in parts]
    body = [
        _section(draft, markup.rulings(draft, look, style, part.rulings)) if part.role == "rulings" else text
        for part, text in zip(parts, written, strict=True)
    ]
    inner = f"{look.line}".join(body)
    if not page_title and draft.chance(0.2):
        return inner + "\n"
    return document(draft, look, inner, page_title)


def document(draft: Draft, look: Look, inner: str, page_title: str = "") -> str:
    """Return the document whose body is *inner*."""
    title = f"{page_title} - example.org" if page_title else draft.pick(("example.org", "Example Cards", "Untitled"))
    head = [_line for _line, share in ((_SCRIPT, 0.3), (_STYLE, 0.3), (_COMMENT, 0.2)) if draft.chance(share)]
    begin, end = draft.pick(
        (("", ""), ("<main>", "</main>"), ('<div id="content">', "</div>"), ('<div class="w"><div>', "</div></div>"))
    )
    language = f' lang="{draft.lang}"' if draft.chance(0.6) else ""
    doctype = "<!DOCTYPE html>\n" if draft.chance(0.7) else ""
    return (
        f'{doctype}<html{language}><head><meta charset="utf-8"><title>{markup.plain(look, title)}</title>'
        f"{''.join(head)}</head>\n<body>{begin}\n{inner}\n{end}</body></html>\n"
    )


def _section(draft: Draft, inner: str) -> str:
    pattern = draft.pick(
        ('<section id="rulings">{}</section>', '<div class="rulings">{}</div>', "<div><div>{}</div></div>", "{}")
    )
    return pattern.replace("{}", inner)


def _title(_: Draft, look: Look, part: Part) -> str:
    return look.title.replace("{}", markup.plain(look, part.lines[0]))


def _link(draft: Draft, look: Look, part: Part) -> str:
    link = f'<a href="{address(part.lines[0])}">{markup.plain(look, part.lines[0])}</a>'
    return draft.pick(("<h2>{}</h2>", "<p><b>{}</b></p>", '<div class="t">{}</div>')).replace("{}", link)


def _label(draft: Draft, look: Look, part: Part) -> str:
    label, name = (markup.plain(look, line) for line in part.lines)
    pattern = draft.pick((
        '<div class="row"><div class="label">{label}:</div><div class="value">{name}</div></div>',
        "<p><b>{label}:</b> {name}</p>",
        "<table><tr><th>{label}</th><td>{name}</td></tr></table>",
        "<dl><dt>{label}</dt><dd>{name}</dd></dl>",
    ))  # fmt: skip
    return pattern.replace("{label}", label).replace("{name}", name)


def _heading(_: Draft, look: Look, part: Part) -> str:
    return look.heading.replace("{}", markup.plain(look, part.lines[0]))


def _card_text(draft: Draft, look: Look, part: Part) -> str:
    return _block(draft, look, part, ('<div class="oracle">{}</div>', "<div>{}</div>"), ("<p>{}</p>", "{}<br>"))


def _notes(draft: Draft, look: Look, part: Part) -> str:
    item = draft.pick(("li", "p", "br"))
    if item == "li":
        return _block(draft, look, part, ("<ul>{}</ul>", '<ul class="facts">{}</ul>'), ("<li>{}</li>",))
    return _block(draft, look, part, ("<aside>{}</aside>", '<div class="side">{}</div>'), ("<p>{}</p>", "{}<br>"))


def _navigation(draft: Draft, look: Look, part: Part) -> str:
    return _block(
        draft, look, part, ("<nav><ul>{}</ul></nav>", '<ul id="menu">{}</ul>'), ('<li><a href="/x">{}</a></li>',)
    )  # fmt: skip


def _footer(draft: Draft, look: Look, part: Part) -> str:
    return _block(draft, look, part, ("<footer>{}</footer>", '<div class="footer">{}</div>'), ("<p>{}</p>", "{}<br>"))


def _block(draft: Draft, look: Look, part: Part, outer: Sequence[str], inner: Sequence[str]) -> str:
    pattern = draft.pick(inner)
    lines = [pattern.replace("{}", markup.rich(draft, look, line)) for line in part.lines]
    return draft.pick(outer).replace("{}", look.line.join(lines))


_ROLES: dict[str, Callable[[Draft, Look, Part], str]] = {
    "title": _title,
    "name": _title,
    "link": _link,
    "label": _label,
    "heading": _heading,
    "card text": _card_text,
    "prose": lambda _, look, part: f"<p>{markup.plain(look, ' '.join(part.lines))}</p>",
    "notes": _notes,
    "navigation": _navigation,
    "verbatim": lambda _, look, part: look.line.join(part.lines),
    "footer": _footer,
}
