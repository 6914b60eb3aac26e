"""The body of a page and what goes with it: title, author, date, illustrations, related links."""

from intaglio.article.article import Article
from intaglio.article.article_options import ArticleOptions
from intaglio.article.extract import article
from intaglio.article.memory.lesson import Lesson
from intaglio.article.memory.template_memory import Memory, MemoryOptions

__all__ = ["Article", "ArticleOptions", "Lesson", "Memory", "MemoryOptions", "article"]
