"""What an article is to hold: the one place where its defaults are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Method = Literal["blocks", "single-pass"]
Favour = Literal["balance", "precision", "recall"]
BETA: dict[Favour, tuple[float, float]] = {"precision": (0.5, 0.5), "balance": (0.8, 1.4), "recall": (2.0, 2.0)}
"""How much more recall counts than precision when blocks are chosen, on pages whose body is plain and on others.

The balance did best on folds of hosts: a body that is plain gains most by what is left out, a list by what is kept.
"""


@dataclass(frozen=True, slots=True)
class SinglePassOptions:
    """The two numbers that Shen and Zou do not give, chosen on the tuning hosts, rendered and not; and their rule 1."""

    theta: float = 1.6
    """How much the DOM path weighs against the look."""
    threshold: float = 1.7778
    """Distance up to which a block joins a class: what looks alike still does if the paths have a cosine of 0.8."""
    screens: float = 2.0
    """Rule 1: the body begins within so many screen heights; if no class does, all take part."""


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
    single_pass: SinglePassOptions = SinglePassOptions()
    """The numbers of the method `single-pass`."""

    @property
    def kind(self) -> str:
        """What a template's memory of bodies is kept under: bodies found in another way are others."""
        found = f"{self.method} {self.favour}"
        if self.method != "single-pass" or self.single_pass == SinglePassOptions():
            return found
        return f"{found} {self.single_pass.theta:g} {self.single_pass.threshold:g} {self.single_pass.screens:g}"
