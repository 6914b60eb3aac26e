"""Archives and indexes that somebody made to do harm: each gives its pages, or a line, and soon."""

import gzip
import time
import zipfile
from pathlib import Path

import pytest

from intaglio.errors import SourceError
from intaglio.sources import Unread, WarcFiles
from intaglio.sources.cdxj import Cdxj
from intaglio.sources.content_decoding import gunzipped
from intaglio.sources.wacz import wacz_files

HEADS = (
    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
    "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
    "Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n"
)
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Tide and ink."


def record(said: int | None = None) -> bytes:
    """A record, which says that it is as long as it is, or otherwise."""
    return HEADS.format(len(ANSWER) if said is None else said).encode() + ANSWER + b"\r\n\r\n"


def found(source: WarcFiles | Cdxj) -> list[str]:
    return [one.reason if isinstance(one, Unread) else one.source for one in source]


def test_gzip_members_without_number_take_time_by_their_size() -> None:
    none, times = gzip.compress(b""), []
    for count in (3_000, 30_000):
        start = time.process_time()
        assert gunzipped(none * count + gzip.compress(b"<p>"), 1 << 20) == b"<p>"
        times.append(time.process_time() - start)
    assert times[1] < 40 * times[0] + 0.1


def test_gzip_members_are_held_to_the_limit_together() -> None:
    assert len(gunzipped(gzip.compress(b"x" * 500) * 2, 1000)) == 1000
    with pytest.raises(SourceError, match="larger than 999 bytes"):
        gunzipped(gzip.compress(b"x" * 500) * 2, 999)


@pytest.mark.parametrize(
    "entry",
    [
        '{"filename": "a.warc.gz", "offset": Infinity, "mime": "text/html"}',
        '{"filename": "a.warc.gz", "offset": 1e300, "mime": "text/html"}',
        '{"filename": "a.warc.gz", "offset": -7, "mime": "text/html"}',
        '{"filename": "' + "a" * 5000 + '", "offset": 0, "mime": "text/html"}',
        '{"filename": "a\\u0000", "offset": 0, "mime": "text/html"}',
        '{"filename": ' + "[" * 100_000,
    ],
    ids=["no number", "beyond all files", "before the first", "a long name", "no name", "deep"],
)
def test_lines_of_an_index_that_lead_nowhere_are_told(entry: str, tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(record()))
    good = '{"filename": "a.warc.gz", "offset": 0, "mime": "text/html", "url": "http://a.example/"}'
    (tmp_path / "a.cdxj").write_text(f"example,a)/ 20200101 {entry}\nexample,a)/ 20200101 {good}\n")
    first, second = Cdxj(tmp_path / "a.cdxj")
    assert isinstance(first, Unread)
    assert second.source == "a.warc.gz#0"


def test_records_that_lie_about_their_length_cost_no_other(tmp_path: Path) -> None:
    short = gzip.compress(record(len(ANSWER) - 5)) * 3 + gzip.compress(record())
    (tmp_path / "short.warc.gz").write_bytes(short)
    assert len([one for one in found(WarcFiles((tmp_path / "short.warc.gz",))) if "#" in one]) == 4
    (tmp_path / "long.warc").write_bytes(record() + record(10**15))
    assert found(WarcFiles((tmp_path / "long.warc",)))[0] == "long.warc#0"


@pytest.mark.parametrize("name", ["a.warc.gz#\N{SUPERSCRIPT TWO}", f"a.warc.gz#{2**80}", "a.warc.gz#-1", "a.warc.gz#"])
def test_no_name_of_a_record_does_more_than_fail(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(record()))
    with pytest.raises(SourceError):
        WarcFiles((tmp_path / "a.warc.gz",)).read(name)


@pytest.mark.parametrize("cut", [False, True], ids=["torn", "cut short"])
def test_a_file_compressed_as_a_whole_and_damaged_gives_what_comes_before(cut: bool, tmp_path: Path) -> None:
    whole = bytearray(gzip.compress(record() * 5000, 1))
    middle = len(whole) // 2
    whole[middle : len(whole) if cut else middle + 30] = b"" if cut else b"\xff" * 30
    (tmp_path / "a.warc.gz").write_bytes(whole)
    read = found(WarcFiles((tmp_path / "a.warc.gz",)))
    assert read[0] == "a.warc.gz#0"
    assert not read[-1].startswith("a.warc.gz#")


def damaged(path: Path, how: str) -> None:
    """Write a WACZ file that is damaged in one way."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED if how == "torn" else zipfile.ZIP_STORED) as file:
        file.writestr("archive/a.warc", record() * 20)
    whole = bytearray(path.read_bytes())
    entry = whole.find(b"PK\x01\x02")
    match how:
        case "encrypted":
            whole[6] |= 1
            whole[entry + 8] |= 1
        case "packed otherwise":
            whole[8] = whole[entry + 10] = 99
        case "torn":
            whole[60:75] = b"\xff" * 15
        case "changed":
            whole[300] ^= 1
        case _:
            whole[entry + 42 : entry + 46] = b"\xff\xff\xff\x7f"
    path.write_bytes(whole)


@pytest.mark.parametrize("how", ["encrypted", "packed otherwise", "torn", "changed", "elsewhere"])
def test_a_wacz_file_that_cannot_be_unpacked_is_one_line(how: str, tmp_path: Path) -> None:
    damaged(tmp_path / "a.wacz", how)
    try:
        told = found(wacz_files((tmp_path / "a.wacz",)))
    except SourceError as error:
        told = [str(error)]
    assert told
    assert "\n" not in told[0]
