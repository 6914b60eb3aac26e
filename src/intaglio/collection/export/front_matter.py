"""YAML front matter: a page's fields above its Markdown. Strings are quoted, so that nothing in them is YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

NAMES = {
    "title": "title", "url": "url", "source": "source", "site": "site", "type": "type", "authors": "authors",
    "published": "date", "modified": "modified", "abstract": "description", "language": "language", "image": "image",
    "categories": "categories", "tags": "tags", "licence": "licence", "template": "template",
    "confidence": "confidence",
}  # fmt: skip
"""Fields of an article's line that front matter has, and what they are called there."""
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def front_matter(line: Mapping[str, Any]) -> str:
    """The fields that are there, between two lines of dashes.

    >>> print(front_matter({"title": "Tides: all", "tags": ["sea", "moon"], "author": None}), end="")
    ---
    title: "Tides: all"
    tags: ["sea", "moon"]
    ---
    """
    values = {name: line.get(key) for key, name in NAMES.items()}
    rows = [f"{name}: {_scalar(value)}\n" for name, value in values.items() if value not in (None, "", [])]
    return f"---\n{''.join(rows)}---\n"


def _scalar(value: object) -> str:
    """A value as JSON, which is YAML too; what YAML does not print is escaped."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
