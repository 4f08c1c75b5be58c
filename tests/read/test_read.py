"""Bytes become text by what they show: encodings, mended letters, markup as lines, pictures as symbols."""

import contextlib
import gzip
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import KbError, SourceError, UndecodableFile
from kb.model import Container, SourceText
from kb.read import is_markup, read
from kb.read.decode import decode, decode_head
from kb.read.mojibake import mended

Reads = Callable[..., SourceText]
FRENCH = "Le coût de l’élémentaire est « payé » à l'arrivée ; ça suffit."


@pytest.fixture
def reads(tmp_path: Path) -> Reads:
    """Write bytes to a file and read it."""

    def written(raw: bytes | str, name: str = "page.txt") -> SourceText:
        (tmp_path / name).write_bytes(raw.encode("utf-8") if isinstance(raw, str) else raw)
        return read(tmp_path / name, name)

    return written


# --- encodings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16-le"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32-le"),
        ("cp1252", "cp1252"),
        ("mac_roman", "mac_roman"),
    ],
)
def test_french_is_read_in_every_encoding_that_files_come_in(written: str, named: str) -> None:
    text = FRENCH * 3
    decoded = decode(text.encode(written), "page.txt")
    assert (decoded.text, decoded.encoding, decoded.mixed) == (text, named, ())


def test_cp1252_with_few_signs_is_not_taken_for_mac_roman() -> None:
    assert decode("It’s your card—and yours alone.".encode("cp1252"), "x").encoding == "cp1252"
    assert decode("Déjà vu".encode("cp1252"), "x").text == "Déjà vu"


def test_lines_of_cp1252_within_utf8_are_read_and_named() -> None:
    raw = "première ligne\n".encode() + "deuxième\n".encode("cp1252") + "troisième ligne\nquatrième\n".encode()
    decoded = decode(raw, "x")
    assert decoded.text == "première ligne\ndeuxième\ntroisième ligne\nquatrième\n"
    assert decoded.mixed == (2,)


def test_a_declared_latin_9_page_keeps_its_euro_sign() -> None:
    raw = '<meta charset="iso-8859-15"><p>12 € d\'énergie</p>'.encode("iso-8859-15")
    assert decode(raw, "x").text.endswith("12 € d'énergie</p>")


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"one\x00two three four five six seven", "binary"),
        (bytes(range(1, 32)) * 20, "binary"),
        ("всё это по-русски".encode("cp1251"), "no text in UTF-8"),
        (b"a\x81b\x8dc plain letters", "neither UTF-8 nor Windows-1252"),
        (b"\xff\xfe\x00\xd8", "begins like utf-16-le"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(raw: bytes, what: str) -> None:
    with pytest.raises(UndecodableFile, match=what):
        decode(raw, "file.bin")


def test_a_head_may_end_within_a_letter() -> None:
    assert decode_head("coû".encode()[:-1]) == ("co", "utf-8")
    assert decode_head("abcé".encode()[:-1]) == ("abc", "utf-8")


@given(st.binary(max_size=400))
def test_any_bytes_are_decoded_or_refused(raw: bytes) -> None:
    with contextlib.suppress(KbError):
        assert isinstance(decode(raw, "any").text, str)


# --- files ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"", "is empty"),
        (b" \r\n\t\n", "is empty"),
        (b"\xef\xbb\xbf \n", "is empty"),
        (b"%PDF-1.7 x", "is a PDF"),
        (b"PK\x03\x04rest", "is a zip archive"),
        (b"{\\rtf1 x}", "is Rich Text"),
        (gzip.compress(b"some text", mtime=0)[:-9], "gzip file that is cut off"),
    ],
)
def test_files_without_text_say_in_one_line_what_they_are(reads: Reads, raw: bytes, what: str) -> None:
    with pytest.raises(SourceError, match=what) as caught:
        reads(raw)
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is a folder"):
        read(tmp_path, "somewhere")


def test_line_ends_of_all_systems_are_one(reads: Reads) -> None:
    assert reads(b"one\r\ntwo\rthree\n").text == "one\ntwo\nthree\n"


def test_a_packed_text_is_read_as_the_text(reads: Reads) -> None:
    assert reads(gzip.compress(FRENCH.encode(), mtime=0), "page.txt.gz").text == FRENCH


def test_json_is_known_by_its_beginning_and_markup_under_its_name_is_refused(reads: Reads) -> None:
    assert reads('{"a": 1}', "noname").container is Container.JSON
    assert reads("[EN] It resolves.", "note.txt").container is Container.TEXT
    with pytest.raises(SourceError, match="HTML page under a JSON name"):
        reads("<html><p>404</p></html>", "cards.json")


