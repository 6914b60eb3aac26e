"""A page as markup of our own making, to be shown in a sandboxed frame.

Only elements of a short list come through, with no attribute of the page but id, class and the spans of cells; all is
escaped. There are no scripts, handlers, links, forms, frames or addresses. Each text stands in an element of its own,
`<t->`, with its number as `id`, so that it can be lit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from intaglio.page import KNOWN, Page
from intaglio.page.tags import codes
from intaglio.web.safe_view.field_list import LISTED, FieldList
from intaglio.web.safe_view.page_marks import PageMarks

KEPT = frozenset(map(KNOWN.__getitem__, codes(
    "article section nav aside header footer main address hgroup h1 h2 h3 h4 h5 h6 p hr pre blockquote ol ul menu li "
    "dl dt dd figure figcaption div a em strong small s cite q dfn abbr ruby rt rp data time code var samp kbd sub sup "
    "i b u mark bdi bdo span br wbr ins del table caption colgroup col tbody thead tfoot tr td th center big tt"
)))  # fmt: skip
"""Elements that are shown as what they are; all others are a `div` or `span`."""
VOID = frozenset(("br", "wbr", "hr", "col"))
LEFT_OUT = codes(
    "head script style template title base meta link object embed applet param source track canvas svg math "
    "iframe frame frameset audio video input select textarea datalist option optgroup map area"
)
"""Elements that are left out with all that is in them."""
INLINE = codes("label button font nobr acronym picture output strike blink summary legend")
SPANS = ("colspan", "rowspan")
OPENED = "here-"
"""What stands before the text that a frame is opened at."""
_OURS = re.compile(rf"[te]\d+|{OPENED}|{LISTED}")
WIDEST = 1000
"""Cells that a cell may span, as in browsers."""
DEEPEST = 400
"""Nesting that is kept; what is deeper stands in the element at this depth. Browsers stop at 512."""
MOST = 60_000
"""Elements that are shown; pages can have millions."""


@dataclass(frozen=True, slots=True)
class Shading:
    """How a page is to be shown besides its text."""

    marks: PageMarks | None = None
    """What varies; dims what does not."""
    tints: Mapping[int, int] = field(default_factory=dict)
    """Texts that are content of the article: 1 to 4, the likelier the more."""
    shown: frozenset[int] = frozenset()
    """Texts to be lit."""
    pointed: str | None = None
    """Where a click on a text leads to, the text's number behind it; None: nowhere."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What fields are called."""
    first: int | None = None
    """The text that the frame is opened at."""
    listed: FieldList = FieldList()
    """The fields that light their texts."""


def safe_body(page: Page, shading: Shading = Shading()) -> str:
    """The markup of a page's body, without `<body>` itself."""
    return "".join(_pieces(page, shading))


def _pieces(page: Page, shading: Shading) -> Iterator[str]:
    """Start tags, texts and end tags in document order; no recursion, for pages may be deep."""
    writer = _Writer(page, shading)
    owners, seen = page.text_owner.tolist(), page.text_seen.tolist()
    text = 0
    for e in range(min(page.size, MOST)):
        while text < len(seen) and seen[text] <= e:
            yield from writer.text(text, owners[text])
            text += 1
        yield from writer.element(e)
    for rest in range(text, len(seen) if page.size <= MOST else text):
        yield from writer.text(rest, owners[rest])
    yield from writer.closed(page.size)


class _Writer:
    """Knows what is open, and what is left out."""

    def __init__(self, page: Page, shading: Shading) -> None:
        self._page = page
        self._shading = shading
        self._ends: list[int] = page.end.tolist()
        self._spans = {name: page.having(name) for name in SPANS}
        self._of_texts, self._of_images = shading.listed.of_texts(), shading.listed.of_images()
        self._open: list[tuple[range, str]] = []
        """The elements from one that is open to its last, and its name."""
        self._left_out = range(0)
        self._linked = range(0)
        """The last link of the page that was met, and what is in it."""

    def closed(self, e: int) -> Iterator[str]:
        """End what does not contain an element."""
        while self._open and e not in self._open[-1][0]:
            yield f"</{self._open.pop()[1]}>"

    def text(self, number: int, owner: int) -> Iterator[str]:
        if owner not in self._left_out:
            yield from self.closed(owner)
            classes = self._page.class_of(self._linked.start) or "" if owner in self._linked else None
            yield _text(self._page, number, self._shading, self._of_texts.get(number), classes)

    def element(self, e: int) -> Iterator[str]:
        if e in self._left_out:
            return
        yield from self.closed(e)
        tag = self._page.tag_name(e)
        if int(self._page.tag[e]) in LEFT_OUT:
            self._left_out = range(e, self._ends[e])
        elif tag == "img":
            yield _image(self._page, e, self._shading, self._of_images.get(e))
        elif tag not in ("html", "body") and len(self._open) < DEEPEST:
            name = tag if tag in KEPT else "span" if int(self._page.tag[e]) in INLINE else "div"
            if name == "a" and self._shading.pointed is not None:  # a link within a link ends it: its texts are links
                self._linked = range(e, self._ends[e])
                return
            yield f"<{name}{''.join(self._attributes(e))}>"
            if name not in VOID:
                self._open.append((range(e, self._ends[e]), name))

    def _attributes(self, e: int) -> Iterator[str]:
        """What style sheets go by, and the spans of cells."""
        own, classes = self._page.id_of(e), self._page.class_of(e)
        if own and not _OURS.fullmatch(own):
            yield f' id="{escape(own)}"'
        if classes:
            yield f' class="{escape(classes)}"'
        for span in SPANS:
            number = _number(self._spans[span].get(e))
            if number is not None:
                yield f' {span}="{number}"'


def _number(value: str | None) -> int | None:
    return min(int(value), WIDEST) if value is not None and value.isascii() and value.isdigit() else None


def _image(page: Page, e: int, shading: Shading, listed: str | None) -> str:
    """An image as its words; it is never fetched."""
    field = shading.marks.elements.get(e) if shading.marks else None
    state = "" if shading.marks is None else "v" if field else "f"
    classes = " ".join(one for one in ("i", state, listed) if one)
    words = " ".join((page.attributes(e).get("alt") or "").split())[:80]
    name = shading.names.get(field, field) if field else ""
    title = name or ("" if words else "image")
    told = f' title="{escape(title)}"' if title else ""
    return f'<i- id="e{e}" class="{classes}"{told}>{escape(words)}</i->'


def _text(page: Page, number: int, shading: Shading, listed: str | None, linked: str | None) -> str:
    """A text in its element; to be pointed at, in a link that looks like the page's own link around it, if any."""
    classes, title = [], ""
    if shading.marks is not None:
        classes.append(shading.marks.texts[number][0])
        if number in shading.marks.text_fields:
            raw = shading.marks.text_fields[number]
            title = f' title="{escape(shading.names.get(raw, raw))}"'
    if number in shading.tints:
        classes.append(f"b{shading.tints[number]}")
    if number in shading.shown:
        classes.append("s")
    if listed is not None:
        classes.append(listed)
    before = " " if page.space_before[number] else ""
    class_ = f' class="{" ".join(classes)}"' if classes else ""
    text = f'<t- id="t{number}"{class_}{title}>{escape(page.texts[number], quote=False)}</t->'
    if shading.pointed is not None and page.texts[number].strip():
        looks = "" if linked is None else f' data-link class="{escape(linked)}"'
        text = f'<a href="{escape(shading.pointed)}#t{number}" target="_top"{looks}>{text}</a>'
    if number == shading.first:
        text = f'<i- id="{OPENED}"></i->{text}'
    return before + text
