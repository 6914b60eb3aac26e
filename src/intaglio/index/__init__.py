"""Full-text index over what varies from page to page: no menus, no footers. Derived; can be made anew at any time."""

from intaglio.index.entry import Entry, Found
from intaglio.index.prepared_entry import EntryPreparer, PreparedEntry
from intaglio.index.search_index import IndexWriter, SearchIndex

__all__ = ["Entry", "EntryPreparer", "Found", "IndexWriter", "PreparedEntry", "SearchIndex"]
