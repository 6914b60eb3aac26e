"""What is no content whatever it looks like: what leads around, to other languages, and replies to a text."""

import pytest

from intaglio import article

SHORT = "<h1>Tides</h1><div class=entry><p>The sea rises twice a day. Nobody has seen it rest.</p></div>"
REPLY = (
    "<p>I have lived by the sea for forty years, and what you write is true of every day that I remember. The boats "
    "leave when the water is high, and those who come late walk home along the quay, as they always have. My father "
    "did so before me, and his father before him. Thank you for the story, and write more of them.</p>"
)
TEXT = "<p>The sea rises and falls twice a day. The moon pulls it, and the sun helps a little.</p>" * 4


def text_of(body: str) -> str:
    return article(f"<title>Tides</title><body>{body}</body>", url="http://quay.example/tides.html").text


@pytest.mark.parametrize(
    "part", ["class=comment-list", "id=comments", "class='comments-area wide'", "class=wp-block-comments"]
)
def test_replies_to_a_short_text_are_none_of_it(part: str) -> None:
    found = text_of(f"<article>{SHORT}</article><div {part}><ol><li><article>{REPLY}</article></ol></div>")
    assert "Nobody has seen it rest." in found
    assert "forty years" not in found


def test_what_people_say_is_the_text_of_a_page_that_has_no_other() -> None:
    assert "forty years" in text_of(f"<h1>Tides</h1><div id=comments>{REPLY * 2}</div>")


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
