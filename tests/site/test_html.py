"""Each kind of page is valid HTML by the Nu checker, which browsers' makers and the standard's authors go by."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from kb.site import build
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import knowledge, mentions
from tests.site.test_browser import one_of_each


@pytest.mark.parametrize("base_url", ["", "https://example.org/rulings/"])
def test_every_kind_of_page_is_valid(tmp_path: Path, base_url: str) -> None:
    checker = os.environ.get("KB_VNU", "")
    if not checker or not shutil.which("java"):
        pytest.skip("KB_VNU does not name vnu.jar, the Nu checker, or there is no Java to run it")
    build(knowledge(), tmp_path, TEMPLATES, base_url=base_url, corpus_note=True, mentions=mentions)
    pages = [tmp_path / path for path in one_of_each(Site(tmp_path))]
    run = ["java", "-Xss4m", "-jar", checker, "--errors-only", *map(str, pages)]
    checked = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
