"""Commands on the site: build it, look at it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.cli.common import IndexFolder, examples, help_if_bare, index_option

if TYPE_CHECKING:
    from kb.index import Index


@click.group(invoke_without_command=True)
@click.pass_context
def site(ctx: click.Context) -> None:
    """Publish the knowledge base as pages that need no server."""
    help_if_bare(ctx)


_out_option = click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("public"), show_default=True, help="Folder."
)


@site.command(epilog=examples("kb site build", "kb site build --out /srv/rulings --base-url https://rulings.example/"))
@_out_option
@click.option("--base-url", default="", help="Address it will be published at, for the feeds and the sitemap.")
@index_option
def build(out: Path, base_url: str, index_folder: Path | None) -> None:
    """Write the site; only what changed is written, and nothing that the site did not make is touched.

    From then on the ids that `kb search` and `kb show` print link to the pages, in terminals that open links.
    """
    from kb.cli.recall import remember_site

    place = IndexFolder(index_folder)
    with place.open() as index:
        _build_site(index, out, base_url)
    remember_site(place.folder, out)


def _build_site(index: "Index", out: Path, base_url: str = "") -> None:
    from kb import site as pages
    from kb.cli.terminal import counted
    from kb.site.base.names import named_mechanics
    from kb.system import places

    templates = places.shipped("site_templates")
    made_from = pages.origin(index.content, templates, (base_url, *sorted(places.shipped_corpus())))
    built = pages.standing(out, made_from)
    if built is None:
        knowledge = index.knowledge()
        built = pages.build(
            knowledge,
            out,
            templates,
            base_url=base_url,
            corpus_note=any(source.path in places.shipped_corpus() for source in knowledge.sources),
            mentions=named_mechanics(knowledge),
            exported=index.exported,
            made_from=made_from,
        )
    written = counted(built.written, "file")
    click.echo(f"{out}: {written} written, {built.unchanged:,} unchanged, {built.removed:,} removed")


@site.command(epilog=examples("kb site serve", "kb site serve --out /srv/rulings --port 8080"))
@_out_option
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
@index_option
def serve(out: Path, port: int, index_folder: Path | None) -> None:
    """Show the site on this machine, built first if it is not there; Ctrl-C ends it."""
    from kb.site.serve import serve as serving

    if not out.is_dir():
        with IndexFolder(index_folder).open() as index:
            _build_site(index, out)
    with serving(out, port=port) as server:
        click.echo(f"Serving {out} at http://127.0.0.1:{server.server_port}/ — Ctrl-C ends it")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("Ended.")
