"""VIPS as a whole: rounds, degrees, and what the tree says of a page."""

from itertools import chain

import pytest

from intaglio.segment import Area, AreaTree
from intaglio.segment.vips import VipsOptions, segment
from intaglio.segment.vips.coherence import of_region
from tests.segment.scenes import leaves, scene

SITE = """<body box="0 0 1000 1000">
<div id=head box="0 0 1000 100" ground="#003366"><h1 box="20 20 400 60" font="32">Name</h1></div>
<div id=main box="0 140 1000 700">
  <div id=side box="0 140 220 700"><a box="0 140 220 20">One</a><p box="0 180 220 20">Two</p></div>
  <div id=text box="300 140 700 700"><p box="300 140 700 300">Long</p><p box="300 450 700 390">Longer</p></div>
</div>
<div id=foot box="0 900 1000 100" ground="#003366"><p box="20 920 400 20">Small print</p></div>"""


def pairs(tree: AreaTree) -> list[tuple[Area, Area]]:
    return [(tree.areas[parent], area) for area, parent in zip(tree.areas, tree.parents, strict=True) if parent >= 0]


def test_a_page_falls_into_its_parts() -> None:
    page, layout = scene(SITE)
    assert leaves(page, segment(page, layout, VipsOptions(pdoc=7))) == [["head"], ["side"], ["text"], ["foot"]]


@pytest.mark.parametrize("pdoc", range(1, 11))
def test_leaves_reach_pdoc_and_degrees_never_fall(pdoc: int) -> None:
    page, layout = scene(SITE)
    tree = segment(page, layout, VipsOptions(pdoc=pdoc))
    assert all(int(tree.areas[leaf].attributes["doc"]) >= pdoc for leaf in tree.leaves)
    assert all(int(child.attributes["doc"]) >= int(parent.attributes["doc"]) for parent, child in pairs(tree))


def test_what_reaches_pdoc_is_not_divided() -> None:
    page, layout = scene(SITE)
    counts = [len(segment(page, layout, VipsOptions(pdoc=pdoc)).areas) for pdoc in range(1, 11)]
    assert counts[0] == 1
    assert counts == sorted(counts)
    tree = segment(page, layout, VipsOptions(pdoc=5))
    assert all(int(parent.attributes["doc"]) < 5 for parent, _ in pairs(tree))


def test_separators_and_adjacency_are_told() -> None:
    page, layout = scene(SITE)
    root = segment(page, layout, VipsOptions(pdoc=7)).root
    assert root.attributes["separators"] == "horizontal 100-140:15 840-900:15"
    assert root.attributes["adjacency"] == "0-1:15 1-2:15"
    assert root.children[1].attributes["separators"] == "vertical 220-300:15"


def test_equal_weights_everywhere_are_no_division_by_zero() -> None:
    rows = "".join(f'<p box="0 {100 * i} 900 50">Row {i}</p>' for i in range(9))
    page, layout = scene(f'<body box="0 0 1000 1000">{rows}')
    assert len(segment(page, layout, VipsOptions(pdoc=10)).leaves) == 9


def test_what_hangs_out_of_its_parent_is_not_dropped() -> None:
    page, layout = scene(
        '<body box="0 0 1000 1000"><div id=a box="0 0 400 100"><p id=out box="600 300 300 300">Out</p>In</div>'
        '<div id=b box="0 800 900 100">Below</div>'
    )
    held = leaves(page, segment(page, layout, VipsOptions(pdoc=10)))
    assert sorted(chain.from_iterable(held)) == ["'In'", "b", "out"]


def test_thresholds_are_relative_to_the_part_of_the_page_being_divided() -> None:
    """In the first round #box is small and stays whole; once it is the part being divided its halves are not small."""
    page, layout = scene(
        '<body box="0 0 1000 4000"><div id=top box="0 0 1000 3000"><p id=p box="0 0 1000 3000">Large</p></div>'
        '<div id=box box="0 3100 1000 300"><div id=l box="0 3100 400 300">'
        '<p id=l1 box="0 3100 400 120">a</p><p id=l2 box="0 3260 400 120">b</p></div>'
        '<div id=r box="600 3100 400 300">c <p box="600 3200 400 100">d</p></div></div>',
        size=(1000.0, 4000.0),
    )
    coarse = leaves(page, segment(page, layout, VipsOptions(pdoc=5)))
    fine = leaves(page, segment(page, layout, VipsOptions(pdoc=10)))
    assert ["box"] in coarse
    assert ["l1"] in fine
    assert ["l2"] in fine


def test_the_whole_document_counts_not_the_window() -> None:
    page, layout = scene(
        '<body box="0 0 1000 5000"><p id=a box="0 0 900 900">a</p><p id=b box="0 4000 900 900">b</p>',
        size=(1000.0, 5000.0),
    )
    tree = segment(page, layout)
    assert layout.viewport[1] < 4000
    assert leaves(page, tree) == [["a"], ["b"]]
    assert tree.root.rect == (0.0, 0.0, 1000.0, 5000.0)


def test_an_hr_parts_and_belongs_to_what_is_before_it() -> None:
    page, layout = scene(
        '<body box="0 0 1000 1000"><p id=a box="0 0 900 300">a</p><hr id=h box="0 310 900 2" border="1 1 1 1">'
        '<p id=b box="0 325 900 300">b</p>'
    )
    assert leaves(page, segment(page, layout)) == [["a", "h"], ["b"]]


def test_degree_of_a_region_falls_with_weight_and_with_size() -> None:
    degrees = [of_region(weight, 0.2) for weight in range(1, 24)]
    assert degrees == sorted(degrees, reverse=True)
    sizes = [of_region(8, share / 10) for share in range(11)]
    assert sizes == sorted(sizes, reverse=True)
    assert (of_region(1, 0.0), of_region(23, 1.0)) == (10, 1)
