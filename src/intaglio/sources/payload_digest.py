"""Whether the payload of a WARC record is what its `WARC-Payload-Digest` says."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

from intaglio.errors import SourceError
from intaglio.sources.content_decoding import unchunked

KNOWN = ("md5", "sha1", "sha256", "sha512")


def payload_fits(body: bytes, digest: str | None, headers: Mapping[str, str]) -> bool:
    """Whether a body has a digest, `sha1:BASE32` or `sha256:hex`; one that says nothing known is believed.

    Archives that keep chunks take the digest with or without them.
    """
    name, _, said = (digest or "").strip().partition(":")
    if name.lower() not in KNOWN or not said:
        return True
    if _has(body, name.lower(), said):
        return True
    if "chunked" not in headers.get("transfer-encoding", "").lower():
        return False
    try:
        return _has(unchunked(body), name.lower(), said)
    except SourceError:
        return False


def _has(body: bytes, name: str, said: str) -> bool:
    digest = hashlib.new(name, body, usedforsecurity=False).digest()
    return said.rstrip("=").lower() in (digest.hex(), base64.b32encode(digest).decode().rstrip("=").lower())
