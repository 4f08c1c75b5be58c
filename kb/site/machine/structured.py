"""What search engines read of a page beside its text: JSON-LD, which takes full addresses."""

import json
from urllib.parse import urljoin

from kb.site.base import address
from kb.site.base.markup import Html, fit
from kb.site.pages.kinds import RulingPage
from kb.site.pages.values import FrameView

_CONTEXT = "https://schema.org"


def structured(site: str, summary: str, frame: FrameView, ruling: RulingPage | None = None) -> Html:
    """Return the structured data of a page: its ruling, the way to it or, on the first pages, the site and its search.

    It is no script and runs nowhere, so a policy that forbids scripts within pages lets it be.
    """
    if ruling:
        told = _ruling(ruling)
    elif frame.path.removeprefix(f"{frame.lang}/") == address.HOME:
        told = _site(site, summary, frame)
    else:
        told = _way(frame)
    written = json.dumps({"@context": _CONTEXT, **told}, ensure_ascii=False, separators=(",", ":"))
    harmless = fit(written).replace("<", r"\u003c")
    return Html(f'<script type="application/ld+json">{harmless}</script>')


def _ruling(page: RulingPage) -> dict[str, object]:
    """Return what the page of a ruling says in words: there are tens of thousands of them, so it is short."""
    return {
        "@type": "CreativeWork",
        "identifier": page.id,
        "inLanguage": page.lang,
        **({"datePublished": page.iso} if page.iso else {}),
        **({"about": page.subject.text} if page.subject else {}),
    }


def _way(frame: FrameView) -> dict[str, object]:
    steps = [{"name": crumb.text, "item": urljoin(frame.canonical, crumb.href)} for crumb in frame.crumbs]
    numbered = enumerate((*steps, {"name": frame.title}), start=1)
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [{"@type": "ListItem", "position": n, **step} for n, step in numbered],
    }


def _site(site: str, summary: str, frame: FrameView) -> dict[str, object]:
    home = urljoin(frame.canonical, frame.up or "./")
    return {
        "@type": "WebSite",
        "name": site,
        "description": summary,
        "inLanguage": frame.lang,
        "url": frame.canonical,
        "potentialAction": {
            "@type": "SearchAction",
            "target": f"{home}{address.SEARCH}?q={{query}}",
            "query-input": "required name=query",
        },
    }
