"""The generator of made-up pages keeps its promises."""

import ast
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.tools.reader import generate
from tests.tools.reader.generate import Generated, Material
from tests.tools.reader.samples import sample_of

_SEEDS = range(400)
_FAMILIES = {family for (family, _), _ in generate._FAMILIES}
_VALUE = re.compile(r'="([^"]*)"')
_INLINE = re.compile(r"</?(?:em|b|a|abbr|strong|span|i|small|time|font)[ >]")
_SYMBOL_NAMES = {
    "White": "W",
    "Blue": "U",
    "Black": "B",
    "Red": "R",
    "Green": "G",
    "Variable Colorless": "X",
    "Tap": "T",
}


@pytest.fixture(scope="module")
def found() -> Material:
    return generate.material()


@pytest.fixture(scope="module")
def pages(found: Material) -> list[Generated]:
    return [generate.page(found, seed) for seed in _SEEDS]


def test_the_same_seed_gives_the_same_bytes(found: Material) -> None:
    again = generate.material()
    for seed in _SEEDS[:60]:
        assert generate.page(found, seed) == generate.page(again, seed)


def test_every_family_occurs_and_a_tenth_or_so_of_the_pages_has_no_rulings(pages: list[Generated]) -> None:
    counts = Counter(page.family for page in pages)
    assert counts.keys() == _FAMILIES
    assert 0.07 < counts["no rulings"] / len(pages) < 0.18
    assert all(not page.lines for page in pages if page.family == "no rulings")


def test_no_page_is_empty_and_no_name_is_taken_twice(pages: list[Generated]) -> None:
    assert all(page.content.strip() for page in pages)
    assert len({page.name for page in pages}) == len(pages)
    assert all(re.fullmatch(r"[\w.-]+", page.name) for page in pages)


def test_other_pages_have_two_to_eight_rulings(pages: list[Generated]) -> None:
    for page in pages:
        if page.family != "no rulings":
            sample = sample_of(Path(page.name), page.lines)
            assert 2 <= len(sample.wanted) <= 8, page.name


def test_every_text_of_a_sidecar_is_in_its_page(pages: list[Generated]) -> None:
    for page in pages:
        words = _words(page)
        for line in page.lines:
            if "problem" not in line:
                text = line.get("text_as_printed", line["text"])
                assert _joined(str(text)) in words, (page.name, text)


def test_every_printed_name_and_date_is_in_its_page(pages: list[Generated]) -> None:
    for page in pages:
        words = _words(page)
        for line in page.lines:
            for key in ("card_as_printed", "date_raw"):
                if line.get(key):
                    assert _joined(str(line[key])) in words, (page.name, line[key])


def test_a_card_is_printed_only_where_the_sidecar_has_one(pages: list[Generated]) -> None:
    for page in pages:
        for line in page.lines:
            assert line.get("card") or not line.get("card_as_printed"), page.name


def test_a_date_is_given_or_reported_wherever_one_is_written(pages: list[Generated]) -> None:
    for page in pages:
        reported = [line["date_raw"] for line in page.lines if "problem" in line]
        for line in page.lines:
            if line.get("date_raw") and "problem" not in line:
                assert (line["date"] is None) == (line["date_raw"] in reported), page.name


def test_no_two_rulings_of_a_page_have_the_same_text(pages: list[Generated]) -> None:
    for page in pages:
        texts = [line["text"] for line in page.lines if "problem" not in line]
        assert len(set(map(str, texts))) == len(texts), page.name


def test_data_can_be_parsed(pages: list[Generated]) -> None:
    parsers: dict[str, Callable[[str], object]] = {
        "json": json.loads,
        "toml": tomllib.loads,
        "xml": ET.fromstring,
        "py": ast.parse,
    }
    for page in pages:
        extension = page.name.rpartition(".")[2]
        if extension in parsers:
            parsers[extension](page.content.decode())


def test_names_may_come_from_a_table_of_ones_own(tmp_path: Path) -> None:
    table = tmp_path / "names.tsv"
    table.write_text("# a card\nMade Up Bear\tOurs inventé\n", encoding="utf-8")
    assert generate.material(table).names == (("Made Up Bear", "Ours inventé"),)


def _words(page: Generated) -> str:
    """Return the letters and digits that a reader of *page* sees."""
    text = _decoded(page.content)
    if page.name.endswith((".html", ".xml", ".java")):
        text = re.sub(r'<img [^>]*alt="([^"]*)"[^>]*>', lambda match: _symbol(match[1]), text)
        text = unescape(re.sub(r"</?[a-z!][^>]*>", lambda match: _attributes(match[0]), text))
    text = re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text)
    text = re.sub(r"!\[\{(.+?)\}\]\(\S+?\)", r"{\1}", text)
    return _joined(text)


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252")


def _symbol(alt: str) -> str:
    return alt if alt.startswith("{") else f"{{{_SYMBOL_NAMES.get(alt, alt)}}}"


def _attributes(tag: str) -> str:
    """Return what replaces a tag: nothing within a line of HTML; otherwise its attributes, which hold texts in XML."""
    return "" if _INLINE.match(tag) else " ".join(("", *_VALUE.findall(tag), ""))


def _joined(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text))
