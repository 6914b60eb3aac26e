"""The command line: one file a command, put together in `app`."""

import atexit
import gc
import os
import sys

from intaglio.cli.ending import SIGNALLED, end_as, end_now, ending_soon, ignore_signals, report_end
from intaglio.workers.one_thread import THREADS

__all__ = ["main", "run"]


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the arguments (default: the process's own) name; give its exit status."""
    try:
        with ending_soon():
            from intaglio.cli import app  # loading it is a part of what a signal may end

            return app.main(arguments)
    except KeyboardInterrupt as interrupt:
        return report_end(interrupt)


def run() -> None:
    """Run the `intaglio` command and end the process with its status."""
    os.environ.setdefault(THREADS, "1")
    atexit.register(ignore_signals)  # first, so that it comes after all that others register
    status = main()
    gc.freeze()  # else Python looks through all that there is once more, a tenth of a short command's time
    if status in SIGNALLED:
        end_now(status)  # no thread that is still at work may hold it
    end_as(status)
    sys.exit(status)
