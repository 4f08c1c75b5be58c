"""A site built once for all tests that only look at it."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from kb.site import build
from tests.site.sample import knowledge, mentions

TEMPLATES = Path(__file__).parents[2] / "site_templates"


class Site:
    """A built site, read page by page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def page(self, path: str) -> BeautifulSoup:
        """Parse a page."""
        return BeautifulSoup((self.folder / path).read_bytes(), "html.parser")

    def paths(self, pattern: str = "*.html") -> list[str]:
        """Give the paths of files, sorted."""
        return sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob(pattern))


@pytest.fixture(scope="session")
def templates() -> Path:
    """The project's own templates."""
    return TEMPLATES


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the small knowledge."""
    out = tmp_path_factory.mktemp("small") / "site"
    build(knowledge(), out, TEMPLATES, corpus_note=True, mentions=mentions)
    return Site(out)
