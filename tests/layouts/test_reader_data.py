# ruff: noqa: S608  (SQL that no database is given)
"""Rulings in data and programs: what stands in a file of each kind, with its date and its card."""

import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from kb.catalog.known import table_of_names
from kb.ingest.assemble import read_files
from kb.ingest.corpus import CorpusFile
from kb.layouts import interpret
from kb.layouts.reader.data.files import data_of, is_program
from kb.layouts.reader.data.texts import Datum, read_data
from kb.layouts.reader.syntax.groups import DataGroup, Scalar
from kb.layouts.reader.syntax.literals import groups_of
from kb.read import read
from tests.layouts.sources import TODAY

BEGUN, REST = "You choose the target as you cast", "the spell, not as it resolves."
AIM = f"{BEGUN} {REST}"
GONE = "If the creature has left the battlefield by then, the ability does nothing."
COPY = "The copy is created on the stack, so nobody has cast it."
Told = tuple[str, str, str]


def texts(folder: Path, name: str, *lines: str) -> list[Datum]:
    """Return the texts in a file that has a date or is called a ruling."""
    (folder / name).write_text("\n".join((*lines, "")), "utf-8")
    group = data_of(read(folder / name, name))
    assert group is not None
    return [each for each in read_data(group, table_of_names()) if each.date or each.called_ruling]


def told(folder: Path, name: str, *lines: str) -> list[Told]:
    """Return the day, the card and the words of the dated texts in a file."""
    return [(each.date.printed, each.card, each.text) for each in texts(folder, name, *lines) if each.date]


# --- the languages that were always read ------------------------------------------------------------------------------


def test_each_line_of_json_is_a_record(tmp_path: Path) -> None:
    lines = (
        f'{{"card": "Rift Bolt", "on": "2009-10-01", "say": "{AIM}"}}',
        f'{{"card": "Stifle", "on": "2004-10-04", "say": "{GONE}"}}',
    )
    assert told(tmp_path, "notes.jsonl", *lines) == [("2009-10-01", "Rift Bolt", AIM), ("2004-10-04", "Stifle", GONE)]


def test_yaml_nests_rulings_under_the_name_of_a_card(tmp_path: Path) -> None:
    lines = (
        "Rift Bolt:",
        "  rulings:",
        "    - on: 2009-10-01",
        "      note: >-",
        f"        {BEGUN}",
        f"        {REST}",
    )
    (found,) = texts(tmp_path, "notes.yaml", *lines)
    assert (found.card, found.text, found.first, found.last) == (
        "Rift Bolt",
        f"{BEGUN} {REST}",
        5,
        6,
    )


def test_a_block_of_yaml_holds_a_ruling_on_each_dated_line(tmp_path: Path) -> None:
    found = texts(tmp_path, "notes.yaml", "name: Stifle", "rulings: |", f"  2004-10-04: {AIM}", f"  2006-02-01: {GONE}")
    assert [(each.first, each.last, each.text) for each in found] == [(3, 3, AIM), (4, 4, GONE)]


def test_toml_has_a_group_for_each_section(tmp_path: Path) -> None:
    lines = (
        "[[ruling]]",
        'card = "Rift Bolt"',
        "since = 2009-10-01",
        f'body = "{AIM}"',
        "",
        "[[ruling]]",
        'card = "Stifle"',
    )
    lines = (*lines, "since = 2004-10-04", f"body = '{GONE}'")
    assert told(tmp_path, "site.toml", *lines) == [("2009-10-01", "Rift Bolt", AIM), ("2004-10-04", "Stifle", GONE)]


def test_lua_names_fields_in_brackets(tmp_path: Path) -> None:
    line = f'return {{ ["Rift Bolt"] = {{ {{ day = "2009-10-01", text = [[{AIM}]] }} }} }}'
    assert told(tmp_path, "rulings.lua", line) == [("2009-10-01", "Rift Bolt", AIM)]


