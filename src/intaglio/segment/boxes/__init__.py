"""Box Clustering Segmentation: flat clusters of lines and images."""

from __future__ import annotations

from intaglio.segment.boxes.box_clustering import BoxOptions, segment

__all__ = ["BoxOptions", "segment"]
