# ruff: noqa: E501 - markup is as it comes
"""What an article is written as: text, Markdown, HTML; what is kept of it and what is not."""

from dataclasses import replace

import numpy as np
import pytest

from intaglio import Article, ArticleOptions, Page, article
from intaglio.articles.blocks.block_columns import text_blocks
from intaglio.articles.blocks.whole_parts import as_wholes, line_numbers
from intaglio.articles.body.body_finder import set_in
from intaglio.articles.illustrations import Illustration, Link
from intaglio.articles.output.clean_html import html_of
from intaglio.page.page_codec import dumps, loads

URL = "http://quillmarsh.example/guides/tides.html"
GUIDE = """<!doctype html><html lang=en><head><title>Reading the tides - Quillmarsh</title></head><body>
<nav><a href=/>Home</a> <a href=/guides/>Guides</a> <a href=/shop/>Shop</a></nav>
<article><h1>Reading the tides</h1>
<p>The sea rises and falls <em>twice</em> a day, and <a href="moon.html">the moon</a> is why. Here is how to tell when.</p>
<figure><img src="img/table.png" alt="A tide table"><figcaption>The table in the harbour office.</figcaption></figure>
<h2>What you need</h2>
<ul><li>A tide table of this year.</li><li>A watch that is <strong>right</strong>.</li></ul>
<h2>How to do it</h2>
<ol start=3><li>Find the day in the table.</li><li>Add one hour in summer, as the table does not.</li></ol>
<pre><code>def height(hour):
    return 4 * cos(hour)</code></pre>
<table><tr><th>Port</th><th>Rise</th></tr><tr><td>Quay</td><td>4.1 m</td></tr><tr><td>Bay</td><td>9.3 m</td></tr></table>
<blockquote><p>Time and tide wait for no man, as every sailor in the town will tell you.</p></blockquote>
<p>Come before the water does.<br>The boats leave on time. They will not wait for those who read the table wrongly.</p>
</article>
<section id=comments class=comments><h3>One comment</h3><div class=comment><p>I missed my boat by an hour, and it was summer.
Now I know why that was.</p><a href=#reply>Reply</a></div><form><label>Say something</label><input name=c></form></section>
<aside class="related-posts"><a href="/guides/knots.html">Ten knots</a></aside>
<footer><p>© Quillmarsh Harbour. All rights reserved.</p></footer></body></html>"""


@pytest.fixture(scope="module")
def guide() -> Article:
    return article(GUIDE, url=URL)


def test_text_has_a_block_a_line_and_code_as_it_stands(guide: Article) -> None:
    assert "Reading the tides" not in guide.markdown, "the headline is the title"
    assert "The sea rises and falls twice a day, and the moon is why. Here is how to tell when." in guide.blocks
    assert "def height(hour):\n    return 4 * cos(hour)" in guide.text
    assert "Come before the water does." in guide.blocks
    for unwanted in ("Home", "Shop", "Ten knots", "All rights reserved", "Reply", "I missed my boat"):
        assert unwanted not in guide.text


def test_markdown_keeps_headings_lists_tables_code_links_and_images(guide: Article) -> None:
    lines = guide.markdown.splitlines()
    for line in (
        "## What you need", "| Port | Rise |", "| Quay | 4.1 m |", "3. Find the day in the table.",
        "def height(hour):", "    return 4 * cos(hour)",
    ):  # fmt: skip
        assert line in lines
    assert "[the moon](http://quillmarsh.example/guides/moon.html)" in guide.markdown
    assert "![A tide table](http://quillmarsh.example/guides/img/table.png)" in guide.markdown
    assert "**right**" in guide.markdown
    assert "*twice*" in guide.markdown
    assert "> Time and tide wait for no man" in guide.markdown


