"""Which template the pages of a new one had before: a redesign, whose fields keep their names by their values."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from intaglio.collection.readable_rows import wrapper_is_readable
from intaglio.collection.records.field_names import load_names
from intaglio.collection.records.record_lines import url_for_links
from intaglio.errors import CodecError
from intaglio.page import page_codec
from intaglio.run.passes.record_work import FormerTemplate
from intaglio.run.passes.record_worker import row_key
from intaglio.store import CaptureRow, Transaction, WrapperRow

log = logging.getLogger(__name__)

FEWEST = 2
"""Pages of a new template that were of another before, for that to be the former one; one if it has no more."""
LOOKED_AT = 32
"""Templates of a site that are looked through, at most."""


@dataclass(frozen=True, slots=True)
class KnownTemplate:
    """A template that was learned in an earlier run."""

    row: WrapperRow
    pages: dict[str, bytes]
    """The pages that were kept with it, by address."""


def known_templates(tx: Transaction, site: str) -> list[KnownTemplate]:
    """The templates of a site that have wrappers, those learned from most pages first."""
    rows = [tx.records.wrapper(site, row.id) for row in tx.templates.load(site).rows]
    readable = [row for row in rows if row is not None and wrapper_is_readable(row)]
    largest = sorted(readable, key=lambda row: -row.pages)[:LOOKED_AT]
    return [KnownTemplate(row, dict(_kept(tx, row))) for row in largest]


def _kept(tx: Transaction, row: WrapperRow) -> Iterator[tuple[str, bytes]]:
    for blob in tx.records.learned_from(row.site, row.template):
        try:
            url = page_codec.loads(blob).url
        except CodecError as error:
            log.info("a page kept with template %s is passed over: %s", row.template, error)
            continue
        if url:
            yield url, blob


def former_template(
    tx: Transaction, known: Sequence[KnownTemplate], captures: Sequence[CaptureRow]
) -> tuple[FormerTemplate, WrapperRow] | None:
    """The template that most of some captures had before; None if few had any."""
    urls = {capture.url or url_for_links(capture.source) for capture in captures}
    shared = [(len(urls & one.pages.keys()), one) for one in known]
    count, best = max(shared, key=lambda entry: entry[0], default=(0, None))
    if best is None or count < min(FEWEST, len(captures)) or not count:
        return None
    row = best.row
    pages = [blob for url, blob in best.pages.items() if url in urls]
    return FormerTemplate(row.template, row_key(row), pages, load_names(tx, row.template)), row
