"""Names of HTML elements as small numbers that are the same on every page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
""".split()

KNOWN: tuple[str, ...] = tuple(_NAMES)
"""Names with a fixed number; a page numbers further names from `len(KNOWN)` on."""

TAGS: Mapping[str, int] = MappingProxyType({name: code for code, name in enumerate(KNOWN)})
"""Number of each known name: `page.tag == TAGS["div"]`."""


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
    table = _Numbering(TAGS)
    return [table[name] for name in names], tuple(table)[len(KNOWN) :]


class _Numbering(dict[str, int]):
    """Gives names it does not know the next number."""

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        return number
