"""`intaglio corrections`: what people said about a collection, to be exported and imported."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from intaglio.cli.shared.clean_console import Console
from intaglio.collection.collection import open_collection
from intaglio.collection.review.correction_files import export_lines, import_corrections
from intaglio.counted import counted
from intaglio.errors import SourceError

EXAMPLE = """
intaglio corrections export out > corrections.jsonl
intaglio corrections import other-out corrections.jsonl
intaglio corrections undo out 12
"""


def command(
    action: Annotated[str, typer.Argument(metavar="export|import|undo", help="What to do.")],
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    given: Annotated[
        str, typer.Argument(metavar="FILE|NUMBER", help="import: JSON Lines, - for standard input; undo: a number.")
    ] = "-",
    standing: Annotated[bool, typer.Option("--standing", help="export: only those that still hold.")] = False,
) -> None:
    """Write all corrections as JSON Lines, bring some in, or take one back.

    What is brought in goes by address and by value, so it holds in another collection of the same site, too. Lines that
    are there already are passed over.
    """
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    with open_collection(collection) as opened:
        if action == "export":
            for line in export_lines(opened, standing=standing):
                print(line)
        elif action == "import":
            added, known = import_corrections(opened, lines_of(given))
            console.print(f"{counted(added, 'correction')} added, {known:,} known before")
        elif action == "undo":
            if not given.isdigit():
                raise typer.BadParameter(f"'{given}' is no number of a correction", param_hint="NUMBER")
            opened.undo(int(given))
            console.print(f"correction {given} is taken back")
        else:
            raise typer.BadParameter(f"'{action}' is none of export, import, undo", param_hint="export|import|undo")


def lines_of(name: str) -> list[str]:
    """The lines of a file, or of standard input."""
    if name == "-":
        return sys.stdin.read().splitlines()
    try:
        return Path(name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{name} cannot be read: {error}") from error
