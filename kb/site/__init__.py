"""The static site: pages are made, rendered, checked, and only then written."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from kb.errors import BuildError, UsageError
from kb.model import Knowledge, Lang, Ruling
from kb.search.export import Exported
from kb.site.atlas import survey
from kb.site.check import check
from kb.site.drafting import produce
from kb.site.drafts import Drafts
from kb.site.feed import mechanic_feeds, robots, search_descriptions, site_maps
from kb.site.finder import indexed, search_files
from kb.site.finder.scripts import script_files
from kb.site.machine import machine_files
from kb.site.markup import Mark
from kb.site.origin import origin
from kb.site.render import renderer
from kb.site.search_page import rule_places
from kb.site.tree import Mentions, Tree
from kb.site.words import read_words
from kb.site.write import Built, standing, write

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
    exported: Exported | None = None,
    made_from: str = "",
) -> Built:
    """Make the folder *out* the site of *knowledge*, and leave it as it was if that site would not be whole.

    *base_url* is where the site will stand; pages do without it, but the site map and canonical addresses need it.
    *corpus_note* says on the pages that the texts are paraphrases. *mentions* finds the mechanics that a text names.
    *exported* is the search index of *knowledge*, which is made for the occasion where it is not at hand. *made_from*
    is the `origin` of all this, by which a later run knows a site that is `standing`.
    Equal arguments give equal bytes, whatever *out* held before.
    """
    words = read_words(templates / "strings.toml")
    base_url = _with_slash(base_url)
    atlas = survey(knowledge)
    trees = tuple(Tree(atlas, words[lang], _once(mentions), base_url, corpus_note) for lang in Lang)
    render = renderer(templates, words)
    with Drafts(out) as drafts:
        for path, content in _static(templates / "static"):
            drafts.add(path, content)
        produce(trees, render, drafts)
        for tree in trees:
            for path, content in (*mechanic_feeds(tree), *search_descriptions(tree)):
                drafts.add(path, content)
        for path, content in machine_files(trees):
            drafts.add(path, content)
        found = search_files(exported or indexed(knowledge), knowledge, rule_places(trees[0]))
        for path, content in (*script_files(templates, words), *found.items()):
            drafts.add(path, content)
        for path, content in site_maps(drafts.paths, base_url).items():
            drafts.add(path, content)
        drafts.add("robots.txt", robots(base_url))
        check(drafts, base_url)
        return write(drafts, out, made_from)


def _with_slash(base_url: str) -> str:
    """Give the site's address with a slash at its end, or raise a UsageError if it is none."""
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


def _static(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Give the files that pages share."""
    try:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                yield f"static/{path.relative_to(folder).as_posix()}", path.read_bytes()
    except OSError as error:
        raise BuildError(f"{folder}: the style sheet cannot be read ({error}); restore this folder") from error
