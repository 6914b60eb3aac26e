"""Template: the representative of a cluster, C = (D, V, M) of Zeleny and Burget, and what it has learned since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from intaglio.errors import PageError
from intaglio.page import Page
from intaglio.segment.area_tree import Area, AreaTree, texts_of
from intaglio.segment.every_text import parted_areas
from intaglio.templates.prune import pruned
from intaglio.templates.statistics import Traits


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """One template of a site. Nothing in it grows with the number of pages it has seen."""

    id: str
    """12 hex digits of a hash over the site and the keys of the page that founded it."""
    site: str
    version: int
    """Rises when its areas are made anew under the same id, so that results of before are known to be outdated.

    Learning and taking in another template's pages change neither its areas nor what its pages give, nor this.
    """
    dom: Page
    """D: the founding page without content."""
    areas: AreaTree
    """V; the element and text numbers its areas hold are those of D, which is M."""
    traits: Traits
    """What tells its pages from those of others."""


def template_id(site: str, keys: Iterable[int]) -> str:
    """The id of a template founded by a page with these keys."""
    founding = b"".join(key.to_bytes(8, "little") for key in sorted(keys))
    return blake2b(site.encode("utf-8", "surrogatepass") + b"\0" + founding, digest_size=6).hexdigest()


def make_template(site: str, name: str, page: Page, tree: AreaTree, traits: Traits, version: int = 1) -> Template:
    """Make the template of a page and its areas; M is checked."""
    return Template(name, site, version, pruned(page), checked(page, tree), traits)


def checked(page: Page, tree: AreaTree) -> AreaTree:
    """The areas so that a node is held by the innermost area that contains it and by no other (definition 9).

    An area that holds what others hold as well keeps the elements and texts that are its alone; numbers beyond the
    page are an error.
    """
    for number, area in enumerate(tree.areas):
        if not all(0 <= e < page.size for e in area.elements) or not all(0 <= t < len(page.texts) for t in area.texts):
            raise PageError(f"area {number} of {tree.method} holds nodes that the page does not have")
    held = [texts_of(page, area) for area in tree.areas]
    if sum(map(len, held)) == len({t for texts in held for t in texts}):
        return tree
    return parted_areas(tree, page)


def nested(areas: Iterable[Area], parents: Iterable[int]) -> Area:
    """The root of a tree of areas given parents before children; the children they had are replaced."""
    below: dict[int, list[Area]] = {}
    for number, (area, parent) in reversed([*enumerate(zip(areas, parents, strict=True))]):
        children = tuple(reversed(below.pop(number, [])))
        if children or area.children:
            area = Area(area.rect, area.elements, area.texts, children, area.attributes)  # noqa: PLW2901
        below.setdefault(parent, []).append(area)
    return below[-1][0]