def test_html_is_clean_and_well_nested(guide: Article) -> None:
    assert "<h2>What you need</h2>" in guide.html
    assert '<ol start="3"><li>Find the day in the table.</li>' in guide.html
    assert "<td>4.1 m</td>" in guide.html
    assert "class=" not in guide.html
    again = article(f"<main>{guide.html}</main>")
    assert again.page.size > 20
    for tag in ("ul", "ol", "li", "table", "tr", "td", "p", "pre", "figure", "blockquote"):
        assert guide.html.count(f"<{tag}>") + guide.html.count(f"<{tag} ") == guide.html.count(f"</{tag}>"), tag


def test_links_that_run_scripts_lose_their_address() -> None:
    found = article(
        "<main><h1>Tides</h1><p>The sea rises <a href='javascript:alert(1)'>twice</a> a day. It falls as often.</p>"
        "<p>The moon <a href='JaVaScript:x()'>pulls</a> it, and the <script>alert(2)</script>sun helps a little.</p></main>"
    )
    assert "javascript" not in found.html.lower()
    assert "alert" not in found.html
    assert "twice" in found.markdown


@pytest.mark.parametrize(
    ("options", "gone", "kept"),
    [
        (ArticleOptions(tables=False), "4.1 m", "Find the day"),
        (ArticleOptions(links=False), "](http://quillmarsh.example/guides/moon.html)", "the moon"),
        (ArticleOptions(images=False), "table.png", "Find the day"),
    ],
)
def test_what_is_not_wanted_is_left_out(guide: Article, options: ArticleOptions, gone: str, kept: str) -> None:
    assert gone in guide.markdown
    found = article(GUIDE, url=URL, options=options)
    assert gone not in found.markdown
    assert kept in found.markdown


def test_comments_come_in_when_they_are_wanted(guide: Article) -> None:
    found = article(GUIDE, url=URL, options=ArticleOptions(comments=True))
    assert "I missed my boat by an hour" in found.text
    assert set(guide.blocks) <= set(found.blocks)
    assert "Say something" not in found.text
    assert "Reply" not in found.blocks


def test_precision_takes_no_more_and_recall_no_less(guide: Article) -> None:
    less = article(GUIDE, options=ArticleOptions(favour="precision"))
    more = article(GUIDE, options=replace(ArticleOptions(), favour="recall"))
    assert set(less.blocks) <= set(guide.blocks) <= set(more.blocks)


def test_illustrations_have_captions_and_related_links_addresses(guide: Article) -> None:
    assert guide.illustrations == [
        Illustration(
            "http://quillmarsh.example/guides/img/table.png", "A tide table", "The table in the harbour office."
        )
    ]
    assert guide.related == [Link("http://quillmarsh.example/guides/knots.html", "Ten knots")]


def test_everything_as_json_can_hold_it(guide: Article) -> None:
    content = guide.as_dict()
    assert list(content)[:4] == ["url", "type", "confidence", "title"]
    assert content["url"] == URL
    assert content["text"] == guide.text
    assert content["author"] is None
    assert content["origins"]["title"] == "h1"
    assert "author" not in content["origins"]
    assert content["origins"]["text"] == "page"
    assert 0 < content["confidence"] <= 1


def test_a_page_that_shows_nothing_gives_what_its_data_say() -> None:
    body = "The sea rises and falls twice a day. " * 6
    found = article(
        f'<title>Tides</title><script type="application/ld+json">{{"@type": "Article", "articleBody": "{body}"}}</script>'
    )
    assert found.text == body.strip()
    assert found.as_dict()["origins"]["text"] == "json-ld:articleBody"
    assert found.type == "other"


