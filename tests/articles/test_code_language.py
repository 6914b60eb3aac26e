"""Languages of listings by the names of what they stand in."""

import numpy as np
import pytest

from intaglio import Page
from intaglio.articles.output.code_language import language_of
from intaglio.page import TAGS

CODE = "<pre{}><code{}>x <b>=</b> 1</code></pre>"
PLAIN = CODE.format("", "")


@pytest.mark.parametrize(
    ("html", "language"),
    [
        (CODE.format("", " class=language-Python"), "python"),
        (CODE.format(" class='brush: js'", ""), "js"),
        (CODE.format(" data-lang=yaml", ""), "yaml"),
        (CODE.format(" class='src src-sh'", ""), "sh"),
        (f"<div class='highlight-c++ notranslate'><div class=highlight>{PLAIN}</div></div>", "c++"),
        (f"<div class='language-ruby highlighter-rouge'><div class=highlight>{PLAIN}</div></div>", "ruby"),
        (f"<figure class='highlight sql'><table><tr><td><pre>1</pre><td>{PLAIN}</table></figure>", "sql"),
        (f"<div class=language-text><div class=highlight>{PLAIN}</div></div>", None),
        (f"<div class=highlight-wrapper>{PLAIN}</div>", None),
        (f"<div class='code wide'>{PLAIN}</div>", None),
        (f"<div class=lang-en>{'<p>Text.</p>' * 20}{PLAIN}</div>", None),
        (PLAIN, None),
    ],
)
def test_a_listing_is_in_the_language_that_is_named_in_it_or_right_around_it(html: str, language: str | None) -> None:
    page = Page.parse(f"<body>{html}")
    assert language_of(page, int(np.flatnonzero(page.tag == TAGS["pre"])[-1])) == language
