"""What the pages of a template teach: places of the body, texts that repeat; and how that is kept."""

from dataclasses import replace

import numpy as np
import pytest

from intaglio import Page, article
from intaglio.articles import ArticleOptions, Memory, MemoryOptions
from intaglio.articles.body.body_finder import find_body
from intaglio.articles.memory.lesson import dumps, loads
from intaglio.articles.page_type import PageType, TypeGuess, settled
from intaglio.errors import CodecError
from tests.articles.pages import STORIES, Story, written

ENGLISH = next(story for story in STORIES if story.language == "en")


def page(number: int, extra: str = "") -> str:
    """Another story of the same site; the box behind it is on every page."""
    paragraphs = tuple(f"Story {number}: {text} That was number {number}." for text in ENGLISH.paragraphs)
    story = Story(
        "en", ENGLISH.site, f"Story number {number}", paragraphs, ENGLISH.menu, ENGLISH.related, ENGLISH.footer
    )
    return written(story, "<p>Subscribe to the Courier and read every story first. It costs less than tea.</p>" + extra)


@pytest.fixture
def memory() -> Memory:
    made = Memory()
    for number in range(MemoryOptions().pages):
        article(page(number), memory=made)
    return made


def test_a_further_page_is_read_by_its_places(memory: Memory) -> None:
    assert not memory.learning
    through, alone = article(page(20), memory=memory), article(page(20))
    assert through.body.recalled
    assert not alone.body.recalled
    assert "Subscribe" in alone.text
    gone = set(alone.blocks) - set(through.blocks)
    assert [block for block in gone if " " in block] == [
        "Subscribe to the Courier and read every story first. It costs less than tea."
    ], "dates may go or stay, sentences may not"
    assert set(through.blocks) <= set(alone.blocks)
    assert len(memory.lessons) == MemoryOptions().pages


@pytest.mark.parametrize(
    ("name", "also"),
    [('class="related"', 'class="related"'), ('class="related"', 'class="plain"'), ("", 'class="related2"'),
     ("", 'id="more"'), ("", 'role="related"')],
)  # fmt: skip
def test_a_page_read_by_its_places_leads_on_where_it_does_alone(memory: Memory, name: str, also: str) -> None:
    """It is not looked what stands above each element unless a name may call some of its links further reading."""
    html = page(20).replace('class="related"', name).replace("<main", f"<p {also}><a href=/tides>On tides</a></p><main")
    through = article(html, memory=Memory.lent(memory.lessons))
    through = replace(through, body=replace(through.body, recalled=True))
    assert through.related == article(html).related
    assert bool(through.related) == ("related" in name + also or "more" in also)


@pytest.mark.parametrize(
    ("around", "leads"),
    [("<div class=related2><div class=x>{}</div></div>", True), ("<div class='related menu'>{}</div>", False),
     ("<div role=navigation><p id=more>{}</p></div>", False), ("<div id=more><div class=nav-2>{}</div></div>", False),
     ("<p><span class=related>{}</span></p>", False), ("<p><span id=related>{}</span></p>", True)],
)  # fmt: skip
def test_names_around_a_link_tell_the_same_however_the_body_was_found(around: str, leads: bool) -> None:
    link = around.format("<a href=/tides>On tides</a>")
    html = page(20).replace('class="related"', "").replace("<main", f"{link}<main")
    alone = article(html)
    assert not alone.body.recalled
    assert bool(alone.related) == leads
    assert replace(alone, body=replace(alone.body, recalled=True)).related == alone.related


def test_what_repeats_goes_as_soon_as_enough_pages_were_seen() -> None:
    made = Memory()
    texts = [article(page(number), memory=made).text for number in range(4)]
    assert ["Subscribe" in text for text in texts] == [True, True, True, False]


