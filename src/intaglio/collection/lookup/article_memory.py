"""What a collection's templates know about articles, lent to pages that are not its own: nothing is learned."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from intaglio.article import Lesson, Memory
from intaglio.article.memory.lesson import loads
from intaglio.collection.collection import Collection
from intaglio.collection.lookup.template_lookup import TemplateLookup, open_templates
from intaglio.errors import CodecError
from intaglio.page import Page
from intaglio.store import Transaction

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TemplateMemory:
    """The template of a page, and what it remembers of articles."""

    template: str
    memory: Memory | None


@dataclass(slots=True)
class MemoryLookup:
    """The templates of a collection with their memories, loaded when first needed."""

    known: TemplateLookup
    memories: dict[str, dict[str, Memory]] = field(default_factory=dict)

    def lend(self, page: Page) -> TemplateMemory | None:
        """What is known of a page's template; None if it has none."""
        found = self.known.match(page)
        if found is None:
            return None
        site, template = found
        if site not in self.memories:
            with self.known.collection.store.reading() as tx:
                self.memories[site] = {name: Memory.lent(known) for name, known in lessons_of(tx, site).items()}
        return TemplateMemory(template, self.memories[site].get(template))


def open_memories(collection: Collection) -> MemoryLookup:
    """What a collection knows, made ready."""
    return MemoryLookup(open_templates(collection))


def lessons_of(tx: Transaction, site: str) -> dict[str, list[Lesson]]:
    """What was learned about articles from the first pages of each template."""
    return {template: list(_readable(blobs)) for template, blobs in tx.templates.lessons(site).items()}


def _readable(blobs: Sequence[bytes]) -> Iterator[Lesson]:
    for blob in blobs:
        try:
            yield loads(blob)
        except CodecError as error:
            log.info("a lesson is passed over: %s", error)
            return
