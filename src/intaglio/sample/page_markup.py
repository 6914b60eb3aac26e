"""The sample site's templates: one function a template, from content to HTML."""

from calendar import Calendar, month_name
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from textwrap import shorten

from intaglio.sample.content import DEPARTMENTS, Article, Person, Product, price
from intaglio.sample.grammar import TOPICS, slug

NAME = "The Quillmarsh Courier"


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of every page: how deep below the root it lies, its title, and optional blocks."""

    title: str
    depth: int = 1
    notice: str | None = None
    letter: bool = False
    latest: tuple[Article, ...] = ()

    @property
    def root(self) -> str:
        """The way from the page to the root folder."""
        return "../" * self.depth


def page(frame: Frame, main: str, kind: str) -> str:
    """Put the main part of a page between the header, the sidebar and the footer."""
    topics = "".join(f'<li><a href="{frame.root}topics/{slug(t)}-1.html">{t}</a></li>' for t in TOPICS)
    goods = "".join(f'<li><a href="{frame.root}goods/{slug(d)}-1.html">{d}</a></li>' for d in DEPARTMENTS)
    notice = f'<div class="notice" role="status"><p>{escape(frame.notice)}</p></div>' if frame.notice else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(frame.title)} – {NAME}</title>
<link rel="stylesheet" href="{frame.root}assets/style.css">
</head>
<body class="{kind}">
{notice}
<header id="top">
  <div class="bar"><a class="logo" href="{frame.root}index.html">{NAME}</a><p class="motto">News from the tide line, and tools to print it with</p></div>
  <nav id="menu"><ul>{topics}<li class="shop"><a href="{frame.root}goods/setting-1.html">Shop</a></li><li><a href="{frame.root}about.html">About</a></li></ul></nav>
</header>
<div id="columns">
<main>
{main}
</main>
{sidebar(frame, goods)}
</div>
<footer id="bottom">
  <p>{NAME}, printed at Candle Square since the second flood.</p>
  <ul><li><a href="{frame.root}about.html">About the paper</a></li><li><a href="{frame.root}contact.html">Contact</a></li><li><a href="{frame.root}letters.html">Letters</a></li><li><a href="{frame.root}terms.html">Terms of the shop</a></li><li><a href="{frame.root}calendar/2025-03.html">Calendar</a></li></ul>
</footer>
</body>
</html>
"""


def sidebar(frame: Frame, goods: str) -> str:
    """The column beside the main part: latest stories, the shop's departments, sometimes the letter."""
    latest = "".join(f"<li>{link(a.title, f'{frame.root}stories/{a.slug}.html')}</li>" for a in frame.latest)
    letter = (
        '<section class="box letter"><h2>The Sunday letter</h2><p>One story a week, by post or by boat.</p>'
        '<form action="#"><input type="email" placeholder="Your address" aria-label="Your address">'
        '<button type="button">Subscribe</button></form></section>'
    )
    return f"""<aside>
{f'<section class="box latest"><h2>Latest</h2><ol>{latest}</ol></section>' if latest else ""}
<section class="box goods"><h2>The shop</h2><ul>{goods}</ul></section>
{letter if frame.letter else ""}
</aside>"""


def story(frame: Frame, article: Article, articles: Sequence[Article]) -> str:
    """An article with its optional blocks."""
    figure = (
        f'<figure class="lead"><img src="../assets/{article.image}" alt="" width="720" height="360">'
        f"<figcaption>{escape(article.caption)}</figcaption></figure>"
    )
    facts = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in article.facts)
    related = "".join(f"<li>{link(articles[n].title, articles[n].slug + '.html')}</li>" for n in article.related)
    comments = "".join(
        f'<li class="comment"><b class="name">{escape(name)}</b><p>{escape(text)}</p></li>'
        for name, text in article.comments
    )
    main = f"""<article class="story">
<p class="crumbs"><a href="../index.html">Home</a> › <a href="../topics/{slug(article.topic)}-1.html">{article.topic}</a></p>
<h1>{escape(article.title)}</h1>
<p class="byline">By <a class="author" href="../people/{article.author.slug}.html">{article.author.name}</a> · <time datetime="{article.day}">{long_date(article.day)}</time></p>
{f'<p class="standfirst">{escape(article.standfirst)}</p>' if article.standfirst else ""}
{figure if article.image else ""}
<div class="body">
{body(article)}
</div>
{f'<table class="facts">{facts}</table>' if facts else ""}
</article>
{f'<section class="related"><h2>Read on</h2><ul>{related}</ul></section>' if related else ""}
{f'<section id="comments"><h2>{len(article.comments)} comments</h2><ol>{comments}</ol></section>' if comments else ""}"""
    return page(frame, main, "page-story")


