"""What values are by their look: phone numbers, ISBNs, ratings of films, heights; a form that few other things have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from intaglio.tables.cell_values import LEADING, typed_value
from intaglio.wrapper.value_types import has_digit, money

_PHONE = re.compile(r"\+?\(?\d[\d\s().\-/]{6,18}\d")
_HOST = re.compile(r"(?!(?:\d\d\.){3}\d\d$)(?:\d{1,3}\.){3}\d{1,3}")
"""The number of a machine, `86.227.20.148`; a phone number has four groups of two digits, if any."""
_FRACTION = re.compile(r"(?!\d{3}\.\d{4}$)\d+\.\d+")
_CODE = re.compile(r"[\d\s-]{9,19}[\dXx]")
_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[a-z]{2,}", re.IGNORECASE)
_SITE = re.compile(
    r"(?:https?://)?(?:www\.)?(?:[\w-]+\.)+(?:com|org|net|edu|gov|info|biz|[a-z]{2})(?:/\S*)?", re.IGNORECASE
)
_FILM = re.compile(
    r"(?:rated\s+)?(?:G|PG|PG-?\s?13|R|NC-?\s?17|NR|not rated|unrated|TV-(?:Y7?|G|PG|14|MA))"
    r"(?:\s+(?:for|-)\s.*|\s*\(.*\))?",
    re.IGNORECASE,
)
_HEIGHT = re.compile(
    r"\d\s?(?:'|’|′|ft\.?)\s?\d{1,2}(?:\.\d+)?\s?(?:\"|”|″|''|in\.?)?(?:\s?[(/].*)?|[12][.,]\d\d\s?m|\d{3}\s?cm"
)
_WEIGHT = re.compile(r"\d{1,4}(?:[.,]\d+)?\s?(?:lbs?|pounds?|kgs?|kilograms?|ounces|oz)\b.{0,20}", re.IGNORECASE)
_RUNTIME = re.compile(
    r"(?:\d{1,2}\s?h(?:(?:ou)?rs?)?\.?,?\s*)?\d{1,3}\s?min(?:ute)?s?\.?|\d{1,2}\s?h(?:ou)?rs?\.?|\d{1,2}\s?h\s?\d{1,2}\s?m",
    re.IGNORECASE,
)
_SALARY = re.compile(
    r"(?=.*[$£€]).{0,20}\d.{0,40}\b(?:(?:per|an?)\s(?:annum|year|hour)|annually|yearly|hourly|p\.?\s?a|p\.?\s?h)\b.{0,30}",
    re.IGNORECASE,
)
"""A sum for a year or an hour."""
_EMPLOYED = (
    r"(?:full|part)[\s-]time|contract(?:or)?|permanent|temporary|temp|fixed[\s-]term|freelance|internship|seasonal"
)
_EMPLOYMENT = re.compile(rf"(?:{_EMPLOYED})(?:(?:,|\s?/|\s[-–&]|\sor|\sand)?\s?(?:{_EMPLOYED}))*", re.IGNORECASE)
_RANGE = re.compile(r"[$€£¥](?:\s?[$€£¥]){0,4}")
"""How dear a place is, in signs."""
_PLAYS = (
    r"(?:point |shooting )?guard|(?:small |power )?forward|cent(?:er|re)|goal(?:keeper|tender)|(?:left |right |wing )?"
    r"(?:back|defender|midfielder|winger)|defenseman|midfielder|striker|quarterback|linebacker|pitcher|catcher"
)
_POSITION = re.compile(rf"(?:{_PLAYS})(?:\s?[-/,]\s?(?:{_PLAYS}))*", re.IGNORECASE)
"""Where somebody plays."""
_FUEL = re.compile(r"(?=.*mpg)(?:.{0,25}\d.{0,25}\bmpg\b.{0,40}|.{0,20}\bmpg\b.{0,25}\d.{0,20})", re.IGNORECASE)
_ENGINE = re.compile(
    r".{0,30}\b(?:\d\.\d\s?-?l(?:iter|itre)?s?|[vi]-?\s?(?:[34568]|10|12)|\d{1,2}[- ]cyl(?:inders?)?\.?|flat[- ]\d)"
    r"(?!\w).{0,50}",
    re.IGNORECASE,
)  # fmt: skip
_STREET = re.compile(
    r"\d{1,6}\s?[a-z]?\s.{2,60}\b(?:st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|hwy|highway|way|pkwy|"
    r"parkway|pl|place|plaza|square|sq|ct|court|loop|broadway|freeway|fwy|circle|cir|trail|pike|turnpike|terrace|ter|"
    r"expressway|expy)\b.{0,80}|\d{1,6}\s(?:.{1,20}\s)?(?:hwy|highway|route|rte|fm)\s\d.{0,60}|p\.?\s?o\.?\sbox\s\d.{0,60}",
    re.IGNORECASE,
)  # fmt: skip
_TOWN = re.compile(
    r"[A-Z][^\d,]{1,30},\s?[A-Z]{2}(?:[\s,]+\d{5}(?:-\d{4})?)?(?:,?\s+(?:US|USA|United States))?"
    r"|(?:[A-Z]{1,2}-)?\d{5}\s[A-ZÀ-Þ][^\d,]{1,30}"
)
"""A town with its state, or behind its postal code."""


def _counted(things: str) -> re.Pattern[str]:
    """How many of some things a text speaks of: `12 comments`, `(No comments)`, `Comments (12)`, `Read 12 comments`."""
    return re.compile(
        rf"{LEADING}\(?(?:\d[\d,.]*|no)\s(?:{things})\)?|(?:{things})\s?(?:\(\d[\d,.]*\)|:\s?\d[\d,.]*)",
        re.IGNORECASE,
    )


_COMMENTS = _counted("comments?|kommentare?|replies|reply")
_REVIEWS = _counted("(?:(?:customer|user|reader)\\s)?(?:reviews?|ratings?)")
_ANSWERS = _counted("answers?|antwort(?:en)?|responses?")
_STARS = re.compile(
    r"[★⭐]\s?\d(?:[.,]\d+)?|\d(?:[.,]\d+)?\s?[★⭐]|(?:rated\s|rating:\s)?\d{1,2}(?:[.,]\d+)?\s?(?:(?:(?:out\s)?of\s|/\s?)(?:5|10)(?:[.,]0)?(?:\s?stars?)?|stars?)",
    re.IGNORECASE,
)
_STOCK = re.compile(
    r"(?:currently\s|temporarily\s|only\s)?(?:(?:\d+\s)?(?:in|out of)[\s-]stock|sold[\s-]out|(?:un|not )?available|"
    r"\d+\s(?:left|available|remaining)|pre-?order|back-?order(?:ed)?|discontinued|coming soon)"
    r"(?:\s(?:now|online|in stock|in store|soon|\(\d+ available\)))?[.!]?"
    r"|(?:usually\s|normally\s)?(?:ships|dispatched)\s(?:in|within|today|tomorrow|same day|next day)\b.{0,30}",
    re.IGNORECASE,
)
"""Whether something can be bought."""
_PAGES = re.compile(r"\d{1,5}\s(?:pages|pp|seiten|p[aá]ginas|pagine)", re.IGNORECASE)
_FORMAT = re.compile(
    r"(?:(?:trade|mass[ -]market|large print|library)\s)?(?:paperbacks?|hardcovers?|hardbacks?|softcovers?)|"
    r"trade paper|library binding|board book|spiral[- ]bound|audio (?:cd|cassette|book)|audiobook|"
    r"kindle edition|e-?book",
    re.IGNORECASE,
)
"""How a book is made."""
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_DAY = (
    rf"(?:{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}}|\d{{1,2}}(?:st|nd|rd|th|\.)?\s{_MONTH},?\s\d{{4}}|"
    r"\d{4}-\d\d-\d\d)"
)
_WHEN = re.compile(
    rf"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,?\s(?:\d{{1,2}}(?:st|nd|rd|th)?\s{_MONTH}|{_MONTH}\s\d{{1,2}}"
    r"(?:st|nd|rd|th)?)\b.{0,10}\b\d{1,2}(?::\d\d|\s?[ap]\.?m\b).{0,60}",
    re.IGNORECASE,
)
"""Day of the week, day and time: when something takes place, and perhaps where."""
_PERSON = r"[A-Z][^\d\s,]*(?:\s\(?[A-Z][^\d\s,]*)+"
_HOUR = r"(?:,?\s(?:at\s|[-–—|]\s)?\d{1,2}:\d\d\s?(?:[ap]\.?m\.?)?)?"
_BYLINE = re.compile(
    rf"{_DAY}{_HOUR}\s*(?:[-–—|•·,]?\s*by\s\S.{{0,60}}|[-–—|•·,]\s*(?:{_PERSON}.{{0,40}})?)|(?:[Bb]y\s)?{_PERSON}(?:\s*[-–—|•·,]|\son)\s*{_DAY}"
)
"""When something was written, and by whom."""
LANGUAGES = frozenset(
    """ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu hy id it ja ka ko lt lv mk ms nb nl nn no pl pt ro
    ru sk sl sq sr sv th tr uk ur vi zh""".split()  # noqa: SIM905 - a list of words reads better as text
)
"""Codes by which links to a page in other languages call these."""
_PAIR = re.compile(r"(\d+)\s?[-/]\s?(\d+)")
_FIGURE = re.compile(r"[0-9.,%+\s-]{0,7}")
"""Too short for a phone number or a code, and without what tells other things."""
_SHORT_FIGURE = re.compile(r"[0-9.,%+\s-]{0,5}")
"""Too short for a date, too."""
_THOUSANDS = re.compile(r"(\d{1,3})((?:[\s.]\d{3})+)")
_FIRST = 3
"""One of the first values has the form, or it is not looked for."""
USUAL = 0.8
"""Share of the values that have the form."""


def is_phone(text: str) -> bool:
    """Whether a text is a phone number: no bare digits, which may be any code, no fraction, no rating, no date and no
    number of a machine.

    >>> is_phone("555.1234"), is_phone("0.48681234"), is_phone("4.25 / 5.0")
    (True, False, False)
    """
    if _PHONE.fullmatch(text) is None or text.isdigit() or _HOST.fullmatch(text) is not None:
        return False
    return _FRACTION.fullmatch(text) is None and _STARS.fullmatch(text) is None and typed_value(text, "date") is None


def is_isbn(text: str) -> bool:
    """Whether a text is an ISBN of thirteen digits, by its check digit.

    >>> is_isbn("978-1-58485-528-6"), is_isbn("9781584855287")
    (True, False)
    """
    plain = _digits(text)
    return plain.startswith(("978", "979")) and len(plain) == 13 and _checks(plain)


def _is_isbn10(text: str) -> bool:
    plain = _digits(text)
    if len(plain) != 10 or not plain[:9].isdigit():
        return False
    last = 10 if plain[9] in "Xx" else int(plain[9])
    return (sum((10 - at) * int(sign) for at, sign in enumerate(plain[:9])) + last) % 11 == 0


def _is_barcode(text: str) -> bool:
    plain = _digits(text)
    return len(plain) in (12, 13, 14) and plain.isdigit() and _checks(plain)


def _digits(text: str) -> str:
    return re.sub(r"[\s-]", "", text) if _CODE.fullmatch(text) else ""


def _checks(digits: str) -> bool:
    if not digits.isdigit():
        return False
    return sum(int(sign) * (1 if at % 2 else 3) for at, sign in enumerate(reversed(digits), 1)) % 10 == 0


SHAPES: Mapping[str, Callable[[str], object]] = {
    "isbn": is_isbn, "isbn_10": _is_isbn10, "gtin": _is_barcode, "phone": is_phone, "email": _MAIL.fullmatch,
    "content_rating": _FILM.fullmatch, "height": _HEIGHT.fullmatch, "weight": _WEIGHT.fullmatch,
    "runtime": _RUNTIME.fullmatch, "fuel_economy": _FUEL.fullmatch, "engine": _ENGINE.fullmatch,
    "address": _STREET.fullmatch, "location": _TOWN.fullmatch, "website": _SITE.fullmatch,
    "comment_count": _COMMENTS.fullmatch, "review_count": _REVIEWS.fullmatch, "answer_count": _ANSWERS.fullmatch,
    "rating": _STARS.fullmatch, "byline": _BYLINE.fullmatch, "availability": _STOCK.fullmatch,
    "salary": _SALARY.fullmatch, "employment_type": _EMPLOYMENT.fullmatch, "price_range": _RANGE.fullmatch,
    "position": _POSITION.fullmatch, "pages": _PAGES.fullmatch, "format": _FORMAT.fullmatch, "when": _WHEN.fullmatch,
}  # fmt: skip
"""Words of the vocabulary, and what tells that a value looks like theirs."""
_WITHOUT_DIGITS = frozenset(
    {
        "availability",
        "comment_count",
        "answer_count",
        "email",
        "content_rating",
        "location",
        "website",
        "employment_type",
        "price_range",
        "position",
        "format",
    }
)
"""Those that may have no digit; all others are looked for only where there are some."""
_BEGIN_WITH_LETTERS = frozenset(SHAPES) - {
    "isbn", "isbn_10", "gtin", "phone", "height", "weight", "runtime", "address", "salary", "pages",
}  # fmt: skip
"""Those that may begin with a letter; all others are looked for only where something else does."""
SIGNS = {
    "email": "@", "website": ".", "fuel_economy": "mpg", "comment_count": "omment repl",
    "review_count": "rev rat", "answer_count": "answ antw resp", "rating": "of / star ★ ⭐",
    "availability": "stock sold ava left rema order cont soon ships disp", "pages": "p seite", "salary": "$ £ €",
    "price_range": "$ € £ ¥",
}  # fmt: skip
"""What one of the first values says in small letters that has the form: it is soon seen whether any does."""
_LOOKED = {
    (digits, letters): [
        (word, has_it, tuple(SIGNS.get(word, "").split()))
        for word, has_it in SHAPES.items()
        if (digits or word in _WITHOUT_DIGITS) and (not letters or word in _BEGIN_WITH_LETTERS)
    ]
    for digits in (False, True)
    for letters in (False, True)
}
"""What is looked for in values with digits and without, those that begin with letters and others."""
SURE = frozenset({
    "isbn", "isbn_10", "content_rating", "comment_count", "review_count", "answer_count", "pages",
})  # fmt: skip
"""Forms that say more than a label does: what is labelled `Rating` may be a film's, and `Reviews (7)` names itself."""


