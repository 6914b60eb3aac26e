"""Options of a segmenter as commands are given them: a preset by name, single options by OPTION=VALUE."""

from dataclasses import replace
from typing import Annotated, Any

import typer

from intaglio.cli.shared.option_setting import setting
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