def test_javascript_joins_the_parts_of_a_text(tmp_path: Path) -> None:
    lines = (
        "export default [",
        '  { card: "Stifle", date: "2004-10-04",',
        f"    text: '{AIM[:20]}' +",
        f"      '{AIM[20:]}' }},",
        "];",
    )
    assert told(tmp_path, "rulings.js", *lines) == [("2004-10-04", "Stifle", AIM)]


def test_a_call_in_kotlin_is_about_the_card_that_the_call_around_it_is_given(tmp_path: Path) -> None:
    lines = ('card("Rift Bolt") {', f'    ruling("2009-10-01", "{AIM}")', f'    ruling("2010-06-15", "{GONE}")', "}")
    assert told(tmp_path, "Rulings.kt", *lines) == [("2009-10-01", "Rift Bolt", AIM), ("2010-06-15", "Rift Bolt", GONE)]


def test_a_list_of_pairs_in_lisp_names_its_fields(tmp_path: Path) -> None:
    lines = ("(defvar rulings '(", f'  ((card . "Stifle") (date . "2004-10-04") (text . "{AIM}"))))')
    assert told(tmp_path, "rulings.el", *lines) == [("2004-10-04", "Stifle", AIM)]


def test_ruby_has_hashes_and_texts_below_their_statements(tmp_path: Path) -> None:
    lines = ("RULINGS = [", f"  {{ card: 'Rift Bolt', on: '2009-10-01', text: %q{{{AIM}}} }},", "]")
    assert told(tmp_path, "rulings.rb", *lines) == [("2009-10-01", "Rift Bolt", AIM)]


def test_a_statement_of_sql_holds_a_row(tmp_path: Path) -> None:
    line = f"INSERT INTO rulings (card, day, body) VALUES ('Stifle', '2004-10-04', '{AIM}');"
    assert told(tmp_path, "rulings.sql", line) == [("2004-10-04", "Stifle", AIM)]


# --- SQL and records joined by ids ------------------------------------------------------------------------------------


def test_rows_of_sql_are_named_by_the_columns_of_their_table_and_joined(tmp_path: Path) -> None:
    lines = (
        "CREATE TABLE `cards` (`id` int(11) NOT NULL, `name` varchar(80), `oracle` text, `added` date, KEY (`id`));",
        f"INSERT INTO `cards` VALUES (1,'Rift Bolt','{COPY}','2019-02-11'),(2,'Stifle','{GONE}','2019-02-11');",
        "CREATE TABLE rulings (id int, card_id int REFERENCES cards (id), published date, comment text);",
        f"INSERT INTO rulings VALUES (1,2,'2004-10-04','It''s yours: {AIM}'),(2,1,'2009-10-01','{GONE}');",
    )
    found = texts(tmp_path, "dump.sql", *lines)
    dated = [each for each in found if not each.called_other]
    assert [(each.card, each.text, each.key) for each in dated] == [
        ("Stifle", f"It's yours: {AIM}", "comment"),
        ("Rift Bolt", GONE, "comment"),
    ]


def test_a_column_called_oracle_holds_no_rulings(tmp_path: Path) -> None:
    lines = (
        "CREATE TABLE cards (oracle text, name text, day date);",
        f"INSERT INTO cards VALUES ('{AIM}','Stifle','2004-10-04');",
    )
    assert AIM not in [each.text for each in texts(tmp_path, "dump.sql", *lines)]


def test_the_columns_that_a_statement_lists_come_first(tmp_path: Path) -> None:
    lines = (
        "INSERT INTO [dbo].[Cards] ([Id], [Name]) VALUES (7, N'Rift Bolt')",
        "GO",
        f"INSERT INTO [dbo].[Rulings] ([Id], [CardId], [Day], [Body]) VALUES (1, 7, N'2009-10-01', N'{AIM}')",
        "GO",
    )
    assert told(tmp_path, "script.sql", *lines) == [("2009-10-01", "Rift Bolt", AIM)]


