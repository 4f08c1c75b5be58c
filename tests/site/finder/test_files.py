"""What is written for the search, and that it is the same every time."""

import json
import re
import shutil
from array import array
from dataclasses import replace
from pathlib import Path

from kb.model import Knowledge
from kb.search.index import schema as fields
from kb.search.index.export import Exported, nothing
from kb.search.index.postings import Postings
from kb.site.search_index import indexed, search_files
from kb.site.search_index.codes import steps
from kb.site.search_index.scripts import FILES, edition
from kb.site.search_index.shards import Shelf
from kb.site.search_index.texts import leading_on, shelve_same
from kb.text.folding import slug
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import FACE_UP, HOSTILE, knowledge

GONE = "The last time counter being taken away is what starts {}."


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


def test_a_ruling_is_kept_with_those_of_its_wording_and_those_of_its_pattern() -> None:
    written = files()
    rows = [row for number in range(3) for row in content(written, f"r{number}")]  # type: ignore[attr-defined]
    same = {number: row[5:] for number, row in enumerate(rows) if row[5:]}
    assert [rows[number][2] for number in same] == [
        FACE_UP,
        GONE.format("Wheel of Fate"),
        GONE.format("Rift Bolt"),
        FACE_UP,
    ]
    assert same == {
        3: [steps([3, 12])] * 2,
        10: ["", steps([10, 11])],
        11: ["", steps([10, 11])],
        12: [steps([3, 12])] * 2,
    }


def same(groups: dict[str, list[int]]) -> Exported:
    """Return an index in which rulings are the same as others, and nothing else."""
    found = {term: Postings(array("I", numbers), array("f", [1.0] * len(numbers))) for term, numbers in groups.items()}
    return replace(nothing(), postings={**nothing().postings, fields.SAME: found})


def test_only_a_ruling_whose_wording_and_pattern_both_have_what_the_other_lacks_leads_on() -> None:
    apart = {"wording a": [0, 1], "pattern b": [1, 2]}
    within = {"wording c": [3, 4], "pattern d": [3, 4, 5], "wording e": [6, 7, 8], "pattern f": [7, 8]}
    alone = {"wording g": [9, 10], "pattern h": [11, 12]}
    assert leading_on(same(apart | within | alone)) == [1]


def test_a_large_group_is_kept_once_and_not_with_each_of_its_rulings() -> None:
    small, large = list(range(50)), list(range(50, 101))
    shelf = Shelf()
    wordings, patterns = shelve_same(shelf, same({"wording a": small, "pattern b": large, "pattern c": [0, 1]}))
    assert wordings == dict.fromkeys(small, steps(small))
    assert patterns == dict.fromkeys(large, 0) | dict.fromkeys([0, 1], steps([0, 1]))
    assert shelf.files == {"search/same0.js": f'kb.shard("same",0,{json.dumps(steps(large))});\n'.encode()}


def test_a_mechanic_is_kept_with_all_that_is_tied_to_it() -> None:
    lines = str(content(files(), "t0")).split("\n")
    number, _, row = lines[1].partition(" ")
    assert number == "1"
    assert json.loads(row)[:5] == ["delirium", "'", "-", 0, ["delirium", "delirium"]]
    counted = content(files(), "by_mechanic0")
    assert isinstance(counted, list)
    assert [row[:2] for row in counted] == [["Delirium", "délire"], ["Exile", "exiler"], ["Suspend", "suspension"]]


def test_words_are_kept_by_their_first_letter_and_how_many_they_have() -> None:
    written = files()
    base = content(written, "base0")
    assert isinstance(base, dict)
    at = base["letters"].index("c") * (len(base["lengths"]) + 1)
    words = [[line.split(" ")[0] for line in str(content(written, f"s{at + place}")).split("\n")] for place in range(4)]
    assert base["lengths"] == [6, 8, 10]
    assert words[0] == ["can", "car", "card", "cards", "cast", "cause", "cost", "costs", "could", "cout"]
    assert words[1] == ["cartes", "cascade", "chacun", "choisit", "chooses", "compte", "counter"]
    assert words[2:] == [["creature"], [""]]
    assert str(content(written, f"spelt_mechanics{base['letters'].index('c')}")).startswith("cascade ")
    assert content(written, f"spelt_mechanics{base['letters'].index('b')}") == ""


def test_another_script_makes_another_edition(tmp_path: Path) -> None:
    scripts = Path(shutil.copytree(TEMPLATES / "search", tmp_path / "search"))
    assert edition(tmp_path) == edition(TEMPLATES)
    (scripts / "order.js").write_text("// another\n")
    assert edition(tmp_path) != edition(TEMPLATES)


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
