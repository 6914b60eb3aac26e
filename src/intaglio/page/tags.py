"""Names of HTML elements as small numbers that are the same on every page.

`FIRST` is part of the file format: hashes in stores are made of its numbers. `KNOWN` may change between releases:
blobs of pages say which list they were written with, and are migrated by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import count
from types import MappingProxyType

_NAMES = """
html head body title base link meta style script noscript template slot
article section nav aside header footer main address hgroup search h1 h2 h3 h4 h5 h6
p hr pre blockquote ol ul menu li dl dt dd figure figcaption div
a em strong small s cite q dfn abbr ruby rt rp rb rtc data time code var samp kbd sub sup i b u mark bdi bdo span br wbr
ins del picture source img iframe embed object param video audio track map area canvas svg math
table caption colgroup col tbody thead tfoot tr td th
form label input button select datalist optgroup option textarea output progress meter fieldset legend
details summary dialog center font big tt strike nobr acronym applet basefont bgsound blink dir frame frameset
image isindex keygen listing marquee menuitem multicol nextid noembed noframes plaintext spacer xmp
path g use rect circle line polygon polyline ellipse text tspan defs symbol clipPath linearGradient radialGradient stop
mask filter pattern desc foreignObject mi mo mn mrow msup msub mfrac mtext semantics annotation
"""

FIRST: tuple[str, ...] = tuple(_NAMES.split())
"""The names of release 0.1 in their order; must never change."""
KNOWN: tuple[str, ...] = FIRST
"""Names with a fixed number; a page numbers further names from `len(KNOWN)` on."""


def names_hash(names: Sequence[str]) -> str:
    """What tells a list of names from any other."""
    return blake2b(" ".join(names).encode(), digest_size=8).hexdigest()


KNOWN_HASH = names_hash(KNOWN)

_NUMBERS = {name: code for code, name in enumerate(KNOWN)}
TAGS: Mapping[str, int] = MappingProxyType(_NUMBERS)
"""Number of each known name: `page.tag == TAGS["div"]`."""


_STORED = {name: number for number, name in enumerate(FIRST)}
STORED: Mapping[str, int] = MappingProxyType(_STORED)
"""Number of a name where it becomes part of something stored; the same in all releases."""


def codes(names: str) -> frozenset[int]:
    """Numbers of the known names in a space-separated list."""
    return frozenset(TAGS[name] for name in names.split())


RAW = codes("script style")
"""Elements whose text is code, never materialised with the page's texts."""

BLOCK = codes(
    "html body article section nav aside header footer main address hgroup search h1 h2 h3 h4 h5 h6 p hr pre "
    "blockquote ol ul menu li dl dt dd figure figcaption div table caption colgroup col tbody thead tfoot tr td th "
    "form fieldset legend details summary dialog center dir frame frameset listing optgroup option plaintext xmp"
)
"""Elements that are block-level or table parts by a browser's own style sheet."""

HEAD = codes("head title base link meta style script noscript template")
"""Elements of the head and what is never shown as text."""


def tag_codes(names: Iterable[str]) -> tuple[list[int], tuple[str, ...]]:
    """Numbers of a page's element names, and the names that had to be numbered past the known ones."""
    numbers = defaultdict(count(len(KNOWN)).__next__, _NUMBERS)
    made = list(map(numbers.__getitem__, names))
    return made, tuple(numbers)[len(KNOWN) :] if len(numbers) > len(KNOWN) else ()
