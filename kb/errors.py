"""Every failure `kb` reports on purpose.

* KbError             2   base of the tree
  + UsageError        2   the call cannot be carried out as it was put
  + SourceError       2   a corpus file cannot be read
    - InvalidJson         it is JSON by its beginning, but not throughout
    - UndecodableFile     its bytes are no text we know
    - UnknownLayout       no layout recognises it
    - AmbiguousLayout     more than one layout claims it
  + IndexUnusable     2   no index, an older one, or a damaged one
  + IndexBusy         2   another run is writing
  + BuildError        2   the site would be wrong if it were written
  + FetchError        2   public data could not be downloaded

The number is the exit code. The message of each is one line: what, where, what to do next. Anything else that
escapes is a bug in `kb` and keeps its traceback.
"""

from typing import ClassVar


class KbError(Exception):
    """Base of the tree; the command line prints it as one line, without a traceback."""

    exit_code: ClassVar[int] = 2


class UsageError(KbError):
    """The call cannot be carried out as it was put."""


class SourceError(KbError):
    """One corpus file cannot be read; an ingest leaves it out, names it and goes on."""

    code: ClassVar[str] = "unreadable_file"

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class InvalidJson(SourceError):
    """The file is no valid JSON, though it is not cut off either."""


class UndecodableFile(SourceError):
    """The bytes are no text, HTML or JSON that we know."""

    code = "undecodable_file"


class UnknownLayout(SourceError):
    """No layout recognises the file."""

    code = "unknown_layout"


class AmbiguousLayout(SourceError):
    """More than one layout claims the file."""

    code = "ambiguous_layout"

    def __init__(self, path: str, names: tuple[str, ...]) -> None:
        super().__init__(path, f"{' and '.join(names)} both claim this file; tighten one of their `claims`")
        self.names = names


class IndexUnusable(KbError):
    """There is no index, or it was written by another version, or it is damaged."""


class IndexBusy(KbError):
    """Another run is writing this index."""


class BuildError(KbError):
    """The site would be wrong if it were written; nothing was."""


class FetchError(KbError):
    """Public data could not be downloaded; what was there before is untouched."""
