"""What stretches of a message point at: names, stored values, figures, superlatives, operators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from bot.reader.lexicon import Ranking
from bot.reader.names import Element, How
from bot.reader.words import Number as Figure
from bot.reader.words import Token
from bot.stored.amounts import Moment, Number
from bot.words.units import Unit
from memory.schema import LinkedValue


def mask_of(start: int, end: int) -> int:
    """Return the bits of tokens `start` to `end` (not included)."""
    return (1 << end) - (1 << start)


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that may name an element; `how` is as in `Match`, or *people* for who and everybody."""

    start: int
    end: int
    element: Element
    score: float
    how: How | str

    @property
    def mask(self) -> int:
        """Return the tokens it stands on."""
        return mask_of(self.start, self.end)

    @property
    def sure(self) -> bool:
        """Return whether letters, not only vectors, speak for it."""
        return self.how != "vector"


@dataclass(frozen=True, slots=True)
class Role:
    """A noun for whoever plays a part in a relationship: directors; `forward` at its start."""

    start: int
    end: int
    type: str
    forward: bool
    score: float
    how: str

    @property
    def mask(self) -> int:
        """Return the tokens it stands on."""
        return mask_of(self.start, self.end)


@dataclass(frozen=True, slots=True)
class ValueAnchor:
    """Words that may stand for stored values, which compete."""

    start: int
    end: int
    links: tuple[LinkedValue, ...]
    quoted: bool
    capital: bool

    @property
    def mask(self) -> int:
        """Return the tokens it stands on."""
        return mask_of(self.start, self.end)


@dataclass(frozen=True, slots=True)
class NumberAnchor:
    """A figure with the words that say how it compares; `upper` ends a range.

    `kind` is number, year or date; a date's value is a `date`. `month` restricts a year to one, or
    to `months` from there on: a quarter.
    `mask` has the operator's words, `core` only the figure's.
    """

    start: int
    end: int
    value: Figure | date
    kind: str
    operator: str | None
    core: int
    mask: int
    cue: str = ""
    upper: Figure | date | None = None
    measures: tuple[str, ...] = ()
    decade: bool = False
    month: int | None = None
    percent: bool = False
    seconds: int = 0
    months: int = 1
    unit: Unit | None = None

    @property
    def amounts(self) -> tuple[Number | Moment, Number | Moment | None]:
        """Return what it is as something to compare with, and the end of a range."""
        upper = self.upper
        return self._amount(self.value), None if upper is None else self._amount(upper)

    def _amount(self, value: Figure | date) -> Number | Moment:
        if isinstance(value, date):
            return Moment(value, value + timedelta(days=1))
        if self.kind != "year":
            return Number(value, self.measures, self.seconds, self.unit)
        year = int(value)
        if self.month is not None:
            after = self.month + self.months - 1
            following = date(year + after // 12, after % 12 + 1, 1)
            return Moment(date(year, self.month, 1), following)
        return Moment(date(year, 1, 1), date(year + (10 if self.decade else 1), 1, 1))


@dataclass(frozen=True, slots=True)
class RankAnchor:
    """A superlative."""

    start: int
    end: int
    word: str
    ranking: Ranking
    of_two: bool = False

    @property
    def mask(self) -> int:
        """Return the tokens it stands on."""
        return mask_of(self.start, self.end)


@dataclass(slots=True)
class Anchors:
    """All that the words of one message may point at.

    It `begins` behind what is said beforehand: back to the list.
    """

    message: str
    tokens: tuple[Token, ...]
    forms: tuple[str, ...]
    mentions: list[Mention] = field(default_factory=list)
    roles: list[Role] = field(default_factory=list)
    values: list[ValueAnchor] = field(default_factory=list)
    numbers: list[NumberAnchor] = field(default_factory=list)
    ranks: list[RankAnchor] = field(default_factory=list)
    aggregates: list[tuple[int, str]] = field(default_factory=list)
    countings: list[tuple[int, int]] = field(default_factory=list)
    shares: list[tuple[int, int]] = field(default_factory=list)
    depths: list[tuple[int, int]] = field(default_factory=list)
    negations: list[int] = field(default_factory=list)
    groupings: list[int] = field(default_factory=list)
    onlys: list[int] = field(default_factory=list)
    lasting: list[tuple[int, int]] = field(default_factory=list)
    sames: list[int] = field(default_factory=list)
    removals: list[int] = field(default_factory=list)
    denied: set[tuple[int, Element]] = field(default_factory=set)
    of_type: Mapping[str, list[Mention]] = field(default_factory=dict)
    of_property: Mapping[tuple[str, str], list[Mention]] = field(default_factory=dict)
    named: list[float] = field(default_factory=list)
    opening: str = "other"
    begins: int = 0

    @property
    def lower(self) -> bool:
        """Return whether the message is typed without capitals."""
        return self.message.islower()

    def before(self, position: int, count: int = 3) -> tuple[str, ...]:
        """Return the words that stand before a position."""
        return self.forms[max(0, position - count) : position]
