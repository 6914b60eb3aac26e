"""What people say of an area, with what the area means on pages of its template."""

from __future__ import annotations

from collections.abc import Iterator

from intaglio.collection.corrections.area_roles import role_now
from intaglio.collection.corrections.correction import Correction, Place
from intaglio.collection.review.area_targets import AreaOnPage, with_address
from intaglio.errors import BadCorrection
from intaglio.segment.area_tree import AreaTree
from intaglio.site import Site
from intaglio.web.inspection import Inspection

LOOKED = 12
"""Pages of a template that are looked at."""


def addressed(inspection: Inspection, one: Correction) -> Correction:
    """A correction; what is said of an area with places of its blocks, or the way to its items."""
    if one.target.area is None or not one.target.places:
        return one
    place = one.target.places[0]
    role = area_role(inspection, place, one.target.area)
    return with_address(one, role, _pages(inspection, place, one.target.area))


def area_role(inspection: Inspection, place: Place, area: int) -> str | None:
    """The role that an area has now; BadCorrection if there is no such area."""
    areas = inspection.template(place.template).areas.areas
    if not 0 <= area < len(areas):
        raise BadCorrection(f"template {place.template} has no area {area}")
    found = areas[area].attributes.get("role")
    return role_now(str(found) if found else None, area, inspection.area_roles(place.site, place.template))


def _pages(inspection: Inspection, place: Place, area: int) -> Iterator[AreaOnPage]:
    template = inspection.template(place.template)
    wanted, site = _within(template.areas, area), Site(template.site, [template])
    for row in inspection.spread(template.site, template.id, LOOKED):
        shown = inspection.page(row.capture)
        article = inspection.article(shown)
        if shown.page is not None and article is not None:
            found = site.read_as(template.id, shown.page).areas
            texts = frozenset(text for one in found if one.number in wanted for text in one.held(shown.page))
            yield AreaOnPage(shown.page, article, texts)


def _within(tree: AreaTree, area: int) -> set[int]:
    """An area and all within it."""
    found = {area}
    for number, parent in enumerate(tree.parents):  # parents come first
        if parent in found:
            found.add(number)
    return found
