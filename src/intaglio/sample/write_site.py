"""Writes the sample site: pages, pictures, style sheet, and `labels.jsonl` with each page's template and record."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from intaglio.sample import assets
from intaglio.sample import page_markup as markup
from intaglio.sample.content import (
    DEPARTMENTS,
    Article,
    Product,
    make_articles,
    make_people,
    make_products,
    price,
)
from intaglio.sample.grammar import TOPICS, slug
from intaglio.sample.page_markup import Frame

NOTICES = ("The ferry does not run this Sunday.", "Printing press open house on Friday, bring a clean apron.")
PLAIN = {
    "about": ("About the paper", (
        "The Courier comes out when the ink is dry. It is written by a handful of people who live above the shop.",
        "Neither the town nor its people exist; whoever finds a likeness has found a coincidence.",
    )),
    "contact": ("Contact", (
        "Letters to the editor: Candle Square, Quillmarsh. Please write on one side only.",
        "The shop answers between nine and noon, and whenever the tide is out.",
    )),
    "terms": ("Terms of the shop", (
        "Goods leave the workshop within three days. What breaks within a year is mended free of charge.",
        "Prices hold until the next market day. Nothing here is really for sale.",
    )),
}  # fmt: skip
# Unclosed and crossed elements, a stray end tag, a nested form, text in a table, bytes that are no UTF-8, a cut end.
BROKEN = (
    b'<html><head><title>Letters \xe2\x80\x93 broken<body class=page-broken><div id="top"><b><p>The printer dropped '
    b"this page</b> and nobody</i> put it together again.<table><tr>Loose words<td>One<td>Two<tr><td>Three</table>"
    b'<form><form><input type=text><p>Caf\xe9 prices: \xff\xfe<ul><li>First<li>Second<div class="un<closed>'
    b'</ul></div></span><a href="index.html">Home<p>And then the ink ran ou'
)


@dataclass(frozen=True, slots=True)
class SampleOptions:
    """How much of everything; the same options always give the same bytes."""

    seed: int = 7
    articles: int = 96
    products: int = 72
    people: int = 12
    months: int = 12
    per_list: int = 8


@dataclass(frozen=True, slots=True)
class Made:
    """A page of the site with its truth."""

    path: str
    content: bytes
    template: str | None
    record: dict[str, Any] | None = None


def write_sample(folder: Path, options: SampleOptions = SampleOptions()) -> int:
    """Write the site into a folder; give the number of its pages."""
    pages = list(make_pages(options))
    for made in pages:
        file = folder / made.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(made.content)
    pages.sort(key=lambda made: made.path)
    labels = ({"page": made.path, "template": made.template, "record": made.record} for made in pages)
    text = "".join(json.dumps(label, ensure_ascii=False) + "\n" for label in labels)
    (folder / "labels.jsonl").write_text(text, encoding="utf-8")
    _write_assets(folder / "assets", options)
    return len(pages)


def make_pages(options: SampleOptions) -> Iterator[Made]:
    """Make all pages of the site with their truth."""
    seed = str(options.seed)
    people = make_people(seed, options.people)
    articles = make_articles(seed, options.articles, people)
    products = make_products(seed, options.products)
    front = Frame("Front page", depth=0, letter=True)
    yield _made("index.html", markup.home(front, articles[:9], products[:8]), "home")
    yield from _stories(seed, articles)
    yield from _goods(seed, products, articles)
    yield from _lists(options.per_list, articles, products)
    for someone in people:
        written = [article for article in articles if article.author == someone]
        content = markup.person(Frame(someone.name), someone, written)
        yield _made(f"people/{someone.slug}.html", content, "person", {"name": someone.name, "role": someone.role})
    for number in range(options.months):
        first = date(2025 + number // 12, number % 12 + 1, 1)
        yield _made(f"calendar/{first:%Y-%m}.html", calendar_page(first), "month")
    for name, (title, texts) in PLAIN.items():
        yield _made(f"{name}.html", markup.plain(Frame(title, depth=0), texts), "plain")
    yield Made("letters.html", BROKEN, None)


def calendar_page(first: date) -> str:
    """Make the page of any month."""
    return markup.month(Frame(f"Calendar {first:%Y-%m}"), first)


def _stories(seed: str, articles: Sequence[Article]) -> Iterator[Made]:
    for number, article in enumerate(articles):
        frame = _frame(Random(f"{seed}/frame/story/{number}"), article.title, articles)
        record = {
            "title": article.title,
            "author": article.author.name,
            "date": article.day.isoformat(),
            "standfirst": article.standfirst,
            "text": article.text,
            "comments": [text for _, text in article.comments],
        }
        yield _made(f"stories/{article.slug}.html", markup.story(frame, article, articles), "story", record)


def _goods(seed: str, products: Sequence[Product], articles: Sequence[Article]) -> Iterator[Made]:
    for number, item in enumerate(products):
        frame = _frame(Random(f"{seed}/frame/product/{number}"), item.name, articles)
        record = {
            "name": item.name,
            "number": item.number,
            "price": price(item.cents),
            "old_price": price(item.old_cents) if item.old_cents else None,
            "stock": item.stock,
            "rating": None if item.rating is None else str(item.rating),
            "specification": dict(item.specification),
            "reviews": [text for _, _, text in item.reviews],
        }
        yield _made(f"goods/{item.slug}.html", markup.product(frame, item, products), "product", record)


def _lists(size: int, articles: Sequence[Article], products: Sequence[Product]) -> Iterator[Made]:
    for topic in TOPICS:
        chosen = [article for article in articles if article.topic == topic]
        starts = range(0, len(chosen), size)
        for number, start in enumerate(starts, 1):
            frame = Frame(f"{topic}, page {number}", latest=tuple(articles[:5]))
            content = markup.topic(frame, topic, chosen[start : start + size], number, len(starts))
            yield _made(f"topics/{slug(topic)}-{number}.html", content, "topic")
    for department in DEPARTMENTS:
        shown = [item for item in products if item.department == department]
        starts = range(0, len(shown), size)
        for number, start in enumerate(starts, 1):
            frame = Frame(f"{department}, page {number}")
            content = markup.department(frame, department, shown[start : start + size], number, len(starts))
            yield _made(f"goods/{slug(department)}-{number}.html", content, "department")


def _frame(random: Random, title: str, articles: Sequence[Article]) -> Frame:
    return Frame(
        title,
        notice=random.choice(NOTICES) if random.random() < 0.15 else None,
        letter=random.random() < 0.5,
        latest=tuple(articles[: random.choice((0, 4, 6))]),
    )


def _made(path: str, content: str, template: str, record: dict[str, Any] | None = None) -> Made:
    return Made(path, content.encode(), template, record)


def _write_assets(folder: Path, options: SampleOptions) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "style.css").write_text(assets.STYLE.lstrip(), encoding="utf-8")
    for number in range(16):
        drawn = assets.view(Random(f"{options.seed}/view/{number}"))
        (folder / f"view-{number}.svg").write_text(drawn, encoding="utf-8")
    for item in make_products(str(options.seed), options.products):
        drawn = assets.tool(Random(f"{options.seed}/tool/{item.image}"))
        (folder / item.image).write_text(drawn, encoding="utf-8")
    for number in range(options.people):
        (folder / f"person-{number}.png").write_bytes(assets.portrait(Random(f"{options.seed}/person/{number}")))
