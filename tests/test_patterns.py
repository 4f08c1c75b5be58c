"""No pattern of the package tries a line over and over: on whatever line, it is done at once."""

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator

import pytest

import kb

LENGTH = 170
"""Letters of a line; a pattern that has two ways to read each of its words takes minutes for it."""
AT_MOST = 0.5
"""Seconds; patterns that have one way take a thousandth of that."""
SIGNS = ("a", "A ", "Aa, ", "1", "1 ", " ", "\t", "(", "[a] ", "{X} ", "<a ", "- ", "/", "'s ", "é", "a.", "| ", "**")


def patterns() -> dict[re.Pattern[str], str]:
    """Give the patterns that the modules of the package keep, each with the name of the first that does."""
    found: dict[re.Pattern[str], str] = {}
    for module in pkgutil.walk_packages(kb.__path__, "kb."):
        if not module.name.endswith("__main__"):
            for name, value in vars(importlib.import_module(module.name)).items():
                for pattern in kept(value):
                    found.setdefault(pattern, f"{module.name}.{name}")
    return found


def kept(value: object) -> Iterator[re.Pattern[str]]:
    """Give the patterns of text that *value* is or holds."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, dict):
        yield from kept(tuple(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from kept(part)


def seconds(pattern: re.Pattern[str], line: str) -> float:
    begun = time.perf_counter()
    pattern.fullmatch(line)
    pattern.search(line)
    return time.perf_counter() - begun


@pytest.mark.parametrize(("pattern", "name"), [pytest.param(*kept, id=kept[1]) for kept in patterns().items()])
def test_no_pattern_has_two_ways_to_read_a_word_that_comes_again_and_again(pattern: re.Pattern[str], name: str) -> None:
    own = re.findall(r"(?<!\\)\b[a-zà-ÿ]{2,}", pattern.pattern)
    for word in dict.fromkeys((*SIGNS, *(f"{word} " for word in own))):
        # The time doubles with each word more, so that shorter lines tell before the longest would take for ever.
        for length in (LENGTH // 3, LENGTH // 2, LENGTH):
            took = seconds(pattern, (word * LENGTH)[:length].rstrip() + "\0")
            assert took < AT_MOST, f"{name} takes {took:.2f} s for {word!r} over and over"
