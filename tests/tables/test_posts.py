"""Tables of what people write: posts with their texts, tags and comments."""

from intaglio.page import Page
from intaglio.tables import Kind, field_facts, find_table
from intaglio.wrapper import extract, learn
from tests.tables.test_column_names import KEY, WORDS, table_of

LONG = (
    "The harbour was quiet that morning, and nobody in the town had heard of what was to come before the day was over. "
)


def test_a_long_text_is_none_of_the_things_that_are_said_in_a_few_words() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><article class='format-standard status-publish'><h1>{WORDS[n]}</h1>"
            f"<div>{WORDS[n]} {LONG * 3}</div></article>"
        )
    )
    assert [column.name for column in table.main] == ["name", "text"]


def test_words_and_signs_before_who_wrote_something_and_before_tags_are_no_part_of_them() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p class=writer>By Ann {WORDS[-n]}</p>"
            f"<p class=tags>{''.join(f'<a href=/t/{at}># {WORDS[n - at]}</a>' for at in range(1 + n % 3))}</p>"
        )
    )
    row = {column.name: column.value(lines[2]["fields"], KEY) for column in table.main}
    assert row["author"] == f"Ann {WORDS[-2]}"
    assert row["tags"] == [WORDS[2], WORDS[1], WORDS[0]]


def test_how_many_comments_there_are_is_a_number() -> None:
    said = ("No comments", "1 comment", *(f"{n} comments" for n in range(2, 8)))
    table, lines = table_of(lambda n: f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p>{said[n]}</p><i>{WORDS[-n]}</i>")
    count = next(column for column in table.main if column.name == "comment_count")
    assert [count.value(line["fields"], KEY) for line in lines] == list(range(8))


def test_the_address_of_a_page_is_no_data_of_it() -> None:
    pages = [
        Page.parse(f"<title>{word}</title><h1>{word}</h1><p>https://x.example/{word}/</p><p class=maker>{word[::-1]}")
        for word in WORDS
    ]
    wrapper = learn(pages)
    lines = [
        {"source": word, "url": f"http://x.example/{word}/index.html", "template": "t1", "title": word,
         "fields": extract(wrapper, page).fields}
        for word, page in zip(WORDS, pages, strict=True)
    ]  # fmt: skip
    kind = Kind("k1", "things", "things", (KEY,), listing=False, pages=len(pages))
    table = find_table(kind, lambda: lines, {KEY: field_facts(wrapper)})
    assert [column.name for column in table.main] == ["name", "brand"]


def test_comments_have_no_day_for_a_name_and_say_no_name_twice() -> None:
    def comments(n: int) -> str:
        return "".join(
            f"<li class=comment><b class=author>{WORDS[n - at]}</b><a href=#c{at}>May {n + at + 1}, 2024</a>"
            f"<p>{WORDS[at]} {WORDS[n]}</p></li>"
            for at in range(1 + n % 4)
        )

    def stories(n: int) -> str:
        seldom = ["", *(f"<span class=unseen>{word}</span>" for word in WORDS)]
        return "".join(
            f"<li><h2>{WORDS[n - at]}</h2><p>{WORDS[at]} {WORDS[n]}</p>"
            f"<a href=/{at}>Read on{seldom[at % 2 and (n - at) % 8 + 1]}</a></li>"
            for at in range(1 + n % 4)
        )

    table, _ = table_of(lambda n: f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><ol>{comments(n)}</ol>")
    items = next(column.items for column in table.columns if column.items)
    assert {one.name for one in items if one.left_out is None} == {"author", "date", "text"}
    table, _ = table_of(lambda n: f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><ol>{stories(n)}</ol>")
    items = next(column.items for column in table.columns if column.items)
    assert "says the name again" in {one.left_out for one in items}


def test_the_title_names_a_page_that_has_no_name_of_its_own() -> None:
    table, lines = table_of(
        lambda n: (
            f"<title>{WORDS[n]} trees | Book</title>"
            + (f"<h2>All {WORDS[n]} trees</h2>" if n % 4 else "")
            + f"<p>{n} {LONG}</p>"
        )
    )
    assert [table.row(line)["name"] for line in lines[:2]] == ["Amber trees", "All Birch trees"]


def test_the_names_of_the_pages_before_and_after_one_are_furniture() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p class=maker>{WORDS[n][::-1]}</p>"
            f"<div class=turn><a class=earlier href=/{n}>{WORDS[n - 1]}</a><a class=later href=/{n}>{WORDS[n - 7]}</a>"
        )
    )
    assert [column.name for column in table.main] == ["name", "brand"]
    assert {column.left_out for column in table.columns if column.name in ("earlier", "later")} == {"furniture"}


def test_what_something_is_about_in_a_word_does_not_describe_it() -> None:
    table, _ = table_of(
        lambda n: f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p><i itemprop=about>{('Food', 'Music')[n % 2]}</i></p>"
    )
    assert [column.name for column in table.main] == ["name", "about"]


def test_what_posts_are_filed_under_and_tagged_with_has_its_usual_name() -> None:
    def links(n: int, at: int) -> str:
        return "".join(f"<a href=/{WORDS[n - m]}>{WORDS[n - m]}</a>" for m in range(1 + (n + at) % 3))

    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1>"
            f"<div><span>Categorized as {links(n, 0)}</span><span>Tagged {links(n, 1)}</span></div>"
        )
    )
    assert [column.name for column in table.main] == ["name", "category", "tags"]
