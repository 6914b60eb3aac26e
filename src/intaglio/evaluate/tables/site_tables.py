"""A site as a run makes it, without a store: templates, provisional kinds, one wrapper each, records, kinds."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from intaglio.evaluate.templates.clusters import shuffled
from intaglio.garbage import held_aside, seldom_collected
from intaglio.page import Page
from intaglio.page.parser import parse
from intaglio.run.passes.provisional_kinds import lesson_shares
from intaglio.tables import (
    FieldFacts,
    Kind,
    KindOptions,
    TemplateEvidence,
    TemplateKey,
    field_facts,
    find_kinds,
)
from intaglio.tables.choices import Choices
from intaglio.tables.kinds.find_kinds import named_kinds, template_groups
from intaglio.tables.kinds.page_sketch import SketchOptions, sketch_templates
from intaglio.tables.kinds.place_table import PlaceTable
from intaglio.tables.kinds.placed_pages import PlacedPage, declare_several_types, placed_pages, with_folder
from intaglio.tables.kinds.told_apart import ApartOptions, Sign, may_be_told_apart, parts_of, told_apart
from intaglio.templates import Clustering, PathTable, Traits
from intaglio.templates.statistics import TraitOptions
from intaglio.wrapper import Wrapper, WrapperOptions, extract, learn
from intaglio.wrapper.boilerplate import spread
from intaglio.wrapper.page_model.page_tree import collapsed_texts

Members = Mapping[int, Sequence[int]]
"""The pages of each template."""


@dataclass(frozen=True, slots=True, eq=False)
class SiteTables:
    """What came of a site."""

    kinds: Sequence[Kind]
    members: Mapping[str, Sequence[int]]
    """The pages of each template."""
    facts: Mapping[TemplateKey, tuple[FieldFacts, ...]]
    lines: Mapping[int, Mapping[str, Any]]
    """The record of each page, if wrappers were learned."""
    templates: int
    kind_cost: float
    """Processor time of finding kinds beyond records, provisional and final ones and what they are told by, as a
    multiple of a bare parse of all pages.
    """

    def pages_of(self, kind: Kind) -> list[int]:
        """The pages of a kind."""
        return sorted(number for key in kind.templates for number in self.members[key.template])


def site_tables(
    site: str,
    bodies: Sequence[bytes],
    urls: Sequence[str] = (),
    *,
    learned: bool = True,
    options: KindOptions = KindOptions(),
    wrapper: WrapperOptions = WrapperOptions(),
) -> SiteTables:
    """Read a site. Without `urls`, addresses are hidden from the method."""
    with held_aside(), seldom_collected():  # as a run does
        return _site_tables(site, bodies, urls, options, wrapper if learned else None)


def _site_tables(
    site: str, bodies: Sequence[bytes], urls: Sequence[str], options: KindOptions, wrapper: WrapperOptions | None
) -> SiteTables:
    start = time.process_time()
    for body in bodies:
        parse(body)
    parsing = time.process_time() - start
    pages = [Page.parse(body) for body in bodies]
    members, stream = _templates(pages)
    for page in pages:
        _ = page.derived(collapsed_texts), page.text_start  # records read them in any case
    start = time.process_time()
    samples = _samples(pages, members, urls)
    evidence = _evidence(site, members, stream, samples, {}, urls)
    groups = template_groups(evidence, Choices(), options)
    headings = _Parter(pages, urls, members, stream, samples).part(groups.values())
    if headings:
        evidence = _evidence(site, members, stream, samples, headings, urls)
        groups = template_groups(evidence, Choices(), options)
    kinds = named_kinds(groups, Choices(), options) if wrapper is None else []
    spent = time.process_time() - start
    facts: dict[TemplateKey, tuple[FieldFacts, ...]] = {one.key: () for one in evidence}
    lines: dict[int, Mapping[str, Any]] = {}
    by_name = {f"{number:06}": group for number, group in members.items()}
    if wrapper is not None:
        for group in groups.values():
            made = _learned([one.key.template for one in group], by_name, pages, wrapper)
            _ = made.form  # records need it in any case
            start = time.process_time()
            known = field_facts(made)
            spent += time.process_time() - start
            for key in [one.key for one in group]:
                facts[key] = known
                lines.update((n, _line(n, key.template, made, pages[n])) for n in by_name[key.template])
        start = time.process_time()
        evidence = [replace(one, facts=facts[one.key], sketch=None) for one in evidence]
        kinds = find_kinds(evidence, Choices(), options)
        spent += time.process_time() - start
    return SiteTables(kinds, by_name, facts, lines, len(members), spent / parsing)


def _templates(pages: Sequence[Page]) -> tuple[dict[int, list[int]], Clustering]:
    """The pages by template, told apart one after the other in some order, and what is known of the templates."""
    table, stream = PathTable(), Clustering()
    chosen: dict[int, int] = {}
    merged: dict[int, int] = {}
    founded = 0
    for number in shuffled(len(pages), 0):
        reading = table.read(pages[number])
        near = stream.nearest(reading)
        if near is None:
            template, founded = founded, founded + 1
            stream.found(template, reading)
        else:
            template = near[0]
            stream.learn(template, reading)
        chosen[number] = template
        merged.update(stream.merge(template, reading))
    members: defaultdict[int, list[int]] = defaultdict(list)
    for number, template in sorted(chosen.items()):
        while template in merged:
            template = merged[template]  # noqa: PLW2901 - the way to the one that stayed
        members[template].append(number)
    return dict(sorted(members.items())), stream


def _samples(pages: Sequence[Page], members: Members, urls: Sequence[str]) -> dict[int, list[PlacedPage]]:
    """Some pages of each template; none of a single one whose pages are all of one type."""
    table = PlaceTable()
    if len(members) == 1 and not declare_several_types([pages[n] for one in members.values() for n in _looked(one)]):
        return {}
    return {template: _placed(pages, _looked(group), table, urls) for template, group in members.items()}


def _looked(group: Sequence[int]) -> list[int]:
    return [group[at] for at in spread(len(group), SketchOptions().pages)]


def _placed(pages: Sequence[Page], numbers: Sequence[int], table: PlaceTable, urls: Sequence[str]) -> list[PlacedPage]:
    placed = placed_pages([pages[number] for number in numbers], table)
    return [with_folder(one, urls[number]) for number, one in zip(numbers, placed, strict=True)] if urls else placed


@dataclass(frozen=True, slots=True)
class _Parter:
    """Parts kinds as a run does."""

    pages: Sequence[Page]
    urls: Sequence[str]
    """None, if addresses are hidden."""
    members: dict[int, list[int]]
    stream: Clustering
    samples: dict[int, list[PlacedPage]]
    table: PathTable = field(default_factory=PathTable)
    places: PlaceTable = field(default_factory=PlaceTable)

    def part(self, kinds: Iterable[Sequence[TemplateEvidence]]) -> dict[int, str]:
        """Part all kinds; gives what the pages of templates say that are told apart."""
        said: dict[int, str] = {}
        for kind in [[int(one.key.template) for one in group] for group in kinds]:
            if may_be_told_apart([page for name in kind for page in self.samples.get(name, ())]):
                looked = self._looked(kind)
                signs = told_apart(list(looked.values()), self._others(kind))
                for name in kind if signs else ():
                    said |= self._part(name, signs, looked)
        return said

    def _looked(self, kind: Sequence[int]) -> dict[int, PlacedPage]:
        numbers = [number for name in kind for number in self.members[name]]
        return self._placed([numbers[at] for at in spread(len(numbers), ApartOptions().looked)])

    def _others(self, kind: Sequence[int]) -> list[Sequence[PlacedPage]]:
        return [some for name, some in self.samples.items() if name not in kind]

    def _placed(self, numbers: Sequence[int]) -> dict[int, PlacedPage]:
        return dict(zip(numbers, _placed(self.pages, numbers, self.places, self.urls), strict=True))

    def _part(self, name: int, signs: Sequence[Sign], looked: Mapping[int, PlacedPage]) -> dict[int, str]:
        group, said = self.members[name], dict[int, str]()
        placed = {**looked, **self._placed([number for number in group if number not in looked])}
        parts = parts_of([placed[number] for number in group], signs)
        for at, part in enumerate(sorted(set(parts))):
            own = max(self.members) + 1 if at else name
            self.members[own] = [number for number, one in zip(group, parts, strict=True) if one == part]
            said[own], self.stream.traits[own] = signs[part].name if part else "", Traits()
            for number in self.members[own][: TraitOptions().pages]:
                self.stream.traits[own].learn(self.table.read(self.pages[number]))
            self.samples[own] = [placed[number] for number in _looked(self.members[own])]
        return said


def _evidence(
    site: str,
    members: Members,
    stream: Clustering,
    samples: Mapping[int, Sequence[PlacedPage]],
    headings: Mapping[int, str],
    urls: Sequence[str],
) -> list[TemplateEvidence]:
    sketches = sketch_templates({template: [one.texts for one in some] for template, some in samples.items()})
    return [
        TemplateEvidence(
            TemplateKey(site, f"{template:06}"), len(group), stream.traits[template],
            [urls[number] for number in group] if urls else (), sketch=sketches.get(template),
            heading=headings.get(template, ""),
        )
        for template, group in members.items()
    ]  # fmt: skip


def _learned(
    group: Sequence[str], members: Mapping[str, Sequence[int]], pages: Sequence[Page], options: WrapperOptions
) -> Wrapper:
    shares = lesson_shares({name: len(members[name]) for name in group}, options.pages)
    lesson = [pages[members[name][at]] for name, count in shares.items() for at in spread(len(members[name]), count)]
    return learn(lesson, options)


def _line(number: int, template: str, wrapper: Wrapper, page: Page) -> dict[str, Any]:
    return {
        "source": str(number), "url": None, "template": template, "title": page.title,
        "fields": extract(wrapper, page).fields,
    }  # fmt: skip