def shape_of(values: Sequence[str]) -> str | None:
    """The word for things that look like nearly all of some values; None for all else.

    >>> shape_of(["555-1234", "555-4321"]), shape_of(["1519-3302", "4753-10211"])
    ('phone', None)
    >>> shape_of(["Paperback", "Library Binding"]), shape_of(["Binding", "Paper", "Paper"])
    ('format', None)
    """
    short = [value for value in values if len(value) <= 120]
    if not short or len(short) < USUAL * len(values):
        return None
    first = short[:_FIRST]
    if all(map(_FIGURE.fullmatch, first)):
        return None  # as cells of statistics, which are many
    said = "\n".join(first)
    digits, letters, said = has_digit(said), all(value[:1].isalpha() for value in first), said.casefold()
    for word, has_it, signs in _LOOKED[digits, letters]:
        if signs and not _says_any(signs, said):
            continue
        if any(map(has_it, first)) and sum(map(bool, map(has_it, short))) >= USUAL * len(values):
            return None if word == "phone" and _are_figures(short) else word
    return None


def _says_any(signs: Sequence[str], said: str) -> bool:
    for sign in signs:  # noqa: SIM110 - at half the time of `any`, twelve times a column
        if sign in said:
            return True
    return False


def _are_figures(values: Sequence[str]) -> bool:
    """Whether values are two numbers each, as shots made of those tried, or thousands (`1 250 000`); parts of phone
    numbers are equally long.
    """
    pairs = [pair for value in values if (pair := _PAIR.fullmatch(value) or _THOUSANDS.fullmatch(value)) is not None]
    return len(pairs) >= USUAL * len(values) and len({(len(pair[1]), len(pair[2])) for pair in pairs}) > 1


@lru_cache(maxsize=8192)
def is_typed(value: str) -> bool:
    """Whether a value is a sum of money, a date or a phone number."""
    if _SHORT_FIGURE.fullmatch(value) is not None or not has_digit(value):
        return False
    return money(value) is not None or typed_value(value, "date") is not None or is_phone(value)
