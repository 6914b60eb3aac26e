"""The sample's style sheet and pictures, drawn from numbers."""

import struct
import zlib
from math import sin
from random import Random

STYLE = """
:root { --ink: #22313a; --tide: #1f6f78; --sand: #f6f1e7; --line: #d9d2c3; --rust: #b4532a; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--sand); color: var(--ink); font: 17px/1.6 Georgia, "Liberation Serif", serif; }
a { color: var(--tide); text-decoration: none; }
a:hover { text-decoration: underline; }
img { max-width: 100%; height: auto; display: block; }
h1, h2, h3 { line-height: 1.2; margin: 0 0 .5em; }
h1 { font-size: 2.3em; }
h2 { font-size: 1.35em; }
#top { background: var(--ink); color: #fff; }
.bar { max-width: 1160px; margin: 0 auto; padding: 26px 24px 14px; display: flex; align-items: baseline; gap: 24px; }
.logo { color: #fff; font-size: 2em; font-weight: bold; letter-spacing: -.01em; white-space: nowrap; }
.motto { margin: 0; color: #b9c7cc; font-style: italic; }
#menu { background: var(--tide); }
#menu ul { max-width: 1160px; margin: 0 auto; padding: 0 24px; list-style: none; display: flex; gap: 4px; }
#menu a { display: block; padding: 10px 14px; color: #fff; font: 15px system-ui, "Liberation Sans", sans-serif; }
#menu .shop { margin-left: auto; background: var(--rust); }
.notice { background: #ffe9a8; text-align: center; font: 15px system-ui, sans-serif; padding: 6px; }
.notice p { margin: 0; }
#columns { max-width: 1160px; margin: 0 auto; padding: 32px 24px; display: grid; grid-template-columns: 1fr 280px; gap: 48px; }
main { min-width: 0; }
.box { background: #fff; border: 1px solid var(--line); border-top: 4px solid var(--tide); padding: 16px 20px; margin-bottom: 24px; font-size: .9em; }
.box ol, .box ul { padding-left: 1.1em; margin: 0; }
.letter { background: #e5eff0; }
.letter input { width: 100%; padding: 6px; margin-bottom: 8px; border: 1px solid var(--line); }
button { background: var(--rust); color: #fff; border: 0; padding: 10px 18px; font: bold 15px system-ui, sans-serif; border-radius: 3px; }
.crumbs, .byline, .meta, .number, .sort { color: #6b767b; font: 14px system-ui, "Liberation Sans", sans-serif; }
.standfirst { font-size: 1.2em; font-style: italic; }
figure { margin: 24px 0; }
.lead img, .hero img { width: 100%; }
figcaption { font-size: .82em; color: #6b767b; padding-top: 6px; }
blockquote { margin: 24px 0; padding: 4px 24px; border-left: 5px solid var(--rust); font-size: 1.25em; color: var(--rust); }
table { border-collapse: collapse; width: 100%; background: #fff; }
th, td { border: 1px solid var(--line); padding: 8px 12px; text-align: left; }
th { width: 34%; background: #efe8da; font-weight: normal; }
.facts { width: 60%; margin: 16px 0; }
.related, #comments, .reviews, .also, .specification, .description { border-top: 2px solid var(--line); margin-top: 32px; padding-top: 20px; }
#comments ol, .reviews ul, .teasers { list-style: none; padding: 0; }
.comment, .review { background: #fff; border: 1px solid var(--line); padding: 10px 16px; margin-bottom: 10px; }
.comment p, .review p { margin: 4px 0 0; }
.stars { color: #c58a12; }
.sheet { display: flex; gap: 36px; }
.picture img, .card img { background: #fff; border: 1px solid var(--line); }
.price { font-size: 1.5em; margin: 8px 0; }
.price strong { color: var(--rust); }
.price s { color: #98a2a6; font-size: .7em; }
.stock { font-weight: bold; color: var(--tide); }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: 20px; }
.card .name { display: block; padding-top: 6px; font-size: .9em; }
.card .price { font-size: 1em; color: var(--rust); }
.teaser { border-bottom: 1px solid var(--line); padding: 14px 0; }
.teaser h2, .teaser p { margin: 0 0 4px; }
.pager ul { list-style: none; padding: 0; display: flex; gap: 8px; }
.pager a, .pager b { display: block; background: #fff; border: 1px solid var(--line); padding: 4px 12px; }
.hero h1 { margin-top: 16px; }
.grid { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 32px; }
.topic { margin: 0; color: var(--rust); font: bold 12px system-ui, sans-serif; text-transform: uppercase; }
.news, .window { border-top: 2px solid var(--line); padding-top: 20px; margin-top: 20px; }
.portrait { float: left; margin: 0 24px 12px 0; border-radius: 50%; }
.written { clear: both; padding-left: 1.1em; }
.month td { height: 56px; vertical-align: top; }
.month th { width: auto; }
#bottom { background: var(--ink); color: #b9c7cc; padding: 24px; text-align: center; font-size: .9em; }
#bottom ul { list-style: none; padding: 0; display: flex; justify-content: center; gap: 24px; }
#bottom a { color: #fff; }
"""

