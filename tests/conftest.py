"""Fixtures that every test may use."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says more of the machine than of the code.
settings.register_profile("kb", deadline=None, derandomize=True)
settings.load_profile("kb")

SAMPLES = Path(__file__).parent / "samples"


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of real rulings and card data; without it the test skips."""
    folder = os.environ.get("KB_REFERENCE_DATA")
    if not folder:
        pytest.skip("KB_REFERENCE_DATA is not set: real data is not at hand")
    return Path(folder).resolve()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the scale tests to runs that ask for them with KB_SLOW=1; files with such tests come first.

    So two processes that take file after file end at about the same time.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    if not os.environ.get("KB_SLOW"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="a scale test; set KB_SLOW=1 to run it"))