def test_rows_that_postgres_copies_are_parted_by_tabs(tmp_path: Path) -> None:
    lines = (
        "COPY public.cards (id, name) FROM stdin;",
        "1\tRift Bolt",
        "2\tStifle",
        "\\.",
        "COPY public.rulings (id, card_id, published_at, comment) FROM stdin;",
        f"1\t2\t2004-10-04\tIt isn't cast. {COPY}",
        "\\.",
    )
    (found,) = texts(tmp_path, "dump.sql", *lines)
    assert (found.card, found.text, found.first) == ("Stifle", f"It isn't cast. {COPY}", 6)


JOINED: list[tuple[str, tuple[str, ...]]] = [
    (
        "unknown.json",
        (
            '{"things": [{"uuid": "a-1", "title": "Rift Bolt"}, {"uuid": "b-2", "title": "Stifle"}],',
            f'"notes": [{{"cardUuid": "b-2", "on": "2004-10-04", "say": "{AIM}"}},',
            f'{{"cardUuid": "a-1", "on": "2009-10-01", "say": "{GONE}"}}]}}',
        ),
    ),
    (
        "fixtures.json",
        (
            '[{"model": "c.card", "pk": 11, "fields": {"name": "Rift Bolt", "released": "2006-10-06"}},',
            '{"model": "c.card", "pk": 12, "fields": {"name": "Stifle"}},',
            f'{{"model": "c.note", "pk": 11, "fields": {{"card": 12, "date": "2004-10-04", "text": "{AIM}"}}}},',
            f'{{"model": "c.note", "pk": 12, "fields": {{"card": 11, "date": "2009-10-01", "text": "{GONE}"}}}}]',
        ),
    ),
    (
        "by_id.json",
        (
            '{"cards": {"4711": {"id": "4711", "name": "Rift Bolt"}, "4712": {"id": "4712", "name": "Stifle"}},',
            f'"rulings": {{"4712": [{{"date": "2004-10-04", "text": "{AIM}"}}],',
            f'"4711": [{{"date": "2009-10-01", "text": "{GONE}"}}]}}}}',
        ),
    ),
    (
        "joined.yaml",
        (
            "cards:",
            "  - {id: c1, name: Rift Bolt}",
            "  - {id: c2, name: Stifle}",
            "rulings:",
            f'  - {{id_carte: c2, date: 2004-10-04, text: "{AIM}"}}',
            f'  - {{id_carte: c1, date: 2009-10-01, text: "{GONE}"}}',
        ),
    ),
    (
        "joined.xml",
        (
            '<db><card id="c1"><name>Rift Bolt</name></card><card id="c2"><name>Stifle</name></card>',
            f'<ruling card="c2" date="2004-10-04">{AIM}</ruling>',
            f'<ruling card="c1" date="2009-10-01">{GONE}</ruling></db>',
        ),
    ),
]


