"""The figures of the about page: rulings by year as a chart, and tables by year, language, source and mechanic."""

from collections.abc import Sequence

from kb.knowledge.stats import UNDATED, UNLABELLED, Stats, count
from kb.model import Lang
from kb.site.base import address
from kb.site.base.tree import Tree, mechanic_ref
from kb.site.pages.values import Bar, Chart, LineView, Ref, Table

_WIDTH, _HEIGHT = 360, 190
_LEFT, _TOP, _FOOT = 34, 10, 168
_GAP = 0.25
"""Share of a column's room that stays empty."""
_LABELS = 6
"""So many years are written under the chart at most, and as many amounts beside it."""
_MECHANICS = 15
_STEPS = (1, 2, 5)


def figures(tree: Tree) -> tuple[Chart | None, tuple[Table, ...]]:
    """Return the chart, if any ruling is dated, and the tables."""
    stats = count(tree.atlas.knowledge)
    return chart(tree, stats.years), _tables(tree, stats)


def chart(tree: Tree, amounts: Sequence[tuple[str, int]]) -> Chart | None:
    """Return the chart of the *amounts* by year, if any ruling is dated."""
    years = tuple(row for row in amounts if row[0] != UNDATED)
    return _chart(tree, years) if years else None


def _chart(tree: Tree, years: Sequence[tuple[str, int]]) -> Chart:
    most_year, most = max(years, key=lambda row: row[1])
    step = _step(most)
    top = -(-most // step) * step
    room = (_WIDTH - _LEFT) / len(years)
    every = -(-len(years) // _LABELS)
    return Chart(
        width=_WIDTH,
        height=_HEIGHT,
        foot=_FOOT,
        bar_width=_number(room * (1 - _GAP)),
        bars=tuple(
            Bar(
                x=_number(_LEFT + place * room + room * _GAP / 2),
                y=_number(_level(amount, top)),
                height=_number(_FOOT - _level(amount, top)),
                label="" if place % every else year,
                middle=_number(_LEFT + (place + 0.5) * room),
            )
            for place, (year, amount) in enumerate(years)
        ),
        lines=tuple(LineView(_number(_level(n, top)), tree.words.number(n)) for n in range(step, top + 1, step)),
        says=tree.words.say(
            "chart_says",
            first=years[0][0],
            last=years[-1][0],
            year=most_year,
            count=tree.words.count(most, "n_rulings"),
        ),
    )


def _step(most: int) -> int:
    """Return a round number of which a few reach *most*.

    >>> [_step(most) for most in (0, 3, 17, 4_321)]
    [1, 1, 5, 1000]
    """
    size = 1
    while True:
        for step in _STEPS:
            if step * size * (_LABELS - 1) >= most:
                return step * size
        size *= 10


def _level(amount: int, top: int) -> float:
    return _FOOT - (_FOOT - _TOP) * amount / max(top, 1)


def _number(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


def _tables(tree: Tree, stats: Stats) -> tuple[Table, ...]:
    say = tree.words.say
    languages = {Lang.EN.value: say("in_english"), Lang.FR.value: say("in_french")}
    slugs = {mechanic.name: slug for slug, mechanic in tree.atlas.mechanics.items()}
    mechanics = tuple((mechanic_ref(tree, slugs[name], ""), n) for name, n in stats.mechanics[:_MECHANICS])
    return (
        _table(tree, "by_year", "year", tuple((_year(tree, year), n) for year, n in stats.years), folded=True),
        _table(tree, "by_language", "language", tuple((Ref("", languages[code]), n) for code, n in stats.languages)),
        _table(tree, "by_source", "source_label", tuple((_label(tree, label), n) for label, n in stats.sources)),
        _table(tree, "by_mechanic", "mechanic", mechanics),
    )


def _table(tree: Tree, title: str, column: str, rows: tuple[tuple[Ref, int], ...], *, folded: bool = False) -> Table:
    return Table(
        tree.words.say(title), tree.words.say(column), tuple((ref, tree.words.number(n)) for ref, n in rows), folded
    )


def _year(tree: Tree, year: str) -> Ref:
    if year == UNDATED:
        return Ref(f"{address.DATES}#undated", tree.words.say("no_date"))
    held = any(when and when.year == int(year) for when in tree.atlas.on_day)
    return Ref(f"{address.DATES}#year-{int(year)}" if held else "", year)


def _label(tree: Tree, label: str) -> Ref:
    return Ref("", tree.words.say("no_label") if label == UNLABELLED else label)
