"""Rows of tables made ready to be sorted, filtered and paged: a file of SQLite beside the collection, derived from it.

It is brought in step when a table is looked at: new records are put in; where columns or templates have changed, the
table is made anew. What a screen costs then does not grow with the table.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from intaglio.collection.page_lines import record_of
from intaglio.store import RecordRow, Transaction
from intaglio.tables import Column, Table, TemplateKey
from intaglio.tables.table import fields_of
from intaglio.web.row_grams import GramOptions, Near, drop_grams, rows_near

Found = TypeVar("Found")

FILE = "inspector.db"
FORMAT = 2
"""Grows when files written before can no longer be used; they are made anew."""
COLUMNS = 60
"""Columns of a table that are kept, the main ones first."""
LONGEST = 300
"""Characters of a cell."""
SHAPES = 2000
"""Shapes of values that are counted, a column."""
USUAL = 0.8
"""Share of rows with a value from which on a cell without one is odd."""
RARE = 0.02
"""Share of values below which a shape is odd, if another is that of half of them."""
TELLING = 60
"""Characters up to which the shape of a value tells anything."""
COUNTED = 200
"""Rows that are counted behind a filter; beyond, there are just more."""
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_ID = re.compile(r"[0-9a-zA-Z]+")


@dataclass(frozen=True, slots=True)
class Wish:
    """Which rows are wanted, in which order."""

    sort: int | None = None
    """Number of a column; None: the oddest first."""
    descending: bool = False
    natural: bool = False
    """In the order in which pages were read, whatever `sort` says."""
    filters: Mapping[int, str] = field(default_factory=dict)
    """Number of a column → what its cells have in them."""
    start: int = 0
    count: int = 50


@dataclass(frozen=True, slots=True)
class IndexedRow:
    """A row of a table, as far as it is shown."""

    capture: int
    template: str
    source: str
    url: str | None
    title: str
    odd: float
    reasons: Mapping[int, str]
    """Number of a column → what is odd about its cell; -1 for the whole row."""
    cells: Sequence[str | None]


class RowIndex:
    """The tables of a collection, made ready."""

    def __init__(self, folder: Path, grams: GramOptions = GramOptions()) -> None:
        """Use the file of a collection's folder; nothing is opened yet."""
        self._path = folder / FILE
        self._grams = grams
        self._lock = Lock()
        self._current: dict[str, tuple[Hashable, _Note]] = {}
        """The state of the collection that a table was last compared with, and its note."""

    def rows(self, tx: Transaction, table: Table, wish: Wish, state: Hashable) -> tuple[list[IndexedRow], int]:
        """The wanted rows, and how many there are behind the filters, COUNTED + 1 at most if there are any."""
        columns = kept_columns(table)

        def look(database: sqlite3.Connection) -> tuple[list[IndexedRow], int]:
            note = self._note(tx, database, table, columns, state)
            name, total = _name(table), sum(note.rows.values())
            wanted = {at: text for at, text in wish.filters.items() if 0 <= at < len(columns) and text}
            near = rows_near(database, name, total, wanted, self._grams)
            source, where, given = _passing(name, wanted, near.captures if near is not None and near.whole else None)
            query = f"SELECT * FROM {source} {where} ORDER BY {_order(wish, len(columns))} LIMIT ? OFFSET ?"  # noqa: S608
            found = database.execute(query, (*given, wish.count, wish.start)).fetchall()
            if where:  # what fits one screen has been counted by looking
                few = not wish.start and len(found) < wish.count
                total = len(found) if few else _counted(database, name, wanted, near)
            return [_indexed(row, len(columns)) for row in found], total

        return self._looked(look)

    def shapes(self, tx: Transaction, table: Table, state: Hashable) -> dict[str, list[tuple[str, int]]]:
        """The commonest shapes of each column's values, and how many have them."""
        columns = kept_columns(table)
        note = self._looked(lambda database: self._note(tx, database, table, columns, state))
        return {column.id: note.shapes[at].most_common(6) for at, column in enumerate(columns)}

    def _looked(self, look: Callable[[sqlite3.Connection], Found]) -> Found:
        """Look into the file; one that cannot be read is made anew, for it is derived."""
        with self._lock:
            try:
                with self._connected() as database:
                    return look(database)
            except sqlite3.DatabaseError:
                self._current.clear()
                for ending in ("", "-wal", "-shm"):
                    self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
                with self._connected() as database:
                    return look(database)

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=30)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = OFF")
            if database.execute("SELECT 1 FROM sqlite_master WHERE type = 'view'").fetchone():
                raise sqlite3.DatabaseError("not ours: it has views")
            database.execute("CREATE TABLE IF NOT EXISTS notes (kind TEXT PRIMARY KEY, content TEXT NOT NULL)")
            yield database

    def _note(
        self, tx: Transaction, database: sqlite3.Connection, table: Table, columns: Sequence[Column], state: Hashable
    ) -> _Note:
        """What is known of a table; compared with the records only if anything has changed since."""
        known = self._current.get(table.kind.id)
        if known is not None and known[0] == state and known[1].ground == _ground(table, columns):
            return known[1]
        note = self._follow(tx, database, table, columns)
        self._current[table.kind.id] = (state, note)
        return note

    def _follow(self, tx: Transaction, database: sqlite3.Connection, table: Table, columns: Sequence[Column]) -> _Note:
        """Bring a table in step with the records."""
        sizes = {key: tx.lookups.records_of(*key) for key in table.kind.templates}
        note = _Note.load(database, table, columns)
        if note is None or note.counts(sizes) < 0:
            note = _Note.fresh(table, columns)
            _create(database, table, len(columns))
        if note.behind(sizes):
            for key in table.kind.templates:
                rows = tx.records.records(note.last.get(key.template, 0), key.template, key.site)
                _insert(database, table, columns, key, rows, note)
            if note.counts(sizes) != 0:  # a record moved elsewhere: begin again
                note = _Note.fresh(table, columns)
                _create(database, table, len(columns))
                for key in table.kind.templates:
                    _insert(database, table, columns, key, tx.records.records(0, key.template, key.site), note)
            _judge(database, table, len(columns), note)
            note.save(database, table)
            database.commit()
        return note


