"""Small SVG charts without dependencies: lines, scattered points, bars; readable on light and dark pages.

`line_chart("Clusters", [Series("vips", ((1, 1), (2, 1)))], x="pages", y="clusters")` gives the SVG as text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10

PALETTE = ("#3f7fd6", "#dd7f35", "#2f9e74", "#c2517f", "#8b6cd0", "#a8931f", "#3f9fb8", "#8a8a8a")
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#555}.title{font-size:15px;font-weight:600;fill:#222}"
    ".grid{stroke:#8884;stroke-width:1}.axis{stroke:#888;stroke-width:1}"
    "@media(prefers-color-scheme:dark){text{fill:#aaa}.title{fill:#eee}}"
)
DOT, LEGEND_ROW, TICKS = 3, 20, 6


@dataclass(frozen=True, slots=True)
class Series:
    """Points (x, y) under one name."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a chart and the space around what it plots, in pixels."""

    width: int = 640
    height: int = 360
    left: int = 64
    right: int = 28
    top: int = 44
    bottom: int = 52


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear map from values to pixels."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, value: float) -> float:
        """Give the pixel of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)


def line_chart(title: str, series: Sequence[Series], *, x: str, y: str, frame: Frame = Frame()) -> str:
    """Draw each series as a line, its points in the order given."""

    def mark(points: Sequence[tuple[float, float]], colour: str) -> str:
        if len(points) == 1:
            return dots(points, colour)
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>'

    return _plot(title, series, x, y, frame, mark)


def scatter_chart(title: str, series: Sequence[Series], *, x: str, y: str, frame: Frame = Frame()) -> str:
    """Draw each point of each series as a dot."""
    return _plot(title, series, x, y, frame, dots)


def bar_chart(title: str, groups: Mapping[str, Mapping[str, float]], *, y: str, frame: Frame = Frame()) -> str:
    """Draw a bar for each value of `{group: {name: value}}`; bars of one name share a colour."""
    names = list(dict.fromkeys(name for bars in groups.values() for name in bars))
    heights = _finite([value for bars in groups.values() for value in bars.values()])
    frame = _with_legend(frame, names)
    rise = _scale([0.0, *heights], frame.height - frame.bottom, frame.top)
    room = (frame.width - frame.left - frame.right) / max(len(groups), 1)
    thick = room * 0.8 / max(len(names), 1)
    parts = _y_axis(rise, y, frame)
    for place, (group, bars) in enumerate(groups.items()):
        start = frame.left + place * room + room * 0.1
        for number, name in enumerate(names):
            if name in bars and isfinite(bars[name]):
                ends = sorted((rise(0), rise(bars[name])))
                hint = escape(f"{group} {name}: {bars[name]:.4g}")
                parts.append(
                    f'<rect x="{start + number * thick:.1f}" y="{ends[0]:.1f}" width="{thick * 0.9:.1f}" '
                    f'height="{ends[1] - ends[0]:.1f}" rx="2" fill="{colour_of(number)}"><title>{hint}</title></rect>'
                )
        parts.append(_text(group, start + room * 0.4, frame.height - frame.bottom + 18, "middle"))
    return _svg(title, parts, names if len(names) > 1 else [], frame)


def dots(points: Sequence[tuple[float, float]], colour: str) -> str:
    """Draw a dot at each pixel position."""
    return "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT}" fill="{colour}" opacity=".75"/>' for x, y in points)


def colour_of(number: int) -> str:
    """Give the colour of the series with that number."""
    return PALETTE[number % len(PALETTE)]


def ticks(low: float, high: float) -> list[float]:
    """Choose round values (1, 2 or 5 times a power of ten apart) that span the range."""
    rough = (high - low) / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [number * step for number in range(first, last + 1)]


Mark = Callable[[Sequence[tuple[float, float]], str], str]


def _plot(title: str, series: Sequence[Series], x: str, y: str, frame: Frame, mark: Mark) -> str:
    frame = _with_legend(frame, [one.name for one in series])
    points = [point for one in series for point in one.points if isfinite(point[0]) and isfinite(point[1])]
    across = _scale([px for px, _ in points], frame.left, frame.width - frame.right)
    rise = _scale([py for _, py in points], frame.height - frame.bottom, frame.top)
    parts = _y_axis(rise, y, frame) + _x_axis(across, x, frame)
    for number, one in enumerate(series):
        placed = [(across(px), rise(py)) for px, py in one.points if isfinite(px) and isfinite(py)]
        if placed:
            parts.append(mark(placed, colour_of(number)))
    return _svg(title, parts, [one.name for one in series], frame)


def _scale(values: Sequence[float], start: float, stop: float) -> Scale:
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low > 0 and low < 0.5 * high:
        low = 0.0
    if low == high:
        low, high = low - 0.5, high + 0.5
    marks = ticks(low, high)
    return Scale(marks[0], marks[-1], start, stop)


def _finite(values: Sequence[float]) -> list[float]:
    return [value for value in values if isfinite(value)]


def _with_legend(frame: Frame, names: Sequence[str]) -> Frame:
    rows = _legend_rows(names, frame)
    extra = LEGEND_ROW * len(rows)
    return Frame(frame.width, frame.height + extra, frame.left, frame.right, frame.top, frame.bottom + extra)


def _legend_rows(names: Sequence[str], frame: Frame) -> list[list[tuple[int, str, float]]]:
    """Break the legend into rows of (number, name, x); widths are guessed at seven pixels a character."""
    rows: list[list[tuple[int, str, float]]] = []
    x = float(frame.width)
    for number, name in enumerate(names):
        wide = 30.0 + 7 * len(name)
        if x + wide > frame.width - frame.right or not rows:
            rows.append([])
            x = float(frame.left)
        rows[-1].append((number, name, x))
        x += wide
    return rows


def _y_axis(scale: Scale, label: str, frame: Frame) -> list[str]:
    parts = []
    for value in ticks(scale.low, scale.high):
        y = scale(value)
        parts.append(
            f'<line class="grid" x1="{frame.left}" x2="{frame.width - frame.right}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        parts.append(_text(f"{value:.6g}", frame.left - 8, y + 4, "end"))
    middle = (frame.top + frame.height - frame.bottom) / 2
    turned = f'<text transform="translate(16 {middle:.0f}) rotate(-90)" text-anchor="middle">{escape(label)}</text>'
    return [*parts, turned]


def _x_axis(scale: Scale, label: str, frame: Frame) -> list[str]:
    base = frame.height - frame.bottom
    parts = [_line("axis", (frame.left, base), (frame.width - frame.right, base))]
    for value in ticks(scale.low, scale.high):
        parts.append(
            f'<line class="axis" x1="{scale(value):.1f}" x2="{scale(value):.1f}" y1="{base}" y2="{base + 4}"/>'
        )
        parts.append(_text(f"{value:.6g}", scale(value), base + 18, "middle"))
    return [*parts, _text(label, (frame.left + frame.width - frame.right) / 2, base + 38, "middle")]


def _line(kind: str, start: tuple[float, float], stop: tuple[float, float]) -> str:
    return f'<line class="{kind}" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{stop[0]:.1f}" y2="{stop[1]:.1f}"/>'


def _text(text: str, x: float, y: float, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(title: str, parts: Sequence[str], names: Sequence[str], frame: Frame) -> str:
    legend = []
    rows = _legend_rows(names, frame)
    for row, entries in enumerate(rows):
        y = frame.height - LEGEND_ROW * (len(rows) - row) + 8
        for number, name, x in entries:
            legend.append(f'<rect x="{x:.1f}" y="{y - 9}" width="12" height="10" rx="2" fill="{colour_of(number)}"/>')
            legend.append(_text(name, x + 17, y, "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width} {frame.height}" width="{frame.width}" '
        f'height="{frame.height}" role="img" aria-label="{escape(title)}"><style>{STYLE}</style>'
        f'<text class="title" x="{frame.left}" y="24">{escape(title)}</text>{"".join(parts)}{"".join(legend)}</svg>\n'
    )
