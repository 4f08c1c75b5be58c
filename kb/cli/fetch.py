"""The fetch command: public data for the corpus."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.cli.common import examples, here
from kb.cli.progress import bar, size, status_line
from kb.text.folding import visible

if TYPE_CHECKING:
    from kb.fetch import Progress

_SERVICES = ("mtgjson", "rules", "scryfall")


@click.command(
    epilog=examples(
        "kb fetch mtgjson && kb ingest     every card and ruling, with French names",
        "kb fetch rules                         the Comprehensive Rules",
        "kb fetch scryfall --to corpus/cards    rulings and cards, elsewhere",
        "kb fetch scryfall --kind all_cards     cards in every language: large",
    )
)
@click.argument("service", type=click.Choice(_SERVICES))
@click.option(
    "--to",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder [default: one named for the service, in the nearest folder `corpus`, else in a new one here].",
)
@click.option("--kind", "kinds", multiple=True, help="Which of Scryfall's bulk files; may be given several times.")
@click.option("--base-url", hidden=True, help="Address to ask instead of the service's own.")
def fetch(service: str, to: Path | None, kinds: tuple[str, ...], base_url: str | None) -> None:
    """Download public data into the corpus, where the next `kb ingest` finds it.

    Nothing is downloaded twice, an interrupted download goes on where it stopped, and what was there stays until its
    successor is complete and checked.
    """
    from kb.fetch import fetch as run
    from kb.system.places import nearest_corpus

    folder = to or (nearest_corpus(here()) or here() / "corpus") / service
    with _progress() as show:
        for file in run(service, folder, kinds=kinds, base_url=base_url, progress=show):
            version = f" ({file.version})" if file.version else ""
            click.echo(f"{file.path or file.key}: {file.status}{version}")


@contextmanager
def _progress() -> Iterator[Callable[["Progress"], None]]:
    """Yield a function that shows on a terminal how much has come, and everywhere why it takes long."""
    with status_line() as line:

        def show(progress: "Progress") -> None:
            if progress.note:
                line("")
                click.echo(visible(f"{progress.name}: {progress.note}"), err=True)
            else:
                line(_line(progress))

        yield show


def _line(progress: "Progress") -> str:
    if not progress.total:
        return f"{progress.name}  {size(progress.done)}"
    return f"{bar(progress.done, progress.total)}  {size(progress.done)} of {size(progress.total)}  {progress.name}"
