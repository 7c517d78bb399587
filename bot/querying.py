"""From a question to rows: remembered, planned, written, run, and mended where that helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.cypher.literals import inline
from bot.cypher.statement import to_cypher
from bot.errors import (
    ModelError,
    ReplyUnusable,
    StatementFailed,
    StatementRefused,
    StatementTimeout,
)
from bot.events import Linked, Rows, Usage
from bot.hearing import Hearing
from bot.layer.match import VerifiedPair
from bot.offline.read_part import read_part
from bot.offline.reading import Reading
from bot.ports import PlanRequest, WriteRequest
from bot.reader.lexicon import LEXICON
from bot.steps.by_text import ByText
from bot.steps.doubt import doubt
from bot.steps.execute import Attempt, Correct, Execution
from bot.steps.explore import Exploration
from bot.steps.held import held
from bot.steps.pick_examples import Picked
from bot.steps.plan import Found, Pins, handed_on, left_out, through
from bot.steps.read import Read, Standalone
from bot.steps.understand import past_turns
from bot.steps.vote import drafts, elected
from bot.steps.with_sets import going_on
from bot.steps.write import Draft, Remembered, from_memory, from_reading, write
from bot.under_way import UnderWay
from memory.catalogue import in_english, say, say_many
from memory.conversation import result_sets
from memory.passages_index import Near
from memory.processor import apart
from memory.schema import LinkedValue
from memory.text import fold


class Querying:
    """Queries the graph for a turn.

    `back` is what a model asks the person instead, `written` a query that it wrote when it said
    what is meant.
    """

    def __init__(self, turn: UnderWay, hearing: Hearing) -> None:
        self._turn, self._hearing = turn, hearing
        self._found: dict[tuple[str, tuple[LinkedValue, ...], bool], Picked] = {}
        self._guess: tuple[str, Reading] | None = None
        self._voters: list[Draft] = []
        self.back = self.written = ""

    async def look_ahead(self, linked: Linked, parse: Read) -> None:
        """Find the examples for a question as it stands, while a model tells what it means."""
        if self._turn.model_writes(parse):
            await self._pick(linked, made=not self._firm(parse))

    async def planned(self, linked: Linked, parse: Read) -> tuple[Linked, Read]:
        """The last step of a plan, the others answered and put in; else what was given.

        What the rules can read whole is one query; so is all that a model may not see rows of,
        since what one step finds stands in the next.

        Raises:
            ModelError: the person asked for the model, and neither it nor the rules can answer.
        """
        whole = self._turn.progress.outcome
        if not self._turn.model_writes(parse):
            return linked, parse
        await self._turn.keep_here(parse)
        sends_rows = self._turn.parts.settings.send == "rows"
        plans = self._turn.flow == "plan" and parse.reading is None and sends_rows
        if not plans or self._turn.model is None:
            return linked, parse
        try:
            async with self._turn.stage.step("plan") as said:
                steps, usage = await self._turn.model.plan(
                    PlanRequest(self._turn.asked, linked.slice)
                )
                self._turn.progress.spend(usage)
                said.summary = say_many("one step", "{count} steps", len(steps))
        except ReplyUnusable as error:
            await self._turn.progress.tell(
                say("{problem} The question is asked as a whole.", problem=error)
            )
            return linked, parse
        except ModelError as error:
            await self._turn.without_model(error, rules=await self.can_read(linked, parse))
            return linked, parse
        last = None
        if len(steps) > 1:
            lost = left_out(self._turn.asked, steps, linked.linked)
            if lost:
                await self._turn.progress.tell(
                    say("The plan left out “{word}”; the question is asked as a whole.", word=lost)
                )
            else:
                last = await through(steps, self._step, self._turn.progress.tell)
        if last is not None:
            linked, parse = await self._read_step(*last)
        else:
            self._turn.step = None
            self._turn.progress.note(slice=whole.slice, linked=whole.linked)
        self._turn.progress.note(standalone=whole.standalone)
        return linked, parse

    async def _read_step(self, text: str, pins: Pins) -> tuple[Linked, Read]:
        self._turn.step = text
        return await self._hearing.heard(Standalone(text, pins))

    async def _step(self, text: str, pins: Pins) -> Found | int | None:
        """What an earlier step of a plan found."""
        linked, parse = await self._read_step(text, pins)
        request = await self.request(linked, parse)
        draft = await self.write(request, parse)
        if draft is None:
            return None
        rows, draft = await self.run(draft, self._turn.execution(request, parse), request, parse)
        return handed_on(rows, draft.query, self._turn.parts.schema)

    async def from_memory(self, remembered: Remembered, linked: Linked, parse: Read) -> bool:
        """Whether a remembered statement answers; what was approved and fails is withdrawn."""
        request = WriteRequest(self._turn.asked, linked.slice, linked.linked)
        async with self._turn.stage.step("write") as said:
            draft, said.summary = from_memory(remembered), say("from memory")
        execution = self._turn.execution(request, parse)
        pair = remembered if isinstance(remembered, VerifiedPair) else None
        if pair is not None:  # what somebody vouches for runs as it stands
            execution = replace(execution, repairs=False)
        try:
            result, draft = await self.run(draft, execution, request, parse)
            problem = doubt(remembered, execution.asked, result)
        except (StatementFailed, StatementRefused, StatementTimeout) as error:
            result, problem = None, in_english(str(error))
        if problem:
            await self._turn.remembering.withdraw(self._turn.asked, remembered, problem)
        nobody_else = self._turn.writer is None and parse.reading is None
        if result is None or (problem and not nobody_else):
            await self._turn.progress.tell(
                say("What was remembered for this did not hold; it is asked anew.")
            )
            return False
        self._turn.progress.note(verified=pair.verified if pair is not None else None)
        await self._turn.answer(draft, result, execution)
        return True

    async def rest(self, part: ByText, linked: Linked, parse: Read) -> Draft | None:
        """The model's query for all of a question but what texts tell; None where it has none."""
        question = self._turn.asked
        links = tuple(part.topic.links(question, linked.linked))
        request = await self.request(replace(linked, linked=links), replace(parse, reading=None))
        request = replace(request, question=part.topic.rest(question), ways=(), part=None)
        try:
            await self._turn.keep_here(parse)
            return await self.write(request, replace(parse, reading=None))
        except ModelError as error:
            # What rules read of it is something, too.
            await self._turn.without_model(error, rules=True)
            return None

    async def over(
        self, part: ByText, near: Sequence[Near], linked: Linked, parse: Read
    ) -> tuple[Rows, Draft, Execution] | None:
        """What the model's query for the rest of a question finds among nodes found by their texts.

        None where the model cannot write one that is about such nodes, or it finds nothing.
        """
        question, schema = self._turn.asked, self._turn.parts.schema
        links = tuple(part.topic.links(question, linked.linked))
        request = await self.request(replace(linked, linked=links), replace(parse, reading=None))
        request = replace(request, question=part.topic.rest(question), ways=(), part=None)
        execution = self._turn.execution(request, replace(parse, unread=()))

        async def correct(draft: Draft, problem: str) -> Draft | None:
            corrected = await self._correct(draft, request, problem)
            return held(corrected, part, near, schema) if corrected is not None else None

        try:
            await self._turn.keep_here(parse)
            draft = await self.write(request, replace(parse, reading=None))
            over = held(draft, part, near, schema) if draft is not None else None
            if over is None:
                return None
            times = self._turn.parts.settings.corrections
            best = await execution.best(over, correct, times)
        except ModelError as error:
            # What was found in the texts is an answer, too.
            await self._turn.without_model(error, rules=True)
            return None
        except (StatementFailed, StatementRefused, StatementTimeout):
            return None
        return (*best.result(), execution) if best.has_rows else None

    async def request(self, linked: Linked, parse: Read) -> WriteRequest:
        """What a writer gets to see, with examples where a model writes."""
        question, picked, hints = self._turn.asked, Picked(), self._turn.parts.hints
        read, firm, part = self._read(parse), self._firm(parse), None
        async with self._turn.stage.step("examples") as said:
            if self._turn.model_writes(parse):
                part = await self._part(linked, parse)
                # The rules' own draft is nearer than any pair made from the schema.
                picked = await self._pick(linked, made=not firm and part is None)
            said.summary = say("{count} at hand", count=len(picked.pairs))
        if part is not None:
            read = ()
        readings = tuple(
            (r.text, inline(*to_cypher(r.query)), parse.sureness if r is parse.reading else r.sure)
            for r in read
        )
        return WriteRequest(
            question,
            linked.slice,
            linked.linked,
            picked.pairs,
            self._turn.parts.terminology.for_model(question, linked.slice),
            readings,
            picked.mistakes,
            parse.ways if hints else (),
            part,
            [past for past in past_turns(self._turn.history) if past.name in self._turn.sets],
            firm=firm,
        )

    def _read(self, parse: Read) -> tuple[Reading, ...]:
        """The readings that a model is told of: none where the words alone do not say it."""
        if not self._turn.parts.hints or self._turn.sets or self._turn.dislikes(parse):
            return ()
        return (parse.reading, *parse.tied) if parse.reading is not None else parse.guesses

    def _firm(self, parse: Read) -> bool:
        """Whether what is read is likely right."""
        likely = (parse.sureness or 0.0) >= self._turn.parts.settings.sure
        return likely and not parse.tied and bool(self._read(parse))

    async def _part(self, linked: Linked, parse: Read) -> tuple[str, str, str] | None:
        """The draft that rules make of a part of what they decline."""
        if parse.reading is not None or not self._turn.parts.hints or self._turn.sets:
            return None
        parser, asked = self._turn.parts.parser, self._turn.asked
        given = (linked.linked, parse.unread, parse.schema_words)
        found = await apart(read_part, parser, asked, *given)
        if found is None:
            return None
        if not found.left_out and not self._turn.leans:
            self._guess = asked, found.reading
        return found.left_out, found.reading.text, inline(*to_cypher(found.reading.query))

    async def _pick(self, linked: Linked, *, made: bool) -> Picked:
        """The examples for the question, looked up once."""
        question = self._turn.asked
        key = (question, tuple(linked.linked), made)
        if key not in self._found:
            picked = await self._turn.remembering.pick(question, linked.linked, made=made)
            self._found[key] = picked
        return self._found[key]

    async def write(self, request: WriteRequest, parse: Read) -> Draft | None:
        """The draft of the model, or of the rules where it is away; None where nobody can.

        Raises:
            ModelError: the person asked for the model, it failed, and the rules cannot read this.
        """
        reading = None if self._turn.model_writes(parse) else parse.reading
        guess, draft = self._guessed(request.question), None
        try:
            if reading is None and self._turn.flow == "agent":
                draft = await self._explored(request, parse)
            if draft is None and not self.back:
                async with self._turn.stage.step("write") as said:
                    draft = await self._written(request, reading)
                    said.summary = draft.engine if draft else say("nobody could")
        except ModelError as error:
            by_rules = self._instead(parse)
            await self._turn.without_model(error, rules=bool(by_rules or guess))
            draft = from_reading(by_rules) if by_rules is not None else None
        if draft is None and guess is not None and not self.back:
            await self._turn.progress.tell(say("The rules are not sure, and read this."))
            draft = from_reading(guess)
        if draft is not None:
            ours = draft.engine == "offline" and guess is None
            counted = ours and parse.sureness is not None
            sure = round(parse.sureness or 0.0, 3) if counted else None
            self._turn.progress.note(confidence=sure)
            self._turn.progress.spend(draft.usage)
        return draft

    async def _written(self, request: WriteRequest, reading: Reading | None) -> Draft | None:
        """The draft; the first of several where most of them decide."""
        writer = self._turn.writer
        if reading is None and self.written:
            return self._taken_up(Draft(self.written, "llm"))
        if reading is None and writer is not None and self._turn.flow == "vote":
            self._voters = [self._taken_up(one) for one in await drafts(request, writer)]
            return replace(self._voters[0], usage=sum((d.usage for d in self._voters), Usage()))
        draft = await write(request, reading=reading, writer=writer)
        return self._taken_up(draft) if draft is not None and reading is None else draft

    def _taken_up(self, draft: Draft) -> Draft:
        """A model's draft, which goes on from the last answer where the message does."""
        last = result_sets(self._turn.history)[-1:] if self._turn.untold else []
        if not last:
            return draft
        others = not LEXICON.others.isdisjoint(fold(self._turn.message.text).split())
        cypher = going_on(draft.cypher, last[0], self._turn.parts.schema, others=others)
        return replace(draft, cypher=cypher)

    async def _explored(self, request: WriteRequest, parse: Read) -> Draft | None:
        """What a model with tools came to; None where it did not, or asks the person back."""
        if self._turn.model is None:
            return None
        execution, tell = self._turn.execution(request, parse), self._turn.progress.tell
        exploration = Exploration(execution, self._hearing.around, tell)
        try:
            return await exploration.draft(request, self._turn.model)
        finally:
            self.back = exploration.back
            self._turn.progress.spend(exploration.usage)

    async def can_read(self, linked: Linked, parse: Read) -> bool:
        """Whether the rules can do without the model, be it with what they are not sure of."""
        if parse.reading is None:
            await self._part(linked, parse)
            return self._guessed(self._turn.asked) is not None
        return self._instead(parse) is not None

    def _instead(self, parse: Read) -> Reading | None:
        """What the rules read, unless the model is to do without them."""
        return parse.reading if self._turn.parts.hints or self._turn.engine != "llm" else None

    def _guessed(self, question: str) -> Reading | None:
        """A reading of all words of this question that the rules are not sure of."""
        asked, guess = self._guess or ("", None)
        return guess if asked == question else None

    async def run(
        self, draft: Draft, execution: Execution, request: WriteRequest, parse: Read
    ) -> tuple[Rows, Draft]:
        """The rows of the best draft.

        Where the model's drafts fail, or are provably wrong and find nothing, and the reader has a
        reading, that is used; also one of all words that it is not sure of.
        """

        async def correct(draft: Draft, problem: str) -> Draft | None:
            return await self._correct(draft, request, problem)

        best = await self._best(draft, execution, correct)
        by_rules, sure = parse.reading, self._turn.is_sure(parse)
        if by_rules is None:
            by_rules = self._guessed(request.question)
        told = self._turn.flow != "naive" and self._turn.parts.hints
        if draft.engine == "llm" and best.is_wrong and by_rules is not None and told:
            await self._turn.progress.tell(_why_rules(best, sure=sure))
            best = await execution.best(from_reading(by_rules), correct, 0)
        return best.result()

    async def _best(self, draft: Draft, execution: Execution, correct: Correct) -> Attempt:
        """What most drafts come to, where there are several; else the best of one."""
        voters, self._voters = self._voters, []
        if voters:
            best, share = await elected(voters, execution)
            if best.rows is not None:
                execution.keep(best)
                self._turn.progress.note(confidence=round(share, 2))
                return best
        return await execution.best(draft, correct, self._turn.parts.settings.corrections)

    async def never(self, draft: Draft, problem: str) -> Draft | None:
        """What was made from what was found is not corrected by a model."""
        return None

    async def _correct(self, draft: Draft, request: WriteRequest, problem: str) -> Draft | None:
        if self._turn.writer is None:
            return None
        try:
            async with self._turn.stage.step("write") as said:
                corrected = await self._turn.writer.correct(request, draft.cypher, problem)
                again = say("again: {problem}", problem=problem)
                said.summary = again if corrected else say("nobody mends it")
        except ModelError as error:
            await self._turn.progress.tell(
                say("{problem} The query was not corrected.", problem=error)
            )
            return None
        if corrected is None:
            return None
        cypher, usage = corrected
        self._turn.progress.spend(usage)
        return Draft(cypher, "llm")


def _why_rules(best: Attempt, *, sure: bool) -> str:
    """Why the rules' reading is asked in place of the model's best draft."""
    failed = say("The model's query failed.")
    problem = failed if best.rows is None else say("The model's query found nothing.")
    rest = say("This is what the rules read.")
    return f"{problem} {rest if sure else say('The rules are not sure, and read this.')}"
