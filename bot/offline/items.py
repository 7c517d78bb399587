"""What a stretch of a question can be: the pieces that the constructions put together.

`start` and `end` are token positions; `cost` is what believing this piece costs (0 is certain).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

from bot.stored.amounts import Moment, Number
from bot.stored.kept import Kept
from memory.schema import LinkedValue


@dataclass(frozen=True, slots=True)
class Item:
    """Any piece."""

    start: int
    end: int
    cost: float


@dataclass(frozen=True, slots=True)
class Skip(Item):
    """Words that say nothing about the data."""


@dataclass(frozen=True, slots=True)
class Function(Item):
    """A word that steers the reading: its `role` is a list of phrases.toml, `word` its form."""

    role: str
    word: str


@dataclass(frozen=True, slots=True)
class Noun(Item):
    """A word for nodes of a label; `modifies` the noun that follows it: a vehicle crime."""

    label: str
    plural: bool
    modifies: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A property that a word can mean; `owner` is a label or a relationship type.

    What is meant may be that many `times` another property of the same owner: revenue.
    """

    owner: str
    property: str
    of_relationship: bool
    cost: float
    times: str = ""


@dataclass(frozen=True, slots=True)
class PropertyWord(Item):
    """A word for a property of one of several owners; what it is comes next where `tested`."""

    candidates: tuple[Candidate, ...]
    plural: bool
    verbal: bool = False
    tested: bool = False


@dataclass(frozen=True, slots=True)
class Known(Item):
    """That something has a property; or, where not `there`, that it hasn't.

    Where it is said to be in what that names it is what was named last (`near`).
    """

    word: PropertyWord
    there: bool = True
    near: bool = False


@dataclass(frozen=True, slots=True)
class Flag(Item):
    """An adjective that a boolean property holds; `whole` with its noun: a public status."""

    candidates: tuple[Candidate, ...]
    value: bool
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Stated(Item):
    """A state that a property tells: by being missing or there, by being 0 (=) or more (>)."""

    candidates: tuple[Candidate, ...]
    operator: str


@dataclass(frozen=True, slots=True)
class Verb(Item):
    """A word for a relationship; `types` with costs; `voice` is active, passive or either.

    A `finite` one is what its subject does: live, not living; behind "and" its form may tell
    the `number` of those who do: one, many.
    `kept` is the value that its relationship must keep: directed, where director is a job.
    """

    types: tuple[tuple[str, float], ...]
    voice: str
    empty: bool = False
    kept: Kept | None = None
    finite: bool = False
    number: str = ""


@dataclass(frozen=True, slots=True)
class Undone(Item):
    """A word that denies a relationship of what it describes: unanswered questions.

    What is empty has nothing `inside`, though it may be in something itself.
    """

    types: tuple[tuple[str, float], ...]
    inside: bool = False


@dataclass(frozen=True, slots=True)
class RoleNoun(Item):
    """A noun for one end of a relationship: director (start), subsidiary (end).

    `complement` says that whose it is follows: the house of someone. `kept` is the value that the
    relationship must keep: the directors, where that is a job. It is the `predicate` of someone
    named before: of which firms is X a director.
    """

    types: tuple[tuple[str, str, float], ...]
    plural: bool
    complement: bool = False
    kept: Kept | None = None
    predicate: bool = False


@dataclass(frozen=True, slots=True)
class KeptValue(Item):
    """A value that a relationship keeps."""

    kept: Kept


@dataclass(frozen=True, slots=True)
class Value(Item):
    """A stored value; `each` where it holds beside the one before it: both X and Y.

    `family` is the last name that stands behind a first name. `kept_by` are the labels of which a
    property, no name, keeps the same words: customers and orders of one country.
    """

    link: LinkedValue
    quoted: bool = False
    each: bool = False
    family: LinkedValue | None = None
    kept_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Text(Item):
    """A quoted string that may not be stored."""

    text: str


@dataclass(frozen=True, slots=True)
class Amount(Item):
    """A bare number or moment; a noun that it can only describe may follow: 2001 vehicles."""

    amount: Number | Moment
    fronts: bool = False


@dataclass(frozen=True, slots=True)
class Twice(Item):
    """Two values or amounts in one place; `how` is both, neither, or but_not: A but not B."""

    first: Value | Amount
    second: Value | Amount
    how: str


# What a comparison measures that counts: rated more than five times.
TIMES = ("#times",)


@dataclass(frozen=True, slots=True)
class Compare(Item):
    """A comparison with an amount, or with what comes next where `amount` is None.

    `operator` is = < <= > >= or, of moments, after, before, since, until; `upper` closes a range.
    What comes next counts `factor` times: more than twice the budget. So many are `counted` where
    a noun comes right behind: over 5 reviews.
    """

    operator: str
    amount: Number | Moment | None
    upper: Number | Moment | None = None
    measures: tuple[str, ...] = ()
    factor: int | float = 1
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Versus(Item):
    """A comparison that names its property: a higher salary than; `factor` as in `Compare`."""

    operator: str
    word: PropertyWord
    factor: int | float = 1


@dataclass(frozen=True, slots=True)
class Superlative(Item):
    """Ranks by one of `measures` (* is the property named beside it); `fronts` before a noun."""

    measures: tuple[str, ...]
    descending: bool
    fronts: bool = False


@dataclass(frozen=True, slots=True)
class InOrder(Item):
    """An order said aside, by what the words measure (#name is the name) or by a property."""

    measures: tuple[str, ...]
    descending: bool
    word: PropertyWord | None = None


@dataclass(frozen=True, slots=True)
class Along(Item):
    """A second thing asked at the end: a property, who did something, or else when.

    With `that` it is what was said to be there: used to have another name, and what was it. There
    may be `more` properties: with their price and weight.
    """

    word: PropertyWord | None = None
    verb: Verb | None = None
    that: bool = False
    more: tuple[PropertyWord, ...] = ()


@dataclass(frozen=True, slots=True)
class WhichOne(Item):
    """Which one of what was spoken of is asked at the end, of a `label` if any, or `who` it is."""

    label: str = ""
    who: bool = False


@dataclass(frozen=True, slots=True)
class Reckoned(Item):
    """Two properties reckoned together: the sum of budget and revenue, revenue per employee.

    A difference is a distance, but `signed` where the first is meant to be the larger: profit is
    revenue less budget.
    """

    first: PropertyWord
    second: PropertyWord
    operator: OneOf["+", "-", "*", "/"] = "-"
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Limit(Item):
    """At most so many; `top` where the words rank (top, best) rather than just count.

    With `bottom` they rank from the other end: the bottom five, the worst three. The `first` to
    do something did it before the others.
    """

    size: int
    top: bool
    bottom: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class Aggregation(Item):
    """avg, sum, min or max of what follows."""

    function: str


@dataclass(frozen=True, slots=True)
class Match(Item):
    """A test on a text: CONTAINS, STARTS WITH or ENDS WITH."""

    operator: str
    text: str
