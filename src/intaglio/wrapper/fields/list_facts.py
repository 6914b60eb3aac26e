"""Facts of lists: what stands at the same place of a list on every page, and is one of few words.

A list of facts without labels (`Public`, `Community College`, `Two-year`, …) is a list, and stays whole. What it always
begins with (`Public`, `Private`) is a thing of its own, and a field besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from intaglio.wrapper.fields.assign_names import ListField
from intaglio.wrapper.fields.candidate_names import unused
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.options import FactOptions
from intaglio.wrapper.page_model.node_features import has_letter

Items = Mapping[int, Sequence[str]]
"""What a list has on pages, by page number."""
_ORDINALS = ("first", "second", "third")


def fact_fields(
    fields: Sequence[Field],
    lists: Mapping[int, ListField],
    items: Mapping[int, Items],
    own: int,
    taken: AbstractSet[str],
    options: FactOptions,
) -> Iterator[Field]:
    """Fields for the facts that lists of texts begin with; `items` are those of the lists of the page, by number."""
    used = set(taken)
    around = {one.within for one in lists.values()}
    for number, one in lists.items():
        inside = [field for field in fields if field.within == number and not field.furniture]
        if one.within >= 0 or number in around or len(inside) != 1 or number not in items:
            continue
        rows = items[number]
        for position, word in enumerate(_ORDINALS):
            if not _are_facts(list(rows.values()), position, options):
                break
            name = unused(iter((f"{one.name}_{word}",)), used)
            used.add(name)
            values = dict.fromkeys(row[position] for row in rows.values())
            yield replace(
                inside[0],
                name=name,
                within=-1,
                slots=(),
                filled=sum(page < own for page in rows) / own,
                examples=tuple(values)[: options.examples],
                type="text",
                declared="",
                prefix="",
                item=(number, position),
            )


def _are_facts(rows: Sequence[Sequence[str]], position: int, options: FactOptions) -> bool:
    """Whether each of some lists has one of few words at a place, that stand nowhere else in them."""
    here = Counter(row[position] for row in rows if len(row) > position)
    if (
        len(rows) < options.pages
        or here.total() < len(rows)
        or 2 * sum(len(row) > position + 1 for row in rows) < len(rows)
    ):
        return False
    once = sum(count == 1 for count in here.values())
    if not 1 < len(here) <= options.words * len(rows) or once > options.once * len(rows):
        return False
    elsewhere = {value for row in rows for at, value in enumerate(row) if at != position}
    return all(map(has_letter, here)) and elsewhere.isdisjoint(here)