# --- mojibake -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("Le coÃ»t", "Le coût"),
        ("lâ€™adversaire", "l’adversaire"),
        ("Â« temps Â»", "« temps »"),
        ("dÃ©jÃ\u00a0 payÃ©", "déjà payé"),
    ],
)
def test_utf8_read_as_cp1252_is_put_right_and_reported(broken: str, whole: str) -> None:
    text, problems = mended(f"fine\n{broken}")
    assert text == f"fine\n{whole}"
    assert [(problem.code, problem.span.first) for problem in problems] == [("mojibake", 2)]


def test_a_line_that_does_not_turn_back_stays_and_is_reported() -> None:
    text, (problem,) = mended("Ã© et é")
    assert text == "Ã© et é"
    assert "left as it is" in problem.detail


@pytest.mark.parametrize("fine", ["Ângelo paie.", "CITÃ", "Å la carte", FRENCH])
def test_letters_that_only_look_like_it_are_left_alone(fine: str) -> None:
    assert mended(fine) == (fine, ())


@pytest.mark.parametrize("broken", ["lÂ\u0092exil", "lÂ’exil", "l\u0092exil"])
def test_a_sign_of_windows_is_read_however_often_it_was_decoded_wrongly(reads: Reads, broken: str) -> None:
    assert reads(broken).text == "l’exil"


def test_each_line_with_a_lost_letter_is_reported(reads: Reads) -> None:
    source = reads("fine\nl\ufffdexil, l\ufffdeffet\nÂ« ï¿½uvre Â»\n")
    assert source.text == "fine\nl\ufffdexil, l\ufffdeffet\n« \ufffduvre »\n"
    assert [(p.code, p.span.first) for p in source.problems] == [
        ("mojibake", 3),
        ("lost_letter", 2),
        ("lost_letter", 3),
    ]
    page = reads("<p>fine</p><p>&#xFFFD;uvre</p>")
    assert [(problem.code, problem.span.first) for problem in page.problems] == [("lost_letter", 2)]


