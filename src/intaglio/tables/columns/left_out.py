"""What is left to the raw record, and why: copies, constants, addresses, head matter, furniture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from intaglio.tables.cell_values import typed_value
from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.collected_values import CollectedValues
from intaglio.tables.columns.column_names import WAY_HERE
from intaglio.tables.columns.framed_texts import framed_texts, says_again, says_both
from intaglio.tables.columns.main_thing import READ
from intaglio.tables.columns.ranking import known_word, look_of
from intaglio.tables.table_options import TableOptions
from intaglio.tables.words.plain_words import plain_words
from intaglio.tables.words.value_shapes import LANGUAGES
from intaglio.tables.words.vocabulary import words_of
from intaglio.tables.words.word_forms import same_word
from intaglio.wrapper.value_types import has_digit, money, number

_TOLD_APART, _SAID = 0.7, 4
"""Share of the rows that have a sign, at most, and its words."""
_TURNS = frozenset("next previous prev older newer post article page chapter entry story up".split())  # noqa: SIM905
"""Words before a link to the page before or behind."""
_FIRST = 3
_FORMS = 2
"""Forms of a word that is a label: one thing, or several."""
_FEWEST = 8
"""Rows from which times of one day are those of the visit, and links that most of them have a menu."""
_DIFFERENT = 5
"""Different values that two columns have in common, for them to be one."""
_CLOCK = re.compile(r"\d{1,2}:\d{2}")
_SOME = 10
"""Values that are looked at for their form."""
_QUERY = re.compile(r"\S*\w=\S*[&;]\w+=\S*")
"""A query, or parameters, as addresses have them."""
_MARKUP = re.compile(r"<(?:script|div|iframe|a|img)\s|<!--", re.IGNORECASE)
"""Markup that was meant for a script."""
_RIGHTS = ("©", "Copyright ©", "Copyright (c)", "(c) ")
"""What a page says of itself behind all else."""
_STOPS = re.compile("[\\s.,;:|/()&•·»«'\"\ue000-\uf8ff]+")
"""What stands between links and behind sentences, and what fonts of icons draw; dashes, stars and signs of currencies
may say something.
"""
_SCHEME = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)
_CENTS = re.compile(r"\d[\d.,\s]*[.,]\d\d")
_MOST = 0.8
"""Share of the rows with one value, from which what stands around a page's content is furniture; and of those with a
link of a list, from which the list is a menu.
"""
_OF_ITSELF = "email"
"""Look of what is made of a name, and says something else."""
_BY_ORIGIN = {"target": "address", "attribute": "attribute", "head": "head of the page"}


def own_reasons(
    found: Sequence[Candidate], main: Candidate | None, values: CollectedValues, options: TableOptions
) -> dict[int, str]:
    """Why candidates, by their identity, are left out whatever the others are: these need not be ranked."""
    place = _last_on_the_way(found, main, values.sampled, options)
    told = ((one, _own_reason(one, values, options)) for one in found)
    return {
        id(one): reason
        for one, reason in told
        if reason is not None and not (reason == "furniture" and one in (main, place))  # headings repeat the main thing
    }


def reasons(
    ranked: Sequence[Candidate], main: Candidate | None, own: Mapping[int, str], rows: int, options: TableOptions
) -> dict[int, str]:
    """Why candidates, by their identity, are left out, those by themselves first, then those that say what better ones
    say; `copy of ID` names the column it is a copy of.
    """
    why = dict(own)
    image = False
    framed = framed_texts(ranked, options.copy)
    kept = [one for one in ranked if id(one) not in own]
    said = _FirstRows()
    for one in kept:
        reason = None
        if one.origin == "image":
            reason = "another image" if image else _is_no_picture(one, rows, options)
            image = image or reason is None
        if reason is None:
            reason = _said_elsewhere(one, main, said, framed.get(id(one)), options)
        if reason is None:
            said.keep(one)
        else:
            why[id(one)] = reason
    return why


def _said_elsewhere(
    one: Candidate, main: Candidate | None, said: _FirstRows, framed: Candidate | None, options: TableOptions
) -> str | None:
    """Why what a column says is left out: another says it, in fixed words perhaps, or pages of that name do."""
    alike = said.like(one)
    of_itself = look_of(one) == _OF_ITSELF
    copied = (framed if not of_itself else None) or next(
        (other for other in alike if _copies(one, other, options.copy)), None
    )
    copied = copied or _stood_in_for(one, alike)
    if copied is not None:
        return f"copy of {'.'.join(copied.place)}"
    if main is not None and _names_others(one, main, options.copy):
        return "furniture"
    again = not of_itself and says_again(one, main, options.copy)
    again = again or says_both(one, main, said.kept, options.copy)
    return "says the name again" if again else None


def _last_on_the_way(
    ranked: Sequence[Candidate], main: Candidate | None, rows: int, options: TableOptions
) -> Candidate | None:
    """The last step on the way to a page that is not its own name: what it belongs to, if nothing else says that."""
    if main is None or any(known_word(one) == "category" and not _is_on_the_way(one) for one in ranked):
        return None
    steps = [
        (one.facts.order, one)
        for one in ranked
        if one.facts is not None and 2 * len(one.rows) >= rows and _is_on_the_way(one) and len(one.different()) > 1
    ]
    own = [step for step in steps if step[1] is not main and not _copies(step[1], main, options.copy)]
    return max(own, key=lambda step: step[0], default=(0, None))[1]


def _is_on_the_way(one: Candidate) -> bool:
    """Whether it is a text of the line that leads to a page."""
    if one.origin != "text" or one.listed:
        return False
    said = one.facts is not None and not WAY_HERE.isdisjoint(one.facts.words)
    return said or not WAY_HERE.isdisjoint(one.place[-1].split("_"))


class _FirstRows:
    """What kept columns say on the first rows of others: what agrees with one on none of these is no copy of it, and
    need not be looked at. Rows are read once they are asked for.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self.kept: list[Candidate] = []
        self._rows: list[Mapping[int, list[str]]] = []
        """What the kept columns had when they were kept."""
        self._read: dict[int, tuple[int, dict[Hashable, list[int]]]] = {}
        """Of each row, how many kept columns were read, and which of them say what."""

    def keep(self, one: Candidate) -> None:
        """Take in a column that is kept."""
        self.kept.append(one)
        self._rows.append(one.rows)

    def like(self, one: Candidate) -> list[Candidate]:
        """The kept columns that say the same as one on one of its first rows, in the order in which they were kept; of
        few rows, all have to agree, and so the first.
        """
        found: set[int] = set()
        for row, held in islice(one.rows.items(), _FIRST if len(one.rows) >= _DIFFERENT else 1):
            for at in self._said_on(row).get(_roughly(one, row, held), ()):
                if at not in found and _meaning(self._rows[at][row]) == _meaning(held):
                    found.add(at)
        return [self.kept[at] for at in sorted(found)]

    def _said_on(self, row: int) -> dict[Hashable, list[int]]:
        """The kept columns by what they say on a row, about."""
        read, said = self._read.get(row, (0, {}))
        for at in range(read, len(self._rows)):
            held = self._rows[at].get(row)
            if held is not None:
                said.setdefault(_roughly(self.kept[at], row, held), []).append(at)
        self._read[row] = len(self._rows), said
        return said


