"""The tables of the search, written for the browser from where the terminal reads them."""

from kb.model import Lang
from kb.search import searcher
from kb.search.engine import present, rank, spelling
from kb.search.engine import relax as looser
from kb.search.index import analysis
from kb.search.query import filters, lexicon, meanings, parse
from kb.search.query import interpret as read
from kb.search.query import names as named


def tables() -> dict[str, object]:
    """Return every list and number that reading, matching and ranking go by."""
    return {
        "stop": [" ".join(sorted(analysis.STOP[lang])) for lang in Lang],
        "vague": [" ".join(sorted(analysis.VAGUE[lang])) for lang in Lang],
        "same": analysis.SAME,
        "endings": analysis.ENDINGS,
        "rank": {name: value for name, value in vars(rank).items() if name.isupper()},
        "fields": parse.FIELDS,
        "joiners": parse.JOINERS,
        "languages": filters.LANGUAGES,
        "kinds": filters.KINDS,
        "limits": {
            "word": parse.LONGEST_WORD,
            "clauses": parse.MOST_CLAUSES,
            "prefixes": parse.MOST_PREFIXES,
            "endings": read.MOST_ENDINGS,
            "name": named.LONGEST_NAME,
            "samePart": named.SAME_PART,
            "seldom": named.SELDOM,
            "term": meanings.LONGEST,
            "cards": lexicon.MOST_CARDS,
            "few": lexicon.FEW_CARDS,
            "query": searcher.LONGEST_QUERY,
            "units": searcher.MOST_UNITS,
            "rules": present.MOST_RULES,
            "tried": present.TRIED_RULES,
            "ruleShare": present.RULE_SHARE,
            "looser": looser.MOST,
            "spelling": {
                "shortest": spelling.SHORTEST,
                "forgiving": spelling.FORGIVING,
                "words": spelling.MOST_WORDS,
                "tried": spelling.TRIED,
                "part": spelling.SHORTEST_PART,
                "certain": spelling.CERTAIN,
                "clearly": spelling.CLEARLY,
            },
        },
    }
