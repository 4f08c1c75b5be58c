"""The worst files that each reader can be given, of any size: a name, and what makes so many bytes of it.

Text of more than 3,000,000 characters or 60,000 lines is refused, and so is markup of more than 100,000 signs: most
of these files have lines or elements just long enough to come near both bounds.
"""

import gzip
import json
from collections.abc import Callable, Mapping

Make = Callable[[int], bytes]

_LINE = 51
"""Bytes of a line that keep a text from having too many lines before it has too many characters."""
_ELEMENT = 110
"""Bytes of an element that keep ten megabytes from having too many signs of markup."""


def _repeated(piece: str, before: str = "", after: str = "", *, wide: int = 0) -> Make:
    """Make *piece* over and over, filled up with blanks to *wide* bytes."""
    one = piece.encode()
    ends = b"\n" if one.endswith(b"\n") else b""
    one = one.removesuffix(b"\n").ljust(wide - len(ends)) + ends

    def make(size: int) -> bytes:
        head, tail = before.encode(), after.encode()
        return head + one * max((size - len(head) - len(tail)) // len(one), 1) + tail

    return make


def _numbered(piece: str, before: str = "", after: str = "") -> Make:
    """Make *piece* over and over, `#` in it a number that is each time another."""

    def make(size: int) -> bytes:
        parts, length, number = [before], len(before), 0
        while length < size:
            parts.append(piece.replace("#", str(number)))
            length += len(parts[-1])
            number += 1
        return "".join([*parts, after]).encode()

    return make


def _nested(opening: str, closing: str, within: str = "", before: str = "") -> Make:
    """Nest as deep as the size allows."""

    def make(size: int) -> bytes:
        depth = max((size - len(before) - len(within)) // (len(opening) + len(closing)), 1)
        return (before + opening * depth + within + closing * depth).encode()

    return make


def _rows(row: Mapping[str, object], opening: str = "[", closing: str = "]") -> Make:
    one = json.dumps(row)
    return _numbered(one + ",", opening, one.replace("#", "last") + closing)


def _lines(row: Mapping[str, object]) -> Make:
    return _numbered(json.dumps(row) + "\n")


def _packed(make: Make) -> Make:
    return lambda size: gzip.compress(make(size), 1)


_CARD = "Bell of Old Harrow\n"
_STATED = "A creature with flying blocks it if its controller pays {2}."
_TEXT: Mapping[str, Make] = {
    "dates alone": _repeated("2024-02-02\n", _CARD),
    "dates alone, wide": _repeated("2024-02-02\n", _CARD, wide=_LINE),
    "dates alone, blank lines between": _repeated(f"2024-02-02{' ' * 90}\n\n", _CARD),
    "dates in words": _repeated("le mercredi 1er février 2007\n", _CARD, wide=_LINE),
    "dates that are none": _repeated("99/99/2024\n", _CARD, wide=_LINE),
    "one date, then lines": _repeated(f"{_STATED}\n", f"{_CARD}2024-02-02\n"),
    "lines, then one date": _repeated(f"{_STATED}\n", _CARD, "2024-02-02\n"),
    "dated rulings, each another": _numbered(f"2024-02-02 On # occasions {_STATED}\n", _CARD),
    "dated rulings, one again and again": _repeated(f"2024-02-02 {_STATED}\n", _CARD),
    "dates after rulings": _numbered(f"Number #: {_STATED}\n2024-02-02{' ' * 40}\n\n", _CARD),
    "two dates, one lone": _repeated(f"2024-02-02\n2023-01-01 {_STATED}{' ' * 60}\n", _CARD),
    "strays among dates": _repeated(f"{_STATED}\n2024-02-02\n\n2024-03-03 {_STATED}\n", _CARD),
    "rows with dates in a cell": _repeated(f"Bell\t2024-02-02\t{_STATED}\n"),
    "rows of many cells": _repeated("2024-02-02\t" + "a\t" * 500 + "b.\n"),
    "one row without end": _repeated("a\t", "2024-02-02\t"),
    "one line without end": _repeated("word "),
    "one line of dates": _repeated("2024-02-02 "),
    "one line of years": _repeated("2024 "),
    "one line of symbols": _repeated("{2/W}"),
    "one word": _repeated("a"),
    "one line of full stops": _repeated("."),
    "one line of capitals": _repeated("Bell Of Old Harrow "),
    "one line of blanks": _repeated(" ", f"{_CARD}2024-02-02 A", "b.\n"),
    "one line of openings": _repeated("{", f"{_CARD}2024-02-02 "),
    "one line of brackets": _repeated("[", f"{_CARD}2024-02-02 "),
    "one line of round brackets": _repeated("(", f"{_CARD}2024-02-02 "),
    "one line of quotes": _repeated('"', f"{_CARD}2024-02-02 "),
    "one line of apostrophes": _repeated("d'", f"{_CARD}2024-02-02 "),
    "one line of stars": _repeated("*a ", f"{_CARD}2024-02-02 "),
    "one line of colons": _repeated("a: ", f"{_CARD}2024-02-02 "),
    "one line of combining signs": _repeated("\u0301", f"{_CARD}2024-02-02 a"),
    "one line of bullets": _repeated("• ", f"{_CARD}2024-02-02 a"),
    "mojibake": _repeated("Ã©â€™", f"{_CARD}2024-02-02 a"),
    "lines of mojibake": _repeated("Ã©tait lâ€™effet dâ€™une carte\n", _CARD, wide=_LINE + 20),
    "blank lines": _repeated("\n", f"{_CARD}2024-02-02 {_STATED}"),
    "bullets alone": _repeated("- \n", _CARD, wide=_LINE),
    "bullets": _repeated(f"- {_STATED}\n", _CARD),
    "bullets, each deeper": lambda size: b"".join(
        b" " * min(n, 900) + b"- A creature with flying blocks it.\n" for n in range(max(size // 900, 1))
    ),
    "bullets under names": _repeated(f"Bell of Old Harrow\n{' ' * 40}\n- {_STATED} {_STATED}\n\n"),
    "modes": _repeated("Choose one —\n• It draws a card.\n", _CARD, wide=_LINE + 56),
    "names alone": _repeated("Bell of Old Harrow\n", wide=_LINE),
    "names alone, each another": _numbered(f"Bell # of the Old Harrow{' ' * 30}\n"),
    "names under one date": _numbered(f"Bell # of the Old Harrow{' ' * 30}\n", "2024-02-02\n"),
    "names and rulings": _numbered(f"Bell # of the Old Harrow\n2024-02-02 {_STATED} {_STATED}\n\n"),
    "names and rulings of one card": _repeated(f"Bell of Old Harrow\nRulings\n2024-02-02 {_STATED} {_STATED}\n\n"),
    "headings of rulings": _repeated("Rulings\n", _CARD, wide=_LINE),
    "headings and rulings": _repeated(f"Rulings\n{_STATED} {_STATED}\n", _CARD),
    "questions": _repeated("Q: May a creature with flying block it at all, if a player pays?\n", _CARD),
    "questions and answers": _repeated(f"Q: May a creature block it?\nA: {_STATED} {_STATED}\n", _CARD),
    "labels": _repeated(f"Card: Bell{' ' * 20}\nDate: 2024-02-02{' ' * 40}\nText: {_STATED} {_STATED}\n"),
    "label without names": _repeated("Card Name:\n", wide=_LINE),
    "publishers": _repeated("source : wotc\n", f"{_CARD}2024-02-02\n", wide=_LINE),
    "notices": _repeated("This text was translated by a machine, not by people, so take care\n", _CARD),
    "letters": _repeated("Date: 2024-02-02\nFrom: a player of the game\n", _CARD, wide=2 * _LINE),
    "quotes of letters": _repeated("> > > > > > > > A creature with flying blocks it, it does.\n"),
    "two languages in turn": _repeated(f"2024-02-02 {_STATED}\n2024-02-02 La carte ne peut pas être lancée.\n", _CARD),
    "wrapped lines": _repeated(
        "a sentence that goes on and on and is nowhere near its end yet\n", f"{_CARD}2024-02-02\n"
    ),
    "months alone": _repeated("September 2006\n", _CARD, wide=_LINE),
    "table head again and again": _repeated("Date\tRuling\n", wide=_LINE),
    "csv of many columns": _repeated("a,", "date,ruling,"),
    "csv": _repeated(f'2024-02-02,"{_STATED}"\n', "date,ruling\n"),
    "csv, quotes never closed": _repeated('2024-02-02,"it is "" cast\n', "date,ruling\n", wide=_LINE),
    "csv of blanks": _repeated("," * (_LINE - 1) + "\n", "date,ruling\n"),
    "markdown rows": _repeated(f"| 2024-02-02 | {_STATED} |\n", "| Date | Ruling |\n|---|---|\n"),
    "markdown row without end": _repeated("a|", "# Bell\n|", "\n"),
    "markdown headings": _repeated("# \n", wide=_LINE),
    "markdown pictures never closed": _repeated("![a](", "# Bell\n\n2024-02-02 "),
    "markdown links never closed": _repeated("[a", "# Bell\n\n2024-02-02 "),
    "markdown stars": _repeated("**a*_b__", "# Bell\n\n2024-02-02 "),
    "markdown backslashes": _repeated("\\", "# Bell\n\n2024-02-02 "),
    "markdown backticks": _repeated("`a", "# Bell\n\n2024-02-02 "),
    "rulers": _repeated("-" * (_LINE - 1) + "\n", _CARD),
    "underlined": _repeated("Bell of Old Harrow\n------------------\n", wide=2 * _LINE),
    "wiki links never closed": _repeated("[[a|", "'''Bell'''\n\n2024-02-02 "),
    "wiki references never closed": _repeated("<ref>a", "'''Bell'''\n\n2024-02-02 "),
    "wiki headings": _repeated("== a\n", "'''Bell'''\n", wide=_LINE),
    "wiki table": _repeated("|-\n| 2024-02-02 || It is cast for free.\n", "{|\n! Date !! Ruling\n", wide=2 * _LINE),
    "forum tags": _repeated("[b][i]", "[b]Bell[/b]\n2024-02-02 "),
    "rules of the game": _numbered("7#.1a A player may do so.\n\n", "Magic: The Gathering Comprehensive Rules\n\n"),
    "rules, one number again": _repeated("702.62a Suspend is a keyword ability that stands for three abilities.\n\n"),
    "rules, contents alone": _numbered("#. Keyword Abilities of the Game, and More of Them\n", "Contents\n"),
    "front matter never closed": _repeated("title: Bell of Old Harrow\n", "---\n", wide=_LINE),
    "arrows of times": _repeated("12:00 12:00:00.000000 +0000 ", f"{_CARD}2024-02-02 "),
    "one line of words before a date": _repeated("of ", "", "2024-02-02"),
    "labels and blanks": _repeated(f"2024-02-02 source: a{' ' * 110}b\n", _CARD),
    "words of headings": _repeated(f"{'Card ' * 22}x\n", _CARD),
    "costs under one type": _repeated("Bell of Old Harrow {2}{W}\n", "Creature — Bell\n", f"\n- {_STATED}", wide=_LINE),
    "markdown heading with blanks": _repeated(" ", "# a", "b\n"),
    "markdown picture with blanks": _repeated(" ", "# Bell\n\n2024-02-02 ![a](", "b\n"),
    "noughts": _repeated("0", f"{_CARD}2024-02-02 "),
    "numbers and slashes": _repeated("1/1/", f"{_CARD}2024-02-02 "),
    "carriage returns": _repeated("\r", f"{_CARD}2024-02-02 {_STATED}"),
    "NUL": _repeated("\0a", f"{_CARD}2024-02-02 "),
}
_PAGE = "<!DOCTYPE html><html lang=en><title>Bell</title><body>"
_HTML: Mapping[str, Make] = {
    "empty elements": _repeated("<p></p>", _PAGE, wide=_ELEMENT),
    "empty elements, no space": _repeated("<p></p>", _PAGE),
    "dates alone": _repeated("<p>2024-02-02", _PAGE, wide=_LINE),
    "rulings": _numbered(f"<p>2024-02-02 Number #: {_STATED}</p>\n", _PAGE),
    "list items": _repeated("<li>2024-02-02 A.", f"{_PAGE}<ul>", wide=_LINE),
    "nested lists": _nested("<ul><li>", "</li></ul>", _STATED, _PAGE),
    "nested lists, wide": _nested(f"<ul><li>{' ' * 60}", "</li></ul>", _STATED, _PAGE),
    "nested lists with text": _nested(f"<ul><li>2024-02-02 {_STATED}", "</li></ul>", "", _PAGE),
    "nested lists, never closed": _repeated("<ul><li>A creature with flying blocks it.", _PAGE, wide=90),
    "nested blocks": _nested("<div>", "</div>", _STATED, _PAGE),
    "nested blocks, wide": _nested(f"<div title='{'a' * 50}'>", "</div>", _STATED, _PAGE),
    "nested inline": _nested(f"<b title='{'a' * 50}'>", "</b>", _STATED, _PAGE),
    "nested tables": _nested(f"<table><tr><td>{' ' * 100}", "</td></tr></table>", _STATED, _PAGE),
    "nested tables with dates": _nested(f"<table><tr><td>2024-02-02<td>{_STATED}{' ' * 50}", "</table>", "", _PAGE),
    "nested times": _nested(f"<time datetime=2024-02-02>{' ' * 50}", "</time>", "", _PAGE),
    "nested hidden": _nested(f"<p hidden>{' ' * 60}", "</p>", "", _PAGE),
    "nested quotes": _nested(f"<blockquote>{' ' * 50}", "</blockquote>", _STATED, _PAGE),
    "nested notes": _nested(f"<sup>{' ' * 60}", "</sup>", "1", _PAGE),
    "nested headings": _nested(f"<h2>{' ' * 60}", "</h2>", "Rulings", _PAGE),
    "nested navigation": _nested(f"<nav class=menu>{' ' * 60}", "</nav>", "a", _PAGE),
    "unclosed tags": _repeated("<p", _PAGE, ">"),
    "unclosed tags, wide": _repeated("<p class=a ", _PAGE, ">", wide=_ELEMENT),
    "unclosed quotes": _repeated('<p class="a>', _PAGE, ">", wide=_ELEMENT),
    "quotes in a tag": _repeated("'a\"b", f"{_PAGE}<p title=", ">x"),
    "tags whose ends are quoted": _repeated("<p '>'", _PAGE, "<p>", wide=_ELEMENT),
    "tags whose ends are quoted, no space": _repeated("<p '>'", _PAGE, "<p>"),
    "quotes behind the last tag": _repeated("''", f"{_PAGE}<p '>'"),
    "one long class, and rows": lambda size: (
        f"{_PAGE}<table class='{'ruling ' * (size // 14)}'>{'<tr><td>2024-02-02<td>It is cast.' * (size // 120)}"
    ).encode(),
    "long cells that reach down": _repeated(
        f"<tr><td rowspan=200>{'a ' * 190}<td>It is cast.<tr><td>b<tr><td>c", f"{_PAGE}<table>"
    ),
    "attributes": _repeated("a=b ", f"{_PAGE}<p ", ">x</p>"),
    "closing tags": _repeated("</p>", _PAGE, wide=_ELEMENT),
    "comments never closed": _repeated("<!-- a", _PAGE, wide=_ELEMENT),
    "scripts never closed": _repeated("<script>a", _PAGE, wide=_ELEMENT),
    "scripts within": _repeated("<script></scrip>", _PAGE, wide=_ELEMENT),
    "raw parts": _repeated("<svg><p></svg>", _PAGE, wide=2 * _ELEMENT),
    "entities": _repeated("&amp;", f"{_PAGE}<p>", wide=_ELEMENT),
    "entities never closed": _repeated("&amp", f"{_PAGE}<p>", wide=_ELEMENT),
    "entities that are none": _repeated("&" + "a" * 38, f"{_PAGE}<p>"),
    "numbers of signs": _repeated("&#99999999999999;", f"{_PAGE}<p>", wide=_ELEMENT),
    "data sections": _repeated("<![CDATA[a]]>", f"{_PAGE}<p>", wide=_ELEMENT),
    "declarations": _repeated("<!a", _PAGE, ">", wide=_ELEMENT),
    "less-than signs": _repeated("<", f"{_PAGE}<p>", wide=_ELEMENT),
    "line breaks": _repeated("<br>", f"{_PAGE}<p>", wide=_ELEMENT),
    "line breaks and sentences": _repeated("It draws a card when cast. <br>", f"{_PAGE}<p>", wide=_ELEMENT),
    "rows": _repeated("<tr><td>2024-02-02<td>It is cast for free by a player.", f"{_PAGE}<table>", wide=120),
    "rows that reach down": _repeated("<tr><td rowspan=9999>2024-02-02<td>It is cast.", f"{_PAGE}<table>", wide=120),
    "cells of one row": _repeated("<td>2024-02-02", f"{_PAGE}<table><tr>", wide=_ELEMENT),
    "cells that reach down": _repeated("<td rowspan=200>a", f"{_PAGE}<table><tr>", "<tr><td>b" * 2000, wide=_ELEMENT),
    "lists in cells": _repeated(
        "<tr><td>2024-02-02<td><ul><li>It is.<li>It was.</ul>", f"{_PAGE}<table class=rulings>", wide=200
    ),
    "one list in a cell": _repeated("<li>It is cast.", f"{_PAGE}<table><tr><td>2024-02-02<td><ul>", wide=_ELEMENT),
    "rows in a cell": _repeated(f"<p>{' ' * 40}", f"{_PAGE}<table><tr><td>", "</table>"),
    "one text": _repeated("word ", f"{_PAGE}<p>"),
    "one text of lines": _repeated("\n", f"{_PAGE}<p>a", "b"),
    "one text of lines in pre": _repeated("a\n", f"{_PAGE}<pre>", "b", wide=_LINE),
    "pictures": _repeated("<img alt='{X}' src=x.png>", f"{_PAGE}<p>2024-02-02 ", wide=_ELEMENT),
    "pictures of one address": _repeated("a/", f"{_PAGE}<p><img src='", "'>"),
    "one class": _repeated("ruling ", f"{_PAGE}<p class='", "'>a"),
    "one style": _repeated("display: block;", f"{_PAGE}<p style='", "'>a"),
    "one title": _repeated("Bell - ", "<!DOCTYPE html><html><title>", "</title><body><p>a"),
    "headings": _repeated("<h2>Bell of Old Harrow</h2>", _PAGE, wide=2 * _ELEMENT),
    "names and lists": _repeated(f"<h2>Bell</h2><ul><li>2024-02-02 {_STATED}</li></ul>", _PAGE, wide=6 * _ELEMENT),
    "definitions": _repeated("<dt>2024-02-02<dd>It is cast for free.", f"{_PAGE}<dl>", wide=3 * _ELEMENT),
    "a page within a page": _repeated("&lt;p>2024-02-02 It is cast.", f"{_PAGE}<pre>&lt;html>&lt;body>", wide=_ELEMENT),
    "feed": _repeated(
        "<item><title>Bell</title><pubDate>2024-02-02</pubDate><description>It is.</description></item>",
        "<?xml version='1.0'?><rss><channel>",
        wide=6 * _ELEMENT,
    ),
    "time stamps": _repeated("<time datetime=2024-02-02>then</time> It is cast.<br>", f"{_PAGE}<p>", wide=3 * _ELEMENT),
}
_ORACLE = "0b6c4c5e-0000-4000-8000-00000000#"
_RULING = {"object": "ruling", "oracle_id": _ORACLE, "source": "wotc", "published_at": "2024-02-02"}
_ENTRY = {"object": "card", "oracle_id": _ORACLE, "name": "Bell #", "lang": "en", "type_line": "Artifact"}
_ATOMIC = {"name": "Bell", "layout": "normal", "type": "Artifact", "printings": ["AAA"]}
_JSON: Mapping[str, Make] = {
    "rulings, each another": _rows({**_RULING, "comment": f"Number #: {_STATED}"}),
    "rulings of one card": _rows({**_RULING, "oracle_id": "0b6c", "comment": f"Number #: {_STATED}"}),
    "one ruling again and again": _repeated(json.dumps({**_RULING, "oracle_id": "0b6c", "comment": _STATED}) + "\n"),
    "empty rulings": _repeated('{"object":"ruling"},', "[", "{}]"),
    "rulings of noughts": _repeated('{"object":"ruling","comment":""}\n'),
    "numbers": _repeated("1,", '[{"object":"ruling"},', "1]"),
    "nulls in lines": _repeated("null\n", '{"object":"ruling"}\n'),
    "cards, each another": _rows(_ENTRY),
    "cards of one name": _rows({**_ENTRY, "name": "Bell"}),
    "cards of one id": _rows({**_ENTRY, "oracle_id": "0b6c"}),
    "faces of one card": _rows(
        {"object": "card", "name": "Bell", "oracle_id": "0b6c", "card_faces": [{"name": "Bell #"}]}
    ),
    "faces in one entry": _numbered(
        '{"object":"card_face","name":"Bell #"},', '[{"object":"card","name":"Bell","card_faces":[', "{}]}]"
    ),
    "keywords in one entry": _numbered('"Word #",', '[{"object":"card","name":"Bell","keywords":[', '""]}]'),
    "one long name": _repeated("Bell ", '[{"object":"card","name":"', '"}]'),
    "one long name of slashes": _repeated("a // ", '[{"object":"card","name":"', '"}]'),
    "one long ruling": _repeated("Bell of Old Harrow is cast. ", '[{"object":"ruling","comment":"', '"}]'),
    "one long date": _repeated("2024-02-02", '[{"object":"ruling","comment":"a","published_at":"', '"}]'),
    "one long string, no end": _repeated("a", '[{"object":"ruling","comment":"'),
    "escapes": _repeated("\\ud800", '[{"object":"ruling","comment":"', '"}]'),
    "backslashes": _repeated("\\\\", '[{"object":"ruling","comment":"', '"}]'),
    "one long number": _repeated("1", '[{"object":"ruling","a":', "}]"),
    "deep arrays": _repeated("["),
    "deep objects": _repeated('{"a":'),
    "deep, behind a head": _repeated("[", '[{"object":"ruling","a":'),
    "keys in one object": _numbered('"k#":1,', '[{"object":"ruling",', '"a":1}]'),
    "one key again and again": _repeated('"k":1,', '[{"object":"ruling",', '"a":1}]'),
    "blanks": _repeated(" ", '[{"object":"ruling"}', "]"),
    "blank lines": _repeated("\n", '{"object":"ruling"}', "{}"),
    "many words before a value": _repeated("a", '[{"object":"ruling"},'),
    "atomic cards": _numbered(
        f'"Bell #":[{json.dumps({**_ATOMIC, "name": "Bell #", "rulings": [{"date": "2024-02-02", "text": "It."}]})}],',
        '{"data":{',
        '"a":[]}}',
    ),
    "atomic entries of one card": _repeated(
        json.dumps(_ATOMIC) + ",", '{"data":{"Bell":[', f"{json.dumps(_ATOMIC)}]}}}}"
    ),
    "rulings of an atomic card": _numbered(
        '{"date":"2024-02-02","text":"It is cast # times."},',
        '{"data":{"Bell":[{"name":"Bell","layout":"normal","printings":[],"rulings":[',
        "{}]}]}}",
    ),
    "sets without cards": _numbered('"S#":{"code":"S#","cards":[]},', '{"data":{', '"A":{"code":"A","cards":[]}}}'),
    "exported": _lines(
        {
            "id": "#",
            "date": "2024-02-02",
            "lang": "en",
            "text": f"# {_STATED}",
            "cards": [],
            "mechanics": [],
            "sources": [],
        }
    ),
    "exported on many cards": _numbered(
        '"Bell #",',
        '{"id":"a","date":"2024-02-02","lang":"en","text":"It is.","mechanics":[],"sources":[],"cards":[',
        '"a"]}',
    ),
    "exported on many cards by many": lambda size: json.dumps(
        {"id": "a", "date": None, "lang": "en", "text": "It is.", "mechanics": []}
        | {key: [f"{key} {n}" for n in range(size // 30)] for key in ("cards", "sources")}
    ).encode(),
}
_GZIP: Mapping[str, Make] = {
    "blanks": _packed(_repeated(" ", "a")),
    "dates": _packed(_TEXT["dates alone, wide"]),
    "noughts, a hundred times as long": lambda size: gzip.compress(bytes(size * 100), 1),
    "deep arrays": _packed(_JSON["deep arrays"]),
    "members of nothing": lambda size: gzip.compress(b"") * (size // 20) + gzip.compress(b"[]"),
    "empty rulings": _packed(_JSON["empty rulings"]),
}
FILES: Mapping[str, Mapping[str, Make]] = {"txt": _TEXT, "html": _HTML, "json": _JSON, "json.gz": _GZIP}
