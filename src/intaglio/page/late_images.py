"""Where pages keep the addresses of images that they load late."""

LATE = ("data-src", "data-original", "data-lazy-src", "data-orig-file", "data-full-src")
"""Attributes with one address."""
SETS = ("srcset", "data-srcset", "data-lazy-srcset")
"""Attributes with an address for each of several sizes, the largest last as a rule."""


def largest(several: str) -> str:
    """The last address of a set."""
    return several.rsplit(",", maxsplit=1)[-1].strip().split(" ")[0]
