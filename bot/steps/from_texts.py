"""A question that texts answer, alone or with the graph: recognised, searched, run, and told."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import StatementFailed, StatementRefused, StatementTimeout, StoreError
from bot.events import Linked
from bot.offline.parser import Parser
from bot.ports import Graph, Understanding
from bot.steps.answer import Answering
from bot.steps.by_text import ByText, Texts
from bot.steps.execute import Execution
from bot.steps.held import held
from bot.steps.progress import Progress
from bot.steps.read import Read
from bot.steps.route import (
    instead_of_values,
    instead_of_words,
    may_be_text,
    named_by_model,
    route,
)
from bot.steps.similar import Similar, in_order, similar
from bot.steps.tell_passages import nothing_near, tell_passages
from bot.steps.write import Draft
from bot.steps.written_words import written_words
from memory.catalogue import marked, say
from memory.passages_index import Near
from memory.processor import apart

_NO_SUCH_WORDS = marked(
    "Nothing in the graph has these very words; this is the nearest in meaning."
)
_NOT_TOGETHER = marked(
    "Nothing in the graph is joined to all of that; this is the nearest in meaning."
)


@dataclass(frozen=True, slots=True)
class FromTexts:
    """Answers the questions of one turn from texts; without `texts` it answers none."""

    texts: Texts | None
    parser: Parser
    graph: Graph
    progress: Progress

    async def part(
        self, linked: Linked, parse: Read, understood: Understanding | None = None
    ) -> ByText | None:
        """The part of the question that texts answer; None where all of it is the graph's."""
        question, texts, links = parse.standalone, self.texts, linked.linked
        if not may_be_text(question, parse.unread, texts):
            return None
        async with self.progress.stage.step("route") as said:
            try:
                part = await route(
                    question,
                    links,
                    parse.reading,
                    parse.unread,
                    self.parser,
                    texts,
                    parse.schema_words,
                )
            except StoreError as error:
                await self.progress.tell(
                    say("{problem} Going on without the texts.", problem=error)
                )
                return None
            if part is None and understood is not None and understood.route != "graph":
                given = (question, understood.about, links, self.parser, texts and texts.places)
                part = await apart(named_by_model, *given, understood.route == "both")
            said.summary = part.route if part is not None else "graph"
        return part

    async def near(self, part: ByText) -> tuple[Near, ...]:
        """The nodes that a part is about, best first; none where the index fails: it is said."""
        try:
            return (await self._search(part)).near
        except StoreError as error:
            await self.progress.tell(say("{problem} Going on without the texts.", problem=error))
            return ()

    async def answer(
        self,
        part: ByText,
        execution: Execution,
        answering: Answering,
        *,
        else_graph: bool = False,
        lead: str = "",
    ) -> bool:
        """Whether texts answer.

        Args:
            part: what they are searched for.
            execution: runs the query over what was found.
            answering: tells the rows.
            else_graph: somebody may still find it in the graph, so that nothing is said of texts
                that come to nothing.
            lead: a sentence that comes first.

        Raises:
            GraphError: the graph fails.
        """
        try:
            found = await self._search(part)
        except StoreError as error:
            await self.progress.tell(say("{problem} Going on without the texts.", problem=error))
            return False
        if found.draft is None or found.draft.query is None:
            if not else_graph:
                self.progress.note(route=part.route)
                await self.progress.say(nothing_near(part))
            return not else_graph
        if lead and answering.model is not None:
            # Whoever writes the answer may leave it out.
            await self.progress.tell(lead)
            lead = ""
        best = await execution.best(found.draft, _never, 0)
        rows, draft = best.result()
        rows = in_order(part, rows, found.draft.query, found.near)
        self.progress.note(
            route=part.route, linked=part.used, result=rows, reading=found.draft.reading
        )
        told = tell_passages(part, rows, found.draft.query, found.near, seen=found.seen)
        await answering.answer(draft, rows, execution, f"{lead} {told}".strip(), found.over)
        return True

    async def instead(self, draft: Draft, execution: Execution, answering: Answering) -> bool:
        """Whether texts come near to words that no node has, where a query looked for these."""
        asked, texts = execution.asked, self.texts
        if draft.query is None:
            written = written_words(asked.question, draft, self.parser.schema, texts)
            return written is not None and await self._among(*written, execution, answering)
        part = instead_of_words(asked.question, draft.query, self.parser.schema, texts)
        lead = _NO_SUCH_WORDS
        if part is None:
            given = (asked.question, asked.linked, self.parser, texts and texts.places)
            part = await apart(instead_of_values, *given)
            lead = _NOT_TOGETHER
        if part is None:
            return False
        return await self.answer(part, execution, answering, else_graph=True, lead=lead)

    async def _among(
        self, draft: Draft, part: ByText, execution: Execution, answering: Answering
    ) -> bool:
        """Whether a model's query, without the words it looked for, finds what is near to them."""
        if part.alone:
            lead = _NO_SUCH_WORDS
            return await self.answer(part, execution, answering, else_graph=True, lead=lead)
        near = await self.near(part)
        over = held(draft, part, near, self.parser.schema) if near else None
        if over is None:
            return False
        try:
            rows, over = (await execution.best(over, _never, 0)).result()
        except (StatementFailed, StatementRefused, StatementTimeout):
            return False
        if rows.rows:
            self.progress.note(route=part.route, result=rows)
            await self.progress.tell(_NO_SUCH_WORDS)
            await answering.answer(over, rows, execution)
        return bool(rows.rows)

    async def _search(self, part: ByText) -> Similar:
        assert self.texts is not None
        async with self.progress.stage.step("search") as said:
            found = await similar(part, self.texts.passages, self.graph)
            said.summary = say("{count} near", count=len(found.near))
        return found


async def _never(draft: Draft, problem: str) -> Draft | None:
    """What was made from what was found is not corrected by a model."""
    return None
