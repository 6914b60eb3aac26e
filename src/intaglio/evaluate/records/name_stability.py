"""Whether attributes keep the names of their fields when a template is learned again from more pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from intaglio.evaluate.corpora import RecordPage
from intaglio.evaluate.records.wrapper_scores import Read, best_fields, in_any_order
from intaglio.page import Page
from intaglio.wrapper import Background, Wrapper, WrapperOptions, extract, learn

_FEWER, _ASKED = 0.4, 2
"""Share of the pages that is learned from first; and how many times the pages learned from are read."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The best fields of a site's attributes, before and after."""

    site: str
    before: dict[str, str]
    after: dict[str, str | None]

    @property
    def lost(self) -> dict[str, tuple[str, str | None]]:
        """Attributes whose field goes by another name."""
        after = self.after
        return {at: (name, after[at]) for at, name in self.before.items() if not _keeps(name, after[at])}


def _keeps(name: str, after: str | None) -> bool:
    """Whether a field still goes by its name, or became a list that does: it is a part of its items, or the first."""
    return after is not None and (after in (name, f"{name}_first") or after.startswith(f"{name}."))


def names_kept(site: str, pages: Sequence[RecordPage], options: WrapperOptions, seed: int = 0) -> Kept:
    """Learn a site from a few pages, then from more, and compare the fields that hold each attribute best; of several
    that are as good, one that stays so counts.
    """
    asked = in_any_order(site, pages, seed)[: _ASKED * options.pages]
    parsed = [Page.parse(page.html.read_bytes()) for page in asked]
    first = learn(parsed[: max(2, round(_FEWER * options.pages))], options)
    again = learn(parsed, options, Background(previous=first))
    before, after = (_best(wrapper, asked, parsed) for wrapper in (first, again))
    kept = {at: next((name for name in names if name in after[at]), None) for at, names in before.items()}
    return Kept(
        site,
        {at: kept[at] or names[0] for at, names in before.items() if names},
        {at: kept[at] or next(iter(names), None) for at, names in after.items()},
    )


def _best(wrapper: Wrapper, pages: Sequence[RecordPage], parsed: Sequence[Page]) -> dict[str, list[str]]:
    records = [extract(wrapper, page) for page in parsed]
    return best_fields(pages, Read(range(len(pages)), records, wrapper))
