"""What passes between the parts of a download."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

GIB = 1024**3
MIB = 1024**2


class DataForm(StrEnum):
    """What a published file must turn out to be."""

    JSON = "JSON"
    TEXT = "text"


class Status(StrEnum):
    """What came of one file."""

    DOWNLOADED = "downloaded"
    UP_TO_DATE = "up to date"
    NOT_PUBLISHED = "not published"
    """The service does not list it at present; what was fetched earlier stays."""


@dataclass(frozen=True, slots=True)
class Published:
    """A file that a service offers."""

    key: str
    """What it is called in the state file, and how its name in the folder begins (`scryfall-rulings`)."""
    suffix: str
    """How its name ends (`.jsonl.gz`); `.gz` is added where the server packs it."""
    url: str
    """"" when the service does not list it at present."""
    form: DataForm = DataForm.JSON
    limit: int = GIB
    """More bytes than this are refused."""
    stamp: str = ""
    """The service's own word for this version; equal stamps mean equal files. "" when it gives none."""
    version: str = ""
    """What people are told of the version."""
    sha256: str = ""
    """Published checksum; "" when there is none."""
    size: int | None = None
    """As announced in a listing. Services announce packed and unpacked sizes, not always right: for progress only."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a download is."""

    name: str
    """The file, or the service while its listing is asked for."""
    done: int = 0
    """Bytes in hand, those of an earlier run included."""
    total: int | None = None
    """None: the server does not say."""
    note: str = ""
    """What is going on besides: a pause that the server asked for, a connection taken up again."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of one file, and where it lies."""

    key: str
    status: Status
    path: Path | None = None
    """None when it is not published."""
    size: int = 0
    """In bytes, as it lies there."""
    version: str = ""
    """As the service states it: a time, a version number, a date; "" when it does not."""
