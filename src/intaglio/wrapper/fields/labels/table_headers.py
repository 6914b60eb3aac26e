"""Header cells of tables: which fixed cell stands above a value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from intaglio.wrapper.pattern import PatternTree, Walk


class Headers(NamedTuple):
    """The header cells of tables."""

    cells: Mapping[int, Sequence[Sequence[str]]]
    """A table, by the number of its pattern node → its rows of header cells, each by the texts of these."""
    rows: Collection[int]
    """The numbers of these rows."""


_FEWEST = 2
"""Cells of a header row; one alone heads a row, or the whole."""
_WIDE = (1, 2)
"""Columns more than one that the first cell of a row with totals is wide."""
_PLAIN, _MOST = 3, 0.75
"""Cells of a header row that has no header cells, at least; share of them that have a word each, another one."""


def header_cells(nodes: Walk) -> Headers:
    """The tables that have rows of header cells, each with one fixed text, or of plain cells that head data."""
    heads: defaultdict[int, dict[int, Sequence[str]]] = defaultdict(dict)
    plain: defaultdict[int, dict[int, Sequence[str]]] = defaultdict(dict)
    data: set[tuple[int, int]] = set()
    for table, row, in_set in _rows(nodes):
        cells = list(_cells(row))
        if all(_is(cell, "th") for cell in cells):
            heads[table][row.number] = [_fixed_text(cell) for cell in cells]
        elif 2 * sum(map(_varies, cells)) >= len(cells):
            data.add((table, len(cells)))
        elif not in_set and _are_words(cells):
            plain[table][row.number] = [_only_text(cell) for cell in cells]
    for table in plain.keys() - heads.keys():
        heads[table] = {number: row for number, row in plain[table].items() if (table, len(row)) in data}
    found = {table: rows for table, rows in heads.items() if any(map(any, rows.values()))}
    numbers = {number for rows in found.values() for number in rows}
    return Headers({table: list(rows.values()) for table, rows in found.items()}, numbers)


def _rows(nodes: Walk) -> Iterator[tuple[int, PatternTree, bool]]:
    """The rows with several cells: the table's number, the row, and whether it is one of a list."""
    path: list[PatternTree] = []
    for node, depth in nodes:
        del path[depth:]
        path.append(node)
        if not _is(node, "tr"):
            continue
        at = next((at for at in range(len(path) - 1, -1, -1) if _is(path[at], "table")), None)
        if at is not None and len(list(_cells(node))) >= _FEWEST:
            yield path[at].number, node, any(one.type == "set" for one in path[at:])


def column_header(headers: Headers, path: Sequence[PatternTree]) -> str:
    """The header cell above a value, by the path to it, after what names the row, if that is fixed; nothing if its row
    has more or fewer cells, or if several header cells could be meant.
    """
    cell = next((at for at in range(len(path) - 1, -1, -1) if _is(path[at], "td") or _is(path[at], "th")), None)
    row = next((one for one in reversed(path[:cell]) if _is(one, "tr")), None) if cell is not None else None
    table = next((one for one in reversed(path[:cell]) if _is(one, "table")), None)
    if row is None or table is None or table.number not in headers.cells:
        return ""
    cells = list(_cells(row))
    at = next((at for at, one in enumerate(cells) if one is path[cell or 0]), len(cells))
    said, name = _above(headers.cells[table.number], len(cells), at), _only_text(cells[0]).rstrip(":") if at else ""
    if not said and any(map(str.isalpha, name)) and len(cells) > _FEWEST:
        said = next(filter(None, (_above(headers.cells[table.number], len(cells), at, wide) for wide in _WIDE)), "")
    if not said or not any(map(str.isalpha, name)):
        return said
    return name if len(cells) == _FEWEST else f"{name} {said}"


def _above(rows: Sequence[Sequence[str]], cells: int, at: int, wide: int = 0) -> str:
    """The header cell above a cell of a row with so many cells; nothing if several could be meant. The first cell may
    be as wide as some more, as that of a row with totals is.
    """
    found = {texts[at + wide] for texts in rows if len(texts) == cells + wide and at < cells}
    return found.pop() if len(found) == 1 else ""


def heads_others(row: PatternTree) -> bool:
    """Whether the header cells of a row, or the terms of a list of them, head what is not: cells beside them, or below
    them where there are no others.
    """
    cells = list(_cells(row))
    others = sum(_is(cell, "td") or _is(cell, "dd") for cell in cells)
    return others == 1 if _is(row, "tr") and others else others > 0 or len(cells) >= _FEWEST


def _is(node: PatternTree, tag: str) -> bool:
    return node.mark is not None and node.mark.tag == tag


def _cells(row: PatternTree) -> Iterator[PatternTree]:
    """The cells of a row, those that not all rows have included."""
    for child in row.children:
        if child.mark is None:
            yield from _cells(child)
        elif not child.is_text:
            yield child


def _fixed_text(cell: PatternTree) -> str:
    """The text of a cell, if it is one, and fixed, or that of the only page that has it."""
    texts = [node for node, _ in cell.walk() if node.is_text]
    if len(texts) != 1:
        return ""
    evidence = texts[0].evidence
    is_alone = evidence is not None and evidence.members == 1
    return evidence.usual[0] if evidence is not None and is_alone else texts[0].text


def _only_text(cell: PatternTree) -> str:
    """The text of a cell, if it is one, and fixed."""
    texts = [node for node, _ in cell.walk() if node.is_text]
    return texts[0].text if len(texts) == 1 and texts[0].type == "fixed" else ""


def _varies(cell: PatternTree) -> bool:
    return any(node.whole or node.type == "variant" for node, _ in cell.walk())


def _are_words(cells: Sequence[PatternTree]) -> bool:
    """Whether cells hold a fixed word each, most of them, and nothing that varies."""
    said = [_only_text(cell) for cell in cells]
    words = {text for text in said if any(map(str.isalpha, text))}
    fewest = len(cells) if all(map(_is_set_off, cells)) else max(_PLAIN, _MOST * len(cells))
    return len(words) >= fewest and not any(map(_varies, cells))


def _is_set_off(cell: PatternTree) -> bool:
    """Whether all that a cell says is in bold print, as what stands beside a label is not."""
    return bool(cell.children) and all(_is(child, "b") or _is(child, "strong") for child in cell.children)
