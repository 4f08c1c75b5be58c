"""Where each page lies. Paths are given from the folder of a language tree; every name is lower-case ASCII."""

from datetime import date

HOME = "index.html"
ABOUT = "about.html"
SEARCH = "search.html"
NOT_FOUND = "404.html"
OFFLINE = "offline.html"
APP = "app.webmanifest"
FEED = "feed.xml"
OPENSEARCH = "opensearch.xml"
MECHANICS = "mechanics/index.html"
CARDS = "cards/index.html"
DATES = "dates/index.html"
SOURCES = "sources/index.html"
RULES = "rules/index.html"
GLOSSARY = "glossary/index.html"


def mechanic(slug: str) -> str:
    """Return the address of a mechanic's page."""
    return f"mechanics/{slug}.html"


def mechanic_feed(slug: str) -> str:
    """Return the address of the feed of a mechanic."""
    return f"mechanics/{slug}.xml"


def card(key: str) -> str:
    """Return the address of a card's page."""
    return f"cards/{key}.html"


def names(letter: str) -> str:
    """Return the address of the list of cards under *letter*; in a folder of its own, for a card may be called `A`."""
    return f"names/{letter}.html"


def ruling(identity: str) -> str:
    """Return the address of a ruling's page."""
    return f"rulings/{identity}.html"


def day(when: date | None) -> str:
    """Return the address of a day's page; one page holds the rulings without a date."""
    return f"dates/{when.isoformat() if when else 'undated'}.html"


def source(slug: str) -> str:
    """Return the address of a corpus file's page."""
    return f"sources/{slug}.html"


def rule(number: str) -> str:
    """Return the address of the page of a section of the rules, or of a rule that has a page of its own."""
    return f"rules/{number}.html"


def terms(letter: str) -> str:
    """Return the address of the entries of the glossary under *letter*."""
    return f"glossary/{letter}.html"


def part(address: str, number: int) -> str:
    """Return the address of a part of a long list; the first is the page itself.

    >>> part("mechanics/flying.html", 1), part("mechanics/flying.html", 2)
    ('mechanics/flying.html', 'mechanics/flying.2.html')
    """
    return address if number == 1 else f"{address.removesuffix('.html')}.{number}.html"


def beside(address: str) -> str:
    """Return the way to a page from one in the same folder.

    >>> beside("rulings/0a1b.html")
    '0a1b.html'
    """
    return address.rpartition("/")[2]


def up(address: str) -> str:
    """Return the way from a page to the folder of its language tree.

    >>> up("index.html"), up("cards/a.html")
    ('', '../')
    """
    return "../" * address.count("/")
