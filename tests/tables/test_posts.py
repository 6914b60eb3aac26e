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


def test_links_to_the_pages_before_and_behind_are_furniture_whatever_their_part_is_called() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><p class=maker>{WORDS[n][::-1]}</p>"
            f"<div class=post-nav><p>Older <b>Story {n}-{n * 7}</b></p></div>"
            f"<div class='tale next-post'><b>Tale {n}-{n * 3}</b></div>"
            f"<p class=next-show>{n + 3} pm, {WORDS[-n]}</p>"
        )
    )
    left = [column.left_out for column in table.columns if column.left_out]
    assert left == ["furniture", "furniture"]
    assert [column.name for column in table.main] == ["name", "brand", "next_show"]


def test_who_wrote_something_above_some_texts_and_below_others_is_one_column() -> None:
    def markup(n: int) -> str:
        who = f"{WORDS[n - 3]} {WORDS[n]}"
        above, below = f"<p class=byline>By <i>{who}</i></p>", f"<h2 class=author-title>By {who}</h2>"
        bio = f"<p>Writes of trees.</p><a class=all href=/by/{n}>View all of {who}'s posts</a>"
        head = f"<title>{WORDS[-n]} trees</title><h1>{WORDS[-n]} trees</h1>"
        return f"{head}{above if n % 2 else ''}<div>{n} {LONG * 3}</div>{'' if n % 2 else below + bio}"

    table, lines = table_of(markup)
    assert {column.name for column in table.main} == {"name", "text", "author"}
    assert [table.row(line)["author"] for line in lines[:2]] == [f"{WORDS[-3]} {WORDS[0]}", f"{WORDS[-2]} {WORDS[1]}"]


def test_a_word_that_only_joins_is_no_label() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><div>{n} {LONG * 3}</div>"
            f"<p>In <a href=/category/{n % 3}/>{('Food', 'Music', 'Sea')[n % 3]}</a></p>"
        )
    )
    assert {column.name for column in table.main} == {"name", "text", "category"}


def test_lists_of_posts_have_their_names_texts_and_categories_once() -> None:
    def item(n: int) -> str:
        word = WORDS[n % len(WORDS)]
        day, filed = n % 9 + 1, ("Food", "Music", "Sea", "Hill")[n % 4]
        return (
            f"<li><h3><a href=/p/{n}>{word} story {n}</a></h3><time datetime=2024-03-0{day}>{day} March 2024</time>"
            f"<a href=/category/{n % 4}>{filed}</a><p class=post-excerpt>{word} {LONG}</p><b>March {day}, 2024</b></li>"
        )

    def markup(n: int) -> str:
        items = "".join(item(5 * n + at) for at in range(3 + n % 3))
        return f"<title>Page {n}</title><h2>A blog of the sea.</h2><ul class=all>{items}</ul>"

    table, _ = table_of(markup)
    (posts,) = [column for column in table.kept if column.items]
    assert [one.name for one in posts.items if one.left_out is None] == ["name", "date", "category", "text"]


def test_a_link_behind_the_word_next_leads_to_another_page() -> None:
    table, _ = table_of(
        lambda n: (
            f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><div>{n} {LONG * 3}</div>"
            f"<ul><li>Next: <a href=/{n}>Story {n * 7}-{n}</a></ul>"
        )
    )
    assert [column.name for column in table.main] == ["name", "text"]


def test_a_reference_is_a_number_of_an_article_where_something_is_sold() -> None:
    def markup(n: int, price: str) -> str:
        return f"<title>{WORDS[n]}</title><h1>{WORDS[n]}</h1><dl><dt>Reference<dd>Q-{n * 7}{price}</dl>"

    table, _ = table_of(lambda n: markup(n, ""))
    assert [column.name for column in table.main] == ["name", "reference"]
    table, _ = table_of(lambda n: markup(n, f"<dt>Price<dd>${n * 3 + 1}.50"))
    assert {column.name for column in table.main} == {"name", "sku", "price"}
