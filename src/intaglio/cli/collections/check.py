"""`intaglio check`: whether the values that people confirmed are still right."""

import json
from pathlib import Path
from typing import Annotated

import typer

from intaglio.cli.shared.clean_console import Console
from intaglio.cli.shared.table_options import LOOK
from intaglio.collection.collection import open_collection
from intaglio.collection.review.cases import CheckedCase, check_cases

EXAMPLE = """
intaglio check out
intaglio check out --json | jq 'select(.holds | not)'
"""


def command(
    collection: Annotated[Path, typer.Argument(metavar="OUT", help="A collection that `intaglio run` made.")],
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a case instead of text.")] = False,
) -> None:
    """Compare every cell that people marked with what it has now: right values are to stay, wrong ones to go.

    Ends with status 3 if one of them is not as it should be.
    """
    with open_collection(collection) as opened:
        cases = check_cases(opened)
    failed = [case for case in cases if not case.holds]
    if as_json:
        for case in cases:
            print(json.dumps(content(case), ensure_ascii=False))
    else:
        console = Console(highlight=False, soft_wrap=True, markup=False)
        for case in failed:
            console.print(described(case))
        console.print(f"{len(cases) - len(failed):,} of {len(cases):,} confirmed values still right")
    if failed:
        raise typer.Exit(LOOK)


def content(case: CheckedCase) -> dict[str, object]:
    """A case as JSON values."""
    said = case.correction
    return {
        "correction": said.id, "marked": said.value, "column": case.column, "source": said.target.source,
        "expected": case.expected, "found": case.found, "holds": case.holds,
    }  # fmt: skip


def described(case: CheckedCase) -> str:
    """A case that does not hold, in a line."""
    where = f"{case.column} of {case.correction.target.source}"
    if case.correction.value == "right":
        return f"{where}: {case.found!r}, not {case.expected!r}"
    return f"{where}: still {case.expected!r}, which is wrong"