SKIES = ("#f3d9b1", "#cfe3e8", "#f0c7a6", "#dbe6d3", "#e3d4e6")
HILLS = ("#1f6f78", "#2f4858", "#7a8f5a", "#b4532a", "#55728a", "#8a6f52")


def view(random: Random) -> str:
    """Draw a landscape: sky, sun and rows of hills."""
    shapes = [f'<rect width="720" height="360" fill="{random.choice(SKIES)}"/>']
    shapes.append(f'<circle cx="{random.randint(80, 640)}" cy="{random.randint(50, 140)}" r="34" fill="#fff8e1"/>')
    for row, colour in enumerate(random.sample(HILLS, k=4)):
        high, phase, pace = random.randint(20, 50), random.random() * 6, random.uniform(0.006, 0.02)
        tops = " ".join(f"{x},{190 + row * 42 - high * sin(phase + x * pace):.0f}" for x in range(0, 721, 24))
        shapes.append(f'<polygon points="0,360 {tops} 720,360" fill="{colour}" opacity=".85"/>')
    return _svg(720, 360, shapes)


def tool(random: Random) -> str:
    """Draw a tool: a handle, a ferrule and a head, turned a little."""
    handle, head = random.sample(HILLS, k=2)
    wide, tall, turn, round_ = (random.randint(*range_) for range_ in ((24, 60), (50, 110), (-40, 40), (0, 30)))
    shapes = [
        _rectangle(160 - wide // 4, 140, wide // 2, 140, 12, handle),
        _rectangle(158 - wide // 3, 128, 2 * wide // 3 + 4, 18, 0, "#c9b27c"),
        _rectangle(160 - wide, 130 - tall, 2 * wide, tall, round_, head),
    ]
    return _svg(320, 320, [f'<g transform="rotate({turn} 160 160)">', *shapes, "</g>"])


def _rectangle(x: int, y: int, width: int, height: int, radius: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{colour}"/>'


def portrait(random: Random) -> bytes:
    """Draw a symmetric pattern of 8 × 8 squares as a PNG picture of 120 × 120 pixels."""
    back, front = bytes((random.randint(200, 240),) * 3), bytes(random.randint(30, 170) for _ in range(3))
    half = [[random.random() < 0.5 for _ in range(4)] for _ in range(8)]
    cells = [row + row[::-1] for row in half]
    lines = (b"\0" + b"".join((front if cells[y // 15][x // 15] else back) for x in range(120)) for y in range(120))
    header = struct.pack(">IIBBBBB", 120, 120, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(lines))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _svg(width: int, height: int, shapes: list[str]) -> str:
    inner = "".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">{inner}</svg>'
