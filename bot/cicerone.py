"""Cicerone as its channels see it: ask, export, like, and what to greet with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.asking import asking_as
from bot.errors import StatementRefused
from bot.events import Choice, Listener, Outcome, Rows, Source
from bot.layer.form import Layer
from bot.looks import Looks
from bot.own_memory import OwnMemory
from bot.parts import Message, Parts
from bot.ports import Graph, Model, Writer
from bot.render.picture import elements_in
from bot.settings import Settings
from bot.shelf import Shelf
from bot.steps.link import link
from bot.steps.neighbours import Chosen, Shown, named_by, neighbours
from bot.steps.route import route
from bot.steps.rows_again import rows_again
from bot.steps.show_passage import ShownPassage, show_passage
from bot.steps.sources import Lookup, mentions_of
from bot.steps.suggest import Suggestions
from bot.turn import turn
from guardrails.drawn import pattern_drawn
from guardrails.portrait import kinds
from guardrails.statement import Refused, check_statement
from memory.catalogue import say
from memory.conversation import Exchange
from memory.documents import has_documents, mentioned
from memory.processor import apart, processor
from memory.schema import LinkedValue, Schema
from memory.value_record import left_out_text
from memory.values import ValueIndex

if TYPE_CHECKING:  # SQLAlchemy takes a second to import; `ask` does without
    from memory.own_pairs import OwnPairs
    from memory.store import Store


_MOST_LIKE = 12


class Cicerone:
    """One graph, ready to be asked. `store` is None where nothing outlives the process."""

    def __init__(
        self,
        parts: Parts,
        suggestions: Suggestions,
        shelf: Shelf,
        store: Store | None,
        values: ValueIndex,
        outdated: Callable[[], bool] = lambda: False,
        looks: Looks | None = None,
    ) -> None:
        self._parts = parts
        self._values = values
        self._outdated = outdated
        self._looks = looks
        self._suggestions = suggestions
        self._shelf = shelf
        self.store = store
        self._starters: list[Choice] | None = None
        self._questions: dict[str, list[str]] = {}

    @property
    def settings(self) -> Settings:
        """The settings it was opened with."""
        return self._parts.settings

    @property
    def graph(self) -> Graph:
        """The graph it asks."""
        return self._parts.graph

    @property
    def schema(self) -> Schema:
        """The graph's schema."""
        return self._parts.schema

    @property
    def layer(self) -> Layer:
        """What the people of the graph say of it, in its own file."""
        return self._parts.layer

    @property
    def model_name(self) -> str | None:
        """The language model's name, or None where there is none."""
        model = self._parts.model or self._parts.writer
        return model.name if model else None

    def with_model(self, model: Model, writer: Writer | None = None) -> Cicerone:
        """The same with another language model; graph and indexes are shared."""
        return self.changed(lambda parts: replace(parts, model=model, writer=writer))

    def changed(self, change: Callable[[Parts], Parts]) -> Cicerone:
        """The same with other parts; what is shared stays open."""
        parts = change(self._parts)
        shared = (self._suggestions, self._shelf, self.store, self._values)
        return Cicerone(parts, *shared, self._outdated, self._looks)

    def outdated(self) -> bool:
        """Whether the graph was replaced since; it costs no query."""
        return self._outdated()

    @property
    def behind(self) -> bool:
        """Whether a look at the database found it changed; looks where that is due, beside."""
        if self._looks is None:
            return False
        self._looks.due()
        return self._looks.behind

    async def looked(self, seconds: float) -> None:
        """Wait a little for the look at the database that is under way."""
        if self._looks is not None:
            await self._looks.wait(seconds)

    async def ask(self, message: Message, listener: Listener) -> Outcome:
        """Answer one message; never raises but for cancellation."""
        return await turn(message, self._parts, listener)

    async def starters(self) -> list[Choice]:
        """Questions to begin with, proven to return rows."""
        if self._starters is None:
            processor.set(self._parts.processors.of(""))
            if self._parts.indexing is not None:
                await self._parts.indexing.soon()
            self._starters = await self._suggestions.starters()
        return self._starters

    @property
    def indexing(self) -> dict[str, float]:
        """How far names and texts are read, 0 to 1 for each; empty once they are."""
        return self._parts.indexing.shares() if self._parts.indexing is not None else {}

    def reading(self) -> str:
        """What is being read of the graph and how far, in one sentence; "" once it all is."""
        indexing = self._parts.indexing
        return indexing.sentence() if indexing is not None else ""

    async def left_out(self) -> str:
        """What the index of names lacks, in one sentence; often ""."""
        record = await self._values.record()
        return left_out_text(record.left_out) if record is not None else ""

    async def greeting(self) -> str:
        """What this graph holds, and which of its names are not indexed."""
        if not self.schema.labels:
            return say("The graph {name} is empty.", name=self.settings.graph_name)
        lacks = left_out_text(await self._values.missed())
        knows = say("This graph knows {kinds}.", kinds=kinds(self.schema))
        return " ".join(filter(None, (self.layer.portrait, knows, lacks)))

    async def export(
        self, cypher: str, parameters: Mapping[str, Any], user: str | None = None
    ) -> AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]:
        """Every row of an answer, up to CICERONE_MAX_EXPORT; the statement is checked again.

        Raises:
            StatementRefused: it may not run any longer: CICERONE_HIDE has changed since.
            GraphError: the graph fails.
        """
        self._as_asked_by(user)
        verdict = await check_statement(cypher, parameters, self.schema)
        if isinstance(verdict, Refused):
            raise StatementRefused(verdict.reason)
        limit = self.settings.max_export
        async for item in self.graph.stream(cypher, parameters, max_rows=limit):
            yield item

    async def rows_again(self, exchange: Exchange, user: str | None = None) -> Rows:
        """The first rows of an earlier answer, fetched anew.

        Raises:
            StatementRefused: its statement may not run any longer: CICERONE_HIDE has changed since.
            GraphError: the graph fails.
        """
        self._as_asked_by(user)
        return await rows_again(exchange, self.schema, self.graph)

    async def drawn(self, cypher: str, parameters: Mapping[str, Any], user: str) -> Shown:
        """The nodes and relationships that the rows of an answer come from, within the usual caps.

        Raises:
            StatementRefused: no picture can be made of it, or it may not run.
            GraphError: the graph fails.
        """
        self._as_asked_by(user)
        by_id = bool(self.schema.hidden)
        drawn = pattern_drawn(cypher, by_id=by_id)
        if drawn is None:
            raise StatementRefused(say("No picture can be drawn of this answer."))
        verdict = await check_statement(drawn.cypher, parameters, self.schema)
        if isinstance(verdict, Refused):
            raise StatementRefused(verdict.reason)
        found = await self.graph.run(verdict.cypher, parameters)
        if not by_id:
            return Shown(tuple(elements_in(found.rows)), found.truncated)
        ids = dict.fromkeys(one for row in found.rows for ids in row for one in _listed(ids))
        shown = await named_by(ids, self.graph, self.schema)
        return replace(shown, cut=shown.cut or found.truncated)

    async def neighbours(self, chosen: Chosen, user: str, *, passages: bool = False) -> Shown:
        """What some nodes are joined with, a few of each kind, or the `passages` that name them.

        Raises:
            StatementRefused: such nodes may not be looked at, or are none of this graph.
            GraphError: the graph fails.
        """
        self._as_asked_by(user)
        return await neighbours(chosen, self.graph, self.schema, passages=passages)

    async def passage(self, id: str, words: str, user: str) -> ShownPassage:
        """A passage of a document, with these words of it marked.

        Raises:
            StatementRefused: there is none, or it may not be seen.
            GraphError: the graph fails.
        """
        self._as_asked_by(user)
        return await show_passage(id, words, Lookup(self.graph, self.schema))

    async def sources_of(self, id: str, labels: Sequence[str], user: str) -> tuple[Source, ...]:
        """Every sentence of the documents that names a node.

        Raises:
            StatementRefused: they may not be seen.
            GraphError: the graph fails.
        """
        self._as_asked_by(user)
        known = sorted(mentioned(self.schema) & set(labels)) if has_documents(self.schema) else []
        found = await mentions_of([id], known, Lookup(self.graph, self.schema))
        return found[id].sources if id in found else ()

    async def values_like(self, text: str, user: str) -> list[LinkedValue]:
        """Stored values that hold a text or are written like it, the nearest first, a few at most.

        Raises:
            StoreError: the index fails.
            GraphError: the graph fails.
        """
        self._as_asked_by(user)
        found = [
            LinkedValue(text, label, name, value, 0, len(text), count=count)
            for label, name, value, count in await self._values.like(text, _MOST_LIKE)
            if label in self.schema.labels and name in self.schema.labels[label].properties
        ]
        # The index is everybody's; where people may see different things, the database says what.
        fresh = self._parts.fresh if self.settings.impersonate else None
        gone = await fresh.unseen(found) if fresh is not None else ()
        return [one for one in found if one not in gone]

    async def reads_without(self, question: str, start: int, end: int, user: str) -> bool:
        """Whether a question can be answered where these words of it are no name.

        Raises:
            CiceroneError: the indexes fail.
        """
        self._as_asked_by(user)
        parts = self._parts
        if parts.model is not None or parts.writer is not None:
            return True
        none = LinkedValue(question[start:end], "", "", "", start, end, method="chosen")
        given = (question, parts.schema, parts.values, parts.elements)
        tokens = parts.settings.schema_tokens
        linked = (await link(*given, schema_tokens=tokens, overrules=[none])).linked
        parse = await apart(parts.parser.parse, question, linked)
        if parse.readings:
            return True
        return (
            await route(question, linked, None, parse.unread, parts.parser, parts.texts) is not None
        )

    async def questions_about(self, label: str, user: str) -> list[str]:
        """Three questions about a label at most, proven to return rows; none of one unknown."""
        self._as_asked_by(user)
        if label not in self.schema.labels:
            return []
        if label not in self._questions:
            self._questions[label] = await self._suggestions.questions_about(label)
        return self._questions[label]

    @property
    def own_pairs(self) -> OwnPairs | None:
        """The pairs of all people; None where nothing outlives the process."""
        return self._shelf.own

    def own_memory(self, user: str) -> OwnMemory:
        """What is remembered of a person on this graph, who asks for it."""
        self._as_asked_by(user)
        return OwnMemory(user, self._parts, self._shelf)

    def _as_asked_by(self, user: str | None) -> None:
        asking_as.set(user)
        processor.set(self._parts.processors.of(user or ""))

    async def indexed_values(self) -> int:
        """How many stored values can be linked."""
        return await self._values.count()

    async def indexed_texts(self) -> int:
        """How many passages of texts are searched."""
        texts = self._parts.texts
        return await texts.passages.count() if texts is not None else 0

    async def made_examples(self) -> int:
        """How many examples were made from the schema; waits until they are."""
        return await self._shelf.made()

    async def like(self, user: str, outcome: Outcome, positive: bool, why: str = "") -> bool:
        """Keep (or drop) the pair of question and Cypher that this person found right (or not).

        Args:
            user: Identifier of the person.
            outcome: What answered.
            positive: Whether they found it right.
            why: What a lesson made of it says of where it comes from.

        Returns:
            Whether it is a lesson, too, which waits for review.
        """
        return await self._shelf.like(user, outcome, positive, why)


def _listed(ids: Any) -> list[str]:
    return [one for one in (ids if isinstance(ids, list) else [ids]) if isinstance(one, str)]