STORY = """<!doctype html><title>Boats - Quay News</title><main><article><h1>Boats</h1>
<p>The boats of the town left the quay at six. Nobody saw them go, and nobody asked where to.<br><br>They came back at noon.</p>
<img src="https://count.example/pixel.gif" width=1 height=1><img class="icon" src="/sail.svg"><img src="/blank.png" data-src="/late.jpg">
<figure><img src="/boats-800x600.jpg" alt="Boats"><img src="/boats-400x300.jpg"><figcaption>Boats at noon. Photo: A. Quill</figcaption></figure>
<h2><strong>What they brought</strong></h2>
<p>Fish of all kinds, and a letter for the mayor. He read it aloud at once. <a href="https://www.facebook.com/sharer.php?u=x">Share</a></p>
<table><tr><td colspan=2>Catch<br>of the day</td></tr><tr><td>Cod</td><td>12</td></tr><tr><td>Eel</td><td>3</td></tr></table>
<div class="highlight-python"><pre>print("fish")
print("more fish")</pre></div>
<p>The evening was quiet. The town slept, and so did the boats, until the next tide came in.</p></article></main>"""


def test_markdown_is_what_a_person_would_keep() -> None:
    found = article(STORY, url="http://quay.example/boats.html")
    text = found.markdown
    assert found.title == "Boats"
    assert "# Boats" not in text.splitlines(), "the headline is not repeated"
    assert "## What they brought" in text.splitlines(), "headings are bold by themselves"
    assert "pixel" not in text
    assert "sail.svg" not in text
    assert "facebook" not in text
    assert "Share" not in text
    assert "![](http://quay.example/late.jpg)" in text, "not the image that stands in for it"
    assert text.count("boats-") == 1, "a picture is shown once"
    assert "*Boats at noon. Photo: A. Quill*" in text
    assert "where to.\n\nThey came back" in text
    assert "```python\nprint(" in text
    assert "<t" not in text
    assert "| Catch of the day |  |" in text


def test_icons_logos_and_counters_are_known_by_their_addresses() -> None:
    found = article(
        "<title>Boats</title><main><article><h1>Boats</h1><p>The boats of the town left the quay at six. Nobody saw them go.</p>"
        "<img src=//b.scorecardresearch.com/p?c1=2><img src=/static/icons/sail.svg alt=sail><img src=/img/quote_icon.png>"
        "<img src=/logo-compact.svg><img src=/silicon.jpg alt=Silicon><figure><img src=/old-logo.png>"
        "<figcaption>The logo the harbour had.</figcaption></figure>"
        "<p>They came back at noon, and the town was there to see them. It had waited all day.</p></article></main>",
        url="http://quay.example/boats.html",
    )
    assert [one.address.rpartition("/")[2] for one in found.illustrations] == ["silicon.jpg", "old-logo.png"]


def test_the_headline_is_left_out_wherever_it_stands() -> None:
    before = "".join(
        f"<p>Notice {n}. The harbour is closed on day {n} of the month, as it always was.</p>" for n in range(5)
    )
    found = article(
        f"<title>Boats</title><main>{before}<h1>Boats</h1><p>The boats left at six. Nobody saw them go.</p></main>"
    )
    assert found.title == "Boats"
    assert "# Boats" not in found.markdown.splitlines()
    assert "Notice 4." in found.markdown


def test_what_is_struck_out_and_breaks_in_emphasis_are_markdown() -> None:
    text = article(
        "<main><h1>Tides</h1><p><b>Why does the sea rise?<br></b>Because of the moon, says the harbour master. He knows.</p>"
        "<p>It falls without <del>back bone</del>backbone, and with <s>no</s> haste. So it was, and so it is today.</p>"
        "<p><b>Left: noon<br>Back: six</b></p><p>The key word may precede a sub-<code>SELECT</code> <code>FROM +</code> item. It says so in the book.</p></main>"
    ).markdown
    assert "**Why does the sea rise?**  \nBecause of the moon" in text
    assert "~~back bone~~backbone" in text
    assert "**Left: noon  \nBack: six**" in text
    assert "sub-`SELECT` `FROM +` item" in text
    assert "<" not in text


