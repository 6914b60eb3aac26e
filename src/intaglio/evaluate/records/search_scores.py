"""Scores search on whole sites: boilerplate must not be found, a text of one page must be.

Both kinds of texts are counted on the pages alone, without templates or wrappers.
"""

import re
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import open_collection
from intaglio.index import SearchIndex
from intaglio.index.passages import BETWEEN, lines_of
from intaglio.page import Page
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.wrapper.page_model.page_tree import collapsed_texts

EVERYWHERE = 0.9
"""Share of a site's pages that a text of the site's own stands on."""
ATTRIBUTES = ("alt", "content", "datetime", "title")
"""What fields take from attributes besides targets."""
PLAIN = RunOptions(LearnOptions(method="text-blocks"), browser=False, articles=None)
_WORD, _WORDS = re.compile(r"[^\W_]"), re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Texts:
    """The distinct texts of a site's pages, and what attributes say to people, by source."""

    pages: Mapping[str, frozenset[str]]
    said: Mapping[str, frozenset[str]]
    lines: Mapping[str, Sequence[str]]
    """The texts again, those of a line together."""

    def own(self, source: str, everywhere: set[str]) -> Iterator[str]:
        """What a page says besides boilerplate: texts, attributes, texts of a line together."""
        yield from sorted((self.pages[source] - everywhere) | self.said[source])
        for line in self.lines[source]:
            for kept, some in groupby(line.split(BETWEEN), lambda text: text not in everywhere):
                if kept:
                    yield " ".join(some)

    def counts(self) -> Counter[str]:
        """On how many pages each text stands; those without a letter or digit are left out."""
        return Counter(text for texts in self.pages.values() for text in texts if _WORD.search(text))


def score_site(name: str, folder: Path, out: Path, *, texts: int, seed: int = 0) -> dict[str, Any]:
    """Run a folder of pages into a collection, and search it for some texts of both kinds."""
    started = time.perf_counter()
    collect([str(folder)], out, PLAIN)
    built = time.perf_counter() - started
    seen = texts_of(out)
    counts = seen.counts()
    least = EVERYWHERE * len(seen.pages)
    chance = Random(seed)  # noqa: S311 - a sample, not a secret
    steady = _some(chance, [text for text, count in counts.items() if count >= least], texts)
    single = _some(chance, [text for text, count in counts.items() if count == 1], texts)
    index = SearchIndex(out / "index")
    everywhere = {text for text, count in counts.items() if count >= least}
    heard = [hits_of(index, text, seen, everywhere) for text in steady]
    owner = {text: source for source, found in seen.pages.items() for text in found if counts[text] == 1}
    found = [text for text in single if owner[text] in sources(index, text, len(seen.pages))]
    return {
        "site": name, "pages": len(seen.pages), "steady": len(steady), "single": len(single),
        "steady unfound": _share(sum(not one.said and not one.leaked for one in heard), len(heard)),
        "steady unfound but where pages say it": _share(sum(not one.leaked for one in heard), len(heard)),
        "hits by fixed text": sum(len(one.leaked) for one in heard),
        "single found": _share(len(found), len(single)), "seconds": built,
        "missed": sorted(set(single) - set(found))[:10],
        "said": [one.row() for one in heard if one.said or one.leaked],
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hits:
    """The pages that a text of the site's own finds."""

    text: str
    said: Mapping[str, str]
    """Those that say the same within a text of their own, which is given."""
    leaked: Sequence[str]
    """Those that do not: fixed text has got into the index."""

    def row(self) -> dict[str, Any]:
        """As a line of a table."""
        example = next(iter(self.said.values()), "")
        return {"text": self.text, "pages": len(self.said), "example": example, "leaked": list(self.leaked)}


def hits_of(index: SearchIndex, text: str, seen: Texts, everywhere: set[str]) -> Hits:
    """Search for a text that stands all over a site, and tell why pages are found."""
    wanted = words(text)
    said: dict[str, str] = {}
    leaked = []
    for source in sorted(sources(index, text, len(seen.pages))):
        why = next((one for one in seen.own(source, everywhere) if wanted in words(one)), None)
        if why is None:
            leaked.append(source)
        else:
            said[source] = why
    return Hits(text, said, leaked)


def sources(index: SearchIndex, text: str, limit: int) -> set[str]:
    """The pages that are found for a text as it stands."""
    return {hit.source for hit in index.search(phrase(text), limit=limit)}


def texts_of(out: Path) -> Texts:
    """Read the pages of a collection again, and take their texts."""
    with open_collection(out) as collection:
        library = open_captures(collection)
        with collection.store.reading() as tx:
            rows = [(row.source, tx.captures.get(row.capture)) for row in tx.pages.pages(lines=False)]
        pages = ((source, Page.of(library.read(capture))) for source, capture in rows if capture is not None)
        texts, said, lines = {}, {}, {}
        for source, page in pages:
            strings = page.derived(collapsed_texts)
            texts[source] = frozenset(strings) - {""}
            said[source] = frozenset(value for name in ATTRIBUTES for value in page.having(name).values())
            lines[source] = lines_of(strings, page.text_breaks.tolist(), frozenset())
        return Texts(texts, said, lines)


def phrase(text: str) -> str:
    """A query for a text as it stands."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def words(text: str) -> str:
    """A text as its words with single spaces around them."""
    found = _WORDS.findall(unicodedata.normalize("NFKC", text).casefold())
    return f" {' '.join(found)} "


def _some(chance: Random, texts: Sequence[str], wanted: int) -> list[str]:
    ordered = sorted(texts)
    return ordered if len(ordered) <= wanted else chance.sample(ordered, wanted)


def _share(some: int, of: int) -> float | None:
    return some / of if of else None
