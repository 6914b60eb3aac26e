"""JSON that is read and written by the hundred thousand: the lines of records, the rows of tables, notes.

The one place that knows the quick codec. What it cannot do, lone surrogates above all, which broken pages bring, goes
the slow way, so that all that was ever written can be read.
"""

from __future__ import annotations

import json
from typing import Any

import orjson


def read_json(text: str | bytes) -> Any:  # noqa: ANN401 - what JSON holds
    """The value of a text; ValueError if it is none. A whole number beyond 64 bits comes as a float.

    >>> read_json('{"a": [1, 2.5, null]}'), read_json(compact_json(chr(0xD800))) == chr(0xD800)
    ({'a': [1, 2.5, None]}, True)
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return json.loads(text)


def compact_json(value: object) -> bytes:
    """A JSON value on one line, in UTF-8, without blanks; lone surrogates, which have no UTF-8, are escaped.

    >>> compact_json({"a": [1, "é"]}).decode(), compact_json({1: 2**70})
    ('{"a":[1,"é"]}', b'{"1":1180591620717411303424}')
    """
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value, separators=(",", ":")).encode("ascii")
