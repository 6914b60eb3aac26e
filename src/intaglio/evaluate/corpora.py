"""Readers for the five corpora of real pages with truth, each an archive `NAME.tar.xz` or a folder `NAME`.

`open_corpus` finds a corpus and unpacks its archive once; `read_segmentation`, `read_articles`, `read_records` and
`read_sites` give its pages as rows that know their file and their truth.
"""

import fcntl
import hashlib
import json
import shutil
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from intaglio.errors import CorpusMissing, IntaglioError

CorpusName = Literal["segmentation", "articles", "news", "records", "sites"]
ArticleSet = Literal["articles", "bodies", "snippets"]
CORPORA = Path("../shared/corpora")
CACHE = Path(".cache/corpora")

# The sites whose links start below a folder of their host; all others are mounted at the root.
MOUNTS = {"pycon2011": "/2011/", "pycon2013": "/2013/", "pycon2018": "/2018/", "pycon2023": "/2023/"}


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page as people marked it."""

    path: tuple[int, ...]
    """Element positions from the root element."""
    tag: str
    level: int
    type: str


@dataclass(frozen=True, slots=True)
class SegmentationPage:
    """A page with its style sheets and images below `root`, and its blocks."""

    site: str
    set: str
    html: Path
    root: Path
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ArticlePage:
    """A page with its main text and what goes with it."""

    id: str
    type: str
    html: Path
    url: str | None
    text: str
    """Empty where only snippets are known."""
    title: str | None
    author: str | None
    date: str | None
    snippets_in: tuple[str, ...]
    """Must appear in what is extracted."""
    snippets_out: tuple[str, ...]
    """Must not."""
    set: ArticleSet = "articles"
    """Whose truth it is: `articles`, all kinds of pages; `bodies` of news; `snippets` of pages in many languages."""

    @property
    def host(self) -> str:
        """The host it came from, or its id: the unit by which the pages are split."""
        return (urlsplit(self.url or "").hostname or self.id).removeprefix("www.")


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A detail page with the values of its attributes, as they stand in text nodes."""

    vertical: str
    site: str
    page: str
    html: Path
    attributes: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page of a whole site with the template it was made from; None = unknown, to be left out of a score."""

    site: str
    page: str
    html: Path
    template: str | None

    @property
    def mounted(self) -> str:
        """The path at which a server must offer it for its links to resolve."""
        return MOUNTS.get(self.site, "/") + self.page


def open_corpus(corpora: Path, name: CorpusName, cache: Path = CACHE) -> Path:
    """Give the folder of a corpus: `corpora/NAME`, or what `corpora/NAME.tar.xz` was unpacked to in the cache."""
    if (corpora / name).is_dir():
        return corpora / name
    archive = corpora / f"{name}.tar.xz"
    if not archive.is_file():
        raise CorpusMissing(f"no corpus '{name}': neither {corpora / name}/ nor {archive} is there")
    with archive.open("rb") as file:
        key = hashlib.file_digest(file, "sha256").hexdigest()[:16]
    return _unpacked(archive, cache / key) / name


def _unpacked(archive: Path, target: Path) -> Path:
    """Unpack into the target unless it is there; several processes may ask for it at once."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with (target.parent / f"{target.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.is_dir():
            unfinished = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=target.parent))
            try:
                with tarfile.open(archive) as tar:
                    tar.extractall(unfinished, filter="data")
                unfinished.rename(target)
            except (tarfile.TarError, EOFError) as error:
                raise IntaglioError(f"{archive} is damaged: {error}") from error
            finally:
                shutil.rmtree(unfinished, ignore_errors=True)
    return target


def read_segmentation(folder: Path) -> list[SegmentationPage]:
    """Read the pages of the corpus `segmentation`."""
    return [_segmentation_page(folder, row) for row in _rows(folder / "pages.jsonl")]


def _segmentation_page(folder: Path, row: dict[str, Any]) -> SegmentationPage:
    blocks = tuple(Block(tuple(block["path"]), block["tag"], block["level"], block["type"]) for block in row["blocks"])
    root = folder.joinpath(*Path(row["html"]).parts[:2])
    return SegmentationPage(row["site"], row["set"], folder / row["html"], root, blocks)


def read_articles(folder: Path) -> list[ArticlePage]:
    """Read the pages of the corpus `articles` or `news`."""
    return [
        ArticlePage(
            id=row["id"],
            type=row["type"],
            html=folder / row["html"],
            url=row["url"],
            text=row["text"] or "",
            title=row.get("title"),
            author=_joined(row.get("author")),
            date=row.get("date"),
            snippets_in=tuple(row.get("with") or ()),
            snippets_out=tuple(row.get("without") or ()),
            set=row["set"] if row.get("set") in ("bodies", "snippets") else "articles",
        )
        for row in _rows(folder / "pages.jsonl")
    ]


def _joined(names: str | Sequence[str] | None) -> str | None:
    """The truth has a list where several wrote a page."""
    return names if names is None or isinstance(names, str) else ", ".join(names)


def read_records(folder: Path) -> list[RecordPage]:
    """Read the pages of the corpus `records`, in the order of vertical and site."""
    return [
        RecordPage(
            vertical=truth.parent.parent.name,
            site=truth.parent.name,
            page=row["page"],
            html=truth.with_name(f"{row['page']}.htm"),
            attributes={name: tuple(values) for name, values in row["attributes"].items()},
        )
        for truth in sorted(folder.glob("*/*/truth.jsonl"))
        for row in _rows(truth)
    ]


def read_sites(folder: Path) -> list[SitePage]:
    """Read the pages of the corpus `sites`, in the order of their sites."""
    return [
        SitePage(labels.parent.name, row["page"], labels.parent / row["page"], row["template"])
        for labels in sorted(folder.glob("*/labels.jsonl"))
        for row in _rows(labels)
    ]


def part_of(key: str) -> Literal["tune", "report"]:
    """Say to which half a site or host belongs: settings are chosen on one and scored on the other."""
    return "tune" if hashlib.sha256(key.encode()).digest()[0] % 2 else "report"


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
