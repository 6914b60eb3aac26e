"""Stories in many scripts, some of which write no spaces: the body is found, menus stay out, words count alike."""

import pytest

from intaglio import ArticleOptions, article
from intaglio.articles.article_options import Method
from intaglio.articles.blocks.counts import count
from tests.articles.pages import STORIES, Story, written


@pytest.mark.parametrize("story", STORIES, ids=[story.language for story in STORIES])
def test_the_body_is_found_and_nothing_else(story: Story) -> None:
    found = article(written(story))
    for paragraph in story.paragraphs:
        assert paragraph in found.text
    for word in (*story.menu[1:], *story.related, *story.footer):
        assert word not in found.blocks
    assert found.title == story.title
    assert found.language == story.language
    assert found.site == story.site
    assert found.confidence > 0.5


@pytest.mark.parametrize("method", ["blocks", "single-pass"])
@pytest.mark.parametrize("language", ["zh", "ja", "en"])
def test_both_methods_know_full_stops_of_other_scripts(language: str, method: Method) -> None:
    story = next(one for one in STORIES if one.language == language)
    found = article(written(story), options=ArticleOptions(method=method))
    assert all(paragraph in found.text for paragraph in story.paragraphs)
    assert story.menu[1] not in found.blocks


def test_the_same_story_has_about_as_many_words_in_every_script() -> None:
    words = {story.language: float(count(["".join(story.paragraphs)]).words.sum()) for story in STORIES}
    assert all(50 < number < 200 for number in words.values()), words


def test_sentences_end_in_every_script() -> None:
    for story in STORIES:
        if story.language != "th":  # Thai has no sign for it
            assert count([story.paragraphs[0]]).stops[0] >= 2, story.language
    assert count(["It costs 3.14 at example.org"]).stops[0] == 0


def test_texts_are_counted_together_as_alone() -> None:
    """Also pictures, which are two units each, and the NULs that scripts may put into a page."""
    texts = ["One. Two words", "\U0001f30a sea. \U0001f30a", "3.14", "a\0b. c", "潮。"]
    for some in (texts, texts[:3]):
        alone = [count([text]) for text in some]
        for what in ("words", "stops", "symbols"):
            assert getattr(count(some), what).tolist() == [getattr(one, what)[0] for one in alone]
