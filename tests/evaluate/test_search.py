"""Search on real pages: what stands all over a site is not found, what stands on one page finds it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from intaglio.evaluate.corpora import CorpusName
from intaglio.evaluate.records.search_scores import phrase, score_site, words


@pytest.mark.corpus
def test_real_pages_are_found_by_their_own_words_only(corpus: Callable[[CorpusName], Path], tmp_path: Path) -> None:
    site = corpus("sites") / "pycon2018"
    for file in sorted(site.glob("schedule/presentation/1*/index.html"))[:40] + sorted(site.glob("*/index.html"))[:12]:
        place = tmp_path / "site" / file.relative_to(site)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    score = score_site("pycon2018", tmp_path / "site", tmp_path / "out", texts=300)
    assert score["pages"] == 52
    assert score["steady"] > 20
    assert score["single"] > 200
    assert score["missed"] == []
    assert score["hits by fixed text"] == 0
    assert all(one["example"] or one["leaked"] for one in score["said"])
    assert score["steady unfound"] > 0.4


def test_a_phrase_says_a_text_as_it_stands() -> None:
    assert phrase('a "b" \\ c') == '"a \\"b\\" \\\\ c"'
    assert words("Ａ b-c, d!") == " a b c d "
