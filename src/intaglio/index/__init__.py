"""Full-text index over what varies from page to page: no menus, no footers. Derived; can be made anew at any time."""

from intaglio.index.entry import Entry, Found
from intaglio.index.search_index import SearchIndex

__all__ = ["Entry", "Found", "SearchIndex"]
