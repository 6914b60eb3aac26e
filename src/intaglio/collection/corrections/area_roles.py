"""What people said that areas of templates are, put in the place of what was found on the way out."""

from __future__ import annotations

from collections.abc import Mapping

from intaglio.collection.corrections.correction import Correction, What
from intaglio.collection.corrections.correction_log import said, standing
from intaglio.collection.corrections.redesigned_templates import followed
from intaglio.collection.page_lines import areas_in
from intaglio.compact_json import compact_json, read_json
from intaglio.store import Transaction

Roles = Mapping[tuple[str, str], Mapping[int, str | None]]
"""Site and template → number of an area → its role; the site is empty where any is meant."""
NOT = "not "
"""What the role begins with that an area does not have; whatever other role was found stays."""
OF_AREAS = (What.ROLE, What.BODY, What.LIST)


def area_roles(tx: Transaction) -> Roles:
    """The roles that were given, and hold; of what was said of one area the last."""
    found: dict[tuple[str, str], dict[int, str | None]] = {}
    for one in standing(said(tx, OF_AREAS)):
        for place in one.target.places:
            if one.target.area is not None:
                found.setdefault((place.site, place.template), {})[one.target.area] = _role(one)
    return found


def _role(one: Correction) -> str | None:
    if one.what is What.ROLE:
        return str(one.value) if one.value else None
    return str(one.what) if one.value else f"{NOT}{one.what}"


def roles_of(roles: Roles, site: str, template: str | None) -> Mapping[int, str | None]:
    """The roles that were given to areas of one template."""
    key = template or ""
    return {**roles.get(("", key), {}), **roles.get((site, key), {})}


def role_now(found: str | None, area: int, given: Mapping[int, str | None]) -> str | None:
    """The role of an area, by what was found and what people said.

    >>> role_now("body", 1, {1: "list"}), role_now("body", 1, {1: "not body"}), role_now("menu", 1, {1: "not body"})
    ('list', None, 'menu')
    """
    said_role = given.get(area, found)
    if said_role is not None and said_role.startswith(NOT):
        return None if found == said_role.removeprefix(NOT) else found
    return said_role


def line_with_roles(line: str, roles: Mapping[int, str | None]) -> str:
    """A line of `pages.jsonl` with given roles."""
    if not roles:
        return line
    content = read_json(line)
    for area in areas_in(content["areas"]):
        area["role"] = role_now(area["role"], area["id"], roles)
    return compact_json(content).decode()


def given_lists(tx: Transaction, site: str) -> dict[str, dict[str, bool]]:
    """What people said is a list, or none, by the templates of a site and the way down to the element of the items."""
    found: dict[str, dict[str, bool]] = {}
    for one in followed(tx, standing(said(tx, [What.LIST, What.ROLE]))):
        is_list = one.value == str(What.LIST) if one.what is What.ROLE else bool(one.value)
        for place in one.target.places:
            if place.site in ("", site) and one.target.path is not None:
                found.setdefault(place.template, {})[one.target.path] = is_list
    return found
