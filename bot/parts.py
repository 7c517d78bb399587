"""What a turn is given: the message, and all the parts it works with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.indexing import Indexing
from bot.layer.form import Layer
from bot.offline.parser import Parser
from bot.offline.terms import NO_TERMS, Terminology
from bot.ports import Graph, Model, Writer
from bot.reader.reader import Reader
from bot.settings import Settings
from bot.steps.by_text import Texts
from bot.steps.fresh_values import FreshValues
from bot.steps.link import ElementLookup, ValueLookup
from bot.steps.propose_meanings import MeaningProposer
from bot.steps.remember import Shelf
from bot.steps.suggest import Suggestions
from bot.steps.teach import Lesson
from bot.vocabulary import Vocabulary
from guardrails.offer import Offer
from guardrails.scope import Redirect
from memory.conversation import Exchange
from memory.processor import Here, Processors
from memory.schema import LinkedValue, Schema


@dataclass(frozen=True, slots=True)
class Message:
    """What a person sent, in which conversation; `engine` and `flow` win over the settings.

    `overrules` are the values the person chose instead of the ones we linked. `answer_id` is what
    feedback and downloads will name the answer by. `cypher` is a statement of the person's own that
    answers `text`.
    """

    text: str
    thread: str
    user: str
    engine: str | None = None
    flow: str | None = None
    overrules: tuple[LinkedValue, ...] = ()
    answer_id: str | None = None
    cypher: str | None = None


class Exchanges(Protocol):
    """Where earlier turns are kept."""

    async def exchanges(self, thread_id: str, limit: int = 20) -> list[Exchange]:
        """The last exchanges of a thread, oldest first."""
        ...

    async def add_exchange(
        self,
        thread_id: str,
        user: str,
        exchange: Exchange,
        *,
        message: str | None = None,
        graph: str = "",
        fingerprint: str = "",
        engine: str | None = None,
    ) -> None:
        """Remember one exchange; `message` is what feedback on its answer will name."""
        ...


class Conversations(Exchanges, Protocol):
    """Earlier turns, as a turn gets at them."""

    def forget(self, user: str) -> None:
        """Keep nothing of a person in mind, nor to be written later."""
        ...


class Teacher(Protocol):
    """Turns a redirect into words and proven suggestions."""

    async def __call__(self, redirect: Redirect, before: Sequence[str] = ()) -> Lesson:
        """`before` is what each of the redirects just before told of the graph."""
        ...


class Decliner(Protocol):
    """Says which words nobody could read, and what can be asked instead."""

    async def __call__(
        self,
        unread: tuple[str, ...],
        question: str,
        meanings: tuple[Offer, ...] | None = None,
        before: Sequence[str] = (),
    ) -> Lesson:
        """Words and proven suggestions; `meanings` of the one word that is unread.

        `before` is what each of the redirects just before told of the graph.
        """
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """All that a turn works with; `bootstrap` fills it in.

    `reader` reads by what was learned. `writer` writes Cypher in place of `model`, or without one.
    Without `repairs` a draft runs as it was written, without `judges` its rows are taken as they
    come; without `hints` whoever writes is told nothing of what the rules read. `vocabulary` keeps
    what people teach, `meanings` proposes what they may mean. `processors` do the work that takes
    the processor, `fresh` looks names up in the database, and `indexing` tells how far they are
    read. `layer` is what the people of the graph say of it.
    """

    settings: Settings
    graph: Graph
    schema: Schema
    parser: Parser
    values: ValueLookup
    elements: ElementLookup
    model: Model | None
    examples: Shelf
    conversations: Conversations
    suggestions: Suggestions
    teach: Teacher
    decline: Decliner
    instructions: str = ""
    texts: Texts | None = None
    terminology: Terminology = NO_TERMS
    reader: Reader | None = None
    writer: Writer | None = None
    repairs: bool = True
    judges: bool = True
    hints: bool = True
    vocabulary: Vocabulary | None = None
    meanings: MeaningProposer | None = None
    processors: Processors = field(default_factory=Here)
    fresh: FreshValues | None = None
    indexing: Indexing | None = None
    layer: Layer = field(default_factory=Layer)
