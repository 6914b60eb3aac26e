"""Corrections: what may be said, what holds, and what survives of it."""

from datetime import UTC
from pathlib import Path

import pytest

from intaglio.collection.collection import Collection, fill_collection
from intaglio.collection.corrections.correction import Correction, Example, Place, Target, Value, What
from intaglio.collection.records.field_names import load_all_names, load_names
from intaglio.errors import BadCorrection

KIND = Target(kind="k1")
PRICE = Target(kind="k1", column="c1", places=(Place("s", "t", "price"), Place("s", "u", "cost")))
FIELD = Target(places=(Place("s", "t", "items.text"),))


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    with fill_collection(tmp_path / "out") as filled:
        return filled


def test_they_come_back_whole_and_as_json(collection: Collection) -> None:
    examples = [Example("a.html", "£51.77", "http://s/a")]
    made = collection.correct(What.RENAME, PRICE, "price", examples=examples, who="ada")
    (kept,) = collection.corrections()
    assert kept == made
    assert (kept.who, kept.examples, kept.target) == ("ada", tuple(examples), PRICE)
    assert kept.time is not None
    assert kept.time.tzinfo == UTC
    assert Correction.of(kept.as_dict()) == kept


def test_the_last_one_about_a_target_holds(collection: Collection) -> None:
    for name in ("cost", "price"):
        collection.correct(What.RENAME, PRICE, name)
    collection.correct(What.HIDE, PRICE, value=True)
    collection.correct(What.RENAME, Target(kind="k1", column="c2"), "old price")
    held = [(one.what, one.value) for one in collection.corrections(standing=True)]
    assert held == [(What.RENAME, "price"), (What.HIDE, True), (What.RENAME, "old price")]
    assert len(collection.corrections()) == 4


def test_a_column_found_in_other_places_by_now_is_the_same_target(collection: Collection) -> None:
    collection.correct(What.RENAME, PRICE, "cost")
    collection.correct(What.RENAME, Target(kind="k1", column="c1", places=(Place("s", "v", "price"),)), "price")
    assert [one.value for one in collection.corrections(standing=True)] == ["price"]


def test_undone_ones_do_not_hold_until_the_undoing_is_undone(collection: Collection) -> None:
    first = collection.correct(What.RENAME, PRICE, "cost")
    second = collection.correct(What.RENAME, PRICE, "price")
    undoing = collection.undo(second.id)
    assert collection.corrections(standing=True) == [first]
    again = collection.undo(undoing.id)
    assert collection.corrections(standing=True) == [second]
    collection.undo(again.id)
    assert collection.corrections(standing=True) == [first]
    with pytest.raises(BadCorrection, match="no correction 99"):
        collection.undo(99)


def test_merges_with_several_kinds_all_hold(collection: Collection) -> None:
    for other in ("k2", "k3"):
        collection.correct(What.MERGE_KIND, KIND, other)
    assert [one.value for one in collection.corrections(standing=True)] == ["k2", "k3"]


def test_names_of_fields_are_a_fold(collection: Collection) -> None:
    first = collection.correct(What.RENAME, FIELD, "price")
    collection.correct(What.RENAME, Target(places=(Place("s", "t", "items"),)), "offers")
    collection.correct(What.RENAME, FIELD, "cost")
    collection.correct(What.RENAME, PRICE, "of a column, not a field")
    with collection.store.reading() as tx:
        assert load_names(tx, "t") == {"items": "offers", "items.text": "cost"}
        assert load_all_names(tx).keys() == {"t"}
    assert first.id < collection.corrections()[-1].id


@pytest.mark.parametrize(
    ("what", "target", "value", "reason"),
    [
        (What.RENAME, PRICE, "a.b", "no name"),
        (What.RENAME, PRICE, " ", "no name"),
        (What.RENAME, PRICE, "a\x1b[31m", "no name"),
        (What.NAME_KIND, KIND, "n" * 81, "80 characters"),
        (What.RENAME, KIND, "price", "which column"),
        (What.RENAME, PRICE, None, "no text"),
        (What.HIDE, PRICE, "yes", "no yes or no"),
        (What.TYPE, PRICE, "colour", "types are text"),
        (What.MARK, PRICE, "right", "which page"),
        (What.MARK, Target(kind="k", column="c", source="a"), "odd", "right or wrong"),
        (What.MERGE_KIND, PRICE.__class__(column="c"), "k2", "which kind"),
        (What.SPLIT_KIND, KIND, True, "which template"),
        (What.ROLE, Target(places=(Place("s", "t"),)), "body", "which area"),
        (What.UNDO, KIND, None, "which correction"),
    ],
)
def test_what_makes_no_sense_is_refused(
    collection: Collection, what: What, target: Target, value: Value, reason: str
) -> None:
    with pytest.raises(BadCorrection, match=reason):
        collection.correct(what, target, value)
    assert collection.corrections() == []


@pytest.mark.parametrize(
    "content",
    [
        {}, {"what": "explode", "target": {}}, {"what": "rename", "target": {"places": [[1, 2, 3, 4]]}, "value": "a"},
        {"what": "rename", "target": 7}, {"what": "want", "target": {}, "value": "a", "examples": [{"x": 1}]},
    ],
)  # fmt: skip
def test_strange_json_is_refused(content: dict[str, object]) -> None:
    with pytest.raises(BadCorrection):
        Correction.of(content)


def test_they_can_be_said_while_a_run_fills_the_collection(tmp_path: Path) -> None:
    from intaglio.collection.collection import open_collection

    with fill_collection(tmp_path / "out"), open_collection(tmp_path / "out") as opened:
        opened.correct(What.NAME_KIND, KIND, "goods")
        assert [one.value for one in opened.corrections()] == ["goods"]