def _is_nearly_constant(one: Candidate, options: TableOptions) -> bool:
    return len(one.rows) > 2 and one.comes_up(options.constant * len(one.values()))


def _is_sign(one: Candidate, value: str, rows: int) -> bool:
    """Whether rows are told apart by whether they have a short text: `Sold out`."""
    is_text = one.origin == "text" and not one.listed and (one.facts is None or not one.facts.attribute)
    return is_text and len(one.rows) <= _TOLD_APART * rows and value.count(" ") < _SAID


def _is_word_in_forms(one: Candidate, rows: int, options: TableOptions) -> bool:
    """Whether all rows have one word or the other form of it: a label above one thing or several."""
    said = one.different()
    if len(said) != _FORMS or len(one.rows) < options.constant * rows:
        return False
    return same_word(*map(str.casefold, said))


def _own_reason(one: Candidate, collected: CollectedValues, options: TableOptions) -> str | None:
    values, rows = one.values(), collected.sampled
    if not values:
        return "empty"
    if one.in_parts:
        return "in parts"
    if rows > 1 and len(one.rows) >= options.constant * rows and len(one.different()) == 1:
        return "constant"
    if rows > 2 and _is_nearly_constant(one, options) and not _is_sign(one, values[0], rows):
        return "constant"
    if _is_word_in_forms(one, rows, options):
        return "constant"
    if len(one.rows) >= _FEWEST and len(one.rows) == rows and _is_of_one_day(values):
        return "constant"
    if one.facts is not None and (one.navigates or _is_around(one, values, rows)):
        return "furniture"
    if one.facts is not None and "a" in one.facts.tags[:2] and _leads_on(one, values):
        return "furniture"
    if one.origin == "text" and all(map(_is_for_machines, islice(values, _SOME))):
        return "for machines"
    if one.origin == "text" and _are_signs(values[:_SOME]):
        return "signs"
    if _is_own_address(one, collected.urls):
        return "address"
    return _BY_ORIGIN.get(one.origin)


