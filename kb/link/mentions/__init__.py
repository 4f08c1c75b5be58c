"""Where a text names a mechanic in its keyword sense.

Words are compared folded (no accents, no case) and whole; of several forms that begin at one word the longest is taken,
and no part of it again. What is not a mention: a word within a card's name, a capitalised word that is clearly such a
name, and an everyday word whose surroundings do not show the mechanic (`kb/data/senses.toml`). One pass over the words
of the text: the time grows with its length alone.
"""

from kb.link.mentions.find import Finder, Mention, TextMentions, finder, mentions

__all__ = ["Finder", "Mention", "TextMentions", "finder", "mentions"]
