"""SearchIndex: a tantivy index in a folder. One writer at a time; what is not committed is as if it had not been."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

from intaglio.errors import BadQuery, IndexBusy, IndexDamaged, IntaglioError, MissingExtra
from intaglio.index.entry import Found
from intaglio.index.known_names import DAYS, NUMBERS, KnownNames, load_names
from intaglio.index.prepared_entry import FACTS, PLACES, PreparedEntry
from intaglio.index.query_language import understood
from intaglio.index.words import analyzers, words_of

FORMAT = "4"
"""Grows when folders written before can no longer be used; they are made anew."""
MEMORY = 32 << 20
"""Bytes that a writer may use: with half of them, an index takes a quarter longer, as it has more parts to join."""
SHOWN = 200
"""Characters of a snippet."""
OWN = 8.0
"""What it counts that all words of a query stand in a row in a title."""
_DEFAULT = ["title", "whole", "text", "fields"]


class SearchIndex:
    """An index in a folder, made if there is none."""

    def __init__(self, folder: Path, *, anew: bool = False) -> None:
        """Open it; or make it anew, whatever is there."""
        try:
            import tantivy
        except ModuleNotFoundError as missing:
            raise MissingExtra("search", "searching a collection") from missing
        self._tantivy: Any = tantivy
        self._folder = folder
        mark = folder / "format"
        self.fresh = anew or not _is_current(mark)
        """Whether it was made just now, and so is empty."""
        if self.fresh:
            rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        try:
            self._index = self._open(writing=False)
        except ValueError as error:
            raise IndexDamaged(f"the index in {folder} cannot be opened ({error}): --reindex makes it anew") from error
        if self.fresh:
            mark.write_text(FORMAT, encoding="utf-8")

    def _open(self, *, writing: bool) -> Any:  # noqa: ANN401 - tantivy has no types
        """The folder, to be searched or written: what is written has its words parted already."""
        index = self._tantivy.Index(self._schema(), path=str(self._folder))
        for name, made in analyzers(writing=writing).items():
            index.register_tokenizer(name, made)
        return index

    def _schema(self) -> Any:  # noqa: ANN401 - tantivy has no types
        builder = self._tantivy.SchemaBuilder()
        for name in FACTS:
            builder.add_text_field(name, stored=True, tokenizer_name="raw")
        for name in (*PLACES, "title", "text"):
            builder.add_text_field(name, stored=False, tokenizer_name="words")
        builder.add_text_field("whole", stored=False, tokenizer_name="whole", index_option="basic")
        builder.add_json_field("fields", stored=False, tokenizer_name="words")
        for kind in (NUMBERS, DAYS):
            builder.add_json_field(kind, stored=False, fast=True)
        builder.add_bytes_field("shown", stored=True)
        return builder.build()

    @contextmanager
    def writing(self) -> Iterator[IndexWriter]:
        """Write into it; IndexBusy if somebody else does."""
        with self._named():
            writer = self._open(writing=True).writer(heap_size=MEMORY, num_threads=1)
            try:
                yield IndexWriter(self._tantivy, writer, self._folder)
            finally:
                writer.wait_merging_threads()
                self._index.reload()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Turn what tantivy raises into an error of ours that names the folder."""
        try:
            yield
        except ValueError as error:
            if "LockBusy" in str(error):
                raise IndexBusy("the index is being written by somebody else") from None
            raise IntaglioError(f"the index in {self._folder} cannot be written: {error}") from error

    @property
    def size(self) -> int:
        """How many pages it has."""
        return int(self._index.searcher().num_docs)

    @property
    def names(self) -> KnownNames:
        """The fields and templates that can be asked for."""
        return load_names(self._folder)

    def search(
        self, query: str, *, template: str | None = None, templates: Sequence[str] | None = None, limit: int = 10
    ) -> list[Found]:
        """The pages that have all words of a query, best first; of one template, or of some.

        `"a phrase"`, `name:value`, `price:>5`, `date:2024`, `-word`, `OR` and brackets mean what they do elsewhere.
        """
        tantivy, names = self._tantivy, self.names
        parsed, _ = self._index.parse_query_lenient(
            understood(query, names), _DEFAULT, {"title": 2.0}, conjunction_by_default=True
        )
        asked = [(tantivy.Occur.Must, parsed)]
        if (about := self._about(query)) is not None:
            asked.append((tantivy.Occur.Should, about))
        wanted = ([names.template(template)] if template is not None else None, templates)
        asked += [(tantivy.Occur.Must, self._of(some)) for some in wanted if some is not None]
        searcher = self._index.searcher()
        snippets = tantivy.SnippetGenerator.create(searcher, parsed, self._index.schema, "text")
        snippets.set_max_num_chars(SHOWN)
        try:
            hits = searcher.search(tantivy.Query.boolean_query(asked), limit).hits
        except ValueError as error:
            raise BadQuery(f"the query cannot be understood: {error}") from error
        try:
            return [self._found(score, searcher.doc(address), snippets) for score, address in hits]
        except (ValueError, LookupError, TypeError, OverflowError) as error:  # nothing that we wrote
            raise IndexDamaged(
                f"the index in {self._folder} cannot be read ({error}): --reindex makes it anew"
            ) from error

    def _found(self, score: float, document: Any, snippets: Any) -> Found:  # noqa: ANN401 - tantivy has no types
        values: Mapping[str, Sequence[Any]] = document.to_dict()
        shown = json.loads(bytes(values["shown"][0]))
        texts = self._tantivy.Document()
        for text in shown["texts"]:
            texts.add_text("text", text)
        snippet = " ".join(snippets.snippet_from_doc(texts).fragment().split())
        return Found(
            score,
            int(values["page"][0]),
            values["site"][0],
            values["template"][0],
            shown["source"],
            shown["url"],
            shown["title"],
            shown["fields"],
            snippet or " ".join(" ".join(shown["texts"])[:SHOWN].split()),
        )

    def _of(self, templates: Sequence[str]) -> Any:  # noqa: ANN401 - tantivy has no types
        """What only pages of some templates answer, without a say in which comes first."""
        terms = [self._tantivy.Query.term_query(self._index.schema, "template", one) for one in templates]
        any_of = self._tantivy.Query.boolean_query([(self._tantivy.Occur.Should, one) for one in terms])
        return self._tantivy.Query.const_score_query(any_of, 0.0)

    def _about(self, query: str) -> Any | None:  # noqa: ANN401 - tantivy has no types
        """What the page itself answers: the words of a query in a row in its title, where others only list it."""
        row = words_of(query)
        if row is None:
            return None
        phrase, _ = self._index.parse_query_lenient(f'title:"{row}"', ["title"], {})
        return self._tantivy.Query.boost_query(phrase, OWN)


