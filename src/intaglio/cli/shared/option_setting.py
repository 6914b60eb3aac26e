"""OPTION=VALUE as the command line has it, read as the type of the options says."""

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer


def setting(options: type[Any], text: str, hint: str = "--set") -> tuple[str, Any]:
    """Read OPTION=VALUE as the options' type has it."""
    name, equals, value = text.partition("=")
    names = [field.name for field in fields(options)]
    if not equals or name not in names:
        raise typer.BadParameter(f"'{text}': give OPTION=VALUE; there are {', '.join(names)}", param_hint=hint)
    kind = get_type_hints(options)[name]
    kinds = [one for one in get_args(kind) if one is not type(None)] if get_origin(kind) is not Literal else [kind]
    try:
        return name, _value(kinds[0] if kinds else kind, value)
    except ValueError as error:
        raise typer.BadParameter(f"'{text}': {error}", param_hint=hint) from error


def _value(kind: Any, text: str) -> Any:  # noqa: ANN401 - as the option's annotation says
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise ValueError(f"one of {', '.join(get_args(kind))} is wanted")
        return text
    if kind is bool:
        if text.lower() not in ("true", "false", "yes", "no"):
            raise ValueError("true or false is wanted")
        return text.lower() in ("true", "yes")
    return kind(text)
