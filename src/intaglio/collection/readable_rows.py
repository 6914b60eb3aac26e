"""Templates and wrappers of stored rows; those that this release cannot read are passed over with a warning."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence

from intaglio.articles import Lesson
from intaglio.articles.memory.lesson import loads
from intaglio.errors import CodecError
from intaglio.store import TemplateRow, WrapperRow
from intaglio.templates import Template, template_codec
from intaglio.templates.statistics import Traits
from intaglio.wrapper import Wrapper, WrapperOptions, wrapper_codec

log = logging.getLogger(__name__)


def readable_wrapper(row: WrapperRow, options: WrapperOptions = WrapperOptions()) -> Wrapper | None:
    """The wrapper of a row; None if this release cannot read it, as one that is learned anew by the next run."""
    try:
        return wrapper_codec.loads(row.blob, options)
    except CodecError as error:
        log.warning("the wrapper of template %s cannot be read: %s", row.template, error)
        return None


def wrapper_is_readable(row: WrapperRow) -> bool:
    """Whether this release can read a wrapper, as far as that is seen without reading all of it."""
    try:
        wrapper_codec.check(row.blob)
    except CodecError as error:
        log.warning("the wrapper of template %s cannot be read: %s", row.template, error)
        return False
    return True


def readable_templates(rows: Iterable[TemplateRow]) -> Iterator[Template]:
    """Those of some stored templates that can be read, one at a time: they take twenty times the space of their blobs.

    One that cannot be read is not to cost a site the others.
    """
    for row in rows:
        try:
            yield template_codec.loads(row.blob)
        except CodecError as error:
            log.warning("template %s of %s is passed over: %s", row.id, row.site, error)


def readable_outline(row: TemplateRow) -> Traits | None:
    """How many pages of a stored template had each path; None if this release cannot read it."""
    try:
        return template_codec.outline_of(row.blob)
    except CodecError as error:
        log.warning("template %s of %s is passed over: %s", row.id, row.site, error)
        return None


def readable_lessons(blobs: Sequence[bytes]) -> Iterator[Lesson]:
    """Those of a template's article lessons that come before one that cannot be read."""
    for blob in blobs:
        try:
            yield loads(blob)
        except CodecError as error:
            log.info("an article lesson is passed over: %s", error)
            return
