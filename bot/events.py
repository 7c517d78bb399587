"""What happens in a turn, as typed values: the page, the command line, logs and tests all listen.

A turn emits, in order: `StepStarted`/`StepFinished` around each step, the value events a step
yields, `AnswerToken` while the answer is written, and one `TurnFinished` with the whole outcome.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from memory.conversation import ResultSet
from memory.query import Query
from memory.schema import LinkedValue, Schema

Verdict: TypeAlias = Literal[
    "answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"
]
Engine: TypeAlias = Literal["memory", "offline", "llm", "person"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
StepName: TypeAlias = Literal[
    "rewrite",
    "understand",
    "plan",
    "link",
    "look up",
    "read",
    "route",
    "scope",
    "teach",
    "examples",
    "search",
    "read passages",
    "write",
    "check",
    "run",
    "repair",
    "judge",
    "summarise",
]


@dataclass(frozen=True, slots=True)
class Repair:
    """One change to a draft, explained to the person."""

    name: str
    explanation: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Rows:
    """The result of a statement, as far as it was fetched.

    `rows` are JSON-ready values in the order of `columns` (a node is {"_labels": [...], ...}).
    `row_count` is the size of the whole result; None where counting did not end in time.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    row_count: int | None
    truncated: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """What a turn cost at the model; `money` and its `currency` only where a price is known."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    money: float | None = None
    currency: str | None = None

    def __add__(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            _sum(self.money, other.money),
            self.currency or other.currency,
        )


def _sum(one: float | None, other: float | None) -> float | None:
    if one is None or other is None:
        return other if one is None else one
    return one + other


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing the person can pick: a button where there are buttons, else a numbered line.

    `kind` tells what it does: ask the question, or a capability shown on this graph.
    """

    label: str
    question: str
    kind: Literal["question", "capability"] = "question"


@dataclass(frozen=True, slots=True)
class Verification:
    """Who found that a question has this answer, and when, as in "2026-11-27"."""

    who: str
    when: str


FoundBy: TypeAlias = Literal["graph", "passages", "both"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a document says something: `words` stand in its passage on a `page`.

    `passage` is the database's own identifier of that, "" where it cannot be opened.
    """

    document: str
    words: str
    page: int | None = None
    passage: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that answers, with what says so, and which way it was found.

    `row` is its place among the rows; None where passages alone tell of it. `more` is how many
    sources there are beside those that are shown.
    """

    name: str
    sources: tuple[Source, ...] = ()
    found_by: FoundBy = "graph"
    row: int | None = None
    more: int = 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """How complete an answer from documents can be.

    `documents`, `passages` and `failed` (passages that could not be read) are of the whole graph.
    Of the passages that came in question for this answer, `read` were read by a model and `unread`
    were not; `dropped` are items that it told whose words are not there, `refuted` those of which
    the graph knows otherwise.
    """

    documents: int
    passages: int
    failed: int = 0
    read: int = 0
    unread: int = 0
    dropped: int = 0
    refuted: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that is known at the end of a turn; the keys of `ask --json` are made from it.

    `error` is one sentence where something failed. `understood` is the query tree where the rule
    parser read the question (follow-ups edit it). `not_understood` are words no engine could read.
    `unreachable` says that a part (database, model) was away, `outage` what a model failed with
    where rules answered in its place. `asked_about` is the one word whose
    meaning the person is asked for, `act` what is asked of the program instead of the graph,
    `chart` the kind of chart that is asked for, "" for any.
    `terms` are lines on words that people taught: "talkie = Film
    (you taught me)". `indexing` is how far names and texts were read, 0 to 1 for each,
    where that was not all. `confidence` is how surely it answers the question, 0 to 1, where that
    is known. `sets` are the earlier answers that the statement goes on from. `verified` says who
    vouches for the statement. `asked_which` says that a question that stands alone means several
    things, which are the choices. `taught` is what a redirect told of the graph, None of what is
    none. `others` are questions that this one may mean as well. `export`
    is the form of file that is asked for, "any" for whichever, "md" for that of the conversation;
    `shown` says which part of the answer before is wanted or not, where that is asked.
    `language` is the code of the one that the turn speaks, "" for that of whoever shows it.
    Over documents, `items` are what the rows and the passages tell, each with its sources, `near`
    are passages that may tell more, and `coverage` says how complete that is.
    """

    question: str
    standalone: str | None = None
    verdict: Verdict | None = None
    route: Literal["graph", "text", "both"] | None = None
    slice: Schema | None = None
    linked: tuple[LinkedValue, ...] = ()
    engine: Engine | None = None
    cypher: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    repairs: tuple[Repair, ...] = ()
    result: Rows | None = None
    answer: str | None = None
    reading: str | None = None
    choices: tuple[Choice, ...] = ()
    usage: Usage = Usage()
    ms: dict[str, float] = field(default_factory=dict)
    error: str | None = None
    understood: Query | None = None
    not_understood: tuple[str, ...] = ()
    unreachable: bool = False
    outage: str | None = None
    asked_about: str = ""
    act: str = ""
    chart: str = ""
    terms: tuple[str, ...] = ()
    kept: bool = True
    indexing: dict[str, float] | None = None
    confidence: float | None = None
    sets: tuple[ResultSet, ...] = ()
    verified: Verification | None = None
    asked_which: bool = False
    taught: str | None = None
    others: tuple[Choice, ...] = ()
    export: str = ""
    shown: tuple[Literal["table", "chart"], bool] | None = None
    items: tuple[Item, ...] = ()
    near: tuple[Source, ...] = ()
    coverage: Coverage | None = None
    language: str = ""


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A step begins."""

    step: StepName


@dataclass(frozen=True, slots=True)
class StepFinished:
    """A step ended: what it did in a few words, and its time."""

    step: StepName
    summary: str
    ms: float


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The follow-up as a standalone question."""

    standalone: str


@dataclass(frozen=True, slots=True)
class Linked:
    """The slice of schema and the stored values that the question's words point at."""

    slice: Schema
    linked: tuple[LinkedValue, ...]


@dataclass(frozen=True, slots=True)
class Drafted:
    """Cypher that is about to run, who wrote it, and its reading."""

    cypher: str
    parameters: dict[str, Any]
    engine: Engine
    reading: str | None


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence the person should see now (the model is down, we are waiting...)."""

    text: str


@dataclass(frozen=True, slots=True)
class AnswerToken:
    """The next piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The turn is over."""

    outcome: Outcome


Event: TypeAlias = (
    StepStarted | StepFinished | Rewritten | Linked | Drafted | Notice | AnswerToken | TurnFinished
)
Listener: TypeAlias = Callable[[Event], Awaitable[None]]
