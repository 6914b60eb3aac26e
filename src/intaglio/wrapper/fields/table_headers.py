"""Header cells of tables: which fixed cell stands above a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from intaglio.wrapper.pattern import PatternTree

Headers = Mapping[int, Sequence[str]]
"""A table, by the number of its pattern node → the texts of its header cells."""
_FEWEST = 2
"""Cells of a header row; one alone heads a row, or the whole."""


def header_cells(root: PatternTree) -> dict[int, Sequence[str]]:
    """The tables that have one row of header cells, each with one fixed text."""
    found: dict[int, Sequence[str]] = {}
    twice: set[int] = set()
    path: list[PatternTree] = []
    for node, depth in root.walk():
        del path[depth:]
        path.append(node)
        if not _is(node, "tr"):
            continue
        cells = list(_cells(node))
        table = next((one for one in reversed(path) if _is(one, "table")), None)
        if table is None or len(cells) < _FEWEST or not all(_is(cell, "th") for cell in cells):
            continue
        if table.number in found:
            twice.add(table.number)
        found[table.number] = [_fixed_text(cell) for cell in cells]
    return {number: texts for number, texts in found.items() if number not in twice and any(texts)}


def column_header(headers: Headers, path: Sequence[PatternTree]) -> str:
    """The header cell above a value, by the path to it; nothing if its row has more or fewer cells."""
    cell = next((at for at in range(len(path) - 1, -1, -1) if _is(path[at], "td") or _is(path[at], "th")), None)
    row = next((one for one in reversed(path[:cell]) if _is(one, "tr")), None) if cell is not None else None
    table = next((one for one in reversed(path[:cell]) if _is(one, "table")), None)
    if row is None or table is None or table.number not in headers:
        return ""
    texts, cells = headers[table.number], list(_cells(row))
    at = next((at for at, one in enumerate(cells) if one is path[cell or 0]), len(cells))
    return texts[at] if len(texts) == len(cells) and at < len(texts) else ""


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
