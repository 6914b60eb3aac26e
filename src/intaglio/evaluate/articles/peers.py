"""Who else extracts content from pages: each peer behind one function, loaded only if it is installed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType

from intaglio.articles import ArticleOptions, article
from intaglio.articles.article_options import Method
from intaglio.page import Page


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a method made of a page."""

    text: str
    title: str | None = None
    author: str | None = None
    date: str | None = None
    confidence: float | None = None
    type: str | None = None


Extract = Callable[[bytes, str | None], str]
Describe = Callable[[bytes, str | None], Extracted]


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to extract content: the text, which is timed, and the fields, which are not."""

    needs: str
    """The module it is made of."""
    make: Callable[[], tuple[Extract, Describe | None]]


def installed(methods: Mapping[str, Contender]) -> dict[str, tuple[Extract, Describe | None]]:
    """Those of the methods that can run here, ready to run."""
    for noisy in ("trafilatura", "readability", "newspaper", "goose3", "justext"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    return {name: method.make() for name, method in methods.items() if find_spec(method.needs)}


def _ours(method: Method) -> Callable[[], tuple[Extract, Describe | None]]:
    options = ArticleOptions(method=method)

    def make() -> tuple[Extract, Describe | None]:
        def describe(html: bytes, url: str | None) -> Extracted:
            found = article(html, url=url, options=options)
            return Extracted(found.text, found.title, found.author, found.date, found.confidence, found.type)

        return lambda html, url: article(html, url=url, options=options).text, describe

    return make


def _all_text() -> tuple[Extract, Describe | None]:
    return lambda html, _: Page.parse(html).text(0), None


def _trafilatura(*settings: str) -> Callable[[], tuple[Extract, Describe | None]]:
    def make() -> tuple[Extract, Describe | None]:
        import trafilatura

        def extract(html: bytes, url: str | None) -> str:
            text = trafilatura.extract(
                html, url=url, fast="fast" in settings, include_comments="no comments" not in settings,
                favor_precision="precision" in settings, favor_recall="recall" in settings,
            )  # fmt: skip
            return text or ""

        def describe(html: bytes, url: str | None) -> Extracted:
            known = trafilatura.extract_metadata(html, default_url=url)
            return Extracted("", known.title, known.author, known.date)

        return extract, None if settings else describe

    return make


def _resiliparse() -> tuple[Extract, Describe | None]:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def extract(html: bytes, _: str | None) -> str:
        tree = HTMLTree.parse_from_bytes(html)
        return str(extract_plain_text(tree, main_content=True, alt_texts=False, links=False, form_fields=False))

    return extract, None


def _turbohtml() -> tuple[Extract, Describe | None]:
    from turbohtml import parse

    def describe(html: bytes, _: str | None) -> Extracted:
        found = parse(html, detect_encoding=True).article()
        return Extracted(found.text, found.title, found.byline, found.date)

    return lambda html, _: parse(html, detect_encoding=True).article().text, describe


def _readability() -> tuple[Extract, Describe | None]:
    from lxml.html import fromstring
    from readability import Document

    def extract(html: bytes, url: str | None) -> str:
        summary = Document(html, url=url).summary()
        return str(fromstring(summary).text_content()) if summary else ""

    def describe(html: bytes, _: str | None) -> Extracted:
        return Extracted("", Document(html).short_title())

    return extract, describe


def _newspaper() -> tuple[Extract, Describe | None]:
    import newspaper

    def found(html: bytes, url: str | None) -> newspaper.Article:
        made = newspaper.Article(url or "http://localhost/", fetch_images=False)
        made.download(input_html=html.decode("utf-8", "replace"))
        made.parse()
        return made

    def describe(html: bytes, url: str | None) -> Extracted:
        made = found(html, url)
        date = made.publish_date.date().isoformat() if made.publish_date else None
        return Extracted(made.text, made.title, ", ".join(made.authors) or None, date)

    return lambda html, url: str(found(html, url).text), describe


def _justext() -> tuple[Extract, Describe | None]:
    import justext

    words = justext.get_stoplist("English")

    def extract(html: bytes, _: str | None) -> str:
        return "\n".join(part.text for part in justext.justext(html, words) if not part.is_boilerplate)

    return extract, None


def _goose() -> tuple[Extract, Describe | None]:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})

    def describe(html: bytes, _: str | None) -> Extracted:
        found = goose.extract(raw_html=html.decode("utf-8", "replace"))
        return Extracted(found.cleaned_text, found.title, ", ".join(found.authors or []) or None, found.publish_date)

    return lambda html, url: str(describe(html, url).text), describe


METHODS: Mapping[str, Contender] = MappingProxyType(
    {
        "intaglio": Contender("intaglio", _ours("blocks")),
        "intaglio single-pass": Contender("intaglio", _ours("single-pass")),
        "trafilatura": Contender("trafilatura", _trafilatura()),
        "trafilatura no comments": Contender("trafilatura", _trafilatura("no comments")),
        "trafilatura precision": Contender("trafilatura", _trafilatura("no comments", "precision")),
        "trafilatura recall": Contender("trafilatura", _trafilatura("no comments", "recall")),
        "trafilatura fast": Contender("trafilatura", _trafilatura("fast")),
        "resiliparse": Contender("resiliparse", _resiliparse),
        "turbohtml": Contender("turbohtml", _turbohtml),
        "readability-lxml": Contender("readability", _readability),
        "newspaper4k": Contender("newspaper", _newspaper),
        "justext": Contender("justext", _justext),
        "goose3": Contender("goose3", _goose),
        "all text": Contender("intaglio", _all_text),
    }
)
"""Every method by its name: ours, the peers, and taking everything."""
