"""Summary → `report.html`: one page with everything in it, readable without a network, light or dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from string import Template as Text

from intaglio.collection.report.report_frame import PAGE
from intaglio.collection.summary import SiteFigures, Summary, TemplateFigures
from intaglio.frontier import VisitState
from intaglio.pictures.charts import Frame, Series, bar_chart, line_chart

SHOWN = 24
"""Templates shown with a picture, a site."""
WIDE = Frame(width=620, height=320)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A template as the report shows it."""

    picture: str
    """SVG; empty if nothing is known of where areas stand."""
    areas: int
    headlines: int
    bodies: int


def report(title: str, summary: Summary, drawn: Mapping[tuple[str, str], Drawn], kinds: str, made: str) -> str:
    """The report as HTML; `kinds` is the section of these, `made` says when and how."""
    parts = {
        "title": escape(title),
        "made": escape(made),
        "alarms": _alarms(summary),
        "cards": _cards(summary),
        "kinds": kinds,
        "sites": "".join(_site(site, drawn) for site in summary.sites),
        "costs": _costs(summary),
        "errors": _errors(summary),
        "notices": _notices(summary),
    }
    return Text(PAGE).substitute(parts)


def _cards(summary: Summary) -> str:
    ratio = f"{100 * summary.hits / summary.pages:.1f} %" if summary.pages else "–"
    cards = [
        (f"{summary.pages:,}", "pages read"),
        (f"{summary.templates:,}", "templates found"),
        (ratio, "hits: read without a browser"),
        (time_saved(summary), "of the time saved against rendering all"),
        (f"{summary.failed:,}", "errors"),
        (f"{summary.left_out:,}", "duplicates, redirects, no pages"),
    ]
    if summary.frontier[VisitState.DONE]:
        cards.append((f"{summary.frontier[VisitState.TO_VISIT]:,}", "links left to visit"))
    return "".join(
        f'<div class="card"><b>{escape(value)}</b><span>{escape(name)}</span></div>' for value, name in cards
    )


def time_saved(summary: Summary) -> str:
    """The share of the time saved, for people."""
    return "–" if summary.saved is None else f"{100 * summary.saved:.1f} %"


def _alarms(summary: Summary) -> str:
    return "".join(f'<p class="alarm">{escape(one)}</p>' for one in summary.notices.get("Redesign", ()))


def _site(site: SiteFigures, drawn: Mapping[tuple[str, str], Drawn]) -> str:
    growth = line_chart(
        "Templates against pages read",
        [Series("templates", [(0, 0), *((pages, templates) for pages, templates, _ in site.growth)])],
        x="pages", y="templates", frame=WIDE,
    )  # fmt: skip
    ratio = line_chart(
        "Hit ratio so far",
        [Series("hit ratio", [(pages, 100 * hits / pages) for pages, _, hits in site.growth])],
        x="pages", y="%", frame=WIDE,
    )  # fmt: skip
    shown = "".join(_template(site.site, one, drawn.get((site.site, one.id))) for one in site.templates[:SHOWN])
    rest = len(site.templates) - SHOWN
    more = f'<p class="quiet">… and {rest} more with fewer pages; <code>intaglio templates</code> lists them.</p>'
    return (
        f'<section><h2>{escape(site.site)}</h2><p class="lead">{site.pages:,} pages, {len(site.templates):,} templates,'
        f' hit ratio {100 * site.hit_ratio:.1f} %</p><div class="charts">{growth}{ratio}</div>'
        f'<div class="templates">{shown}</div>{more if rest > 0 else ""}</section>'
    )


def _template(site: str, template: TemplateFigures, drawn: Drawn | None) -> str:
    example = template.example or ""
    linked = example.startswith(("http://", "https://"))
    name = f'<a href="{escape(example)}">{escape(example)}</a>' if linked else escape(example)
    facts = [_count(template.pages, "page")]
    if drawn is not None:
        facts.append(_count(drawn.areas, "area"))
        facts += [
            _count(count, what) for count, what in ((drawn.headlines, "headline"), (drawn.bodies, "body")) if count
        ]
    if template.partial:
        facts.append(f"{template.partial} incomplete")
    picture = drawn.picture if drawn is not None and drawn.picture else '<div class="blank">no layout</div>'
    return (
        f'<article id="{escape(site)}-{escape(template.id)}"><div class="frame">{picture}</div>'
        f"<h3>{escape(template.id)}</h3><p>{escape(' · '.join(facts))}</p><p class=quiet>{name}</p></article>"
    )


def _count(number: int, what: str) -> str:
    many = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what if number == 1 else many}"


def _costs(summary: Summary) -> str:
    groups = {"hit": dict(summary.hit_ms), "miss": dict(summary.miss_ms)}
    groups = {name: stages for name, stages in groups.items() if stages}
    if not groups:
        return ""
    chart = bar_chart("Mean time of a page by stage", groups, y="ms", frame=WIDE)
    stages = list(dict.fromkeys([*summary.miss_ms, *summary.hit_ms]))
    rows = "".join(
        f"<tr><td>{escape(stage)}</td>"
        + "".join(f"<td>{groups[kind].get(stage, 0.0):.2f}</td>" for kind in groups)
        + "</tr>"
        for stage in stages
    )
    total = "".join(f"<td>{sum(groups[kind].values()):.2f}</td>" for kind in groups)
    head = "".join(f"<th>{kind}, ms</th>" for kind in groups)
    return (
        f'<section><h2>Time by stage</h2><div class="charts">{chart}<table><tr><th>stage</th>{head}</tr>{rows}'
        f'<tr class="sum"><td>all</td>{total}</tr></table></div></section>'
    )


def _errors(summary: Summary) -> str:
    if not summary.errors:
        return ""
    rows = "".join(
        f"<tr><td>{count:,}</td><td>{escape(stage)}</td><td>{escape(reason)}</td>"
        f'<td class="quiet">{escape(summary.examples[stage, reason])}</td></tr>'
        for (stage, reason), count in list(summary.errors.items())[:40]
    )
    return (
        "<section><h2>Errors, duplicates, redirects</h2><table><tr><th>count</th><th>stage</th><th>reason</th>"
        f"<th>for example</th></tr>{rows}</table></section>"
    )


def _notices(summary: Summary) -> str:
    found = {heading: words for heading, words in summary.notices.items() if heading != "Redesign"}
    if not found:
        return ""
    return "<section><h2>Noticed on the way</h2>" + "".join(map(_notice, found, found.values())) + "</section>"


def _notice(heading: str, words: Sequence[str]) -> str:
    shown = "".join(f"<li><code>{escape(word)}</code></li>" for word in words[:20])
    return f"<h3>{escape(heading)}</h3><ul>{shown}</ul>"
