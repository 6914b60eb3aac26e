"""Lists: which places in a row are the items of one, by the many ways that pages have of repeating things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import accumulate, pairwise

from intaglio.wrapper.align.evidence import ITEMS, Evidence, commonest
from intaglio.wrapper.draft import Place
from intaglio.wrapper.options import RepeatOptions
from intaglio.wrapper.page_model.node_features import NAMES, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_tree import TEXT
from intaglio.wrapper.page_model.tag_sets import TITLES

_ROWS = ITEMS | {"tr", "article", "dd"}
"""Items of lists by their names where there is but one page, or one page with such a part."""
_LISTED = _ROWS - {"dd"} | {"div", "a", "section", "ul", "ol", "table", "dl", "figure", "tbody"}
"""Elements that are items of lists wherever several are built alike and hold data."""
_CELLS = frozenset({"td", "th"})
_HEADS = TITLES | {"dt"}
_HEADED = frozenset({"p", "dd"})
"""Elements that items of a list start with, and those that follow in such an item, without one around both."""
_COMMAS = frozenset(",;،、，；&")
_AND = frozenset(
    {"and", "or", "und", "oder", "et", "ou", "y", "e", "o", "og", "och", "en", "i", "lub", "и", "или", "ve"}
)
"""Words between the last two items of a list."""
_BREAKS = frozenset({"br", "hr", "wbr"})
_PARAGRAPH = "p"
_PROSE = TITLES | {_PARAGRAPH, "blockquote", "figure", "ul", "ol", "pre", "hr"}
"""What a text of several paragraphs is made of."""

Run = tuple[list[Place], bool]
"""Places in a row, and whether they repeat; those that do not are alone."""


def runs_of(
    places: Sequence[Place], instances: int, vocabulary: Vocabulary, common: Collection[str], options: RepeatOptions
) -> list[Run]:
    """The children of a node in runs; neighbours that are items of one list are one."""
    if len(places) == 1 and not places[0].loose and places[0].folded < 0:
        return [(list(places), False)]
    return _as_prose(_runs(places, instances, vocabulary, common, options), instances, options)


def _as_prose(runs: Sequence[Run], instances: int, options: RepeatOptions) -> list[Run]:
    """Runs; paragraphs are one list with what stands between them, also with headings that recur on a few pages."""
    made: list[Run] = []
    at = 0
    while at < len(runs):
        stop = _prose_end(runs, at, instances, options)
        made.append(([place for run, _ in runs[at:stop] for place in run], runs[at][1] or stop > at + 1))
        at = stop
    return made


def _prose_end(runs: Sequence[Run], start: int, instances: int, options: RepeatOptions) -> int:
    """Where a text of paragraphs ends that starts here; right after here if there is none."""
    mark = usual_mark(runs[start][0][0])
    if mark[0] != _PARAGRAPH:
        return start + 1
    last, paragraphs, repeats = start, 0, False
    for at in range(start, len(runs)):
        run, repeated = runs[at]
        if not all(_in_prose(place, mark, instances, options) for place in run):
            break
        found = sum(place.evidence.tag == _PARAGRAPH for place in run)
        if found:
            last = at
            paragraphs += found
            repeats |= repeated
    return last + 1 if repeats and paragraphs >= options.paragraphs else start + 1


def _in_prose(place: Place, paragraph: tuple[str, str], instances: int, options: RepeatOptions) -> bool:
    """Whether a place may be in a text of such paragraphs: no label on many pages, no paragraph of another kind."""
    evidence, share = place.evidence, filled(place, instances)
    if evidence.tag == _PARAGRAPH and usual_mark(place) != paragraph:
        return False
    if evidence.tag in _PROSE:
        return share < options.loose or not evidence.label()
    return share < options.by_the_way and not evidence.own_id()


def _runs(
    places: Sequence[Place], instances: int, vocabulary: Vocabulary, common: Collection[str], options: RepeatOptions
) -> list[Run]:
    """Places in runs."""
    apart = _apart(places, instances, vocabulary, options)
    runs: list[Run] = []
    at = 0
    while at < len(places):
        if places[at].folded >= 0:
            stop = _folded_end(places, at)
            runs.append((list(places[at:stop]), True))
            at = stop
            continue
        stop = _alike_end(places, at, apart, vocabulary)
        run = list(places[at:stop])
        headed = _headed_end(places, at, apart, instances, options)
        if headed > stop:
            stop, run = headed, list(places[at:headed])
        elif len(run) > 1 and (
            _are_columns(run, instances, vocabulary, options)
            or (not _varies(run, instances) and not _many(run, instances, vocabulary, common, options))
        ):
            runs += [([place], False) for place in run]
            at = stop
            continue
        if len(run) == 1 and not run[0].loose:
            ends = (end(places, at, apart, instances, options) for end in (_parted_end, _loose_end))
            stop = next(filter(None, ends), stop)
            run = list(places[at:stop])
        repeated = len(run) > 1 or run[0].loose
        # Nothing tells where one list ends and another of the same begins.
        if repeated and runs and runs[-1][1] and _marks(runs[-1][0]) & _marks(run):
            runs[-1][0].extend(run)
        else:
            runs.append((run, repeated))
        at = stop
    told = {id(place) for place, is_apart in zip(places, apart, strict=True) if is_apart}
    return _with_neighbours(runs, told, vocabulary, options)


def _folded_end(places: Sequence[Place], start: int) -> int:
    """Where the items of a list that was found on its pages end."""
    return next((at for at in range(start, len(places)) if places[at].folded != places[start].folded), len(places))


def _with_neighbours(
    runs: Sequence[Run], told: Collection[int], vocabulary: Vocabulary, options: RepeatOptions
) -> list[Run]:
    """Runs; items right before and after a list that are built alike belong to it, its first and last among them."""
    made: list[Run] = []
    for run, repeated in runs:
        if made and _belong(made[-1], (run, repeated), told, vocabulary, options):
            made[-1] = [*made[-1][0], *run], True
        else:
            made.append((run, repeated))
    return made


def _belong(before: Run, run: Run, told: Collection[int], vocabulary: Vocabulary, options: RepeatOptions) -> bool:
    """Whether two runs side by side are one list: one of them is one, and the other a further item."""
    if before[1] == run[1]:
        return False
    single, items = (run[0][0], before[0]) if before[1] else (before[0][0], run[0])
    if id(single) in told or single.loose or single.evidence.label() or single.evidence.tag not in _LISTED:
        return False
    near = items[-1] if before[1] else items[0]
    same = (
        usual_mark(single)[0] == usual_mark(near)[0] and single.evidence.classes.keys() & near.evidence.classes.keys()
    )
    return bool(same) and single.evidence.below_overlap(near.evidence, vocabulary) >= options.neighbour


def _marks(run: Sequence[Place]) -> set[tuple[str, str]]:
    return {usual_mark(place) for place in run}


def usual_mark(place: Place) -> tuple[str, str]:
    """Name and class that the members of a place usually have."""
    return place.evidence.tag, commonest(place.evidence.classes)[0]


def _apart(places: Sequence[Place], instances: int, vocabulary: Vocabulary, options: RepeatOptions) -> list[bool]:
    """Which places have an id or label of their own. Where most labels are those of a few pages, they are values,
    unless they tell themselves to be labels.
    """
    leading = _leading(places, vocabulary, options)
    apart = [at in leading or _told_apart(places, at, options) for at in range(len(places))]
    if any(place.labelled for place in places):
        return apart
    rows = [place for place, told in zip(places, apart, strict=True) if told and place.evidence.tag in _ROWS]
    of_few = sum(place.evidence.members for place in rows if filled(place, instances) < options.seldom)
    lone = sum(
        place.evidence.members for place in places if place.evidence.members == 1 and place.evidence.tag in _ROWS
    )
    total = sum(place.evidence.members for place in rows) + lone
    if len(rows) >= options.open_labels and of_few + lone > options.open_share * total:
        return [told and place.evidence.tag not in _ROWS for place, told in zip(places, apart, strict=True)]
    return apart


def _leading(places: Sequence[Place], vocabulary: Vocabulary, options: RepeatOptions) -> set[int]:
    """The places whose plain texts start with labels, where all of one name and class do, and no page has one twice
    below a heading.
    """
    found: set[int] = set()
    by_mark: defaultdict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    sections = list(accumulate(place.evidence.is_label(vocabulary) for place in places))
    for at, place in enumerate(places):
        if place.evidence.usual[0] and not place.loose and place.folded < 0:
            lead, count = place.evidence.lead(), max(place.evidence.leads.values())
            is_plain = not any(below & vocabulary.structure for below in place.evidence.belows)
            is_leading = is_plain and count >= options.leading * place.evidence.members
            by_mark[usual_mark(place)][at] = lead if is_leading else ""
    for leads in by_mark.values():
        if len(leads) < options.few or not all(map(has_letter, leads.values())):
            continue
        said = [(number, sections[at], lead) for at, lead in leads.items() for number, _ in places[at].members]
        if len(set(said)) == len(said):
            found.update(leads)
    return found


def _alike_end(places: Sequence[Place], start: int, apart: Sequence[bool], vocabulary: Vocabulary) -> int:
    """Where alike neighbours end that nothing tells apart; what was not aligned is a list of its own."""
    if places[start].loose:
        return len(places)
    if apart[start]:
        return start + 1
    stop = start + 1
    while stop < len(places) and not apart[stop]:
        if places[stop].folded >= 0 or (places[stop].loose and stop + 1 < len(places)):
            break
        if not places[stop - 1].evidence.alike(places[stop].evidence, vocabulary):
            break
        stop += 1
    return stop


def _headed_end(
    places: Sequence[Place], start: int, apart: Sequence[bool], instances: int, options: RepeatOptions
) -> int:
    """Where headings and what comes below each end, if not all pages have as many of them; 0 if there are none here."""
    first = places[start].evidence
    if places[start].loose or first.tag not in _HEADS or apart[start]:
        return 0
    stop = start + 1
    while stop < len(places) and not places[stop].loose and places[stop].folded < 0:
        evidence = places[stop].evidence
        same = evidence.tag == first.tag and first.classes.keys() & evidence.classes.keys()
        is_head = same and not apart[stop]
        if not is_head and evidence.tag not in _HEADED:
            break
        stop += 1
    again = any(place.evidence.tag == first.tag for place in places[start + 1 : stop])
    is_list = again and stop - start <= options.headed
    return stop if is_list and _varies(places[start + 1 : stop], instances) else 0


def _parted_end(places: Sequence[Place], start: int, _: Sequence[bool], instances: int, options: RepeatOptions) -> int:
    """Where items end that only commas or the like part, if not all pages have as many of them; 0 if there are none."""
    first = usual_mark(places[start])
    if first[0] == TEXT.tag:
        return 0
    last, stop, between, behind = start, start + 1, set[str](), set[str]()
    while stop < len(places) and not places[stop].loose and places[stop].folded < 0:
        if _parts(places[stop].evidence):
            behind |= {sign for head in places[stop].evidence.heads for sign in _without_and(head) or ","}
        elif first[0] == "a" and places[stop].evidence.tag in _BREAKS:
            behind.add(",")
        elif usual_mark(places[stop]) == first:
            last, between, behind = stop, between | behind, set()
        else:
            break
        stop += 1
    items = range(start, last + 1)
    if len(items) == 1 or not between:
        return 0
    if not _varies(places[start + 1 : last + 1], instances) and not _parted_data(
        places[start : last + 1], first, options
    ):
        return 0
    # Between commas stand values, even such as many pages have; what bars part may be a menu.
    is_menu = any(places[at].evidence.label() for at in items if places[at].evidence.tag == first[0])
    return 0 if is_menu and not between <= _COMMAS else last + 1


def _parted_data(places: Sequence[Place], mark: tuple[str, str], options: RepeatOptions) -> bool:
    """Whether there are several items between commas or line breaks that are alike, and each starts with data."""
    items = [place.evidence for place in places if usual_mark(place) == mark]
    if len(items) < options.few or mark[0] not in _LISTED:
        return False
    alike = all(one.starts_alike(other) for one, other in pairwise(items))
    return alike and all(_is_data(one, options.common) for one in items)


def _parts(evidence: Evidence) -> bool:
    """Whether a place holds texts without a word or a digit, but one that means "and"."""
    return evidence.tag == TEXT.tag and not any(any(map(str.isalnum, _without_and(head))) for head in evidence.heads)


def _without_and(text: str) -> str:
    """A text between two items without the word for "and" in it."""
    return " ".join(word for word in text.split() if word.strip(",;").casefold() not in _AND)


def _are_columns(run: Sequence[Place], instances: int, vocabulary: Vocabulary, options: RepeatOptions) -> bool:
    """Whether places are those of cells in the columns of a table: most rows have all of them, and they are no grid of
    things that are built alike, four in a row.
    """
    if run[0].evidence.tag not in _CELLS or _is_grid(run, vocabulary, options):
        return False
    return all(not place.loose and filled(place, instances) >= options.columns for place in run)


def _is_grid(run: Sequence[Place], vocabulary: Vocabulary, options: RepeatOptions) -> bool:
    """Whether each of some cells has much in it, the same in all, and starts with data."""
    cells = [place.evidence for place in run]
    return all(one.kinds() >= options.much and _is_data(one, options.common) for one in cells) and all(
        one.below_overlap(other, vocabulary) >= options.grid for one, other in pairwise(cells)
    )


def _varies(run: Sequence[Place], instances: int) -> bool:
    """Whether a list is not always as long."""
    return any(place.loose or filled(place, instances) < 1 for place in run)


def _many(
    run: Sequence[Place], instances: int, vocabulary: Vocabulary, common: Collection[str], options: RepeatOptions
) -> bool:
    """Whether neighbours are items of a list, though it is always as long: many, each with much in it or called so."""
    if instances == 1:
        tag, cls = usual_mark(run[0])
        is_menu = all(place.evidence.usual[0] in common for place in run)
        return len(run) >= options.alone and (bool(cls) or tag in _ROWS) and not is_menu
    by_name = len(run) >= options.items and run[0].evidence.tag in ITEMS
    if by_name and all(_is_data(place.evidence, options.common) for place in run):
        return True
    if run[0].evidence.tag in _CELLS and _is_grid(run, vocabulary, options):
        return True
    if len(run) >= options.many and all(place.evidence.kinds() >= options.much for place in run):
        return True
    of_data = len(run) >= options.few and run[0].evidence.tag in _LISTED
    return of_data and all(_is_data(place.evidence, options.common) for place in run)


def _is_data(evidence: Evidence, most: float) -> bool:
    head, count = evidence.usual
    return not has_letter(head) or count <= most * evidence.members


def _loose_end(
    places: Sequence[Place], start: int, apart: Sequence[bool], instances: int, options: RepeatOptions
) -> int:
    """Where a stretch of free content ends that starts here, or 0: many places that few pages fill."""
    stop = start
    while stop < len(places) and filled(places[stop], instances) < options.loose:
        if places[stop].loose or apart[stop] or places[stop].folded >= 0:
            break
        stop += 1
    return stop if stop - start >= options.loose_run else 0


def _told_apart(places: Sequence[Place], at: int, options: RepeatOptions) -> bool:
    """Whether a place has an id or a label of its own; a text alone is one only if what follows it varies with it."""
    evidence = places[at].evidence
    if places[at].labelled:
        return True
    if evidence.members < 2 or places[at].loose:
        return False
    beside = [place.evidence for place in (*places[max(at - 1, 0) : at], *places[at + 1 : at + 2])]
    own, label = evidence.own_id(), evidence.label()
    if own and all(own != near.own_id() for near in beside):
        return True
    if not label or any(label == near.label() for near in beside):
        return False
    if evidence.tag in ITEMS and evidence.lone == evidence.members:
        return False
    if evidence.tag in NAMES or label.endswith(":"):
        return True
    if evidence.lone < evidence.members or at + 1 == len(places):
        return evidence.lone < evidence.members
    after = places[at + 1]
    mine, others = ({number for number, _ in place.members} for place in (places[at], after))
    return len(mine & others) >= options.together * len(mine) and not after.evidence.label()


def filled(place: Place, instances: int) -> float:
    """Share of the instances that have a place."""
    return len({number for number, _ in place.members}) / instances
