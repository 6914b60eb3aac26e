"""Where records of a WARC file begin and end, found without reading them: to go on behind a broken one.

A compressed WARC file is one gzip member a record, so that each can be found by its offset. A file that was
compressed as a whole is read through gzip, and offsets are then those of the uncompressed file.
"""

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast
from zipfile import BadZipFile, ZipExtFile

MAGIC = b"\x1f\x8b\x08"
LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
START = re.compile(rb"\x1f\x8b\x08|WARC/1\.\d\r?\n")
HEAD = 1 << 10  # of a gzip member, enough to see its first bytes
PIECE = 1 << 16
HEADER = 1 << 15
AFTER = len(b"\r\n\r\n")
BROKEN = (OSError, ValueError, EOFError, OverflowError, zlib.error, BadZipFile)
"""What reading a file that is damaged raises, compressed or not."""


def open_warc(path: Path) -> BinaryIO:
    """Open a WARC file so that the offsets of its records can be sought."""
    file = path.open("rb")
    if file.read(3) == MAGIC and holds_many(file):
        file.close()
        return cast("BinaryIO", gzip.open(path))
    file.seek(0)
    return file


def record_end(file: BinaryIO, start: int) -> int | None:
    """Give the offset behind the record that starts here; None if the file ends, or breaks, before it does."""
    try:
        file.seek(start)
        if file.read(3) == MAGIC:
            return _member_end(file, start)
        file.seek(start)
        length = _record_length(file.read(HEADER))
        if length is None:
            return None
        end = start + length
        file.seek(end - 1)
        return end if file.read(1) else None
    except BROKEN:
        return None


def next_record(file: BinaryIO, start: int) -> int | None:
    """Find the next place at or behind the start where a record begins, compressed or plain; None if there is none."""
    before, place = b"", start
    try:
        file.seek(start)
        while piece := file.read(1 << 20):
            window = before + piece
            for match in START.finditer(window):
                if match.group() != MAGIC or _begins_record(window[match.start() : match.start() + HEAD]):
                    return place - len(before) + match.start()
            place += len(piece)
            before = window[-HEAD:]
    except BROKEN:
        return None
    return None


def rest_is_blank(file: BinaryIO, start: int) -> bool:
    """Say whether nothing but white space or zeros follows."""
    try:
        file.seek(start)
        return all(not piece.strip(b"\0\r\n \t") for piece in iter(lambda: file.read(PIECE), b""))
    except BROKEN:
        return False


def most_broken(file: BinaryIO) -> int:
    """How often reading may begin anew in a file: where every time it is unpacked from its start, a few times."""
    return 20 if isinstance(file, gzip.GzipFile | ZipExtFile) else 1000


def _begins_record(head: bytes) -> bool:
    try:
        return zlib.decompressobj(31).decompress(head, 5) == b"WARC/"
    except zlib.error:
        return False


def _member_end(file: BinaryIO, start: int) -> int | None:
    """Give the offset behind a gzip member; None if it is cut short or broken."""
    file.seek(start)
    inflater = zlib.decompressobj(31)
    try:
        while piece := file.read(PIECE):
            while piece and not inflater.eof:
                inflater.decompress(piece, PIECE)
                piece = inflater.unconsumed_tail
            if inflater.eof:
                return file.tell() - len(inflater.unused_data)
    except BROKEN:
        pass
    return None


def _inflated(file: BinaryIO, start: int) -> Iterator[bytes]:
    """Give the content of one gzip member in pieces."""
    file.seek(start)
    inflater = zlib.decompressobj(31)
    while not inflater.eof and (piece := file.read(PIECE)):
        while piece and not inflater.eof:
            yield inflater.decompress(piece, PIECE)
            piece = inflater.unconsumed_tail


def holds_many(file: BinaryIO) -> bool:
    """Say whether the first gzip member holds more than its first record."""
    seen = 0
    head = io.BytesIO()
    length: int | None = None
    try:
        for piece in _inflated(file, 0):
            if length is None and head.tell() < HEADER:
                head.write(piece)
                length = _record_length(head.getvalue())
            seen += len(piece)
            if length is not None and seen > length + AFTER:
                return True
    except zlib.error:
        pass
    return False


def _record_length(head: bytes) -> int | None:
    """Give the length of a plain record with the blank lines behind it, from its header."""
    header, found, _ = head.partition(b"\r\n\r\n")
    length = LENGTH.search(header)
    return len(header) + AFTER + int(length[1]) + AFTER if found and length else None
