"""Records of new pages by what a collection knows: nothing is learned, nothing rendered, nothing written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from intaglio.capture import Capture
from intaglio.collection.collection import Collection
from intaglio.collection.lookup.readable_rows import readable_wrapper
from intaglio.collection.lookup.template_lookup import TemplateLookup, open_templates
from intaglio.collection.records.field_names import Names, load_names, renamed_line
from intaglio.collection.records.record_lines import page_of, record_content
from intaglio.wrapper import Wrapper, extract


@dataclass(slots=True)
class Extractor:
    """The templates and wrappers of a collection; wrappers are loaded when first needed."""

    collection: Collection
    known: TemplateLookup
    wrappers: dict[tuple[str, str], tuple[Wrapper, Names] | None] = field(default_factory=dict)

    def extract(self, captures: Iterable[Capture]) -> Iterator[dict[str, object]]:
        """The content of a record's line for each page; its template is None where it matches none."""
        for capture in captures:
            page = page_of(capture)
            found = self.known.match(page)
            known = self._wrapper(*found) if found else None
            template = found[1] if found else None
            record = extract(known[0], page) if known else None
            content = record_content(capture.source, capture.url, template, page.title, record)
            yield renamed_line(content, known[1]) if known else content

    def _wrapper(self, site: str, template: str) -> tuple[Wrapper, Names] | None:
        key = site, template
        if key not in self.wrappers:
            with self.collection.store.reading() as tx:
                row, names = tx.records.wrapper(site, template), load_names(tx, template)
            wrapper = readable_wrapper(row) if row is not None else None
            self.wrappers[key] = (wrapper, names) if wrapper is not None else None
        return self.wrappers[key]


def open_extractor(collection: Collection) -> Extractor:
    """What a collection knows, made ready."""
    return Extractor(collection, open_templates(collection))