def body(article: Article) -> str:
    """The sections of an article; the quotation stands after the first paragraph."""
    parts: list[str] = []
    for heading, texts in article.sections:
        if heading:
            parts.append(f"<h2>{escape(heading)}</h2>")
        parts += [f"<p>{escape(text)}</p>" for text in texts]
    if article.quote:
        parts.insert(1, f"<blockquote><p>{escape(article.quote)}</p></blockquote>")
    return "\n".join(parts)


def product(frame: Frame, item: Product, products: Sequence[Product]) -> str:
    """A product with its price, specification and reviews."""
    rows = "".join(f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in item.specification)
    reviews = "".join(
        f'<li class="review"><span class="stars">{"★" * stars}{"☆" * (5 - stars)}</span> <b>{name}</b>'
        f"<p>{escape(text)}</p></li>"
        for name, stars, text in item.reviews
    )
    rating = f'<p class="rating"><span class="value">{item.rating}</span> of 5 from {len(item.reviews)} buyers</p>'
    main = f"""<div class="product" id="item-{item.number.lower()}">
<p class="crumbs"><a href="../index.html">Home</a> › <a href="../goods/{slug(item.department)}-1.html">{item.department}</a></p>
<div class="sheet">
<div class="picture"><img src="../assets/{item.image}" alt="" width="320" height="320"></div>
<div class="offer">
<h1>{item.name}</h1>
<p class="number">Item <span>{item.number}</span></p>
{rating if item.rating is not None else ""}
<p class="price">{f"<s>{price(item.old_cents)}</s> " if item.old_cents else ""}<strong>{price(item.cents)}</strong></p>
<p class="stock">{item.stock}</p>
<form action="#"><button type="button">Put in the basket</button></form>
</div>
</div>
<section class="description"><h2>What it is</h2>{paragraphs(item.description)}</section>
<section class="specification"><h2>Specification</h2><table>{rows}</table></section>
{f'<section class="reviews"><h2>What buyers say</h2><ul>{reviews}</ul></section>' if reviews else ""}
{f'<section class="also"><h2>Bought together with</h2><div class="cards">{cards([products[n] for n in item.also])}</div></section>' if item.also else ""}
</div>"""
    return page(frame, main, "page-product")


def topic(frame: Frame, name: str, articles: Sequence[Article], number: int, count: int) -> str:
    """One page of the list of a topic's stories."""
    teasers = "".join(
        f'<li class="teaser"><h2>{link(a.title, f"../stories/{a.slug}.html")}</h2>'
        f'<p class="meta">{a.author.name}, {long_date(a.day)}</p>'
        f"{f'<p>{escape(a.standfirst)}</p>' if a.standfirst else ''}</li>"
        for a in articles
    )
    main = f'<h1>{name}</h1>\n<ul class="teasers">{teasers}</ul>\n{pager(slug(name), number, count)}'
    return page(frame, main, "page-topic")


def department(frame: Frame, name: str, products: Sequence[Product], number: int, count: int) -> str:
    """One page of a department of the shop."""
    main = f"""<h1>{name} <small>tools</small></h1>
<p class="sort">Sort by <a href="?sort=price">price</a> or <a href="?sort=name">name</a></p>
<div class="cards">{cards(products)}</div>
{pager(slug(name), number, count)}"""
    return page(frame, main, "page-department")


