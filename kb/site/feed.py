"""What machines read of the site: a feed of the newest rulings for each language, the site map, robots.txt."""

import html
import uuid
from collections.abc import Iterable

from kb.model import Lang, Ruling
from kb.site import address
from kb.site.entries import groups
from kb.site.markup import fit
from kb.site.tree import Tree, card_ref

_ENTRIES = 50
_RECENT = 500
_SITE_MAP_LIMIT = 50_000
"""So many addresses the site map protocol allows in one file."""
_NO_DATE = "1970-01-01"


def feed(tree: Tree) -> bytes:
    """Give the newest dated rulings in Atom: it is as new as the newest of them, whenever it was built."""
    newest = sorted(tree.atlas.rulings, key=tree.atlas.newest.__getitem__)[:_RECENT]
    leads = [tree.atlas.rulings[group.lead] for group in groups(tree, newest)]
    dated = [ruling for ruling in leads if ruling.date][:_ENTRIES]
    home = f"{tree.base_url}{tree.lang}/" if tree.base_url else ""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{tree.lang}">',
        f"<title>{_xml(tree.words.say('site'))}</title>",
        f"<subtitle>{_xml(tree.words.say('site_summary'))}</subtitle>",
        f"<id>{_identity('feed', tree.base_url, tree.lang)}</id>",
        f"<updated>{_moment(dated[0] if dated else None)}</updated>",
        f"<author><name>{_xml(tree.words.say('site'))}</name></author>",
        f'<link rel="alternate" type="text/html" hreflang="{tree.lang}" href="{home}{address.HOME}"/>',
        *([f'<link rel="self" type="application/atom+xml" href="{home}{address.FEED}"/>'] if home else []),
        *(_entry(tree, ruling, home) for ruling in dated),
        "</feed>",
    ]
    return _bytes(lines)


def site_maps(paths: Iterable[str], base_url: str) -> dict[str, bytes]:
    """Give the site map of all pages among *paths*, in several files under an index where one may not hold them."""
    wrong = {address.NOT_FOUND, *(f"{lang}/{address.NOT_FOUND}" for lang in Lang)}
    pages = sorted(path for path in paths if path.endswith(".html") and path not in wrong)
    parts = [pages[at : at + _SITE_MAP_LIMIT] for at in range(0, len(pages), _SITE_MAP_LIMIT)]
    if len(parts) == 1:
        return {"sitemap.xml": _map("urlset", "url", parts[0], base_url)}
    maps = {f"sitemap-{n}.xml": _map("urlset", "url", part, base_url) for n, part in enumerate(parts, start=1)}
    return {"sitemap.xml": _map("sitemapindex", "sitemap", maps, base_url), **maps}


def robots(base_url: str) -> bytes:
    """Let everyone in, and name the site map where the site's address is known."""
    return _bytes(["User-agent: *", "Allow: /", *([f"Sitemap: {base_url}sitemap.xml"] if base_url else [])])


def _map(outer: str, inner: str, paths: Iterable[str], base_url: str) -> bytes:
    return _bytes(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            f'<{outer} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
            *(f"<{inner}><loc>{_xml(base_url + path)}</loc></{inner}>" for path in paths),
            f"</{outer}>",
        ]
    )


def _entry(tree: Tree, ruling: Ruling, home: str) -> str:
    cards = ", ".join(card_ref(tree, key, "").text for key in ruling.cards)
    title = (
        tree.words.say("rulings_on", card=cards)
        if cards
        else tree.words.say("rulings_of", day=tree.words.day(ruling.date))
    )
    if not ruling.official:
        title = f"{title} {tree.words.say('note')}"
    return "\n".join(
        (
            "<entry>",
            f"<title>{_xml(title)}</title>",
            f"<id>{_identity('ruling', ruling.id)}</id>",
            f"<updated>{_moment(ruling)}</updated>",
            f'<link rel="alternate" type="text/html" href="{home}{address.ruling(ruling.id)}"/>',
            f'<content type="text" xml:lang="{ruling.lang}">{_xml(ruling.text)}</content>',
            "</entry>",
        )
    )


def _moment(ruling: Ruling | None) -> str:
    return f"{ruling.date.isoformat() if ruling and ruling.date else _NO_DATE}T00:00:00Z"


def _identity(*parts: str) -> str:
    """Give an address of its own to what has none on the web, the same in every build."""
    return uuid.uuid5(uuid.NAMESPACE_URL, " ".join(("kb", *parts))).urn


def _xml(text: str) -> str:
    return html.escape(fit(text))


def _bytes(lines: Iterable[str]) -> bytes:
    return "\n".join((*lines, "")).encode()
