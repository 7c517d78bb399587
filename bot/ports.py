"""What the turn needs from outside, as small protocols; `bootstrap` wires what is behind."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, get_args

from bot.events import Rows, Usage
from memory.schema import LinkedValue, Schema
from memory.values import StoredValue


class Graph(Protocol):
    """A property graph that can only be read through this port.

    Every method raises the members of `GraphError`. `parameters` are Cypher parameters; `seconds`
    is the time limit of the statement (None: the configured one).
    """

    async def run(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        max_rows: int | None = None,
        seconds: float | None = None,
    ) -> Rows:
        """The first rows within the row and byte caps; `row_count` is None where rows were left."""
        ...

    def stream(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        max_rows: int | None = None,
        seconds: float | None = None,
    ) -> AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]:
        """(columns, row) one by one, never holding the result; for exports."""
        ...

    async def count(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float | None = None,
    ) -> int | None:
        """The number of rows of the whole statement, or None if the time ran out."""
        ...

    async def schema(self, *, refresh: bool = False) -> Schema:
        """The introspected schema, cached."""
        ...

    async def close(self) -> None:
        """Let go of the connections."""
        ...


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a look-up of names in the database found: (label, property, value, number of nodes).

    `complete` says that every place where names are kept was looked at, `scanned` that this took
    more than an index.
    """

    values: Sequence[StoredValue] = ()
    complete: bool = True
    scanned: bool = False


