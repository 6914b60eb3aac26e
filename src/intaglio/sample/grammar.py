"""The sample's texts: a small grammar of our own, expanded at random from a seed."""

import re
from collections.abc import Mapping
from random import Random

SYMBOL = re.compile(r"\{(\w+)\}")
ARTICLE = re.compile(r"\b([Aa]) (?=[aeiou])")  # "a" before a vowel, to become "an"

TOPICS: dict[str, tuple[str, ...]] = {
    "Harbour": (
        "the old ferry pier",
        "the herring fleet",
        "the north breakwater",
        "the tide mill",
        "the pilot station",
    ),
    "Town Hall": ("the market levy", "the night bus", "the library roof", "the allotment rules", "the bridge repairs"),
    "Weather": ("the spring flood", "the long fog", "the first frost", "the August gale", "the dry summer"),
    "Workshop": ("the type foundry", "the rope walk", "the bookbindery", "the glass kiln", "the paper mill"),
    "Schools": ("the science fair", "the school orchard", "the evening classes", "the choir tour", "the chess league"),
    "Sport": ("the rowing regatta", "the hill run", "the marsh skating", "the relay cup", "the sailing school"),
}

RULES: dict[str, tuple[str, ...]] = {
    "first": ("Orla", "Bram", "Ines", "Tobin", "Maud", "Wilf", "Petra", "Sunniva", "Aldo", "Greta", "Ivo", "Nell"),
    "last": ("Velsby", "Tarrock", "Munday-Ash", "Quennick", "Stoweth", "Harrowen", "Pellow", "Dunmarsh", "Ockley-Fenn"),
    "place": (
        "Quillmarsh", "Upper Quill", "Saltby", "Hob's Landing", "Fennel Street", "the Eastern Quay", "Candle Square",
        "Little Ember", "the Weir", "Gannet Point",
    ),
    "body": (
        "the harbour board", "the parish council", "the rowing club", "the craft guild", "the school committee",
        "the ferry company", "the market traders", "the library friends", "the marsh trust", "the fire brigade",
    ),
    "count": ("two", "three", "five", "seven", "a dozen", "eighteen", "twenty-four", "forty", "more than sixty"),
    "span": ("two weeks", "a month", "the whole season", "nine days", "half a year", "three winters", "one afternoon"),
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "quality": ("quiet", "stubborn", "surprising", "careful", "costly", "overdue", "modest", "popular", "unlikely"),
    "stuff": ("timber", "slate", "canvas", "good rope", "lamp oil", "dry sand", "fresh paint", "iron bolts"),
    "made": ("agreed", "announced", "explained", "promised", "warned", "reported", "repeated", "let it be known"),
    "who": ("{first} {last}", "a speaker for {body}", "{first} {last} of {body}", "one of the neighbours"),
    "reason": (
        "because {stuff} ran short", "since nobody had counted {stuff} in {span}",
        "after {count} letters from {place}", "as the tide left no other choice", "while {body} looked the other way",
        "although the purse was nearly empty", "so that the children of {place} could watch",
    ),
    "sentence": (
        "{who} {made} on {day} that {subject} would need {span} and a good deal of {stuff}.",
        "For {span} {body} had kept {subject} going {reason}.",
        "In {place}, {count} people came to see {subject} for themselves, and most of them stayed until dark.",
        "It was a {quality} decision, {reason}, and {body} took it without a vote.",
        "The figures are plain: {count} volunteers, {count} boats and not one barrel of {stuff} left over.",
        "Nobody at {place} remembers when {subject} last looked so {quality}.",
        "{who} keeps a notebook on {subject} and reads from it when asked.",
        "Work at {place} begins again on {day}, weather permitting.",
        "What {body} paid for {stuff} last year would have bought {count} benches for {place}.",
        "Some call the plan {quality}; others have simply carried {stuff} down to the water and begun.",
        "By {day} evening {count} lamps were lit along {place}, {reason}.",
        "A second look at {subject} showed {count} faults, all of them small and {quality}.",
        "{body_capital} will meet at {place} to settle who looks after {subject} from now on.",
        "There is talk of a {quality} celebration, with {stuff} for everybody who helped.",
        "The cost was shared between {body} and {body}, {reason}.",
        "Visitors are asked to leave their carts at {place} and to walk the last stretch.",
    ),
    "body_capital": ("The harbour board", "The parish council", "The craft guild", "The marsh trust"),
    "quote": (
        "We had {span} and {count} hands, and that was enough",
        "Nobody does this for money, {quality} as it may look",
        "If {subject} goes, half of {place} goes with it",
        "You learn to mend things when {stuff} comes only once a year",
    ),
    "headline": (
        "{place_capital} waits for {subject}", "What {subject} taught {place}", "A {quality} year for {subject}",
        "{count_capital} volunteers and {subject}", "Who pays for {subject}?", "{subject_capital}, after {span}",
        "New hands for {subject} at {place}", "How {body} saved {subject}", "Notes from {place}: {subject}",
    ),
    "place_capital": ("Quillmarsh", "Upper Quill", "Saltby", "Fennel Street", "Candle Square", "Gannet Point"),
    "count_capital": ("Two", "Three", "Five", "Seven", "Eighteen", "Forty"),
    "section": ("How it began", "What it costs", "The people behind it", "What happens next", "A longer view"),
    "caption": (
        "{subject_capital}, seen from {place}.", "Early on {day}: {place} before the crowd came.",
        "{count_capital} hands at work near {place}.",
    ),
    "comment": (
        "My aunt worked on {subject} for {span}; she would have enjoyed this.",
        "I counted {count}, not {count}. Otherwise a fair account.", "And what about {place}? Nobody ever asks us.",
        "Does anybody know where to get {stuff} these days?", "Good to see {body} mentioned for once.",
        "I was there on {day} and it rained.",
    ),
    "material": ("Beech", "Brass", "Walnut", "Copper", "Linen", "Slate", "Maple", "Horn", "Cast-iron", "Pearwood"),
    "tool": (
        "Composing Stick", "Bone Folder", "Ink Roller", "Engraving Needle", "Type Tray", "Paper Press", "Burnisher",
        "Sewing Frame", "Ink Knife", "Drying Rack", "Title Stamp", "Plate Holder",
    ),
    "praise": (
        "Sits well in the hand and keeps its edge for {span}.", "Made at {place} from {stuff} that others throw away.",
        "The {quality} choice of {body}.", "Each one is checked by hand before it leaves {place}.",
        "Comes with a linen bag and a note on care.", "Small enough for a coat pocket, heavy enough to be found again.",
        "It will outlast {count} of the usual kind.", "Best kept away from damp and from children under seven.",
    ),
    "review": (
        "Does what it should, {reason}.", "A {quality} buy. I have {count} of them now.",
        "Arrived on {day}, well packed, with a spare screw.", "Lighter than I thought, and that is no fault.",
        "Used it for {span} at {place} without a scratch.",
    ),
}  # fmt: skip


def expand(random: Random, text: str, bound: Mapping[str, str] | None = None) -> str:
    """Replace each `{symbol}` by what it is bound to or by one of its rules, until none is left."""
    known = bound or {}

    def replace(match: re.Match[str]) -> str:
        symbol = match.group(1)
        return known.get(symbol) or random.choice(RULES[symbol])

    while SYMBOL.search(text):
        text = SYMBOL.sub(replace, text)
    text = ARTICLE.sub(r"\1n ", text)
    return text[:1].upper() + text[1:]


def about(subject: str) -> dict[str, str]:
    """Bind the subject of a text, so that all its sentences speak of the same thing."""
    return {"subject": subject, "subject_capital": subject[:1].upper() + subject[1:]}


def paragraph(random: Random, bound: Mapping[str, str], sentences: int) -> str:
    """Make a paragraph of so many different sentences."""
    chosen = random.sample(RULES["sentence"], k=min(sentences, len(RULES["sentence"])))
    return " ".join(expand(random, sentence, bound) for sentence in chosen)


def slug(text: str) -> str:
    """Make a file name of a title."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
