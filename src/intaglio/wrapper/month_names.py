"""Days as other languages than English write them: `17 de noviembre de 2026`, `2026. november 17.`, `2026年11月`."""

from __future__ import annotations

import re
from datetime import date

_NAMES = """
    januar jänner janvier enero gennaio janeiro januari stycznia styczeń января январь ocak ledna leden január
        tammikuuta ianuarie січня;
    februar février febrero febbraio fevereiro februari lutego luty февраля февраль şubat února únor február
        helmikuuta februarie лютого;
    märz mars marzo março maart marca marzec марта март mart března březen marts március maaliskuuta martie березня;
    april avril abril aprile kwietnia kwiecień апреля апрель nisan dubna duben április huhtikuuta aprilie квітня;
    mai mayo maggio maio mei maja maj мая май mayıs května květen május toukokuuta травня;
    juni juin junio giugno junho czerwca czerwiec июня июнь haziran června červen június kesäkuuta iunie червня;
    juli juillet julio luglio julho lipca lipiec июля июль temmuz července červenec július heinäkuuta iulie липня;
    august août agosto augustus sierpnia sierpień августа август ağustos srpna srpen augusztus augusti elokuuta
        серпня;
    september septembre septiembre settembre setembro września wrzesień сентября сентябрь eylül září szeptember
        syyskuuta septembrie вересня;
    oktober octobre octubre ottobre outubro października październik октября октябрь ekim října říjen október
        lokakuuta octombrie жовтня;
    november novembre noviembre novembro listopada listopad ноября ноябрь kasım listopadu marraskuuta noiembrie
        листопада;
    dezember décembre diciembre dicembre dezembro december grudnia grudzień декабря декабрь aralık prosince prosinec
        joulukuuta decembrie грудня;
"""
_MONTHS = {name: at for at, names in enumerate(_NAMES.split(";"), 1) for name in names.split()}
_MONTH = "|".join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))
_DAY_FIRST = re.compile(
    rf"(?:(?<!\d)(?P<day>\d{{1,2}})(?:er|º|ª|\.)?\s+(?:de\s+)?)?\b(?P<month>{_MONTH})\.?,?\s+(?:del?\s+)?"
    r"(?P<year>\d{4})\b",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(
    rf"(?<!\d)(?P<year>\d{{4}})\.?\s+(?P<month>{_MONTH})(?:\s+(?P<day>\d{{1,2}})\b\.?)?", re.IGNORECASE
)
_COUNTED = re.compile(r"(?<!\d)(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월](?:\s?(?P<day>\d{1,2})\s?[日일])?")
_COUNTS = re.compile("[年년]")
_BEGUN = re.compile(r"(?<![^\W\d_])[^\W\d_]{3}")
"""The first letters of words. Most texts that may be dates are addresses, and no word of theirs begins as a month does:
to look for all names at all places takes fifty times as long as that.
"""
_BEGINNINGS = frozenset(name[:3] for name in _MONTHS)
_WORD = re.compile(r"[^\W\d_]{4,}")
_BESIDE = 1
"""Words of four letters and more beside a day: that of the week."""


def day_of(string: str) -> str | None:
    """The day that a text says in one of some languages, or the month if it says no day; None for all else.

    >>> day_of("martes, 17 de noviembre de 2026"), day_of("mars 2026"), day_of("17 chevaux")
    ('2026-11-17', '2026-03', None)
    """
    if not (_BEGINNINGS.intersection(_BEGUN.findall(string.lower())) or _COUNTS.search(string)):
        return None
    found = _DAY_FIRST.search(string) or _YEAR_FIRST.search(string) or _COUNTED.search(string)
    if found is None or len(_WORD.findall(string[: found.start()] + " " + string[found.end() :])) > _BESIDE:
        return None
    said, day = found["month"], int(found["day"] or 0)
    month = _MONTHS.get(said.lower()) or (int(said) if said.isdigit() else 0)
    try:
        said_day = date(int(found["year"]), month, day or 1).isoformat()
    except ValueError:
        return None
    return said_day if day else said_day[: len("2026-11")]
