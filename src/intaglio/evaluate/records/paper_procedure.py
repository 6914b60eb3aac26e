"""The report's own procedure (Agarwal, Totla) on the corpus `records`: its three settings, a sweep of both deltas, and
what the choices weigh that it leaves open or that we took otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from intaglio.evaluate.chart_files import Series, line_chart
from intaglio.evaluate.corpora import RecordPage
from intaglio.evaluate.records.wrapper_scores import score_site
from intaglio.wrapper import WrapperOptions
from intaglio.wrapper.options import PaperOptions

Row = dict[str, Any]
PAPER = ((0.80, 0.90), (0.90, 0.95), (0.70, 0.75))
"""structureDelta and textDelta of the report's three settings."""
DELTAS = (0.5, 0.7, 0.9, 0.98)
"""What both are tried at, each with each."""
SHARE = 0.025
"""Of a site's pages, that the report learns from; at least as many as are learned from by themselves."""
CHOICES: Mapping[str, PaperOptions] = {
    "R4: the first of equally common symbols": PaperOptions(tie="first"),
    "equal columns shifted as one": PaperOptions(merge_columns=True),
    "images are no data": PaperOptions(images=False),
}
"""The report's procedure with one choice made otherwise."""
FIGURES: Mapping[str, str] = {"f1": "mean F1", "strict": "pages in the language"}


def setting_of(deltas: tuple[float, float]) -> str:
    """A setting as the report names it."""
    return f"s = {deltas[0]:.2f}, t = {deltas[1]:.2f}"


def learned_with(
    options: WrapperOptions, deltas: tuple[float, float], pages: int, choice: PaperOptions = PaperOptions()
) -> WrapperOptions:
    """Options by which a site of so many pages is learned as the report does: from max(2.5 %, 20) of them."""
    count = max(math.ceil(SHARE * pages), options.pages)
    return replace(options, anchored=False, structure_delta=deltas[0], text_delta=deltas[1], paper=choice, pages=count)


def settings_rows(sites: Iterable[tuple[str, Sequence[RecordPage]]], options: WrapperOptions) -> list[Row]:
    """A row for each site and each of the three settings."""
    return [
        {"setting": setting_of(deltas)} | score_site(name, pages, learned_with(options, deltas, len(pages)))
        for name, pages in sites
        for deltas in PAPER
    ]


def sweep_rows(sites: Iterable[tuple[str, Sequence[RecordPage]]], options: WrapperOptions) -> list[Row]:
    """F1 and the share of pages in the language for each site and each pair of deltas."""
    return [
        {"site": name, "s": s, "t": t, **_brief(name, pages, learned_with(options, (s, t), len(pages)))}
        for name, pages in sites
        for s in DELTAS
        for t in DELTAS
    ]


def choice_rows(sites: Iterable[tuple[str, Sequence[RecordPage]]], options: WrapperOptions) -> list[Row]:
    """The same for each choice that is made otherwise, at the three settings."""
    return [
        {"site": name, "choice": choice, "setting": setting_of(deltas),
         **_brief(name, pages, learned_with(options, deltas, len(pages), how))}
        for name, pages in sites
        for deltas in PAPER
        for choice, how in CHOICES.items()
    ]  # fmt: skip


def _brief(name: str, pages: Sequence[RecordPage], options: WrapperOptions) -> Row:
    row = score_site(name, pages, options, losses=False)
    return {figure: row[figure] for figure in ("f1", "strict", "learned", "strict f1")}


def sweep_chart(rows: Sequence[Mapping[str, Any]], figure: str) -> str:
    """A figure against structureDelta, a line a textDelta; means over the sites."""
    series = []
    for t in dict.fromkeys(row["t"] for row in rows):
        own = [row for row in rows if row["t"] == t]
        points = [
            (s, _mean([row[figure] for row in own if row["s"] == s])) for s in dict.fromkeys(row["s"] for row in own)
        ]
        series.append(Series(f"textDelta {t:g}", points))
    name = FIGURES[figure]
    return line_chart(
        f"{name[0].upper()}{name[1:]} by structureDelta and textDelta", series, x="structureDelta", y=name
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