def test_a_value_that_many_pages_have_is_no_template() -> None:
    """One of three rubrics stands on every page at the same place: none of them is the template's."""
    made = Memory()
    for number in range(8):
        article(
            page(number, f"<p class=rubric>Filed under {'tides' if number % 4 else 'boats'}, as ever.</p>"), memory=made
        )
    through = article(page(20, "<p class=rubric>Filed under tides, as ever.</p>"), memory=made)
    blocks = article(page(20, "<p class=rubric>Filed under tides, as ever.</p>")).body.blocks
    assert not made.recall(through.page, blocks, "blocks balance").repeats.all()
    rubric = [n for n in range(len(blocks)) if through.page.class_of(int(blocks.owner[n])) == "rubric"]
    assert not made.recall(through.page, blocks, "blocks balance").repeats[rubric].any()


def test_a_page_of_another_kind_is_looked_at_alone(memory: Memory) -> None:
    other = (
        "<main><section class=wide><h2>Rules</h2>" + "<dd>Keep off the quay when the tide is high. It is wet.</dd>" * 3
    )
    found = article(other + "<dd>Boats have the right of way, whatever you are told.</dd>", memory=memory)
    assert not found.body.recalled
    assert found.text == article(found.page).text


def test_what_one_method_found_is_no_lesson_for_another(memory: Memory) -> None:
    found = article(page(20), options=ArticleOptions(method="single-pass"), memory=memory)
    assert not found.body.recalled
    assert "Subscribe" not in found.text  # what repeats does so for any method


def test_a_lent_memory_learns_nothing() -> None:
    lent = Memory.lent([])
    first = article(page(1), memory=lent)
    assert not lent.lessons
    assert first.text == article(page(1)).text


def test_lessons_survive_being_stored(memory: Memory) -> None:
    again = Memory.lent(loads(dumps(lesson)) for lesson in memory.lessons)
    for number in (20, 21):
        one = Page.parse(page(number))
        kept = find_body(one, memory=again).keep
        assert np.array_equal(kept, find_body(one, memory=memory).keep)
    assert again.lessons[0].method == "blocks balance"


def test_the_order_of_lessons_does_not_matter(memory: Memory) -> None:
    other = Memory.lent(memory.lessons[::-1])
    assert article(page(20), memory=other).text == article(page(20), memory=memory).text


@pytest.mark.parametrize("spoil", [b"", b"ILn", b"XXX\x01" + b"0" * 20])
def test_foreign_blobs_are_refused(spoil: bytes) -> None:
    with pytest.raises(CodecError):
        loads(spoil)


def test_damaged_and_newer_blobs_are_refused(memory: Memory) -> None:
    blob = dumps(memory.lessons[0])
    with pytest.raises(CodecError, match="checksum"):
        loads(blob[:-1] + bytes([blob[-1] ^ 1]))
    with pytest.raises(CodecError, match="version 9"):
        loads(blob[:3] + b"\x09" + blob[4:])


def test_confidence_is_that_of_the_pages_learned_from(memory: Memory) -> None:
    mean = sum(lesson.confidence for lesson in memory.lessons) / len(memory.lessons)
    assert article(page(20), memory=memory).confidence == pytest.approx(mean, abs=0.05)


def test_pages_without_text_do_no_harm() -> None:
    made = Memory()
    for _ in range(10):
        assert article("", memory=made).text == ""
    assert article(page(1), memory=made).text


def test_the_type_is_what_most_pages_of_the_template_are(memory: Memory) -> None:
    kinds = [article(page(number)).type for number in range(MemoryOptions().pages)]
    assert memory.type == max(set(kinds), key=kinds.count)
    lessons = [replace(loads(dumps(lesson)), type="forum") for lesson in memory.lessons]
    assert article(page(20), memory=Memory.lent(map(loads, map(dumps, lessons)))).type == "forum"
    untold = Memory.lent(replace(lesson, type=None) for lesson in lessons)
    assert article(page(20), memory=untold).type == article(page(20)).type


def test_the_class_of_the_whole_page_is_no_place() -> None:
    """Publishing systems name the page there."""
    names = [*["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"]]
    made = Memory()
    found = [
        article(page(n).replace("<body", f"<body class='page {name}'"), memory=made) for n, name in enumerate(names)
    ]
    assert [one.body.recalled for one in found] == [False] * 8 + [True]
    assert "Subscribe" not in found[-1].text