@pytest.mark.parametrize(("name", "lines"), JOINED, ids=[name for name, _ in JOINED])
def test_a_ruling_is_on_the_card_whose_record_has_the_id_that_it_states(
    name: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    assert told(tmp_path, name, *lines) == [("2004-10-04", "Stifle", AIM), ("2009-10-01", "Rift Bolt", GONE)]


def test_a_ruling_with_the_id_of_no_card_of_the_file_is_on_none(tmp_path: Path) -> None:
    lines = (
        '{"cards": [{"id": 1, "name": "Rift Bolt"}],',
        f'"rulings": [{{"card_id": 5, "date": "2004-10-04", "text": "{AIM}"}}]}}',
    )
    assert told(tmp_path, "cards.json", *lines) == [("2004-10-04", "", AIM)]


# --- tables -----------------------------------------------------------------------------------------------------------


def tabled(folder: Path, **files: tuple[str, ...]) -> list[tuple[date | None, str, str]]:
    """Return the day, the card and the words of the rulings in tables that are read together."""
    for name, lines in files.items():
        (folder / f"{name}.csv").write_text("\n".join((*lines, "")), "utf-8")
    found = read_files([CorpusFile(folder / f"{name}.csv", f"{name}.csv") for name in files], today=TODAY)
    rulings = [raw for document in found.documents for raw in document.rulings]
    return [(raw.date, raw.card.printed if raw.card else "", raw.text) for raw in rulings]


ON_STIFLE = [(date(2004, 10, 4), "Stifle", AIM), (date(2009, 10, 1), "Rift Bolt", GONE)]


@pytest.mark.parametrize(
    "lines",
    [
        ("uuid,date,text,name", f'abc,2004-10-04,"{AIM}",Stifle', f'def,2009-10-01,"{GONE}",Rift Bolt'),
        ("Card Name, Ruling Date, Ruling", f'Stifle, 2004-10-04, "{AIM}"', f'Rift Bolt, 2009-10-01, "{GONE}"'),
        (f"Stifle;2004-10-04;{AIM}", f"Rift Bolt;2009-10-01;{GONE}"),
        (f"Stifle,2004-10-04,{AIM}", f"Rift Bolt,2009-10-01,{GONE}"),
        ("card,date,ruling", f"Stifle,2004-10-04,{AIM}", f'Rift Bolt,2009-10-01,"{GONE}"'),
    ],
    ids=["uuid and name", "blanks behind commas", "no head", "no head, commas in the text", "commas in the text"],
)
def test_a_table_is_read_whatever_its_head(lines: tuple[str, ...], tmp_path: Path) -> None:
    assert tabled(tmp_path, rulings=lines) == ON_STIFLE


def test_several_tables_of_one_file_are_joined_by_ids(tmp_path: Path) -> None:
    cards = ("cards", "", "id,name,type", "1,Rift Bolt,Sorcery", "2,Stifle,Instant", "")
    rulings = ("rulings", "", "id,card_id,ruling,date", f'1,2,"{AIM}",2004-10-04', f'2,1,"{GONE}",2009-10-01')
    assert tabled(tmp_path, dump=(*cards, *rulings)) == ON_STIFLE


def test_tables_in_two_files_are_joined_by_the_column_of_cards(tmp_path: Path) -> None:
    cards = ("name,id", "Rift Bolt,1", "Stifle,2")
    rulings = ("id,card_id,date,ruling", f'1,2,2004-10-04,"{AIM}"', f'2,1,2009-10-01,"{GONE}"')
    assert tabled(tmp_path, cards=cards, rulings=rulings) == ON_STIFLE


# --- properties, INI and the like -------------------------------------------------------------------------------------


def test_numbered_keys_of_properties_belong_together(tmp_path: Path) -> None:
    lines = (
        "# Notes",
        "carte.nom=Biblioth\\u00e8que sylvestre",
        "carte.sortie=1994-06-01",
        "regles.1.date=2004-12-01",
        "regles.1.texte=Cette carte a \\u00e9t\\u00e9 pioch\\u00e9e ce tour-ci ; \\",
        "    elle compte donc aussi.",
        "regles.2.date=2007-09-16",
        "regles.2.texte=Chaque carte gard\\u00e9e co\\u00fbte quatre points de vie.",
    )
    found = texts(tmp_path, "carte.properties", *lines)
    assert [(each.date and each.date.printed, each.card, each.text, each.first, each.last) for each in found] == [
        (
            "2004-12-01",
            "Bibliothèque sylvestre",
            "Cette carte a été piochée ce tour-ci ; elle compte donc aussi.",
            5,
            6,
        ),
        ("2007-09-16", "Bibliothèque sylvestre", "Chaque carte gardée coûte quatre points de vie.", 8, 8),
    ]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("a.ini", ("[Stifle]", "; seen", "date = 2004-10-04", f"text = {BEGUN}", f"    {REST}")),
        ("b.ini", ("[Stifle]", "rulings =", f"    2004-10-04: {AIM}")),
        ("c.env", ("CARD_NAME=Stifle", "RULING_1_DATE=2004-10-04", f'RULING_1_TEXT="{AIM}"')),
        ("d.cfg", ("[card]", "name = Stifle", "[ruling.1]", "when = 2004-10-04", f"what = {AIM}")),
        ("e.properties", ("name: Stifle", "ruling.date.1: 2004-10-04", f"ruling.text.1 : {AIM}")),
        ("f.txt", ("card.name=Stifle", "ruling1.date=2004-10-04", f"ruling1.text={AIM}")),
    ],
)
def test_fields_without_quotes_are_data(name: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    assert told(tmp_path, name, *lines) == [("2004-10-04", "Stifle", AIM)]


def test_properties_are_no_program_of_which_comments_are_read(tmp_path: Path) -> None:
    lines = (
        "name=Stifle",
        "rulings.1.date=2004-10-04",
        f"rulings.1.text={AIM}",
        "rulings.2.date=2006-02-01",
        f"rulings.2.text={GONE}",
    )
    (tmp_path / "card.properties").write_text("\n".join(lines), "utf-8")
    source = read(tmp_path / "card.properties", "card.properties")
    assert is_program(source)
    assert [(raw.text, raw.card and raw.card.printed) for raw in interpret(source, TODAY).rulings] == [
        (AIM, "Stifle"),
        (GONE, "Stifle"),
    ]


# --- gettext ----------------------------------------------------------------------------------------------------------


def test_a_message_is_dated_by_its_context(tmp_path: Path) -> None:
    lines = (
        'msgid ""',
        'msgstr ""',
        '"Language: fr\\n"',
        "",
        "#. type: ruling",
        'msgctxt "Stifle|ruling|2004-10-04"',
        'msgid ""',
        '"It has no target. "',
        '"It is \\"free\\"."',
        'msgstr "Elle ne cible rien du tout."',
        "",
        '#~ msgid "It is no more"',
    )
    found = texts(tmp_path, "fr.po", *lines)
    assert [(each.card, each.text, each.first, each.last) for each in found] == [
        ("Stifle", 'It has no target. It is "free".', 7, 9),
        ("Stifle", "Elle ne cible rien du tout.", 10, 10),
    ]


# --- HTML within data -------------------------------------------------------------------------------------------------


def test_texts_with_tags_are_what_they_show(tmp_path: Path) -> None:
    html = "<p>You <em>choose</em> it as you cast the spell,<br>not later.</p>"
    lines = ('{"name": "Stifle", "rulings": [', f'{{"date": "2004-10-04", "html": "{html}"}},')
    lines = (*lines, '{"date": "2006-02-01", "html": "If it is gone, it &amp; the ability do nothing. Pay <X>."}]}')
    assert told(tmp_path, "stifle.json", *lines) == [
        ("2004-10-04", "Stifle", "You choose it as you cast the spell, not later."),
        ("2006-02-01", "Stifle", "If it is gone, it & the ability do nothing. Pay <X>."),
    ]


def test_inline_elements_of_xml_are_part_of_the_text(tmp_path: Path) -> None:
    lines = (
        '<?xml version="1.0"?><fiches><fiche><nom>Stifle</nom>',
        '<precision le="2004-10-04"><![CDATA[Choisir <b>rien</b> est&nbsp;permis.]]></precision>',
        '<precision le="2006-02-01"><i>Rien</i> n’est choisi avant la r&#xE9;solution.</precision></fiche></fiches>',
    )
    assert told(tmp_path, "fiches.xml", *lines) == [
        ("2004-10-04", "Stifle", "Choisir rien est permis."),
        ("2006-02-01", "Stifle", "Rien n’est choisi avant la résolution."),
    ]


# --- LaTeX ------------------------------------------------------------------------------------------------------------


def test_macros_are_calls_below_the_titles_of_sections(tmp_path: Path) -> None:
    lines = (
        "\\documentclass{article}",
        "\\newcommand{\\ruling}[2]{\\item[#1] #2}",
        "\\date{October 31, 2014}",
        "\\begin{document}",
        "\\section{Rift Bolt} % the first",
        "\\ruling{2009-10-01}{You \\emph{may} pay \\mana{2R} for",
        "  ``it'' --- d\\'ecide 50\\% later.}",
        "\\section{Stifle}",
        "\\begin{itemize}",
        "\\item[2004-10-04] It has no \\textbf{mana} value there.",
        "\\end{itemize}",
        "\\end{document}",
    )
    found = texts(tmp_path, "handout.tex", *lines)
    assert [(each.card, each.text, each.first, each.last) for each in found] == [
        ("Rift Bolt", "You may pay {2}{R} for “it” — décide 50% later.", 6, 7),
        ("Stifle", "It has no mana value there.", 10, 10),
    ]


# --- texts that hold several ------------------------------------------------------------------------------------------


def test_the_parts_of_a_text_with_printed_line_ends_stand_on_its_own_line(tmp_path: Path) -> None:
    line = f'{{"name": "Stifle", "faq": "2004-10-04: {AIM}\\n2006-02-01: {GONE}"}}'
    found = texts(tmp_path, "faq.json", line)
    assert [(each.text, each.first, each.last) for each in found] == [(AIM, 1, 1), (GONE, 1, 1)]


def test_a_sentence_that_ends_in_a_blank_goes_on_in_the_next_line() -> None:
    (item,) = groups_of('say(\n  "It is countered. "\n  "It stays there."\n)').items
    assert isinstance(item[1], DataGroup)
    assert [value.text for _, value in item[1].items if isinstance(value, Scalar)] == [
        "It is countered. It stays there."
    ]


# --- time -------------------------------------------------------------------------------------------------------------

_STEEP: list[tuple[str, Callable[[int], str]]] = [
    ("sql", lambda n: "INSERT INTO a VALUES " + "(1,'b','c d e f')," * (n // 18)),
    ("sql", lambda n: "CREATE TABLE a (b int," * (n // 22) + "\nINSERT INTO a VALUES (1);"),
    ("sql", lambda n: "COPY a (b) FROM stdin;\n" * (n // 23)),
    ("js", lambda n: '\\"' * (n // 2)),
    ("js", lambda n: "{- " * (n // 3)),
    ("js", lambda n: "x " + "[ " * (n // 2)),
    ("js", lambda n: '"abc def " +\n' * (n // 13)),
    ("properties", lambda n: "a=b\\\n" * (n // 5)),
    ("po", lambda n: 'msgid ""\nmsgstr ""\n' + '"a b c"\n' * (n // 8)),
    ("tex", lambda n: "\\begin{document}" + "\\item \\a{" * (n // 9)),
]


@pytest.mark.parametrize(("ending", "make"), _STEEP, ids=range(len(_STEEP)))
def test_bad_data_is_read_in_time(ending: str, make: Callable[[int], str], tmp_path: Path) -> None:
    began = time.process_time()
    (tmp_path / f"bad.{ending}").write_text(make(100_000), "utf-8")
    group = data_of(read(tmp_path / f"bad.{ending}", f"bad.{ending}"))
    assert group is not None
    read_data(group, table_of_names())
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (
            "card.ts",
            'let b = {{ card: "Rift Bolt", notes: [[new Date(2007, 1, 1), "{0}"], [new Date(2013, 5, 7), "{1}"]] }};',
        ),
        ("card.py", 'card("Rift Bolt", notes=[(date(2007, 2, 1), "{0}"), (date(2013, 6, 7), "{1}")])'),
        (
            "card.lua",
            'note {{ card = "Rift Bolt", {{ y = 2007, m = 2, d = 1, "{0}" }}, {{ y = 2013, m = 6, d = 7, "{1}" }} }}',
        ),
        (
            "card.xml",
            '<card name="Rift Bolt"><on d="1" m="2" y="2007">{0}</on><on d="7" m="6" y="2013">{1}</on></card>',
        ),
    ],
)
def test_a_date_may_be_in_parts_and_javascript_counts_months_from_zero(name: str, written: str, tmp_path: Path) -> None:
    texts = ("If it is a land, it stays in exile.", "The target is chosen as the ability triggers.")
    (tmp_path / name).write_text(written.format(*texts) + "\n", "utf-8")
    rulings = interpret(read(tmp_path / name, name), TODAY).rulings
    assert [(str(raw.date), raw.text) for raw in rulings] == [("2007-02-01", texts[0]), ("2013-06-07", texts[1])]
