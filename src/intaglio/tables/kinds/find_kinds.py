"""Finds kinds: templates that show one kind of thing, by structure, fields, declared types and addresses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import chain

from intaglio.tables.choices import Choices
from intaglio.tables.kind import Kind, TemplateKey
from intaglio.tables.kinds.kind_names import SiteWords, file_name, kind_names, names_of_listings, unique_names
from intaglio.tables.kinds.kind_options import KindOptions
from intaglio.tables.kinds.listing_pages import is_listing
from intaglio.tables.kinds.template_evidence import TemplateEvidence
from intaglio.tables.kinds.template_likeness import SiteLikeness

Group = list[TemplateEvidence]


def find_kinds(
    evidence: Sequence[TemplateEvidence], choices: Choices = Choices(), options: KindOptions = KindOptions()
) -> list[Kind]:
    """The kinds of all templates, largest first; templates of several sites are never of one kind."""
    return named_kinds(template_groups(evidence, choices, options), choices, options)


def template_groups(
    evidence: Sequence[TemplateEvidence], choices: Choices = Choices(), options: KindOptions = KindOptions()
) -> dict[str, Group]:
    """The templates of each kind by its id, those of the largest first.

    Looked for before wrappers are learned, without facts, they are provisional: what one wrapper is learned for.
    """
    by_site: defaultdict[str, Group] = defaultdict(list)
    for one in evidence:
        by_site[one.key.site].append(one)
    groups = {kind_id(group[0].key): group for site in by_site.values() for group in _grouped(site, options, choices)}
    groups = _shaped(groups, choices)
    order = sorted(groups, key=lambda id_: -sum(one.pages for one in groups[id_]))
    return {id_: groups[id_] for id_ in order}


def named_kinds(
    groups: Mapping[str, Group], choices: Choices = Choices(), options: KindOptions = KindOptions()
) -> list[Kind]:
    """The kinds that groups of templates are, with their names; all templates of their sites are among them."""
    by_site: defaultdict[str, Group] = defaultdict(list)
    for one in chain.from_iterable(groups.values()):
        by_site[one.key.site].append(one)
    sites = {id_: group[0].key.site for id_, group in groups.items()}
    words = {site: SiteWords.of(templates) for site, templates in by_site.items()}
    listings = {id_ for id_, group in groups.items() if is_listing(group)}
    unnamed = listings.difference(choices.kind_names)
    found = kind_names(groups, words, unnamed, options) | {
        id_: name for id_, name in choices.kind_names.items() if id_ in groups
    }
    names = unique_names(names_of_listings(found, sites, unnamed), sites, frozenset(choices.kind_names))
    slugs = unique_names({id_: file_name(name) for id_, name in names.items()}, {}, frozenset())
    return [_kind(id_, names[id_], slugs[id_], group, listing=id_ in listings) for id_, group in groups.items()]


def kind_id(first: TemplateKey) -> str:
    """The id of the kind that a template founds."""
    return "k" + blake2b(f"{first.site}\0{first.template}".encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


def _kind(id_: str, name: str, slug: str, group: Group, *, listing: bool) -> Kind:
    templates = tuple(one.key for one in group)
    return Kind(id_, name, slug, templates, listing, sum(one.pages for one in group))


def _grouped(site: Group, options: KindOptions, choices: Choices) -> list[Group]:
    """Groups of templates, each in the order they were given: one joins the group it is most like, if it is alike."""
    if len(site) == 1:
        return [list(site)]
    likeness = SiteLikeness(site, options)
    groups: list[Group] = []
    for one in sorted(site, key=lambda one: -one.pages):  # large templates know what they are
        open_ones = [group for group in groups if not _are_apart(one, group, choices)]
        near = _nearest(one, open_ones, likeness, options.alike)
        if near is None:
            groups.append([one])
        else:
            near.append(one)
    place = {one.key: at for at, one in enumerate(site)}
    return [sorted(group, key=lambda one: place[one.key]) for group in groups]


def _nearest(one: TemplateEvidence, groups: Sequence[Group], likeness: SiteLikeness, alike: float) -> Group | None:
    """The group that a template is most like, the first of several; None if it is like none."""
    for group in groups:
        if likeness.is_same(one, group):
            return group
    near, least = None, alike
    for group in groups:
        found = likeness.of(one, group, least)
        if found > least or (near is None and found == least):
            near, least = group, found
    return near


def _are_apart(one: TemplateEvidence, group: Group, choices: Choices) -> bool:
    """Whether pages or people say that a template does not belong to one of a group."""
    if any(other.heading != one.heading for other in group):
        return True
    own = kind_id(one.key) if choices.apart else ""
    for founded, others in choices.apart:
        if own == founded and any(other.key in others for other in group):
            return True
        if one.key in others and any(kind_id(other.key) == founded for other in group):
            return True
    return False


def _shaped(groups: Mapping[str, Group], choices: Choices) -> dict[str, Group]:
    """The groups as people shaped them, one decision after the other."""
    found = dict(groups)
    for one in choices.shaped:
        if isinstance(one, TemplateKey):
            _let_leave(found, one)
        elif one.kept in found and one.taken in found and one.kept != one.taken:
            found[one.kept] = found[one.kept] + found.pop(one.taken)
    return found


def _let_leave(groups: dict[str, Group], key: TemplateKey) -> None:
    """Let a template be a group of its own; the one it leaves keeps its id."""
    for id_, group in groups.items():
        mine = [one for one in group if one.key == key]
        if mine and len(group) > 1:
            groups[id_] = [one for one in group if one.key != key]
            own = kind_id(key)
            groups[own if own not in groups else id_alone(key)] = mine
            return


def id_alone(key: TemplateKey) -> str:
    """The id of the kind of a template that has left the one it founded."""
    return kind_id(TemplateKey(key.site, f"{key.template} alone"))
