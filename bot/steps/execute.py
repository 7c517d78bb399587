"""A draft is checked, run and repaired; a model's draft goes back to it with what is wrong.

The better of the outcomes is kept, and nothing is run or sent twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bot.cypher.literals import inline
from bot.errors import GraphError, StatementFailed, StatementRefused, StatementTimeout
from bot.events import Drafted, Notice, Rows
from bot.ports import Graph, Opinion
from bot.realiser.cypher import explain
from bot.steps.column_figures import column_figures
from bot.steps.fresh_values import not_looked_up
from bot.steps.in_order import in_order
from bot.steps.judge import Asked, Doubtful, Sound, judge
from bot.steps.left_out import left_out
from bot.steps.link import ValueLookup
from bot.steps.repair import Known, mend
from bot.steps.run import run
from bot.steps.stage import Stage
from bot.steps.ties import ties
from bot.steps.unknown_names import names_lacking, still_lacking
from bot.steps.why_empty import Why, why_empty
from bot.steps.with_sets import with_sets
from bot.steps.write import Draft
from bot.steps.yes_no_figures import yes_no_figures
from guardrails.selection import select_visible
from guardrails.statement import Allowed, Refused, check_statement
from memory.catalogue import in_english, in_quotes, listed, say, say_many, together
from memory.conversation import Exchange
from memory.processor import apart_if_long

# The flows in which rows are held to the question, too.
_JUDGED = ("check", "plan", "vote", "agent")
Correct = Callable[[Draft, str], Awaitable[Draft | None]]
# Whether a draft answers, given what rules doubt; None where nobody can say.
Consult = Callable[[Draft, str], Awaitable[Opinion | None]]


class Note(Protocol):
    """Adds to what is known of the turn."""

    def __call__(self, **changes: Any) -> None:
        """By the names of `Outcome`'s fields."""
        ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of a draft: rows, or the error; `problem` is one short sentence for a model.

    `doubts` is how many things speak against the rows; with none there is no problem. `proven` says
    that schema and stored values prove it wrong.
    """

    draft: Draft
    rows: Rows | None = None
    error: GraphError | None = None
    problem: str = ""
    doubts: int = 0
    proven: bool = False

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """Outcomes in order: failed, empty, then the fewer doubts the better."""
        return self.rows is not None, self.has_rows, -self.doubts

    @property
    def has_rows(self) -> bool:
        """Whether anything was found."""
        return bool(self.rows and self.rows.rows)

    @property
    def is_wrong(self) -> bool:
        """Whether it failed, or found nothing and provably never could."""
        return self.rows is None or (self.proven and not self.has_rows)

    def result(self) -> tuple[Rows, Draft]:
        """The rows and the draft they came from.

        Raises:
            GraphError: there are none.
        """
        if self.rows is None:
            raise self.error or StatementFailed(say("The query did not work."))
        return self.rows, self.draft


@dataclass(frozen=True, slots=True)
class Execution:
    """Runs the drafts of one turn.

    Without `repairs` they run as they were written, and without `judges` only errors speak against
    one. `consult` is asked where rules doubt a draft and cannot be sure. A draft may go on from the
    answers of `history`.
    """

    graph: Graph
    values: ValueLookup
    asked: Asked
    stage: Stage
    note: Note
    flow: str
    repairs: bool = True
    judges: bool = True
    consult: Consult | None = None
    history: Sequence[Exchange] = ()
    _why: dict[str, Why | None] = field(default_factory=dict)
    _figures: dict[str, str] = field(default_factory=dict)

    async def best(self, draft: Draft, correct: Correct, corrections: int) -> Attempt:
        """The best attempt at a question; a model's draft may be corrected so many times.

        Where all fail it is the last: its error is what is left to mend.

        Args:
            draft: The first one.
            correct: Asks for another, given a draft and its problem; None where there is none.
            corrections: How often at most; not at all in flow `naive`.
        """
        best = latest = first = await self.attempt(draft)
        seen = {same_text(draft.cypher), same_text(latest.draft.cypher)}
        times = corrections if self.flow != "naive" and draft.engine == "llm" else 0
        for _ in range(times):
            if not latest.problem:
                break
            corrected = await correct(latest.draft, latest.problem)
            if corrected is None or same_text(corrected.cypher) in seen:
                break
            latest = await self.attempt(corrected)
            seen |= {same_text(corrected.cypher), same_text(latest.draft.cypher)}
            if latest.rank > best.rank or best.rows is None:
                best = latest
        if self.flow == "check" and best.has_rows and not best.problem:
            best = replace(best, draft=_mended(best, draft.cypher, first))
        self.keep(best)
        return best

    def keep(self, best: Attempt) -> None:
        """Tell which attempt is kept."""
        kept = best.draft
        statement = {"cypher": kept.cypher, "parameters": kept.parameters, "sets": kept.sets}
        self.note(**statement, result=best.rows, repairs=kept.repairs, reading=kept.reading)

    async def why_empty(self, draft: Draft) -> Why | None:
        """Why a draft found nothing; asked of the graph once."""
        if draft.cypher not in self._why:
            given = (draft.parameters, self.asked.schema, self.graph)
            self._why[draft.cypher] = await why_empty(draft.cypher, *given)
        return self._why[draft.cypher]

    async def figures(self, draft: Draft, rows: Rows) -> str:
        """What all rows say together, column by column; "" where nobody can tell."""
        if draft.cypher not in self._figures:
            given = (draft.parameters, rows, self.asked.schema, self.graph)
            self._figures[draft.cypher] = await column_figures(draft.cypher, *given)
        return self._figures[draft.cypher]

    async def remark(self, draft: Draft, rows: Rows) -> str:
        """What an honest answer adds: what was left out, or why there is nothing; often ""."""
        old = [in_quotes(one.exchange.standalone) for one in draft.changed]
        told = ""
        if old:
            told = say(
                "What answers {questions} has changed since you saw it.", questions=listed(old)
            )
        return f"{told} {await self._remark(draft, rows)}".strip()

    async def _remark(self, draft: Draft, rows: Rows) -> str:
        lacking = names_lacking(draft.cypher, self.asked.schema)[:2]
        unknown = [str(one) for one in await still_lacking(lacking, self.graph)]
        if unknown:
            return say("This graph has no {names}.", names=listed(unknown, "or"))
        if not rows.rows:
            why = await self.why_empty(draft)
            return why.told if why is not None else ""
        if draft.unaccounted:
            word = draft.unaccounted
            unsure = not_looked_up([word]) or say(
                "Nothing in this graph stands for “{word}”.", word=word
            )
            return f"{unsure} {say('So this may not be what you asked for.')}"
        tied = await ties(draft.cypher, draft.parameters, rows, self.asked.schema, self.graph)
        missing = await left_out(draft.cypher, draft.parameters, self.asked.schema, self.graph)
        compared = await yes_no_figures(draft.query, self.asked.schema, self.graph)
        figures = await self.figures(draft, rows) if rows.truncated else ""
        over = say("Over all {count}: {figures}.", count=rows.row_count, figures=figures)
        over = over if figures else ""
        unread = listed([in_quotes(word) for word in draft.unread])
        unread = say("I did not use {words}.", words=unread) if unread else ""
        told = (compared, self._nearest(draft), tied, missing, over, unread)
        return " ".join(said for said in told if said)

    def _nearest(self, draft: Draft) -> str:
        """That a name was taken for one like it, as nobody could look everywhere for its own."""
        statement = inline(draft.cypher, draft.parameters)
        like = [link for link in self.asked.linked if link.method == "fuzzy"]
        taken = [link for link in like if str(link.value) in statement]
        unsure = not_looked_up([link.text for link in taken])
        if not unsure:
            return ""
        return f"{unsure} {say('{name} is the nearest that I found.', name=str(taken[0].value))}"

    async def attempt(self, draft: Draft) -> Attempt:
        """What comes of a draft, checked, run, repaired and judged.

        Raises:
            GraphError: the database is away, or the draft is no model's and failed.
        """
        try:
            rows, draft = await self._run(draft)
        except (StatementFailed, StatementRefused, StatementTimeout) as error:
            if draft.engine != "llm":
                raise
            return Attempt(draft, error=error, problem=in_english(str(error)))
        verdict = await self._judge(draft, rows)
        judged = self.judges and self.flow in _JUDGED and draft.engine == "llm"
        if isinstance(verdict, Sound) or not judged:
            return Attempt(draft, rows)
        draft = replace(draft, unaccounted=verdict.unaccounted)
        if verdict.open and self.consult is not None:
            opinion = await self.consult(draft, verdict.problem)
            if opinion is not None and opinion.answers:
                return Attempt(draft, rows)
            if opinion is not None and opinion.missing:
                verdict = replace(verdict, problem=f"{verdict.problem} {opinion.missing}")
        return Attempt(draft, rows, None, verdict.problem, verdict.doubts, verdict.proven)

    async def _judge(self, draft: Draft, rows: Rows) -> Sound | Doubtful:
        async with self.stage.step("judge") as said:
            # Whoever else wrote it has accounted for every word.
            asked = self.asked if draft.engine == "llm" else None
            verdict = judge(rows, draft.cypher, asked)
            if isinstance(verdict, Doubtful) and not rows.rows and asked and verdict.doubts == 1:
                why = await self.why_empty(draft)
                if why is not None:
                    problem, told = why.problem, f"{verdict.told} {why.told}".rstrip()
                    verdict = replace(verdict, problem=f"{verdict.problem} {problem}", told=told)
            said.summary = verdict.told if isinstance(verdict, Doubtful) else say("answers")
        return verdict

    async def _run(self, draft: Draft) -> tuple[Rows, Draft]:
        """Check and run a draft; what a model or a person wrote is repaired where that helps."""
        schema, repairable = self.asked.schema, self.repairs and draft.engine != "offline"
        draft = replace(draft, cypher=select_visible(draft.cypher, schema))
        draft = await with_sets(draft, self.history, self.graph, schema)
        async with self.stage.step("check") as said:
            statement = {"cypher": draft.cypher, "parameters": draft.parameters}
            self.note(engine=draft.engine, **statement, sets=draft.sets, repairs=())
            allowed = await check_statement(draft.cypher, draft.parameters, schema)
            said.summary = say("refused") if isinstance(allowed, Refused) else say("reads only")
        if isinstance(allowed, Refused) and not (repairable and allowed.unreadable):
            raise StatementRefused(allowed.reason)
        if isinstance(allowed, Allowed) and allowed.cypher != draft.cypher:
            draft = replace(draft, cypher=allowed.cypher)
            await self.stage.emit(Notice(_sentence(allowed.findings[0].explanation)))
        draft = await self._told(draft)
        async with self.stage.step("run") as said:
            if repairable:
                result, draft = await self._mend(draft)
            else:
                result = await run(self.graph, draft.cypher, draft.parameters)
            result = in_order(result, draft.query)
            count = result.row_count
            said.summary = (
                say("more rows than were counted")
                if count is None
                else say_many("{count} row", "{count} rows", count)
            )
        if draft.repairs:
            async with self.stage.step("repair") as said:
                said.summary = ", ".join(repair.explanation for repair in draft.repairs)
            draft = await self._told(draft)
        self.note(result=result, understood=draft.query)
        return result, draft

    async def _told(self, draft: Draft) -> Draft:
        """Tell the statement that runs, and how it reads."""
        reading = draft.reading if draft.query is not None else None
        if not reading:
            told = (not draft.repairs and draft.by_names) or draft.cypher
            given = (told, draft.parameters, self.asked.schema)
            reading = await apart_if_long(draft.cypher, explain, *given)
        self.note(cypher=draft.cypher, reading=reading, repairs=draft.repairs)
        await self.stage.emit(Drafted(draft.cypher, draft.parameters, draft.engine, reading))
        return replace(draft, reading=reading)

    async def _mend(self, draft: Draft) -> tuple[Rows, Draft]:
        """The rows of a draft, repaired if need be, and the statement they came from.

        Raises:
            GraphError: it failed, and no repair helped.
        """
        known = Known(self.asked.schema, self.values, self.asked.question or None)
        mended = await mend(
            draft.cypher,
            known,
            lambda cypher: run(self.graph, cypher, draft.parameters),
            draft.parameters,
        )
        if mended.rows is None:
            raise mended.error or StatementFailed(say("The query did not work."))
        return mended.rows, replace(draft, cypher=mended.cypher, repairs=mended.repairs)


def _mended(best: Attempt, written: str, first: Attempt) -> Draft:
    """The draft that a sound answer came from, with what was wrong before."""
    repairs = best.draft.repairs
    why = first.problem or in_english(together([repair.explanation for repair in repairs]))
    failed = best is not first or repairs
    return replace(best.draft, instead_of=(written, why) if failed else None)


def same_text(cypher: str) -> str:
    r"""Return the form in which two statements are the same: spaces, a semicolon count for nothing.

    >>> same_text("MATCH (n)  RETURN n;") == same_text("MATCH (n)\nRETURN n")
    True
    """
    return " ".join(cypher.split()).rstrip("; ")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."
