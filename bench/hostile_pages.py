"""Pages that nobody would write, each kind in any size: what `hostile.py` feeds to runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

PROSE = "The sea rises and falls twice a day. "
STORY = f"<h1>Tides</h1><p>{PROSE * 9}"
LD = '<script type="application/ld+json">'


def again(unit: str, size: int) -> str:
    """A unit, repeated to a size."""
    return unit * (size // len(unit) + 1)


def numbered(unit: str, size: int) -> str:
    """A unit with a new number each time, to a size."""
    return "".join(unit.format(number) for number in range(size // (len(unit) + 4)))


KINDS: dict[str, Callable[[int], str]] = {
    # deep
    "nested span": lambda n: again("<span>", n) + PROSE,
    "nested div": lambda n: "<div>" * (n // 11) + PROSE + "</div>" * (n // 11),
    "nested lists": lambda n: again("<ul><li>item", n),
    "nested formatting": lambda n: again("<b><i><a href=x>", n) + PROSE,
    "nested tables": lambda n: again("<table><tr><td>", n) + PROSE,
    "nested quotes": lambda n: again("<blockquote><p>x", n) + PROSE,
    "nested unlike names": lambda n: numbered("<x{}>", n) + PROSE,
    # wide
    "list items": lambda n: f"<ul>{again('<li>x', n)}</ul>",
    "linked list items": lambda n: f"<ul>{again('<li><a href=/x>word</a></li>', n)}</ul>",
    "line breaks": lambda n: "<p>" + again("a<br>", n),
    "empty line breaks": lambda n: "<p>" + again("<br>", n),
    "paragraphs": lambda n: again("<p>The sea rises, and falls.</p>", n),
    "headings": lambda n: again("<h1>Tides by night</h1>", n),
    "sections": lambda n: again("<div><p>The sea <span>rises</span></div><ul><li>x</ul>", n),
    "a long table": lambda n: f"<table>{again('<tr><td>12.5</td><td>some words</td></tr>', n)}</table>",
    "a wide table": lambda n: f"<table><tr>{again('<td>12</td>', n)}</tr></table>",
    "labels and values": lambda n: f"<dl>{again('<dt>Key:<dd>value 12 kg', n)}</dl>",
    "unlike labels": lambda n: f"<dl>{numbered('<dt>Key {0}:<dd>value {0} kg', n)}</dl>",
    "links": lambda n: numbered("<a href=/x/{0}>word {0}</a> ", n),
    "images": lambda n: again("<figure><img src=a.png><figcaption>The sea</figcaption></figure>", n) + STORY,
    "comments": lambda n: again("<!-- x -->", n) + STORY,
    "scripts": lambda n: again("<script>var a=1</script>", n) + PROSE * 50,
    "metas": lambda n: again("<meta name=author content='A B'>", n) + STORY,
    "bylines": lambda n: "<h1>Tides</h1>" + again("<p class=author>by A B</p>", n) + STORY,
    "options": lambda n: f"<select>{again('<option>x', n)}</select>" + STORY,
    # long
    "one text": lambda n: "<p>" + again(PROSE, n),
    "one word": lambda n: "<p>" + "x" * n,
    "blanks": lambda n: "<p>a" + " " * n + "b",
    "a heading of number signs": lambda n: f"<h1>{'#' * n}x</h1>{STORY}",
    "number signs": lambda n: f"<p>{'#' * n}</p>",
    "brackets": lambda n: f"<p>{'[' * n}</p>",
    "digits": lambda n: f"<p>{'1' * n}</p>",
    "dashes": lambda n: f"<title>{again('- ', n // 2)}</title><h1>{again('| ', n // 2)}</h1>{STORY}",
    "combining signs": lambda n: "<p>a" + "\u0301" * (n // 2),
    "a long title and 64 headings": lambda n: (
        f"<title>{again('The sea rises | ', n)}</title>" + "".join(f"<h1>The sea {i}</h1><p>{PROSE}" for i in range(64))
    ),
    "a blank meta refresh": lambda n: f"<meta http-equiv=refresh content='{' ' * n}x'>{STORY}",
    "a long address": lambda n: f"<a href='{'x/' * (n // 2)}'>a</a>{STORY}",
    "entities": lambda n: "<p>" + again("&amp;", n),
    # many names
    "attributes": lambda n: f"<p {numbered('a{}=1 ', n)}>{PROSE}",
    "ids": lambda n: numbered("<p id=i{}>x", n),
    "classes": lambda n: numbered("<p class=c{}>x", n),
    "one long class": lambda n: f"<p class='{again('comment ', n)}'>{PROSE}",
    "names": lambda n: numbered("<x{0}>y</x{0}>", n),
    # structured data
    "JSON-LD authors": lambda n: f'{LD}{{"@type":"Article","author":[{again(PERSON, n)}{{}}]}}</script>{STORY}',
    "JSON-LD graph": lambda n: f'{LD}{{"@graph":[{again(ARTICLE, n)}{{}}]}}</script>{STORY}',
    "JSON-LD blocks": lambda n: again(LD + '{"@type":"Article","headline":"A B"}</script>', n) + STORY,
    "deep JSON-LD": lambda n: LD + again('{"@type":"Article","author":', n) + f"</script>{STORY}",
    "deep arrays": lambda n: LD + "[" * n + f"</script>{STORY}",
}
PERSON = '{"@type":"Person","name":"A B"},'
ARTICLE = '{"@type":"Article","headline":"A B","@id":"x"},'
"""Every kind by its name; a function of the size in bytes, about."""


PIECES = (
    b"\x00", b"\xff\xfe", b"<!--", b"-->", b"<![CDATA[", b"</", b"<p", b'"', b"'", b">", b"<table><tr>", b"</table>",
    b"<svg><p>", b"<math><mtext>", b"<select>", b"<template>", b"</body>", b"<html lang=x>", b"<base href=//[>",
    b"<script>", b"<style>", b"<textarea>", b"<title>", b"<plaintext>", b"<frameset>", b"&#0;", b"&#xD800;", b"\r",
    b"<meta charset=utf-16>", b"<img src=data:,>", b"<a href=javascript:x>", b"<p style=display:none>", b"<b><i></b>",
)  # fmt: skip
"""What parsers and browsers trip over."""


def mangle(bodies: Sequence[bytes], chance: Random) -> bytes:
    """A page, a few times cut, torn, doubled, mixed with another, or with odd pieces put in."""
    body = bytearray(chance.choice(bodies))
    for _ in range(chance.randint(1, 12)):
        start = chance.randrange(len(body) + 1)
        stop = min(start + chance.randrange(1, 400), len(body))
        match chance.randrange(6):
            case 0:
                del body[start:stop]
            case 1:
                body[start:start] = body[start:stop] * chance.randint(1, 20)
            case 2:
                other = chance.choice(bodies)
                body[start:stop] = other[start : start + chance.randrange(2000)]
            case 3:
                body[start:start] = chance.choice(PIECES) * chance.randint(1, 50)
            case 4:
                body[start:stop] = chance.randbytes(stop - start)
            case _ if chance.random() < 0.2:
                del body[start:]
    return bytes(body)


NAMES = (
    "div",
    "section",
    "ul",
    "li",
    "p",
    "span",
    "table",
    "tr",
    "td",
    "h2",
    "article",
    "nav",
    "em",
    "b",
    "dl",
    "dt",
    "dd",
)


def unlike_page(chance: Random, elements: int = 300) -> str:
    """A page whose elements and classes are drawn at random."""
    parts, opened = [f"<title>{chance.random()}</title>"], []
    for _ in range(elements):
        opened.append(chance.choice(NAMES))
        parts.append(f"<{opened[-1]} class=c{''.join(chance.choices('abcdefghij', k=5))}>words {chance.random():.5f}")
        while opened and chance.random() < 0.55:
            parts.append(f"</{opened.pop()}>")
    return "".join(parts)
