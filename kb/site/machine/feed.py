"""What machines read of the site: a feed of the newest rulings for each language, the site map, robots.txt."""

import html
import uuid
from collections.abc import Iterable, Iterator

from kb.model import Lang, Ruling
from kb.site.base import address
from kb.site.base.markup import fit
from kb.site.base.tree import Tree, card_ref, name_of_mechanic
from kb.site.pages.entries import groups

_ENTRIES = 50
_ENTRIES_OF_MECHANIC = 15
_RECENT = 500
_SITE_MAP_LIMIT = 50_000
"""So many addresses the site map protocol allows in one file."""
_NO_DATE = "1970-01-01"


def feed(tree: Tree) -> bytes:
    """Return the newest dated rulings in Atom: it is as new as the newest of them, whenever it was built."""
    newest = sorted(tree.atlas.rulings, key=tree.atlas.newest.__getitem__)[:_RECENT]
    return _feed(tree, _dated(tree, newest, _ENTRIES), tree.words.say("site"), address.FEED, address.HOME)


def mechanic_feeds(tree: Tree) -> Iterator[tuple[str, bytes]]:
    """Yield a feed for each mechanic that a dated ruling explains, by its path from the folder of the site."""
    for slug, ties in tree.atlas.about.items():
        rulings = _dated(tree, tuple(ties)[:_RECENT], _ENTRIES_OF_MECHANIC)
        title = name_of_mechanic(tree, tree.atlas.mechanics[slug]).text
        title = f"{title[:1].upper()}{title[1:]} · {tree.words.say('site')}"
        where = address.mechanic_feed(slug)
        yield f"{tree.lang}/{where}", _feed(tree, rulings, title, where, address.mechanic(slug))


def _dated(tree: Tree, newest: Iterable[str], most: int) -> list[Ruling]:
    leads = (tree.atlas.rulings[group.lead] for group in groups(tree, newest))
    return [ruling for ruling in leads if ruling.date][:most]


def _feed(tree: Tree, dated: list[Ruling], title: str, where: str, page: str) -> bytes:
    """Write the feed at *where*, which tells of *page*."""
    home = f"{tree.base_url}{tree.lang}/" if tree.base_url else ""
    up = home or address.up(where)
    named = () if where == address.FEED else (where,)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{tree.lang}">',
        f"<title>{_xml(title)}</title>",
        f"<subtitle>{_xml(tree.words.say('site_summary'))}</subtitle>",
        f"<id>{_identity('feed', tree.base_url, tree.lang, *named)}</id>",
        f"<updated>{_moment(dated[0] if dated else None)}</updated>",
        f"<author><name>{_xml(tree.words.say('site'))}</name></author>",
        f'<link rel="alternate" type="text/html" hreflang="{tree.lang}" href="{up}{page}"/>',
        *([f'<link rel="self" type="application/atom+xml" href="{home}{where}"/>'] if home else []),
        *(_entry(tree, ruling, up) for ruling in dated),
        "</feed>",
    ]
    return _bytes(lines)


def search_descriptions(tree: Tree) -> Iterator[tuple[str, bytes]]:
    """Yield what browsers need to offer the search as one of their own; it takes the site's full address."""
    if not tree.base_url:
        return
    home = f"{tree.base_url}{tree.lang}/"
    yield (
        f"{tree.lang}/{address.OPENSEARCH}",
        _bytes(
            [
                '<?xml version="1.0" encoding="utf-8"?>',
                '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
                f"<ShortName>{_xml(tree.words.say('site'))}</ShortName>",
                f"<Description>{_xml(tree.words.say('search_summary'))}</Description>",
                f"<Language>{tree.lang}</Language>",
                "<InputEncoding>UTF-8</InputEncoding>",
                f'<Url type="text/html" template="{_xml(home)}{address.SEARCH}?q={{searchTerms}}"/>',
                "</OpenSearchDescription>",
            ]
        ),
    )


def site_maps(paths: Iterable[str], base_url: str) -> dict[str, bytes]:
    """Return the site map of all pages among *paths*, in several files under an index where one may not hold them.

    There is none where the site's address is not known: the protocol takes full addresses only.
    """
    if not base_url:
        return {}
    wrong = {address.NOT_FOUND, *(f"{lang}/{page}" for lang in Lang for page in (address.NOT_FOUND, address.OFFLINE))}
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
            *(f"<{inner}><loc>{_xml(_full(path, base_url))}</loc></{inner}>" for path in paths),
            f"</{outer}>",
        ]
    )


def _full(path: str, base_url: str) -> str:
    """Return the full address of *path*, the one that its page calls its own: the first page is the site itself."""
    return base_url if path == address.HOME else base_url + path


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
    """Return an address of its own to what has none on the web, the same in every build."""
    return uuid.uuid5(uuid.NAMESPACE_URL, " ".join(("kb", *parts))).urn


def _xml(text: str) -> str:
    return html.escape(fit(text))


def _bytes(lines: Iterable[str]) -> bytes:
    return "\n".join((*lines, "")).encode()
