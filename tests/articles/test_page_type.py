"""Kinds of pages are told alike from a page and from what is stored of it, by trees read as they were fitted."""

from __future__ import annotations

import pickle

import numpy as np

from intaglio import Page
from intaglio.articles.body.body_finder import find_body
from intaglio.articles.body.boosted_trees import parse, trees_of, write
from intaglio.articles.page_type import judge_type
from intaglio.articles.type_features import type_features
from intaglio.evaluate.train.boosting import mean_of

TEASERS = "".join(
    f"<div itemscope itemtype=https://schema.org/Article><h3 itemprop=headline>Boat {n}</h3>"
    f"<p>It came at night, and it was number {n}. Nobody had seen it before.</p></div>"
    for n in range(6)
)
LIST = '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "CollectionPage"}</script>'


def test_a_stored_page_is_of_the_same_type() -> None:
    page = Page.parse(f"<head><title>Boats</title>{LIST}</head><h1>Boats</h1>{TEASERS}")
    body = find_body(page)
    stored = pickle.loads(pickle.dumps(page))
    assert type_features(page, body) == type_features(stored, body)
    assert judge_type(page, body) == judge_type(stored, body)


def test_microdata_about_parts_do_not_count() -> None:
    page = Page.parse(f"<head><title>Boats</title>{LIST}</head><h1>Boats</h1>{TEASERS}")
    found = type_features(page, find_body(page))
    assert (found["schema_list"], found["schema_article"]) == (1.0, 0.0)


def test_pages_of_topics_are_lists_and_no_threads() -> None:
    page = Page.parse(f"<title>Boats</title><h1>Boats</h1>{TEASERS}", url="https://courier.example/topics/boats.html")
    found = type_features(page, find_body(page))
    assert (found["path_listing"], found["path_forum"]) == (1.0, 0.0)
    thread = page.with_url("https://courier.example/topic/123-boats")
    assert type_features(thread, find_body(thread))["path_forum"] == 1.0


def test_thresholds_are_read_as_they_were_written() -> None:
    third = float(np.float32(1 / 3))
    trees = trees_of(0.0, [([(0, third), (0, 12.0)], [0.0, 0.25, 0.5, 1.0])])
    text = write(trees, ["share"], ["about"])
    again = parse(text, ["share"])
    assert "share>12 " in text
    rows = np.array([[third, 0.5, 13.0]], dtype=np.float32)
    assert again.score(rows).tolist() == trees.score(rows).tolist() == [0.0, 0.5, 1.0]


def test_a_mean_of_models_is_one_model() -> None:
    models = [
        trees_of(0.5, [([(0, 1.0)], [0.0, 1.0]), ([(1, 2.0)], [0.5, 0.0])]),
        trees_of(-0.5, [([(1, 2.0)], [0.25, 3.0])]),
    ]
    rows = np.array([[0.0, 2.0, 2.0], [0.0, 0.0, 3.0]], dtype=np.float32)
    wanted = (models[0].score(rows) + models[1].score(rows)) / 2
    assert mean_of(models).score(rows).tolist() == wanted.tolist()
