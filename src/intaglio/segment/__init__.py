"""(Page, Layout) → AreaTree: the segmenters by name, with what each needs; read by the CLI, evaluations and tests."""

from typing import TYPE_CHECKING

from intaglio.segment.area_tree import Area, AreaTree, Rect, Value, content_of, texts_of

if TYPE_CHECKING:
    from intaglio.segment.segmenters import SEGMENTERS, Segmenter

__all__ = ["SEGMENTERS", "Area", "AreaTree", "Rect", "Segmenter", "Value", "content_of", "texts_of"]


def __getattr__(name: str) -> object:
    """Load the segmenters when they are first asked for: workers of a run take areas alone."""
    if name not in ("SEGMENTERS", "Segmenter"):
        raise AttributeError(f"module 'intaglio.segment' has no attribute {name!r}")
    from intaglio.segment import segmenters

    value = globals()[name] = getattr(segmenters, name)
    return value
