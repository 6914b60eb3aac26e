"""The command line: one file a command, put together in `app`."""

import sys

from intaglio.cli.app import main

__all__ = ["main", "run"]


def run() -> None:
    """Run the `intaglio` command and end the process with its status."""
    sys.exit(main())
