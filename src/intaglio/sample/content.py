"""What the sample site is about: its articles, goods, people and months, before any markup."""

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from intaglio.sample.grammar import RULES, TOPICS, about, expand, paragraph, slug

NEWEST = date(2025, 3, 30)
DEPARTMENTS = ("Setting", "Engraving", "Binding", "Drying", "Paper")
SPECIFICATIONS = {
    "Weight": ("120 g", "340 g", "1.2 kg", "85 g", "2.4 kg"),
    "Length": ("12 cm", "18 cm", "24.5 cm", "31 cm", "9 cm"),
    "Finish": ("oiled", "waxed", "raw", "lacquered"),
    "Origin": ("Saltby workshop", "Upper Quill", "Gannet Point", "Hob's Landing"),
    "Edge": ("bevelled", "square", "rounded"),
    "Parts": ("1", "2", "4", "7"),
    "Guarantee": ("two years", "five years", "a lifetime"),
    "Case": ("linen bag", "tin box", "none"),
    "Made to order": ("yes", "no"),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who writes for the paper."""

    name: str
    slug: str
    role: str
    life: str
    image: str


@dataclass(frozen=True, slots=True)
class Article:
    """A story; what is empty or None leaves its block out."""

    title: str
    slug: str
    topic: str
    author: Person
    day: date
    standfirst: str | None
    image: str | None
    caption: str
    sections: tuple[tuple[str | None, tuple[str, ...]], ...]
    quote: str | None
    facts: tuple[tuple[str, str], ...]
    related: tuple[int, ...]
    comments: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The body: its paragraphs with their headings."""
        lines = [line for heading, texts in self.sections for line in ((heading,) if heading else ()) + texts]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Product:
    """A thing the shop sells."""

    name: str
    slug: str
    department: str
    number: str
    cents: int
    old_cents: int | None
    stock: str
    image: str
    description: tuple[str, ...]
    specification: tuple[tuple[str, str], ...]
    rating: float | None
    reviews: tuple[tuple[str, int, str], ...]
    also: tuple[int, ...]


def make_people(seed: str, count: int) -> list[Person]:
    """Make the paper's writers, no name twice."""
    random = Random(f"{seed}/people")
    names = [f"{first} {last}" for first in RULES["first"] for last in RULES["last"]]
    return [
        Person(
            name=name,
            slug=slug(name),
            role=random.choice(("Reporter", "Columnist", "Editor", "Apprentice")),
            life=paragraph(random, about(random.choice(TOPICS[random.choice(list(TOPICS))])), random.randint(2, 5)),
            image=f"person-{number}.png",
        )
        for number, name in enumerate(random.sample(names, k=count))
    ]


def make_articles(seed: str, count: int, people: list[Person]) -> list[Article]:
    """Make the stories, newest first; titles may repeat, addresses do not."""
    topics = list(TOPICS)
    return [_article(Random(f"{seed}/article/{n}"), n, count, topics[n % len(topics)], people) for n in range(count)]


def _article(random: Random, number: int, count: int, topic: str, people: list[Person]) -> Article:
    bound = about(random.choice(TOPICS[topic]))
    title = expand(random, "{headline}", bound)
    headings = [None, *random.sample(RULES["section"], k=random.choice((0, 0, 1, 2, 3)))]
    return Article(
        title=title,
        slug=f"{slug(title)}-{number + 1}",
        topic=topic,
        author=random.choice(people),
        day=NEWEST - timedelta(days=number * 2 + random.randint(0, 1)),
        standfirst=paragraph(random, bound, 1) if random.random() < 0.7 else None,
        image=f"view-{random.randrange(16)}.svg" if random.random() < 0.75 else None,
        caption=expand(random, "{caption}", bound),
        sections=tuple(
            (heading, tuple(paragraph(random, bound, random.randint(3, 6)) for _ in range(random.randint(2, 5))))
            for heading in headings
        ),
        quote=expand(random, "{quote}", bound) if random.random() < 0.4 else None,
        facts=_facts(random) if random.random() < 0.25 else (),
        related=tuple(_others(random, number, count, random.choice((0, 2, 3, 4, 5)))),
        comments=tuple(
            (expand(random, "{first}"), expand(random, "{comment}", bound))
            for _ in range(random.choice((0, 0, 1, 2, 4, 7, 12)))
        ),
    )


def _facts(random: Random) -> tuple[tuple[str, str], ...]:
    facts = (("Where", "{place}"), ("When", "{day}, from nine"), ("Who", "{body}"), ("Entry", "free"))
    return tuple((name, expand(random, text)) for name, text in random.sample(facts, k=random.randint(2, 4)))


def make_products(seed: str, count: int) -> list[Product]:
    """Make what the shop sells, no name twice."""
    names = [f"{material} {tool}" for material in RULES["material"] for tool in RULES["tool"]]
    chosen = Random(f"{seed}/products").sample(names, k=count)
    return [_product(Random(f"{seed}/product/{n}"), n, count, name) for n, name in enumerate(chosen)]


def _product(random: Random, number: int, count: int, name: str) -> Product:
    cents = random.randint(4, 180) * 100 + random.choice((0, 50, 90, 95))
    reviews = tuple(
        (expand(random, "{first}"), random.randint(2, 5), expand(random, "{review}"))
        for _ in range(random.choice((0, 0, 1, 2, 3, 6)))
    )
    return Product(
        name=name,
        slug=slug(name),
        department=random.choice(DEPARTMENTS),
        number=f"QM-{1000 + number * 7}",
        cents=cents,
        old_cents=cents * random.choice((5, 6, 7)) // 4 if random.random() < 0.25 else None,
        stock=random.choice(("In stock", "In stock", "In stock", "Only 2 left", "Sold out", "Back in May")),
        image=f"{slug(name)}-{random.randrange(24)}.svg",
        description=tuple(
            " ".join(expand(random, line) for line in random.sample(RULES["praise"], k=random.randint(2, 4)))
            for _ in range(random.randint(1, 3))
        ),
        specification=tuple(
            (field, random.choice(SPECIFICATIONS[field]))
            for field in sorted(random.sample(list(SPECIFICATIONS), k=random.randint(4, 9)))
        ),
        rating=round(sum(stars for _, stars, _ in reviews) / len(reviews), 1) if reviews else None,
        reviews=reviews,
        also=tuple(_others(random, number, count, random.choice((0, 3, 4)))),
    )


def _others(random: Random, number: int, count: int, wanted: int) -> list[int]:
    return random.sample([other for other in range(count) if other != number], k=min(wanted, count - 1))


def price(cents: int) -> str:
    """Show a price as the shop does."""
    return f"€ {cents // 100:,}.{cents % 100:02d}"