@dataclass(slots=True)
class _Note:
    """What a table was made from, and what its columns hold."""

    ground: list[Any]
    last: dict[str, int]
    """Highest sequence number taken in, by template."""
    rows: dict[str, int]
    filled: list[int]
    shapes: list[Counter[str]]

    @classmethod
    def fresh(cls, table: Table, columns: Sequence[Column]) -> _Note:
        return cls(_ground(table, columns), {}, {}, [0] * len(columns), [Counter() for _ in columns])

    @classmethod
    def load(cls, database: sqlite3.Connection, table: Table, columns: Sequence[Column]) -> _Note | None:
        found = database.execute("SELECT content FROM notes WHERE kind = ?", (table.kind.id,)).fetchone()
        content = json.loads(found[0]) if found else {}
        if content.get("ground") != _ground(table, columns):
            return None
        shapes = [Counter(one) for one in content["shapes"]]
        return cls(content["ground"], content["last"], content["rows"], content["filled"], shapes)

    def save(self, database: sqlite3.Connection, table: Table) -> None:
        content = json.dumps({
            "ground": self.ground, "last": self.last, "rows": self.rows, "filled": self.filled, "shapes": self.shapes,
        })  # fmt: skip
        database.execute("REPLACE INTO notes VALUES (?, ?)", (table.kind.id, content))

    def behind(self, sizes: Mapping[TemplateKey, tuple[int, int]]) -> bool:
        return any(self.last.get(key.template, 0) != last for key, (_, last) in sizes.items())

    def counts(self, sizes: Mapping[TemplateKey, tuple[int, int]]) -> int:
        """How many rows are missing; below 0, there are too many."""
        return sum(count for count, _ in sizes.values()) - sum(self.rows.values())


def kept_columns(table: Table) -> Sequence[Column]:
    """The columns that rows are kept with."""
    return table.kept[:COLUMNS]


