"""Days in the few forms that most pages write them in, read at a glance; all others are for those who read any date."""

from __future__ import annotations

import re
from datetime import date

from dateutil.parser import parserinfo

_MONTHS = {name.lower(): at for at, names in enumerate(parserinfo.MONTHS, 1) for name in names}
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?"
_ZONE = r"(?:Z|[+-][01]\d:?[0-5]\d)?"
_WEEKDAY = rf"(?:(?:{'|'.join(name for names in parserinfo.WEEKDAYS for name in names)})[.,]? )?"
_HOUR = rf"(?: (?:at )?(?:{_CLOCK}|(?:0?[1-9]|1[0-2]):[0-5]\d(?::[0-5]\d)? ?[AaPp][Mm]))?"
_FORMS = re.compile(
    rf"(?P<year>[12]\d{{3}})-(?P<month>\d\d)-(?P<day>\d\d)(?:[T ]{_CLOCK}{_ZONE})?"
    rf"|{_WEEKDAY}(?P<name>[A-Za-z]{{3,9}})\.? (?P<of_name>\d{{1,2}}),? (?P<year_of_name>[12]\d{{3}}){_HOUR}"
    r"|(?P<before>\d{1,2}) (?P<named>[A-Za-z]{3,9}),? (?P<year_named>[12]\d{3})"
    r"|(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year_last>[12]\d{3})"
    r"|(?P<alone>[A-Za-z]{3,9})\.?,? (?P<year_alone>[12]\d{3})"
    r"|(?P<dotted>\d{1,2})\.(?P<of_dotted>\d{1,2})\.(?P<year_dotted>[12]\d{3})",  # dots: the day comes first
    re.ASCII,
)


def plain_day(text: str) -> str | None:
    """The day that a text of a common form says, or the month if it says no day; None for all others, which may be days
    nevertheless.

    >>> plain_day("March 5, 2010"), plain_day("2010-03-05T08:00:00Z"), plain_day("3/5/2010"), plain_day("5 March")
    ('2010-03-05', '2010-03-05', '2010-03-05', None)
    >>> plain_day("Mon. Mar 15, 2010 at 9:05 PM"), plain_day("March 2010")
    ('2010-03-15', '2010-03')
    """
    found = _FORMS.fullmatch(text)
    if found is None:
        return None
    if found["alone"]:
        month = _MONTHS.get(found["alone"].lower())
        return f"{found['year_alone']}-{month:02}" if month else None
    if found["year"]:
        parts = found["year"], int(found["month"]), found["day"]
    elif found["name"]:
        parts = found["year_of_name"], _MONTHS.get(found["name"].lower(), 0), found["of_name"]
    elif found["named"]:
        parts = found["year_named"], _MONTHS.get(found["named"].lower(), 0), found["before"]
    elif found["dotted"]:
        parts = found["year_dotted"], int(found["of_dotted"]), found["dotted"]
    else:
        parts = found["year_last"], int(found["first"]), found["second"]
    try:
        return date(int(parts[0]), parts[1], int(parts[2])).isoformat()
    except ValueError:
        return None
