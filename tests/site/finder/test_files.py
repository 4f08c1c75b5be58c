"""What is written for the search, and that it is the same every time."""

import json
import re

from kb.model import Knowledge
from kb.site.finder import indexed, search_files
from kb.site.finder.scripts import FILES
from kb.text import slug
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import HOSTILE, knowledge


def content(files: dict[str, bytes], name: str) -> object:
    """Read what a file hands over."""
    call = files[f"search/{name}.js"].decode()
    found = re.fullmatch(r'kb\.shard\("[a-z_]+",\d+,(.*)\);\n', call, re.DOTALL)
    assert found, name
    return json.loads(found[1])


def files() -> dict[str, bytes]:
    held = knowledge()
    return dict(search_files(indexed(held), held))


def test_equal_knowledge_gives_equal_bytes() -> None:
    assert files() == files()


def test_every_file_hands_over_one_piece_and_does_nothing_else() -> None:
    written = files()
    for path in written:
        assert content(written, path.removeprefix("search/").removesuffix(".js")) is not None


def test_a_ruling_is_kept_with_all_that_is_shown_of_it() -> None:
    written = files()
    base, rows = content(written, "base0"), content(written, "r0")
    assert isinstance(base, dict)
    assert isinstance(rows, list)
    assert base["rulings"] == 14
    assert base["dates"][0] == [0, "2024-02-02"]
    newest = next(row for row in rows if row[2].startswith("If the spell has {X}"))
    assert newest[1:] == [
        0,
        "If the spell has {X} in its mana cost, its owner chooses 0 for X, because nothing is paid.",
        4,
        [["Ancestral Vision", "Vision ancestrale"], ["Dichotomancy", "Dichotomancie"], ["Rift Bolt"]],
    ]


def test_a_key_that_the_name_does_not_give_is_kept_beside_it() -> None:
    rows = content(files(), "c0")
    assert isinstance(rows, list)
    assert [row[1:] for row in rows if row[1] == HOSTILE] == [[HOSTILE, "Essai <b>gras</b>", "card-4ab1c2"]]


def test_the_empty_knowledge_has_a_search_too() -> None:
    written = dict(search_files(indexed(Knowledge()), Knowledge()))
    base = content(written, "base0")
    assert isinstance(base, dict)
    assert base["rulings"] == 0


def test_every_phrase_of_the_search_is_said_by_a_script_and_every_one_that_is_said_is_there(site: Site) -> None:
    # The box says its own, which every page has.
    files = (path for path in sorted((TEMPLATES / "search").glob("*.js")) if path.name != "box.js")
    scripts = "\n".join(path.read_text("utf-8") for path in files)
    phrases = json.loads(str(site.page("fr/search.html").select_one("#find")["data-phrases"]))  # type: ignore[index]
    said = set(re.findall(r'kb\.(?:say|count)\((?:[^()"]*, )?"(\w+)"', scripts))
    notes = {f"note_{code}" for code in re.findall(r'code: "(\w+)"', scripts)}
    fields = {f"note_no_{name}" for name in ("lang", "is", "rule", "card", "mechanic", "source")}
    by_table = {"months", "in_en", "in_fr", "mechanics", "cards", "years", "languages", "sources"}
    assert set(phrases) == said | notes | fields | by_table
    assert set(phrases) == set(
        json.loads(str(site.page("en/search.html").select_one("#find")["data-phrases"]))  # type: ignore[index]
    )


def test_scripts_never_write_markup() -> None:
    for path in sorted((TEMPLATES / "search").glob("*.js")):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", path.read_text("utf-8")
        ), path.name


def test_scripts_are_short_enough_to_be_read() -> None:
    for path in sorted((TEMPLATES / "search").glob("*.js")):
        assert len(path.read_text("utf-8").splitlines()) <= 300, path.name


def test_all_that_an_answer_links_to_is_a_page_of_the_site(shipped: Site) -> None:
    files = {path.relative_to(shipped.folder).as_posix(): path.read_bytes() for path in shipped.folder.rglob("*.js")}
    pages = {path.removeprefix("fr/") for path in shipped.paths() if path.startswith("fr/")}
    rules, cards, rulings = set(), set(), set()
    for path in files:
        name = path.removeprefix("search/").removesuffix(".js")
        if re.fullmatch(r"u\d+", name):
            rules |= {row[4].partition("#")[0] for row in content(files, name)}  # type: ignore[attr-defined]
        if re.fullmatch(r"r\d+", name):
            rulings |= {f"rulings/{row[0]}.html" for row in content(files, name)}  # type: ignore[attr-defined]
        if re.fullmatch(r"n\d+", name):
            lines = str(content(files, name)).split("\n")
            rows = [json.loads(line.partition("\t")[2])[0] for line in lines]
            cards |= {f"cards/{row[2] if len(row) > 2 else slug(row[0])}.html" for row in rows}
    assert len(rules) > 1
    assert len(cards) > 10
    assert len(rulings) > 50
    assert rules | cards | rulings <= pages


def test_scripts_are_sent_without_comments_and_blanks(site: Site) -> None:
    for name in FILES:
        lines = (site.folder / "search" / name).read_text(encoding="utf-8").splitlines()
        assert len(lines) > 10, name
        assert not [line for line in lines if not line or line != line.strip() or line.startswith(("//", "/*"))]
