"""Files written from a collection's database. `EXPORTS` has every format that can be asked for, by name.

To add a format, write its file here and add its line: `intaglio export --format` then knows it.
"""

from __future__ import annotations

from intaglio.collection.export.article_lines import write_articles
from intaglio.collection.export.markdown_files import write_markdown
from intaglio.collection.export.selected_records import write_jsonl, write_parquet_file
from intaglio.collection.export.selection import Export, Selection

EXPORTS: dict[str, Export] = {
    "jsonl": Export("JSON Lines, a line a record", write_jsonl),
    "parquet": Export("one Parquet table of records", write_parquet_file),
    "articles": Export("articles in one file, JSON Lines or, if TARGET ends in .parquet, Parquet", write_articles),
    "markdown": Export("a folder of articles, a Markdown file a page", write_markdown),
}

__all__ = ["EXPORTS", "Export", "Selection"]
