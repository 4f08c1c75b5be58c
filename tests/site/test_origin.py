"""A site that is as it would be built again is known without building it."""

import os
from pathlib import Path

import pytest

from kb.site import build, origin, standing
from kb.site.output.write import Built
from tests.site.conftest import TEMPLATES
from tests.site.sample import knowledge


def test_equal_files_and_options_have_one_name() -> None:
    assert origin("one", TEMPLATES, ("a", "b")) == origin("one", TEMPLATES, ("a", "b"))


def test_another_index_other_options_and_other_templates_have_other_names(tmp_path: Path) -> None:
    names = {origin("one", TEMPLATES, options) for options in ((), ("a", "b"), ("ab",), ("a", "b", ""))}
    names.add(origin("two", TEMPLATES, ()))
    (tmp_path / "templates").mkdir()
    names.add(origin("one", tmp_path / "templates", ()))
    assert len(names) == 6


def test_a_site_stands_when_it_was_made_from_the_same_and_no_file_has_changed(tmp_path: Path) -> None:
    built = build(knowledge(), tmp_path / "site", TEMPLATES, made_from="this")
    assert standing(tmp_path / "site", "this") == Built(0, built.written, 0)
    assert standing(tmp_path / "site", "that") is None


@pytest.mark.parametrize("change", [os.unlink, lambda path: os.utime(path, (4_000_000_000, 4_000_000_000))])
def test_a_site_that_lacks_a_file_or_has_a_newer_one_is_built_again(tmp_path: Path, change: object) -> None:
    build(knowledge(), tmp_path / "site", TEMPLATES, made_from="this")
    assert callable(change)
    change(tmp_path / "site/en/index.html")
    assert standing(tmp_path / "site", "this") is None


def test_a_mended_site_stands_again(tmp_path: Path) -> None:
    build(knowledge(), tmp_path / "site", TEMPLATES, made_from="this")
    (tmp_path / "site/en/index.html").unlink()
    assert build(knowledge(), tmp_path / "site", TEMPLATES, made_from="this").written == 1
    assert standing(tmp_path / "site", "this") is not None


@pytest.mark.parametrize("manifest", [b"", b"[]", b"{}", b'{"kb-site": 1, "made from": "this"}', b"\xff", b"[" * 9999])
def test_a_folder_that_kb_did_not_finish_does_not_stand(tmp_path: Path, manifest: bytes) -> None:
    (tmp_path / ".kb-site.json").write_bytes(manifest)
    assert standing(tmp_path, "this") is None
    assert standing(tmp_path / "none", "this") is None