def _leads_on(one: Candidate, values: Sequence[str]) -> bool:
    """Whether links are a menu, or stand behind `Next:`."""
    return (one.listed and _is_menu(one, values)) or _TURNS.issuperset(words_of(one.label) or ("",))


def _is_menu(one: Candidate, values: Sequence[str]) -> bool:
    """Whether links are those to other languages, or lead to the same parts of a site from nearly every page."""
    if LANGUAGES.issuperset(map(_word, values)):
        return True
    pages = Counter(value for held in one.rows.values() for value in set(held))
    usual = sum(count * count for count in pages.values()) / (len(one.rows) * pages.total())
    return len(one.rows) >= _FEWEST and usual >= _MOST


def _is_own_address(one: Candidate, urls: Mapping[int, str]) -> bool:
    """Whether values are the addresses of their own pages, as those that tell whom to credit are."""
    if not urls:
        return False
    said = [(held[0], urls[row]) for row, held in islice(one.rows.items(), _SOME) if row in urls]
    return len(said) > 1 and not one.listed and all(_bare_address(text) == _bare_address(url) for text, url in said)


def _bare_address(text: str) -> str:
    """An address without what may be left out."""
    return _SCHEME.sub("", text).removesuffix("index.html").rstrip("/")


def _names_others(one: Candidate, main: Candidate, share: float) -> bool:
    """Whether nearly all its values are names of other pages of the kind, each of them once: what comes before a page
    or after it.
    """
    if one is main or one.listed or len(one.rows) < _FEWEST or len(set(one.first_values())) < share * len(one.rows):
        return False
    said = {row: held[0] for row, held in one.rows.items()}
    names = {held[0]: row for row, held in main.rows.items()}
    return sum(names.get(text, row) != row for row, text in said.items()) >= share * len(said)


def _is_for_machines(value: str) -> bool:
    return _QUERY.fullmatch(value) is not None or _MARKUP.match(value) is not None


def _are_signs(values: Sequence[str]) -> bool:
    signs = [value for value in values if not value[:1].isalnum() and _STOPS.fullmatch(value) is not None]
    return 2 * len(signs) > len(values)


def _is_of_one_day(values: Sequence[str]) -> bool:
    """Whether all values are times of one day: when pages were made, or fetched."""
    first = typed_value(values[0], "date") if _CLOCK.search(values[0]) else None
    return first is not None and all(_CLOCK.search(value) and typed_value(value, "date") == first for value in values)