def person(frame: Frame, someone: Person, articles: Sequence[Article]) -> str:
    """A writer with what they wrote."""
    written = "".join(
        f'<li><time datetime="{a.day}">{a.day:%d.%m.%Y}</time> {link(a.title, f"../stories/{a.slug}.html")}</li>'
        for a in articles
    )
    main = f"""<div class="person">
<img class="portrait" src="../assets/{someone.image}" alt="" width="120" height="120">
<h1>{someone.name}</h1>
<p class="role">{someone.role}</p>
<div class="life"><p>{escape(someone.life)}</p></div>
{f'<h2>Stories</h2><ul class="written">{written}</ul>' if written else ""}
</div>"""
    return page(frame, main, "page-person")


def month(frame: Frame, first: date) -> str:
    """A month of the calendar; its link to the next month never ends."""
    weeks = "".join(
        "<tr>" + "".join(f"<td>{day.day if day.month == first.month else ''}</td>" for day in week) + "</tr>"
        for week in Calendar().monthdatescalendar(first.year, first.month)
    )
    before, after = first - timedelta(days=1), (first + timedelta(days=31)).replace(day=1)
    main = f"""<h1>{month_name[first.month]} {first.year}</h1>
<p class="turn"><a rel="prev" href="{before:%Y-%m}.html">‹ earlier</a> <a rel="next" href="{after:%Y-%m}.html">later ›</a></p>
<table class="month"><thead><tr>{"".join(f"<th>{day}</th>" for day in "MTWTFSS")}</tr></thead><tbody>{weeks}</tbody></table>
<p>Nothing is planned this month. Tide tables hang at the Eastern Quay.</p>"""
    return page(frame, main, "page-month")


def plain(frame: Frame, texts: Sequence[str]) -> str:
    """A page of plain text, such as the terms of the shop."""
    return page(frame, f'<h1>{frame.title}</h1>\n<div class="plain">{paragraphs(texts)}</div>', "page-plain")


def home(frame: Frame, articles: Sequence[Article], products: Sequence[Product]) -> str:
    """The front page."""
    first, *others = articles
    news = "".join(
        f'<article class="small"><p class="topic">{a.topic}</p><h3>{link(a.title, f"stories/{a.slug}.html")}</h3>'
        f"<p>{escape(shorten(a.sections[0][1][0], 160, placeholder=' …'))}</p></article>"
        for a in others
    )
    main = f"""<section class="hero"><img src="assets/{first.image or "view-0.svg"}" alt="" width="720" height="360">
<h1>{link(first.title, f"stories/{first.slug}.html")}</h1><p>{escape(first.sections[0][1][0])}</p></section>
<section class="news"><h2>More news</h2><div class="grid">{news}</div></section>
<section class="window"><h2>From the shop window</h2><div class="cards">{cards(products, "goods/")}</div></section>"""
    return page(frame, main, "page-home")


def cards(products: Iterable[Product], folder: str = "../goods/") -> str:
    """Products as a row of small cards."""
    assets = folder.replace("goods/", "assets/")
    return "".join(
        f'<div class="card"><a href="{folder}{item.slug}.html"><img src="{assets}{item.image}" alt="" width="150" '
        f'height="150"><span class="name">{item.name}</span></a><span class="price">{price(item.cents)}</span></div>'
        for item in products
    )


def pager(stem: str, number: int, count: int) -> str:
    """Links between the pages of a list; a list of one page has none."""
    if count == 1:
        return ""
    places = "".join(
        f"<li><b>{n}</b></li>" if n == number else f'<li><a href="{stem}-{n}.html">{n}</a></li>'
        for n in range(1, count + 1)
    )
    return f'<nav class="pager"><ul>{places}</ul></nav>'


def paragraphs(texts: Iterable[str]) -> str:
    """Texts as paragraphs."""
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def link(text: str, address: str) -> str:
    """A link with its text."""
    return f'<a href="{address}">{escape(text)}</a>'


def long_date(day: date) -> str:
    """Show a date as `9 March 2025`."""
    return f"{day.day} {month_name[day.month]} {day.year}"
