"""The frame of a page: names of cards, and what only looks like one, or like a link."""

from pathlib import Path

import pytest

from kb.layouts import interpret
from kb.layouts._page.words import is_footer
from kb.read import read
from tests.layouts.sources import TODAY


@pytest.mark.parametrize("name", ["Retour à la nature", "Retour de flamme du test", "Retour au cirque"])
def test_a_card_whose_name_begins_with_retour_heads_its_page(name: str, tmp_path: Path) -> None:
    text = f"{name}\n\nDécisions\n\n2024-02-02\n\nVous pouvez détruire votre propre enchantement, même sans cible.\n"
    (tmp_path / "page.txt").write_text(text, "utf-8")
    (ruling,) = interpret(read(tmp_path / "page.txt", "page.txt"), TODAY).rulings
    assert ruling.card is not None
    assert ruling.card.printed == name


@pytest.mark.parametrize(
    "link",
    [
        "Retour",
        "Retour à l’accueil",
        "Retour à la liste des cartes",
        "Retour au sommaire",
        "retour en haut",
        "Retour aux résultats",
    ],
)
def test_a_link_that_leads_back_is_part_of_the_frame(link: str) -> None:
    assert is_footer(link)
