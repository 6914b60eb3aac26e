"""What an article is to hold: the one place where its defaults are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Method = Literal["blocks", "single-pass"]
Favour = Literal["balance", "precision", "recall"]
BETA: dict[Favour, float] = {"precision": 0.5, "balance": 1.0, "recall": 2.0}
"""How much more recall counts than precision when blocks are chosen."""


@dataclass(frozen=True, slots=True)
class ArticleOptions:
    """How the body is found, and what of it is kept."""

    method: Method = "blocks"
    """`blocks`, ours; `single-pass`, the clustering of Shen and Zou."""
    favour: Favour = "balance"
    """Take less and surely, or more and perhaps too much."""
    comments: bool = False
    """Keep what readers wrote below an article as well; posts of a forum are its body and always kept."""
    tables: bool = True
    """Keep tables; those that only lay out the page are no tables."""
    links: bool = True
    """Keep links in Markdown and HTML; their text stays in any case."""
    images: bool = True
    """Keep images in Markdown and HTML."""
