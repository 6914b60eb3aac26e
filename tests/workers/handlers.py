"""Handlers for workers to be tested with; in a module, so that worker processes find them."""

import logging
import os
import time
from collections.abc import Mapping
from typing import Any

from intaglio.errors import MissingExtra
from intaglio.workers import Handler

log = logging.getLogger("intaglio.tests")


def open_odd_jobs() -> Handler:  # noqa: C901 - a list of odd jobs
    """A handler that does what a task says, and remembers what it was given to keep."""
    kept: dict[str, Any] = {}

    def do(task: tuple[Any, ...], shared: Mapping[str, Any]) -> Any:  # noqa: C901 - the same
        match task:
            case ("double", number):
                return 2 * number
            case ("keep", name, value):
                kept[name] = value
                return os.getpid()
            case ("kept", name):
                return kept.get(name)
            case ("pid",):
                return os.getpid()
            case ("environment", name):
                return os.environ.get(name)
            case ("shared", key):
                return id(shared[key]), shared[key]
            case ("sleep", seconds):
                time.sleep(seconds)
                return seconds
            case ("end",):
                os._exit(9)
            case ("missing",):
                raise MissingExtra("search", "looking")
            case ("divide", number):
                return 1 / number
            case ("log", text):
                log.warning("%s", text)
                return None
            case ("unpicklable",):
                return lambda: None
        raise AssertionError(task)

    return do
