"""Scores wrappers on the corpus `records`: how well the best field holds each attribute, learned without labels.

A site's pages are shuffled; the first ones are learned from. Each attribute's field is chosen on the first half of the
pages, which those learned from belong to, and scored on the other half, over all templates of the site together.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from random import Random
from statistics import median
from typing import Any

from intaglio.evaluate.corpora import RecordPage, part_of
from intaglio.evaluate.records.lost_words import lost_words
from intaglio.evaluate.records.torn_lists import OUTCOMES, torn_lists
from intaglio.page import Page
from intaglio.page.parser import parse
from intaglio.templates import Clustering, PathTable
from intaglio.wrapper import Background, Record, Wrapper, WrapperOptions, extract, extract_strictly, learn
from intaglio.wrapper.boilerplate import BoilerplateOptions, recurring
from intaglio.wrapper.learn.similar_templates import SimilarOptions, pages_of_similar

Row = dict[str, Any]
Values = Mapping[int, Sequence[str]]
"""What a field, or the truth, has on pages, by page number."""

EVERYWHERE = 0.9
"""A text on this share of a site's pages, and of a field's values, is fixed text that leaked into records."""
LABEL = 40
"""Characters of a label before a value, at most."""
NOTHING = Record({}, {})


@dataclass(frozen=True, slots=True)
class Score:
    """How well a field holds an attribute."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Read:
    """What the pages of one template gave."""

    pages: Sequence[int]
    """Their numbers within the site."""
    records: Sequence[Record]
    wrapper: Wrapper

    @property
    def learned(self) -> int:
        """How many of them, the first ones, were learned from."""
        return self.wrapper.pages


def sites_of(pages: Iterable[RecordPage]) -> dict[str, list[RecordPage]]:
    """The pages by site, as `vertical/site`."""
    sites: defaultdict[str, list[RecordPage]] = defaultdict(list)
    for page in pages:
        sites[f"{page.vertical}/{page.site}"].append(page)
    return dict(sites)


def in_any_order(site: str, pages: Sequence[RecordPage], seed: int) -> list[RecordPage]:
    """The pages of a site shuffled, the same way each time."""
    shuffled = list(pages)
    Random(f"{seed} {site}").shuffle(shuffled)  # noqa: S311 - a sample, not a secret
    return shuffled


