"""Templates read what their pages state, and nothing else."""

import dataclasses
import re
import shutil
from pathlib import Path
from typing import get_args

import pytest

from kb.errors import BuildError
from kb.site.base.words import read_words
from kb.site.pages import kinds
from kb.site.pages.values import FrameView
from kb.site.render import Renderer, renderer
from tests.site.conftest import TEMPLATES

KINDS = get_args(kinds.Page)


def read(template: str, of: str) -> set[str]:
    """List the fields of *of* that a template reads."""
    return set(re.findall(rf"\b{of}\.(\w+)", (TEMPLATES / template).read_text("utf-8")))


def fields(kind: type) -> set[str]:
    return {field.name for field in dataclasses.fields(kind)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_reads_every_field_of_its_page_and_no_other(kind: type) -> None:
    assert read(kind.template, "page") == fields(kind) - {"frame"}  # type: ignore[attr-defined]


def test_the_frame_is_read_as_it_is_stated() -> None:
    found = {name for path in TEMPLATES.glob("*.html") for name in read(path.name, "frame")}
    assert found == fields(FrameView) - {"path"}


def test_every_template_belongs_to_a_page_or_is_a_part() -> None:
    whole = {path.name for path in TEMPLATES.glob("*.html") if not path.name.startswith("_")}
    assert whole == {kind.template for kind in KINDS}


def test_no_template_trusts_a_text() -> None:
    for path in TEMPLATES.glob("*.html"):
        assert not re.search(r"\|\s*safe|autoescape|Markup", path.read_text("utf-8")), path.name


def alone(folder: Path, template: str) -> Renderer:
    """Return what renders with *template* and no other, beside the scripts of the search."""
    shutil.copytree(TEMPLATES / "search", folder / "search")
    (folder / "lost.html").write_text(template, "utf-8")
    return renderer(folder, read_words(TEMPLATES / "strings.toml"))


def lost(up: str = "en/") -> kinds.LostPage:
    return kinds.LostPage(FrameView("404.html", "en", "Lost", "", "", up, "fr/index.html", twin=False))


@pytest.mark.parametrize(
    ("template", "named"),
    [
        ("{{ page.nothing }}", r"lost\.html: 404\.html: .*nothing"),
        ("{{ t.nothing }}", "nothing"),
        ("{% if %}", r"lost\.html, line 1"),
        ('{% include "gone.html" %}', "there is no template gone.html"),
    ],
)
def test_a_template_that_is_wrong_is_named_with_its_page(tmp_path: Path, template: str, named: str) -> None:
    with pytest.raises(BuildError, match=named):
        alone(tmp_path, template)(lost())


def test_braces_of_the_corpus_are_not_templates(tmp_path: Path) -> None:
    rendered = alone(tmp_path, "{{ frame.up }}")(lost("{{ 7*7 }} {% raw %}"))
    assert rendered == b"{{ 7*7 }} {% raw %}"


def test_letters_that_a_page_cannot_hold_are_shown_to_be_missing(tmp_path: Path) -> None:
    rendered = alone(tmp_path, "{{ frame.up }}")(lost("\x00\ud800\ufffe"))
    assert rendered.decode() == "\ufffd\ufffd\ufffd"
