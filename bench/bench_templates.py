"""Whether finding a page's template costs more the more templates a site has: 10 against 1,000.

The templates are of one site: they share header and footer and differ in what stands between.
"""

from __future__ import annotations

import statistics
import sys
import time

from measure import show

from intaglio.page import Page
from intaglio.templates import Clustering, PageStructure, PathTable

LIMIT = 2.0
LETTERS = "abcdefghij"


def page(template: int, words: int) -> str:
    """A page of a template, with content of its own."""
    name = "".join(LETTERS[int(digit)] for digit in str(template))
    blocks = "".join(f"<div class='{name}-{part}'><h3>t</h3><p class=x-{name}>u</p></div>" for part in LETTERS)
    content = "<p>w <em>v</em></p>" + "<ul><li>i</ul>" * (words % 3) + "<pre>c</pre>" * (words % 2)
    menu = "".join(f"<li class=item-{part}><a>m</a>" for part in LETTERS)
    return (
        f"<body><header class=top><nav id=menu><ul>{menu}</ul></nav></header><main id=page><article class=kind-{name}>"
        f"{blocks}<div class=text>{content}</div></article></main><footer class=end><p>f</footer>"
    )


def microseconds(templates: int) -> tuple[float, int]:
    """Median time to find the template of a page among so many, and how many there were."""
    table, stream = PathTable(), Clustering()
    for number in range(templates):
        reading = table.read(Page.parse(page(number, 0)))
        if stream.nearest(reading) is None:
            stream.found(number, reading)
    times = []
    for number in range(0, templates, max(1, templates // 100)):
        for words in range(1, 6):
            reading = table.read(Page.parse(page(number, words)))
            times.append(best(stream, reading, table, number, words))
    return 1e6 * statistics.median(times), len(stream.traits)


def best(stream: Clustering, reading: PageStructure, table: PathTable, number: int, words: int) -> float:
    """Least time of some runs, each with a reading of its own, as nothing of it is computed yet."""
    least = float("inf")
    for _ in range(3):
        start = time.process_time()
        found = stream.nearest(reading)
        least = min(least, time.process_time() - start)
        assert found is None or found[0] == number
        reading = table.read(Page.parse(page(number, words)))
    return least


def main() -> int:
    """Print the table; fail when 1,000 templates cost much more than 10."""
    few, small = microseconds(10)
    many, large = microseconds(1000)
    print(f"{small} templates: {few:.0f} µs a page; {large} templates: {many:.0f} µs a page")
    return 0 if show("finding a template, × that of 10 templates", [(f"{large:,} templates", many / few, LIMIT)]) else 1


if __name__ == "__main__":
    sys.exit(main())
