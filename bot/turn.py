"""One turn, read top to bottom: from a message to an answer, everything shown."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import structlog

from bot.acting import Acting
from bot.asking import asking_as
from bot.charting import Charting
from bot.errors import (
    CiceroneError,
    ConnectionLost,
    GraphUnreachable,
    LoginRefused,
    ModelError,
    ModelRefused,
    ModelUnreachable,
    ReplyUnusable,
    UnknownDatabase,
    UsageError,
    in_full,
)
from bot.events import (
    AnswerToken,
    Choice,
    Linked,
    Listener,
    Outcome,
    Rows,
    TurnFinished,
)
from bot.given_query import GivenQuery
from bot.hearing import Hearing
from bot.meanings import Meanings, taken
from bot.offline.reading import Reading
from bot.over_texts import OverTexts
from bot.parts import Message, Parts
from bot.ports import (
    Matter,
    Patience,
    Understanding,
    WriteRequest,
    patience,
)
from bot.querying import Querying
from bot.settings import FLOWS
from bot.steps.by_text import ByText
from bot.steps.disambiguate import disambiguate
from bot.steps.fresh_values import LookingUp, looking_up
from bot.steps.read import Read, Standalone
from bot.steps.stage import Stage
from bot.steps.understand import left_open, understand
from bot.steps.weigh import told_elsewhere
from bot.steps.which_reading import which_reading
from bot.steps.write import Draft, Remembered
from bot.steps.written_words import looked_for
from bot.under_way import UnderWay
from guardrails.scope import SURELY, Answerable, Evidence, Redirect, asked_in, scope
from memory.catalogue import code_of, language, listed, say, say_many, speak, speaking
from memory.conversation import result_sets
from memory.forgotten import begun
from memory.people import LOCAL_PERSON
from memory.processor import apart, processor
from memory.text import fold

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
# Seconds for what else a question may mean: the answer is there already.
_FOR_OTHERS = 3.0
LONGEST_MESSAGE = 4000
# Words and signs; beyond them the rules would keep everybody else waiting.
_MOST_WORDS = 1000
_log = structlog.get_logger()


async def turn(message: Message, parts: Parts, listener: Listener) -> Outcome:
    """Answer one message; failures are told in the outcome, never raised.

    Everything that happens is emitted to `listener`; the last event is `TurnFinished`. What is ours
    is said in the language that is spoken here, or that of the question.
    """
    token = begun.set((message.user, time.time()))
    try:
        with speaking(language()):
            return await _turn(message, parts, listener)
    finally:
        begun.reset(token)


async def _turn(message: Message, parts: Parts, listener: Listener) -> Outcome:
    this = _Turn(message, parts, Stage(listener))
    asking_as.set(message.user)
    # Everybody at this machine is one person; there each conversation gets its turn.
    whose = message.thread if message.user == LOCAL_PERSON else message.user
    processor.set(parts.processors.of(whose, parts.settings.read_seconds))
    ends = asyncio.get_running_loop().time() + parts.settings.turn_seconds * _FOR_MODELS
    spent = lambda: this.progress.outcome.usage  # noqa: E731
    patience.set(Patience(ends, this.progress.tell, spent))
    looking_up.set(this.looking)
    try:
        async with asyncio.timeout(parts.settings.turn_seconds):
            await this.go()
    except TimeoutError:
        limit = f"{parts.settings.turn_seconds:g}"
        told = say("This took longer than {seconds} s and was stopped; try again.", seconds=limit)
        this.progress.note(error=told)
        this.progress.offer_again()
    except CiceroneError as error:
        away = isinstance(error, _AWAY)
        # What can be done about it is for whoever runs this, who is the person at this machine.
        mends = away and message.user == LOCAL_PERSON
        this.progress.note(error=in_full(error) if mends else str(error), unreachable=away)
        if away or isinstance(error, ModelError):
            this.progress.offer_again()
    except Exception as error:
        _log.error("turn failed", error=type(error).__name__, exc_info=error)
        this.progress.note(error=say("Something went wrong on our side; the log has the details."))
    await this.tell_indexing()
    this.progress.note(ms=this.stage.ms, language=language())
    if this.progress.outcome.cypher is not None:
        this.progress.note(terms=this.meanings.used())
    await this.remember()
    await this.stage.emit(TurnFinished(this.progress.outcome))
    return this.progress.outcome


class _Turn(UnderWay):
    """The flow of one turn; `judged` says that a model gave the verdict."""

    def __init__(self, message: Message, parts: Parts, stage: Stage) -> None:
        super().__init__(message, parts, stage)
        self.meanings = Meanings(self)
        self.hearing = Hearing(self)
        self.charting = Charting(self)
        self.given = GivenQuery(self, message)
        self.acting = Acting(self)
        self.querying = Querying(self, self.hearing)
        self.by_text: ByText | None = None
        self.judged = False
        self.remembered: Remembered | None = None
        self.looking = LookingUp(stage)
        self.over_texts = OverTexts(self, self.querying)

    async def go(self) -> None:
        """The flow."""
        self._check_input()
        if self.parts.indexing is not None:
            await self.parts.indexing.soon()
        self.history = await self.earlier()
        await self.meanings.adopt()
        if await self._heard_as_other():
            return
        await self.charting.part()
        linked, parse = await self.hearing.in_context()
        parse = self.charting.figures(parse)
        self._speak(asked_in(self.message.text, linked.linked))
        self.meant, self.leans = parse.meant, parse.follows
        self.named = self._only_told(linked, parse)
        # What everybody's questions taught may mean something else in this person's words.
        common = not self.meanings.only_mine()
        self.disliked = await self.remembering.disliked(self.asked)
        # What rules think a follow-up stands for is not yet what was asked, where a model knows.
        alone = not self.leans or self.writer is None or self.is_sure(parse)
        if self.engine != "llm" and common and alone:
            self.remembered = await self.remembering.exact(self.asked, linked.linked)
            if self.remembered is not None:
                self.language = asked_in(self.message.text, linked.linked) or "English"
        if self.remembered is None:
            self.by_text = await self.over_texts.texts.part(linked, parse)
        ruled, parse = await self._scope(linked, parse)
        verdict = ruled
        if open_ := self._left_open(linked, parse, ruled):
            verdict, (linked, parse) = await self._asked_model(open_, ruled, linked, parse)
        self.progress.note(verdict=verdict.verdict)
        if await self._told_otherwise(verdict, linked, parse):
            return
        if self.by_text is not None and await self.over_texts.answer(self.by_text, linked, parse):
            return
        self.progress.note(route="graph")
        pair = self.remembered
        if pair is not None and await self.querying.from_memory(pair, linked, parse):
            return
        linked, parse = await self.querying.planned(linked, parse)
        request = await self.querying.request(linked, parse)
        draft = await self._drafted(request, linked, parse)
        if draft is None:
            return
        execution = self.execution(request, parse)
        result, draft = await self.querying.run(draft, execution, request, parse)
        if not result.rows and await self.over_texts.texts.instead(
            draft, execution, self.answering()
        ):
            return
        if draft.unaccounted and await self._missing(ruled, draft, result, linked, parse):
            return
        await self.answer(draft, result, execution)
        await self._keep_choice(draft)
        await self._note_others(parse)
        if common:
            await self.remembering.learn(request, draft, result)

    async def _heard_as_other(self) -> bool:
        """Whether the message is no question, and is answered as what it is."""
        return await self.given.heard() or await self.meanings.heard()

    async def _note_others(self, parse: Read) -> None:
        """Note what else the question may mean, in words, where that has other rows."""
        first = (parse.reading,) if parse.reading is not None else ()
        readings = (*first, *parse.tied, *parse.guesses)
        result, parts = self.progress.outcome.result, self.parts
        if result is None or len(readings) == len(first):
            return
        given = (readings, parts.schema, parts.graph, parts.suggestions)
        try:
            async with asyncio.timeout(_FOR_OTHERS):
                which = await which_reading(*given, least=1, answered=result.rows)
        except TimeoutError:
            return
        offers = which.offers if which is not None else ()
        self.progress.note(others=tuple(Choice(one.label, one.question) for one in offers))

    @staticmethod
    def _speak(asked_in: str | None) -> None:
        """Say what is ours in the language of the question, where that is not English."""
        code = code_of(asked_in or "")
        if code and asked_in != "English":
            speak(code)

    async def tell_indexing(self) -> None:
        """Say that names are still being read, where that may be why a question has no answer."""
        indexing, outcome = self.parts.indexing, self.progress.outcome
        if indexing is None or not indexing.shares():
            return
        self.progress.note(indexing=indexing.shares())
        if outcome.verdict in ("small_talk", "harmful") or outcome.error:
            return
        if outcome.cypher is None or outcome.linked or (outcome.result and not outcome.result.rows):
            told = say(
                "{problem} What a name stands for may be missing here until then.",
                problem=indexing.sentence(),
            )
            await self.progress.tell(told)
            if outcome.cypher is None and outcome.answer:
                self.progress.note(answer=f"{outcome.answer} {told}")
                await self.stage.emit(AnswerToken(f" {told}"))

    def _check_input(self) -> None:
        if not self.message.text.strip():
            raise UsageError(say("The message is blank; write a question."))
        if len(self.message.text) > LONGEST_MESSAGE:
            raise UsageError(
                say(
                    "That message is longer than {most} characters; shorten it.",
                    most=LONGEST_MESSAGE,
                )
            )
        if len(re.findall(r"\w+|[^\w\s]", self.message.text)) > _MOST_WORDS:
            raise UsageError(
                say(
                    "That message has more than {most} words and signs; shorten it.",
                    most=_MOST_WORDS,
                )
            )
        if self.engine not in _ENGINES:
            raise UsageError(
                say("There is no engine {name}; use auto, offline or llm.", name=self.engine)
            )
        if self.flow not in FLOWS:
            raise UsageError(
                say(
                    "There is no flow {name}; use {names}.",
                    name=self.flow,
                    names=listed(FLOWS, "or"),
                )
            )
        if self.engine == "llm" and self.writer is None:
            error = ModelUnreachable(say("No model is set; choose the engine auto or offline."))
            error.remedy = "Set OPENAI_API_KEY or OPENAI_BASE_URL."
            raise error

    async def _scope(
        self, linked: Linked, parse: Read, understood: Understanding | None = None
    ) -> tuple[Answerable | Redirect, Read]:
        async with self.stage.step("scope") as said:
            evidence = Evidence(
                has_reading=parse.reading is not None or self.remembered is not None,
                believed=self._believed(parse),
                cost=parse.reading.cost if parse.reading is not None else 0.0,
                unread=parse.unread,
                schema_words=parse.schema_words,
                linked=linked.linked,
                understood=understood.verdict if understood else None,
                follow_up=parse.follows,
                in_texts=self.by_text is not None,
            )
            verdict = await apart(scope, self.message.text, evidence, self.parts.schema)
            act = isinstance(verdict, Answerable) and verdict.act
            if (
                isinstance(verdict, Redirect)
                and verdict.verdict == "off_topic"
                and self.hearing.gone
            ):
                denied = replace(verdict, verdict="not_in_schema", reason="not_in_schema")
                verdict = replace(denied, words=self.hearing.gone)
            # Who "those" are was settled when they were answered.
            settled = parse.follows and not parse.tied
            # What a model said is meant is not asked back.
            told = understood is not None and self.model_writes(parse)
            settled = settled or self.by_text is not None or told
            # What this person means by this very question is known.
            settled = settled or (self.remembered is not None and not self.remembered.lesson)
            reading = None if settled else parse.reading
            if isinstance(verdict, Answerable) and reading is not None and not act:
                which = await self._which(reading, parse.tied, linked)
                if isinstance(which, Redirect):
                    verdict = which
                elif which is not reading:
                    parse = replace(parse, reading=which)
                    self.progress.note(linked=which.used)
            said.summary = verdict.verdict
        return verdict, parse

    def _believed(self, parse: Read) -> bool:
        """Whether what was read is sure enough to answer whatever else the message looks like."""
        if self.remembered is not None:
            return True
        if self.model is not None and self.history:
            return self.engine != "llm" and self.is_sure(parse)
        return parse.reading is not None and parse.reading.cost < SURELY

    async def _which(
        self, reading: Reading, tied: tuple[Reading, ...], linked: Linked
    ) -> Redirect | Reading:
        parts, asked = self.parts, self.progress.outcome.standalone or self.message.text
        # A model decides between readings; without one the person does.
        if self.writer is None and (which := await self._between(reading, tied)) is not None:
            return which
        return await disambiguate(
            asked, reading, linked.linked, parts.schema, parts.graph, parts.suggestions, tied
        )

    async def _between(self, reading: Reading, tied: tuple[Reading, ...]) -> Redirect | None:
        """The question which of the readings is meant, where there are several."""
        if not tied or reading.query.route is not None:
            return None
        parts = self.parts
        return await which_reading((reading, *tied), parts.schema, parts.graph, parts.suggestions)

    async def _drafted(self, request: WriteRequest, linked: Linked, parse: Read) -> Draft | None:
        """The draft; None where the person was told instead that nobody can write one.

        Or was asked which reading is meant, which a model was to decide and could not.
        """
        draft = await self.querying.write(request, parse)
        if draft is None and self.querying.back:
            self.progress.note(verdict="ambiguous", route=None)
            await self.progress.say(self.querying.back)
        elif draft is None:
            await self._decline(linked, parse)
        elif self.given_up and parse.reading is not None:
            which = await self._between(parse.reading, parse.tied)
            if which is not None:
                self.progress.note(verdict=which.verdict, route=None)
                await self._teach(which)
                return None
        return draft

    def _only_told(self, linked: Linked, parse: Read) -> tuple[str, ...]:
        """The names in what was read that only an earlier answer told."""
        first = (parse.reading,) if parse.reading is not None else ()
        typed = [str(link.value) for link in linked.linked]
        queries = [one.query for one in (*first, *parse.tied, *parse.guesses)]
        known = {str(one.value) for past in self.history for one in past.mentions}
        known |= {str(one.value) for past in self.history for one in past.linked}
        named = told_elsewhere(queries, self.message.text, *typed)
        return tuple(name for name in named if name in known)

    def _left_open(
        self, linked: Linked, parse: Read, ruled: Answerable | Redirect
    ) -> tuple[Matter, ...]:
        """What is open of a message that the reader is not sure of, where a model can be asked."""
        if self.model is None or self.remembered is not None:
            return ()
        if self.engine != "llm" and self.is_sure(parse) and not self.dislikes(parse):
            return ()
        return left_open(
            self.message.text,
            parse,
            ruled,
            self.parts.texts,
            foreign=asked_in(self.message.text, linked.linked) is not None,
            # What is asked again goes on from nothing.
            follows=any(fold(one.question) != fold(self.message.text) for one in self.history),
        )

    async def _asked_model(
        self,
        open_: tuple[Matter, ...],
        ruled: Answerable | Redirect,
        linked: Linked,
        parse: Read,
    ) -> tuple[Answerable | Redirect, tuple[Linked, Read]]:
        """The message as the model understands it, heard and judged anew; else as it was."""
        understood = await self._understood(open_, linked, parse)
        foreign = asked_in(self.message.text, linked.linked)
        if understood is None:
            verdict = ruled
            if self.model is None:
                verdict, parse = await self._scope(linked, parse)
            else:
                self.language = foreign or "English"
            return verdict, (linked, parse)
        self.judged = "verdict" in open_
        self.querying.written = understood.cypher
        # Rules that know a language are surer of it than a small model.
        self.language = foreign or understood.language
        self._speak(self.language)
        if "standalone" in open_:
            self.retold, self.sets = True, understood.sets
            if not self.sets:
                self.sets = self._leans_on(understood)
                self.untold = bool(self.sets)
            lost = bool(self.history or foreign)
            self.leans = False
            if lost:
                # Else the person's own words are surer than the model's.
                self.progress.note(standalone=understood.standalone)
            linked, parse = await self.hearing.heard(Standalone(understood.standalone))
            if lost or parse.reading is not None:
                self.named = self.meant = ()
            await self.hearing.tell(parse)
            if self.engine != "llm" and not self.meanings.only_mine():
                self.remembered = await self.remembering.exact(self.asked, linked.linked)
        self.by_text = await self.over_texts.texts.part(linked, parse, understood)
        verdict, parse = await self._scope(linked, parse, understood)
        return verdict, (linked, parse)

    def _leans_on(self, understood: Understanding) -> tuple[str, ...]:
        """The last answer, where a message leans on one and the model gave it back untold."""
        told = fold(understood.standalone) != fold(self.message.text)
        if told or not self.leans:
            return ()
        return tuple(one.name for one in result_sets(self.history)[-1:])

    async def _understood(
        self, open_: tuple[Matter, ...], linked: Linked, parse: Read
    ) -> Understanding | None:
        """What the model makes of the message; examples are looked up meanwhile."""
        ahead = asyncio.create_task(self.querying.look_ahead(linked, parse))
        try:
            understood = await self._understand(open_, linked, parse)
            await ahead
        finally:
            ahead.cancel()
        return understood

    async def _understand(
        self, open_: tuple[Matter, ...], linked: Linked, parse: Read
    ) -> Understanding | None:
        assert self.model is not None
        try:
            async with self.stage.step("understand") as said:
                given = (self.message.text, self.history, linked.slice, open_)
                write = await self._to_write(open_, linked, parse)
                understood, usage = await understand(self.model, *given, write)
                self.progress.spend(usage)
                said.summary = understood.verdict
        except ReplyUnusable as error:
            await self.progress.tell(
                say("{problem} Your message is taken as it stands.", problem=error)
            )
            return None
        except ModelError as error:
            await self.without_model(error, rules=await self.querying.can_read(linked, parse))
            return None
        return understood

    async def _to_write(
        self, open_: tuple[Matter, ...], linked: Linked, parse: Read
    ) -> WriteRequest | None:
        """What the model is to see where it understands and writes in one call."""
        one = self.parts.settings.understand == "one" and self.flow in ("naive", "retry", "check")
        if not one or "verdict" not in open_ or self.writer is not self.model:
            return None
        if self.keeps_names:
            return None
        return await self.querying.request(linked, parse)

    async def _act(self, act: str, named: Sequence[str]) -> None:
        """Do what is asked of the program instead of the graph; `named` are names that it has."""
        what, _, kind = act.partition(" ")
        if what == "chart":
            await self.charting.draw(kind)
            return
        await self.acting.do(act, named)

    async def _told_otherwise(
        self, verdict: Answerable | Redirect, linked: Linked, parse: Read
    ) -> bool:
        """Whether no query is to answer: passages do, the person is taught, or the program acts."""
        if await self.over_texts.from_documents(verdict, parse):
            return True
        if isinstance(verdict, Redirect):
            await self._teach(await self._with_meanings(verdict, linked, parse))
            return True
        if verdict.act:
            await self._act(verdict.act, [str(link.value) for link in linked.linked])
        return bool(verdict.act)

    async def _teach(self, redirect: Redirect) -> None:
        self.looking.closed = True
        async with self.stage.step("teach") as said:
            teaching = await self.parts.teach(redirect, self.taught)
            said.summary = say_many("one suggestion", "{count} suggestions", len(teaching.choices))
        await self.progress.say(teaching.text)
        which = redirect.verdict == "ambiguous" and redirect.reason != "reference"
        self.progress.note(choices=teaching.choices, taught=teaching.knows, asked_which=which)

    async def _with_meanings(self, redirect: Redirect, linked: Linked, parse: Read) -> Redirect:
        """A redirect that says what the one word may mean that nobody knows."""
        if redirect.verdict == "not_in_schema":
            # Of a question with a word unread beside the one that is missing two are unknown.
            may = fold(" ".join(redirect.words)) == fold(" ".join(parse.unread))
        else:
            may = redirect.verdict == "off_topic" and not redirect.certain
        if not may:
            return redirect
        found = await self.meanings.propose(linked, parse, count=3)
        return replace(redirect, meanings=found) if found else redirect

    async def _missing(
        self,
        ruled: Answerable | Redirect,
        draft: Draft,
        result: Rows,
        linked: Linked,
        parse: Read,
    ) -> bool:
        """Whether rules call a thing missing, and the model's query has nothing for it either.

        Not where the model says what is asked of this graph.
        """
        if self.judged:
            return False
        if isinstance(ruled, Answerable) and ruled.missing:
            kind: Literal["not_in_schema"] = "not_in_schema"
            ruled = Redirect(kind, kind, ruled.missing, certain=False, message=self.message.text)
        if not isinstance(ruled, Redirect) or ruled.reason != "not_in_schema":
            return False
        redirect = await self._with_meanings(ruled, linked, parse)
        here = taken(redirect.meanings, draft.cypher) or looked_for(ruled.words, draft.cypher)
        if result.rows and here:
            return False
        await self._not_here(redirect)
        return True

    async def _not_here(self, redirect: Redirect) -> None:
        """No answer, but what there is instead."""
        self.progress.note(
            verdict=redirect.verdict,
            route=None,
            engine=None,
            confidence=None,
            cypher=None,
            parameters={},
            repairs=(),
            result=None,
            reading=None,
            linked=(),
        )
        await self._teach(redirect)

    async def _guessed(self, parse: Read) -> bool:
        """Whether it was asked if a guess is meant, each of which has an answer."""
        if not parse.guesses:
            return False
        parts = self.parts
        given = (parse.guesses, parts.schema, parts.graph, parts.suggestions)
        which = await which_reading(*given, least=1)
        if which is None:
            return False
        # It asks for what the graph may know: only we did not read it for sure.
        self.progress.note(route=None)
        await self._teach(replace(which, reason="guesses", words=parse.unread))
        return True

    async def _keep_choice(self, draft: Draft) -> None:
        """Keep what the last turn means, where it meant several things and this one was picked."""
        last = self.history[-1] if self.history else None
        if last is not None and last.asked_which and fold(self.asked) in map(fold, last.choices):
            await self.remembering.chose(last.standalone, draft)

    async def _decline(self, linked: Linked, parse: Read) -> None:
        self.progress.note(not_understood=parse.unread)
        self.looking.closed = True
        found = await self.meanings.propose(linked, parse, count=4)
        # What one unknown word may mean is asked before what the whole may.
        if not found and await self._guessed(parse):
            return
        if await self.over_texts.passages_alone(parse):
            return
        given = (parse.unread, self.message.text, found, self.taught)
        teaching = await self.parts.decline(*given)
        await self.progress.say(teaching.text)
        self.progress.note(choices=teaching.choices, taught=teaching.knows)
        if self.given_up:
            self.progress.offer_again()
