"""What is known of a site in parts, as readers of pages get it."""

from __future__ import annotations

from typing import NamedTuple

from intaglio.collection.records.field_names import Names
from intaglio.wrapper import Wrapper


class KnownWrapper(NamedTuple):
    """The newest wrapper of a template, and the names that people gave to its fields."""

    wrapper: Wrapper
    names: Names
    version: int
