"""What is prepared to be shown of a link before anyone follows it, and what makes the site an app."""

import json
import re

from kb.site.machine.app import service_worker
from kb.site.machine.previews import part_of
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import HOSTILE, knowledge


def previews(site: Site, lang: str) -> dict[str, dict[str, object]]:
    """Read every preview of a language, and hold that each lies where the script looks for it."""
    found: dict[str, dict[str, object]] = {}
    paths = site.paths(f"previews/{lang}-*.js")
    for path in paths:
        call = re.fullmatch(r'kb\.previewed\("([^"]+)",(.*)\);\n', (site.folder / path).read_text("utf-8"), re.DOTALL)
        assert call
        name, held = call[1], json.loads(call[2])
        assert path == f"previews/{name}.js"
        for key in held:
            assert name == f"{lang}-{part_of(key, len(paths))}-of-{len(paths)}"
        found |= held
    return found


def test_every_card_with_rulings_every_mechanic_rule_and_term_has_a_preview_at_a_page_that_is_there(site: Site) -> None:
    for lang in ("en", "fr"):
        found = previews(site, lang)
        cards = {f"cards/{card}" for ruling in knowledge().rulings for card in ruling.cards}
        mechanics = {f"mechanics/{mechanic.slug}" for mechanic in knowledge().mechanics}
        assert cards | mechanics <= set(found)
        assert any(key.startswith("rules/") for key in found)
        assert any(key.startswith("glossary/") for key in found)
        for key in found:
            place, _, anchor = key.partition("#")
            page = (site.folder / lang / f"{place}.html").read_text("utf-8")
            assert f' id="{anchor}"' in page or not anchor


def test_a_preview_says_what_a_card_is_in_the_language_of_the_tree(site: Site) -> None:
    english, french = (previews(site, lang)["cards/dichotomancy"] for lang in ("en", "fr"))
    assert (english["name"], english["also"], english["also_lang"]) == ("Dichotomancy", "Dichotomancie", "fr")
    assert (french["name"], french["also"], french["also_lang"]) == ("Dichotomancie", "Dichotomancy", "en")
    assert english["over"] == "Sorcery"
    assert (english.get("over_lang"), french["over_lang"]) == (None, "en")
    assert english["text"] == [["Suspend 3—", ["1", "m-c"], ["U", "m-u"], ["U", "m-u"]]]


def test_a_mechanic_tells_its_kind_its_rule_and_how_much_is_said_on_it(site: Site) -> None:
    found = previews(site, "fr")["mechanics/suspend"]
    assert (found["name"], found["over"]) == ("suspension", "Capacité mot-clé · Règle 702.62")
    assert re.fullmatch(r"\d+ décisions?", str(found["under"]))


def test_hostile_names_stay_texts(site: Site) -> None:
    assert previews(site, "en")["cards/card-4ab1c2"]["name"] == HOSTILE


def test_a_site_that_differs_in_a_single_file_has_another_service_worker() -> None:
    first = service_worker(TEMPLATES, {"static/style.css": "1", "en/index.html": "2"})
    assert first == service_worker(TEMPLATES, {"en/index.html": "2", "static/style.css": "1"})
    assert first != service_worker(TEMPLATES, {"static/style.css": "1", "en/index.html": "3"})
    assert b'const FIRST = ["en/index.html", "static/style.css"];' in first


def test_the_service_worker_knows_how_many_pieces_the_index_has() -> None:
    script = service_worker(
        TEMPLATES, dict.fromkeys(("search/e0.js", "search/e1.js", "search/once0.js", "search/box.js"), "")
    )
    assert b'const PIECES = {"e": 2, "once": 1};' in script
