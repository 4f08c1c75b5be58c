"""The pages that lead in: home, about, what is shown at a wrong address, and what stands above both trees."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

from kb.knowledge.stats import count
from kb.site.base import address
from kb.site.base.tree import Tree, frame
from kb.site.pages.card import by_letter, letter_refs
from kb.site.pages.date import year_refs
from kb.site.pages.entries import days, entry, groups
from kb.site.pages.figures import chart, figures
from kb.site.pages.front_kinds import AboutPage, HomePage, LandingPage, LostPage, NotFoundPage
from kb.site.pages.mechanic import explained, top
from kb.site.pages.search import first_examples
from kb.site.pages.values import Day, FrameView

_NEWEST = 6
_TOP = 12
_RECENT = 60


def front_pages(tree: Tree) -> Iterator[HomePage | AboutPage | NotFoundPage]:
    """Yield the pages of a language tree that lead in."""
    yield _home(tree)
    yield _about(tree)
    lost = _nothing(tree, address.NOT_FOUND, "not_found", "not_found_lead")
    yield replace(lost, frame=_anywhere(tree, lost.frame))
    yield _nothing(tree, address.OFFLINE, "offline", "offline_lead")


def _nothing(tree: Tree, where: str, title_key: str, lead_key: str) -> NotFoundPage:
    title, lead = tree.words.say(title_key), tree.words.say(lead_key)
    return NotFoundPage(replace(frame(tree, where, title, lead), canonical="", crumbs=()), title, lead)


def landing_pages(tree: Tree) -> Iterator[LandingPage | LostPage]:
    """Yield the pages above the trees, in words of both languages; *tree* is the one of their frame."""
    yield LandingPage(_above(tree, "index.html", tree.words.say("site")))
    yield LostPage(_anywhere(tree, _above(tree, address.NOT_FOUND, tree.words.say("not_found"))))


def newest_days(tree: Tree, up: str) -> tuple[Day, ...]:
    """Return the newest rulings in their days."""
    # A few more than are shown, because some say the same.
    newest = sorted(tree.atlas.rulings, key=tree.atlas.newest.__getitem__)[:_RECENT]
    return days(tree, groups(tree, newest)[:_NEWEST], up, lambda group: entry(tree, group, up))


def _above(tree: Tree, path: str, title: str) -> FrameView:
    return FrameView(
        path=path,
        lang=tree.lang.value,
        title=title,
        description=tree.words.say("site_summary"),
        root="",
        up=f"{tree.lang}/",
        other=f"{tree.other}/{address.HOME}",
        twin=False,
        canonical=tree.base_url,
        paraphrased=tree.paraphrased,
        rules=bool(tree.atlas.codex.numbered),
    )


def _anywhere(tree: Tree, of: FrameView) -> FrameView:
    """Make links independent of the folder in which a page is shown, as far as the site's address is known.

    A server shows its page for wrong addresses in whatever folder was asked for.
    """
    of = replace(of, canonical="", twin=False, crumbs=())
    if not tree.base_url:
        return of
    root = urlsplit(tree.base_url).path
    return replace(of, root=root, up=f"{root}{tree.lang}/", other=f"{root}{tree.other}/{address.HOME}")


def _home(tree: Tree) -> HomePage:
    knowledge = tree.atlas.knowledge
    years = [ruling.date.year for ruling in knowledge.rulings if ruling.date]
    return HomePage(
        frame=frame(tree, address.HOME, tree.words.say("site"), tree.words.say("site_summary")),
        rulings=len(knowledge.rulings),
        cards=len(tree.atlas.by_name[tree.lang]),
        mechanics=len(tree.atlas.about),
        files=len(knowledge.sources),
        rules=sum("." in number for number in tree.atlas.codex.numbered),
        first_year=min(years, default=None),
        last_year=max(years, default=None),
        top=top(tree, "", _TOP),
        days=newest_days(tree, ""),
        examples=first_examples(tree),
        letters=letter_refs(tree, by_letter(tree), ""),
        by_letter=explained(tree, ""),
        chart=chart(tree, count(knowledge).years),
        years=year_refs(tree, ""),
    )


def _about(tree: Tree) -> AboutPage:
    knowledge = tree.atlas.knowledge
    by_year, tables = figures(tree)
    return AboutPage(
        frame=frame(tree, address.ABOUT, tree.words.say("about"), tree.words.say("about_lead")),
        rulings=len(knowledge.rulings),
        raw=knowledge.raw,
        official=sum(ruling.official for ruling in knowledge.rulings),
        machine_translated=sum(ruling.machine_translated for ruling in knowledge.rulings),
        pairs=len(knowledge.pairs),
        unsure_names=sum(mechanic.name_fr_evidence == "weak" for mechanic in knowledge.mechanics),
        chart=by_year,
        tables=tables,
    )
