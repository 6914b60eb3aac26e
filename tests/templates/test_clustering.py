"""Pages are put to the template they were made from, whatever their content, and in whatever order they come."""

import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from intaglio.evaluate.corpora import read_sites
from intaglio.page import Page
from intaglio.templates.clustering import Clustering, StreamOptions
from intaglio.templates.difference import difference
from intaglio.templates.first_release import renamed_traits
from intaglio.templates.page_structure import PageStructure, PathTable, StructureOptions
from intaglio.templates.site_index import SiteIndex
from intaglio.templates.statistics import TraitOptions, Traits

CHROME = "<header class=top><nav id=menu><ul><li><a>1</a><li><a>2</a></ul></nav></header>"

PIECES = (
    "<p>a", "<p>b <em>c</em>", "<ul><li>1<li>2</ul>", "<pre><code>x</code></pre>", "<h2>h</h2>",
    "<blockquote><p>q</blockquote>", "<table><tr><td>1</table>", "<p><a>l</a>", "<figure><img></figure>",
)  # fmt: skip
HOSTILE = {
    "deep": "<div>" * 100_000,
    "long": "<table>" + "<tr><td class=x>1" * 50_000,
    "nested names": "".join(f"<i class=k{i}z{i}>" for i in range(3000)),
    "empty": "",
}


def post(content: str, number: int = 1) -> str:
    return (
        f"<body class='post-{number}'>{CHROME}<main><article id=post-{number} class='entry tag-{number}'><h1>t</h1>"
        f"<div class=text>{content}</div><div class=meta><span class=date>d</span></div></article></main>"
    )


def listing(items: int) -> str:
    rows = "".join(f"<li class=hit><h2><a>{i}</a></h2><p class=teaser>x</p>" for i in range(items))
    return (
        f"<body>{CHROME}<main><section class=results><ol>{rows}</ol><div class=pager><a>next</a></div></section></main>"
    )


def content(random_: random.Random) -> str:
    return "".join(random_.sample(PIECES, random_.randint(1, len(PIECES))))


def pages_of_two_templates(count: int, seed: int) -> list[tuple[str, str]]:
    chosen = random.Random(seed)
    return [
        ("post", post(content(chosen), n)) if chosen.random() < 0.6 else ("listing", listing(chosen.randint(1, 9)))
        for n in range(count)
    ]


def put_to_templates(pages: Sequence[PageStructure], options: StreamOptions = StreamOptions()) -> list[int]:
    """The template of each page after all have been seen."""
    stream = Clustering(options)
    chosen: list[int] = []
    merged: dict[int, int] = {}
    for page in pages:
        found = stream.nearest(page)
        number = found[0] if found else len(chosen)
        stream.learn(number, page) if found else stream.found(number, page)
        chosen.append(number)
        merged.update(stream.merge(number, page))
    return [resolved(merged, number) for number in chosen]


def resolved(merged: dict[int, int], number: int) -> int:
    while number in merged:
        number = merged[number]
    return number


def purity(chosen: Sequence[int], labels: Sequence[str]) -> float:
    together: dict[int, Counter[str]] = {}
    for number, label in zip(chosen, labels, strict=True):
        together.setdefault(number, Counter())[label] += 1
    return sum(max(counts.values()) for counts in together.values()) / len(labels)


@pytest.mark.parametrize("seed", range(5))
def test_two_templates_are_told_apart_whatever_their_content(seed: int) -> None:
    table = PathTable()
    pages = pages_of_two_templates(60, seed)
    chosen = put_to_templates([table.read(Page.parse(html)) for _, html in pages])
    assert purity(chosen, [label for label, _ in pages]) == 1.0
    assert len(set(chosen)) <= 5


def test_a_page_belongs_to_its_own_template_at_once() -> None:
    table, stream = PathTable(), Clustering()
    stream.found(0, table.read(Page.parse(post("<p>a"))))
    assert stream.nearest(table.read(Page.parse(post("<p>b", 77)))) == (0, 0.0)
    assert stream.nearest(table.read(Page.parse(listing(3)))) is None


