"""One index and one site of the cards whose names, faces, texts and neighbours are odd."""

import unicodedata

import pytest

from tests.cases.shelf import Shelf, sample
from tests.site.conftest import Site

ODD_CARDS = (
    "entities.html",
    "flavour_words_and_parts_of_words.json",
    "french-name-missing.json",
    "hostile-names.json",
    "nfc-nfd-names.json",
    "one-french-name-two-cards.json",
    "order.cards.json",
    "order.rulings.json",
    "plus-two-mace.json",
    "reserved-card-names.json",
    "reversible.cards.json",
    "reversible.rulings.json",
    "slug-collisions.json",
    "CON_.json",
)


@pytest.fixture(scope="package")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The index of all odd cards, one of them in a file whose name has its accent apart."""
    folder = tmp_path_factory.mktemp("odd")
    page = folder / unicodedata.normalize("NFD", "Écho.txt")
    page.write_text("Test Echo\n\nRulings\n\n2024-02-02\n\nIt is heard once.\n", "utf-8")
    return Shelf(folder, page, *map(sample, ODD_CARDS))


@pytest.fixture(scope="package")
def pages(odd: Shelf) -> Site:
    """The site of all odd cards."""
    return odd.site()
