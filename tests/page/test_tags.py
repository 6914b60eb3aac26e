"""The lists of element names are a file format: blobs of any list give the names that were written, or an error."""

import json
from collections.abc import Sequence

import numpy as np
import pytest

from intaglio.blobs import Envelope
from intaglio.errors import CodecError
from intaglio.page import KNOWN, Page
from intaglio.page.page_codec import dumps, loads
from intaglio.page.tags import FIRST, names_hash

ENVELOPE = Envelope("page", b"IPg", 1)
HTML = "<title>T</title><h1>Head</h1><x-card><p>One <b>two</b></p><y-z></y-z><x-card></x-card><script>1</script>"
SWAPPED = ("body", "head", "html", *KNOWN[3:-1], "x-card", KNOWN[-1])
"""Three names in other places, one more."""


def written_with(page: Page, known: Sequence[str], *, as_first: bool = False) -> bytes:
    """The blob of a page as a release with another list writes it; as release 0.1 did, without hash and names."""
    with ENVELOPE.opened(dumps(page)) as opened:
        sections = list(opened)
    about = json.loads(sections[0])
    names = [page.tag_name(e) for e in range(page.size)]
    extra = list(dict.fromkeys(name for name in names if name not in known))
    numbers = [[*known, *extra].index(name) for name in names]
    about |= {"names": extra, "tags": names_hash(known)}
    about["used"] = [[*known, *extra][number] for number in sorted(set(numbers))]
    if as_first:
        del about["tags"], about["used"]
        about["known"] = len(known)
    return ENVELOPE.seal([json.dumps(about).encode(), np.array(numbers, dtype="<i4").tobytes(), *sections[2:]])


def test_the_list_that_stored_hashes_are_made_of_never_changes() -> None:
    assert (len(FIRST), names_hash(FIRST)) == (176, "402b2707761f14b6"), (
        "FIRST is part of the file format: change KNOWN"
    )


def test_a_blob_says_which_names_it_uses() -> None:
    page = Page.parse(HTML)
    assert written_with(page, KNOWN) == dumps(page)


@pytest.mark.parametrize(
    "known",
    [SWAPPED, tuple(reversed(KNOWN)), (*KNOWN, "x-card"), KNOWN[5:], ()],
    ids=["swapped", "reversed", "one more", "some less", "none"],
)
def test_a_blob_of_another_list_is_read_by_name(known: Sequence[str]) -> None:
    page = Page.parse(HTML)
    blob = written_with(page, known)
    again = loads(blob)
    assert again.tag.tolist() == page.tag.tolist()
    assert again.extra_names == page.extra_names
    assert dumps(again) == dumps(page) != blob


def test_a_blob_of_the_first_release_is_read() -> None:
    page = Page.parse(HTML)
    assert dumps(loads(written_with(page, FIRST, as_first=True))) == dumps(page)


def test_a_blob_without_names_of_a_list_of_another_length_is_refused() -> None:
    with pytest.raises(CodecError, match="unknown list"):
        loads(written_with(Page.parse(HTML), (*FIRST, "x-card"), as_first=True))


@pytest.mark.parametrize("used", [[], ["html"], None, {"html": 0}])
def test_an_unknown_list_without_its_names_is_a_clear_error(used: object) -> None:
    with ENVELOPE.opened(dumps(Page.parse(HTML))) as opened:
        sections = list(opened)
    about = json.loads(sections[0]) | {"tags": "0" * 16, "used": used}
    with pytest.raises(CodecError, match="page blob"):
        loads(ENVELOPE.seal([json.dumps(about).encode(), *sections[1:]]))
