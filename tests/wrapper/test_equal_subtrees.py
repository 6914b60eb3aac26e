"""Subtrees that are the same to the word on all pages are learned from one of them, as all of them would be."""

from collections.abc import Sequence

import pytest

from intaglio.page import Page
from intaglio.wrapper import Wrapper, learn
from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.draft import Instance, Place
from intaglio.wrapper.learn.equal_subtrees import Copies, EqualNodes, EqualSubtrees, Values
from intaglio.wrapper.learn.row_assignment import Target
from intaglio.wrapper.options import AlignOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary
from intaglio.wrapper.page_model.page_tree import Mark
from intaglio.wrapper.wrapper_codec import dumps

MENU = "<ul class=menu><li><a href=/{0}/a>Home</a><li><a href=/b>News</a><li class=on><a href=/c>About us</a></ul>"
TABLE = "<table><tr><th>Price<td>$4<tr><th>Colour<td>red<tr><th>Size<td>XL</table>"
ROWS = "<div class=items><p class=item>one two</p><p class=item>three four</p><p class=item>five six</p></div>"
PROSE = (
    "<div><p>A text of many words that is on every page, with <b>emphasis</b> in it.</p><p>More of it.<br>End.</div>"
)
FORM = "<form><label>Name <input name=n></label><select><option>1<option>2<option>3</select><button>Go</button></form>"
PARTS = (MENU, TABLE, ROWS, PROSE, FORM, "a<br>b<br>c<br>d")


def pages(count: int, parts: Sequence[str]) -> list[Page]:
    body = "".join(f"<div id=part{at}>{part}</div>" for at, part in enumerate(parts))
    return [
        Page.parse(f"<title>{n}</title><h1>Thing {n}</h1>{body.replace('{0}', str(n))}".encode()) for n in range(count)
    ]


def learned_from_all(some: Sequence[Page], monkeypatch: pytest.MonkeyPatch) -> Wrapper:
    with monkeypatch.context() as patch:
        patch.setattr(EqualSubtrees, "are_equal", lambda *_: False)
        return learn(some)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 12])
@pytest.mark.parametrize("parts", [*[(part,) for part in PARTS], PARTS])
def test_one_copy_tells_as_much_as_all(count: int, parts: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    some = pages(count, parts)
    wrapper, all_ = learn(some), learned_from_all(some, monkeypatch)
    assert str(wrapper.pattern) == str(all_.pattern)
    assert dumps(wrapper) == dumps(all_)


def test_attributes_of_equal_subtrees_vary() -> None:
    pattern = str(learn(pages(4, [MENU])).pattern)
    assert "<a href=…>" in pattern
    assert pattern.count("href=…") == 1


def test_what_repeats_in_an_equal_subtree_is_left_to_alignment(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    children = EqualSubtrees.children

    def noted(self: EqualSubtrees, instances: Sequence[Instance]) -> object:
        found = children(self, instances)
        asked.append(found is not None)
        return found

    monkeypatch.setattr(EqualSubtrees, "children", noted)
    learn(pages(5, ["<div class=x><i>a</i><i>a</i><i>a</i></div>", MENU]))
    assert True in asked
    assert False in asked


def test_nodes_of_copies() -> None:
    nodes = EqualNodes(Copies([(0, 10), (1, 20), (2, 30)], 5), 2)
    assert len(nodes) == 3
    assert list(nodes) == [(0, 12), (1, 22), (2, 32)]
    assert nodes[1] == (1, 22)
    assert nodes[:2] == [(0, 12), (1, 22)]
    found = nodes.attributes(
        [Values({12: {"href": "/a"}, 15: {"href": "/behind"}}), Values({22: {"href": "/b"}}), Values({})]
    )
    assert found == {"href": {(0, "/a"), (1, "/b")}}


def test_rows_with_equal_keys_are_assigned_the_same() -> None:
    place = Place(Evidence("p"))
    sketch = NodeFeatures(Mark("p"), "Price", "", "a", lone=True, below=0b011)
    place.evidence.add(sketch)
    vocabulary = Vocabulary({}, 0, {"Price": 0.1, "Size": 0.1, "Sizes": 0.2, "Colour": 0.1}, 0.01)
    target = Target([place], 1, vocabulary, {"Colour": {"Price"}}, AlignOptions())

    def key(**changes: object) -> object:
        return target.key([sketch._replace(**changes)])  # type: ignore[arg-type]

    assert key(head="Size") != key()
    assert key(head="Size") == key(head="Sizes")
    assert key(head="Size") != key(head="unheard of")
    assert key(head="Size") != key(head="Colour")
    assert key(head="unheard of") == key(head="never heard of")
    assert key(head="unheard of") != key(head="12")
    assert key(below=0b0101) == key(below=0b1001)
    assert key(below=0b0101) != key(below=0b0001)
    assert key(lead="Size:") == key(lead="Weight:")
    assert key(lead="Size:") != key()
    assert target.assign([sketch._replace(head="Size")]) == target.assign([sketch._replace(head="Sizes")]) == [0]
