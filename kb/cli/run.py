"""Running a command: the commands by name, and what becomes of their faults."""

import io
import os
import sys
from errno import ENOMEM
from importlib import import_module
from typing import NoReturn

import click

from kb import __version__
from kb.cli import INTERRUPTED, PIPE_CLOSED
from kb.cli.common import FAILURE, examples, help_if_bare
from kb.errors import KbError, UsageError
from kb.text.folding import squeeze, visible

_LONGEST = 1000
"""Letters of a message that are shown."""
_HOMES = dict.fromkeys(("check", "export", "ingest"), "kb.cli.corpus") | {
    name: f"kb.cli.{name}" for name in ("fetch", "search", "show", "site", "stats")
}
"""By command, the module that has it."""


def run() -> NoReturn:
    """Run `kb` on the arguments of this process and leave with its exit code."""
    try:
        _prepare_streams()
        code = kb.main(standalone_mode=False)
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        _leave("interrupted", INTERRUPTED)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "kb"
        _leave(f"{squeeze(error.format_message())} (see `{where} --help`)", FAILURE)
    except click.ClickException as error:
        _leave(squeeze(error.format_message()), FAILURE)
    except KbError as error:
        _leave(str(error), error.exit_code)
    except BrokenPipeError:
        _leave("", PIPE_CLOSED)
    except OSError as error:
        if error.errno == ENOMEM:
            raise MemoryError from error
        where = f"{error.filename}: " if error.filename else "cannot write the output: "
        _leave(f"{where}{error.strerror or error}", FAILURE)
    sys.exit(code if isinstance(code, int) else 0)


def _prepare_streams() -> None:
    """Stand in for streams that the caller has closed, except the one that answers are for."""
    closed = sys.stdout is None
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.StringIO())
    if closed:
        raise UsageError("cannot write the output: it is closed")
    for stream in (sys.stdout, sys.stderr):
        # A letter that the terminal's encoding lacks is shown as an escape instead of ending the run.
        getattr(stream, "reconfigure", lambda **_: None)(errors="backslashreplace")


def _leave(message: str, code: int) -> NoReturn:
    if message:
        click.echo(f"kb: {squeeze(visible(message[:_LONGEST]))}", err=True)
    # What is left in the buffer cannot be written; without this the interpreter would try again and complain.
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


class _Commands(click.Group):
    """The commands, each imported when it is asked for; Ctrl-C in any ends it without a blank line of click."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the name of every command."""
        return sorted((*_HOMES, *super().list_commands(ctx)))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command *cmd_name*; None when there is none."""
        if cmd_name not in _HOMES:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(import_module(_HOMES[cmd_name]), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the chosen command; click itself would leave with 1 where the reader of a pipe has gone."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.exceptions.Abort from None
        except BrokenPipeError:
            _leave("", PIPE_CLOSED)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="kb", message="%(prog)s %(version)s")
@click.pass_context
def kb(ctx: click.Context) -> None:
    """Search and publish the rulings of Magic: The Gathering, in English and French.

    \b
    Start with:
      kb search "suspend X cost"
      kb show suspend
      kb site build && kb site serve
    """
    help_if_bare(ctx)


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
