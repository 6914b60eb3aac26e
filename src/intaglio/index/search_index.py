"""SearchIndex: a tantivy index in a folder. One writer at a time; what is not committed is as if it had not been."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

from intaglio.errors import BadQuery, IndexBusy, IndexDamaged, IntaglioError, MissingExtra
from intaglio.index.entry import Entry, Found
from intaglio.index.known_names import DAYS, NUMBERS, KnownNames, load_names
from intaglio.index.query_language import day_kept, number_kept, understood
from intaglio.index.words import analyzers, folded, words_of

FORMAT = "3"
"""Grows when folders written before can no longer be used; they are made anew."""
MEMORY = 32 << 20
"""Bytes that a writer may use."""
SHOWN = 200
"""Characters of a snippet."""
OWN = 8.0
"""What it counts that all words of a query stand in a row in a title."""
_APART = re.compile(r"[\uff02\uff3c\ufe68]|\\(?:u[0-9a-f]{4}|[^u])[^\x00-\x7f]")
"""JSON that cannot be folded as a whole: of these, folding makes quotes, backslashes or other escapes."""
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
        for kind in (NUMBERS, DAYS):
            builder.add_json_field(kind, stored=False, fast=True)
        builder.add_bytes_field("shown", stored=True)
        return builder.build()

    @contextmanager
    def writing(self) -> Iterator[IndexWriter]:
        """Write into it; IndexBusy if somebody else does."""
        with self._named():
            writer = self._index.writer(heap_size=MEMORY, num_threads=1)
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
        documents = [(score, searcher.doc(address)) for score, address in hits]
        return [_found(score, one, snippets.snippet_from_doc(one).fragment()) for score, one in documents]

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

    def put(self, entries: Iterable[Entry]) -> None:
        """Add pages, each in place of what the index has of it."""
        for entry in entries:
            self._writer.delete_documents_by_term("page", str(entry.page))
            self._writer.add_document(self._document(entry))
            self._names.add(
                entry.template, map(folded, _paths(entry.fields)), map(folded, entry.numbers), map(folded, entry.dates)
            )

    def commit(self) -> None:
        """Make what was done last; the names come first, so that there is none for what can be found."""
        self._names.save(self._folder)
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
        document.add_json("fields", _folded_json(_filled(entry.fields)))
        numbers = {path: [number_kept(one) for one in some] for path, some in entry.numbers.items()}
        days = {path: [day_kept(one) for one in some] for path, some in entry.dates.items()}
        for kind, values in ((NUMBERS, numbers), (DAYS, days)):
            document.add_json(kind, _folded_json(_placed(values)))
        document.add_bytes("shown", json.dumps({"title": entry.title, "fields": entry.fields}).encode("ascii"))
        return document


def _folded_json(value: object) -> str:
    """A value as JSON with all its strings folded."""
    line = json.dumps(value, ensure_ascii=False)
    return folded(line) if _APART.search(line) is None else json.dumps(_folded(value), ensure_ascii=False)


def _folded(value: object) -> object:
    if isinstance(value, str):
        return folded(value)
    if isinstance(value, dict):
        return {folded(name): _folded(one) for name, one in value.items()}
    return list(map(_folded, value)) if isinstance(value, list) else value


def _placed(values: Mapping[str, Sequence[int]]) -> dict[str, list[Any]]:
    """Numbers in the places of their fields, lists within lists."""
    made: dict[str, list[Any]] = {}
    for path, some in values.items():
        first, *inner = path.split(".")
        for value in some:
            placed: Any = value
            for name in reversed(inner):
                placed = {name: placed}
            made.setdefault(first, []).append(placed)
    return made


def _paths(fields: Mapping[str, Any]) -> set[str]:
    """Full names of the filled fields of a page."""
    found: set[str] = set()
    pending: list[tuple[str, list[Any]]] = [(name, [value]) for name, value in fields.items()]
    while pending:
        path, values = pending.pop()
        inside: dict[str, list[Any]] = {}
        told: set[str] = set()
        for value in values:  # what stands in a list joins them
            if isinstance(value, list):
                values += value
            elif isinstance(value, dict):
                for name, one in value.items():
                    if isinstance(one, str):
                        told.add(name)
                    elif one is not None:
                        inside.setdefault(name, []).append(one)
            elif value is not None:
                found.add(path)
        found.update([f"{path}.{name}" for name in told])
        pending += [(f"{path}.{name}", some) for name, some in inside.items()]
    return found


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
