"""Fields that no element shows: what pages declare in scripts and show nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from intaglio.wrapper.fields.assign_names import Path
from intaglio.wrapper.fields.candidate_names import unused
from intaglio.wrapper.fields.declared_values import Declared, property_names, property_type
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.options import FieldOptions
from intaglio.wrapper.value_types import type_of

NOWHERE = -1
"""Where the values of such fields stand, in place of the number of a text."""
_OWN_ADDRESS = frozenset({"url"})


def declared_fields(
    declared: Sequence[Declared],
    own: int,
    shown: AbstractSet[str],
    taken: AbstractSet[str],
    names: Mapping[tuple[int, int, str], Path],
    options: FieldOptions,
) -> Iterator[Field]:
    """The properties that some pages declare, are not `shown`, and are not the same on all; copies are furniture."""
    used = set(taken)
    known: dict[tuple[tuple[int, tuple[str, ...]], ...], str] = {}
    for path in dict.fromkeys(path for page in declared for path in page):
        held = {page: one[path] for page, one in enumerate(declared) if path in one}
        values = [value for some in held.values() for value in some]
        if path in shown or path in _OWN_ADDRESS or _is_constant(held) or _is_text(values, options):
            continue
        before = [names[page, NOWHERE, path][-1] for page in held if (page, NOWHERE, path) in names]
        name = before[0] if before else unused(property_names(path, options.names.longest), used)
        used.add(name)
        first = known.setdefault(tuple(sorted(held.items())), name)
        yield Field(
            name=name,
            within=-1,
            slots=(),
            filled=sum(page < own for page in held) / own,
            examples=tuple(dict.fromkeys(values))[: options.examples],
            type=type_of(values[: options.typed], options.types, property_type(path)),
            origin="declared",
            declared=path,
            furniture="" if first == name else f"copy of {first}",
            many=any(len(some) > 1 for some in held.values()),
        )


def _is_constant(held: Mapping[int, tuple[str, ...]]) -> bool:
    return len(held) > 1 and len(set(held.values())) == 1


def _is_text(values: Sequence[str], options: FieldOptions) -> bool:
    """Whether values are long: a text of the page, which it shows as such."""
    return 2 * sum(len(value) > options.declared.text for value in values) > len(values)
