"""Full-text search over rulings: the only room that knows Whoosh.

`index.write` builds an index, `searcher.Searcher` answers from it. Between them lie `analysis` (text to tokens),
`schema` (what is kept of each ruling), `parse` (what a person typed), `reading` (what it means), `match` (which rulings
have it), `rank` (in what order) and `present` (hits, marks, suggestions).
"""