def test_a_paragraph_that_begins_in_another_way_is_at_home(memory: Memory) -> None:
    through = article(page(20).replace("<p>Story 20", "<p><em>Story</em> 20"), memory=memory)
    assert through.body.recalled
    assert "Story 20: " in through.text


def test_a_line_in_doubt_does_not_cost_a_page_its_memory() -> None:
    """Alone such a line is body on one page and not on the next; by places all pages are alike."""
    line = "<p class=dateline>Reported from the quay on day {} of the storm.</p>"
    lessons = []
    for number in range(8):
        made = Memory()
        found = article(page(number, line.format(number)), memory=made)
        dated = [found.page.class_of(int(owner)) == "dateline" for owner in found.body.blocks.owner]
        lessons.append(replace(made.lessons[0], keep=np.where(dated, number % 2 == 0, made.lessons[0].keep)))
    through = article(page(20, line.format(20)), memory=Memory.lent(lessons))
    assert through.body.recalled
    assert "day 20 of the storm" in through.text


def test_a_short_page_is_looked_at_alone(memory: Memory) -> None:
    """On such pages more than usual may be body."""
    note = "<div class=notes><p>The ferry of {} is late. Those who wait may wait indoors, where there is tea.</p></div>"
    made = Memory()
    for number in range(8):
        article(page(number).replace("</aside>", f"{note.format(number)}</aside>"), memory=made)
    long = page(20).replace("</aside>", f"{note.format(20)}</aside>")
    first, last = long.index("<p>Story 20"), long.index("<p>Subscribe")
    short = long[:first] + "<p>No story today.</p>" + long[last:]
    assert article(long, memory=made).body.recalled
    assert not article(short, memory=made).body.recalled


def test_where_all_that_is_found_repeats_the_places_of_bodies_are_read() -> None:
    """A page of few words, whose menus are all that looks like a body."""
    menu = "<div id=top><h1>The Courier of the bay</h1><p>News, tides and tea. For all who wait at the quay.</p></div>"
    shown = "<title>Notes</title>{}<div class=list><h3 class=name><a href=/{}>Note {}</a></h3>{}</div>"
    texts = "<p>The boats came back on day {}. It rained, and nobody was seen at the quay but the cat.</p>"
    made = Memory()
    for number in range(8):
        article(shown.format(menu, number, f"of day {number}", texts.format(number) * 2), memory=made)
    empty = article(shown.format(menu, 20, "of day 20", "<p><a href=/21>Day 21</a></p>"), memory=made)
    assert "Day 21" not in article(empty.page).text
    assert empty.text == "Note of day 20\nDay 21"


def test_headings_that_all_pages_have_above_their_texts_stay() -> None:
    made = Memory()

    def manual(number: int) -> str:
        said = [f"Command {number} does thing {number} to the {what}, and tells of it. It asks first." for what in "ab"]
        box = "<h2>Mail us</h2><p>Tell us what you think of this page. We read every letter.</p>"
        named = f"<title>Command {number}</title><main><h1>Command {number}</h1>"
        return (
            f"{named}<h2>DESCRIPTION</h2><p>{said[0]}</p><p>{said[0]}!</p><h2>OPTIONS</h2><p>{said[1]}</p>{box}</main>"
        )

    read = [article(manual(number), memory=made) for number in range(12)][-1]
    assert [line for line in read.blocks if line.isupper()] == ["DESCRIPTION", "OPTIONS"]
    assert "Mail us" not in read.text, "what stood under it is gone"


@pytest.mark.parametrize(
    ("known", "guess", "kind"),
    [
        ("article", TypeGuess("listing", 0.6), "listing"),
        ("article", TypeGuess("listing", 0.4), "article"),
        ("article", TypeGuess("documentation", 0.9), "article"),
        ("documentation", TypeGuess("listing", 0.9), "documentation"),
    ],
)
def test_a_list_among_articles_is_one(known: PageType, guess: TypeGuess, kind: PageType) -> None:
    assert settled(known, guess) == kind