def test_emphasis_is_markdown_wherever_it_stands() -> None:
    text = article(
        "<main><h1>Tides</h1><p>The sea<strong> rises </strong>and<em>&nbsp;falls</em>twice a day. It did so today, too.</p>"
        "<p>Write <code>a</code> and &lt;strong&gt;not bold&lt;/strong&gt; as it stands. Nobody will mind it.</p>"
        "<pre>&lt;strong&gt;code&lt;/strong&gt;\nof two lines</pre><p>This was the code. It makes letters bold, as you see.</p></main>"
    ).markdown
    assert "**rises**" in text
    assert "*falls*" in text
    assert "**not bold**" not in text
    assert "<strong>code</strong>" in text, "code is as it is"


def test_captions_stand_with_their_images_whether_or_not_the_body_has_them() -> None:
    found = article(STORY, url="http://quay.example/boats.html")
    assert [(one.address, one.caption) for one in found.illustrations][-1] == (
        "http://quay.example/boats-800x600.jpg", "Boats at noon. Photo: A. Quill",
    )  # fmt: skip


def test_comments_are_kept_apart(guide: Article) -> None:
    assert any("I missed my boat by an hour" in line for line in guide.comments)
    assert guide.as_dict()["comments"] == guide.comments
    assert article(GUIDE, options=ArticleOptions(comments=True)).comments == []


def test_what_surely_is_content_counts_as_often_as_it_is_said() -> None:
    steps = "".join(
        f"<h2>Dish {n}</h2><p>Take {n} eggs and whisk them in a bowl until they are light.</p>"
        "<p>Let it rest for twenty minutes before you serve it with bread.</p>"
        for n in range(2, 8)
    )
    found = article(f"<title>Dishes</title><main><article><h1>Dishes</h1>{steps}</article></main>")
    assert found.text.count("Let it rest for twenty minutes") > 1


def test_a_heading_that_nothing_stands_under_ends_no_body() -> None:
    story = "<p>The sea rises and falls twice a day, and nobody minds. It did so yesterday, and will again.</p>"
    more = (
        "<p>The boats go out with it, and come back with it at noon. That is how the town lives, and how it eats.</p>"
    )
    whole = f"<title>Tides</title><main><h1>Tides</h1>{story}<h2>The boats</h2>{more}<h2>Read this next</h2></main>"
    found = article(whole + "<footer><a href=/a>Ten knots</a> <a href=/b>Five sails</a></footer>")
    assert "The boats" in found.blocks
    assert "Read this next" not in found.blocks


MANUAL = """<title>Heights - Manual</title><main><article><h1>Heights</h1>
<p>Heights are told by a function. It takes the hour of the day, and gives the height of the water above the ground.</p>
<h2 id=use>How it is used<a class=headerlink href=#use>¶</a></h2>
<pre class=highlight><code class=language-python><span class=k>def</span> <span>height</span><span>(hour):</span>
    <span class=k>return</span> <span>4</span> <span>*</span> <span>hour</span>

<span>height(6)</span></code></pre>
<p>The first call may take <strong><b>some time</b></strong>, as tables are made then. Those that follow are quick, as the tables stay.</p>
<video src=film.mp4><p>Sorry, your browser does not play films. Get another one, or read the text below. It says the same.</p></video>
<img src=/lossy/h_400/tide.jpg alt="The tide"><img src=/lqip/h_40/tide.jpg alt="The tide"><img src="/img/chat%20icon.jpg"><img src=/a/7f.png alt="Fair prices Icon">
<p><br><br>Heights are in metres, and never below zero. Where the ground lies higher than the water, the height is zero, too.</p>
</article></main>"""
CODE = "def height(hour):\n    return 4 * hour\n\nheight(6)"


@pytest.mark.parametrize("kept", [False, True], ids=["parsed", "stored"])
def test_code_in_colours_keeps_its_lines(kept: bool) -> None:
    page = Page.parse(MANUAL, url=URL)
    found = article(loads(dumps(page)) if kept else page)
    assert CODE in found.text
    assert f"```python\n{CODE}\n```" in found.markdown
    assert f'<pre><code class="language-python">{CODE}</code></pre>' in found.html


