"""Dates as people and machines write them → YYYY-MM-DD; what is ambiguous or no date is nothing."""

from __future__ import annotations

import re
from datetime import date

_STEMS = (
    "jan gen ene janv ian stycz leden ledna tammi ocak янв січ ιαν",
    "feb febb fév fev lut únor února helmi şub фев лют φεβ",
    "mar mär mars maart març mrt már březen března maalis мар бер μαρ",
    "apr abr avr ápr kwie duben dubna huhti nisan апр квіт απρ",
    "may mai mag mei maio maj máj květ touko мая май трав μαΐ μαι",
    "jun juin giu jún iun czerw červen června kesä haziran июн черв ιουν",
    "jul juil lug júl iul lipca lipiec červenec července heinä temmuz июл лип ιουλ",
    "ago aug aoû août sierp srpen srpna elokuu ağu авг серп αυγ",
    "sep set szep wrze září syys eyl сен верес σεπ",
    "oct okt ott out paź říj loka ekim окт жовт οκτ",
    "nov noi listopad marras kasım ноя листоп νοε",
    "dec dez déc dic des grud prosin joulu aralık дек груд δεκ",
)  # fmt: skip
"""How names of months begin, in the languages of Europe."""
MONTHS = {stem: number for number, stems in enumerate(_STEMS, 1) for stem in stems.split()}
_NAME = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = r"(?P<{}>[0-3]?\d)(?:st|nd|rd|th|er|º|\.)?"
_YEAR = re.compile(r"\d{4}")
"""What every date has in it."""
_ISO = re.compile(
    r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)|(?<!\d)((?:19|20)\d\d)[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일]"
)
_DIGITS = re.compile(r"^(\d{4})(\d\d)(\d\d)(?:T?\d{4,6}Z?)?$")
_DOTTED = re.compile(r"(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d)(?!\d)")
_SLASHED = re.compile(r"(?<!\d)(\d{1,2})[/-](\d{1,2})[/-]((?:19|20)\d\d)(?!\d)")
_WRITTEN = re.compile(
    rf"(?:{_DAY.format('before')}(?:\s+|-)(?:de\s+)?)?\b(?P<month>{_NAME})[^\W\d]*[.,]?(?:\s+|-)(?:de\s+)?"
    rf"(?:{_DAY.format('after')},?\s+)?(?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(rf"(?<!\d)((?:19|20)\d\d)\.?\s+({_NAME})[^\W\d]*\.?\s+([0-3]?\d)(?!\d)", re.IGNORECASE)
_TIMED = re.compile(
    r"\d{4}-\d\d?-\d\d?[T ]\s?(?P<hour>\d\d?):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?"
    r"\s?(?P<zone>Z|z|[+-]\d\d(?::?\d\d)?)?(?!\d)"
)
IN_ADDRESS = re.compile(r"/(20\d\d|19\d\d)[/-](\d{1,2})[/-](\d{1,2})(?:/|$|(?<!/\d)(?<!/\d\d)-)")
"""A day in an address; `/2024/05/10-ways-home` has none."""


def iso_date(text: str) -> str:
    """The first date of a text as YYYY-MM-DD; empty if there is none, or if it may be read in two ways.

    >>> iso_date("Published March 3rd, 2024"), iso_date("3. März 2024"), iso_date("2024年3月3日"), iso_date("1/2/2024")
    ('2024-03-03', '2024-03-03', '2024-03-03', '')
    """
    if not may_have_date(text):
        return ""
    if found := _ISO.search(text) or _DIGITS.match(text.strip()):
        return checked(*[part for part in found.groups() if part])
    if found := _YEAR_FIRST.search(text):
        return checked(found[1], str(MONTHS[found[2].lower()]), found[3])
    if (found := _WRITTEN.search(text)) and (found["before"] or found["after"]):
        return checked(found["year"], str(MONTHS[found["month"].lower()]), found["before"] or found["after"])
    if found := _DOTTED.search(text):
        return checked(found[3], found[2], found[1])
    if found := _SLASHED.search(text):
        first, second = int(found[1]), int(found[2])
        if first > 12 or first == second:
            return checked(found[3], found[2], found[1])
        if second > 12:
            return checked(found[3], found[1], found[2])
    return ""


def may_have_date(text: str) -> bool:
    """Whether a text has what every date has: most have none, and are not looked through."""
    return _YEAR.search(text) is not None


def iso_moment(text: str) -> str:
    """The first date of a text with its time, if written as machines do; else the day alone; empty if there is none.

    >>> iso_moment("2024-03-03 8:15:00 +0100"), iso_moment("3. März 2024"), iso_moment("2024-03-03T08:15Z")
    ('2024-03-03T08:15:00+01:00', '2024-03-03', '2024-03-03T08:15:00+00:00')
    """
    day = iso_date(text)
    found = _TIMED.search(text) if day else None
    if found is None or int(found["hour"]) > 23 or int(found["minute"]) > 59 or int(found["second"] or 0) > 59:
        return day
    zone = (found["zone"] or "").replace(":", "").replace("Z", "+0000").replace("z", "+0000")
    shown = f"{zone[:3]}:{zone[3:] or '00'}" if zone else ""
    return f"{day}T{int(found['hour']):02}:{found['minute']}:{found['second'] or '00'}{shown}"


def checked(year: str, month: str, day: str) -> str:
    """The date, if there is such a day."""
    try:
        made = date(int(year), int(month), int(day))
    except ValueError:
        return ""
    return made.isoformat() if made.year > 1900 else ""
