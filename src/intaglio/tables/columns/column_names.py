"""Names of columns: what is declared, the site's label, a telling class, the type; else the raw name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import islice, takewhile

from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.candidates import PART
from intaglio.tables.columns.column_types import column_type
from intaglio.tables.columns.ranking import can_be, first_values, is_struck, known_word, look_of
from intaglio.tables.field_facts import FieldFacts
from intaglio.tables.table_options import TableOptions
from intaglio.tables.words.vocabulary import common_word, words_of
from intaglio.wrapper.fields.declared_values import property_names
from intaglio.wrapper.fields.given_names import says_nothing

_NUMBERED = re.compile(r"_\d+$")
_SAYS_NOTHING = frozenset("text heading td th tr li dd div span p a value list item items content body".split())  # noqa: SIM905
_JOINING = frozenset("on in of at for to from with and or the a an is are this that out".split())  # noqa: SIM905
"""Words that join others, and name nothing by themselves."""
_OUT = "out"
"""It makes the opposite of what follows: fees of those who come from out of the state."""
_SENT = ("From", "To")
"""Those of them that are labels, as letters and journeys have them, where a capital letter begins them."""
_LAYOUT = frozenset(
    """site main page primary content contents wrap wrapper container inner outer row rows grid col cols column columns
    layout alignwide alignfull list group block items""".split()  # noqa: SIM905
)
"""Words that classes have for what holds other things."""
WAY_HERE = frozenset({"crumb", "crumbs", "bcrumb", "breadcrumb", "breadcrumbs"})
"""Words for the way to a page: what it says is what the page belongs to."""
_SOLD = frozenset({"price", "old_price", "list_price", "brand", "gtin", "model", "availability"})
_REFERENCE = frozenset({"ref", "reference", "referencia", "riferimento"})
_TEXTS = frozenset({"content", "text", "body", "excerpt", "message"})
_OF_TEXTS = frozenset("entry post comment article index item block wp news story".split())  # noqa: SIM905
"""Words for what is written, and for what it is the text of: `comment_content`."""
_LONG = 60
"""Letters of such a text, on average."""
_WRITTEN = frozenset({"isbn", "isbn_10", "publisher", "pages", "genre"})
_PLAIN = frozenset({"phone", "email", "isbn", "gtin", "byline", "comment_count"})
"""Looks that name a column even without a vocabulary."""
_BY_VALUES = frozenset({"discount", "rating"})
"""Words that values tell from what classes and labels would say: a share of a price, stars."""
_SOME = 15
_SHORT = 3
_COUNTED = re.compile(r"[^\d]{0,12}\d[\d.,]*(?:[^\d]*\d[\d.,]*)?\s([^\W\d_]{3,})[^\w]?")
"""A number, or two, and a word behind it."""
_CELL = re.compile(r"(?:col|column|cell|td)_(?!(?:xs|sm|md|lg|xl|xxl|auto)(?:_|$))(?=[^\W\d_]{2})")
"""What classes of cells have before what these hold, but for those of how wide they are: `col-price`."""
_ABBREVIATED = re.compile(r"\b(?:[^\W\d_]\.){2,}")
_YEAR = re.compile(r"\(?(?:1[89]|20)\d\d\)?")
_LONGEST = 60
"""Letters of a property's name, at most."""
_CELLS = frozenset({"td", "dd"})
_HOUR = re.compile(r"\d\s?[ap]\.?m\b|\d:\d\d", re.IGNORECASE)
_FEW = 5
MAIN = "name"
BODY = "text"
"""What the text that pages are for is called, if nothing on them names it."""
_SAID = "text"
"""What records call the words that an item says."""


def column_name(one: Candidate, type_: str, *, main: bool, taken: Container[str], options: TableOptions) -> str:
    """The best name; if another column has it, what the site says of this one; else a number behind it."""
    best = next(name for name in _names(one, type_, main=main, options=options) if name)
    if best not in taken:
        return best
    for name in _told_apart(one, best, options.longest):
        if name and name not in taken:
            return name
    return free_name(best, taken)


def free_name(best: str, taken: Container[str]) -> str:
    """A name, with a number behind it if another column has it."""
    if best not in taken:
        return best
    return next(name for number in range(2, 1_000_000) if (name := f"{best}_{number}") not in taken)


