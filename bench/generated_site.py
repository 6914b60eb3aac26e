"""A site of any size for measuring: pages of six templates, each about as large as asked for, the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from random import Random

from intaglio.sample.grammar import TOPICS, about, paragraph, slug

SUBJECTS = [subject for subjects in TOPICS.values() for subject in subjects]
MENU = "".join(
    f'<li class="menu-item menu-{number % 7}"><a href="/topic/{slug(subject)}.html">{escape(subject)}</a></li>'
    for number, subject in enumerate(SUBJECTS)
)
FOOT = "".join(f'<li><a href="/help/{number}.html">Help on matter {number}</a></li>' for number in range(30))


def write_site(folder: Path, pages: int, kilobytes: int) -> Path:
    """Write so many pages of that size into a folder."""
    for number in range(pages):
        random = Random(f"page {number}")
        name, made = KINDS[min(number * 997 % 20, 19)]
        title = f"{random.choice(SUBJECTS).capitalize()} no. {number}"
        body = "".join(_filled(made(random, title, number), random, 1000 * kilobytes))
        place = folder / f"{number // 1000:03}" / f"{name}-{number}.html"
        place.parent.mkdir(exist_ok=True, parents=True)
        place.write_text(_framed(title, name, body, random), encoding="utf-8")
    return folder


def _filled(parts: Iterator[str], random: Random, size: int) -> Iterator[str]:
    """Parts of a page until it has its size, which differs from page to page."""
    left = int(size * random.uniform(0.85, 1.15)) - len(MENU) - len(FOOT) - 2000
    for part in parts:
        yield part
        left -= len(part)
        if left < 0 and part.endswith("<!---->"):
            return


def _framed(title: str, kind: str, body: str, random: Random) -> str:
    latest = "".join(
        f'<li class="latest"><a href="/post-{random.randrange(9999)}.html">{escape(random.choice(SUBJECTS))}</a>'
        f"<time>2025-0{random.randrange(1, 10)}-1{random.randrange(10)}</time></li>"
        for _ in range(12)
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} | The Generated Post</title>'
        f'<meta property="og:title" content="{title}"><link rel="stylesheet" href="/site.css"></head>'
        f'<body class="{kind}"><header id="top"><a class="logo" href="/">The Generated Post</a>'
        f'<nav id="menu"><ul>{MENU}</ul></nav></header><main id="content">{body}</main>'
        f'<aside id="side"><h2>Latest</h2><ul>{latest}</ul></aside><footer id="foot"><ul>{FOOT}</ul>'
        f"<p>All of this was made by a program.</p></footer></body></html>"
    )


def _text(random: Random, sentences: int) -> str:
    return escape(paragraph(random, about(random.choice(SUBJECTS)), sentences))


def _post(random: Random, title: str, number: int) -> Iterator[str]:
    yield (
        f'<article class="post"><h1>{title}</h1><p class="byline">By <a rel="author" href="/by/{number % 40}.html">'
        f'Author {number % 40}</a> on <time datetime="2025-03-{1 + number % 28:02}">day {number % 28}</time></p>'
        f'<p class="lead">{_text(random, 2)}</p>'
    )
    for _ in range(random.randrange(4, 12)):
        yield f"<p>{_text(random, 4)}</p>"
        if random.random() < 0.2:
            yield f"<h2>{_text(random, 1)}</h2>"
    yield f'</article><section class="tags"><a href="/tag/{number % 9}.html">tag {number % 9}</a></section>'
    yield from _comments(random)


def _comments(random: Random) -> Iterator[str]:
    yield '<section id="comments"><h2>Comments</h2><!---->'
    while True:
        yield (
            f'<div class="comment"><b class="who">Reader {random.randrange(500)}</b> <span class="when">'
            f"{random.randrange(1, 60)} minutes ago</span>"
            f'<div class="said"><p>{_text(random, 3)}</p></div></div><!---->'
        )


def _product(random: Random, title: str, number: int) -> Iterator[str]:
    rows = "".join(
        f"<tr><th>{name}</th><td>{random.randrange(1, 900)} {unit}</td></tr>"
        for name, unit in (("Weight", "g"), ("Width", "mm"), ("Height", "mm"), ("Stock", "pieces"))
    )
    yield (
        f'<div class="product"><h1 itemprop="name">{title}</h1>'
        f'<span class="price">{random.randrange(1, 99)}.50 €</span>'
        f'<p class="number">Article {number}</p><table class="facts">{rows}</table><div class="text">{_text(random, 5)}'
        f"</div></div>"
    )
    yield from _comments(random)


def _thread(random: Random, title: str, _number: int) -> Iterator[str]:
    yield f'<h1 class="subject">{title}</h1><ol class="thread"><!---->'
    while True:
        yield (
            f'<li class="message"><div class="head"><a class="user" href="/user/{random.randrange(90)}">User '
            f'{random.randrange(90)}</a><span class="date">2025-05-{random.randrange(1, 29):02}</span></div>'
            f'<div class="text"><p>{_text(random, 2)}</p><p>{_text(random, 2)}</p></div></li><!---->'
        )


def _event(random: Random, title: str, number: int) -> Iterator[str]:
    yield (
        f'<div class="event"><h1>{title}</h1><dl><dt>When</dt><dd>2025-06-{1 + number % 28:02} 1{number % 10}:00</dd>'
        f"<dt>Where</dt><dd>{_text(random, 1)[:30]}</dd><dt>Seats</dt><dd>{random.randrange(20, 400)}</dd></dl></div>"
    )
    yield from _comments(random)


def _listing(random: Random, title: str, _number: int) -> Iterator[str]:
    yield f'<h1>{title}</h1><div class="results"><!---->'
    while True:
        yield (
            f'<div class="result"><h3><a href="/product-{random.randrange(9999)}.html">{_text(random, 1)[:40]}</a></h3>'
            f'<span class="price">{random.randrange(1, 99)}.20 €</span><p>{_text(random, 1)}</p></div><!---->'
        )


KINDS: list[tuple[str, Callable[[Random, str, int], Iterator[str]]]] = [
    *[("post", _post)] * 9, *[("product", _product)] * 4, *[("thread", _thread)] * 3, *[("event", _event)] * 2,
    *[("listing", _listing)] * 2,
]  # fmt: skip
