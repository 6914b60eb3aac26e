"""The figures that the papers print, as they print them."""

from __future__ import annotations

ADDRESSES: tuple[tuple[str, str, int, int, float, float], ...] = (
    ("iDnes.cz", "full", 5024, 59499, 0.0, 7.6),
    ("iDnes.cz", "compact", 5024, 19375, 640.0, 4.7),
    ("novinky.cz", "full", 5130, 40592, 0.0, 7.3),
    ("novinky.cz", "compact", 5130, 17741, 1100.0, 5.7),
    ("theregister.co.uk", "full", 323, 2044, 0.0, 30.7),
    ("theregister.co.uk", "compact", 323, 752, 500.0, 20.1),
    ("telegraph.co.uk", "full", 7140, 66107, 0.0, 8.4),
    ("telegraph.co.uk", "compact", 7140, 31736, 700.0, 4.1),
    ("penize.cz", "full", 17537, 177020, 0.0, 4.0),
    ("penize.cz", "compact", 17537, 80500, 200.0, 2.2),
)
"""000, Table I: site, address, mappings, nodes, ms to find where the address starts, ms to follow it."""

CLUSTERS: tuple[tuple[str, int, float], ...] = (
    ("iDnes.cz", 42, 0.916),
    ("e15.cz", 27, 0.946),
    ("telegraph.co.uk", 32, 0.936),
    ("slashdot.org", 18, 0.964),
    ("businessinsider.com", 16, 0.968),
    ("gizmodo.com", 11, 0.978),
)
"""001, Table 1: site, clusters at 500 pages, hit ratio."""

TIMES: tuple[tuple[str, str, int, int, float], ...] = (
    ("iDnes.cz", "vips", 1158, 145, 0.875),
    ("e15.cz", "vips", 661, 55, 0.917),
    ("telegraph.co.uk", "vips", 2719, 841, 0.691),
    ("slashdot.org", "vips", 1925, 89, 0.954),
    ("businessinsider.com", "vips", 766, 38, 0.950),
    ("gizmodo.com", "vips", 560, 39, 0.930),
    ("iDnes.cz", "burget", 4019, 282, 0.930),
    ("e15.cz", "burget", 420, 34, 0.919),
    ("telegraph.co.uk", "burget", 1569, 97, 0.938),
    ("slashdot.org", "burget", 946, 30, 0.968),
    ("businessinsider.com", "burget", 587, 29, 0.951),
    ("gizmodo.com", "burget", 832, 38, 0.954),
    ("iDnes.cz", "boxes", 1423, 195, 0.863),
    ("e15.cz", "boxes", 411, 42, 0.897),
    ("telegraph.co.uk", "boxes", 1521, 603, 0.603),
    ("slashdot.org", "boxes", 597, 50, 0.916),
    ("businessinsider.com", "boxes", 530, 34, 0.936),
    ("gizmodo.com", "boxes", 771, 49, 0.936),
)
"""001, Tables 2 to 4: site, method, seconds for 500 pages plain and with templates, share of the time saved."""

ARTICLES: dict[str, tuple[int, int, int, float, float, float]] = {
    "1": (3577, 3449, 3426, 0.958, 0.964, 0.961),
    "2": (3577, 3495, 3495, 0.977, 0.977, 0.977),
    "3": (3534, 3481, 3152, 0.905, 0.892, 0.899),
    "4": (3534, 3454, 3413, 0.988, 0.966, 0.977),
}
"""002, totals of Tables 1 to 4: segments, recalled or identified, correct, precision, recall, F1."""

MATCHED: dict[str, tuple[tuple[str, int, int], ...]] = {
    "s = 0.80, t = 0.90": (("xkcd", 39, 880), ("Dinosaur", 300, 1960), ("Cyanide", 18, 133), ("9gag", 48, 139)),
    "s = 0.90, t = 0.95": (("xkcd", 39, 880), ("Dinosaur", 400, 1960), ("Cyanide", 18, 133), ("9gag", 70, 139)),
    "s = 0.70, t = 0.75": (("xkcd", 39, 880), ("Dinosaur", 366, 1960), ("Cyanide", 18, 133), ("9gag", 25, 139)),
}
"""003: for each setting the sites with the pages that match, of all."""

LEVELS: dict[str, tuple[float, ...]] = {
    "baidu": (1, 1, 1, 1, 1, 0.99, 0.98, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97),
    "yahoo": (1, 1, 1, 0.99, 0.96, 0.95, 0.94, 0.92, 0.91, 0.91, 0.9, 0.89, 0.88, 0.87, 0.85),
    "google": (1, 0.92, 0.9, 0.89, 0.88, 0.85, 0.84, 0.82, 0.8, 0.79, 0.77, 0.77, 0.76, 0.77, 0.77),
    "live": (0.75, 0.88, 0.92, 0.94, 0.95, 0.95, 0.95, 0.94, 0.94, 0.93, 0.92, 0.91, 0.9, 0.89, 0.88),
    "xinhuanet": (1, 1, 1, 1, 0.99, 0.97, 0.95, 0.93, 0.92, 0.92, 0.91, 0.91, 0.91, 0.91, 0.91),
    "alibaba": (1, 1, 1, 1, 1, 0.99, 0.99, 0.99, 0.98, 0.97, 0.95, 0.94, 0.93, 0.93, 0.92),
    "youdao": (1, 1, 1, 1, 1, 1, 0.98, 0.96, 0.94, 0.92, 0.91, 0.89, 0.88, 0.87, 0.86),
    "youku": (1, 1, 1, 1, 0.98, 0.96, 0.95, 0.94, 0.93, 0.93, 0.93, 0.93, 0.93, 0.94, 0.94),
}
"""004, Table 1: mean S of 100 result pages of a search engine, for D = 1 … 15."""
