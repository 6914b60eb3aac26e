"""What commands share that ask for columns of tables."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from intaglio.errors import Ambiguous, BadCondition, BadCorrection

LOOK = 3
"""Exit status: done, but look."""

WantOption = Annotated[
    list[str] | None,
    typer.Option(
        "--want", metavar="NAME=VALUE", help="The column with this value on some page is wanted, as NAME; repeatable."
    ),
]
ColumnsOption = Annotated[
    str | None,
    typer.Option(
        "--columns", metavar="A,B,…", help="Tables have these columns, by name, label or declared property; * for all."
    ),
]


def listed(columns: str | None) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name for one in (columns or "").split(",") if (name := one.strip()))


def pairs(said: Sequence[str] | None, option: str) -> tuple[tuple[str, str], ...]:
    """What is said as LEFT=RIGHT; anything else is a mistake of usage."""
    found = []
    for one in said or ():
        left, equals, right = (part.strip() for part in one.partition("="))
        if not (left and equals and right):
            raise typer.BadParameter(
                f"'{one}' is not {'NAME=VALUE' if option == '--want' else 'OLD=NEW'}", param_hint=option
            )
        found.append((left, right))
    return tuple(found)


@contextmanager
def naming_one() -> Iterator[None]:
    """Let names that fit several things, and what makes no sense, be mistakes of usage: status 2."""
    try:
        yield
    except (Ambiguous, BadCondition, BadCorrection) as error:
        raise typer.BadParameter(str(error)) from error


def say_missing(lines: Sequence[str]) -> None:
    """Name what was wanted and is not there on stderr, a line each, and end with status 3."""
    for line in lines:
        print(f"intaglio: {line}", file=sys.stderr)
    if lines:
        raise typer.Exit(LOOK)
