"""Options of a segmenter as commands are given them: a preset by name, single options by OPTION=VALUE."""

from dataclasses import fields, replace
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

from intaglio.segment import SEGMENTERS

DEFAULT = "default"
"""The name of every method's default among its presets."""
_PRESETS = "; ".join(f"{name}: {', '.join(entry.presets)}" for name, entry in SEGMENTERS.items() if entry.presets)

PresetOption = Annotated[
    str | None, typer.Option("--preset", metavar="NAME", help=f"Options of the method for a purpose. {_PRESETS}.")
]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Set an option of the method; can be repeated."),
]


def segmenter_options(name: str, preset: str | None, settings: list[str]) -> Any:  # noqa: ANN401 - each has its own
    """The options of a method: its default or a preset, with what is set; what is not there is a usage error."""
    segmenter = SEGMENTERS[name]
    presets = {DEFAULT: segmenter.default, **segmenter.presets}
    if preset is not None and preset not in presets:
        raise typer.BadParameter(f"{name} has no preset '{preset}'; it has {', '.join(presets)}", param_hint="--preset")
    chosen = presets[preset or DEFAULT]
    return replace(chosen, **dict(setting(type(chosen), text) for text in settings))


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
