"""The corpus: its files, and what each of them holds."""

from collections.abc import Iterator

from kb.model import Finding, Lang, Source, Span, Witness
from kb.site.base import address
from kb.site.base.lookups import Found
from kb.site.base.tree import Tree, foreign, frame, pager, quoted, shorten
from kb.site.pages.kinds import SourcePage, SourcesPage
from kb.site.pages.values import Counted, Ref, RowView, Trouble

PART = 200
"""So many rulings of a file are listed on one page."""
_OPENING = 60
"""So many letters of a ruling tell it from its neighbours in the file."""
_JSON = (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".ndjson.gz")
LANGUAGES = {Lang.EN: "english", Lang.FR: "french"}


def source_pages(tree: Tree) -> Iterator[SourcesPage | SourcePage]:
    """Yield every page about the corpus."""
    yield _sources(tree)
    troubles = _troubles(tree)
    for source in tree.atlas.knowledge.sources:
        yield from _source(tree, source, troubles.get(source.path, ()))


def row_ref(tree: Tree, witness: Witness, up: str) -> Ref:
    """Link to where a witness is listed among what its file holds."""
    place = tree.atlas.places[witness]
    page = address.part(address.source(tree.atlas.source_slugs[witness.path]), place // PART + 1)
    return Ref(f"{up}{page}#row-{place + 1}", witness.path)


def lines(tree: Tree, path: str, span: Span) -> str:
    """Return where *span* is: lines of a text, entries of a JSON file."""
    if path.lower().endswith(_JSON):
        return tree.words.say("entry", n=span.first)
    if span.first == span.last:
        return tree.words.say("line", n=span.first)
    return tree.words.say("lines", first=span.first, last=span.last)


def _sources(tree: Tree) -> SourcesPage:
    knowledge = tree.atlas.knowledge
    up = address.up(address.SOURCES)
    return SourcesPage(
        frame=frame(tree, address.SOURCES, tree.words.say("sources"), tree.words.say("sources_lead")),
        rows=tuple(
            Counted(
                Ref(up + address.source(tree.atlas.source_slugs[source.path]), source.path),
                len(tree.atlas.in_file.get(source.path, ())),
                note=source.layout,
                note_lang=foreign(tree, Lang.EN),
            )
            for source in knowledge.sources
        ),
        raw=knowledge.raw,
        rulings=len(knowledge.rulings),
        troubles=len(knowledge.findings),
        skipped=knowledge.skipped,
    )


def _source(tree: Tree, source: Source, troubles: tuple[Finding, ...]) -> Iterator[SourcePage]:
    founds = tree.atlas.in_file.get(source.path, ())
    count = max(-(-len(founds) // PART), 1)
    for number in range(1, count + 1):
        yield _part(tree, source, troubles if number == 1 else (), number, count)


def _part(tree: Tree, source: Source, troubles: tuple[Finding, ...], number: int, count: int) -> SourcePage:
    where = address.source(tree.atlas.source_slugs[source.path])
    up = address.up(where)
    founds = tree.atlas.in_file.get(source.path, ())
    first = (number - 1) * PART
    return SourcePage(
        frame=frame(
            tree,
            where,
            source.path,
            tree.words.say("source_summary", path=source.path),
            crumbs=(Ref(up + address.SOURCES, tree.words.say("sources")),),
            part=number,
        ),
        path=source.path,
        layout=source.layout,
        notice=quoted(tree, source.notice) if source.notice else None,
        machine_translated=tuple(tree.words.say(LANGUAGES[lang]) for lang in source.machine_translated),
        total=len(founds),
        rows=tuple(
            _row(tree, place + 1, found, up) for place, found in enumerate(founds[first : first + PART], start=first)
        ),
        troubles=tuple(
            Trouble(finding.problem.code, lines(tree, source.path, finding.problem.span), finding.problem.detail)
            for finding in troubles
        ),
        pager=pager(tree, where, number, count),
    )


def _row(tree: Tree, number: int, found: Found, up: str) -> RowView:
    ruling = tree.atlas.rulings[found.ruling]
    return RowView(
        number=number,
        lines=lines(tree, found.witness.path, found.witness.span),
        ref=Ref(up + address.ruling(ruling.id), shorten(found.witness.text, _OPENING), foreign(tree, ruling.lang)),
        day=tree.words.day(ruling.date),
        note=not ruling.official,
    )


def _troubles(tree: Tree) -> dict[str, tuple[Finding, ...]]:
    found: dict[str, tuple[Finding, ...]] = {}
    for finding in tree.atlas.knowledge.findings:
        found[finding.path] = (*found.get(finding.path, ()), finding)
    return found
