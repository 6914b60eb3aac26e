"""How help is shown: the text of a command with its example, and flags as flags, without a type behind them."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from typer.core import TyperCommand, TyperGroup


def help_text(command: Callable[..., Any], example: str) -> str:
    """Make a command's help of its docstring, each paragraph to be wrapped, and an example that keeps its lines."""
    told = "\n\n".join(" ".join(part.split()) for part in (inspect.getdoc(command) or "").split("\n\n"))
    lines = "\n".join(f"  $ {line}" for line in example.strip().splitlines())
    return f"{told}\n\n\b\nExample:\n{lines}"


class PlainCommand(TyperCommand):
    """A command whose flags are shown as flags."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ANN401 - of the parser inside Typer
        """Its parameters."""
        return _as_flags(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - of the parser inside Typer
        """Show its help, whose brackets are no markup."""
        from rich.markup import escape  # not before it is wanted: it costs as much as a small command

        self.help = escape(self.help or "")
        super().format_help(ctx, formatter)


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
