"""A template keeps the founding page's tree and areas, survives its codec, and stays small."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from intaglio.errors import CodecError, PageError
from intaglio.page import Page
from intaglio.segment import SEGMENTERS, Area, AreaTree, texts_of
from intaglio.templates import PathTable, Template, TemplateShelf, Traits, make_template, template_id
from intaglio.templates.prune import MARK, pruned
from intaglio.templates.template import checked
from intaglio.templates.template_codec import areas_of, dumps, loads, outline_of

HTML = (
    "<body><nav id=menu>a <b>b</b></nav><main class='wide post-7'><h1>Title</h1>loose<p>one</p>more<img src=x></main>"
)


def template_of(page: Page, method: str = "areas") -> Template:
    reading, traits = PathTable().read(page), Traits()
    traits.learn(reading)
    return make_template(
        "example.org", template_id("example.org", reading.keys), page, SEGMENTERS[method](page), traits
    )


def test_pruning_keeps_the_tree_and_drops_the_content() -> None:
    page = Page.parse(HTML)
    kept = pruned(page)
    assert kept.parent.tolist() == page.parent.tolist()
    assert [kept.tag_name(e) for e in range(kept.size)] == [page.tag_name(e) for e in range(page.size)]
    assert kept.text_owner.tolist() == page.text_owner.tolist()
    assert set(kept.texts) == {MARK}
    names = {name for e in range(kept.size) for name in kept.attributes(e)}
    assert names == {"id", "class"}


def test_the_id_tells_site_and_structure_and_nothing_else() -> None:
    first, again, other = (
        PathTable().read(Page.parse(html)).keys for html in (HTML, HTML.replace("one", "two"), "<p>")
    )
    assert template_id("a", first) == template_id("a", again)
    assert len({template_id("a", first), template_id("b", first), template_id("a", other)}) == 3
    assert len(template_id("a", first)) == 12
    int(template_id("a", first), 16)


@pytest.mark.parametrize("method", [name for name, entry in SEGMENTERS.items() if not entry.needs_layout])
def test_a_template_survives_its_codec(method: str) -> None:
    page = Page.parse(HTML)
    made = template_of(page, method)
    read = loads(dumps(made))
    assert (read.id, read.site, read.version) == (made.id, made.site, made.version)
    assert read.areas == made.areas == areas_of(dumps(made))
    assert read.areas.parents == made.areas.parents
    assert read.areas.areas == made.areas.areas
    assert read.traits == made.traits
    assert list(read.traits.paths) == list(made.traits.paths)
    assert PathTable().read(read.dom).keys == PathTable().read(page).keys


def test_an_outline_is_read_without_the_rest() -> None:
    made = template_of(Page.parse(HTML))
    made.traits.learn(PathTable().read(Page.parse(HTML.replace("<p>", "<q>"))))
    read = outline_of(dumps(made))
    assert read == made.traits.outline
    assert list(read.paths) == list(made.traits.paths)


@pytest.mark.parametrize("read", [loads, outline_of])
def test_damaged_and_foreign_blobs_are_refused(read: Callable[[bytes], object]) -> None:
    blob = dumps(template_of(Page.parse(HTML)))
    for bad in (b"", b"xyz", blob[:-1], blob[:40] + b"\0" + blob[41:], b"ITm\x09" + blob[4:]):
        with pytest.raises(CodecError):
            read(bad)


def test_a_text_belongs_to_the_innermost_area_alone() -> None:
    page = Page.parse(HTML)
    main, paragraph = page.at((1, 1)), page.at((1, 1, 1))
    assert main is not None
    assert paragraph is not None
    inner = Area(elements=(paragraph,))
    tree = AreaTree(Area(elements=(main,), children=(inner,)), "by hand")
    fixed = checked(page, tree)
    outer, inside = (texts_of(page, area) for area in fixed.areas)
    assert [page.texts[t] for t in inside] == ["one"]
    assert [page.texts[t] for t in outer] == ["Title", "loose", "more"]
    assert checked(page, fixed) is fixed


def test_areas_that_hold_what_is_not_there_are_refused() -> None:
    with pytest.raises(PageError):
        checked(Page.parse(HTML), AreaTree(Area(elements=(99,)), "by hand"))


@pytest.mark.corpus
def test_templates_of_real_pages_are_small(corpus: Callable[[str], Path]) -> None:
    files = random.Random(3).sample(sorted(corpus("articles").rglob("*.html")), 25)
    for file in files:
        page = Page.parse(file.read_bytes())
        if page.size <= 1500:
            assert len(dumps(template_of(page, "text-blocks"))) < 100_000


def test_a_rich_page_of_1500_elements_stays_under_the_limit_even_after_learning() -> None:
    chosen = random.Random(1)

    def rich() -> Page:
        blocks = "".join(
            f"<div class='c{chosen.choice('abcdefgh')}{chosen.choice('ijklmnop')} x{chosen.choice('qrstuv')}'>"
            f"<p class={chosen.choice('abc')}><a>t</a> u</p></div>"
            for _ in range(480)
        )
        return Page.parse(f"<body><main id=m>{blocks}</main>")

    page = rich()
    assert 1400 < page.size < 1600
    made = template_of(page, "text-blocks")
    table = PathTable()
    for _ in range(40):
        made.traits.learn(table.read(rich()))
    assert len(dumps(made)) < 100_000


def test_of_many_templates_few_are_unpacked_and_none_is_lost() -> None:
    shelf = TemplateShelf(at_hand=2)
    made = [template_of(Page.parse(f"<div><p>words</p></div><ul>{'<li>item</li>' * number}</ul>")) for number in (0, 1)]
    made += [template_of(Page.parse(f"<{name}><p>words</p></{name}>")) for name in ("div", "main", "article")]
    for template in made:
        shelf[template.id] = template
    for template in made:
        assert template.id in shelf
        found = shelf[template.id]
        assert dumps(found) == dumps(template)
        assert found.traits is template.traits, "what matching teaches it must be known here, too"
    assert "another" not in shelf
