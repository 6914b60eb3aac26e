"""The formats that a collection can be written in, by name."""

from __future__ import annotations

from intaglio.collection.export.article_lines import write_articles
from intaglio.collection.export.markdown_files import write_markdown
from intaglio.collection.export.page_export import write_pages
from intaglio.collection.export.selected_records import write_jsonl, write_parquet_file
from intaglio.collection.export.selection import Export, Selection
from intaglio.collection.export.table_formats.csv_table import write_csv_export
from intaglio.collection.export.table_formats.sqlite_table import write_sqlite_export

EXPORTS: dict[str, Export] = {
    "csv": Export("a table as CSV, its lists in files beside it; all tables, as a folder", write_csv_export),
    "jsonl": Export("a table, or all records, as JSON Lines", write_jsonl),
    "parquet": Export("a table, or all records, as one Parquet file", write_parquet_file),
    "sqlite": Export("one table, or all, in an SQLite database", write_sqlite_export),
    "pages": Export(
        "pages with their areas in one file, JSON Lines or, if TARGET ends in .parquet, Parquet", write_pages
    ),
    "articles": Export("articles in one file, JSON Lines or, if TARGET ends in .parquet, Parquet", write_articles),
    "markdown": Export("a folder of articles, a Markdown file a page", write_markdown),
}

__all__ = ["EXPORTS", "Export", "Selection"]
