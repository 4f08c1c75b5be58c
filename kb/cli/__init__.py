"""The command line: read options, call one function, print.

Exit codes, as grep has them: 0 done; 1 a search found nothing, or an ingest left files out; 2 wrong usage or failure,
told in one line; 130 interrupted; 141 the reader of a pipe has gone. What a command needs is imported in the command,
so that no command pays for another.
"""

import gc
import signal
import sys
from typing import NoReturn

INTERRUPTED, PIPE_CLOSED = 130, 141
"""Exit codes of a command that was stopped by Ctrl-C, or by the end of the pipe it wrote to, as shells give them.

`kb.cli.common` has the others."""
_NOT_LOADED = ("failed to map segment", "allocate memory")
"""What the system says when there is no memory left to load a library into."""


def main() -> NoReturn:
    """Run `kb` on the arguments of this process and leave with its exit code.

    Ctrl-C and a lack of memory end it without a traceback from the first moment on, and Ctrl-C does nothing once all
    is done.
    """
    try:
        gc.disable()  # imports make much and drop nothing
        from kb.cli.run import run

        gc.freeze()  # the first sweep would look through all of that
        gc.enable()
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except (MemoryError, ImportError) as error:
        if isinstance(error, ImportError) and not any(sign in str(error) for sign in _NOT_LOADED):
            raise
        sys.stderr.write("kb: there is not enough memory for this; free some, or give kb less at once\n")
        sys.exit(2)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # What is left goes with the process: the interpreter need not look through it once more.
        gc.freeze()
