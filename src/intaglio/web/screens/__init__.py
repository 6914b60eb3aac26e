"""The screens of the inspector: each gives its content as JSON values, which its markup shows."""

from __future__ import annotations

from intaglio.web.screens.article_screen import article_screen
from intaglio.web.screens.changes_screen import changes_screen
from intaglio.web.screens.fields_screen import fields_screen
from intaglio.web.screens.home_screen import home_screen
from intaglio.web.screens.kinds_screen import kinds_screen
from intaglio.web.screens.log_screen import log_screen
from intaglio.web.screens.page_screen import page_screen
from intaglio.web.screens.parts.asked import Asked, Screen
from intaglio.web.screens.queue_screen import queue_screen
from intaglio.web.screens.search_screen import search_screen
from intaglio.web.screens.table_screen import table_screen
from intaglio.web.screens.template_screen import template_screen

SCREENS: dict[str, Screen] = {
    "/": Screen("home", "home.html", home_screen),
    "/kinds": Screen("kinds", "kinds.html", kinds_screen),
    "/kinds/{kind}/fields": Screen("fields", "fields.html", fields_screen),
    "/kinds/{kind}/table": Screen("table", "table.html", table_screen),
    "/templates/{template}": Screen("template", "template.html", template_screen),
    "/templates/{template}/article": Screen("article", "article.html", article_screen),
    "/pages/{capture:int}": Screen("page", "page.html", page_screen),
    "/search": Screen("search", "search.html", search_screen),
    "/queue": Screen("queue", "queue.html", queue_screen),
    "/changes": Screen("changes", "changes.html", changes_screen),
    "/log": Screen("log", "log.html", log_screen),
}
"""Every screen by its address."""

__all__ = ["SCREENS", "Asked", "Screen"]
