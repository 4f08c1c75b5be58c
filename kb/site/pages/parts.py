"""What the site is made of: parts that need nothing of each other, so that they can be made side by side."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from kb.errors import BuildError
from kb.model import Lang
from kb.search.index.export import Exported
from kb.site.base.tree import Tree
from kb.site.base.words import PageWords
from kb.site.machine import previews
from kb.site.machine.app import manifest
from kb.site.machine.feed import feed, mechanic_feeds, search_descriptions
from kb.site.machine.files import machine_files
from kb.site.pages.all_pages import KINDS
from kb.site.pages.front import landing_pages
from kb.site.pages.kinds import Page
from kb.site.pages.search import rule_places
from kb.site.render import renderer
from kb.site.search_index import search_files
from kb.site.search_index.scripts import edition, script_files

Files = Iterable[tuple[str, bytes]]
"""Files by their path from the folder of the site."""
Part = Callable[[], Files]


def parts(
    trees: tuple[Tree, ...], words: dict[Lang, PageWords], templates: Path, exported: Callable[[], Exported]
) -> tuple[Part, ...]:
    """Return all parts of the site but those that tell of all its files; those that take longest come first."""
    render = renderer(templates, words)
    first = trees[0]
    return (
        lambda: _search(first, exported(), edition(templates)),
        *(partial(_rendered, render, give, tree) for give in KINDS for tree in trees),
        *(partial(give, tree) for give in (previews.preview_files, mechanic_feeds, _lesser) for tree in trees),
        lambda: machine_files(trees),
        lambda: _rendered(render, landing_pages, first),
        lambda: script_files(templates, words, previews.parts(first.atlas)),
        lambda: _static(templates / "static"),
    )


def _rendered(render: Callable[[Page], bytes], give: Callable[[Tree], Iterable[Page]], tree: Tree) -> Files:
    return ((page.frame.path, render(page)) for page in give(tree))


def _search(tree: Tree, exported: Exported, scripts: str) -> Files:
    return search_files(exported, tree.atlas.knowledge, rule_places(tree), scripts).items()


def _lesser(tree: Tree) -> Files:
    yield f"{tree.lang}/feed.xml", feed(tree)
    yield from search_descriptions(tree)
    yield manifest(tree)


def _static(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files that pages share."""
    try:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                yield f"static/{path.relative_to(folder).as_posix()}", path.read_bytes()
    except OSError as error:
        raise BuildError(f"{folder}: the style sheet cannot be read ({error}); restore this folder") from error