def _is_around(one: Candidate, values: Sequence[str], rows: int) -> bool:
    """Whether it stands around the content, and is the same on most pages; of a lone page, the foot is. Whose a page
    is says the foot, too, whatever it is called.
    """
    if one.facts is None or not one.facts.frames:
        return values[0].startswith(_RIGHTS) and all(value.startswith(_RIGHTS) for value in islice(values, _SOME))
    return _is_usual(one, values) if rows > 2 else rows == 1 and one.facts.region == "footer"


def _is_usual(one: Candidate, values: Sequence[str]) -> bool:
    """Whether few rows say something else: the same in another language, another menu."""
    return not one.listed and one.comes_up(_MOST * len(values))


def _word(value: str) -> str:
    """What a link to another language says of it: `pt` of `PT-br`."""
    return value.casefold().partition("-")[0].strip()


def _is_no_picture(one: Candidate, rows: int, options: TableOptions) -> str | None:
    """Why an image is none of the thing: it is on few pages, or the same on many."""
    distinct = len(set(one.first_values())) / max(len(one.rows), 1)
    return None if distinct >= options.picture and len(one.rows) >= options.picture * rows else "decoration"


def _copies(one: Candidate, other: Candidate, share: float) -> bool:
    """Whether two columns are equal in nearly all rows that have the lesser one."""
    theirs, same, least = other.rows, len(one.rows), share * len(one.rows)
    for row, held in one.rows.items():
        if row not in theirs or not _say_the_same(theirs[row], held):
            same -= 1
            if same < least:
                return False
    return True


def _stood_in_for(one: Candidate, alike: Sequence[Candidate]) -> Candidate | None:
    """The column that says the same as another wherever a row has both, and now takes what that has alone: pages say
    a price twice, or once in the one place or the other.
    """
    for other in alike:
        both = one.rows.keys() & other.rows.keys()
        if one.listed or other.listed or one.label not in ("", other.label):
            continue
        if 2 * len(both) < len(one.rows) or len({_meaning(one.rows[row]) for row in both}) < _DIFFERENT:
            continue
        if all(_say_the_same(one.rows[row], other.rows[row]) for row in both):
            other.also.append(one)
            other.take_rows(dict(sorted({**one.rows, **other.rows}.items())))
            return other
    return None


def repeats(one: Candidate, other: Candidate) -> bool:
    """Whether a part of a list's items says the same as another in all of them, in another form perhaps."""
    return one.rows.keys() == other.rows.keys() and all(
        len(held) == len(other.rows[row]) and all(map(_mean_the_same, held, other.rows[row]))
        for row, held in one.rows.items()
    )


def _mean_the_same(one: str, other: str) -> bool:
    return one == other or _plain(one) == _plain(other)


def _say_the_same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two rows hold the same texts, or one text each that says the same in another form."""
    return one == other or (len(one) == len(other) == 1 and _plain(one[0]) == _plain(other[0]))


def _meaning(held: Sequence[str]) -> Hashable:
    """What rows that say the same have in common."""
    return _plain(held[0]) if len(held) == 1 else tuple(held)


def _roughly(one: Candidate, row: int, held: Sequence[str]) -> Hashable:
    """What rows that say the same have in common, and some others, too: words are known by now."""
    if len(held) != 1 or (one.has_digits() and has_digit(held[0])):
        return _meaning(held)
    known = one.words.get(row) if one.words is not None and len(held[0]) <= READ else None
    return plain_words(held)[0] if known is None else known


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    """What a text says, whatever its form: a date as a day, a sum as its amount, a name in any order of its words,
    letters of any size.
    """
    if text.isdecimal():
        return text
    if not has_digit(text):
        return " ".join(sorted(words_of(text))) or text
    day = typed_value(text, "date")
    return str(day) if day is not None else _amount(text) or text.casefold()


def _amount(text: str) -> str | None:
    """The amount of a sum, or of a number as sums are written that lack their currency; None for all else."""
    found = money(text) if _CENTS.fullmatch(text) is None else number(text)
    amount = found["amount"] if isinstance(found, dict) else found
    return str(float(amount)) if isinstance(amount, int | float) else None
