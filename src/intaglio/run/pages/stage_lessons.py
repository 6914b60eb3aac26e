"""What pages teach a further stage of their template: the first so many of them, in their order.

Pages are worked on side by side. Whether a page is to teach depends only on the pages before it; one that is not to
teach waits until those that are have done so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class TemplateLessons:
    """The lessons of one template, known and to come."""

    known: list[bytes]
    """Those that the store has."""
    most: int
    """How many there are to be."""
    _taught: list[bytes | None] = field(default_factory=list)
    """Those of this run, by the order of the pages; None: nothing came of it."""
    _open: set[int] = field(default_factory=set)
    """Numbers of those that are not known yet."""

    @property
    def lessons(self) -> list[bytes]:
        """All that are known, in the order of the pages."""
        return [*self.known, *(lesson for lesson in self._taught if lesson is not None)]

    @property
    def decided(self) -> bool:
        """Whether it can be told if the next page is to teach."""
        there = len(self.known) + sum(lesson is not None for lesson in self._taught)
        return not self._open or there + len(self._open) < self.most

    @property
    def wanted(self) -> bool:
        """Whether the next page is to teach; to be asked when that is decided."""
        return len(self.lessons) + len(self._open) < self.most

    def expect(self) -> int:
        """Make the next page teach; gives the number to hand its lesson in under."""
        self._taught.append(None)
        self._open.add(len(self._taught) - 1)
        return len(self._taught) - 1

    def teach(self, number: int, lesson: bytes | None) -> None:
        """Hand in a lesson, or that there is none."""
        self._open.discard(number)
        self._taught[number] = lesson

    def place(self, number: int) -> int:
        """The place of a lesson among all; to be asked when those of the pages before are known."""
        return len(self.known) + sum(lesson is not None for lesson in self._taught[:number])


@dataclass(frozen=True, slots=True)
class NewLesson:
    """A lesson to be kept."""

    lesson: bytes
    number: int
    of: TemplateLessons | None = None
    """Those that the number is of; None: it is the place itself."""

    @property
    def place(self) -> int:
        """Where it is kept among the template's lessons."""
        return self.number if self.of is None else self.of.place(self.number)


def fixed_lessons(lessons: Sequence[tuple[int, bytes]]) -> list[NewLesson]:
    """Lessons whose places are known."""
    return [NewLesson(lesson, place) for place, lesson in lessons]
