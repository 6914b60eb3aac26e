"""Scores what declared data teaches: half of a site's pages lose their markup, and names are to hold on them.

A site is the pages of one host and kind that declare one type of thing. Every second page, in the order of their
addresses, is stripped of JSON-LD, microdata, RDFa and Open Graph. A wrapper is learned from all of them. On the
stripped pages the truth is what they declared before, where the page shows it in a text or element of its own: the
field that was taught to be the property has it or not. Long texts, numbers that may stand anywhere, and what is the
same on all pages are left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intaglio.evaluate.corpora import ArticlePage, part_of
from intaglio.evaluate.tables.site_tables import site_tables
from intaglio.page import TAGS, Page
from intaglio.wrapper import Wrapper, extract, learn
from intaglio.wrapper.fields.declared_values import NOTATIONS, Declared, declared_things, main_thing, things_of
from intaglio.wrapper.fields.taught_names import Form, forms

Row = dict[str, Any]
FIGURES = ("f1", "precision", "recall", "pages", "values")

_SCRIPT = re.compile(rb"<script[^>]*application/ld\+json.*?</script\s*>", re.IGNORECASE | re.DOTALL)
_META = re.compile(rb"<(?:meta|link)\b[^>]*\s(?:itemprop|property)\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(rb"<[a-z](?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    rb"\s(?:itemprop|itemscope|itemtype|itemid|itemref|typeof|vocab|property|resource)"
    rb"(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]*))?(?=[\s/>])",
    re.IGNORECASE,
)
_LONGEST, _TEXTS = 300, 12
"""Letters and texts of an element that is compared as a whole."""
_CHANCE = 3
"""Letters of a value that may stand anywhere by chance."""


@dataclass(frozen=True, slots=True)
class DeclaringPage:
    """A page that declares something of itself."""

    body: bytes
    url: str | None
    declared: Declared


def stripped(body: bytes) -> bytes:
    """A page without what it declares of itself."""
    plain = _META.sub(b"", _SCRIPT.sub(b"", body))
    return _TAG.sub(lambda tag: _ATTRIBUTE.sub(b"", tag.group()), plain)


def declaring_sites(pages: Iterable[ArticlePage]) -> dict[str, list[DeclaringPage]]:
    """The pages of each host, declared type and kind, told apart as a run does, where there are two at least."""
    by_host: defaultdict[str, list[ArticlePage]] = defaultdict(list)
    for page in pages:
        by_host[page.host].append(page)
    found: defaultdict[str, list[DeclaringPage]] = defaultdict(list)
    for host, some in sorted(by_host.items()):
        for page in sorted(some, key=lambda one: one.url or one.id) if len(some) > 1 else ():
            body = page.html.read_bytes()
            read = Page.parse(body, url=page.url)
            declared = declared_things(read)
            if declared:
                found[f"{host} {_type(read)}"].append(DeclaringPage(body, page.url, declared))
    groups: dict[str, list[DeclaringPage]] = {}
    for name, pages_ in found.items():
        found_kinds = site_tables(name, [stripped(one.body) for one in pages_], learned=False)
        for number, kind in enumerate(found_kinds.kinds, 1):
            members = found_kinds.pages_of(kind)
            if len(members) > 1:
                groups[f"{name} {number}"] = [pages_[at] for at in members]
    return groups


def score_declared(site: str, pages: Sequence[DeclaringPage]) -> Row | None:
    """How well names hold on the pages of a template that lost their markup; None if these show nothing that was
    taught.
    """
    read = halved(pages)
    wrapper = learn(read)
    same = _same_or_constant([page.declared for page in pages])
    taught = {path for page in read[::2] for path in visible(page, declared_things(page))} - same
    right = wrong = missed = 0
    values: list[Row] = []
    for at in range(1, len(pages), 2):
        truth = {path: some for path, some in visible(read[at], pages[at].declared).items() if path in taught}
        found = named_by_properties(wrapper, read[at])
        for path, wanted in truth.items():
            got = found.get(path)
            hit = got is not None and bool(got & wanted)
            right, wrong, missed = right + hit, wrong + (got is not None and not hit), missed + (not hit)
            values.append({"page": pages[at].url, "property": path, "found": got is not None, "right": hit})
    if not values:
        return None
    precision, recall = right / max(right + wrong, 1), right / (right + missed)
    return {
        "site": site, "part": part_of(site.partition(" ")[0]), "pages": len(pages), "values": right + missed,
        "precision": precision, "recall": recall, "f1": 2 * right / (2 * right + wrong + missed), "by value": values,
    }  # fmt: skip


def halved(pages: Sequence[DeclaringPage]) -> list[Page]:
    """The pages, every second without markup."""
    return [Page.parse(stripped(page.body) if at % 2 else page.body, url=page.url) for at, page in enumerate(pages)]


def _same_or_constant(declared: Sequence[Declared]) -> set[str]:
    """Properties that all pages have the same, or that say what another says: the first of them counts."""
    found: set[str] = set()
    known: dict[tuple[tuple[str, ...] | None, ...], str] = {}
    for path in dict.fromkeys(path for page in declared for path in page):
        held = tuple(page.get(path) for page in declared)
        if len(set(held)) == 1 or known.setdefault(held, path) != path:
            found.add(path)
    return found


def visible(page: Page, declared: Declared) -> dict[str, set[Form]]:
    """What a page declares and shows in a text of its own, or in one element."""
    shown: set[Form] = set()
    body = int(next(iter(np.flatnonzero(page.tag == TAGS["body"])), 0))
    for e in range(body, int(page.end[body])):
        if 0 < page.text_stop[e] - page.text_start[e] <= _TEXTS:
            shown |= forms(" ".join(page.text(e)[:_LONGEST].split()))
    for text in page.texts[int(page.text_start[body]) : int(page.text_stop[body])]:
        shown |= forms(" ".join(text.split())[:_LONGEST])
    found: dict[str, set[Form]] = {}
    for path, values in declared.items():
        there = [wanted for value in values if len(value) < _LONGEST and (wanted := forms(value) & shown)]
        if 2 * len(there) > len(values) and any(_says_much(form) for wanted in there for form in wanted):
            found[path] = set().union(*there)
    return found


def _says_much(form: Form) -> bool:
    """Whether a value is no chance: a small number may stand anywhere."""
    return isinstance(form, str) and len(form) > _CHANCE and not form.isdigit()


def named_by_properties(wrapper: Wrapper, page: Page) -> dict[str, set[Form]]:
    """What the record of a page has under each property that was taught."""
    fields = extract(wrapper, page).fields
    found: dict[str, set[Form]] = {}
    for path, field in wrapper.named().items():
        if field.declared and not field.furniture:
            values = list(_texts(fields, path.split(".")))
            if values:
                found.setdefault(field.declared, set()).update(form for value in values for form in forms(value))
    return found


def _texts(value: object, path: Sequence[str]) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _texts(one, path)
    elif isinstance(value, dict) and path:
        yield from _texts(value.get(path[0]), path[1:])
    elif isinstance(value, str):
        yield value


def _type(page: Page) -> str:
    things = (main_thing(things_of(page.metadata, notation)) for notation in NOTATIONS)
    return next(("/".join(thing.types) for thing in things if thing is not None), "")
