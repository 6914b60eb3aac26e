"""Search on whole sites: what stands all over a site must not be found, what stands on one page must be.

Both kinds of texts are counted on the pages alone, without templates or wrappers.
"""

import re
import time
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from intaglio.index import SearchIndex
from intaglio.page import Page
from intaglio.run.collect import RunOptions, collect
from intaglio.run.collection import open_collection
from intaglio.run.learning import LearnOptions
from intaglio.run.origins import open_library

EVERYWHERE = 0.9
"""Share of a site's pages that a text of the site's own stands on."""
ATTRIBUTES = ("alt", "content", "datetime")
PLAIN = RunOptions(LearnOptions(method="text-blocks"), browser=False, articles=None)
_WORD, _WORDS = re.compile(r"[^\W_]"), re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Texts:
    """The distinct texts of a site's pages, and what attributes say to people, by source."""

    pages: Mapping[str, frozenset[str]]
    said: Mapping[str, frozenset[str]]

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
    quiet = [quietness(index, text, seen, everywhere) for text in steady]
    owner = {text: source for source, found in seen.pages.items() for text in found if counts[text] == 1}
    found = [text for text in single if owner[text] in sources(index, text, len(seen.pages))]
    return {
        "site": name, "pages": len(seen.pages), "steady": len(steady), "single": len(single),
        "steady unfound": _share(sum(strict for strict, _ in quiet), len(quiet)),
        "steady unfound but where pages say it": _share(sum(fair for _, fair in quiet), len(quiet)),
        "single found": _share(len(found), len(single)), "seconds": built,
        "missed": sorted(set(single) - set(found))[:10],
        "leaked": [text for text, (_, fair) in zip(steady, quiet, strict=True) if not fair][:10],
    }  # fmt: skip


def quietness(index: SearchIndex, text: str, seen: Texts, everywhere: set[str]) -> tuple[bool, bool]:
    """Whether nothing is found for a text; and whether only pages are that say it within a text of their own."""
    hits = sources(index, text, len(seen.pages))
    wanted = words(text)
    fair = all(
        any(wanted in words(own) for own in (seen.pages[source] - everywhere) | seen.said[source]) for source in hits
    )
    return not hits, fair


def sources(index: SearchIndex, text: str, limit: int) -> set[str]:
    """The pages that are found for a text as it stands."""
    return {hit.source for hit in index.search(phrase(text), limit=limit)}


def texts_of(out: Path) -> Texts:
    """Read the pages of a collection again, and take their texts."""
    with open_collection(out) as collection:
        library = open_library(collection)
        with collection.store.reading() as tx:
            rows = [(row.source, tx.captures.get(row.capture)) for row in tx.pages.pages(lines=False)]
        pages = ((source, Page.of(library.read(capture))) for source, capture in rows if capture is not None)
        texts, said = {}, {}
        for source, page in pages:
            texts[source] = frozenset(" ".join(text.split()) for text in page.texts) - {""}
            said[source] = frozenset(value for name in ATTRIBUTES for value in page.having(name).values())
        return Texts(texts, said)


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
