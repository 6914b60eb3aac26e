"""The picture that a run keeps of each template: the page that founded it, and where its elements and texts stand.

`OUT/pictures/<template>.webp` and `.json`. Nothing depends on them: where they are missing, boxes are drawn.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np

from intaglio.browser import Rendering
from intaglio.capture import Capture
from intaglio.collection.trust import file_name
from intaglio.layout import Layout
from intaglio.layout.layout import Bools, Floats

log = logging.getLogger(__name__)

FOLDER = "pictures"
Box = tuple[int, int, int, int, int]
"""Number of an element or text, then x, y, width, height in CSS pixels."""


@dataclass(frozen=True, slots=True)
class TemplatePicture:
    """What a picture shows, in CSS pixels of the page."""

    width: int
    height: int
    digest: str
    """Of the bytes of the page that it shows: numbers mean elements and texts of that page alone."""
    elements: list[Box]
    texts: list[Box]
    """A box a line of text."""


def keep_picture(out: Path, template: str, capture: Capture, rendering: Rendering) -> None:
    """Write the picture of a template's founder; a picture that cannot be written costs nothing else."""
    picture = rendering.picture
    if picture is None:
        return
    elements: list[Box] = []
    texts: list[Box] = []
    if rendering.parsed:  # else the numbers are those of a tree that nobody can make again
        elements, texts = _boxes(rendering.layout, picture.height)
    about = TemplatePicture(picture.width, picture.height, digest_of(capture), elements, texts)
    folder = out / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        _write(folder / f"{file_name(template, 'template')}.webp", picture.webp)
        _write(
            folder / f"{file_name(template, 'template')}.json",
            json.dumps(asdict(about), separators=(",", ":")).encode(),
        )
    except OSError as error:
        log.warning("the picture of template %s cannot be kept: %s", template, error)


def forget_pictures(out: Path, templates: Collection[str]) -> None:
    """Remove the pictures of templates that are no more."""
    for path in (out / FOLDER).glob("*.*"):
        if path.stem not in templates and path.suffix in (".webp", ".json"):
            path.unlink(missing_ok=True)


def has_picture(out: Path, template: str) -> bool:
    """Whether there is a picture of a template."""
    return (out / FOLDER / f"{file_name(template, 'template')}.webp").is_file()


def load_picture(out: Path, template: str) -> TemplatePicture | None:
    """What the picture of a template shows; None if there is none that can be read."""
    try:
        content = json.loads((out / FOLDER / f"{file_name(template, 'template')}.json").read_bytes())
        boxes = {name: [_box(row) for row in content[name]] for name in ("elements", "texts")}
        return TemplatePicture(int(content["width"]), int(content["height"]), str(content["digest"]), **boxes)
    except (OSError, ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
        return None


def picture_bytes(out: Path, template: str) -> bytes | None:
    """The picture of a template as WebP."""
    try:
        return (out / FOLDER / f"{file_name(template, 'template')}.webp").read_bytes()
    except OSError:
        return None


def digest_of(capture: Capture) -> str:
    """What names the bytes of a page."""
    return blake2b(capture.body, digest_size=16).hexdigest()


def _boxes(layout: Layout, height: int) -> tuple[list[Box], list[Box]]:
    shown = np.flatnonzero(layout.visible & _within(layout.seen, height))
    lines = np.flatnonzero(layout.text_visible[layout.line_text] & _within(layout.line_seen, height))
    elements = np.column_stack([shown, layout.seen[shown].round()]).astype(int).tolist()
    texts = np.column_stack([layout.line_text[lines], layout.line_seen[lines].round()]).astype(int).tolist()
    return [_box(row) for row in elements], [_box(row) for row in texts]


def _within(boxes: Floats, height: int) -> Bools:
    found: Bools = (boxes[:, 2] >= 1) & (boxes[:, 3] >= 1) & (boxes[:, 1] < height)
    return found


def _box(row: list[int]) -> Box:
    number, x, y, width, height = row
    return int(number), int(x), int(y), int(width), int(height)


def _write(path: Path, content: bytes) -> None:
    new = path.with_name(path.name + ".new")
    new.write_bytes(content)
    new.replace(path)