def _told_apart(one: Candidate, name: str, longest: int) -> Iterator[str]:
    """What a column is called if another has its name: by what the site says of it, by the words in all its values."""
    own = one.label if one.label != one.said.get("row") else ""
    yield from (short_name(said, longest) for said in (one.declared, own))
    raw = _raw_name(one.place[-1], longest)
    yield raw if name in raw.split("_") else ""
    if len(words_of(one.label)) > longest:
        yield short_name(one.label, 2 * longest)
    yield _unit([held[0] for held in islice(one.rows.values(), _SOME)]) if one.has_digits() else ""
    row = one.facts.row if one.facts is not None else ""
    if row.rstrip().endswith(":") and len(row) > _SHORT:
        yield short_name(row, longest)
    words = [word for word in one.own_words if len(word) >= _SHORT and word not in _SAYS_NOTHING]
    yield from ("_".join(words_of(name)[: longest - 1]) + f"_{word}" for word in words[:1])


def _unit(values: Sequence[str]) -> str:
    """The word behind a number, if all values are that: `votes` of `109 votes`."""
    found = [match[1] for match in takewhile(bool, map(_COUNTED.fullmatch, values)) if match]
    if not len(found) == len(values) > 1:
        return ""
    word, count = max(Counter(map(str.casefold, found)).items(), key=lambda entry: entry[1])
    return word if 2 * count > len(values) else ""


def item_name(
    one: Candidate, type_: str, *, called: str, main: bool, taken: Container[str], options: TableOptions
) -> str:
    """The name of a part of a list's items: what records call it, as headings and classes above name the whole list."""
    told = _raw_name(called, options.longest)
    told = told if _fits(one, told) else ""
    if _is_written(one, told) and BODY not in taken:
        return BODY
    if _unnumbered(called) == _SAID:
        told = (look_of(one) if options.vocabulary else None) or called
    if options.vocabulary:
        told = known if (known := known_word(one)) in _BY_VALUES else common_word(words_of(told)) or told
    headed = _headed(one, options)
    if headed and headed not in taken and not main and known_word(one) is None:
        return headed
    typed = by_type(one, type_)
    if typed and typed not in taken and not main and one.origin == "text" and known_word(one) is None:
        return typed  # what stands before a list's first item is no label of its parts
    if main or one.origin != "text" or not told or told in taken or typed:
        return column_name(one, type_, main=main, taken=taken, options=options)
    return told


def _is_written(one: Candidate, told: str) -> bool:
    """Whether a part is a long text, and all that its class says is that it is the text of something."""
    words = told.split("_")
    called = not _TEXTS.isdisjoint(words) and (_TEXTS | _OF_TEXTS).issuperset(words)
    some = first_values(one)
    return called and one.origin == "text" and sum(map(len, some)) >= _LONG * len(some)


def makers_of_goods(found: Sequence[Candidate]) -> None:
    """Who stands behind `by` has made what is sold, unless that is a book: let it be called so. Where nothing is sold,
    a reference is no number of an article.
    """
    known = {known_word(one) for one in found}
    if "price" in known and known.isdisjoint(_WRITTEN):
        for one in found:
            if known_word(one) == "author" and words_of(one.label) == ("by",):
                one.known = "brand"
    for one in found if known.isdisjoint(_SOLD) else ():
        if known_word(one) == "sku" and not _REFERENCE.isdisjoint(words_of(one.label)):
            one.known = ""


def label_further_cells(found: Sequence[Candidate]) -> None:
    """Give values without a label or a header of their own that of the first one in their row, if they look like it:
    sums of further years, further hours.
    """
    cells = [(one.facts, one) for one in found if one.facts is not None and _is_in_cell(one, one.facts)]
    first: tuple[FieldFacts, Candidate] | None = None
    for facts, one in sorted(cells, key=lambda cell: cell[0].order):
        if facts.label:
            first = facts, one
        elif first is not None and _is_beside(facts, first[0]) and _looks_like(one, first[1]):
            one.said["row"] = facts.row


def _is_in_cell(one: Candidate, facts: FieldFacts) -> bool:
    return one.origin == "text" and not one.parts and facts.tags[:1] != () and facts.tags[0] in _CELLS


def _is_beside(facts: FieldFacts, first: FieldFacts) -> bool:
    """Whether nothing names a value, and what stands before it is the label of the first in a cell like its own."""
    alike = facts.tags == first.tags and facts.signature == first.signature
    return alike and facts.row == first.label and not facts.column and not facts.declared


def _looks_like(one: Candidate, first: Candidate) -> bool:
    """Whether both are sums, or both say hours."""
    if column_type(one) == column_type(first) == "money":
        return True
    texts = [*one.first_values()[:_FEW], *first.first_values()[:_FEW]]
    return all(map(_HOUR.search, texts))


