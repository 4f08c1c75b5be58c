"""A site built again after one ruling of its corpus changed."""

import shutil
from datetime import date
from pathlib import Path

from kb.index import Index
from kb.site import Built, build
from kb.site.base.names import named_mechanics
from kb.site.output.write import MANIFEST
from kb.update.run import ingest
from tests.site.conftest import TEMPLATES

CORPUS = Path(__file__).parents[2] / "corpus"
ADDED = " Nothing else about it changes."


def published(corpus: Path, index: Path, out: Path) -> Built:
    ingest([corpus], index, today=date(2026, 1, 1))
    with Index(index) as opened:
        knowledge = opened.knowledge()
        mentions = named_mechanics(knowledge)
        return build(knowledge, out, TEMPLATES, mentions=mentions, exported=opened.exported)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Tell of every file which one it is on the disk, and when it was written."""
    found = {path.relative_to(folder).as_posix(): path.stat() for path in folder.rglob("*") if path.is_file()}
    return {path: (stat.st_ino, stat.st_mtime_ns) for path, stat in found.items()}


def test_where_one_ruling_changed_only_what_tells_of_it_is_written_and_the_site_equals_a_clean_build(
    tmp_path: Path,
) -> None:
    corpus, out = tmp_path / "corpus", tmp_path / "out"
    shutil.copytree(CORPUS, corpus)
    first = published(corpus, tmp_path / "before", out)
    old, untouched = contents(out), stamps(out)
    file = corpus / "rift-bolt.txt"
    lines = file.read_text("utf-8").splitlines()
    place = max(number for number, line in enumerate(lines) if len(line) > 60)
    lines[place] += ADDED
    file.write_text("\n".join((*lines, "")), "utf-8")
    again = published(corpus, tmp_path / "after", out)
    published(corpus, tmp_path / "after", tmp_path / "clean")
    new = contents(out)
    assert new == contents(tmp_path / "clean")

    other = {path for path in new if old.get(path) != new[path]}
    written = {path for path, stamp in stamps(out).items() if untouched.get(path) != stamp}
    assert written == other
    assert again.written == len(other - {MANIFEST})
    changed = [path for path in other if path.endswith(".html")]
    assert "en/cards/rift-bolt.html" in changed
    assert "en/cards/ancestral-vision.html" not in changed
    assert any(ADDED in new[path].decode() for path in changed)
    assert len(changed) < first.written / 10
