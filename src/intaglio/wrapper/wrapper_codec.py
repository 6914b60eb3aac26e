"""A Wrapper as a compact blob, for stores and workers: versioned and checked. No recursion, for trees may be deep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from operator import attrgetter
from typing import Any

from intaglio.blobs import Envelope
from intaglio.compact_json import compact_json, read_json
from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.sequence_alignment import Follow
from intaglio.wrapper.fields.assign_names import ListField
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.match.child_plan import Habits
from intaglio.wrapper.options import EvidenceOptions, WrapperOptions
from intaglio.wrapper.page_model.node_features import Vocabulary
from intaglio.wrapper.page_model.page_tree import Mark
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.wrapper import Wrapper

_ENVELOPE = Envelope("wrapper", b"IWr", 6, older=(5,))
_COUNTS = ("classes", "ids", "heads", "leads", "shapes", "afters")
_counts_of = attrgetter(*_COUNTS)


def dumps(wrapper: Wrapper) -> bytes:
    """The wrapper as a blob."""
    words = wrapper.vocabulary
    content = {
        "nodes": _nodes(wrapper.pattern),
        "keys": [key if isinstance(key, str) else list(key) for key in words.bits],
        "frequency": dict(words.frequency),
        "unknown": words.unknown,
        "fields": [asdict(one) for one in wrapper.fields],
        "lists": [[number, one.name, one.within] for number, one in wrapper.lists.items()],
        "pages": wrapper.pages,
        "habits": _habits(wrapper.habits),
    }
    return _ENVELOPE.seal([compact_json(content)])


def loads(blob: bytes, options: WrapperOptions = WrapperOptions()) -> Wrapper:
    """The wrapper of a blob, to be found on pages by these options; a damaged or foreign blob is a CodecError."""
    with _ENVELOPE.opened(blob) as sections:
        return _wrapper(read_json(next(sections)), options)


def check(blob: bytes) -> None:
    """CodecError if a blob is damaged or foreign; quicker than reading it."""
    with _ENVELOPE.opened(blob):
        pass


def _wrapper(content: Mapping[str, Any], options: WrapperOptions) -> Wrapper:
    keys = [key if isinstance(key, str) else Mark(*key) for key in content["keys"]]
    return Wrapper(
        pattern=_tree(content["nodes"], options.align.evidence),
        vocabulary=Vocabulary.having(keys, content["frequency"], content["unknown"]),
        fields=tuple(_field(row) for row in content["fields"]),
        lists={number: ListField(name, within) for number, name, within in content["lists"]},
        habits={number: {tuple(marks): tuple(places) for marks, places in rows} for number, rows in content["habits"]},
        pages=content["pages"],
        options=options,
    )


def _field(row: dict[str, Any] | list[Any]) -> Field:
    if isinstance(row, list):  # as version 5 has it
        row = dict(zip(("name", "within", "slots", "filled", "examples", "type"), row, strict=True))
    slots = tuple((number, attribute) for number, attribute in row["slots"])
    item = row.get("item")
    read = {"slots": slots, "examples": tuple(row["examples"]), "item": None if item is None else tuple(item)}
    return Field(**{**row, **read})


def _habits(habits: Habits) -> list[list[Any]]:
    return [
        [number, [[list(marks), list(places)] for marks, places in rows.items()]] for number, rows in habits.items()
    ]


def _nodes(root: PatternTree) -> list[list[Any]]:
    """All nodes, parents first, each with its parent's place among them."""
    rows: list[list[Any]] = []
    path: list[int] = []
    for node, depth in root.walk():
        del path[depth:]
        rows.append([
            path[-1] if path else -1, node.type, node.mark and tuple(node.mark), node.text, node.attributes,
            None if node.evidence is None else _evidence(node.evidence),
            node.filled, tuple(node.follow), node.number, node.whole,
        ])  # fmt: skip
        path.append(len(rows) - 1)
    return rows


def _tree(rows: list[list[Any]], options: EvidenceOptions) -> PatternTree:
    children: list[list[PatternTree]] = [[] for _ in rows]
    made: PatternTree | None = None
    for at in range(len(rows) - 1, -1, -1):
        parent, type_, mark, text, attributes, evidence, filled, follow, number, whole = rows[at]
        made = PatternTree(
            type_,
            None if mark is None else Mark(*mark),
            tuple(reversed(children[at])),
            text,
            attributes,
            None if evidence is None else _read_evidence(evidence, options),
            filled,
            Follow(*follow),
            number,
            whole,
        )
        if parent >= 0:
            children[parent].append(made)
    if made is None:
        raise ValueError("no nodes")
    return made


def _evidence(one: Evidence) -> list[Any]:
    marks = [[*mark, count] for mark, count in one.marks.items()]
    # Hexadecimal: reading very long decimal numbers is refused by Python.
    belows = {f"{below:x}": count for below, count in one.belows.items()}
    return [one.tag, one.members, marks, _counts_of(one), one.lone, belows]


def _read_evidence(row: list[Any], options: EvidenceOptions) -> Evidence:
    tag, members, marks, counts, lone, belows = row
    counted = dict(zip(_COUNTS, counts, strict=True))
    known = {Mark(*mark): count for *mark, count in marks}
    below = {int(bits, 16): count for bits, count in belows.items()}
    return Evidence(tag, members, known, **counted, lone=lone, belows=below, options=options)
