"""The charts of an evaluation as files."""

from collections.abc import Mapping
from pathlib import Path

from intaglio.pictures.charts import Series, bar_chart, line_chart, scatter_chart

__all__ = ["Series", "bar_chart", "line_chart", "scatter_chart", "write_charts"]


def write_charts(folder: Path, charts: Mapping[str, str]) -> list[Path]:
    """Write each chart, an SVG under its name, to `folder/NAME.svg`; give the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, svg in charts.items():
        files.append(folder / f"{name}.svg")
        files[-1].write_text(svg, encoding="utf-8")
    return files
