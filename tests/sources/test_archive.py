"""What a crawl keeps: records that are whole, whatever the disk does."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from intaglio.capture import Capture
from intaglio.sources import WarcFiles
from intaglio.sources.archive import Archive


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def capture(number: int) -> Capture:
    body = b"<p>" + Random(number).randbytes(4000)
    return Capture(body, url=f"http://example.org/{number}", http_status=200, content_type="text/html")


def test_a_full_disk_leaves_no_half_record(tmp_path: Path) -> None:
    with Archive(tmp_path, lambda _: 0) as archive:
        with files_up_to(10_000):
            kept = [archive.append(capture(0)), archive.append(capture(1))]
            with pytest.raises(OSError, match="too large"):
                archive.append(capture(2))
        kept.append(archive.append(capture(2)))
    (file,) = tmp_path.glob("*.warc.gz")
    files = WarcFiles((file,))
    assert [files.read(f"{file.name}#{place.offset}").body for place in kept] == [capture(n).body for n in range(3)]
    assert file.stat().st_size == kept[-1].offset + kept[-1].length
