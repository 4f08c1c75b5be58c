"""Numbers are written so that a script reads the same ones."""

from hypothesis import given
from hypothesis import strategies as st

from kb.site.search_index.codes import literal, packed, steps
from kb.site.search_index.shards import Shelf, order, place


def unpacked(text: str) -> list[int]:
    """Read what `packed` wrote, written here once more from its description."""
    numbers, digits = [], []
    for sign in text:
        value = ord(sign) - (36 if ord(sign) > 92 else 35)
        if value >= 64:
            digits.append(value - 64)
            continue
        for digit in reversed(digits):
            value = value * 26 + digit + 64
        numbers.append(value)
        digits = []
    return numbers


@given(st.lists(st.integers(0, 10**9)))
def test_numbers_of_any_size_are_read_as_they_were_written(numbers: list[int]) -> None:
    assert unpacked(packed(numbers)) == numbers


def test_small_numbers_take_one_sign_and_those_of_four_figures_two_or_three() -> None:
    assert [len(packed([number])) for number in (0, 63, 64, 1727, 1728, 9999)] == [1, 1, 2, 2, 3, 3]


@given(st.lists(st.integers(0, 10**6)))
def test_no_sign_needs_to_be_escaped_in_a_script(numbers: list[int]) -> None:
    assert literal(packed(numbers)) == f'"{packed(numbers)}"'


def test_ascending_numbers_are_written_by_what_lies_between_them() -> None:
    assert unpacked(steps([0, 1, 5, 6])) == [0, 0, 3, 0]


def test_lines_are_parted_where_their_keys_are_told_apart() -> None:
    shelf = Shelf()
    shelf.put_lines("k", {key: key * 3 for key in ("ab", "abc", "abd", "b")}, size=9)
    assert shelf.first_keys == {"k": ["a", "abc", "abd", "b"]}
    assert shelf.files["search/k0.js"] == b'kb.shard("k",0,"ababab");\n'
    assert shelf.files["search/k2.js"] == b'kb.shard("k",2,"abdabdabd");\n'


@given(st.lists(st.text(min_size=1, max_size=4), unique=True))
def test_every_key_that_is_spread_lies_where_it_says_by_itself(keys: list[str]) -> None:
    shelf = Shelf()
    shelf.spread_lines("k", {key: f"<{key}>" for key in keys}, size=8)
    assert len(shelf.files) == shelf.counts["k"]
    for key in keys:
        assert literal(f"<{key}>")[1:-1] in shelf.files[f"search/k{place(key, shelf.counts['k'])}.js"].decode()


def test_nothing_to_spread_makes_no_shard() -> None:
    shelf = Shelf()
    shelf.spread_lines("k", {}, size=8)
    assert (shelf.counts, shelf.files) == ({"k": 0}, {})


@given(st.lists(st.text(min_size=1, max_size=4), unique=True))
def test_every_key_lies_in_the_last_part_that_begins_no_later(keys: list[str]) -> None:
    shelf = Shelf()
    shelf.put_lines("k", {key: f"<{key}>" for key in keys}, size=8)
    firsts = shelf.first_keys["k"]
    for key in keys:
        part = max((at for at, first in enumerate(firsts) if order(first) <= order(key)), default=0)
        assert literal(f"<{key}>")[1:-1] in shelf.files[f"search/k{part}.js"].decode()
