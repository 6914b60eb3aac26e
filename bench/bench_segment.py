"""What segmenting costs beside rendering the same page, and how it grows with the number of boxes."""

from __future__ import annotations

import sys
import time
import timeit

from intaglio.browser import Renderer, Rendering, RenderOptions
from intaglio.capture import Capture
from intaglio.segment import SEGMENTERS

SIZES = (2_000, 20_000)
SHARE, GROWTH = 0.5, 15.0


def crowded(boxes: int) -> bytes:
    """A page of sections with cards of a heading, a text, a picture's place and links."""
    card = "<div class=card><h3>Title of a card</h3><p>Some words on it.</p><p><a>more</a></p><span>1,99</span></div>"
    section = f"<div class=section><h2>Section</h2>{card * 12}</div>"
    style = ".card{float:left;width:23%;height:120px;margin:4px;border:1px solid #ccc}.section{overflow:hidden}"
    return f"<style>{style}</style><div id=head>Head</div>{section * (boxes // 49)}<div id=foot>Foot</div>".encode()


def seconds(method: str, rendering: Rendering) -> float:
    """Processor time of the shortest of three runs."""
    run = timeit.Timer(lambda: SEGMENTERS[method](rendering.page, rendering.layout), timer=time.process_time)
    return min(run.repeat(repeat=3, number=1))


def main() -> int:
    """Print a line a method; fail if one costs or grows too much."""
    with Renderer(RenderOptions(web=False, workers=1, time_limit=120)) as renderer:
        renderer.render(Capture(b"warm up"))
        small, large = (renderer.render(Capture(crowded(boxes))) for boxes in SIZES)
    lines = [int(one.layout.text_visible.sum()) for one in (small, large)]
    print(f"{lines[0]} and {lines[1]} texts, rendered in {small.ms:.0f} and {large.ms:.0f} ms")
    failed = 0
    for method in SEGMENTERS:
        few, many = seconds(method, small), seconds(method, large)
        share, growth = 1000 * few / small.ms, many / few
        bad = share > SHARE or growth > GROWTH
        failed += bad
        print(
            f"{method:12} {1000 * few:7.1f} ms  {1000 * many:8.1f} ms  {share:6.1%} of rendering, "
            f"growth × {growth:.1f}{'  TOO MUCH' if bad else ''}"
        )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
