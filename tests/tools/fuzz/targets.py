"""What hostile input is thrown at: each target takes any bytes and raises only what is a fault of `kb`."""

import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from datetime import date
from functools import cache
from pathlib import Path

from kb.errors import BuildError, KbError
from kb.ingest.assemble import assemble, read_files
from kb.ingest.corpus import CorpusFile
from kb.site import build
from tests.search.make import Base, Said, base

SAMPLES = Path(__file__).parents[2] / "samples"
_TODAY = date(2026, 1, 1)
_LARGEST = 64 * 1024
_SLOWEST = 5.0
"""Seconds that any input of this size may take."""
_RULINGS = (
    Said("If the card has {X} in its mana cost, X is 0.", cards="Bell of Low Water", mechanics="suspend"),
    Said("A creature with flying can’t be blocked by that one.", cards="Otter of Salt Hollow|Ferry of Old Harrow"),
    Said("Each counter counts once; +1/+1 and -1/-1 both.", cards="Warden of the Tin Sun", on="2021-06-18"),
)
_held = ExitStack()


@cache
def _folder() -> Path:
    return Path(_held.enter_context(tempfile.TemporaryDirectory()))


@cache
def _base() -> Base:
    return _held.enter_context(base(_folder() / "search", _RULINGS))


def _file(name: str) -> Callable[[bytes], None]:
    """Return the target that reads bytes as a file called *name*, alone in its corpus, up to its rulings' ties."""

    def target(raw: bytes) -> None:
        file = _folder() / name
        file.write_bytes(raw[:_LARGEST])
        assemble(read_files([CorpusFile(file, name)], today=_TODAY))

    return target


def query(raw: bytes) -> None:
    """Search for the bytes."""
    _base().ask(raw.decode(errors="replace"))


def pages(raw: bytes) -> None:
    """Read the bytes as a page and build the site of what they say."""
    file = _folder() / "said.txt"
    file.write_bytes(raw[:4096])
    knowledge = assemble(read_files([CorpusFile(file, "said.txt")], today=_TODAY))
    with tempfile.TemporaryDirectory(dir=_folder()) as out:
        build(knowledge, Path(out, "site"), Path(__file__).parents[3] / "site_templates")


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "text": _file("page.txt"),
    "html": _file("page.html"),
    "json": _file("rows.json"),
    "gzip": _file("rows.json.gz"),
    "query": query,
    "pages": pages,
}


def attack(name: str, raw: bytes) -> None:
    """Throw *raw* at a target; any error but a refusal is a fault, and so is taking too long."""
    begun = time.process_time()
    with suppress(KbError):
        try:
            TARGETS[name](raw)
        except BuildError as error:
            raise AssertionError(str(error)) from error
    seconds = time.process_time() - begun
    assert seconds < _SLOWEST, f"{seconds:.1f} s for {len(raw)} bytes"


def seeds(name: str) -> list[bytes]:
    """Give what a target is fed first: samples of its kind."""
    patterns = {
        "text": ("layouts/*.txt", "rules/*.txt", "cases/*.txt"),
        "html": ("layouts/*.html", "cases/*.html"),
        "json": ("json/*.json*",),
        "gzip": ("json/*.gz",),
        "query": ("search/*.txt",),
        "pages": ("layouts/*.txt",),
    }
    files = sorted(file for pattern in patterns[name] for file in SAMPLES.glob(pattern))
    contents = [file.read_bytes() for file in files]
    if name == "query":
        return [line for content in contents for line in content.splitlines()]
    return [content[:_LARGEST] for content in contents]
