"""What is read from a database, checked where it is read: a database may be damaged, or made by somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import UnionType
from typing import Any

from intaglio.blobs import ANEW
from intaglio.errors import StoreError

Shape = type | UnionType | list["Shape"] | dict[Any, "Shape"]
"""What a JSON value is to be: of a type, a list of a shape each, an object with at least these names; by the name
`str`, an object whose values all have a shape.
"""
NUMBER = int | float
WORDS: Shape = [str]


def checked(value: Any, shape: Shape, what: str) -> Any:  # noqa: ANN401 - what JSON holds
    """The value, of this shape; StoreError if it is none that we wrote."""
    if isinstance(shape, list):
        part = shape[0]
        for one in _of_type(value, list, what):
            if not isinstance(part, type) or not isinstance(one, part):
                checked(one, part, what)
    elif isinstance(shape, dict):
        content = _of_type(value, dict, what)
        for name, part in shape.items():
            if name is str:
                for one in content.values():
                    checked(one, part, what)
            elif name in content:
                checked(content[name], part, f"{what}, {name}")
            else:
                raise _damaged(f"{what} lacks {name!r}")
    else:
        _of_type(value, shape, what)
    return value


@contextmanager
def decoding(what: str) -> Iterator[None]:
    """Around what makes something of what a database holds: whatever else that raises is a StoreError, too."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise _damaged(f"{what}: {' '.join(str(error).split())[:100]}") from error


def _of_type(value: Any, type_: type | UnionType, what: str) -> Any:  # noqa: ANN401 - what JSON holds
    if not isinstance(value, type_):
        raise _damaged(f"{what} is {type(value).__name__}")
    return value


def _damaged(said: str) -> StoreError:
    return StoreError(f"the collection is damaged: {said}; {ANEW}")
