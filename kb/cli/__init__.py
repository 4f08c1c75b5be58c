"""The command line: read options, call one function, print.

Exit codes, as grep has them: 0 done; 1 a search found nothing, or an ingest left files out; 2 wrong usage or failure,
told in one line; 130 interrupted. What a command needs is imported in the command, so that no command pays for another.
"""

import gc
import signal
import sys
from typing import NoReturn

INTERRUPTED = 130
"""Exit code of a command that was stopped by Ctrl-C; `kb.cli.common` has the others."""


def main() -> NoReturn:
    """Run `kb` on the arguments of this process and leave with its exit code.

    Ctrl-C ends it without a traceback from the first moment on, and does nothing once all is done.
    """
    try:
        gc.disable()  # imports make much and drop nothing
        from kb.cli.run import run

        gc.enable()
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # What is left goes with the process: the interpreter need not look through it once more.
        gc.freeze()
