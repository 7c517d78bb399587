"""One turn, read top to bottom: from a message to an answer, everything shown."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import structlog

from bot.asking import asking_as
from bot.errors import (
    CiceroneError,
    ConnectionLost,
    GraphUnreachable,
    LoginRefused,
    ModelError,
    ModelRefused,
    ModelUnreachable,
    ReplyUnusable,
    StatementFailed,
    StatementRefused,
    StatementTimeout,
    StoreError,
    UnknownDatabase,
    UsageError,
)
from bot.events import (
    Linked,
    Listener,
    Notice,
    Outcome,
    Rewritten,
    Rows,
    TurnFinished,
)
from bot.offline.cypher import to_cypher
from bot.offline.making.literals import inline
from bot.offline.parser import Reading
from bot.parts import Message, Parts
from bot.ports import (
    Patience,
    PlanRequest,
    Understanding,
    WriteRequest,
    patience,
)
from bot.settings import FLOWS
from bot.steps.answer import Answering
from bot.steps.disambiguate import disambiguate
from bot.steps.doubt import doubt
from bot.steps.execute import Execution
from bot.steps.from_texts import FromTexts
from bot.steps.judge import Asked
from bot.steps.link import link
from bot.steps.pick_examples import Picked
from bot.steps.plan import Found, Pins, handed_on, through
from bot.steps.progress import Progress
from bot.steps.read import Read, read
from bot.steps.recall import recall, single_value
from bot.steps.remember import Remembering
from bot.steps.route import ByText
from bot.steps.stage import Stage
from bot.steps.understand import understand
from bot.steps.write import Draft, Remembered, from_memory, from_reading, write
from guardrails.offer import Offer
from guardrails.scope import Answerable, Evidence, Redirect, asked_in, scope
from memory.conversation import Exchange
from memory.rewrite import Rewrite, rewrite

_ENGINES = ("auto", "offline", "llm")
_AWAY = (
    GraphUnreachable,
    LoginRefused,
    UnknownDatabase,
    ConnectionLost,
    ModelUnreachable,
    ModelRefused,
)
# The share of a turn's time that models may take; the rest is for an answer without them.
_FOR_MODELS = 0.9
_LONGEST_MESSAGE = 4000
# Costs of readings: one below is believed at once; each less likely meaning pays the step.
_SURE, _LESS_LIKELY, _UNREAD = 0.5, 0.3, 100.0
_log = structlog.get_logger()


async def turn(message: Message, parts: Parts, listener: Listener) -> Outcome:
    """Answer one message; failures are told in the outcome, never raised.

    Everything that happens is emitted to `listener`; the last event is `TurnFinished`.
    """
    this = _Turn(message, parts, Stage(listener))
    asking_as.set(message.user)
    ends = asyncio.get_running_loop().time() + parts.settings.turn_seconds * _FOR_MODELS
    spent = lambda: this.progress.outcome.usage  # noqa: E731
    patience.set(Patience(ends, this.progress.tell, spent))
    try:
        async with asyncio.timeout(parts.settings.turn_seconds):
            await this.go()
    except TimeoutError:
        limit = f"{parts.settings.turn_seconds:g}"
        this.progress.note(
            error=f"This took longer than {limit} seconds and was stopped; try again."
        )
        this.progress.offer_again()
    except CiceroneError as error:
        this.progress.note(error=str(error), unreachable=isinstance(error, _AWAY))
        if isinstance(error, ModelError):
            this.progress.offer_again()
    except Exception as error:
        _log.error("turn failed", error=type(error).__name__, exc_info=error)
        this.progress.note(error="Something went wrong on our side; the log has the details.")
    this.progress.note(ms=this.stage.ms)
    await this.remember()
    await this.stage.emit(TurnFinished(this.progress.outcome))
    return this.progress.outcome


class _Turn:
    """One turn under way."""

    def __init__(self, message: Message, parts: Parts, stage: Stage) -> None:
        self.message, self.parts = message, parts
        self.stage, self.progress = stage, Progress(message.text, stage)
        self.engine = message.engine or parts.settings.engine
        self.flow = message.flow or parts.settings.flow
        self.model = parts.model if self.engine != "offline" else None
        self.writer = (parts.writer or parts.model) if self.engine != "offline" else None
        self.history: list[Exchange] = []
        self.language = "English"
        self.given_up = False
        self.texts = FromTexts(parts.texts, parts.parser, parts.graph, self.progress)
        self.by_text: ByText | None = None
        self.remembering = Remembering(parts.examples, message.user, self.progress.tell)
        self.remembered: Remembered | None = None
        self.step: str | None = None

    async def go(self) -> None:
        """The flow."""
        self._check_input()
        self.history = await self.parts.conversations.exchanges(self.message.thread)
        rewritten, linked, parse = await self._in_context()
        if self.engine != "llm":
            self.remembered = await self.remembering.exact(self.asked, linked.linked)
            if self.remembered is not None:
                self.language = asked_in(self.message.text, linked.linked) or "English"
        if self.remembered is None:
            self.by_text = await self.texts.part(rewritten, linked, parse)
        ruled, parse = await self._scope(rewritten, linked, parse)
        verdict = ruled
        if self._left_open(rewritten, parse, verdict):
            understood = await self._understand(linked)
            if understood is not None:
                # Rules that know a language are surer of it than a small model.
                known = ruled.language if isinstance(ruled, Answerable) else None
                self.language = known or understood.language
                rewritten = _as_understood(rewritten, understood)
                linked = await self._link(rewritten)
                parse = await self._read(rewritten, linked)
                await self._tell(rewritten, parse)
                self.by_text = await self.texts.part(rewritten, linked, parse, understood)
                verdict, parse = await self._scope(rewritten, linked, parse, understood)
            elif self.model is None:
                verdict, parse = await self._scope(rewritten, linked, parse)
        self.progress.note(verdict=verdict.verdict)
        if isinstance(verdict, Redirect):
            await self._teach(verdict)
            return
        if self.by_text is not None and await self._from_texts(self.by_text, linked, parse):
            return
        self.progress.note(route="graph")
        if self.remembered is not None and await self._from_memory(self.remembered, linked, parse):
            return
        linked, parse = await self._planned(linked, parse)
        request = await self._examples(linked, parse)
        draft = await self._write(request, parse)
        if draft is None:
            await self._decline(parse)
            return
        execution = self._execution(request, parse)
        result, draft = await self._run(draft, execution, request, parse)
        if draft.unaccounted and isinstance(ruled, Redirect) and ruled.reason == "not_in_schema":
            await self._not_here(ruled)
            return
        if not result.rows and await self.texts.instead(draft, execution, self._answering()):
            return
        await self._answering().answer(draft, result, execution)
        await self.remembering.learn(request, draft, result)

    def _check_input(self) -> None:
        if not self.message.text.strip():
            raise UsageError("The message is blank; write a question.")
        if len(self.message.text) > _LONGEST_MESSAGE:
            raise UsageError(
                f"That message is longer than {_LONGEST_MESSAGE:,} characters; shorten it."
            )
        if self.engine not in _ENGINES:
            raise UsageError(f"There is no engine {self.engine}; use auto, offline or llm.")
        if self.flow not in FLOWS:
            raise UsageError(f"There is no flow {self.flow}; use {', '.join(FLOWS)}.")
        if self.engine == "llm" and self.writer is None:
            raise ModelUnreachable("No model is set; set OPENAI_API_KEY or OPENAI_BASE_URL.")

    async def _in_context(self) -> tuple[Rewrite, Linked, Read]:
        """The likeliest meaning of the message that the parser reads; else the likeliest of all.

        A reading that had to believe much gives way to one of a less likely meaning.
        """
        found: list[tuple[float, Rewrite, Linked, Read]] = []
        for nth, meaning in enumerate((await self._rewrite()).meanings()):
            if found and found[0][0] < _UNREAD / 2 and not meaning.follows:
                break
            linked = await self._link(meaning)
            parse = await self._read(meaning, linked)
            # What nobody can read is judged as it stands, if it can stand alone.
            cost = _UNREAD + nth if meaning.follows else _UNREAD - 1
            if parse.reading is not None:
                cost = parse.reading.cost + nth * _LESS_LIKELY
            found.append((cost, meaning, linked, parse))
            found.sort(key=lambda one: one[0])
            if parse.reading is not None and parse.reading.cost < _SURE:
                break
        _, meaning, linked, parse = found[0]
        used = parse.reading.used if parse.reading is not None else linked.linked
        self.progress.note(standalone=parse.standalone, slice=linked.slice, linked=used)
        await self._tell(meaning, parse)
        return meaning, linked, parse

    async def _tell(self, rewritten: Rewrite, parse: Read) -> None:
        if rewritten.follows and parse.standalone != self.message.text.strip():
            await self.stage.emit(Rewritten(parse.standalone))

    async def _rewrite(self) -> Rewrite:
        async with self.stage.step("rewrite") as said:
            text, parts = self.message.text.strip(), self.parts
            rewritten = await rewrite(text, self.history, parts.values.lookup, parts.schema)
            said.summary = "a follow-up" if rewritten.follows else "stands alone"
        self.progress.note(standalone=rewritten.standalone)
        return rewritten

    async def _link(self, rewritten: Rewrite) -> Linked:
        parts = self.parts
        async with self.stage.step("link") as said:
            linked = await link(
                rewritten.standalone,
                parts.schema,
                parts.values,
                parts.elements,
                schema_tokens=parts.settings.schema_tokens,
                overrules=self.message.overrules,
                pinned=rewritten.pinned,
            )
            seen = {(v.text, str(v.value)): v for v in reversed(linked.linked)}.values()
            told = [f"{v.text} → {v.label} {v.value}" for v in reversed(seen)]
            said.summary = ", ".join(told[:3])
        self.progress.note(slice=linked.slice, linked=linked.linked)
        return linked

    async def _read(self, rewritten: Rewrite, linked: Linked) -> Read:
        async with self.stage.step("read") as said:
            parse = read(self.parts.parser, rewritten, linked)
            said.summary = parse.summary
        if parse.reading is not None:
            self.progress.note(standalone=parse.standalone, linked=parse.reading.used)
        return parse

    async def _scope(
        self,
        rewritten: Rewrite,
        linked: Linked,
        parse: Read,
        understood: Understanding | None = None,
    ) -> tuple[Answerable | Redirect, Read]:
        async with self.stage.step("scope") as said:
            evidence = Evidence(
                has_reading=parse.reading is not None or self.remembered is not None,
                unread=parse.unread,
                schema_words=parse.schema_words,
                linked=linked.linked,
                has_model=self.model is not None,
                understood=understood.verdict if understood else None,
                follow_up=rewritten.follows,
                in_texts=self.by_text is not None,
            )
            verdict = scope(self.message.text, evidence, self.parts.schema)
            if rewritten.unclear and verdict.verdict not in ("harmful", "small_talk"):
                offers = tuple(Offer(question, question) for question in rewritten.choices)
                verdict = Redirect(
                    "ambiguous", "reference", rewritten.unclear, certain=False, offers=offers
                )
            # Who "those" are was settled when they were answered.
            settled = rewritten.context is not None or self.by_text is not None
            reading = None if settled else parse.reading
            if isinstance(verdict, Answerable) and reading is not None:
                which = await self._which(reading, linked)
                if isinstance(which, Redirect):
                    verdict = which
                elif which is not reading:
                    parse = replace(parse, reading=which)
                    self.progress.note(linked=which.used)
            said.summary = verdict.verdict
        return verdict, parse

    async def _which(self, reading: Reading, linked: Linked) -> Redirect | Reading:
        parts, asked = self.parts, self.progress.outcome.standalone or self.message.text
        return await disambiguate(
            asked, reading, linked.linked, parts.schema, parts.graph, parts.suggestions
        )

    def _left_open(self, rewritten: Rewrite, parse: Read, verdict: Answerable | Redirect) -> bool:
        """Whether rules leave rewriting, scope or language open, and a model can be asked.

        A question in English that stands alone and is about this graph leaves nothing open.
        """
        if self.model is None or (isinstance(verdict, Redirect) and verdict.certain):
            return False
        if self.remembered is not None or self.by_text is not None:
            return False
        if parse.reading is not None:
            return rewritten.open and self.engine == "llm"
        in_english = isinstance(verdict, Answerable) and verdict.language is None
        return rewritten.open or rewritten.follows or not in_english

    async def _understand(self, linked: Linked) -> Understanding | None:
        assert self.model is not None
        try:
            async with self.stage.step("understand") as said:
                understood, usage = await understand(
                    self.model, self.message.text, self.history, linked.slice
                )
                self.progress.spend(usage)
                said.summary = understood.verdict
        except ReplyUnusable as error:
            await self.progress.tell(f"{error} Your message is taken as it stands.")
            return None
        except ModelError as error:
            await self._without_model(error)
            return None
        return understood

    async def _from_texts(self, part: ByText, linked: Linked, parse: Read) -> bool:
        """Whether texts answer; where none is near, a model may still find it in the graph."""
        request = WriteRequest(self.asked, linked.slice, linked.linked)
        execution, can_write = self._execution(request, parse), self.writer is not None
        return await self.texts.answer(part, execution, self._answering(), else_graph=can_write)

    async def _without_model(self, error: ModelError) -> None:
        """Go on with the rules where the person left the choice to us.

        Raises:
            ModelError: the person asked for the model.
        """
        if self.engine == "llm":
            raise error
        if not isinstance(error, ReplyUnusable):
            self.model = self.writer = None
        self.given_up = True
        await self.progress.tell(f"{error} Going on without the model.")

    async def _teach(self, redirect: Redirect) -> None:
        async with self.stage.step("teach") as said:
            teaching = await self.parts.teach(redirect, self._redirects_in_a_row() + 1)
            said.summary = f"{len(teaching.choices)} suggestions"
        await self.progress.say(teaching.text)
        self.progress.note(choices=teaching.choices)

    async def _not_here(self, redirect: Redirect) -> None:
        """Rules call a thing missing, and the model's query has nothing for it: no answer."""
        self.progress.note(
            verdict=redirect.verdict,
            route=None,
            engine=None,
            cypher=None,
            parameters={},
            repairs=(),
            result=None,
            reading=None,
            linked=(),
        )
        await self._teach(redirect)

    def _redirects_in_a_row(self) -> int:
        answered = (i for i, e in enumerate(reversed(self.history)) if e.verdict == "answerable")
        return next(answered, len(self.history))

    @property
    def asked(self) -> str:
        """The standalone question, as far as it is known; in a plan, its step."""
        return self.step or self.progress.outcome.standalone or self.message.text

    async def _planned(self, linked: Linked, parse: Read) -> tuple[Linked, Read]:
        """The last step of a plan, the others answered and put in; else what was given."""
        whole = self.progress.outcome
        if self.flow != "plan" or self.model is None or not self._model_writes(parse):
            return linked, parse
        try:
            async with self.stage.step("plan") as said:
                steps, usage = await self.model.plan(PlanRequest(self.asked, linked.slice))
                self.progress.spend(usage)
                said.summary = f"{len(steps)} steps" if len(steps) > 1 else "one step"
        except ReplyUnusable as error:
            await self.progress.tell(f"{error} The question is asked as a whole.")
            return linked, parse
        except ModelError as error:
            await self._without_model(error)
            return linked, parse
        last = await through(steps, self._step, self.progress.tell) if len(steps) > 1 else None
        if last is not None:
            linked, parse = await self._read_step(*last)
        else:
            self.step = None
            self.progress.note(slice=whole.slice, linked=whole.linked)
        self.progress.note(standalone=whole.standalone)
        return linked, parse

    async def _read_step(self, text: str, pins: Pins) -> tuple[Linked, Read]:
        self.step = text
        meaning = Rewrite(text, pinned=pins)
        linked = await self._link(meaning)
        return linked, await self._read(meaning, linked)

    async def _step(self, text: str, pins: Pins) -> Found | int | None:
        """What an earlier step of a plan found."""
        linked, parse = await self._read_step(text, pins)
        request = await self._examples(linked, parse)
        draft = await self._write(request, parse)
        if draft is None:
            return None
        rows, draft = await self._run(draft, self._execution(request, parse), request, parse)
        return handed_on(rows, draft.query, self.parts.schema)

    async def _from_memory(self, remembered: Remembered, linked: Linked, parse: Read) -> bool:
        """Whether a remembered statement answers; what was approved and fails is withdrawn."""
        request = WriteRequest(self.asked, linked.slice, linked.linked)
        async with self.stage.step("write") as said:
            draft, said.summary = from_memory(remembered), "memory"
        execution = self._execution(request, parse)
        try:
            result, draft = await self._run(draft, execution, request, parse)
            problem = doubt(remembered, execution.asked, result)
        except (StatementFailed, StatementRefused, StatementTimeout) as error:
            result, problem = None, str(error)
        if problem:
            await self.remembering.withdraw(remembered, problem)
        nobody_else = self.writer is None and parse.reading is None
        if result is None or (problem and not nobody_else):
            await self.progress.tell("What was remembered for this did not hold; it is asked anew.")
            return False
        await self._answering().answer(draft, result, execution)
        return True

    async def _examples(self, linked: Linked, parse: Read) -> WriteRequest:
        question, picked = self.asked, Picked()
        async with self.stage.step("examples") as said:
            if self._model_writes(parse):
                picked = await self.remembering.pick(question, linked.linked)
            said.summary = f"{len(picked.pairs)} at hand"
        tied = (parse.reading, *parse.tied) if parse.reading and parse.tied else ()
        readings = tuple((r.text, inline(*to_cypher(r.query))) for r in tied)
        return WriteRequest(
            question,
            linked.slice,
            linked.linked,
            picked.pairs,
            self.parts.terminology.told(question),
            readings,
            picked.mistakes,
        )

    def _model_writes(self, parse: Read) -> bool:
        """Whether the model is asked: always, or where the rules decline or cannot decide."""
        if self.writer is None:
            return False
        return self.engine == "llm" or parse.reading is None or bool(parse.tied)

    async def _write(self, request: WriteRequest, parse: Read) -> Draft | None:
        reading = None if self._model_writes(parse) else parse.reading
        try:
            async with self.stage.step("write") as said:
                draft = await write(request, reading=reading, writer=self.writer)
                said.summary = draft.engine if draft else "nobody could"
        except ModelError as error:
            await self._without_model(error)
            return from_reading(parse.reading) if parse.reading is not None else None
        if draft is not None:
            self.progress.spend(draft.usage)
        return draft

    async def _decline(self, parse: Read) -> None:
        self.progress.note(not_understood=parse.unread)
        teaching = await self.parts.decline(parse.unread, self.message.text)
        await self.progress.say(teaching.text)
        self.progress.note(choices=teaching.choices)
        if self.given_up:
            self.progress.offer_again()

    def _execution(self, request: WriteRequest, parse: Read) -> Execution:
        """What runs the drafts of this turn."""
        parts = self.parts
        unread = parse.unread if self.language == "English" else ()
        asked = Asked(request.question, parts.schema, tuple(request.linked), unread)
        note = self.progress.note
        return Execution(parts.graph, parts.values, asked, self.stage, note, self.flow)

    async def _run(
        self, draft: Draft, execution: Execution, request: WriteRequest, parse: Read
    ) -> tuple[Rows, Draft]:
        """The rows of the best draft.

        Where the model's drafts fail or find nothing and the parser has a reading, that is used.
        """

        async def correct(draft: Draft, problem: str) -> Draft | None:
            return await self._correct(draft, request, problem)

        best = await execution.best(draft, correct, self.parts.settings.corrections)
        if draft.engine == "llm" and not best.has_rows and self.engine == "auto" and parse.reading:
            problem = "failed" if best.rows is None else "found nothing"
            await self.progress.tell(f"The model's query {problem}; this is what the rules read.")
            best = await execution.best(from_reading(parse.reading), correct, 0)
        return best.result()

    async def _correct(self, draft: Draft, request: WriteRequest, problem: str) -> Draft | None:
        if self.writer is None:
            return None
        try:
            async with self.stage.step("write") as said:
                corrected = await self.writer.correct(request, draft.cypher, problem)
                said.summary = f"again: {problem}" if corrected else "nobody mends it"
        except ModelError as error:
            await self.progress.tell(f"{error} The query was not corrected.")
            return None
        if corrected is None:
            return None
        cypher, usage = corrected
        self.progress.spend(usage)
        return Draft(cypher, "llm")

    def _answering(self) -> Answering:
        """What tells the rows of this turn."""
        settings = self.parts.settings
        model = self.model if settings.send == "rows" else None
        hosts = settings.link_hosts_allowed
        return Answering(self.progress, model, self.language, hosts, self.parts.instructions)

    async def remember(self) -> None:
        """Keep the turn in its conversation."""
        out = self.progress.outcome
        if out.verdict is None:
            return
        mentions = (
            recall(out.result, out.understood, self.parts.schema, out.linked) if out.result else ()
        )
        exchange = Exchange(
            question=out.question,
            standalone=out.standalone or out.question,
            verdict=out.verdict,
            cypher=out.cypher,
            parameters=dict(out.parameters),
            columns=out.result.columns if out.result else (),
            row_count=out.result.row_count if out.result else None,
            reading=out.reading,
            query=out.understood,
            linked=out.linked,
            mentions=mentions,
            choices=tuple(choice.question for choice in out.choices),
            value=single_value(out.result) if out.result else None,
        )
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
            await self.stage.emit(Notice(f"This turn could not be saved: {error}"))


def _as_understood(rewritten: Rewrite, understood: Understanding) -> Rewrite:
    """The model's standalone question takes the place of what the rules could not follow."""
    changed = understood.standalone != rewritten.standalone
    return Rewrite(understood.standalone, follows=changed)
