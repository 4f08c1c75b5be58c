"""The JSON stream: the values of the file, however it is cut into windows, and one clear error for anything else."""

import gzip
import io
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import KbError, SourceError, UndecodableFile
from kb.layouts import _json
from kb.layouts._entries import date_problems, iso_date, outline, text_of, told_of
from kb.layouts._json import JsonStream, open_json
from kb.model import Container, SourceText, Span
from tests.layouts.sources import TODAY

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda v: st.lists(v) | st.dictionaries(st.text(), v), max_leaves=12)


class Windows(io.StringIO):
    """A text that is given a few letters at a time, whatever was asked for."""

    def __init__(self, text: str, size: int) -> None:
        super().__init__(text)
        self.size = size

    def read(self, size: int | None = -1, /) -> str:
        """Return the next letters."""
        assert size != -1
        return super().read(self.size)


def stream(text: str, size: int = 7) -> JsonStream:
    return JsonStream("file.json", Windows(text, size))


def source(file: Path) -> SourceText:
    return SourceText("file.json", file, Container.JSON, "", "")


@settings(max_examples=60, deadline=None)
@given(st.lists(VALUES, max_size=6), st.integers(1, 40), st.sampled_from([None, 1]))
def test_an_array_gives_its_elements_however_small_the_windows_are(
    values: list[object], size: int, indent: int | None
) -> None:
    assert list(stream(json.dumps(values, indent=indent), size).entries()) == values


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(st.text(), VALUES), max_size=6), st.integers(1, 40))
def test_lines_give_their_values_however_small_the_windows_are(values: list[object], size: int) -> None:
    assert list(stream("\n".join(map(json.dumps, values)), size).entries()) == values


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text(), VALUES), st.integers(1, 40))
def test_an_object_gives_its_members_in_order(value: dict[str, object], size: int) -> None:
    read = stream(json.dumps(value), size)
    assert [(key, read.value()) for key in read.members()] == list(value.items())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(st.text(), VALUES, min_size=1), min_size=1, max_size=4), st.data())
def test_a_file_cut_anywhere_is_refused_after_the_entries_that_are_whole(
    values: list[object], data: st.DataObject
) -> None:
    text = json.dumps(values)
    cut = data.draw(st.integers(1, len(text) - 1))
    read = stream(text[:cut], 11).entries()
    seen: list[object] = []
    with pytest.raises(SourceError, match="breaks off"):
        seen.extend(read)
    assert seen == values[: len(seen)]


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from('[]{},:"\\u0d8e1-.tnfalserx \n'), max_size=60))
def test_no_text_raises_anything_but_an_error_of_ours(text: str) -> None:
    outline(text)
    with suppress(KbError):
        list(stream(text, 5).entries())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 200_000, "nested too deep"),
        ('[{"a": ' + "9" * 5000 + "}]", "number too long"),
        ('[{"a": 1} {"a": 2}]', "`,` was expected, not '{'"),
        ('[{"a" 1}]', "Expecting ':' delimiter"),
        ('[{"a": 1},]', "not valid JSON"),
        ('[{"a": nonsense that goes on for a good while}]', "not valid JSON: Expecting value"),
    ],
)
def test_what_is_no_json_is_refused_with_its_fault(text: str, reason: str) -> None:
    with pytest.raises(SourceError) as raised:
        list(JsonStream("file.json", io.StringIO(text)).entries())
    assert reason in str(raised.value)


def test_a_fault_early_in_a_large_file_is_found_without_reading_the_rest() -> None:
    text = io.StringIO('[{"a": 1}, {"a" 2}, ' + '{"a": 3}, ' * 400_000)
    with pytest.raises(SourceError, match="not valid JSON"):
        list(JsonStream("file.json", text).entries())
    assert text.tell() <= _json._CHUNK


