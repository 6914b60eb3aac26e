"""The body of a page and what goes with it: title, author, date, illustrations, related links."""

from intaglio.article.article import Article
from intaglio.article.extract import article
from intaglio.article.lesson import Lesson
from intaglio.article.memory import Memory, MemoryOptions
from intaglio.article.options import ArticleOptions

__all__ = ["Article", "ArticleOptions", "Lesson", "Memory", "MemoryOptions", "article"]
