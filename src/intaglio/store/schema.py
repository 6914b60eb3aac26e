"""The tables as SQLAlchemy Core sees them; the SQL that makes them is in `migrations`, and a test holds both equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy
from sqlalchemy import Boolean, Column, Dialect, MetaData, Table
from sqlalchemy.types import TypeEngine

from intaglio.shapes import checked

metadata = MetaData()


class _Checked(TypeEngine[Any]):
    """Cells that are checked when they are read: those of SQLite may hold anything, whatever their column says."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:  # noqa: ARG002
        """What makes a value of a cell."""
        wanted = self.python_type

        def read(value: Any) -> Any:  # noqa: ANN401 - what a cell holds
            return value if value is None or type(value) is wanted else checked(value, wanted, "a cell of the database")

        return read if dialect.name == "sqlite" else None


class Text(_Checked, sqlalchemy.Text):
    """A text."""


class LargeBinary(_Checked, sqlalchemy.LargeBinary):
    """Bytes."""


class BigInteger(_Checked, sqlalchemy.BigInteger):
    """A number that may be large."""


class Integer(_Checked, sqlalchemy.Integer):
    """A number."""


schema_version = Table("schema_version", metadata, Column("version", Integer, nullable=False))

notes = Table(
    "notes", metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip

sites = Table(
    "sites", metadata,
    Column("site", Text, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("shared", LargeBinary),  # of older releases; nobody reads it
)  # fmt: skip

templates = Table(
    "templates", metadata,
    Column("site", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("founded", BigInteger, nullable=False),  # grows in the order of founding
    Column("changed", BigInteger, nullable=False),  # the site's revision when it last changed
    Column("example", Text),  # of older releases; nobody reads it
    Column("blob", LargeBinary, nullable=False),
)  # fmt: skip

aliases = Table(
    "aliases", metadata,
    Column("site", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("template", Text, nullable=False),
    Column("merged", BigInteger, nullable=False),  # the site's revision when it was merged away
)  # fmt: skip

samples = Table(  # lessons: what pages taught; older releases kept pages here, and the names stay for their stores
    "samples", metadata,
    Column("site", Text, primary_key=True),
    Column("template", Text, primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("page", LargeBinary, nullable=False),
)  # fmt: skip

origins = Table(
    "origins", metadata,
    Column("id", BigInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("location", Text, nullable=False),
)  # fmt: skip

captures = Table(
    "captures", metadata,
    Column("id", BigInteger, primary_key=True),
    Column("origin", BigInteger, nullable=False),
    Column("source", Text, nullable=False),
    Column("site", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("offset", BigInteger),
    Column("length", BigInteger),
    Column("url", Text),
    Column("content_type", Text),
    Column("time", Text),
    Column("http_status", Integer),
    Column("digest", LargeBinary),
    Column("pending", Boolean, nullable=False),
)  # fmt: skip

pages = Table(
    "pages", metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("capture", BigInteger, nullable=False),
    Column("site", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("url", Text),
    Column("template", Text),
    Column("template_version", BigInteger, nullable=False),
    Column("hit", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("ms", Text, nullable=False),
    Column("line", LargeBinary, nullable=False),
)  # fmt: skip

extras = Table(
    "extras", metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("stage", Text, nullable=False),
    Column("capture", BigInteger, nullable=False),
    Column("line", LargeBinary, nullable=False),
)  # fmt: skip

errors = Table(
    "errors", metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("origin", BigInteger, nullable=False),
    Column("capture", BigInteger),
    Column("source", Text, nullable=False),
    Column("url", Text),
    Column("stage", Text, nullable=False),
    Column("reason", Text, nullable=False),
)  # fmt: skip

frontier = Table(
    "frontier", metadata,
    Column("id", BigInteger, primary_key=True),
    Column("url", Text, nullable=False),
    Column("site", Text, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("barren", Integer, nullable=False),
)  # fmt: skip

wrappers = Table(
    "wrappers", metadata,
    Column("site", Text, primary_key=True),
    Column("template", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True),
    Column("pages", Integer, nullable=False),  # how many it was learned from
    Column("blob", LargeBinary, nullable=False),
    Column("steady", LargeBinary, nullable=False),  # texts that recur on those pages
)  # fmt: skip

wrapped = Table(  # the compact pages that a template's newest wrapper was learned from
    "wrapped", metadata,
    Column("site", Text, primary_key=True),
    Column("template", Text, primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("page", LargeBinary, nullable=False),
)  # fmt: skip

records = Table(
    "records", metadata,
    Column("sequence", BigInteger, primary_key=True),
    Column("capture", BigInteger, nullable=False),
    Column("site", Text, nullable=False),
    Column("template", Text, nullable=False),
    Column("version", BigInteger, nullable=False),  # of the wrapper
    Column("line", LargeBinary, nullable=False),
    Column("texts", LargeBinary, nullable=False),
)  # fmt: skip

runs = Table(  # what the collection was like at the end of each run that changed it
    "runs", metadata,
    Column("id", BigInteger, primary_key=True),
    Column("started", Text, nullable=False),
    Column("ended", Text, nullable=False),
    Column("content", Text, nullable=False),  # as JSON
)  # fmt: skip

corrections = Table(  # what people said, in order; nothing is changed or taken out
    "corrections", metadata,
    Column("id", BigInteger, primary_key=True),
    Column("who", Text, nullable=False),
    Column("time", Text),  # not known of what older releases kept
    Column("what", Text, nullable=False),
    Column("target", Text, nullable=False),  # this and the next two as JSON
    Column("value", Text, nullable=False),
    Column("examples", Text, nullable=False),
)  # fmt: skip