# --- markup ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<!DOCTYPE html><p>Text</p>", True),
        ("A card with <i>suspend</i> is exiled.", False),
        ("Power < 3 and toughness > 2", False),
        ("Intro\n<ul><li>One</li></ul>", True),
        ("<rss><channel><item>One</item></channel></rss>", True),
        ("<Opt> is a card", False),
    ],
)
def test_markup_is_told_from_text_with_a_tag_in_it(text: str, expected: bool) -> None:  # noqa: FBT001
    assert is_markup(text) is expected


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<p>Tom &amp; Li&eacute; &#8217;s &lt;b&gt;</p>", ["Tom & Lié ’s <b>"]),
        ("<p>a&nbsp;b &unknown; &copy 2020</p>", ["a\u00a0b &unknown; © 2020"]),
        ("<div>one<div>two</div>three</div>", ["one", "two", "three"]),
        ("<ul><li>one<ul><li>two</li></ul></li></ul>", ["- one", "  - two"]),
        ("<table><tr><td>a<td>b<tr><td>c</table>", ["a\tb", "c"]),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", ["a\tb", "a\tc"]),
        (
            "<table><tr><td>a<td><ul><li>It is cast.</li><li>It resolves.</li></ul></table>",
            ["a\tIt is cast.", "a\tIt resolves."],
        ),
        (
            "<table><tr><td>a</td><td class=rulingText><ul><li>It is cast.<li>It resolves.</ul></table>",
            ["a\tIt is cast. It resolves."],
        ),
        ("<table><tr><td>a<td>It is: <ul><li>Cast.</li><li>Drawn.</li></ul></table>", ["a\tIt is: Cast. Drawn."]),
        ("<table><tr><td>a<td><ul><li>one</li><li>two</li></ul> more</table>", ["a\tone two more"]),
        ("<table><tr><td>a</td><td class=rulingText><p>One.</p><hr><p>Two.</p></table>", ["a\tOne. Two."]),
        ("<p>one<!-- no --><script>no()</script><style>p{}</style> two</p>", ["one two"]),
        ("<p>seen</p><p hidden>not</p><p style='display: none'>not</p>", ["seen"]),
        ("<p>One.<sup>[1]</sup></p><h2>Two<span class='mw-editsection'>[edit]</span></h2>", ["One.", "Two"]),
        ("<p>1<sup>er</sup> mai</p>", ["1er mai"]),
        ("<p>One.<br>Two.</p>", ["One.", "Two."]),
        ("<p>One.<br>Two.<br>Three.</p>", ["One.", "Two.", "Three."]),
        ("<p>One.<br><br>Two.</p>", ["One.", "Two."]),
        ("<p>one<br>goes on.</p>", ["one", "goes on."]),
        ("<pre>a\n  b</pre>", ["a", "b"]),
        ("<pre>a <b>b\n\nc</b> d</pre>", ["a b", "c d"]),
        ("<table><tr><td>x<td><pre>a\nb</pre></table>", ["x", "a", "b"]),
        ("<table><tr><td>x<td><pre>a</pre></table>", ["x\ta"]),
        ("<blockquote><cite>Ann wrote:</cite>It resolves.</blockquote>", ["Ann wrote:", "It resolves."]),
        ("<blockquote><div> <cite><a>Ann</a> wrote:</cite> It is.</div></blockquote>", ["Ann wrote:", "It is."]),
        ("<blockquote>As <cite>the rules</cite> say.</blockquote>", ["As the rules say."]),
        ("<p><cite>The rules</cite> say.</p>", ["The rules say."]),
        ("<p>l&#146;exil &#x97; &#x9Cuvre &#150 fin</p>", ["l’exil — œuvre – fin"]),
        ("<p>one<!-- no --!> <!-->two<!---> <! no >three<!--!> no --></p>", ["one two three"]),
        ("<p>one</br>two</ no> <![CDATA[ no > three ]]></p>", ["one", "two three ]]>"]),
        ("<p>one</p><!-- <p>no</p>", ["one"]),
        ("<svg><title>Menu</title><path d='M0'/></svg><p>one</p>", ["one"]),
        ("<p><time datetime='2021-03-19'>03/19/2021</time> It resolves.</p>", ["2021-03-19 It resolves."]),
        ("<p><time datetime='2021-03-19'>March 19, 2021</time></p>", ["March 19, 2021"]),
        ("<p>3 < 4 & 5 > 2</p>", ["3 < 4 & 5 > 2"]),
        ("<p>unclosed <b>bold<p>next", ["unclosed bold", "next"]),
    ],
)
def test_markup_becomes_the_lines_a_reader_sees(reads: Reads, markup: str, lines: list[str]) -> None:
    source = reads(f"<html><body>{markup}</body></html>")
    assert source.container is Container.HTML
    assert [line.rstrip() for line in source.text.split("\n")] == lines


@pytest.mark.parametrize(
    ("picture", "symbol"),
    [
        ('<img src="/symbols/x.gif" alt="Variable Colorless">', "{X}"),
        ('<img src="/mana/wu.png">', "{W/U}"),
        ('<img src="/img?name=tap&amp;type=symbol" alt="">', "{T}"),
        ('<abbr class="card-symbol card-symbol-RP" title="x">{R/P}</abbr>', "{R/P}"),
        ('<i class="ms ms-g ms-cost"></i>', "{G}"),
        ('<img src="/photos/cat.jpg" alt="A cat">', ""),
        ('<img src="x_files/Image(3).ashx" alt="Black or Green">', "{B/G}"),
        ('<a href="#"><img src="x_files/Image.ashx" alt="Blue"></a>', "{U}"),
        ('<img src="/symbols/zz9.gif" alt="Moon Mana">', "{?Moon Mana}"),
    ],
)
def test_pictures_are_symbols_nothing_or_plainly_unknown(reads: Reads, picture: str, symbol: str) -> None:
    assert reads(f"<html><p>Pay {picture}.</p></html>").text.split("\n") == [f"Pay {symbol}."]


def test_a_word_that_names_a_symbol_is_one_in_a_text_or_beside_another_and_nowhere_else(reads: Reads) -> None:
    two, blue = '<img src="f/Image.ashx" alt="2">', '<img src="f/Image(1).ashx" alt="Blue">'
    assert reads(f"<html><p>{two}{blue}</p><p>Pay {two}.</p></html>").text.split("\n") == ["{2}{U}", "Pay {2}."]
    assert reads(f"<html><p>Pay.</p><p>{blue}</p></html>").text.split("\n") == ["Pay."]


def test_lines_carry_the_role_that_their_markup_gives_them(reads: Reads) -> None:
    source = reads(
        "<html lang='FR'><head><title>Opt</title></head><body><nav>Home</nav><h1>Opt</h1>"
        "<div class='card-name'>Opt</div><p>Text.</p><footer>End</footer></body></html>"
    )
    assert (source.title, source.page_lang) == ("Opt", "fr")
    roles = [line.role for line in source.markup]
    assert roles == ["title", "navigation", "heading", "name", "", "footer"]


