"""The sample site as a crawl: a finished collection, its pack, and WARC files with its pages."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import WarcRecord, WarcRecordType
from pyarrow import parquet

import intaglio
from intaglio.collection.packs.write_pack import write_pack
from intaglio.sample import write_sample
from intaglio.shards.shard import PARTS, Job, Limits

BASE = "http://quillmarsh.example/"
Rows = dict[str, list[dict[str, object]]]


@dataclass(frozen=True, slots=True)
class SampleCrawl:
    """What is known of the sample site, below a folder."""

    folder: Path
    digest: str

    @classmethod
    def make(cls, folder: Path) -> SampleCrawl:
        """Write the site, learn it, and pack what was learned."""
        write_sample(folder / "site")
        learn = intaglio.LearnOptions(method="text-blocks")
        options = intaglio.RunOptions(learn, browser=False, saved=intaglio.SavedOptions(BASE))
        intaglio.collect(folder / "site", folder / "out", options)
        return cls(folder, write_pack([folder / "out"], folder / "pack.intaglio").digest)

    def pages(self) -> list[tuple[str, bytes]]:
        """URL and body of every page."""
        site = self.folder / "site"
        return [(BASE + one.relative_to(site).as_posix(), one.read_bytes()) for one in sorted(site.rglob("*.html"))]

    def warc(self, name: str, times: int = 1, first: int = 0) -> Path:
        """Write the pages to a file, so many times; each time but the very first with URLs and texts of their own."""
        path = self.folder / f"{name}.warc.gz"
        write_warc(path, (varied(*page, number) for number in range(first, first + times) for page in self.pages()))
        return path

    def job(self, where: str, limits: Limits = Limits(pause=0.2)) -> Job:
        """A job that writes below the folder."""
        return Job(str(self.folder / "pack.intaglio"), self.digest, str(self.folder / where), limits=limits)


def varied(url: str, body: bytes, number: int) -> tuple[str, bytes]:
    """A page with a URL and texts that no other number gives."""
    if not number:
        return url, body
    new = f" {number} "
    return f"{url}?{number}", body.replace(b"</title>", new.encode() + b"</title>").replace(b". ", f".{new}".encode())


def write_warc(path: Path, pages: Iterable[tuple[str, bytes]]) -> None:
    """Write pages to a WARC file, with digests."""
    with path.open("wb") as file:
        writer = GzipWriter(file)
        for url, body in pages:
            record = WarcRecord()
            record.init_headers(WarcRecordType.response)
            record.headers["WARC-Target-URI"] = url
            record.headers["Content-Type"] = "application/http; msgtype=response"
            digest = base64.b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode()
            record.headers["WARC-Payload-Digest"] = f"sha1:{digest}"
            record.set_bytes_content(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body)
            record.write(writer)
            writer.finish()


def rows(where: str | Path) -> Rows:
    """All rows of a job, by table, in the order of their sources."""
    return {table: sorted(_rows(Path(where) / table), key=lambda row: str(row["source"])) for table in PARTS}


def _rows(folder: Path) -> Iterator[dict[str, object]]:
    for file in sorted(folder.glob("part-*.parquet")):
        yield from parquet.read_table(file).to_pylist()
