"""The options that all `evaluate` commands share."""

from pathlib import Path
from typing import Annotated

import typer

CorpusOption = Annotated[
    Path, typer.Option("--corpus", help="Folder that holds segmentation/, articles/, … or their archives.")
]
JsonOption = Annotated[Path | None, typer.Option("--json", help="Write name, options, rows and means to this file.")]
ChartsOption = Annotated[Path | None, typer.Option("-o", "--charts", help="Draw charts into this folder.")]