def test_code_of_which_a_part_was_chosen_is_written_piece_by_piece() -> None:
    page = Page.parse(MANUAL, url=URL)
    texts = np.array(["return" not in text for text in page.texts])
    written = html_of(page, texts, np.zeros(0, dtype=np.int32), ArticleOptions())
    assert "def height" in written
    assert "return" not in written


def test_marks_of_places_films_and_copies_of_pictures_are_left_out() -> None:
    found = article(MANUAL, url=URL)
    assert "## How it is used" in found.markdown.splitlines(), "without the mark"
    assert "**some time**" in found.markdown
    assert "\n\nHeights are in metres" in found.markdown
    assert "\\" not in found.markdown
    assert "****" not in found.markdown
    assert "does not play films" not in found.text
    assert [one.address.rpartition("/")[2] for one in found.illustrations] == ["tide.jpg"]
    assert found.markdown.count("![The tide]") == 1


def test_a_heading_that_leads_to_itself_is_no_link() -> None:
    page = Page.parse("<h2 id=use><a href=#use>How it is used</a></h2><h2><a href=more.html>More</a></h2>", url=URL)
    written = html_of(page, np.ones(2, dtype=np.bool_), np.zeros(0, dtype=np.int32), ArticleOptions(), flat=True)
    assert written.startswith("<h2>How it is used</h2>")
    assert 'href="http://quillmarsh.example/guides/more.html"' in written


def test_posts_of_others_and_listings_that_are_set_into_a_text_belong_to_it() -> None:
    post = "<blockquote class='twitter-tweet dark'><p>Six boats.</p>&mdash; Quay <a href=//t.example/1>May 3</a></blockquote>"
    page = Page.parse(
        f"<p>They left.</p>{post}<pre>6</pre><p>They came.</p><blockquote>So.</blockquote>{post}<p>End.</p>"
    )
    blocks = text_blocks(page)
    assert len(blocks) == 9
    keep = np.array([True, False, False, False, True, False, False, False, True])
    assert set_in(page, blocks, keep).nonzero()[0].tolist() == [1, 2, 3], (
        "a quotation that was left out parts the others"
    )


@pytest.mark.parametrize(("line", "kept"), [("Write it like this:", [1]), ("Write it like this.", [])])
def test_a_listing_that_is_announced_belongs_to_the_text(line: str, kept: list[int]) -> None:
    page = Page.parse(f"<body><p>{line}</p><pre>x = 1</pre><p>Tagged with numbers</p>")
    keep = np.array([True, False, False])
    assert set_in(page, text_blocks(page), keep).nonzero()[0].tolist() == kept


LINES = {
    "br": "<span>for boat in boats:</span><br><span>    <b>sail</b>(boat)</span><br>",
    "numbered": "<i class=linenos>1</i>for boat in boats:\n<i class=linenos>2</i>    <b>sail</b>(boat)\n",
}


@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_lines_of_code_end_where_elements_end_them_and_have_no_numbers(lines: str) -> None:
    numbers = "<td class=gutter><pre><span>1</span><br><span>2</span><br></pre></td>"
    code = f"<figure class='highlight python'><table><tr>{numbers}<td class=code><pre>{lines}</pre></td></tr></table></figure>"
    text = "<p>The boats leave one after the other, as they have done since the quay was built. Nobody counts them.</p>"
    found = article(
        f"<title>Boats</title><main><h1>Boats</h1>{text}{code}<p>That is all there is to it. Try it.</p></main>"
    )
    assert "for boat in boats:\n    sail(boat)\nThat is all" in found.text
    assert "```python\nfor boat in boats:\n    sail(boat)\n```" in found.markdown
    assert "|" not in found.markdown
    assert "1" not in found.text


@pytest.mark.parametrize(
    ("numbers", "found"), [("1\n2\n3", [0]), ("9 10 11", [0]), ("1", [0]), ("1 3", []), ("1 x", []), ("2024 9", [])]
)
def test_line_numbers_count_by_one_beside_a_listing(numbers: str, found: list[int]) -> None:
    page = Page.parse(f"<body><table><tr><td><pre>{numbers}</pre></td><td><pre>x = 1</pre></td></tr></table>")
    assert line_numbers(page, text_blocks(page)).tolist() == found
    apart = Page.parse(f"<body><p>{numbers}</p><pre>x = 1</pre>")
    assert not len(line_numbers(apart, text_blocks(apart)))


