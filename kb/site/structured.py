"""What search engines read of a page beside its text: JSON-LD, which takes full addresses."""

import json
from urllib.parse import urljoin

from kb.site import address
from kb.site.markup import Html, fit
from kb.site.values import Frame

_CONTEXT = "https://schema.org"


def structured(site: str, summary: str, frame: Frame) -> Html:
    """Tell of the way to the page, or, on the first page of a tree, of the site and its search.

    It is no script and runs nowhere, so a policy that forbids scripts within pages lets it be.
    """
    told = _way(frame) if len(frame.crumbs) > 1 else _site(site, summary, frame)
    written = json.dumps({"@context": _CONTEXT, **told}, ensure_ascii=False, separators=(",", ":"))
    harmless = fit(written).replace("<", r"\u003c")
    return Html(f'<script type="application/ld+json">{harmless}</script>')


def _way(frame: Frame) -> dict[str, object]:
    steps = [
        {"@type": "ListItem", "position": n, "name": crumb.text, "item": urljoin(frame.canonical, crumb.href)}
        for n, crumb in enumerate(frame.crumbs, start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": steps}


def _site(site: str, summary: str, frame: Frame) -> dict[str, object]:
    home = urljoin(frame.canonical, frame.up or "./")
    return {
        "@type": "WebSite",
        "name": site,
        "description": summary,
        "inLanguage": frame.lang,
        "url": home,
        "potentialAction": {
            "@type": "SearchAction",
            "target": f"{home}{address.SEARCH}?q={{query}}",
            "query-input": "required name=query",
        },
    }
