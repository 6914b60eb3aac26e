import json
import multiprocessing
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from intaglio.errors import CorpusMissing, IntaglioError
from intaglio.evaluate.corpora import (
    Block,
    CorpusName,
    open_corpus,
    part_of,
    read_articles,
    read_records,
    read_segmentation,
    read_sites,
)

SEGMENTATION = {
    "site": "a.example",
    "set": "random",
    "html": "random/a.example/www/index.html",
    "blocks": [{"path": [1, 0], "tag": "div", "level": 1, "type": "Header"}],
}
ARTICLE = {
    "id": "x-1", "type": "article", "html": "x/1.html", "url": "https://a.example/1", "text": "Body", "title": "T",
    "author": None, "date": "2025-01-02", "with": ["Bo"], "without": ["Menu"],
}  # fmt: skip
FILES: dict[CorpusName, dict[str, Any]] = {
    "segmentation": {"pages.jsonl": SEGMENTATION, "random/a.example/www/index.html": "<p>"},
    "articles": {"pages.jsonl": ARTICLE, "x/1.html": "<p>"},
    "records": {
        "book/shop/truth.jsonl": {"page": "0001", "attributes": {"price": ["$1", "$2"], "isbn": []}},
        "book/shop/0001.htm": "<p>",
    },
    "sites": {
        "pycon2011/labels.jsonl": {"page": "home/index.html", "template": None},
        "pycon2011/home/index.html": "<p>",
    },
}


def write(folder: Path, name: CorpusName) -> Path:
    for path, content in FILES[name].items():
        file = folder / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content) + "\n", encoding="utf-8")
    return folder / name


@pytest.fixture
def archives(tmp_path: Path) -> Path:
    folder = tmp_path / "archives"
    folder.mkdir()
    for name in FILES:
        with tarfile.open(folder / f"{name}.tar.xz", "w:xz") as tar:
            tar.add(write(tmp_path / "made", name), arcname=name)
    return folder


def test_archive_is_unpacked_once(archives: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    folder = open_corpus(archives, "articles", cache)
    (folder / "mark").touch()
    assert open_corpus(archives, "articles", cache) == folder
    assert (folder / "mark").exists()
    assert sorted(path.suffix for path in cache.iterdir()) == ["", ".lock"]


def test_another_archive_of_the_same_name_is_unpacked_anew(archives: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = open_corpus(archives, "articles", cache)
    (archives / "sites.tar.xz").replace(archives / "articles.tar.xz")
    assert open_corpus(archives, "articles", cache) != first


def test_several_processes_may_ask_at_once(archives: Path, tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        folders = pool.starmap(open_corpus, [(archives, "records", tmp_path / "cache")] * 6)
    assert len(set(folders)) == 1
    assert len(read_records(folders[0])) == 1


def test_folder_is_taken_as_it_is(tmp_path: Path) -> None:
    folder = write(tmp_path, "segmentation")
    assert open_corpus(tmp_path, "segmentation", tmp_path / "cache") == folder
    assert not (tmp_path / "cache").exists()


def test_missing_corpus_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusMissing, match="no corpus 'sites'"):
        open_corpus(tmp_path, "sites")


def test_damaged_archive_leaves_nothing(archives: Path, tmp_path: Path) -> None:
    whole = (archives / "sites.tar.xz").read_bytes()
    (archives / "sites.tar.xz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(IntaglioError, match="damaged"):
        open_corpus(archives, "sites", tmp_path / "cache")
    assert [path.suffix for path in (tmp_path / "cache").iterdir()] == [".lock"]


def test_readers_give_rows_with_files_that_exist(archives: Path, tmp_path: Path) -> None:
    def opened(name: CorpusName) -> Path:
        return open_corpus(archives, name, tmp_path / "cache")

    (segmentation,) = read_segmentation(opened("segmentation"))
    (article,) = read_articles(opened("articles"))
    (record,) = read_records(opened("records"))
    (site,) = read_sites(opened("sites"))
    assert all(row.html.is_file() for row in (segmentation, article, record, site))
    assert segmentation.blocks == (Block((1, 0), "div", 1, "Header"),)
    assert segmentation.root.name == "a.example"
    assert (article.host, article.author, article.snippets_in) == ("a.example", None, ("Bo",))
    assert (record.vertical, record.site, record.page) == ("book", "shop", "0001")
    assert record.attributes == {"price": ("$1", "$2"), "isbn": ()}
    assert (site.template, site.mounted) == (None, "/2011/home/index.html")


@pytest.mark.corpus
def test_real_corpora_are_whole(corpus: Callable[[CorpusName], Path]) -> None:
    assert len(read_segmentation(corpus("segmentation"))) == 73
    assert sum(len(page.blocks) for page in read_segmentation(corpus("segmentation"))) == 1204
    assert len(read_articles(corpus("articles"))) == 1476
    assert len({(page.vertical, page.site) for page in read_records(corpus("records"))}) == 40
    assert len({page.site for page in read_sites(corpus("sites"))}) == 7


def test_parts_are_halves() -> None:
    parts = [part_of(f"host-{number}.example") for number in range(1000)]
    assert 450 < parts.count("tune") < 550
