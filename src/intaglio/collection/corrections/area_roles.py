"""The roles that people gave to areas of templates, put in the place of the found ones on the way out."""

from __future__ import annotations

import json
from collections.abc import Mapping

from intaglio.collection.corrections.correction import What
from intaglio.collection.corrections.correction_log import said, standing
from intaglio.collection.page_lines import areas_in, json_line
from intaglio.store import Transaction

Roles = Mapping[tuple[str, str], Mapping[int, str | None]]
"""Site and template → number of an area → its role; the site is empty where any is meant."""


def area_roles(tx: Transaction) -> Roles:
    """The roles that were given, and hold."""
    found: dict[tuple[str, str], dict[int, str | None]] = {}
    for one in standing(said(tx, [What.ROLE])):
        for place in one.target.places:
            if one.target.area is not None:
                role = str(one.value) if one.value else None
                found.setdefault((place.site, place.template), {})[one.target.area] = role
    return found


def roles_of(roles: Roles, site: str, template: str | None) -> Mapping[int, str | None]:
    """The roles that were given to areas of one template."""
    key = template or ""
    return {**roles.get(("", key), {}), **roles.get((site, key), {})}


def line_with_roles(line: str, roles: Mapping[int, str | None]) -> str:
    """A line of `pages.jsonl` with given roles."""
    if not roles:
        return line
    content = json.loads(line)
    for area in areas_in(content["areas"]):
        area["role"] = roles.get(area["id"], area["role"])
    return json_line(content)
