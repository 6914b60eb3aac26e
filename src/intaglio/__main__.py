"""`python -m intaglio` is the `intaglio` command."""

from intaglio.cli import run

run()
