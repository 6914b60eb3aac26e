"""Undoes what HTTP did to a body: chunks, gzip, deflate, Brotli, zstd; never more than a limit of bytes."""

import io
import zlib
from collections.abc import Callable, Mapping

from intaglio.errors import SourceError

GZIP, ZLIB, RAW = 31, 15, -15  # zlib's numbers for what stands around the data
MAGIC = b"\x1f\x8b"
FIRST_PIECE, LARGEST_PIECE = 256, 1 << 16
"""Bytes handed to zlib at a time: what is behind the end of a gzip member is copied, for each of perhaps millions."""
MAX_CODINGS = 4


def decoded(body: bytes, headers: Mapping[str, str], limit: int) -> bytes:
    """Decode a body as its headers (names in lower case) say; SourceError if it is cut short, broken or too large.

    Archives often keep the headers of a body that they have decoded already: what plainly is not coded is left alone.
    """
    if "chunked" in headers.get("transfer-encoding", "").lower():
        body = unchunked(body)
    codings = [coding.strip().lower() for coding in headers.get("content-encoding", "").split(",")]
    if len(codings) > MAX_CODINGS:
        raise SourceError(f"{len(codings)} content codings on top of each other")
    for coding in reversed(codings):
        if coding in DECODERS:
            body = DECODERS[coding](body, limit)
    if len(body) > limit:
        raise SourceError(f"larger than {limit:,} bytes")
    return body


def unchunked(body: bytes) -> bytes:
    """The body of chunks; one that is plainly not in chunks as it is. SourceError if it is cut short."""
    parts: list[bytes] = []
    place = 0
    while True:
        line_end = body.find(b"\r\n", place, place + 1024)
        size = _chunk_size(body[place:line_end]) if line_end >= 0 else None
        if size is None:
            if parts:
                raise SourceError("chunked body is cut short or broken")
            return body
        if size == 0:
            return b"".join(parts)
        place = line_end + 2
        parts.append(body[place : place + size])
        if len(parts[-1]) < size:
            raise SourceError("chunked body is cut short")
        place += size + 2


def _chunk_size(line: bytes) -> int | None:
    digits = line.partition(b";")[0].strip()
    if not 0 < len(digits) <= 8 or digits.strip(b"0123456789abcdefABCDEF"):
        return None
    return int(digits, 16)


def is_gzip(body: bytes) -> bool:
    """Whether a body starts as gzip does."""
    return body.startswith(MAGIC)


def gunzipped(body: bytes, limit: int) -> bytes:
    """Undo gzip; a body that is none is left alone. SourceError if it is cut short, broken or too large."""
    if not is_gzip(body):
        return body
    out: list[bytes] = []
    size = at = 0
    while body.startswith(MAGIC, at):  # a gzip file may be several, one after the other
        content, at = _member(body, at, limit - size)
        size += len(content)
        if size > limit:
            raise SourceError(f"larger than {limit:,} bytes once decompressed")
        out.append(content)
    return b"".join(out)


def _member(body: bytes, start: int, limit: int) -> tuple[bytes, int]:
    """The content of the gzip member that starts here, a byte more than the limit at most, and where it ends."""
    inflater = zlib.decompressobj(GZIP)
    out: list[bytes] = []
    left, at, piece = limit + 1, start, FIRST_PIECE
    try:
        while not inflater.eof and left > 0:
            waiting = inflater.unconsumed_tail or body[at : at + piece]
            if not waiting:
                raise SourceError("compressed body is cut short")
            at += 0 if inflater.unconsumed_tail else len(waiting)
            out.append(inflater.decompress(waiting, left))
            left -= len(out[-1])
            piece = min(2 * piece, LARGEST_PIECE)
    except zlib.error as error:
        raise _NotCodedError(f"compressed body is broken: {error}") from error
    return b"".join(out), at - len(inflater.unused_data)


def _undeflate(body: bytes, limit: int) -> bytes:
    """Undo deflate, which servers send with and without the zlib header."""
    for kind in (ZLIB, RAW):
        try:
            return _inflate(body, kind, limit)
        except _NotCodedError:
            continue
    return body


class _NotCodedError(SourceError):
    pass


def _inflate(body: bytes, kind: int, limit: int) -> bytes:
    inflater = zlib.decompressobj(kind)
    try:
        content = inflater.decompress(body, limit + 1)
    except zlib.error as error:
        raise _NotCodedError(f"compressed body is broken: {error}") from error
    if len(content) > limit:
        raise SourceError(f"larger than {limit:,} bytes once decompressed")
    if not inflater.eof:
        raise SourceError("compressed body is cut short")
    return content


def _streamed(reader: str, magic: bytes = b"") -> Callable[[bytes, int], bytes]:
    """Make a decoder of one of FastWARC's readers; without the magic bytes the body is left alone."""

    def decode(body: bytes, limit: int) -> bytes:
        from fastwarc import stream_io

        if not body.startswith(magic):
            return body
        try:
            content: bytes = getattr(stream_io, reader)(io.BytesIO(body)).read(limit + 1)
        except (OSError, EOFError) as error:
            if body.lstrip()[:1] == b"<":
                return body
            raise SourceError(f"compressed body is broken: {error}") from error
        if len(content) > limit:
            raise SourceError(f"larger than {limit:,} bytes once decompressed")
        return content

    return decode


DECODERS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": gunzipped,
    "x-gzip": gunzipped,
    "deflate": _undeflate,
    "br": _streamed("BrotliReader"),
    "zstd": _streamed("ZstdReader", b"\x28\xb5\x2f\xfd"),
}
