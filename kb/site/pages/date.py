"""Days: the list by year and a page for each."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby

from kb.site.base import address
from kb.site.base.tree import Tree, frame, pager
from kb.site.pages.entries import day, entry, groups, notes
from kb.site.pages.kinds import DatePage, DatesPage
from kb.site.pages.values import Counted, Neighbours, Ref, Section

PART = 100
"""So many rulings of a day are shown on one page."""


def date_pages(tree: Tree) -> Iterator[DatesPage | DatePage]:
    """Yield every page about days."""
    yield _dates(tree)
    days = tuple(tree.atlas.on_day)
    for place, when in enumerate(days):
        yield from _date(tree, when, days[place + 1 : place + 2], days[max(place - 1, 0) : place])


def year_refs(tree: Tree, up: str) -> tuple[Counted, ...]:
    """Link to each year, newest first, with how many rulings it has."""
    return tuple(
        Counted(Ref(f"{up}{address.DATES}#{anchor}", title), sum(len(tree.atlas.on_day[when]) for when in days))
        for anchor, title, days in _years(tree)
    )


def _years(tree: Tree) -> tuple[tuple[str, str, tuple[date | None, ...]], ...]:
    """Return anchor, title and days of each year, newest first, what has no date last."""
    years = groupby(tree.atlas.on_day, lambda when: when.year if when else None)
    return tuple(
        (f"year-{year}", str(year), tuple(days)) if year else ("undated", tree.words.say("no_date"), tuple(days))
        for year, days in years
    )


def _dates(tree: Tree) -> DatesPage:
    up = address.up(address.DATES)
    return DatesPage(
        frame=frame(tree, address.DATES, tree.words.say("dates"), tree.words.say("dates_lead")),
        total=len(tree.atlas.knowledge.rulings),
        years=tuple(
            Section(
                anchor,
                title,
                tuple(
                    Counted(Ref(up + address.day(when), tree.words.day(when)), len(tree.atlas.on_day[when]))
                    for when in days
                ),
            )
            for anchor, title, days in _years(tree)
        ),
    )


def _date(
    tree: Tree, when: date | None, before: tuple[date | None, ...], after: tuple[date | None, ...]
) -> Iterator[DatePage]:
    where = address.day(when)
    up = address.up(where)
    found = groups(tree, tree.atlas.on_day[when])
    count = -(-len(found) // PART)
    title = tree.words.say("rulings_of", day=tree.words.day(when)) if when else tree.words.say("rulings_undated")
    rulings = tree.words.count(len(tree.atlas.on_day[when]), "n_rulings")
    for number in range(1, count + 1):
        shown = tuple(entry(tree, group, up) for group in found[(number - 1) * PART : number * PART])
        yield DatePage(
            frame=frame(
                tree,
                where,
                title,
                tree.words.say("date_summary", title=title, count=rulings),
                crumbs=(Ref(up + address.DATES, tree.words.say("dates")),),
                part=number,
            ),
            title=title,
            total=len(tree.atlas.on_day[when]),
            notes=notes(tree, tree.atlas.on_day[when]),
            day=day(tree, when, up, shown),
            pager=pager(tree, where, number, count),
            neighbours=Neighbours(None, _neighbour(tree, before, up), _neighbour(tree, after, up)),
        )


def _neighbour(tree: Tree, days: tuple[date | None, ...], up: str) -> Ref | None:
    return Ref(up + address.day(days[0]), tree.words.day(days[0])) if days else None
