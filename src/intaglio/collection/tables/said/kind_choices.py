"""Corrections of kinds → what `find_kinds` is to mind. A kind is meant by its id, else by the templates it had."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from intaglio.collection.corrections.correction import Correction, Target, What
from intaglio.store import Transaction
from intaglio.tables import Choices, Kind, Merge, TemplateKey
from intaglio.tables.kinds.find_kinds import id_alone
from intaglio.tables.kinds.kind_names import file_name, unique_names

OF_KINDS = (What.NAME_KIND, What.MERGE_KIND, What.KEEP_APART, What.SPLIT_KIND, What.IGNORE_KIND)
SHAPING = (What.MERGE_KIND, What.KEEP_APART, What.SPLIT_KIND)
"""What decides which templates share a kind; names and what is ignored do not."""
Aliases = Mapping[TemplateKey, TemplateKey]


def template_aliases(tx: Transaction) -> Aliases:
    """Templates that were merged into others, and these."""
    return {
        TemplateKey(site, old): TemplateKey(site, new)
        for site in tx.templates.sites()
        for old, new in tx.templates.aliases(site).items()
    }


def meant_kind(target: Target, kinds: Sequence[Kind], aliases: Aliases) -> Kind | None:
    """The kind that a correction is about: the one with its id, else the one with most of the templates it names."""
    own = next((kind for kind in kinds if kind.id == target.kind), None)
    if own is not None or not target.places:
        return own
    keys = {_current(TemplateKey(place.site, place.template), aliases) for place in target.places}
    shared = {kind.id: _shared(kind, keys) for kind in kinds}
    best = max(kinds, key=lambda kind: shared[kind.id], default=None)
    return best if best is not None and shared[best.id] else None


def shaping_choices(corrections: Iterable[Correction], found: Sequence[Kind], aliases: Aliases) -> Choices:
    """What people merged, split and keep apart, in order; what they say later undoes what they said of the same two."""
    shaped: list[Merge | TemplateKey] = []
    apart: dict[frozenset[str], tuple[str, frozenset[TemplateKey]]] = {}
    alone: set[str] = set()
    for one in corrections:
        if one.what is What.SPLIT_KIND and one.value:
            left = [_current(TemplateKey(place.site, place.template), aliases) for place in one.target.places]
            shaped += left
            alone.update(map(id_alone, left))
            continue
        if one.what not in (What.MERGE_KIND, What.KEEP_APART):
            continue
        kept = meant_kind(one.target, found, aliases)
        taken = meant_kind(Target(kind=str(one.value), places=one.target.other), found, aliases)
        pair = Merge(_id_of(kept, one.target.kind, alone), _id_of(taken, one.value, alone))
        if one.what is What.MERGE_KIND:
            shaped.append(pair)
            apart.pop(frozenset(pair), None)
        else:
            shaped = [other for other in shaped if not isinstance(other, Merge) or set(other) != set(pair)]
            keys = (_current(TemplateKey(place.site, place.template), aliases) for place in one.target.places)
            apart[frozenset(pair)] = pair.taken, frozenset(keys)
    return Choices(shaped=tuple(shaped), apart=tuple(apart.values()))


def _id_of(meant: Kind | None, said: object, alone: Collection[str]) -> str:
    """The id of the kind that is meant; one that came of a split is among those that were found by no other."""
    return meant.id if meant is not None and said not in alone else str(said)


def named_kinds(kinds: Sequence[Kind], corrections: Iterable[Correction], aliases: Aliases) -> list[Kind]:
    """The kinds under the names that people gave them; a found name gives way to a given one."""
    given: dict[str, str] = {}
    for one in corrections:
        kind = meant_kind(one.target, kinds, aliases) if one.what is What.NAME_KIND else None
        if kind is not None:
            given[kind.id] = str(one.value)
    if not given:
        return list(kinds)
    first = {kind.id: given.get(kind.id, kind.name) for kind in kinds}
    names = unique_names(first, {kind.id: kind.templates[0].site for kind in kinds}, given.keys())
    slugs = unique_names({id_: file_name(name) for id_, name in names.items()}, {}, ())
    return [replace(kind, name=names[kind.id], slug=slugs[kind.id]) for kind in kinds]


def ignored_kinds(kinds: Sequence[Kind], corrections: Iterable[Correction], aliases: Aliases) -> frozenset[str]:
    """Ids of the kinds that nobody wants tables of."""
    ignored: dict[str, bool] = {}
    for one in corrections:
        kind = meant_kind(one.target, kinds, aliases) if one.what is What.IGNORE_KIND else None
        if kind is not None:
            ignored[kind.id] = bool(one.value)
    return frozenset(id_ for id_, is_ignored in ignored.items() if is_ignored)


def _current(key: TemplateKey, aliases: Aliases) -> TemplateKey:
    while key in aliases:  # an alias leads on to one that was founded earlier, never round
        key = aliases[key]
    return key


def _shared(kind: Kind, keys: set[TemplateKey]) -> int:
    anywhere = {key.template for key in keys if not key.site}
    return sum(key in keys or key.template in anywhere for key in kind.templates)
