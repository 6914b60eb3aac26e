"""How bodies are found, as the command line says it; what would have no effect is refused."""

from __future__ import annotations

from typing import cast, get_args

import typer

from intaglio.article import ArticleOptions
from intaglio.article.article_options import Favour, Method

DEFAULT = ArticleOptions()


def article_options(method: str, favour: str, hint: str = "--article-method") -> ArticleOptions:
    """The options of a method and what it is to favour; only the default method can favour anything."""
    for name, value, known in ((hint, method, get_args(Method)), ("--favour", favour, get_args(Favour))):
        if value not in known:
            raise typer.BadParameter(f"'{value}' is none of {', '.join(known)}", param_hint=name)
    if method != DEFAULT.method and favour != DEFAULT.favour:
        raise typer.BadParameter(f"{method} favours nothing; only {DEFAULT.method} does", param_hint="--favour")
    return ArticleOptions(cast("Method", method), cast("Favour", favour))