def _ground(table: Table, columns: Sequence[Column]) -> list[Any]:
    """What a table depends on besides its records; names may change."""
    return [
        FORMAT,
        [list(key) for key in table.kind.templates],
        [_whence(column, table.kind.templates) for column in columns],
    ]


def _whence(column: Column, templates: Sequence[TemplateKey]) -> list[Any]:
    """What the values of a column depend on."""
    return [column.id, column.type, [column.whence(key) for key in templates]]


def _name(table: Table) -> str:
    if not _ID.fullmatch(table.kind.id):
        raise ValueError(table.kind.id)
    return f"rows_{table.kind.id}"


def _create(database: sqlite3.Connection, table: Table, columns: int) -> None:
    name = _name(table)
    cells = "".join(f", c{at} TEXT, s{at}" for at in range(columns))
    drop_grams(database, name)
    database.execute(f'DROP TABLE IF EXISTS "{name}"')
    database.execute(
        f'CREATE TABLE "{name}" (capture INTEGER PRIMARY KEY, template TEXT, source TEXT, url TEXT, title TEXT, '
        f"misfits INTEGER, odd REAL, reasons TEXT{cells})"
    )
    database.execute(f'CREATE INDEX "odd_{table.kind.id}" ON "{name}" (odd DESC, capture)')
    for at in range(min(columns, 24)):
        database.execute(f'CREATE INDEX "s{at}_{table.kind.id}" ON "{name}" (s{at}, capture)')


def _insert(
    database: sqlite3.Connection,
    table: Table,
    columns: Sequence[Column],
    key: TemplateKey,
    rows: Iterable[RecordRow],
    note: _Note,
) -> None:
    name, marks = _name(table), ", ".join("?" * (8 + 2 * len(columns)))
    for row in rows:
        line = record_of(row.line)
        known = database.execute(f'DELETE FROM "{name}" WHERE capture = ?', (row.capture,)).rowcount  # noqa: S608
        cells: list[Any] = []
        fields = fields_of(line)
        for at, column in enumerate(columns):
            value = column.value(fields, key)
            text = shown(value)
            cells += [text, _sort_key(value, text)]
            if text and not known:
                note.filled[at] += 1
                if len(note.shapes[at]) < SHAPES:
                    note.shapes[at][shape(text)] += 1
        title = " ".join((line["title"] or "").split())[:LONGEST]
        about = (row.capture, row.template, line["source"], line["url"], title, len(line["misfits"]), 0.0, "{}")
        clean = [_clean(value) for value in (*about, *cells)]
        database.execute(f'INSERT INTO "{name}" VALUES ({marks})', clean)  # noqa: S608 - names are ours
        note.last[key.template] = row.sequence
        note.rows[key.template] = note.rows.get(key.template, 0) + (not known)


