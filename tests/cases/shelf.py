"""`kb` run on small files of which a reader knows what must come out."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from kb import cli
from tests.site.conftest import Site

_SAMPLES = Path(__file__).parents[1] / "samples"


@dataclass(frozen=True, slots=True)
class Run:
    """What one call of `kb` did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output, read as JSON."""
        return json.loads(self.out)


class _Terminal(io.StringIO):
    """What takes colours."""

    def isatty(self) -> bool:
        return True


def run(*arguments: str | Path, terminal: bool = False) -> Run:
    """Run `kb` with *arguments*, as its own process would, its output to a terminal or not."""
    out, err = _Terminal() if terminal else io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["kb", *map(str, arguments)]),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        cli.main()
    assert "Traceback" not in err.getvalue()
    assert isinstance(ended.value.code, int)
    return Run(ended.value.code, out.getvalue(), err.getvalue())


def saved(folder: Path, *rows: tuple[str, str]) -> Path:
    """Write a page of one card as a browser saves it: each row a date and the markup of a ruling."""
    cells = "\n".join(
        f'<tr><td class="rulingDate">{on}</td><td class="rulingText">{text}</td></tr>' for on, text in rows
    )
    file = folder / "page.html"
    file.write_text(
        '<html lang="en"><head><meta charset="utf-8"><title>Saved</title></head><body><div class="cardDetails">'
        f'<span class="cardName">Test Page</span>\n<table class="rulingsTable">\n{cells}\n</table></div></body>\n',
        "utf-8",
    )
    return file


def sample(name: str) -> Path:
    """Return the sample file of that name, in whatever folder it lies."""
    return next(
        _SAMPLES / folder / name
        for folder in ("cases", "json", "links", "search")
        if (_SAMPLES / folder / name).exists()
    )


class Shelf:
    """An index of a few files, and what `kb` answers on it."""

    def __init__(self, folder: Path, *files: Path) -> None:
        self.index = folder / "index"
        self.folder = folder
        self.summary = run("ingest", *files, "--index", self.index, "--json").json
        exported = run("export", "--index", self.index).out
        self.rulings: list[dict[str, Any]] = [json.loads(line) for line in exported.splitlines()]

    def texts(self, card: str = "", on: str = "") -> list[str]:
        """Return the texts of the rulings, of one card and day where these are named, in the order of the export."""
        return [
            ruling["text"]
            for ruling in self.rulings
            if (not card or card in ruling["cards"]) and (not on or ruling["date"] == on)
        ]

    def dated(self, card: str, lang: str = "en") -> list[tuple[str | None, str]]:
        """Return date and text of each ruling on *card* in one language."""
        return [(r["date"], r["text"]) for r in self.rulings if card in r["cards"] and r["lang"] == lang]

    def kb(self, command: str, *arguments: str) -> Run:
        """Run a command on the index; what begins with a minus is no option."""
        return run(command, "--index", self.index, "--", *arguments)

    def ask(self, query: str) -> Run:
        """Search for *query*, the answer as JSON."""
        return run("search", "--json", "--index", self.index, "--", query)

    def cards(self, query: str) -> list[str]:
        """Return the cards of the hits for *query*, best first."""
        return [card for hit in self.ask(query).json["hits"] for card in hit["cards"]]

    def show(self, name: str) -> Run:
        """Show what goes by *name*, as JSON."""
        return run("show", "--json", "--index", self.index, "--", name)

    def site(self) -> Site:
        """Build the site."""
        assert run("site", "build", "--index", self.index, "--out", self.folder / "site").code == 0
        return Site(self.folder / "site")
