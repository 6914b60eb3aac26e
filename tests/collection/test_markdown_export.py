"""Articles of a collection as a folder of Markdown, and in one file: front matter, safe paths, lists of pages."""

import json
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import open_collection
from intaglio.collection.export.front_matter import front_matter
from intaglio.collection.export.url_paths import UrlPaths
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("markdown")
    write_sample(folder / "site", SampleOptions(articles=10, products=3, people=3, months=2))
    options = RunOptions(LearnOptions(method="text-blocks"), browser=False)
    collect([str(folder / "site")], folder / "out", options)
    return folder / "out"


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "articles.jsonl").open(encoding="utf-8")]


def test_a_file_a_page_with_its_fields_above_its_text(out: Path, tmp_path: Path, intaglio: Any) -> None:
    ran = intaglio("export", out, "--format", "markdown", "-o", tmp_path / "md", "--llms")
    assert ran.status == 0, ran.err
    known = lines(out)
    files = sorted((tmp_path / "md").rglob("*.md"))
    assert len(files) == len(known)
    assert f"{len(known)} pages" in ran.out
    titled = {line["title"]: line for line in known}
    for file in files:
        _, above, body = file.read_text(encoding="utf-8").split("---\n", 2)
        fields = {name: json.loads(value) for name, value in (row.split(": ", 1) for row in above.splitlines())}
        assert body.strip() == titled[fields["title"]]["markdown"].strip()
        assert fields.get("authors", []) == titled[fields["title"]]["authors"]
    (listed,) = (tmp_path / "md").rglob("llms.txt")
    text = listed.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert all((listed.parent / part.split(")")[0]).is_file() for part in text.split("](")[1:])
    assert text.count("](") == len(known)
    whole = (listed.parent / "llms-full.txt").read_text(encoding="utf-8")
    assert all(line["markdown"][:80] in whole for line in known)
    assert not list((tmp_path / "md").rglob("*.new"))


def test_two_exports_give_the_same_bytes(out: Path, tmp_path: Path, intaglio: Any) -> None:
    made = []
    for name in ("one", "two"):
        intaglio("export", out, "--format", "markdown", "-o", tmp_path / name)
        made.append(
            {f.relative_to(tmp_path / name): f.read_bytes() for f in (tmp_path / name).rglob("*") if f.is_file()}
        )
    assert made[0] == made[1] != {}


def test_articles_in_one_table(out: Path, tmp_path: Path, intaglio: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    ran = intaglio("export", out, "--format", "articles", "-o", tmp_path / "articles.parquet")
    assert ran.status == 0, ran.err
    rows = parquet.read_table(tmp_path / "articles.parquet").to_pylist()
    assert [row["text"] for row in rows] == [line["text"] for line in lines(out)]
    assert [row["authors"] for row in rows] == [line["authors"] for line in lines(out)]
    ran = intaglio("export", out, "-f", "articles", "-o", tmp_path / "some.jsonl", "--columns", "title,text")
    assert ran.status == 0, ran.err
    assert list(json.loads((tmp_path / "some.jsonl").open().readline())) == ["title", "text"]


@pytest.mark.parametrize(("form", "target"), [("articles", "a.jsonl"), ("pages", "p.jsonl"), ("markdown", "md")])
def test_pages_of_one_kind(form: str, target: str, out: Path, tmp_path: Path, intaglio: Any) -> None:
    with open_collection(out) as collection:
        kind = collection.kinds()[0]
    ran = intaglio("export", out, "--format", form, "--table", kind.slug, "-o", tmp_path / target)
    assert ran.status == 0, ran.err
    assert 0 < kind.pages < len(lines(out))
    assert f"{kind.pages} pages" in ran.out
    if form == "markdown":
        assert len(list((tmp_path / target).rglob("*.md"))) == kind.pages
    else:
        templates = {json.loads(line)["template"] for line in (tmp_path / target).open(encoding="utf-8")}
        assert templates == {key.template for key in kind.templates}


@pytest.mark.parametrize(
    "words",
    [("--format", "articles", "-o", "a.jsonl", "--llms"), ("--format", "markdown", "-o", "a", "--columns", "title")],
    ids=["llms", "columns"],
)
def test_what_has_no_effect_is_refused(out: Path, intaglio: Any, words: tuple[str, ...]) -> None:
    assert intaglio("export", out, *words).status == 2


@pytest.mark.parametrize(
    "url",
    [
        "http://x.example/../../etc/passwd", "http://x.example/%2e%2e/%2e%2e/a", "http://x.example/a/" + "b" * 500,
        "http://x.example/con", "http://x.example/a\\..\\b", "http://x.example/\x00\n", "http://[broken/", "",
        "http://x.example/" + "d/" * 99, "http://x.example/a?q=../../x", "C:\\windows\\a.html",
    ],
)  # fmt: skip
def test_paths_stay_below_their_site(url: str, tmp_path: Path) -> None:
    path = UrlPaths().path("../x.example", url)
    assert path.parts[0] == "x.example"
    assert ".." not in path.parts
    assert not path.is_absolute()
    assert all(len(part) <= 100 and part.isprintable() and "\\" not in part for part in path.parts)
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text("")


def test_no_two_pages_share_a_file() -> None:
    paths = UrlPaths()
    urls = ["/a", "/A", "/a.html", "/a?x=1", "/a?x=2", "/a/", "/a?x=1"]
    made = [str(paths.path("x.example", f"http://x.example{url}")).casefold() for url in urls]
    assert len(set(made)) == len(urls)


def test_front_matter_holds_what_pages_say_as_text() -> None:
    text = front_matter({"title": 'x"\n---\nkey: !!python/object', "tags": ["a: b", "\u2028"], "published": None})
    assert text.count("---\n") == 2
    assert len(text.splitlines()) == 4
    assert "\\u2028" in text


def test_a_site_is_what_its_front_page_says(tmp_path: Path, intaglio: Any) -> None:
    (tmp_path / "site").mkdir()
    for name, said in (("about", "How we came here"), ("index", "Tides & boats")):
        head = f"<title>{name}</title><meta name=description content='{said}'>"
        (tmp_path / "site" / f"{name}.html").write_text(f"{head}<h1>{name}</h1><p>It rose. It fell. That is all.</p>")
    collect([str(tmp_path / "site")], tmp_path / "out", RunOptions(LearnOptions(method="text-blocks"), browser=False))
    assert intaglio("export", tmp_path / "out", "--format", "markdown", "-o", tmp_path / "md", "--llms").status == 0
    (listed,) = (tmp_path / "md").rglob("llms.txt")
    assert listed.read_text(encoding="utf-8").splitlines()[1:4] == ["", "> Tides & boats", ""]
