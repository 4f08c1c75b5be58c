"""Write the ruling pages of an index in both languages and nothing else, as a build of the whole site does.

python -m tests.tools.bench.rulings INDEX OUT
"""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from kb.index import Index
from kb.site.base.names import named_mechanics
from kb.site.base.tree import Tree
from kb.site.output.drafting import produce
from kb.site.output.write import settle, staged
from kb.site.pages.ruling import ruling_pages
from kb.site.render import Renderer, renderer
from kb.system import places
from tests.tools.bench.hugo import trees


def _rendered(render: Renderer, tree: Tree) -> Iterator[tuple[str, bytes]]:
    return ((page.frame.path, render(page)) for page in ruling_pages(tree))


def main(index: Path, out: Path) -> None:
    """Read *index* and write its pages to *out*."""
    with Index(index) as opened:
        knowledge = opened.knowledge()
        made = trees(opened, named_mechanics(knowledge))
    render = renderer(places.shipped("site_templates"), {tree.lang: tree.words for tree in made})
    with staged(out) as drafts:
        produce([partial(_rendered, render, tree) for tree in made], drafts, len(knowledge.rulings))
        settle(drafts)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
