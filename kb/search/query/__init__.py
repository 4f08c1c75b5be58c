"""From what a person types to a query: words, phrases, mechanics, cards, dates, filters."""
