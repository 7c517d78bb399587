"""What came of the questions within the one being read: frames come to the same by many ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Set
from dataclasses import dataclass

from bot.offline.frames.asked import Frame
from bot.offline.reading import Parse

# So many words are read as plain questions for one, and no more; of questions that could be
# answered, the most that any took is 267.
_WORDS = 600


@dataclass(frozen=True, slots=True)
class _Read:
    """What came of a question, where frames that `fit` it or one within it were `left` so."""

    fit: frozenset[Frame]
    left: frozenset[Frame]
    parse: Parse


class HeardBefore:
    """Reads each question once, however often frames ask for it, and not more than so much.

    Frames nest, each but once, so a question is asked for with other frames left to read it. That
    makes a difference only by those whose cues are in it, or in one that they ask for in turn.
    """

    def __init__(self, frames: tuple[Frame, ...]) -> None:
        self._frames = frames
        self._cued: dict[str, tuple[Frame, ...]] = {}
        self._plain: dict[Hashable, Parse] = {}
        self._words = 0
        self._reads: dict[Hashable, list[_Read]] = defaultdict(list)
        # Those that fit the questions being read, the outermost first.
        self._fit: list[set[Frame]] = []

    def parsed(self, asked: Hashable, left: Set[Frame], read: Callable[[], Parse]) -> Parse:
        """What came of a question when it was `asked` before with such frames, else what does."""
        before = self._reads[asked]
        found = next((one for one in before if one.fit & left == one.left), None)
        if found is None:
            self._fit.append(set())
            parse = read()
            fit = frozenset(self._fit.pop())
            found = _Read(fit, fit & left, parse)
            before.append(found)
        if self._fit:
            self._fit[-1] |= found.fit
        return found.parse

    def plain(self, question: str, asked: Hashable, read: Callable[[], Parse]) -> Parse:
        """What a question means without any frame."""
        if asked not in self._plain:
            self._words += len(question.split())
            self._plain[asked] = read()
        return self._plain[asked]

    @property
    def enough(self) -> bool:
        """Whether so much was read that there is no end to it: frames ask for nothing more."""
        return self._words > _WORDS

    def fitting(self, question: str, left: Set[Frame]) -> Iterator[Frame]:
        """The frames left whose cues are in a question that is being read, in their order."""
        fit = self._cued.get(question)
        if fit is None:
            lowered = question.lower()
            fit = tuple(frame for frame in self._frames if frame.fits(lowered))
            self._cued[question] = fit
        self._fit[-1].update(fit)
        return (frame for frame in fit if frame in left)
