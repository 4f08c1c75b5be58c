"""The last look before anything is put in place: every link leads somewhere, and no two files share an address."""

import re
from collections import Counter
from collections.abc import Iterator

from kb.errors import BuildError
from kb.site.output.drafts import Drafts
from kb.site.output.links import missing_anchors

_NAME = re.compile(r"[a-z0-9_-][a-z0-9._-]*")
_RESERVED = frozenset({"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)})
_NAMED = 5


def check(drafts: Drafts) -> None:
    """Hold that the site is whole, or raise a BuildError that lists all that is not."""
    faults = [*_bad_names(drafts), *sorted(drafts.links.faults), *_broken(drafts)]
    if faults:
        raise BuildError(f"the site would be wrong, so nothing was written: {'; '.join(faults)}")


def _bad_names(drafts: Drafts) -> Iterator[str]:
    """List what some systems cannot hold: names that are taken, differ by case alone, are reserved or unfit."""
    yield from (f"{path} is the address of two pages" for path in drafts.twice)
    taken = Counter(path.lower() for path in drafts.paths)
    unfit = set(filter(_unfit, {name for path in drafts.paths for name in path.split("/")}))
    for path in drafts.paths:
        if taken[path.lower()] > 1:
            yield f"{path} differs from the address of another page by case alone"
        if unfit and not unfit.isdisjoint(path.split("/")):
            yield f"{path} is no name that every system can hold"


def _unfit(name: str) -> bool:
    return not _NAME.fullmatch(name) or name.partition(".")[0] in _RESERVED


def _broken(drafts: Drafts) -> list[str]:
    """List every place that a link leads to and that is not there, with pages that link to it."""
    wanted = drafts.links.wanted - {""}
    missing = {target for target in wanted if target.partition("#")[0] not in drafts.paths}
    missing |= _missing_anchors(drafts, wanted - missing)
    if not missing:
        return []
    asked: dict[str, list[str]] = {target: [] for target in sorted(missing)}
    for path, text in drafts.texts():
        for target in missing.intersection(drafts.links.lead(path, text)):
            asked[target].append(path)
    return [f"{target} is not there, but linked from {_some(pages)}" for target, pages in asked.items()]


def _missing_anchors(drafts: Drafts, wanted: set[str]) -> set[str]:
    places: dict[str, set[str]] = {}
    for target in wanted:
        path, _, anchor = target.partition("#")
        if anchor:
            places.setdefault(path, set()).add(anchor)
    return {lost for path, anchors in places.items() for lost in missing_anchors(path, drafts.text(path), anchors)}


def _some(pages: list[str]) -> str:
    """Return a few of *pages* in words: a fault of a template is on all of them."""
    more = f" and {len(pages) - _NAMED} other pages" if len(pages) > _NAMED else ""
    return ", ".join(pages[:_NAMED]) + more
