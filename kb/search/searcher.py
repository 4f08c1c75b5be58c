"""Asking an index: a query in, an Answer out."""

from datetime import date
from pathlib import Path

from kb.errors import IndexUnusable, UsageError
from kb.model import Answer, Lang
from kb.search.engine.explain import explain_reading
from kb.search.engine.match import Matched, Matcher
from kb.search.engine.present import Fetch, Presenter
from kb.search.engine.relax import looser
from kb.search.engine.spelling import ANSWERED_FOR, Respelt, Vocabulary, did_you_mean
from kb.search.index import schema as fields
from kb.search.index.handle import open_index
from kb.search.index.stamp import check
from kb.search.query.interpret import read
from kb.search.query.lexicon import Lexicon
from kb.search.query.model import ParsedQuery, QueryPart
from kb.search.query.parse import Clause, Query, TokenKind, parse

LONGEST_QUERY = 4096
"""Letters of a query that are looked at."""
MOST_UNITS = 12
"""Parts of a query whose slips are corrected; a longer one has enough without, and every try is a search."""


class Searcher:
    """An open search index."""

    def __init__(self, folder: Path, fetch: Fetch) -> None:
        """Open the index in *folder*; raises IndexUnusable if there is none, an older or a damaged one."""
        self._opened = open_index(folder)
        self._fetch = fetch
        self._lexicon = Lexicon(self._opened)
        self._matcher = Matcher(self._opened)

    def close(self) -> None:
        """Close the files."""
        self._opened.reader.close()

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        offset: int = 0,
        lang: Lang | None = None,
        card: str | None = None,
        mechanic: str | None = None,
        since: date | None = None,
        until: date | None = None,
        source: str | None = None,
        explain: bool = False,
    ) -> Answer:
        """Answer *query*, leaving out the first *offset* hits; nothing a person types raises.

        The other arguments are filters, as `lang:`, `card:`, `mechanic:`, `date>=`, `date<=` and `source:` in the query
        are; but with one that has no meaning here nothing is found, and a note says so. Raises UsageError for values of
        another kind, IndexUnusable if the index turns out to be damaged.
        """
        values = {"lang": lang, "card": card, "mechanic": mechanic, "source": source}
        days = {">=": since, "<=": until}
        _require(str, "query", query)
        _check(str, **values)
        _check(date, since=since, until=until)
        _check(int, limit=limit, offset=offset)
        options = [
            Clause(TokenKind.FIELD, value, name, ":", option=True)
            for name, value in values.items()
            if value is not None
        ]
        options += [Clause(TokenKind.FIELD, day.isoformat()[:10], "date", sign) for sign, day in days.items() if day]
        try:
            return self._answer(query[:LONGEST_QUERY], tuple(options), range(offset, offset + limit), explain=explain)
        except IndexUnusable:
            raise
        except Exception:
            check(self._opened.folder)
            raise

    def _answer(self, query: str, options: tuple[Clause, ...], places: range, *, explain: bool) -> Answer:
        reading = self._read(query, options)
        matched = self._matcher.match(reading)
        notes = [*reading.notes, *(f"no ruling here has: {unit.label}" for unit in matched.dead if not unit.silent)]
        respelt = self._respelt(query, options, reading, matched)
        if respelt and respelt.certain:
            notes.append(f"{ANSWERED_FOR}{respelt.query}")
            reading = self._read(respelt.query, options)
            matched = self._matcher.match(reading)
        if not matched.total and not matched.rules:
            notes += looser(reading, self._matcher)
        presenter = Presenter(self._opened, self._fetch, matched, reading)
        return Answer(
            query=query,
            total=len(matched.total),
            hits=tuple(presenter.hits(places, explain=explain)),
            rules=tuple(presenter.rules(places)),
            notes=tuple(dict.fromkeys(notes)),
            did_you_mean=respelt.query if respelt else None,
            reading=explain_reading(reading, matched) if explain else (),
        )

    def _read(self, query: str, options: tuple[Clause, ...]) -> ParsedQuery:
        typed = parse(query)
        return read(Query((*typed.clauses, *options), typed.notes), self._lexicon)

    def _respelt(
        self, query: str, options: tuple[Clause, ...], reading: ParsedQuery, matched: Matched
    ) -> Respelt | None:
        unknown = [unit.label for unit in matched.dead if unit.part is QueryPart.WORD]
        unknown = [word for word in unknown if not self._opened.postings.frequency(fields.NAME_WORD, word)]
        if len(reading.units) > MOST_UNITS:
            return None
        # Against English texts alone, every French word that no table translates would look like a slip.
        vocabulary = Vocabulary(self._opened, mechanics_only=reading.french and not self._opened.stamp.texts[Lang.FR])

        def finds(corrected: str) -> bool:
            return bool(self._matcher.match(self._read(corrected, options)).total)

        return did_you_mean(query, unknown, vocabulary, finds) if unknown else None


def _check(kind: type, **given: object) -> None:
    """Raise UsageError for what is given and is not of its *kind*, or is a number below 0."""
    for name, value in given.items():
        if value is not None:
            _require(kind, name, value)


def _require(kind: type, name: str, value: object) -> None:
    if not isinstance(value, kind):
        raise UsageError(f"{name} cannot be {value!r}: a {kind.__name__} is wanted")
    if isinstance(value, int) and value < 0:
        raise UsageError(f"{name} cannot be {value}: 0 is the least")
