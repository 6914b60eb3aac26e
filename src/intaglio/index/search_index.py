"""SearchIndex: a tantivy index in a folder. One writer at a time; what is not committed is as if it had not been."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

from intaglio.errors import IndexBusy, IndexDamaged, IntaglioError, MissingExtra
from intaglio.index.entry import Entry, Found
from intaglio.index.words import analyzers, folded, query_text

FORMAT = "2"
"""Grows when folders written before can no longer be used; they are made anew."""
MEMORY = 32 << 20
"""Bytes that a writer may use."""
SHOWN = 200
"""Characters of a snippet."""
_DEFAULT = ["title", "whole", "text", "fields"]
_FACTS = {"page": "raw", "site": "raw", "template": "raw", "source": "words", "url": "words"}


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
        self.fresh = anew or not mark.exists() or mark.read_text(encoding="utf-8") != FORMAT
        """Whether it was made just now, and so is empty."""
        if self.fresh:
            rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        try:
            self._index = tantivy.Index(self._schema(), path=str(folder))
        except ValueError as error:
            raise IndexDamaged(f"the index in {folder} cannot be opened ({error}): --reindex makes it anew") from error
        for name, made in analyzers().items():
            self._index.register_tokenizer(name, made)
        if self.fresh:
            mark.write_text(FORMAT, encoding="utf-8")

    def _schema(self) -> Any:  # noqa: ANN401 - tantivy has no types
        builder = self._tantivy.SchemaBuilder()
        for name, words in _FACTS.items():
            builder.add_text_field(name, stored=True, tokenizer_name=words)
        builder.add_text_field("title", stored=False, tokenizer_name="words")
        builder.add_text_field("whole", stored=False, tokenizer_name="whole", index_option="basic")
        builder.add_text_field("text", stored=True, tokenizer_name="words")
        builder.add_json_field("fields", stored=False, tokenizer_name="words")
        builder.add_bytes_field("shown", stored=True)
        return builder.build()

    @contextmanager
    def writing(self) -> Iterator[IndexWriter]:
        """Write into it; IndexBusy if somebody else does."""
        with self._named():
            writer = self._index.writer(heap_size=MEMORY, num_threads=1)
            try:
                yield IndexWriter(self._tantivy, writer)
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

    def search(self, query: str, *, template: str | None = None, limit: int = 10) -> list[Found]:
        """The pages that have all words of a query, best first.

        `"a phrase"`, `name:value`, `-word`, `OR` and brackets mean what they do elsewhere.
        """
        tantivy = self._tantivy
        parsed, _ = self._index.parse_query_lenient(
            query_text(query), _DEFAULT, {"title": 2.0}, conjunction_by_default=True
        )
        words = parsed
        if template is not None:
            only = tantivy.Query.term_query(self._index.schema, "template", template)
            parsed = tantivy.Query.boolean_query([(tantivy.Occur.Must, parsed), (tantivy.Occur.Must, only)])
        searcher = self._index.searcher()
        snippets = tantivy.SnippetGenerator.create(searcher, words, self._index.schema, "text")
        snippets.set_max_num_chars(SHOWN)
        found = []
        for score, address in searcher.search(parsed, limit).hits:
            document = searcher.doc(address)
            found.append(_found(score, document, snippets.snippet_from_doc(document).fragment()))
        return found


class IndexWriter:
    """Adds pages; nothing is seen before `commit`."""

    def __init__(self, tantivy: Any, writer: Any) -> None:  # noqa: ANN401 - tantivy has no types
        self._tantivy = tantivy
        self._writer = writer

    def clear(self) -> None:
        """Take everything out."""
        self._writer.delete_all_documents()

    def put(self, entries: Iterable[Entry]) -> None:
        """Add pages, each in place of what the index has of it."""
        for entry in entries:
            self._writer.delete_documents_by_term("page", str(entry.page))
            self._writer.add_document(self._document(entry))

    def commit(self) -> None:
        """Make what was done last."""
        self._writer.commit()

    def _document(self, entry: Entry) -> Any:  # noqa: ANN401 - tantivy has no types
        document = self._tantivy.Document()
        for name in _FACTS:
            value = getattr(entry, name)
            if value is not None:
                document.add_text(name, folded(str(value)))
        document.add_text("title", folded(entry.own_title))
        document.add_text("whole", "" if entry.shared_title else folded(entry.title))
        for text in entry.texts:  # one by one, so that no phrase reaches from one into the next
            document.add_text("text", folded(text))
        document.add_json("fields", folded(json.dumps(_filled(entry.fields), ensure_ascii=False)))
        document.add_bytes("shown", json.dumps({"title": entry.title, "fields": entry.fields}).encode("ascii"))
        return document


def _filled(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _found(score: float, document: Any, snippet: str) -> Found:  # noqa: ANN401 - tantivy has no types
    values: Mapping[str, Sequence[Any]] = document.to_dict()
    shown = json.loads(bytes(values["shown"][0]))
    url = values.get("url", [None])[0]
    text = " ".join(snippet.split()) or " ".join(" ".join(values.get("text", []))[:SHOWN].split())
    return Found(
        score,
        int(values["page"][0]),
        values["site"][0],
        values["template"][0],
        values["source"][0],
        url,
        shown["title"],
        shown["fields"],
        text,
    )
