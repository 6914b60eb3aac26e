"""The language of a listing, by the names that highlighters give to it and to what they wrap it in."""

from __future__ import annotations

import re
from itertools import islice

import numpy as np

from intaglio.page import Page
from intaglio.page.tags import codes

_CODE = tuple(sorted(codes("pre code")))
_SAID = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|brush)[-:]\s*([\w+#.-]{1,20})", re.IGNORECASE)
"""Names that say that they name a language."""
_HINTED = re.compile(
    r"(?<![\w-])(?:highlight|sourcecode|src|programlisting|codehilite|prettyprint|hljs|code|listing)[\s:-]+(?=([\w+#.-]{1,20}))",
    re.IGNORECASE,
)
"""Names beside which or behind which a language may stand, if it is one."""
_KNOWN = frozenset(
    re.findall(
        r"\S+",
        """
    ada apache asm assembly awk bash basic bat batch c c# c++ clojure cmake coffeescript common-lisp console cpp
    crystal csharp css cuda dart diff dockerfile elisp elixir elm emacs-lisp erb erlang f# fish fortran fsharp
    gdscript gherkin glsl go golang gradle graphql groovy haml handlebars haskell hcl html html+jinja http ini
    ipython ipython3 java javascript jinja js json json5 jsx julia kotlin latex less liquid lisp lua make makefile
    markdown matlab md mermaid nginx nim nix objc objective-c objectivec ocaml octave pascal perl php pgsql
    postgresql powershell prolog proto protobuf ps1 puppet py pycon python python3 r rb rest rst ruby rust sass
    scala scheme scss sh shell shell-session sol solidity sql styl stylus svelte swift tcl terraform tex toml ts tsx
    twig typescript vala vb vhdl vim vue wasm xml yaml yml zig zsh
    """,
    )
)
_NONE = frozenset(
    re.findall(r"\S+", "text plaintext plain txt none default nohighlight no-highlight auto output raw undefined null")
)
_FAR, _BESIDE = 6, 8
"""Elements above a listing that may name its language, and texts of theirs beyond as many as it has."""


def language_of(page: Page, listing: int) -> str | None:
    """The language of preformatted text: said in it, or by an element around it that holds little else.

    >>> page = Page.parse("<div class='language-js x'><span>js</span><pre><code>let a = <b>1</b></code></pre></div>")
    >>> language_of(page, int(page.listings.argmax()))
    'js'
    """
    inside = np.arange(listing, int(page.end[listing]))
    most = 2 * int(page.text_stop[listing] - page.text_start[listing]) + _BESIDE
    above = islice(page.ancestors(listing), _FAR)
    around = [up for up in above if page.text_stop[up] - page.text_start[up] <= most]
    return _spoken(_named(page, [*inside[np.isin(page.tag[inside], _CODE)].tolist(), *around]))


def _named(page: Page, elements: list[int]) -> str | None:
    """The language that the first of some elements names that names one."""
    for names in page.values("class", elements):
        if names and (found := _of_names(names)):
            return found
    for attribute in ("data-lang", "data-language"):
        for value in page.values(attribute, elements):
            if value and value.strip():
                return value.strip().lower()
    return None


def named_language(page: Page, e: int) -> str | None:
    """The language that the class of an element names."""
    names = page.values("class", (e,))[0]
    return _spoken(_of_names(names)) if names else None


def _spoken(language: str | None) -> str | None:
    return None if language in _NONE else language


def _of_names(names: str) -> str | None:
    said = _SAID.search(names)
    if said:
        return said[1].lower()
    return next((found[1].lower() for found in _HINTED.finditer(names) if found[1].lower() in _KNOWN), None)