def test_young_templates_are_merged_into_the_older_once_the_site_is_known() -> None:
    table, stream = PathTable(), Clustering(StreamOptions(threshold=0.05))
    first, second = (table.read(Page.parse(post(text))) for text in ("<p>a", "<ul><li>1</ul><pre>x</pre>"))
    stream.found(0, first)
    stream.found(1, second)
    assert stream.merge(1, second) == {}
    stream.options = StreamOptions(threshold=1.0)
    assert stream.merge(1, second) == {1: 0}
    assert list(stream.traits) == [0]
    assert stream.traits[0].pages == 2
    assert stream.nearest(second) == (0, 0.0)


def manual(chosen: random.Random, name: str) -> str:
    """A page of a manual: a section that bears an id of its own, with parts that have classes and parts in them."""
    parts = "".join(
        f"<div class=part-{chosen.choice('abcdefgh')}><dl class=k-{chosen.choice('abcdefgh')}><dt><em class=v-"
        f"{chosen.choice('abcdefgh')}>x</em></dt></dl></div>"
        for _ in range(chosen.randint(1, 5))
    )
    return f"<body>{CHROME}<div class=chapter id='{name}'><h1>t</h1>{parts}</div><footer class=end><p>e</footer>"


def test_ids_and_parts_that_content_brings_found_few_templates() -> None:
    chosen = random.Random(3)
    table = PathTable()
    pages = [manual(chosen, "".join(chosen.choices("abcdefghijklm", k=9))) for _ in range(60)]
    assert len(set(put_to_templates([table.read(Page.parse(page)) for page in pages]))) < len(pages) / 3


def test_templates_of_the_first_release_are_known_by_todays_names() -> None:
    html = "<body><div id=a class=side><p>1</p></div><div id=b class=side><ul><li>2</ul></div><main id=m><p>x</main>"
    old, page = PathTable(StructureOptions(id_first=True)), Page.parse(html)
    traits = Traits()
    traits.learn(old.read(page), TraitOptions())
    today = PathTable().read(page)
    assert not set(today.keys) <= set(traits.keys)
    renamed = renamed_traits(page, traits)
    assert set(today.keys) == set(renamed.keys)
    assert set(today.faces) == set(renamed.paths)
    assert difference(today, renamed, SiteIndex()) == 0


def test_matching_changes_nothing() -> None:
    table, stream = PathTable(), Clustering()
    stream.found(0, table.read(Page.parse(post("<p>a"))))
    other = table.read(Page.parse(post("<ul><li>1</ul>")))
    assert stream.nearest(other) == stream.nearest(other)
    assert stream.traits[0].pages == 1


def test_the_pool_is_a_function_of_the_traits() -> None:
    """Built anew from traits it answers as the one that grew with them, after learning, pruning and merging."""
    table = PathTable()
    options = StreamOptions(traits=TraitOptions(paths=30, keys=40, faces=2, pages=20))
    stream = Clustering(options)
    for number, (_, html) in enumerate(pages_of_two_templates(40, 3)):
        page = table.read(Page.parse(html))
        found = stream.nearest(page)
        template = found[0] if found else number
        stream.learn(template, page) if found else stream.found(template, page)
        stream.merge(template, page)
    anew = SiteIndex()
    for template, traits in stream.traits.items():
        anew.add(template, traits)
    for _, html in pages_of_two_templates(20, 4):
        page = table.read(Page.parse(html))
        assert anew.candidates(page, 4) == stream._pool.candidates(page, 4)
        for traits in stream.traits.values():
            assert difference(page, traits, anew) == difference(page, traits, stream._pool)


