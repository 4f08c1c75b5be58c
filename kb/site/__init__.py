"""The static site: pages are made, rendered, checked, and only then written."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from kb.errors import UsageError
from kb.model import Knowledge, Lang, Ruling
from kb.search.index.export import Exported
from kb.site.base.lookups import survey
from kb.site.base.markup import Mark
from kb.site.base.tree import Mentions, Tree
from kb.site.base.words import read_words
from kb.site.machine.app import service_worker
from kb.site.machine.feed import robots, site_maps
from kb.site.output.check import check
from kb.site.output.drafting import produce
from kb.site.output.origin import origin
from kb.site.output.write import Built, settle, staged, standing
from kb.site.pages.parts import parts
from kb.site.search_index import indexed
from kb.system.garbage import unswept

__all__ = ["Built", "Mentions", "build", "no_mentions", "origin", "standing"]


def no_mentions(ruling: Ruling) -> tuple[Mark, ...]:  # noqa: ARG001
    """Find no mechanic in the text of a ruling: its words lead nowhere."""
    return ()


def build(
    knowledge: Knowledge,
    out: Path,
    templates: Path,
    *,
    base_url: str = "",
    corpus_note: bool = False,
    mentions: Mentions = no_mentions,
    exported: Callable[[], Exported] | None = None,
    made_from: str = "",
) -> Built:
    """Make the folder *out* the site of *knowledge*, and leave it as it was if that site would not be whole.

    *base_url* is where the site will stand; pages do without it, but the site map and canonical addresses need it.
    *corpus_note* says on the pages that the texts are paraphrases. *mentions* finds the mechanics that a text names.
    *exported* gives the search index of *knowledge*, which is made for the occasion where there is none. *made_from* is
    the `origin` of all this, by which a later run knows a site that is `standing`.
    Equal arguments give equal bytes, whatever *out* held before.
    """
    words = read_words(templates / "strings.toml")
    base_url = _with_slash(base_url)
    with unswept():
        atlas, once = survey(knowledge), _once(mentions)
    trees = tuple(Tree(atlas, words[lang], once, base_url, corpus_note) for lang in Lang)
    made = parts(trees, words, templates, exported or (lambda: indexed(knowledge)))
    with staged(out, base_url) as drafts:
        produce(made, drafts, len(knowledge.rulings))
        for path, content in site_maps(drafts.paths, base_url).items():
            drafts.add(path, content)
        drafts.add("robots.txt", robots(base_url))
        drafts.add("sw.js", service_worker(templates, drafts.digests))
        check(drafts)
        return settle(drafts, made_from)


def _with_slash(base_url: str) -> str:
    """Return the site's address with a slash at its end, or raise a UsageError if it is none."""
    address = urlsplit(base_url)
    if base_url and (
        address.scheme not in {"http", "https"} or not re.fullmatch(r"[\w.:/~%\[\]-]+", base_url, re.ASCII)
    ):
        raise UsageError(f"{base_url}: not the address of a site; give one such as https://example.org/rulings/")
    return f"{base_url.rstrip('/')}/" if base_url else ""


def _once(mentions: Mentions) -> Mentions:
    """Ask for the mechanics of each ruling once, however many pages it stands on."""
    found: dict[str, tuple[Mark, ...]] = {}

    def remembered(ruling: Ruling) -> tuple[Mark, ...]:
        if ruling.id not in found:
            found[ruling.id] = tuple(mentions(ruling))
        return found[ruling.id]

    return remembered
