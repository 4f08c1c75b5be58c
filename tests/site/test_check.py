"""The last look before anything is written."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kb.errors import BuildError
from kb.site.output.check import check
from kb.site.output.write import staged


def draft(base_url: str = "", **pages: str) -> None:
    with TemporaryDirectory() as folder, staged(Path(folder), base_url) as drafts:
        for path, text in pages.items():
            drafts.add(path.replace("__", "/") + ".html", text.encode())
        check(drafts)


def test_links_that_lead_somewhere_pass() -> None:
    draft(
        index='<a href="en/a.html#x">a</a> <a href="https://example.org/">away</a>',
        en__a='<p id="x"><a href="../index.html">up</a> <a href="#x">here</a></p>',
    )


@pytest.mark.parametrize(
    ("link", "named"),
    [
        ('<a href="gone.html">', "en/gone.html is not there"),
        ('<a href="../index.html#gone">', "index.html#gone is not there"),
        ('<a href="#gone">', "en/a.html#gone is not there"),
        ('<img src="../static/gone.png">', "static/gone.png is not there"),
        ('<a href="/index.html">', "/index.html is not there"),
        ('<a href="../../index.html">', "../index.html is not there"),
        ('<a href="">', "en is not there"),
    ],
)
def test_a_link_that_leads_nowhere_is_named_with_its_page(link: str, named: str) -> None:
    with pytest.raises(BuildError, match="nothing was written") as caught:
        draft(index="", en__a=link)
    assert f"{named}, but linked from en/a.html" in str(caught.value)


def test_every_fault_is_listed_at_once() -> None:
    with pytest.raises(BuildError) as caught:
        draft(
            index='<a href="one.html"></a> <a href="two.html"></a>',
            other='<a href="one.html"></a> <i id="a"></i> <i id="a"></i>',
        )
    message = str(caught.value)
    assert "one.html is not there, but linked from index.html, other.html" in message
    assert "two.html is not there, but linked from index.html" in message
    assert "other.html has two places called a" in message


def test_a_fault_of_every_page_is_told_in_a_few_words() -> None:
    pages = {f"p{n}": '<a href="gone.html"></a>' for n in range(9)}
    with pytest.raises(BuildError, match=r"p3\.html, p4\.html and 4 other pages$"):
        draft(**pages)


def test_addresses_that_differ_by_case_alone_are_refused() -> None:
    with pytest.raises(BuildError, match="en/a.html differs from the address of another page by case alone"):  # noqa: RUF043
        draft(en__a="", en__A="")


@pytest.mark.parametrize("name", ["con", "en__aux", "lpt9__x", "nul.2", "en__é", "en__a b"])
def test_names_that_some_system_cannot_hold_are_refused(name: str) -> None:
    with pytest.raises(BuildError, match="no name that every system can hold"):
        draft(**{name: ""})


def test_two_pages_of_one_address_are_refused(tmp_path: Path) -> None:
    with staged(tmp_path) as drafts:
        drafts.add("a.html", b"one")
        drafts.add("a.html", b"two")
        with pytest.raises(BuildError, match=r"a\.html is the address of two pages"):
            check(drafts)


def test_full_addresses_of_the_site_itself_are_checked_too() -> None:
    with pytest.raises(BuildError, match="en/gone.html is not there"):  # noqa: RUF043
        draft("https://example.org/r/", index='<link rel="canonical" href="https://example.org/r/en/gone.html">')
    draft("https://example.org/r/", index='<a href="/r/index.html">')
