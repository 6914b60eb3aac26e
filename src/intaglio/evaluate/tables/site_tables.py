"""A site as a run makes it, without a store: templates, provisional kinds, one wrapper each, records, kinds."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from intaglio.evaluate.templates.clusters import shuffled
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
from intaglio.tables.kinds.page_sketch import SketchOptions, placed_texts, sketch_templates
from intaglio.templates import Clustering, PathTable
from intaglio.wrapper import Wrapper, WrapperOptions, extract, learn
from intaglio.wrapper.boilerplate import spread


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
    """Processor time of finding kinds, as a multiple of a bare parse of all pages."""

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
    start = time.process_time()
    for body in bodies:
        parse(body)
    parsing = time.process_time() - start
    pages = [Page.parse(body) for body in bodies]
    members, stream = _templates(pages)
    names = {number: f"{number:06}" for number in members}
    start = time.process_time()
    evidence = _evidence(site, pages, members, stream, urls)
    kinds = find_kinds(evidence, Choices(), options)
    cost = (time.process_time() - start) / parsing
    facts: dict[TemplateKey, tuple[FieldFacts, ...]] = {one.key: () for one in evidence}
    lines: dict[int, Mapping[str, Any]] = {}
    by_name = {names[number]: group for number, group in members.items()}
    if learned:
        for kind in kinds:
            made = _learned(kind, by_name, pages, wrapper)
            known = field_facts(made)
            for key in kind.templates:
                facts[key] = known
                lines.update((n, _line(n, key.template, made, pages[n])) for n in by_name[key.template])
        evidence = [replace(one, facts=facts[one.key], sketch=None) for one in evidence]
        kinds = find_kinds(evidence, Choices(), options)
    return SiteTables(kinds, by_name, facts, lines, len(members), cost)


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


def _evidence(
    site: str, pages: Sequence[Page], members: Mapping[int, Sequence[int]], stream: Clustering, urls: Sequence[str]
) -> list[TemplateEvidence]:
    table, most = PathTable(), SketchOptions().pages
    texts = {
        template: [placed_texts(pages[group[at]], table) for at in spread(len(group), most)]
        for template, group in members.items()
    }
    sketches = sketch_templates(texts)
    return [
        TemplateEvidence(
            TemplateKey(site, f"{template:06}"), len(group), stream.traits[template],
            [urls[number] for number in group] if urls else (), sketch=sketches[template],
        )
        for template, group in members.items()
    ]  # fmt: skip


def _learned(
    kind: Kind, members: Mapping[str, Sequence[int]], pages: Sequence[Page], options: WrapperOptions
) -> Wrapper:
    shares = lesson_shares({key.template: len(members[key.template]) for key in kind.templates}, options.pages)
    lesson = [pages[members[name][at]] for name, count in shares.items() for at in spread(len(members[name]), count)]
    return learn(lesson, options)


def _line(number: int, template: str, wrapper: Wrapper, page: Page) -> dict[str, Any]:
    return {
        "source": str(number), "url": None, "template": template, "title": page.title,
        "fields": extract(wrapper, page).fields,
    }  # fmt: skip
