"""The numbers of rules that a text speaks of, so that they can become links."""

import re
from collections.abc import Iterator

_RULE = r"(?P<rule>[1-9][0-9]{2}\.[0-9]{1,3}(?P<letter>[a-km-np-z])?)(?:[-–](?:[a-km-np-z]|[0-9]{1,2}(?![0-9.])))?"
_SECTION = r"(?P<section>[1-9][0-9]{2}|[1-9])"
# Not the beginning of something longer: a word, a decimal, a date, a share, a sum of money.
_END = r"(?![0-9A-Za-zÀ-ÿ_%€$/])(?!['’.,:][0-9])(?! ?(?:€|\$|%|EUR\b|USD\b|euros?\b|dollars?\b))"
_CITED = re.compile(f"(?:{_RULE}|{_SECTION}){_END}")
_START = re.compile(
    r"(?<![\w.,:$€/+-])"
    r"(?:(?P<cue>rules?|règles?|sections?|CR|see|voir)[ \u00a0]{1,2}(?=[1-9])|(?=[1-9][0-9]{2}\.[0-9]{1,3}[a-z]))",
    re.IGNORECASE,
)
_DOTTED_ONLY = frozenset({"", "see", "voir"})
_AND = re.compile(
    r"(?:, ?(?:(?:and|or|et|ou) )?| (?:and|or|et|ou|to|through|à) | ?[-–] ?)(?:(?:rules?|règles?) )?(?=[1-9])"
)
_NUMBER = re.compile(r"[1-9](?:[0-9]{2}(?:\.[0-9]{1,3}[a-z]?)?)?")


def is_number(text: str) -> bool:
    """Whether *text* is the number of a chapter, a section, a rule or a subrule.

    >>> is_number("7"), is_number("702.62a"), is_number("702/..")
    (True, True, False)
    """
    return _NUMBER.fullmatch(text) is not None


def references(text: str) -> tuple[tuple[int, int, str], ...]:
    """List the rule numbers in *text*: where each begins and ends, and the number; in order, without overlap.

    A number with a letter (`702.62a`) is one wherever it stands; any other only after "rule", "section" or their like,
    and in the list that goes on from there. A range such as `601.2f-h` is one reference, to its first rule.

    >>> references("See rule 116 and rules 601.2b and 601.2f-h.")
    ((9, 12, '116'), (23, 29, '601.2b'), (34, 42, '601.2f'))
    >>> references("Pay 100.50 on 18.06.2021; 116 cards follow rule 2021.")
    ()
    """
    return tuple(_scan(text))


def _scan(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    while (start := _START.search(text, at)) is not None:
        cue = (start["cue"] or "").casefold()
        at = max(start.end(), start.start() + 1)
        for found in _listed(text, start.end(), cue):
            yield found.start(), found.end(), found["rule"] or found["section"]
            at = found.end()


def _listed(text: str, at: int, cue: str) -> Iterator[re.Match[str]]:
    """Yield the citation at *at* and those that the same list goes on with."""
    found = _CITED.match(text, at)
    if found is None or not _allowed(found, cue):
        return
    yield found
    many = cue.endswith("s")
    while (joint := _AND.match(text, found.end())) is not None:
        following = _CITED.match(text, joint.end())
        if following is None or not _goes_on(found, following, many=many):
            return
        found = following
        yield found


def _goes_on(found: re.Match[str], following: re.Match[str], *, many: bool) -> bool:
    """Whether *following* is one more rule of a list; in "rule 116 and 200 creatures" it is not."""
    if following["rule"]:
        return many or bool(found["rule"])
    return many and not found["rule"]


def _allowed(found: re.Match[str], cue: str) -> bool:
    """Whether what stands before this number says that it is a rule's."""
    if found["letter"]:
        return True
    if found["rule"]:
        return bool(cue)
    return cue.startswith("section") or (cue not in _DOTTED_ONLY and len(found["section"]) > 1)
