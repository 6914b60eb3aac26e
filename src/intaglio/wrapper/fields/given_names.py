"""What people called an element: its class without what tools make of it, or nothing; words that name nothing.

`ProductPage_price__7yTr1` was called `price`, and `Description_body__kj2` is the body of a description; `sc-bdVaJa`,
`css-1q2w3e` and `hTyqPk` were made by a tool; `text-sm`, `md:mt-4` and `line-through` say how it looks. Of a block, its
element and a modifier the element tells: `recipe-page__intro--wide` is the `intro`. Content systems write before the
name of a field that it is one: `field--name-field-office`. Digits come folded to `#`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_TOOLS = re.compile(r"(?:sc|jsx|jss|svelte|astro|Mui[A-Z]\w*)-[\w#-]*|css-[\w#]+|makeStyles-\w+-#")
"""Whole names that are made: by styled-components, styled-jsx, JSS, Svelte, Astro, Material UI and Emotion."""
_LABELLED = re.compile(r"css-[\w#]+-(?P<name>[A-Za-z][\w-]*)|(?:[\w#]+?__)?(?P<styled>[A-Za-z]\w*)-sc-[\w#-]+")
"""What Emotion and styled-components add a made part to."""
_MODULE = re.compile(
    r"(?:(?P<file>[A-Za-z][A-Za-z#-]*)_{1,2})?(?P<name>[A-Za-z][A-Za-z-]*)_{1,3}(?P<made>[\w#+-]{3,10})"
)
"""A name of a CSS module: file, name and what makes it unique."""
_ELEMENT = re.compile(
    r"(?P<block>[A-Za-z][\w#]*(?:-[\w#]+)*?)__(?P<name>[A-Za-z][A-Za-z#]*(?:-[A-Za-z#]+)*)(?:--?[\w#-]+)?"
)
"""A block, its element and a modifier."""
_OF_SYSTEM = re.compile(
    r"(?:(?:field-{1,2}name-|views-field-)(?:field-)?|field-field-|view-id-)(?P<name>[A-Za-z][\w#-]*?)(?:-value)?"
)
"""The name of a field or view, behind what says that it is one."""
_KIND_OF_FIELD = re.compile(r"field-{1,2}(?:type|label|widget)-[\w#-]+|view-d(?:isplay|om)-id-[\w#-]+")
_CONTROL = re.compile(r"(?:^|_)ctl#(?:_|$)")
_KIND_OF_CONTROL = re.compile(r"(?:lbl|lit|ltl|ltr|txt|hl|hyp|hlk|lnk|lb|img|pnl|rpt|gv|spn)(?=[A-Z])")
_WORD = re.compile(r"[A-Za-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=#)(?=[A-Za-z])")
_VOWEL = re.compile("[aeiou]", re.IGNORECASE)
_LONGEST = 100
"""Characters of names that are looked at."""
_SHORT = 2.5
"""Letters of the words of a name, on average, below which it was made; one more if a word cannot be spoken."""
_SAYS_NOTHING = frozenset(
    """left right center top bottom first last odd even row col cell item clear clearfix active current selected wrap
    wrapper inner outer box content container body main text txt small large big bold normal hidden none block inline
    head tiny card mini wide narrow full half grid column columns line area section panel module widget holder float
    list items pull sprite mso js clr fl fr lft rgt oddrow evenrow altrow padding margin nopadding nomargin noborder
    td th tr li ul ol dl dt dd div span p a b i br hr table tbody thead tfoot data value label field
    markdown wysiwyg richtext rte html next nuxt root app gatsby node nodes view views fields
    """.split()  # noqa: SIM905 - a list of words reads better as text
)
_LEAST = 3
"""Letters of a word within a word."""
_LOOKS = frozenset(
    """text font bold semibold medium light thin extrabold extralight italic underline line through uppercase lowercase
    capitalize normal tight snug relaxed loose leading tracking truncate clamp antialiased prose lead muted
    gray grey slate zinc neutral stone red orange amber yellow lime green emerald teal cyan sky blue indigo violet
    purple fuchsia pink rose white black transparent primary secondary success danger
    xs sm md lg xl xxl base mt mb ml mr mx my ms me pt pb pl pr px py ps pe fs fw
    flex grid gap space items justify between around evenly start end center self stretch grow shrink nowrap col cols
    row rows span auto inline block link arrow absolute relative sticky fixed static hidden visible sr only
    border rounded shadow divide ring outline bg object cover contain overflow scroll screen full min max none
    cursor pointer hover focus group transition transform opacity""".split()  # noqa: SIM905 - a list of words reads better as text
)
_SCREENS = frozenset("mobile desktop tablet phone background color default info dark img responsive fluid".split())  # noqa: SIM905
"""What says how something looks with another such word, and alone what it is."""
STRUCK = frozenset({"line-through", "text-decoration-line-through", "strikethrough", "strike-through"})
"""Classes of what is crossed out."""
OLD = "old_"
"""What names of crossed-out values begin with."""


@lru_cache(maxsize=4096)
def given_name(name: str) -> str:
    """What a class says, as people wrote it."""
    if len(name) > _LONGEST:
        return name
    if ":" in name:
        return ""
    joined = _in_joined(name) if "-" in name or "_" in name else None
    if joined is not None:
        return joined
    words = _WORD.findall(name)
    return "" if _are_looks(words) or (len(words) == 1 and _is_made(name)) else name


def _in_joined(name: str) -> str | None:
    """What the part of a name says that people wrote, if it is one of several that signs join; None if it is whole."""
    if _TOOLS.fullmatch(name):
        return ""
    labelled = _LABELLED.fullmatch(name)
    if labelled is not None:
        return labelled["name"] or labelled["styled"]
    module = _MODULE.fullmatch(name)
    if module is not None and _is_made(module["made"]):
        said, file = module["name"], module["file"]
        return f"{file}_{said}" if file and says_nothing(said.lower()) else said
    system = _OF_SYSTEM.fullmatch(name)
    if system is not None or _KIND_OF_FIELD.fullmatch(name):
        return system["name"] if system is not None else ""
    element = _ELEMENT.fullmatch(name)
    if element is not None:
        said = element["name"]
        return said if not all(map(says_nothing, said.lower().split("-"))) else f"{element['block']}_{said}"
    return None


@lru_cache(maxsize=4096)
def given_id(name: str) -> str:
    """What an id says, without the controls around that ASP.NET puts before it, and without the kind of control:
    `ctl#_ContentPlaceHolder#_lblPrice` was called `Price`.
    """
    if _CONTROL.search(name):
        name = name.rpartition("_")[2]
        if name.startswith("ctl"):
            return ""
    kind = _KIND_OF_CONTROL.match(name)
    return name[kind.end() :] if kind is not None else name


def _are_looks(words: Sequence[str]) -> bool:
    """Whether all words of a class say how something looks, one of them perhaps of what part of a layout."""
    said = [word.lower() for word in words if len(word) > 1]
    if all(word in _LOOKS for word in said):
        return True
    return len(said) > 1 and all(word in _LOOKS or word in _SAYS_NOTHING or word in _SCREENS for word in said)


def _is_made(word: str) -> bool:
    """Whether a word is letters and digits at random: `7yTr1`, `hTyqPk`."""
    if "_" in word or "-" in word:
        return False
    parts = [part for part in _CAMEL.split(word) if part.strip("#")]
    letters = sum(map(len, parts))
    unspoken = any(_VOWEL.search(part) is None for part in parts)
    digits_within = "#" in word[:-1] and word.strip("#") != ""
    return digits_within or (len(parts) > 1 and letters < (_SHORT + unspoken) * len(parts))


def says_nothing(word: str) -> bool:
    """Whether a word only says how something is laid out, as do two such words in one: `bodywrapper`."""
    return word in _SAYS_NOTHING or any(
        word[:at] in _SAYS_NOTHING and word[at:] in _SAYS_NOTHING for at in range(_LEAST, len(word) - _LEAST + 1)
    )
