"""Print how much the reader gets right: on samples, on layouts left out of its training, and on generated pages.

Run as `python -m tests.tools.reader [FOLDER…]`: each folder holds samples with sidecars. Without folders they are the
samples of the project and, where `KB_REFERENCE_DATA` names a folder, those that lie there. `--left-out` trains ten
times without a tenth of the samples. `--cards` reads each page beside the card data of the reference.
"""

import argparse
import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple, fields
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from kb import catalog
from kb.catalog.known import KnownNames, names_of_cards
from kb.errors import SourceError
from kb.ingest.assemble import read_files
from kb.ingest.corpus import CorpusFile
from kb.read import read
from tests.tools.reader.samples import Sample, samples_in
from tests.tools.reader.score import Score, score
from tests.tools.reader.train_readings import MADE_SEEDS, OWN, evaluate, generated, lessons_of, train

_TODAY = date(2026, 1, 1)
_SEEDS = range(400)
_FOLDS = 10


def main() -> None:
    """Print a table: a row for each folder, one for the generated pages, and one for what was left out."""
    asked = _asked()
    names = _names_of_reference() if asked.cards else None
    folders = [Path(folder) for folder in asked.folders] or [*OWN, *_of_reference()]
    print(f"{'':24}" + "".join(f"{field.name.replace('_', ' '):>12}" for field in fields(Score)))
    for folder in folders:
        _row(folder.name, _scores(samples_in(folder), names, verbose=asked.verbose))
    with TemporaryDirectory() as scratch:
        _row("generated", _scores(generated(_SEEDS, Path(scratch)), names, verbose=asked.verbose))
    if asked.left_out:
        _left_out(folders)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.reader", description=__doc__)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--left-out", action="store_true", help="train ten times, each without a tenth of the samples")
    parser.add_argument("--cards", action="store_true", help="read beside the card data of the reference")
    parser.add_argument("--verbose", action="store_true", help="name the samples that are not all right")
    return parser.parse_args()


def _of_reference() -> list[Path]:
    reference = os.environ.get("KB_REFERENCE_DATA")
    return [Path(reference) / name for name in ("formats", "misread")] if reference else []


def _names_of_reference() -> KnownNames:
    data = Path(os.environ["KB_REFERENCE_DATA"]) / "data"
    files = [CorpusFile(path, path.name) for path in sorted((data / "scryfall").glob("*cards*.json"))]
    return names_of_cards(catalog.build(read_files(files, today=_TODAY).documents).cards)


def _row(name: str, found: Iterable[Score]) -> None:
    total = sum(found, Score())
    print(f"{name:24}" + "".join(f"{count:>12}" for count in astuple(total)), flush=True)


def _scores(samples: Iterable[Sample], names: KnownNames | None, *, verbose: bool) -> Iterator[Score]:
    for sample in samples:
        found = _score(sample, names)
        if verbose and not found.perfect:
            told = ", ".join(f"{field.name} {getattr(found, field.name)}" for field in fields(found))
            print(f"  {sample.name}: {told}")
        yield found


def _score(sample: Sample, names: KnownNames | None) -> Score:
    documents = read_files([CorpusFile(sample.path, sample.name)], today=_TODAY, names=names).documents
    try:
        lines = read(sample.path, sample.name).text
    except SourceError:
        lines = ""
    return score(sample, documents[0] if documents else None, lines)


def _left_out(folders: Iterable[Path]) -> None:
    lessons = lessons_of(sample for folder in folders for sample in samples_in(folder))
    with TemporaryDirectory() as scratch:
        made = lessons_of(generated(MADE_SEEDS, Path(scratch)))
    random.Random(3).shuffle(lessons)  # noqa: S311  (the same in every run)
    total = Counter[str]()
    for fold in range(_FOLDS):
        kept = [each for place, each in enumerate(lessons) if place % _FOLDS != fold]
        total += evaluate(lessons[fold::_FOLDS], train(kept, made), verbose=False)
    print(f"left out: {total['found']} of {total['wanted']} with text and date, {total['wrong']} others")


if __name__ == "__main__":
    main()
