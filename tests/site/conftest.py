"""A site built once for all tests that only look at it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from kb.site import build
from kb.site.serve import serve
from tests.site.sample import knowledge, mentions

TEMPLATES = Path(__file__).parents[2] / "site_templates"


@contextmanager
def served_under(root: Path) -> Iterator[str]:
    """Serve the site in `deep/rulings` of *root* on this machine, and give its address."""
    (root / "index.html").write_text("<!doctype html>")
    with serve(root, port=0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/deep/rulings/"
        server.shutdown()
        thread.join()


class Site:
    """A built site, read page by page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def page(self, path: str) -> BeautifulSoup:
        """Parse a page."""
        return BeautifulSoup((self.folder / path).read_bytes(), "html.parser")

    def paths(self, pattern: str = "*.html") -> list[str]:
        """Return the paths of files, sorted."""
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