def score_site(
    site: str,
    pages: Sequence[RecordPage],
    options: WrapperOptions,
    *,
    templates: bool = False,
    losses: bool = True,
    seed: int = 0,
) -> Row:
    """Learn a site, as one template or as those that are told apart, and score it; on demand without what it loses."""
    shuffled = in_any_order(site, pages, seed)
    bodies = [page.html.read_bytes() for page in shuffled]
    parsing = _seconds(lambda: [parse(body) for body in bodies])
    parsed = [Page.parse(body) for body in bodies]
    groups = _templates(parsed) if templates else [list(range(len(parsed)))]
    groups.sort(key=len, reverse=True)
    lessons = [[parsed[n] for n in group if n < len(pages) // 2] or [parsed[group[0]]] for group in groups]
    common = recurring(parsed, max(BoilerplateOptions().least, ceil(BoilerplateOptions().share * len(parsed))))
    reads, learning, extracting = _learn_and_read(groups, lessons, bodies, common if templates else (), options)
    strict = {n: extract_strictly(read.wrapper, parsed[n]) for read in reads for n in read.pages}
    attributes = _attributes(shuffled, reads)
    only_strict = [replace(read, records=[strict[n] or NOTHING for n in read.pages]) for read in reads]
    return {
        "site": site,
        "part": part_of(site),
        **{figure: _mean(row[figure] for row in attributes.values()) for figure in ("f1", "precision", "recall")},
        "strict f1": _mean(row["f1"] for row in _attributes(shuffled, only_strict).values()),
        "strict": _mean(strict[n] is not None for n in range(len(pages) // 2, len(pages))),
        "learned": _mean(strict[n] is not None for read in reads for n in read.pages[: read.learned]),
        "usual": _usual(reads, len(pages)),
        "templates": len(groups),
        "fields": sum(len(read.wrapper.fields) for read in reads),
        "leaked": _leaked(reads, parsed),
        **(_loss(shuffled, parsed, reads) if losses else {}),
        "learning ×": learning / (parsing * sum(read.learned for read in reads) / len(pages)),
        "extraction ×": extracting / parsing,
        "attributes": attributes,
    }


def _learn_and_read(
    groups: Sequence[Sequence[int]],
    lessons: Sequence[Sequence[Page]],
    bodies: Sequence[bytes],
    common: Collection[str],
    options: WrapperOptions,
) -> tuple[list[Read], float, float]:
    """Learn each template from its lessons, knowing what stands all over the site, and read its pages; with the seconds
    that learning and reading took.
    """
    reads: list[Read] = []
    learning = extracting = 0.0
    for at, numbers in enumerate(groups):
        own = lessons[at][: options.pages]
        start = time.process_time()
        lenders = {other: lessons[other][0] for other in range(min(at, SimilarOptions().lenders))}
        loan = pages_of_similar(own, lenders, lambda other, count: lessons[other][:count])
        lender = None if loan.lender is None else reads[loan.lender].wrapper
        wrapper = learn(own, options, Background(lender, common, loan.pages))
        learning += time.process_time() - start
        start = time.process_time()
        records = [extract(wrapper, Page.parse(bodies[n])) for n in numbers]
        extracting += time.process_time() - start
        reads.append(Read(numbers, records, wrapper))
    return reads, learning, extracting


def _loss(pages: Sequence[RecordPage], parsed: Sequence[Page], reads: Sequence[Read]) -> Row:
    """Words lost, lists torn, and how many fields a record has."""
    records = {number: record for read in reads for number, record in zip(read.pages, read.records, strict=True)}
    in_order = [records[number] for number in range(len(pages))]
    lost = lost_words(parsed, in_order, [[one for some in page.attributes.values() for one in some] for page in pages])
    groups = torn_lists(parsed, in_order)
    shares: Row = {name: groups[name] / groups.total() if groups else None for name in OUTCOMES}
    names = [len({name for name, _ in leaves(record.fields)}) for record in in_order]
    return {"lost alone": lost.alone, "lost": lost.few, "misfit": lost.misfit, **shares, "a record": median(names)}


def _templates(pages: Sequence[Page]) -> list[list[int]]:
    """The pages by template, as they are told apart one after the other."""
    table, stream = PathTable(), Clustering()
    members: defaultdict[int, list[int]] = defaultdict(list)
    for number, page in enumerate(pages):
        reading = table.read(page)
        near = stream.nearest(reading)
        if near is None:
            stream.found(number, reading)
        else:
            stream.learn(near[0], reading)
            for lost, kept in stream.merge(near[0], reading).items():
                members[kept] += members.pop(lost)
        members[number if near is None else near[0]].append(number)
    return [sorted(numbers) for numbers in members.values()]


def by_field(read: Read) -> dict[str, dict[int, list[str]]]:
    """What each field holds on each page, those of lists under their names with dots."""
    held: defaultdict[str, dict[int, list[str]]] = defaultdict(dict)
    for number, record in zip(read.pages, read.records, strict=True):
        for name, value in leaves(record.fields):
            held[name].setdefault(number, []).append(value)
    return held


def leaves(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of a record with their full names."""
    for name, value in fields.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str):
                yield name, item
            elif item is not None:
                yield from ((f"{name}.{inner}", text) for inner, text in leaves(item))


def score(held: Values, truth: Values, pages: Iterable[int]) -> Score:
    """Precision: mean share of true values on pages with any. Recall: pages with a true one, of those with truth."""
    listed = list(pages)
    filled = [page for page in listed if held.get(page)]
    due = [page for page in listed if truth.get(page)]
    shares = [sum(_is_true(value, truth.get(page, ())) for value in held[page]) / len(held[page]) for page in filled]
    hits = sum(any(_is_true(value, truth[page]) for value in held.get(page, ())) for page in due)
    return Score(_mean(shares), hits / len(due) if due else 0.0)


def _is_true(value: str, truth: Sequence[str]) -> bool:
    """Whether a value is one of the marked ones, with or without its label."""
    return value in truth or any(_is_labelled(one, value) or _is_labelled(value, one) for one in truth)


def _is_labelled(text: str, value: str) -> bool:
    """Whether a text is a label and the value."""
    label = text.removesuffix(value).rstrip()
    return bool(value) and text.endswith(value) and label.endswith(":") and len(label) <= LABEL


def _attributes(pages: Sequence[RecordPage], reads: Sequence[Read]) -> dict[str, Row]:
    """For each attribute and template the field that does best on the first half; scored together on the second.

    A template that has no page in the first half is read by the field that does best in the largest of the others.
    """
    half = len(pages) // 2
    fields = [by_field(read) for read in reads]
    found: dict[str, Row] = {}
    for attribute in sorted({name for page in pages for name in page.attributes}):
        truth = truth_of(attribute, pages)
        if not any(number >= half for number in truth):
            continue
        held: dict[int, Sequence[str]] = {}
        names: list[str | None] = []
        for read, by_name in zip(reads, fields, strict=True):
            early = [number for number in read.pages if number < half]
            name = _best(by_name, truth, early) if early else next(filter(None, names), None)
            names.append(name)
            held |= by_name.get(name, {}) if name else {}
        result = score(held, truth, range(half, len(pages)))
        found[attribute] = {
            "fields": names, "precision": result.precision, "recall": result.recall, "f1": result.f1,
        }  # fmt: skip
    return found


def truth_of(attribute: str, pages: Sequence[RecordPage]) -> dict[int, list[str]]:
    """The marked values of an attribute, by page number."""
    return {
        number: [" ".join(value.split()) for value in page.attributes[attribute]]
        for number, page in enumerate(pages)
        if page.attributes.get(attribute)
    }


def best_fields(pages: Sequence[RecordPage], read: Read) -> dict[str, list[str]]:
    """For each attribute the fields that do best on all pages, which may be several; none if none has any of it."""
    fields = by_field(read)
    found: dict[str, list[str]] = {}
    for attribute in sorted({name for page in pages for name in page.attributes}):
        truth = truth_of(attribute, pages)
        scored = {name: score(held, truth, read.pages).f1 for name, held in fields.items()}
        best = max(scored.values(), default=0.0)
        found[attribute] = sorted((name for name, one in scored.items() if best and one == best), reverse=True)
    return found


def _best(fields: Mapping[str, Values], truth: Values, pages: Sequence[int]) -> str | None:
    scored = [(score(held, truth, pages).f1, name) for name, held in fields.items()]
    best, name = max(scored, default=(0.0, ""))
    return name if best else None


def _usual(reads: Sequence[Read], pages: int) -> float:
    """Share of pages whose record has at least half of the fields that most of the pages learned from have."""
    good = 0
    for read in reads:
        filled = [{name for name, value in one.fields.items() if value is not None} for one in read.records]
        often = Counter(name for names in filled[: read.learned] for name in names)
        usual = {name for name, count in often.items() if 2 * count > read.learned}
        good += sum(len(names & usual) >= max(len(usual) / 2, 1) for names in filled)
    return good / pages


def _leaked(reads: Sequence[Read], pages: Sequence[Page]) -> float:
    """Share of all values in records that stand on nearly every page, and make up nearly all of their field."""
    standing = Counter(text for page in pages for text in {" ".join(text.split()) for text in page.texts})
    fixed = {text for text, count in standing.items() if count >= EVERYWHERE * len(pages)}
    leaked = total = 0
    for read in reads:
        values: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for record in read.records:
            for name, value in leaves(record.fields):
                values[name][value] += 1
        for counts in values.values():
            total += counts.total()
            value, often = counts.most_common(1)[0]
            leaked += often if value in fixed and often >= EVERYWHERE * counts.total() else 0
    return leaked / total if total else 0.0


def _seconds(job: Callable[[], object]) -> float:
    start = time.process_time()
    job()
    return time.process_time() - start


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
