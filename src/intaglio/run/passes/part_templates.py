"""Parts kinds whose pages say that they are of several: templates are noted what they say, and mixed ones are parted.

The areas of a template stay as they are, and are carried over by all its parts alike; what tells pages apart is learned
anew by each.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import islice

from intaglio.collection.collection import Collection
from intaglio.collection.export.jsonl import STALE, sync_stale
from intaglio.collection.page_cache import PageCache
from intaglio.collection.tables.kind_evidence import headings_of, keep_headings
from intaglio.errors import CodecError, WriteConflict
from intaglio.page import Page
from intaglio.store import CaptureRow, PageRow, Transaction
from intaglio.tables.kinds.place_table import PlaceTable
from intaglio.tables.kinds.placed_pages import AT_ONCE, PlacedPage, placed_pages, with_folder
from intaglio.tables.kinds.told_apart import ApartOptions, Sign, may_be_told_apart, parts_of, told_apart
from intaglio.templates import PathTable, template_codec
from intaglio.templates.statistics import TraitOptions, Traits
from intaglio.wrapper.boilerplate import spread

log = logging.getLogger(__name__)

Samples = Mapping[str, Sequence[PlacedPage]]
"""Some pages of each template of a site."""


@dataclass(frozen=True, slots=True)
class TemplateParter:
    """Parts templates of a site."""

    collection: Collection
    site: str
    cache: PageCache
    options: ApartOptions = ApartOptions()
    _table: PathTable = field(default_factory=PathTable)
    _places: PlaceTable = field(default_factory=PlaceTable)

    def part(self, kinds: Sequence[Sequence[str]], samples: Samples) -> bool:
        """Part the templates of kinds whose pages are told apart; say whether anything has changed."""
        changed = False
        for kind in kinds:
            if may_be_told_apart([page for name in kind for page in samples[name]], self.options):
                looked = self._looked(kind)
                others = [some for name, some in samples.items() if name not in kind]
                signs = told_apart(list(looked.values()), others, self.options)
                for name in kind if signs else ():
                    changed |= self._part(name, signs, looked)
        return changed

    def _looked(self, kind: Sequence[str]) -> dict[int, PlacedPage]:
        """The pages of a kind by which it is decided."""
        with self.collection.store.reading() as tx:
            captures = [number for name in kind for number in tx.pages.captures(self.site, name)]
        return self._placed([captures[at] for at in spread(len(captures), self.options.looked)])

    def _placed(self, captures: Sequence[int]) -> dict[int, PlacedPage]:
        """Those of some captures that can be read."""
        read, found = self._pages(captures), dict[int, PlacedPage]()
        while some := list(islice(read, AT_ONCE)):
            placed = placed_pages([page for _, page in some], self._places)
            for (row, _), one in zip(some, placed, strict=True):
                found[row.id] = with_folder(one, row.url or row.source)
        return found

    def _pages(self, captures: Sequence[int]) -> Iterator[tuple[CaptureRow, Page]]:
        """Those of some captures that can be read."""
        with self.collection.store.reading() as tx:
            rows = tx.captures.some(captures)
        for row in rows:
            page = self.cache.page(row)
            if page is not None:
                yield row, page

    def _part(self, template: str, signs: Sequence[Sign], looked: Mapping[int, PlacedPage]) -> bool:
        """Note what the pages of a template say, and part it if they say different things."""
        with self.collection.store.reading() as tx:
            captures = tx.pages.captures(self.site, template)
            known = headings_of(tx, self.site)
        seen = {**looked, **self._placed([number for number in captures if number not in looked])}
        placed = {number: seen[number] for number in captures if number in seen}
        parts = dict(zip(placed, parts_of(list(placed.values()), signs, self.options), strict=True))
        counts = Counter(parts.values())
        largest = max(counts, key=lambda part: (counts[part], -part), default=0)
        ids = {part: template if part == largest else self._id(template, signs[part].name) for part in counts}
        said = {id_: signs[part].name if part else "" for part, id_ in ids.items()}
        new = {id_: text for id_, text in said.items() if known.get(id_, "") != text}
        if len(ids) > 1:
            return self._write(template, new, {number: ids[part] for number, part in parts.items()})
        if new:
            with self.collection.store.writing() as tx:
                keep_headings(tx, self.site, new)
        return bool(new)

    def _id(self, template: str, text: str) -> str:
        named = f"{self.site}\0{template}\0{text}".encode("utf-8", "surrogatepass")
        return blake2b(named, digest_size=6).hexdigest()

    def _traits(self, parts: Mapping[int, str]) -> dict[str, Traits]:
        """What the parts of a template learn of their pages."""
        most = TraitOptions().pages
        found = {id_: Traits() for id_ in parts.values()}
        for row, page in self._pages(list(parts)):
            if found[parts[row.id]].pages < most:
                found[parts[row.id]].learn(self._table.read(page))
        for one in found.values():
            one.prune()
        return found

    def _write(self, template: str, said: Mapping[str, str], parts: Mapping[int, str]) -> bool:
        """Write the parts, and move pages to theirs, in one go; False if another run is at the templates."""
        with self.collection.store.reading() as tx:
            known = tx.templates.load(self.site)
        row = next(one for one in known.rows if one.id == template)
        try:
            whole = template_codec.loads(row.blob)
            made = [replace(whole, id=id_, traits=one) for id_, one in self._traits(parts).items()]
            rows = [replace(row, id=one.id, blob=template_codec.dumps(one)) for one in made]
            with self.collection.store.writing() as tx:
                tx.templates.save(self.site, rows, seen=known.revision)
                self._move(tx, template, parts)
                keep_headings(tx, self.site, said)
                tx.notes.put(STALE, value=True)
        except (CodecError, WriteConflict) as error:
            log.info("template %s is not parted: %s", template, error)
            return False
        sync_stale(self.collection.folder, self.collection.store)
        return True

    def _move(self, tx: Transaction, template: str, parts: Mapping[int, str]) -> None:
        """Give pages to the parts, and what the template has learned of articles."""
        new = sorted({*parts.values()} - {template})
        lessons = tx.templates.lessons(self.site).get(template, [])
        tx.templates.put_lessons(self.site, [(id_, at, one) for id_ in new for at, one in enumerate(lessons)])
        rows = [row for row in tx.pages.pages(site=self.site, template=template) if parts.get(row.capture) in new]
        extras: dict[int, dict[str, str]] = {row.sequence: {} for row in rows}
        for stage in tx.pages.stages():
            for sequence, line in tx.pages.extras(stage, site=self.site, template=template):
                if sequence in extras:
                    extras[sequence][stage] = line
        tx.pages.replace([_moved(row, parts[row.capture], extras[row.sequence]) for row in rows])


def _moved(row: PageRow, template: str, extras: Mapping[str, str]) -> PageRow:
    """A page with another template, in its lines, too: within texts quotes are escaped, so that none is replaced."""
    old = re.compile(rf'"template":( ?)"{re.escape(row.template or "")}"')  # lines of older releases have blanks
    new = rf'"template":\1"{template}"'
    lines = {stage: old.sub(new, line, 1) for stage, line in extras.items()}
    return replace(row, template=template, line=old.sub(new, row.line, 1), extras=lines)
