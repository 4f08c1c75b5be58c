"""Full-text search over rulings: the only room that knows Whoosh.

`index` writes what `schema` says is kept, `stamp` tells whether it is whole, `opened` opens it. `searcher` answers a
query in these steps, each a module:

* `parse`    what was typed, cut into clauses
* `read`     clauses to units and filters, with the names that `lexicon` knows and the words that `meanings` does
             (`units`, `named`, `filters`, `language`)
* `match`    which rulings have them, and how well (`asked`, `postings`)
* `order`    the best first, by the numbers in `rank`
* `present`  hits, one for each wording and pattern, with `marks`, rules beside them, and reasons (`explain`)
* `spelling` the nearest spelling of what was found nowhere; `looser` what to leave out when nothing was found

`analysis` makes tokens and stems of texts and of queries alike. Values are named tuples here: such a class takes a
tenth of the time of a slotted dataclass to make, and every search of the command line makes all of them first.
"""
