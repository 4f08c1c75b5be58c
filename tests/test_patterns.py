"""No pattern of the package tries a line over and over: on whatever line, it is done at once."""

import importlib
import os
import pkgutil
import re
import signal
from collections.abc import Iterator

import pytest

import kb

LENGTH = 170
"""Letters of a line; a pattern that has two ways to read each of its words takes minutes for it."""
AT_MOST = 0.5
"""Seconds; patterns that have one way take a thousandth of that."""
SIGNS = ("a", "A ", "Aa, ", "1", "1 ", " ", "\t", "(", "[a] ", "{X} ", "<a ", "- ", "/", "'s ", "é", "a.", "| ", "**")


def patterns() -> dict[re.Pattern[str], str]:
    """Return the patterns that the modules of the package keep, each with the name of the first that does."""
    found: dict[re.Pattern[str], str] = {}
    for module in pkgutil.walk_packages(kb.__path__, "kb."):
        if not module.name.endswith("__main__"):
            for name, value in vars(importlib.import_module(module.name)).items():
                for pattern in kept(value):
                    found.setdefault(pattern, f"{module.name}.{name}")
    return found


def kept(value: object) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of text that *value* is or holds."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, dict):
        yield from kept(tuple(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from kept(part)


def too_slow(*_: object) -> None:
    raise TimeoutError


def is_done(pattern: re.Pattern[str], line: str) -> bool:
    """Whether *pattern* is done with *line* in time, of the processor's."""
    before = signal.signal(signal.SIGVTALRM, too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, AT_MOST)
    try:
        pattern.fullmatch(line)
        pattern.search(line)
    except TimeoutError:
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return True


@pytest.mark.skipif(os.name == "nt", reason="the time of the processor is told by POSIX")
@pytest.mark.parametrize(("pattern", "name"), [pytest.param(*kept, id=kept[1]) for kept in patterns().items()])
def test_no_pattern_has_two_ways_to_read_what_comes_again_and_again(pattern: re.Pattern[str], name: str) -> None:
    for word, end in lines(pattern.pattern):
        line = (word * LENGTH)[:LENGTH].rstrip() + end
        assert is_done(pattern, line), f"{name} is not done with {word!r} over and over and then {end!r}"


def test_a_pattern_that_has_two_ways_is_found_out() -> None:
    trail = re.compile(r"[^|.!]{1,30}(?:\s?[|]\s?[^|.!]{1,30})+")
    assert not all(is_done(trail, (word * LENGTH)[:LENGTH].rstrip() + end) for word, end in lines(trail.pattern))


def lines(pattern: str) -> Iterator[tuple[str, str]]:
    """Yield what to repeat, and what to end with so that nothing fits: signs, and the words and marks of *pattern*."""
    own = re.findall(r"(?<!\\)\b[a-zà-ÿ]{2,}", pattern)
    marks = dict.fromkeys(re.findall(r"(?<!\\)[^\w\s\\()\[\]?*+^$]|\\[^\w\s]", pattern))
    parts = [mark[-1] for mark in marks]
    for word in dict.fromkeys((*SIGNS, *(f"{word} " for word in own))):
        yield word, "\0"
    for part in parts:
        for word in (f"a {part} ", f"a{part}", f"{part} ", f"a {part}", f"1{part} "):
            yield from ((word, end) for end in ("\0", "!", *(2 * other for other in parts)))
