"""The parts of records → a wide table a kind: the columns of the kind's rows, with the types their values have."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from intaglio.collection.tables.table_rows import unique
from intaglio.errors import MissingExtra, NothingFound
from intaglio.shards.destination import JOB, Destination
from intaglio.shards.remote_file import filesystem, is_local
from intaglio.tables.kinds.kind_names import file_name

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
FIXED = ("url", "source", "site", "template")


def is_destination(url: str) -> bool:
    """Whether a place is what `intaglio apply` writes."""
    return Destination(url).get(JOB) is not None


def write_wide_tables(url: str, target: Path, wanted: str | None = None) -> dict[str, int]:
    """Write a Parquet file for each kind, or for one; give their rows by file name."""
    try:
        import duckdb
    except ImportError as error:
        raise MissingExtra("apply", "writing wide tables") from error
    parts = list(Destination(url).parts("records"))
    if not parts:
        raise NothingFound(f"{url} has no records")
    target.mkdir(parents=True, exist_ok=True)
    fs, _ = filesystem(url)
    with duckdb.connect() as connection:
        if not is_local(fs):
            connection.register_filesystem(fs)
        connection.execute("CREATE VIEW records AS SELECT * FROM read_parquet(?)".replace("?", _listed(parts)))
        found = connection.execute("SELECT DISTINCT kind FROM records WHERE kind IS NOT NULL ORDER BY kind").fetchall()
        kinds = [kind for (kind,) in found if wanted in (None, kind)]
        if not kinds:
            raise NothingFound(f"{url} has no kind {wanted}: there are {', '.join(kind for (kind,) in found)}")
        written: dict[str, int] = {}
        for kind in kinds:
            name = _unused(file_name(kind) or "kind", written)
            written[name] = _write(connection, kind, target / name)
    return written


def _write(connection: Any, kind: str, file: Path) -> int:  # noqa: ANN401 - DuckDB's connection
    """Write one kind: first what its rows are made of, then the rows."""
    query = 'SELECT json_group_structure("row"::JSON) FROM records WHERE kind = $kind'
    (structure,) = connection.execute(query, {"kind": kind}).fetchall()[0]
    found = json.loads(structure) if structure else {}
    columns = found if isinstance(found, dict) else {}
    plain = [_plain(name) for name in columns]
    taken = {name.casefold() for name in plain}
    called = unique([*plain, *(f"page_{name}" if name in taken else name for name in FIXED)], ())
    cells = [*(_cell(name, one) for name, one in columns.items()), *(f'"{name}"' for name in FIXED)]
    chosen = [f"{cell} AS {_named(name)}" for cell, name in zip(cells, called, strict=True)]
    chosen = [*chosen[-len(FIXED) :], *chosen[: -len(FIXED)]]
    new = file.with_name(f".{file.name}.new")
    rows = f"SELECT {', '.join(chosen)} FROM records WHERE kind = {_quoted(kind)} ORDER BY source"  # noqa: S608 - quoted
    connection.execute(f"COPY ({rows}) TO {_quoted(str(new))} (FORMAT parquet, COMPRESSION zstd)")
    new.replace(file)
    count = "SELECT count(*) FROM records WHERE kind = $kind"
    return int(connection.execute(count, {"kind": kind}).fetchall()[0][0])


def _cell(name: str, structure: Any) -> str:  # noqa: ANN401 - JSON
    """The value of a column as SQL, by a pointer into the row: names of columns may be anything."""
    pointer = "/" + name.replace("~", "~0").replace("/", "~1")
    return f'from_json(json_extract("row"::JSON, {_quoted(pointer)}), {_quoted(json.dumps(_told(structure)))})'


def _told(structure: Any) -> Any:  # noqa: ANN401 - JSON
    """A structure as DuckDB takes it: what never has a value, or two names that it takes for one, is a text."""
    if isinstance(structure, dict):
        if len({_plain(name).casefold() for name in structure}) < len(structure):
            return "VARCHAR"
        return {name: _told(one) for name, one in structure.items()}
    if isinstance(structure, list):
        return [_told(one) for one in structure]
    return "VARCHAR" if structure in ("NULL", "JSON") else structure


def _plain(name: str) -> str:
    """A name of a column without control characters, which end a query."""
    return _CONTROL.sub(" ", name).strip() or "_"


def _named(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _unused(name: str, taken: dict[str, int]) -> str:
    number, made = 2, f"{name}.parquet"
    while made in taken:
        made, number = f"{name}-{number}.parquet", number + 1
    return made


def _listed(parts: list[str]) -> str:
    return f"[{', '.join(map(_quoted, parts))}]"


def _quoted(text: str) -> str:
    return "'" + re.sub("'", "''", text) + "'"
