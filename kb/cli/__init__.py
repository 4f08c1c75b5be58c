"""The command line: read options, call one function, print.

Exit codes, as grep has them: 0 done; 1 a search found nothing, or an ingest left files out; 2 wrong usage or failure,
told in one line; 130 interrupted. What a command needs is imported in the command, so that no command pays for another.
"""

import os
import sys
from typing import NoReturn

import click

from kb import __version__
from kb.cli.common import FAILURE, INTERRUPTED, NOTHING, examples
from kb.cli.corpus import check, export, ingest
from kb.cli.fetch import fetch
from kb.cli.search import search
from kb.cli.show import show
from kb.cli.site import site
from kb.cli.stats import stats
from kb.errors import KbError


def main() -> NoReturn:
    """Run `kb` on the arguments of this process and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A letter that the terminal's encoding lacks is shown as an escape instead of ending the run.
        getattr(stream, "reconfigure", lambda **_: None)(errors="backslashreplace")
    try:
        code = kb.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:
        _leave("interrupted", INTERRUPTED)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "kb"
        _leave(f"{error.format_message()} (see `{where} --help`)", FAILURE)
    except click.ClickException as error:
        _leave(error.format_message(), FAILURE)
    except KbError as error:
        _leave(str(error), error.exit_code)
    except BrokenPipeError:
        _leave("", NOTHING)
    except OSError as error:
        _leave(f"cannot write the output: {error.strerror}", FAILURE)
    sys.exit(code if isinstance(code, int) else 0)


def _leave(message: str, code: int) -> NoReturn:
    from kb.text import visible

    if message:
        click.echo(f"kb: {visible(message)}", err=True)
    # What is left in the buffer cannot be written; without this the interpreter would try again and complain.
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kb", message="%(prog)s %(version)s")
def kb() -> None:
    """Search and publish the rulings of Magic: The Gathering, in English and French.

    \b
    Start with:
      kb search "suspend X cost"
      kb show suspend
      kb site build && kb site serve
    """


@kb.command(
    epilog=examples("kb completion bash >> ~/.bashrc", "kb completion fish > ~/.config/fish/completions/kb.fish")
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell."""
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    if script is not None:
        click.echo(script(kb, {}, "kb", "_KB_COMPLETE").source())


for command in (ingest, search, show, export, check, stats, fetch, site):
    kb.add_command(command)
