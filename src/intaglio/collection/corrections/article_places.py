"""Places on the pages of templates that people said are content of the article, or are not, alone or by areas."""

from __future__ import annotations

from intaglio.articles import Lesson
from intaglio.articles.memory.lesson import given_lesson
from intaglio.collection.corrections.correction import What
from intaglio.collection.corrections.correction_log import said, standing
from intaglio.collection.corrections.redesigned_templates import followed
from intaglio.store import Transaction


def given_places(tx: Transaction, site: str) -> dict[str, dict[int, bool]]:
    """What was said of places and holds, by the templates of a site."""
    found: dict[str, dict[int, bool]] = {}
    for one in followed(tx, standing(said(tx, [What.BODY, What.ROLE]))):
        content = one.value == str(What.BODY) if one.what is What.ROLE else bool(one.value)
        blocks = one.target.blocks if one.target.block is None else (one.target.block,)
        for place in one.target.places:
            if place.site in ("", site) and blocks:
                found.setdefault(place.template, {}).update((int(block), content) for block in blocks)
    return found


def given_lessons(tx: Transaction, site: str) -> dict[str, Lesson]:
    """The same as lessons, as memories take them."""
    return {template: given_lesson(given) for template, given in given_places(tx, site).items()}
