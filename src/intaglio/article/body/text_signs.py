"""Signs that lines carry whatever their language: how they begin and end, what they are made of, what they call for.

Only blocks with hope are read this closely.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import repeat

import numpy as np
import numpy.typing as npt

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.counts import STOPS, Floats
from intaglio.page import Page

OPENING: dict[str, str] = {
    "more": "read see show view learn find click watch listen related recommended more also keep up next mehr lesen "
    "weiterlesen siehe lire lisez voir leer lea ver leggi leia veja lees meer zobacz czytaj läs les читайте miss",
    "advert": "advertisement advertising ad ads sponsored promoted anzeige werbung publicité publicidad pubblicità "
    "reklama reklam annonce advertentie affiliate",
    "byline": "by von por par di door av text written posted published updated last author autor autorin "
    "veröffentlicht publié publicado pubblicato aktualisiert modified filed tags tag tagged category categories "
    "kategorie kategorien schlagwörter topics stand",
}
"""What a line may be about if it begins with such words, in the larger languages."""
ANYWHERE: dict[str, str] = {
    "follow": "subscribe newsletter newsletters signup sign login register follow share tweet facebook twitter "
    "whatsapp instagram pinterest email mail download donate abonnieren abonnement abonnez anmelden teilen "
    "registrieren suscríbete suscribirse comparte compartir partager partagez iscriviti condividi inscreva compartilhe "
    "spenden folgen like app",
    "credit": "photo photos image picture foto fotos bild bilder imagen credit quelle source fuente copyright getty "
    "shutterstock istock reuters afp dpa illustration screenshot photograph ©",
    "reply": "comment comments reply replies kommentar kommentare kommentieren antworten commentaire commentaires "
    "comentario comentarios commenti reacties response responses trackback trackbacks pingback",
}
"""The same, wherever in a line they stand."""
KINDS = (*OPENING, *ANYWHERE)
CALL_BIT = {kind: 1 << number for number, kind in enumerate(KINDS)}
_YEAR_BIT = 1 << len(KINDS)
_OPENING_BITS = sum(CALL_BIT[kind] for kind in OPENING)
_LINE = " \0 "
"""Set before each line when many are looked at together; no text of a parsed page has a NUL in it."""
_WORDS = {
    **{b"%d" % year: _YEAR_BIT for year in range(1900, 2100)},
    **{word.encode(): CALL_BIT[kind] for kind, words in {**OPENING, **ANYWHERE}.items() for word in words.split()},
    _LINE.strip().encode(): -1,
}
"""By their bytes: signs are quickest told from words there."""
_SPACES = bytes.maketrans(b".,:;!?()\"'|/-", b" " * 13)
"""Signs that stand beside words and between them, in ASCII."""
_WIDE = "’“”…»\xa0"
"""The others."""
_FIRST = 4
"""Words with which a line begins."""
SHORT, _LONGEST = 30.0, 300
"""Words up to which a block may be such a line, and its characters that are read."""
_ENDS = {**dict.fromkeys(STOPS, 1), ":": 2, "：": 2, **dict.fromkeys("…›»→>▸▶", 3), **dict.fromkeys(",;-–—|/", 4)}
_QUOTES = frozenset("\"'”’»)]）」』“")
_STARTS = {**dict.fromkeys("\"'“„«‘「『-–—", 4), **dict.fromkeys("©@#|•·*›»→>▸▶+", 5), **dict.fromkeys("([（", 6)}
_EDGE, _QUOTED, _PLANE = 3, 8, 1 << 16
"""Characters looked at of a line's ends; what a quotation mark is there; characters of the first plane."""
_SHIFT = 20
"""Bits a count has in a packed number; no line that is read has as many characters."""
SIGNS: tuple[str, ...] = (
    "ends", "starts", "commas", "digits", "capitals", "pieces", "consent", "in_name", "has_year",
    *(f"calls_{kind}" for kind in KINDS),
)  # fmt: skip
"""What each row is, in order."""


