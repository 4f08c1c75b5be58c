"""Search without a server: the index in small files that a script on the page loads as a query needs them.

`terms` are what rulings are found by, `names` what queries may name, `texts` what is shown, `tables` what `kb search`
goes by. `shards` cuts them into files, `codes` writes their numbers. The scripts that read them are in
`site_templates/static/search`; they answer as the terminal does, step by step in modules of the same names.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from kb.model import Knowledge
from kb.search.index import schema as fields
from kb.search.index.build import write
from kb.search.index.export import Exported, export, nothing
from kb.site.search_index.codes import packed, steps
from kb.site.search_index.names import CARDS, shelve_names, shelve_suggestions
from kb.site.search_index.shards import Shelf
from kb.site.search_index.tables import tables
from kb.site.search_index.terms import FINENESS, LENGTHS, shelve_spelt, shelve_terms
from kb.site.search_index.texts import RULES, RULINGS, leading_on, shelve_texts, symbols

__all__ = ["indexed", "search_files"]


def indexed(knowledge: Knowledge) -> Exported:
    """Return the search index of *knowledge*, made for the occasion."""
    if not (knowledge.rulings or knowledge.rules or knowledge.mechanics or knowledge.cards):
        return nothing()
    with TemporaryDirectory() as folder:
        write(Path(folder, "search"), knowledge)
        return export(Path(folder, "search"))


def search_files(
    exported: Exported, knowledge: Knowledge, places: Mapping[str, str] | None = None, edition: str = ""
) -> Mapping[str, bytes]:
    """Return the files of the search by their path from the folder of the site; equal arguments give equal bytes.

    *places* says where rules and terms of the glossary stand on the site, by their numbers and names. *edition* is that
    of the scripts that can read the files.
    """
    shelf = Shelf()
    impacts = shelve_terms(shelf, exported)
    shelve_names(shelf, exported, knowledge)
    shelve_texts(shelf, exported, knowledge, places or {})
    letters = shelve_spelt(shelf, exported)
    version = hashlib.sha256(b"".join(content for _, content in sorted(shelf.files.items()))).hexdigest()[:8]
    shelve_suggestions(shelf, knowledge, version)
    shelf.put("base", 0, {"version": version, "edition": edition, **_base(shelf, exported, letters, impacts)})
    return shelf.files


def _base(shelf: Shelf, exported: Exported, letters: list[str], impacts: list[int]) -> Mapping[str, object]:
    """Return what every query needs: what there is, where it lies, and the tables."""
    stamp = exported.stamp
    marked = exported.postings[fields.IS]
    return {
        "rulings": stamp.rulings,
        "rules": stamp.rules,
        "mechanics": stamp.mechanics,
        "texts": list(stamp.texts.values()),
        "dates": [list(date) for date in stamp.dates],
        "lesser": {
            factor: steps(marked[mark].documents) if mark in marked else ""
            for factor, mark in (("NOTE", "note"), ("SUPERSEDED", fields.SUPERSEDED))
        },
        "leading": steps(leading_on(exported)),
        "rows": {"r": RULINGS, "u": RULES, "c": CARDS},
        "fineness": FINENESS,
        "impacts": packed(impacts),
        "firsts": {kind: "\n".join(keys) for kind, keys in shelf.first_keys.items() if kind != "n"},
        "counts": shelf.counts,
        "symbols": symbols(exported),
        "letters": letters,
        "lengths": LENGTHS,
        **tables(),
    }
