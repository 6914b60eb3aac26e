"""Signs that lines carry whatever their language: how they begin and end, what they are made of, what they call for.

Only blocks with hope are read this closely.
"""

from __future__ import annotations

import re

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.counts import STOPS, Floats
from intaglio.page import Page

CALLS: dict[str, str] = {
    "more": r"(?:read|see|show|view|learn|find out|click|watch|listen)\s(?:more|also|all|here|now|the full|next|on)\b"
    r"|\b(?:related|recommended|more from|more on|you (?:may|might)|also read|further reading|keep reading|up next)\b"
    r"|\b(?:lesen sie|weiterlesen|mehr zum|mehr dazu|mehr über|siehe auch|lire aussi|à lire|leer más|lea también)"
    r"|\b(?:le puede|ver más|leggi anche|leia (?:também|mais)|veja|lees (?:ook|meer)|zobacz|czytaj|läs (?:mer|också))"
    r"|\b(?:les også|читайте)",
    "follow": r"\b(?:subscribe|newsletters?|sign[ -]?up|log ?in|register|follow (?:us|me|@)|share|tweet)\b"
    r"|\b(?:facebook|twitter|whatsapp|instagram|pinterest|e-?mail|download|donate|abonn\w+|anmelden|teilen)\b"
    r"|\b(?:registrieren|suscr\w+|comparte|compartir|partag\w+|iscriviti|condividi|inscreva|compartilh\w+|spenden|folgen|like)\b",
    "advert": r"^\W*(?:advertisement|advertising|ad|sponsored|promoted|anzeige|werbung|publicité|publicidad)\b"
    r"|^\W*(?:pubblicità|reklama?|annonce|advertentie)\b|\baffiliate\b",
    "credit": r"©|\(c\)|\b(?:photo|image|picture|foto|bild|imagen|credit|quelle|source|fuente|copyright|getty|istock)\b"
    r"|\b(?:shutterstock|reuters|afp|dpa|ap photo|illustration|screenshot|all rights reserved|alle rechte)\b",
    "byline": r"^\W*(?:by|von|por|par|di|door|av|text|written by|posted|published|updated|last|author|autor\w*|stand)\b"
    r"|^\W*(?:veröffentlicht|publi\w+|aktualisiert|modified|filed under|tags?|tagged|categor\w+|kategorie\w*)\b"
    r"|^\W*(?:schlagw\w+|topics?)\b",
    "reply": r"\b(?:comments?|reply|replies|kommentare?n?|antworten|commentaires?|comentarios?|commenti|reacties)\b"
    r"|\b(?:responses?|leave a|trackbacks?|pingback)\b",
}
"""What short lines beside a text call for or are about, in the words of the larger languages."""
_CALLS = tuple(re.compile(words, re.IGNORECASE) for words in CALLS.values())
SHORT = 30.0
"""Words up to which a block may be such a line."""
_ENDS = {**dict.fromkeys(STOPS, 1), ":": 2, "：": 2, **dict.fromkeys("…›»→>▸▶", 3), **dict.fromkeys(",;-–—|/", 4)}
_QUOTES = "\"'”’»)]）」』“"
_STARTS = {**dict.fromkeys("\"'“„«‘「『-–—", 4), **dict.fromkeys("©@#|•·*›»→>▸▶+", 5), **dict.fromkeys("([（", 6)}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COMMAS = ",、，،"
SIGNS: tuple[str, ...] = (
    "ends", "starts", "commas", "digits", "capitals", "pieces", "has_year", "in_name",
    *(f"calls_{kind}" for kind in CALLS),
)  # fmt: skip
"""What each row is, in order."""


def text_signs(page: Page, blocks: Blocks, chosen: Longs) -> Floats:
    """Rows [sign, chosen block]."""
    texts, name = page.texts, (page.title or "").casefold()
    made: list[tuple[float, ...]] = []
    spans = zip(blocks.start[chosen].tolist(), blocks.stop[chosen].tolist(), blocks.words[chosen].tolist(), strict=True)
    for start, stop, words in spans:
        text = (texts[start] if stop == start + 1 else " ".join(texts[start:stop])).strip()
        made.append(
            (*_shape(text, words), float(stop - start), *(_short(text, name) if words <= SHORT else _NOT_SHORT))
        )
    return np.array(made, dtype=np.float32).reshape(-1, len(SIGNS)).T


_NOT_SHORT = (-1.0,) * (2 + len(CALLS))


def _shape(text: str, words: float) -> tuple[float, ...]:
    """How it ends and begins; commas a word; shares of digits and capitals."""
    head, size = text[:200], max(len(text[:200]), 1)
    end = text[-1:]
    if end in _QUOTES and len(text) > 1:
        end = text[-2] if text[-2] in _ENDS else end
    first = text[:1]
    start = _STARTS.get(first) or (1 if first.isupper() else 2 if first.islower() else 3 if first.isdigit() else 0)
    return (
        float(_ENDS.get(end, 0)), float(start), sum(map(text.count, _COMMAS)) / max(words, 1.0),
        sum(map(str.isdigit, head)) / size, sum(map(str.isupper, head)) / size,
    )  # fmt: skip


def _short(text: str, name: str) -> tuple[float, ...]:
    """What a short line says: a year, the page's name, a call."""
    line = text[:300]
    folded = " ".join(line.casefold().split())
    return (
        float(_YEAR.search(line) is not None), float(len(folded) > 3 and folded in name),
        *(float(call.search(line) is not None) for call in _CALLS),
    )  # fmt: skip
