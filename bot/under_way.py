"""A turn under way: what it was given, what it has settled, and what its parts share."""

from __future__ import annotations

import time
from dataclasses import replace

import structlog

from bot.cypher.literals import inline
from bot.errors import ModelError, ModelRefused, ReplyUnusable, StoreError
from bot.events import Rows
from bot.parts import Message, Parts
from bot.ports import JudgeRequest, Opinion, WriteRequest
from bot.steps.answer import Answering
from bot.steps.disliked_again import disliked_again
from bot.steps.execute import Execution
from bot.steps.from_documents import FromDocuments, lists_all
from bot.steps.judge import Asked
from bot.steps.keep import exchange_of, not_kept, with_nodes
from bot.steps.progress import Progress
from bot.steps.read import Read
from bot.steps.read_passages import ReadSo
from bot.steps.remember import Remembering
from bot.steps.stage import Stage
from bot.steps.write import Draft, Remembered, from_reading, same_statement
from memory.catalogue import is_english, say
from memory.conversation import Exchange, last_done, result_sets, still_counts, taught_last
from memory.still_here import still_here
from memory.text import fold

_log = structlog.get_logger(__name__)


class UnderWay:
    """One turn. `step` is the question of a plan's step, where there is a plan.

    `model` and `writer` are None once the turn goes on without them. `named` are names that only
    the conversation put into the question, `meant` those that stand there for "it" and the like.
    `leans` says that it likely goes on from an earlier answer, `retold` that a model told it so
    that it stands alone, `sets` which answers it says that it goes on from, `untold` that it says
    so of none, and gave back what leans on the last one untold. `disliked` is what the person said
    does not answer it, `done` what an "undo" takes back, `taught` what each of the redirects just
    before told of the graph.
    """

    def __init__(self, message: Message, parts: Parts, stage: Stage) -> None:
        # Nobody means anything by a run of blanks, over which rules take long.
        self.message, self.parts = replace(message, text=" ".join(message.text.split())), parts
        self.stage, self.progress = stage, Progress(message.text, stage)
        self.engine = message.engine or parts.settings.engine
        self.flow = message.flow or parts.settings.flow
        self.model = parts.model if self.engine != "offline" else None
        self.writer = (parts.writer or parts.model) if self.engine != "offline" else None
        self.remembering = Remembering(parts.examples, message.user, self.progress.tell)
        self.history: list[Exchange] = []
        self.done: Exchange | None = None
        self.taught: tuple[str, ...] = ()
        self.language = "English"
        self.given_up = self.leans = self.retold = self.untold = False
        self.step: str | None = None
        self.sets: tuple[str, ...] = ()
        self.named: tuple[str, ...] = ()
        self.meant: tuple[str, ...] = ()
        self.disliked: Remembered | None = None

    async def earlier(self) -> list[Exchange]:
        """What was said before in the conversation, as far as the graph still has it."""
        try:
            said = await self.parts.conversations.exchanges(self.message.thread)
        except StoreError as error:
            await self.progress.tell(
                say("{problem} Going on without what was asked before.", problem=error)
            )
            return []
        self.done, self.taught = last_done(said), taught_last(said)
        if self.message.overrules:
            # The whole question, asked again: it goes on from no answer, least of all its own.
            return []
        return still_here(still_counts(said), self.parts.schema)

    async def remember(self) -> None:
        """Keep the turn in its conversation; where it cannot be kept, say so."""
        out = self.progress.outcome
        exchange = exchange_of(out, self.parts.schema)
        if exchange is None:
            return
        exchange = await with_nodes(exchange, out, self.parts.schema, self.parts.graph)
        began = time.perf_counter()
        try:
            await self.parts.conversations.add_exchange(
                self.message.thread,
                self.message.user,
                exchange,
                message=self.message.answer_id,
                graph=self.parts.settings.graph_key,
                fingerprint=self.parts.schema.fingerprint,
                engine=out.engine,
            )
        except StoreError as error:
            self.progress.note(kept=False)
            await self.progress.tell(not_kept(error))
        took = round((time.perf_counter() - began) * 1000, 1)
        _log.debug("exchange kept", answer=self.message.answer_id, ms=took)

    @property
    def asked(self) -> str:
        """The standalone question, as far as it is known; in a plan, its step."""
        return self.step or self.progress.outcome.standalone or self.message.text

    def model_writes(self, parse: Read) -> bool:
        """Whether the model is asked: always, or where the reader is not sure enough."""
        if self.writer is None:
            return False
        return self.engine == "llm" or not self.is_sure(parse) or self.dislikes(parse)

    def is_sure(self, parse: Read) -> bool:
        """Whether the reader is sure enough of what it read to answer in place of a model."""
        settings = self.parts.settings
        # Also where a model has told it so that it stands alone: such are read wrong more often.
        sure = settings.sure_before_model
        if self.history:
            sure = settings.sure_following_before_model
        return parse.reading is not None and not parse.tied and (parse.sureness or 0.0) >= sure

    def dislikes(self, parse: Read) -> bool:
        """Whether the person said of what the rules read that it does not answer this question."""
        if self.disliked is None or parse.reading is None:
            return False
        return same_statement(from_reading(parse.reading), self.disliked)

    def execution(self, request: WriteRequest, parse: Read) -> Execution:
        """What runs the drafts of this turn."""
        parts = self.parts
        unread = parse.unread if self.language == "English" else ()
        linked, drafts = tuple(request.linked), request.drafts
        sets = tuple(one for one in result_sets(self.history) if one.name in self.sets)
        asked = Asked(request.question, parts.schema, linked, unread, drafts, sets)
        note = self.progress.note
        given = (parts.graph, parts.values, asked, self.stage, note, self.flow)
        # Where the rules have a draft of their own, that is the better second opinion.
        ask = parts.settings.judge == "model" and (parse.reading is None or not parts.hints)

        async def consult(draft: Draft, doubt: str) -> Opinion | None:
            return await self._consult(
                JudgeRequest(asked.question, draft.cypher, doubt, request.slice)
            )

        return Execution(
            *given,
            repairs=parts.repairs,
            judges=parts.judges,
            consult=consult if ask else None,
            history=self.history,
        )

    async def _consult(self, request: JudgeRequest) -> Opinion | None:
        if self.model is None:
            return None
        try:
            async with self.stage.step("judge") as said:
                opinion, usage = await self.model.judge(request)
                self.progress.spend(usage)
                said.summary = (
                    say("answers") if opinion.answers else opinion.missing or say("does not answer")
                )
        except ModelError as error:
            await self.progress.tell(
                say("{problem} Its opinion of the query is not known.", problem=error)
            )
            return None
        return opinion

    def answering(self) -> Answering:
        """What tells the rows of this turn."""
        settings = self.parts.settings
        model = self.model if settings.send == "rows" else None
        hosts = settings.link_hosts_allowed
        given = (self.progress, model, self.language, hosts, self.parts.instructions)
        return Answering(*given, self.meant)

    async def answer(
        self, draft: Draft, rows: Rows, execution: Execution, read: ReadSo | None = None
    ) -> None:
        """Tell the rows of a draft, and where the person said before that it is not right.

        Over documents their sources are told, and what passages add where the rows are a list,
        unless passages were `read` for these rows.
        """
        if same_statement(draft, self.disliked):
            await self.progress.open_with(disliked_again(draft.reading if is_english() else None))
        told = await self.documents.sources(draft, rows)
        await self.answering().answer(draft, rows, execution, items=told.items)
        statement = inline(draft.cypher, draft.parameters)
        named = [one for one in self.progress.outcome.linked if str(one.value) in statement]
        lists, empty = lists_all(draft) and not rows.truncated, not rows.rows
        given = (told, self.asked, named, read)
        await self.documents.complete(*given, lists=lists, empty=empty)

    @property
    def documents(self) -> FromDocuments:
        """What answers from documents, for this turn."""
        parts, settings = self.parts, self.parts.settings
        model = self.model if settings.send == "rows" else None
        most = 0 if settings.answer_from == "graph" else settings.passages
        given = (parts.graph, parts.schema, parts.texts, self.progress, model, most)
        one_by_one = settings.read_documents == "apart"
        return FromDocuments(*given, settings.turn_tokens, one_by_one)

    @property
    def keeps_names(self) -> bool:
        """Whether the question has names that only an earlier answer told, and none are sent."""
        typed = fold(" ".join([self.message.text, *(one.question for one in self.history)]))
        told = any(fold(name) not in typed for name in self.named)
        return told and self.parts.settings.send == "schema"

    async def keep_here(self, parse: Read) -> None:
        """Go on without the model where the question names what only an earlier answer told.

        Where a model may see the schema alone, that is not for it either.

        Raises:
            ModelError: the person asked for the model, and rules cannot read the question.
        """
        if self.writer is not None and self.keeps_names:
            what = say("What an earlier answer named is kept from the model.")
            await self.without_model(ModelRefused(what), rules=parse.reading is not None)

    async def without_model(self, error: ModelError, *, rules: bool) -> None:
        """Go on with the rules, and begin the answer with that.

        Args:
            error: Why the model is of no help.
            rules: Whether they can read the question.

        Raises:
            ModelError: they cannot, and the person asked for the model.
        """
        if self.engine == "llm" and not rules:
            raise error
        if not isinstance(error, ReplyUnusable):
            self.model = self.writer = None
        self.given_up = True
        self.progress.note(outage=str(error))
        await self.progress.open_with(say("{problem} Going on without the model.", problem=error))