def _is_current(mark: Path) -> bool:
    """Whether the file that marks a folder's format is there and says ours."""
    try:
        return mark.read_bytes() == FORMAT.encode()
    except OSError:
        return False


class IndexWriter:
    """Adds pages; nothing is seen before `commit`."""

    def __init__(self, tantivy: Any, writer: Any, folder: Path) -> None:  # noqa: ANN401 - tantivy has no types
        self._tantivy = tantivy
        self._writer = writer
        self._folder = folder
        self._names = load_names(folder)

    def clear(self) -> None:
        """Take everything out."""
        self._writer.delete_all_documents()
        self._names = KnownNames()

    def put(self, entries: Iterable[PreparedEntry]) -> None:
        """Add pages, each in place of what the index has of it."""
        for entry in entries:
            self._writer.delete_documents_by_term("page", str(entry.page))
            self._writer.add_document(self._document(entry))
            self._names.add(entry.template, entry.names, entry.numbers, entry.dates)

    def commit(self) -> None:
        """Make what was done last; the names come first, so that there is none for what can be found."""
        self._names.save(self._folder)
        self._writer.commit()

    def _document(self, entry: PreparedEntry) -> Any:  # noqa: ANN401 - tantivy has no types
        document = self._tantivy.Document()
        for name, text in entry.texts:
            document.add_text(name, text)
        for name, content in entry.jsons:
            document.add_json(name, content)
        document.add_bytes("shown", entry.shown)
        return document