def text_signs(page: Page, blocks: Blocks, chosen: Longs) -> Floats:
    """Rows [sign, chosen block]; the calls of blocks that are not short are -1."""
    texts = page.texts
    starts, stops, words = blocks.start[chosen], blocks.stop[chosen], blocks.words[chosen]
    spans = zip(starts.tolist(), stops.tolist(), strict=True)
    lines = [(texts[start] if stop == start + 1 else " ".join(texts[start:stop])).strip() for start, stop in spans]
    rows = np.empty((len(SIGNS), len(lines)), dtype=np.float32)
    rows[0], rows[1] = _edges(lines)
    heads = [line[:_LONGEST] for line in lines]
    rows[2:5] = _made_of(heads)
    rows[5] = stops - starts
    short = (words <= SHORT).nonzero()[0]
    few = [heads[number] for number in short.tolist()]
    name = " ".join((page.title or "").casefold().split())
    rows[6] = _asks_consent(heads)
    rows[7:] = -1
    rows[7, short] = [3 < len(line) <= len(name) and line.casefold() in name for line in few]
    bits = line_bits(few)
    rows[8, short] = bits & _YEAR_BIT != 0
    rows[9:, short] = bits & _BIT_COLUMN != 0
    return rows


def _asks_consent(lines: Sequence[str]) -> list[bool] | bool:
    """Which lines speak of cookies or privacy; most pages have none."""
    whole = "\n".join(lines)
    if "ookie" not in whole and "rivacy" not in whole:
        return False
    return ["ookie" in line or "rivacy" in line for line in lines]


_BIT_COLUMN = np.array(list(CALL_BIT.values()), dtype=np.int64)[:, None]


def line_bits(lines: Sequence[str]) -> Longs:
    """What each line calls for, as bits."""
    if not lines:
        return np.zeros(0, dtype=np.int64)
    text = (_LINE + _LINE.join(lines)).lower()
    if not text.isascii():
        text = text.replace("©", " © ")
        for sign in _WIDE:
            text = text.replace(sign, " ")
    found = text.encode("utf-8", "surrogatepass").translate(_SPACES).split()
    bits = np.fromiter(map(_WORDS.get, found, repeat(0)), np.int64, len(found))
    begins = (bits < 0).nonzero()[0]
    bits[begins] = 0
    opening = (bits & _OPENING_BITS).nonzero()[0]
    first = begins.take(np.searchsorted(begins, opening) - 1)
    bits[opening[opening - first > _FIRST]] &= ~_OPENING_BITS
    return np.bitwise_or.reduceat(bits, begins)


def _edges(lines: Sequence[str]) -> tuple[Longs, Longs]:
    """How each line ends and begins; a quotation mark that ends it counts for what stands before it."""
    begins, ends = _edge_tables()
    edges = "".join([(line[:1] + line[-2:].rjust(2)).rjust(_EDGE) for line in lines])
    codes = np.frombuffer(edges.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).reshape(-1, _EDGE)
    codes = np.minimum(codes, _PLANE - 1)  # what lies beyond the first plane is mostly pictures
    before, last = ends.take(codes[:, 1]) % _QUOTED, ends.take(codes[:, 2])
    return np.where((last >= _QUOTED) & (before > 0), before, last % _QUOTED), begins.take(codes[:, 0])


def _made_of(lines: Sequence[str]) -> Floats:
    """Rows [kind, line] of the shares of commas, digits and capitals."""
    codes = np.frombuffer("\n".join([*lines, ""]).encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
    sizes = np.fromiter(map(len, lines), np.int64, len(lines)) + 1
    if int(sizes.sum()) < len(codes):
        sizes = np.array([len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1 for line in lines])
    sums = np.add.reduceat(_signs_table().take(codes), sizes.cumsum() - sizes)
    mask = (1 << _SHIFT) - 1
    counts = np.array([sums & mask, sums >> _SHIFT & mask, sums >> 2 * _SHIFT])
    shares: Floats = counts / np.maximum(sizes - 1, 1)
    return shares


@cache
def _edge_tables() -> tuple[Longs, Longs]:
    """What a line is like that begins with each character, and that ends with it."""
    every = list(map(chr, range(_PLANE)))
    begins = [1 if one.isupper() else 2 if one.islower() else 3 if one.isdigit() else 0 for one in every]
    tables = np.array([begins, [0] * _PLANE], dtype=np.int64)
    for table, known in zip(tables, (_STARTS, _ENDS), strict=True):
        table[list(map(ord, known))] = list(known.values())
    tables[1, list(map(ord, _QUOTES))] += _QUOTED
    tables.flags.writeable = False
    return tables[0], tables[1]


@cache
def _signs_table() -> npt.NDArray[np.int64]:
    """What each 16-bit unit adds to the counts of its line, all counts packed into one number."""
    table = np.zeros(_PLANE, dtype=np.int64)
    for code in range(_PLANE):
        sign = chr(code)
        table[code] = (sign in ",、，،") + (sign.isdigit() << _SHIFT) + (sign.isupper() << 2 * _SHIFT)
    table.flags.writeable = False
    return table
