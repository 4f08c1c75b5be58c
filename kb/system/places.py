"""Where things lie: the corpus, the index, and what is shipped with the program."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs import PlatformDirs

_PACKAGE = Path(__file__).parents[1]


def shipped(name: str) -> Path:
    """Return the folder *name* (`corpus`, `site_templates`) as installed, or as it stands in a checkout."""
    installed = _PACKAGE / "shipped" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def shipped_corpus() -> frozenset[str]:
    """Return the names of the files of the shipped corpus as an ingest shows them."""
    return frozenset(f"corpus/{file.name}" for file in shipped("corpus").iterdir())


def nearest_corpus(start: Path) -> Path | None:
    """Return the folder `corpus` in *start* or the nearest folder above it."""
    folders = (folder / "corpus" for folder in (start, *start.parents))
    return next((folder for folder in folders if folder.is_dir()), None)


def corpus_folder(start: Path) -> Path:
    """Return the corpus to read when none is named: the nearest one, else the shipped one."""
    return nearest_corpus(start) or shipped("corpus")


def index_folder(start: Path) -> Path:
    """Return the index to use when none is named: `.kb` beside the nearest corpus, else in the user's data folder."""
    corpus = nearest_corpus(start)
    return corpus.with_name(".kb") if corpus else Path(_user_folders().user_data_dir) / "index"


def state_folder() -> Path:
    """Return the folder for what is remembered from one command to the next."""
    return Path(_user_folders().user_state_dir)


def _user_folders() -> "PlatformDirs":
    from platformdirs import PlatformDirs  # noqa: PLC0415  (a search of an index near by needs none of them)

    return PlatformDirs("kb", appauthor=False)
