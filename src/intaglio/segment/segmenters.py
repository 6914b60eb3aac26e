"""SEGMENTERS: the segmenters by name, with what each needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from intaglio.errors import LayoutMissing
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.segment import areas_method as own
from intaglio.segment import boxes, burget, text_blocks, vips
from intaglio.segment.area_tree import AreaTree


@dataclass(frozen=True, slots=True)
class Segmenter:
    """One way to segment a page; call it with a page, its layout and, if not the default, its options."""

    segment: Callable[[Page, Any, Any], AreaTree]
    """Takes a page, a Layout (or None, unless it needs one) and its own options."""
    default: Any
    """Its options unless told otherwise: for single pages, runs and evaluations alike."""
    needs_layout: bool
    description: str
    presets: Mapping[str, Any]
    """Options for a purpose, by name."""

    @property
    def options(self) -> type[Any]:
        """Frozen dataclass of its options."""
        return type(self.default)

    def __call__(self, page: Page, layout: Layout | None = None, options: object = None) -> AreaTree:
        """Segment a page; LayoutMissing if the method cannot do without."""
        if self.needs_layout and layout is None:
            raise LayoutMissing("this method looks at the page as rendered: a layout is needed")
        return self.segment(page, layout, self.default if options is None else options)


SEGMENTERS: Mapping[str, Segmenter] = MappingProxyType(
    {
        "vips": Segmenter(
            vips.segment, vips.VipsOptions(), needs_layout=True,
            description="blocks, separators and degrees of coherence (Cai et al., VIPS)",
            presets=MappingProxyType({"fine": vips.VipsOptions(pdoc=11)}),
        ),
        "burget": Segmenter(
            burget.segment, burget.BurgetOptions(), needs_layout=True,
            description="boxes nested as they are seen, grouped between separators (Burget)",
            presets=MappingProxyType({"fine": burget.BurgetOptions(cut=0.0)}),
        ),
        "boxes": Segmenter(
            boxes.segment, boxes.BoxOptions(), needs_layout=True,
            description="lines and images clustered by likeness, no hierarchy (Zeleny et al., Box Clustering)",
            presets=MappingProxyType(
                {
                    "fine": boxes.BoxOptions(threshold=0.02, similarity="reference", keep_left_over=True),
                    "paper": boxes.BoxOptions(search="left-over", similarity="paper"),
                }
            ),
        ),
        "areas": Segmenter(
            own.segment, own.AreaOptions(), needs_layout=False,
            description="header, content, columns, footer as a person names them (ours), their parts, the headline",
            presets=MappingProxyType(
                {"parts": own.AreaOptions(levels=1, headline=False), "fine": own.AreaOptions(levels=3)}
            ),
        ),
        "text-blocks": Segmenter(
            text_blocks.segment, text_blocks.TextBlockOptions(), needs_layout=False,
            description="smallest blocks, spans and strongs with text (Shen, Zou): as fine as paragraphs",
            presets=MappingProxyType(
                {
                    "fine": text_blocks.TextBlockOptions(),
                    "literal": text_blocks.TextBlockOptions(literal=True),
                }
            ),
        ),
    }
)  # fmt: skip
