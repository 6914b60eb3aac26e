"""What is no content whatever it looks like: what leads around, or to other languages."""

import pytest

from intaglio import article

TEXT = "<p>The sea rises and falls twice a day. The moon pulls it, and the sun helps a little.</p>" * 4


def text_of(body: str) -> str:
    return article(f"<title>Tides</title><body>{body}</body>", url="http://quay.example/tides.html").text


@pytest.mark.parametrize(
    "around",
    [
        "<div class=navheader><table><tr><td><a href=a>Prev</a><td>4. The Sea<td><a href=b>Next</a></table></div>",
        "<p>Available Languages: <a href=de/t hreflang=de>\xa0de\xa0</a> | <a href=fr/t hreflang=fr>\xa0fr\xa0</a></p>",
        "<ul><li>Next: <a href=/b>Why the water tower asks for volunteers</a></ul>",
    ],
    ids=["parts called so", "languages", "links that say so"],
)
def test_what_leads_around_is_no_content(around: str) -> None:
    assert text_of(f"{around}<h2>Tides</h2>{TEXT}{around}").removeprefix("Tides").strip() == text_of(TEXT)