def test_an_entry_beyond_all_measure_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_json, "_LARGEST", 1000)
    with pytest.raises(SourceError, match="no card data"):
        list(stream(json.dumps(["x" * 5000]), 100).entries())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_file_is_read_in_any_encoding_of_json_packed_or_not(tmp_path: Path, encoding: str, *, packed: bool) -> None:
    raw = '["Æther — œuvre"]'.encode(encoding)
    file = tmp_path / "named.json"
    file.write_bytes(gzip.compress(raw) if packed else raw)
    with open_json(source(file)) as read:
        assert list(read.entries()) == ["Æther — œuvre"]


def test_bytes_that_are_no_utf8_far_into_the_file_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(b'["' + b"a" * 3_000_000 + b'\xe9"]')
    with pytest.raises(UndecodableFile, match="not valid utf-8"), open_json(source(file)) as read:
        list(read.entries())


@pytest.mark.parametrize("keep", [5, 30, -9])
def test_a_packed_file_that_was_cut_or_damaged_is_refused(tmp_path: Path, keep: int) -> None:
    file = tmp_path / "file.json.gz"
    file.write_bytes(gzip.compress(json.dumps([{"a": n * n} for n in range(500)]).encode())[:keep])
    with pytest.raises(SourceError, match="cut off or damaged"), open_json(source(file)) as read:
        list(read.entries())


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"), open_json(source(tmp_path / "none.json")):
        pass


def test_the_outline_of_a_cut_file_names_the_first_value_at_each_place() -> None:
    assert outline('\ufeff{"data": {"A, \\"B\\"": [{"name": "A", "n": 1}, {"name": "C"') == {
        (): "{",
        ("data",): "{",
        ("data", 'A, \\"B\\"'): "[",
        ("data", 'A, \\"B\\"', "[]"): "{",
        ("data", 'A, \\"B\\"', "[]", "name"): "A",
        ("data", 'A, \\"B\\"', "[]", "n"): "1",
    }


def test_the_outline_of_quotes_without_end_takes_no_time() -> None:
    assert outline('{"a": ' + '"\\"' * 40_000)[("a",)].startswith('\\"')


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("R&amp;D is here.", "R&D is here."),
        ("&quot;It&#39;s&quot; 3 &lt; 4 &gt; 2&apos;", "\"It's\" 3 < 4 > 2'"),
        ("Write &amp;lt;i&amp;gt;.", "Write &lt;i&gt;."),
        ("R&D &eacute; &amp", "R&D &eacute; &amp"),
    ],
)
def test_what_is_left_of_xml_in_a_text_is_decoded_once(printed: str, told: str) -> None:
    assert told_of({"text": printed}, "text") == told


def test_half_a_surrogate_pair_becomes_a_replacement_sign() -> None:
    assert text_of(json.loads('{"name": "a\\ud83d b \\ud83d\\ude00"}'), "name") == "a\ufffd b \U0001f600"


@pytest.mark.parametrize(
    ("printed", "code"),
    [
        ("2004-10-04", ""),
        ("2004-10-04T00:00:00Z", ""),
        ("2093-04-17", "future_date"),
        ("2009-02-30", "impossible_date"),
        ("2009-13-01", "impossible_date"),
        ("10/4/2004", "unreadable_date"),
        ("", "missing_date"),
    ],
)
def test_a_date_is_iso_and_a_day_that_was_or_is_a_problem(printed: str, code: str) -> None:
    assert [problem.code for problem in date_problems(printed, TODAY, Span(1, 1))] == [code] * bool(code)
    assert (iso_date(printed) is None) == (code not in {"", "future_date"})


@pytest.mark.parametrize("text", ["[{}, {}, {}]", "{} {} {}", "[[1, 2], [3]]"])
def test_more_entries_than_there_are_cards_are_refused_as_they_come(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = stream(text).entries()
    assert len(list(entries)) >= 2
    monkeypatch.setattr(_json, "_MOST", 1)
    with pytest.raises(SourceError, match="has over 1 entries"):
        list(stream(text).entries())