def _wholes(html: str, keep: list[int], likely: float, repeats: list[int] | None = None) -> list[int]:
    page = Page.parse(html)
    blocks = text_blocks(page)
    kept, repeated = (np.isin(np.arange(len(blocks)), some) for some in (keep, repeats or []))
    return as_wholes(page, blocks, kept, np.full(len(blocks), likely), repeated).nonzero()[0].tolist()


def test_a_table_is_kept_as_a_whole() -> None:
    row = "<tr><td>{0}</td><td>{0} boats and their sails</td></tr>"
    table = f"<table><tr><th>Port</th><th>Fleet</th></tr>{row.format('Quay')}{row.format('Bay')}</table>"
    assert _wholes(f"<body>{table}", [3, 5], 0.0) == [0, 1, 2, 3, 4, 5], "most of it was"
    assert _wholes(f"<body>{table}", [2, 3], 0.0) == [2, 3]
    assert _wholes(f"<body><p>See here</p>{table}", [0], 0.4) == list(range(7)), "it stands under what is kept"
    assert _wholes(f"<body><div><p>See here</p></div>{table}", [0], 0.4) == [0]
    card = "<td><p>Quay</p><p>Six boats</p><p>Want to sail</p></td>"
    assert _wholes(f"<body><table><tr>{card}{card}</tr></table>", [0, 1, 3, 4], 0.4) == [0, 1, 3, 4], (
        "cards are no data"
    )


def test_values_are_kept_with_the_labels_that_all_pages_have() -> None:
    row = "<tr><th>{0} of the boat</th><td>{1}</td></tr>"
    table = f"<table>{row.format('Length', '9 m')}{row.format('Weight', '2 t')}</table>"
    assert _wholes(f"<body>{table}", [1, 3], 0.0) == [1, 3]
    assert _wholes(f"<body>{table}", [1, 3], 0.0, repeats=[0, 2]) == [0, 1, 2, 3]
    long = table.replace("9 m", "nine metres")
    assert _wholes(f"<body>{long}", [1, 3], 0.0) == [0, 1, 2, 3], "values alone say nothing"
    assert _wholes(f"<body>{long.replace('th>', 'td>')}", [1, 3], 0.0) == [1, 3]
    assert _wholes(f"<body>{table}", [], 0.0, repeats=[0, 1, 2, 3]) == []


def test_a_listing_under_the_text_that_it_ends_belongs_to_it() -> None:
    assert _wholes("<body><article><p>Write it so.</p><div><pre>x = 1</pre></div></article><p>Tags</p>", [0], 0.1) == [
        0,
        1,
    ]
    assert _wholes("<body><article><p>Write it so.</p></article><pre>x = 1</pre><p>Tags</p>", [0], 0.1) == [0]
    assert _wholes("<body><article><p>Write it so.</p><pre>x = 1</pre></article>", [0], 0.0) == [0]


def test_arrows_and_signs_that_lead_to_other_pages_are_no_pictures() -> None:
    text = "<p>The sea rises and falls twice a day, and the moon is why. Nobody has seen it rest. It never will.</p>"
    above = "<a href=/><img src=/site/brand.png alt=Product></a><a href=/big/quay.jpg><img src=/small/quay.jpg></a>"
    marks = "<img src=/site/up.gif alt=top><a href=#top><img src=/site/1.png alt=top></a><a href=/more><img src=/map.png></a>"
    found = article(f"<title>Tides</title><main><h1>Tides</h1><div>{above}{text}{marks}{text}!</div></main>", url=URL)
    assert [one.address.rpartition("/")[2] for one in found.illustrations] == ["quay.jpg", "map.png"]