def test_a_difference_that_is_certainly_too_large_says_so_without_the_rest() -> None:
    table, pool = PathTable(), SiteIndex()
    readings = [table.read(Page.parse(html)) for _, html in pages_of_two_templates(12, 5)]
    traits = Traits()
    traits.learn(readings[0])
    whole = [difference(page, traits, pool) for page in readings]
    assert max(whole) > min(value for value in whole if value)
    for limit in sorted({0.01, 0.1, 0.3, *whole}):
        for page, value in zip(readings, whole, strict=True):
            until = difference(page, traits, pool, enough=limit)
            assert (until < limit) == (value < limit)
            assert until == value if value <= limit else until <= value


def test_of_founding_pages_looked_at_few_stay_unpacked() -> None:
    table, stream = PathTable(), Clustering()
    blobs = [pickle.dumps(table.read(Page.parse(f"<div class={letter}a><p>x"))) for letter in "bcdefghijklmnop"]
    for blob in blobs:
        assert stream._unpacked(blob) is stream._unpacked(blob)
        assert stream._unpacked(blobs[0]) is stream._unpacked(blobs[0])
    assert len(stream._looked_at) < len(blobs)
    assert {blobs[0], blobs[-1]} <= stream._looked_at.keys()


def test_a_template_remembers_in_bounded_space() -> None:
    table, traits = PathTable(), Traits()
    options = TraitOptions(paths=60, keys=80, faces=3, shapes=5)
    for n in range(80):
        mess = "".join(f"<div class=c{chr(97 + n % 26)}{chr(97 + i % 26)}x{i}>.</div>" for i in range(n))
        traits.learn(table.read(Page.parse(post(mess))), options)
        if traits.too_many(options):
            traits.prune(options)
    assert len(traits.paths) <= 60
    assert len(list(traits.keys)) <= 80
    assert max(len(trait.faces) for trait in traits.paths.values()) <= 3
    assert len(traits.shapes) <= 5
    assert all(child in traits.paths for child in traits.child.values())


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_hostile_pages_are_read_and_matched(hostile: str) -> None:
    table, stream = PathTable(StructureOptions(nodes=500)), Clustering()
    for _ in range(2):
        page = table.read(Page.parse(hostile))
        found = stream.nearest(page)
        stream.learn(0, page) if found else stream.found(0, page)
        stream.merge(0, page)
    assert stream.traits[0].pages == 2
    assert len(stream.traits[0].paths) <= TraitOptions().paths


def test_readings_are_the_same_in_every_process() -> None:
    html = "<div id=post-7 class='b a'><x-y class=k><p>t"
    program = (
        "from intaglio.page import Page; from intaglio.templates.page_structure import PathTable;"
        f"print(sorted(PathTable().read(Page.parse({html!r})).keys))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert seen == {f"{sorted(PathTable().read(Page.parse(html)).keys)}\n"}


def test_a_table_that_began_anew_reads_the_same() -> None:
    small, large = PathTable(StructureOptions(nodes=3)), PathTable()
    for _, html in pages_of_two_templates(6, 1):
        assert small.read(Page.parse(html)).keys == large.read(Page.parse(html)).keys


@pytest.mark.corpus
def test_real_sites(corpus: Callable[[str], Path]) -> None:
    """On each labelled site, 120 pages: hardly any template holds pages of two labels, and there are few templates."""
    by_site: dict[str, list[tuple[str, Path]]] = {}
    for page in read_sites(corpus("sites")):
        if page.template is not None:
            by_site.setdefault(page.site, []).append((page.template, page.html))
    scores, ratios = [], []
    for rows in by_site.values():
        chosen = random.Random(6).sample(rows, min(120, len(rows)))
        table = PathTable()
        found = put_to_templates([table.read(Page.parse(file.read_bytes())) for _, file in chosen])
        labels = [label for label, _ in chosen]
        scores.append(purity(found, labels))
        ratios.append((len(set(found)) - len(set(labels))) / len(labels))
    assert sum(scores) / len(scores) >= 0.97
    assert sum(ratios) / len(ratios) <= 0.06