def test_lines_of_a_page_know_their_lines_in_the_file(reads: Reads) -> None:
    source = reads("<html>\n<body>\n<p>one\ntwo</p>\n\n<p>three</p>\n</body></html>")
    assert source.text == "one two\nthree"
    assert [(span.first, span.last) for span in source.lines] == [(3, 4), (6, 6)]


def test_a_page_that_shows_the_source_of_a_page_is_read_as_that_page(reads: Reads) -> None:
    shown = "&lt;html&gt;&lt;body&gt;&lt;p&gt;It resolves.&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;"
    source = reads(f"<html><body>\n<table><tr><td>{shown}</td></tr></table></body></html>")
    assert source.text == "It resolves."
    assert [span.first for span in source.lines] == [2]


def test_a_feed_gives_its_items_without_what_it_says_of_itself(reads: Reads) -> None:
    source = reads(
        "<?xml version='1.0'?><rss><channel><title>Feed</title><lastBuildDate>19 Mar 2021</lastBuildDate>"
        "<item><title>Opt</title><description><![CDATA[<p>You &amp; I.</p>]]></description></item></channel></rss>"
    )
    assert source.text.split("\n") == ["Feed", "Opt", "You & I."]
    assert [line.role for line in source.markup] == ["title", "heading", ""]


@given(st.text(alphabet="<>/&;!-'\"=]abpt \n", max_size=200))
def test_any_markup_is_lines_without_an_error(tmp_path_factory: pytest.TempPathFactory, markup: str) -> None:
    file = tmp_path_factory.mktemp("any") / "page.html"
    file.write_text(f"<html><p>x</p>{markup}", encoding="utf-8")
    source = read(file, "page.html")
    assert len(source.lines) == len(source.markup) == len(source.text.split("\n"))


# --- what is too much -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"word " * (4 << 20), "is over 16 MB of text"),
        (gzip.compress(b"a " * (9 << 20), compresslevel=1, mtime=0), "is over 16 MB of text"),
        (b"a\n" * 60_002, "has over 60,000 lines"),
        (b"word " * 600_001, "has over 3,000,000 characters of text"),
        (b"<html><body>" + b"<" * 100_000, "has over 100,000 signs of markup"),
        (b"<p>" + b"&amp" * 100_000, "has over 100,000 signs of markup"),
        (b"<div>" * 100_001, "has over 100,000 signs of markup"),
        (b"<html>" + b"<b><br>" * 10_001, "has over 10,000 elements within each other"),
        (b"<p>a" * 60_001, "has over 60,000 lines"),
        (b"<p>" + b"word " * 600_001, "has over 3,000,000 characters of text"),
    ],
)
def test_what_is_larger_than_any_page_is_refused_in_one_line(reads: Reads, raw: bytes, what: str) -> None:
    with pytest.raises(SourceError, match=what) as caught:
        reads(raw)
    assert "\n" not in str(caught.value)


def test_the_lines_of_a_page_are_bounded_as_those_of_a_text(reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.read._MOST_LINES", 3)
    assert reads("<p>a</p><p>b</p><p>c</p>").text == "a\nb\nc"
    with pytest.raises(SourceError, match="has over 3 lines"):
        reads("<p>a</p><p>b</p><p>c</p><p>d</p>")


def test_a_text_of_many_blocks_is_read_whole(reads: Reads) -> None:
    assert len(reads((b"a line of it" * 4 + b"\n") * 29_000).text) == 49 * 29_000


@pytest.mark.parametrize(
    "piece", ["<a>x", "<a href='a-b'>", "<i class=ms>", "<b date='2001-01-01'>", "<div date='2001-01-01'>"]
)
def test_elements_nest_to_the_bound_in_linear_time(reads: Reads, piece: str) -> None:
    begun = time.process_time()
    reads(f"<html>{piece * 9_000}")
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("piece", ["<p>x<td>y", "<b>x</b>", "<p><b>x</p>", "<li><i>x</i>"])
def test_what_ends_by_itself_does_not_nest(reads: Reads, piece: str) -> None:
    assert reads(f"<html><p>{piece * 12_000}").text


def test_empty_elements_do_not_slow_down_the_end_tags_behind_them(reads: Reads) -> None:
    begun = time.process_time()
    reads(f"<html>{'x<br>' * 45_000}{'<b></b>' * 25_000}")
    assert time.process_time() - begun < 5