class Names(Protocol):
    """Looks names up in the database itself, for a second at most; never raises."""

    async def find(self, names: Sequence[str]) -> LookedUp:
        """The stored values that are one of the names, whatever the case of letters."""
        ...

    async def gone(self, links: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
        """Those that no node holds any more; what cannot be told in time is taken to be there."""
        ...


@dataclass(frozen=True, slots=True)
class PastTurn:
    """An earlier turn as a model may see it: never its rows.

    `asked` is the question as it was typed: the standalone one may name what an answer told.
    `name` is that of its answer as a set, `names` what its first rows name, `kind` the label and
    property that these are of, `ids_name` the parameter of their element ids, where others may have
    these names.
    """

    standalone: str
    columns: tuple[str, ...] = ()
    row_count: int | None = None
    asked: str = ""
    name: str = ""
    names: tuple[str, ...] = ()
    kind: str = ""
    ids_name: str = ""


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """What a writer gets to see.

    `readings` are (reading, Cypher, how surely) of the reader, several where it cannot decide; how
    surely is 0 to 1, None where that was not counted. `firm` says that there is one, and that it is
    likely right. `ways` are patterns between what the question names; `mistakes` (question, draft
    that failed, why) of questions like this one. `part` is (words left out, reading, Cypher) of
    what the rules read of a question that they decline. `sets` are earlier answers that it goes on
    from. `temperature` is how freely a model writes, where several drafts are wanted.
    """

    question: str
    slice: Schema
    linked: Sequence[LinkedValue] = ()
    examples: Sequence[tuple[str, str]] = ()
    terminology: str = ""
    readings: Sequence[tuple[str, str, float | None]] = ()
    mistakes: Sequence[tuple[str, str, str]] = ()
    ways: Sequence[str] = ()
    part: tuple[str, str, str] | None = None
    sets: Sequence[PastTurn] = ()
    temperature: float | None = None
    firm: bool = False

    @property
    def drafts(self) -> tuple[str, ...]:
        """The one draft to go by: the reading, or what is read of most of the question."""
        if self.part is not None:
            return (self.part[2],)
        return (self.readings[0][1],) if self.firm else ()


Matter: TypeAlias = Literal["standalone", "sets", "verdict", "language", "route", "cypher"]
MATTERS: tuple[Matter, ...] = get_args(Matter)
"""What can be left open of a message, in the order in which it is asked."""


@dataclass(frozen=True, slots=True)
class UnderstandRequest:
    """A message of which rules left `open` what it means, whether it is for this graph, and so on.

    Nothing else is asked of the model. `write` is what it is to see where it writes the query, too.
    """

    question: str
    history: Sequence[PastTurn]
    slice: Schema
    open: Sequence[Matter] = MATTERS
    write: WriteRequest | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A step of a model with tools: the tool, its argument, and what came of it.

    Without a tool it has done. `problem` is what speaks against the rows of a query, or why there
    are none.
    """

    tool: str
    argument: str
    rows: Rows | None = None
    slice: Schema | None = None
    linked: tuple[LinkedValue, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ExploreRequest:
    """A question, and the steps that were taken for it; the `last` one has to be a query."""

    write: WriteRequest
    seen: tuple[Seen, ...] = ()
    last: bool = False


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A question that may need several queries, one after the other."""

    question: str
    slice: Schema


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """A query that ran, and why rules doubt that it answers the question."""

    question: str
    cypher: str
    doubt: str
    slice: Schema


@dataclass(frozen=True, slots=True)
class Opinion:
    """Whether a query answers a question, and what it leaves out where not."""

    answers: bool
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Understanding:
    """The model's reply to that, already checked for form.

    What was not open is as for a message that is taken as it stands: in English, and answerable
    from the graph. `language` is the English name of the asker's language. `about` are the words of
    `standalone` that say what long texts (a synopsis, a description) should be about, where `route`
    says that these answer it, or a part of it. `sets` are the names of the earlier answers that it
    goes on from. `cypher` is the query, where it was asked for as well.
    """

    standalone: str
    verdict: Literal[
        "answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"
    ]
    language: str = "English"
    route: Literal["graph", "text", "both"] = "graph"
    about: str = ""
    sets: tuple[str, ...] = ()
    cypher: str = ""


@dataclass(frozen=True, slots=True)
class SummariseRequest:
    """What the summary is made of: `rows` as far as they fit, `figures` of all of them.

    `quotes` are sentences of documents that say so, each with what it is about.
    """

    question: str
    cypher: str
    rows: Rows
    language: str = "English"
    figures: str = ""
    quotes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Extract:
    """A passage as it is sent: its text, and what stands above that."""

    text: str
    document: str
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeekRequest:
    """A question, and passages that may tell what answers it; `kind` is what it asks for."""

    question: str
    kind: str
    extracts: tuple[Extract, ...]


@dataclass(frozen=True, slots=True)
class Sought:
    """Something that a model found: the place of its passage, its name, the words that say so."""

    place: int
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Shown:
    """How many of the rows the answer is written from; the others did not fit into its prompt."""

    rows: int


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a turn can wait for a model, and whom to tell that it waits.

    `ends` is a time of the running event loop (`loop.time()`). `spent` is what the turn has cost.
    """

    ends: float
    tell: Callable[[str], Awaitable[None]]
    spent: Callable[[], Usage] = Usage


patience: ContextVar[Patience | None] = ContextVar("patience", default=None)
"""Set by the turn under way; a model keeps to it. None outside a turn."""


class Writer(Protocol):
    """What writes Cypher. Every method raises the members of `ModelError`."""

    name: str

    async def write(self, request: WriteRequest) -> tuple[str, Usage]:
        """Cypher for a question: bare, without fences, prose or semicolon."""
        ...

    async def correct(
        self, request: WriteRequest, draft: str, problem: str
    ) -> tuple[str, Usage] | None:
        """Cypher again, after `problem` with `draft`; None from a writer that mends nothing."""
        ...


class Explorer(Protocol):
    """A model that takes tools. It raises the members of `ModelError`."""

    async def explore(self, request: ExploreRequest) -> tuple[Seen, Usage]:
        """The next step, not yet taken."""
        ...


class Model(Writer, Explorer, Protocol):
    """A language model. Every method raises the members of `ModelError`."""

    async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
        """What is open of a message: its standalone question, verdict, language, route."""
        ...

    async def plan(self, request: PlanRequest) -> tuple[tuple[str, ...], Usage]:
        """At most three questions, each with {1} for what the first found; one where one does."""
        ...

    async def judge(self, request: JudgeRequest) -> tuple[Opinion, Usage]:
        """Whether a query answers a question where rules cannot tell."""
        ...

    async def seek(self, request: SeekRequest) -> tuple[tuple[Sought, ...], Usage]:
        """What passages name that answers a question, before anything of it is believed."""
        ...

    def summarise(self, request: SummariseRequest) -> AsyncIterator[str | Shown | Usage]:
        """The answer in pieces; the first item says what it is made of, the last what it cost."""
        ...