def _clean(value: object) -> object:
    """A value as SQLite takes it: lone surrogates have no UTF-8."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _judge(database: sqlite3.Connection, table: Table, columns: int, note: _Note) -> None:
    """Say of every row how odd it is, and why."""
    name, total = _name(table), max(1, sum(note.rows.values()))
    cells = "".join(f", c{at}" for at in range(columns))
    main = [at for at, column in enumerate(kept_columns(table)) if column.main]
    rows = database.execute(f'SELECT capture, misfits{cells} FROM "{name}"')  # noqa: S608 - names are ours
    changed = []
    for capture, misfits, *texts in rows:
        odd, reasons = 0.0, {}
        for at in main:
            doubt, why = _doubt(texts[at], note.filled[at] / total, note.shapes[at], note.filled[at])
            if doubt:
                odd += doubt
                reasons[at] = why
        if misfits:
            odd += min(1.0, misfits / 10)
            reasons[-1] = f"{misfits} parts fit nowhere" if misfits > 1 else "a part fits nowhere"
        if odd:
            changed.append((round(odd, 3), json.dumps(reasons), capture))
    database.execute(f"UPDATE \"{name}\" SET odd = 0, reasons = '{{}}' WHERE odd > 0")  # noqa: S608 - names are ours
    database.executemany(f'UPDATE "{name}" SET odd = ?, reasons = ? WHERE capture = ?', changed)  # noqa: S608


def _doubt(text: str | None, fill: float, shapes: Counter[str], filled: int) -> tuple[float, str]:
    if not text:
        return (fill, f"empty; {100 * fill:.0f} % of the rows have a value") if fill >= USUAL else (0.0, "")
    if len(text) > TELLING:
        return 0.0, ""
    own = shapes[shape(text)] / max(1, filled)
    usual, most = shapes.most_common(1)[0] if shapes else ("", 0)
    if own < RARE and most >= 0.5 * filled:
        return 1 - own, f"unlike most, which look like “{usual}”"
    return 0.0, ""


def shape(text: str) -> str:
    """What a value looks like: words as Aa, numbers as 9, repeated ones once.

    >>> [shape("Blue lamp"), shape("$ 51.77"), shape("12 May 2026")]
    ['Aa', '$ 9', '9 Aa 9']
    """
    words = _DIGITS.sub("9", _WORD.sub("Aa", text[:80])).replace("9.9", "9").replace("9,9", "9")
    parts: list[str] = []
    for part in words.split():
        if not parts or parts[-1] != part:
            parts.append(part)
    return " ".join(parts)[:40]


def shown(value: object) -> str | None:
    """A cell as people read it."""
    if value is None:
        return None
    if isinstance(value, dict) and value.keys() == {"amount", "currency"}:
        return " ".join(str(part) for part in (value["currency"], f"{value['amount']:,.2f}") if part)
    if isinstance(value, dict):
        return " ".join(text for one in value.values() if (text := shown(one)))[:LONGEST] or None
    if isinstance(value, list):
        return " · ".join(text for one in value[:12] if (text := shown(one)))[:LONGEST] or None
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = " ".join(str(value).split())
    return (text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…") or None


def _sort_key(value: object, text: str | None) -> object:
    """Numbers sort before texts, as SQLite has it; empty cells first."""
    if isinstance(value, dict):
        value = value.get("amount")
    if isinstance(value, int | float):
        return value
    return text.casefold()[:80] if text else None


def _passing(name: str, filters: Mapping[int, str], near: Collection[int] | None) -> tuple[str, str, list[str]]:
    """Where rows are taken from, what they must have, and the values for that; `near` are those that can have it."""
    if not filters:
        return f'"{name}"', "", []
    given = [f"%{_escaped(text)}%" for text in filters.values()]
    where = "WHERE " + " AND ".join(f"c{at} LIKE ? ESCAPE '!'" for at in filters)
    if near is None:
        return f'"{name}"', where, given
    among = " AND capture IN (SELECT value FROM json_each(?))"
    return f'"{name}" NOT INDEXED', where + among, [*given, json.dumps(sorted(near))]


def _escaped(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _order(wish: Wish, columns: int) -> str:
    if wish.natural:
        return "capture"
    if wish.sort is None or not 0 <= wish.sort < columns:
        return "odd DESC, capture"
    return f"s{wish.sort} {'DESC' if wish.descending else 'ASC'}, capture"


def _counted(database: sqlite3.Connection, name: str, filters: Mapping[int, str], near: Near | None) -> int:
    """How many rows pass, COUNTED + 1 at most; if enough of those do that an index gave, others are not looked at."""
    if near is not None:
        count = _count(database, *_passing(name, filters, near.captures))
        if near.whole or count > COUNTED:
            return count
    return _count(database, *_passing(name, filters, None))


def _count(database: sqlite3.Connection, source: str, where: str, given: Sequence[str]) -> int:
    bound = f"SELECT 1 FROM {source} {where} LIMIT {COUNTED + 1}"  # noqa: S608 - names are ours
    return int(database.execute(f"SELECT count(*) FROM ({bound})", given).fetchone()[0])  # noqa: S608


def _indexed(row: Sequence[Any], columns: int) -> IndexedRow:
    capture, template, source, url, title, _, odd, reasons, *cells = row
    told = {int(at): why for at, why in json.loads(reasons).items()}
    return IndexedRow(capture, template, source, url, title, odd, told, [cells[2 * at] for at in range(columns)])
