"""What the guides name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_NAMED = re.compile(r"`((?:kb|tests|corpus|site_templates|\.ci)/[\w./-]*)`")
_MOST_TERMS = 40


@pytest.mark.parametrize("guide", ["README.md", "CONTRIBUTING.md"])
def test_every_file_and_folder_that_a_guide_names_exists(guide: str) -> None:
    named = _NAMED.findall((ROOT / guide).read_text(encoding="utf-8"))
    missing = {name for name in named if not (ROOT / name).exists()} - {"kb/layouts/arrows.py"}
    assert named
    assert not missing


def test_the_glossary_is_short_and_explains_no_term_twice() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    glossary = text.split("## Glossary")[1].split("\n## ")[0]
    terms = [row.split("|")[1].strip() for row in glossary.splitlines() if row.startswith("| ")]
    terms = [term for term in terms if term != "term"]
    assert len(set(terms)) == len(terms) <= _MOST_TERMS


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "kb" / "py.typed").exists()
