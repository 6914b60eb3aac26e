"""How help is shown: the text of a command with its example, and flags as flags, without a type behind them."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from rich.markup import escape
from typer.core import TyperCommand, TyperGroup


def help_text(command: Callable[..., Any], example: str) -> str:
    """Make a command's help of its docstring and an example that keeps its lines."""
    lines = "\n".join(f"  $ {line}" for line in example.strip().splitlines())
    return f"{escape(inspect.getdoc(command) or '')}\n\n\b\nExample:\n{escape(lines)}"


class PlainCommand(TyperCommand):
    """A command whose flags are shown as flags."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - of the parser inside Typer
        """Its parameters."""
        return _as_flags(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands whose flags are shown as flags."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - of the parser inside Typer
        """Its parameters."""
        return _as_flags(super().get_params(ctx))


def _as_flags(parameters: Sequence[Any]) -> list[Any]:
    for one in parameters:
        if (getattr(one, "is_flag", False) or getattr(one, "count", False)) and one.metavar is None:
            one.metavar = ""
    return list(parameters)
