"""The body of a page and what goes with it: title, author, date, illustrations, related links."""

from importlib import import_module
from typing import TYPE_CHECKING

from intaglio.articles.article import Article
from intaglio.articles.article_options import ArticleOptions
from intaglio.articles.extract import article

if TYPE_CHECKING:
    from intaglio.articles.memory.lesson import Lesson
    from intaglio.articles.memory.template_memory import Memory, MemoryOptions

__all__ = ["Article", "ArticleOptions", "Lesson", "Memory", "MemoryOptions", "article"]
_MODULE_OF = {"Lesson": "lesson", "Memory": "template_memory", "MemoryOptions": "template_memory"}


def __getattr__(name: str) -> object:
    """Load what single articles do not need when it is first used."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'intaglio.articles' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"intaglio.articles.memory.{_MODULE_OF[name]}"), name)
    return value