def _names(one: Candidate, type_: str, *, main: bool, options: TableOptions) -> Iterator[str]:
    if main:
        yield MAIN
    if one.is_body and not one.label and not one.declared:
        yield _common_name(one) if options.vocabulary else ""
        yield BODY
    if one.origin == "image":
        yield "image"
    if options.vocabulary:
        yield _common_name(one)
    if one.declared:
        yield from (short_name(name, options.longest) for name in property_names(one.declared, _LONGEST))
    yield short_name(one.label, options.longest)
    yield _headed(one, options)
    yield by_type(one, type_)
    raw_names = (_raw_name(raw, options.longest) for raw in reversed(one.place))
    yield next((name for name in raw_names if name and _fits(one, name)), "")
    yield _fixed_words(one, options) if not one.listed else ""
    yield next((word for word in one.own_words if len(word) >= _SHORT and not _is_of_layout(word)), "")
    yield "items" if type_ == "list" else "text"


def _is_of_layout(word: str) -> bool:
    return word in _SAYS_NOTHING or word in _LAYOUT or says_nothing(word)


def _headed(one: Candidate, options: TableOptions) -> str:
    """What the header cell above a column of a table calls it, in the vocabulary's word if that has one."""
    said = one.facts.column if one.facts is not None and one.origin == "text" else ""
    word = common_word(words_of(said)) if options.vocabulary else None
    return word if word and can_be(word, first_values(one)) else short_name(said, options.longest)


def _fits(one: Candidate, name: str) -> bool:
    """Whether a column can be what a raw name, which is that of a class, calls it: data is more than the part of a
    page that holds it, and a long text no category.
    """
    if _LAYOUT.issuperset(name.split("_")):
        return False
    word = common_word(words_of(name))
    return word is None or bool(one.parts) or can_be(word, first_values(one))


def _fixed_words(one: Candidate, options: TableOptions) -> str:
    """The words that stand in all values beside something else: `fax` of `407 975-2435 (fax)`."""
    said = [words_of(held[0]) for held in islice(one.rows.values(), _SOME) if len(held[0]) <= _LONGEST]
    if len(said) < max(len(one.rows), _SHORT) and len(said) < _SOME:
        return ""
    shared = set[str].intersection(*map(set, said))
    fixed = tuple(word for word in dict.fromkeys(said[0]) if word in shared and any(map(str.isalpha, word)))
    if _JOINING.issuperset(fixed) or len(fixed) > options.longest or any(len(words) == len(fixed) for words in said):
        return ""
    word = common_word(fixed) if options.vocabulary else None
    return word if word and can_be(word, first_values(one)) else "_".join(fixed)


def _common_name(one: Candidate) -> str:
    """The vocabulary's word; what is called `name` by its classes alone is a name of something else."""
    word = known_word(one) or ""
    return "" if word == MAIN and not one.declared and not one.label else word


def _raw_name(raw: str, longest: int) -> str:
    """A raw name without the number behind it, and without a word for cells before it; nothing if it says nothing."""
    name = short_name(_without_cell(_unnumbered(raw.partition(PART)[0])), longest)
    if not WAY_HERE.isdisjoint(name.split("_")):
        return "category"
    return "" if name in _SAYS_NOTHING else name


def _unnumbered(raw: str) -> str:
    return _NUMBERED.sub("", raw) if raw[-1:].isdigit() else raw


def _without_cell(raw: str) -> str:
    found = _CELL.match(raw)
    return raw[found.end() :] if found is not None else raw


@lru_cache(maxsize=4096)
def short_name(said: str, longest: int) -> str:
    """A label as a name of a few words; of many, those that only join others are left out.

    >>> short_name("Date of first publication:", 3), short_name("U.S. Box Office", 3), short_name("From:", 3)
    ('date_first_publication', 'us_box_office', 'from')
    """
    if not said:
        return ""
    plain = _ABBREVIATED.sub(lambda found: found[0].replace(".", ""), said) if "." in said else said
    words = words_of(plain)
    if all(word in _JOINING or word.isdigit() for word in words) and said.rstrip(" :") not in _SENT:
        return ""
    if len(words) > longest:
        words = tuple(word for word in words if word not in _JOINING or word == words[0] == _OUT)
    return "_".join(words[:longest]) if any(any(map(str.isalpha, word)) for word in words[:longest]) else ""


def by_type(one: Candidate, type_: str) -> str:
    """A name by what the values are."""
    if type_ == "list":  # what its items are says little of the list
        return ""
    if type_ == "money":
        return "old_price" if is_struck(one) else "price"
    if type_ == "date":
        return "date"
    some = first_values(one)
    if some and all(map(_YEAR.fullmatch, some)):
        return "year"
    word = look_of(one)
    return word if word in _PLAIN else ""
