"""Pages that go on with other articles below their own."""

import pytest

from intaglio import article

OWN = "".join(
    f"<p>On day {n} the boat was {n * 7} miles from land. The wind turned, and the crew had to row until night.</p>"
    for n in range(12)
)
OTHER = "".join(
    f"<article class=post-{n}><h2><a href=/{n}>Another story of {n} ships</a></h2><p>There were {n} ships in the bay. "
    "Nobody had seen them come, and nobody saw them go. The harbour was never so quiet before or after.</p></article>"
    for n in range(3, 7)
)


def page(kind: str) -> str:
    """A page that says what it is."""
    head = f"<title>Rowing home</title><meta property=og:type content={kind}>"
    return f"{head}<main><article><h1>Rowing home</h1>{OWN}</article>{OTHER}</main>"


def test_other_articles_are_no_part_of_an_article() -> None:
    text = article(page("article")).text
    assert "49 miles from land" in text
    assert "ships in the bay" not in text


@pytest.mark.parametrize("count", [1, 2, 5_000])
def test_articles_within_articles_are_read_in_linear_time(count: int) -> None:
    deep = "<article>" * count + page("article")
    assert "49 miles from land" in article(deep).text


def test_a_body_that_stands_there_for_two_screens_is_taken_once() -> None:
    shown = f"<title>Rowing home</title><h1>Rowing home</h1><div class=wide>{OWN}</div><div class=narrow>{OWN}</div>"
    text = article(shown).text
    assert text.count("miles from land") == 12
    assert text.index("7 miles from land") < text.index("77 miles from land"), "in the order of the first"


def test_what_a_text_says_again_stays() -> None:
    steps = "".join(
        f"<h3>Round {n}</h3><p>Row until the bell rings at the quay, then drink a cup of tea with the crew.</p>"
        f"<p>Turn the boat when the wind turns. Hold the rudder until the sail stands still, and count to {n}.</p>"
        for n in range(6)
    )
    text = article(f"<title>Rowing</title><main><article><h1>Rowing</h1>{steps}</article></main>").text
    assert text.count("a cup of tea") == 6
