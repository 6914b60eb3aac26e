"""How bodies are found, as the command line says it; what would have no effect is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast, get_args

import typer

from intaglio.articles import ArticleOptions
from intaglio.articles.article_options import Favour, Method, SinglePassOptions
from intaglio.cli.shared.option_setting import setting

DEFAULT = ArticleOptions()


def article_options(
    method: str,
    favour: str,
    settings: Sequence[str] = (),
    hints: tuple[str, str] = ("--article-method", "--article-set"),
) -> ArticleOptions:
    """The options of a method: only the default one can favour anything, only single-pass has numbers to set."""
    hint, set_hint = hints
    for name, value, known in ((hint, method, get_args(Method)), ("--favour", favour, get_args(Favour))):
        if value not in known:
            raise typer.BadParameter(f"'{value}' is none of {', '.join(known)}", param_hint=name)
    if method != DEFAULT.method and favour != DEFAULT.favour:
        raise typer.BadParameter(f"{method} favours nothing; only {DEFAULT.method} does", param_hint="--favour")
    if settings and method != "single-pass":
        raise typer.BadParameter(f"{method} has nothing to set; only single-pass does", param_hint=set_hint)
    numbers = replace(SinglePassOptions(), **dict(setting(SinglePassOptions, text, set_hint) for text in settings))
    return ArticleOptions(cast("Method", method), cast("Favour", favour), single_pass=numbers)
