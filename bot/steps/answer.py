"""The answer: written by a model from the rows and held to them, else told plainly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from bot.cypher.literals import inline
from bot.errors import BudgetSpent, ModelError
from bot.events import AnswerToken, Item, Rows, Usage
from bot.ports import Model, SummariseRequest
from bot.steps.execute import Execution
from bot.steps.ground import ground
from bot.steps.progress import Progress
from bot.steps.summarise import summarise
from bot.steps.write import Draft
from guardrails.grounding import Facts
from guardrails.languages import language_of
from memory.catalogue import code_of, language, marked, say
from memory.english import number_of
from memory.text import fold

# The longest answer, in characters, that a name before it still suits.
_SHORT = 80
# Sentences of documents that a model may quote, and how long each may be.
_QUOTED, _LONGEST = 8, 600
_BROKEN_OFF = marked("… (the answer breaks off here)")


@dataclass(frozen=True, slots=True)
class Answering:
    """Tells the rows of one turn.

    `model` writes where it may see rows; None leaves it to the rules. `language` is the asker's.
    `hosts` may be linked to; `instructions` are the model's own, which no answer repeats. `meant`
    are the names that a follow-up only pointed at.
    """

    progress: Progress
    model: Model | None
    language: str
    hosts: frozenset[str]
    instructions: str
    meant: tuple[str, ...] = ()

    async def answer(
        self,
        draft: Draft,
        rows: Rows,
        execution: Execution,
        plain: str | None = None,
        over: Draft | None = None,
        items: Sequence[Item] = (),
    ) -> None:
        """Say what was found, and what an honest answer adds.

        What it adds is ours, not the model's: where that is in another language than what the
        model wrote, it stands on a line of its own.

        Args:
            draft: what was run.
            rows: what that found.
            execution: looks up what is to be added.
            plain: what rules say of an answer from texts, which a model puts better.
            over: the draft that what is added is looked up of, if that is another.
            items: what documents say of the rows, for a model to quote.
        """
        spoken = draft.engine == "llm" or self.language != "English" or plain is not None
        # A model would make an answer of rows that are none.
        spoken = spoken and not draft.unaccounted
        shown, gap = "", " "
        async with self.progress.stage.step("summarise") as said:
            if spoken and self.model is not None and rows.rows:
                gap = " " if code_of(self.language) == language() else "\n\n"
                said.summary = say("by {model}", model=self.model.name)
                figures = await execution.figures(draft, rows)
                shown = await self._written(self.model, draft, rows, figures, plain, items)
            else:
                said.summary = say("from the rows")
                told = plain or of_whom(summarise(rows, draft.query), self.meant, rows)
                await self.progress.say(told)
            # Where texts found nothing that fits, they have said so.
            asked = plain is None or bool(rows.rows)
            remark = await execution.remark(over or draft, rows) if asked else ""
            if more := " ".join(filter(None, (shown, remark))):
                await self.progress.stage.emit(AnswerToken(f"{gap}{more}"))
                self.progress.note(answer=f"{self.progress.outcome.answer}{gap}{more}")

    async def _written(
        self,
        model: Model,
        draft: Draft,
        rows: Rows,
        figures: str,
        plain: str | None,
        items: Sequence[Item],
    ) -> str:
        """Say what the model writes; gives a sentence on the rows that it did not see, often ""."""
        progress = self.progress
        question = progress.outcome.standalone or progress.outcome.question
        ids = {one.ids_name for one in draft.sets}
        told = {name: value for name, value in draft.parameters.items() if name not in ids}
        criteria = inline(draft.cypher, told)
        quotes = _quotes(items)
        request = SummariseRequest(question, criteria, rows, self.language, figures, quotes)
        plain, said, shown = plain or summarise(rows, draft.query), "", ""

        async def release(text: str) -> None:
            nonlocal said
            said += text
            await progress.stage.emit(AnswerToken(text))

        try:
            facts = self._facts(criteria, figures, rows, [words for _, words in quotes])
            written = await ground(model.summarise(request), facts, plain, release)
            progress.spend(written.usage)
            shown = _shown(written.rows, rows) or _unnamed(said, rows)
            if written.notice:
                await progress.tell(written.notice)
        except ModelError as error:
            if not isinstance(error, BudgetSpent):
                progress.spend(Usage(calls=1))
            if said.strip():
                await release(("" if said[-1].isspace() else " ") + say(_BROKEN_OFF))
            plainly = say("{problem} This is what the rows say.", problem=error)
            await progress.tell(str(error) if said.strip() else plainly)
            progress.note(outage=str(error))
            progress.offer_again()
        if not said.strip():
            await progress.say(plain)
        else:
            progress.note(answer=said.strip())
        return shown

    def _facts(self, criteria: str, figures: str, rows: Rows, quotes: Sequence[str]) -> Facts:
        """What a written answer may say."""
        asked = self.progress.outcome
        return Facts(
            f"{asked.question} {asked.standalone or ''}",
            rows.rows,
            rows.row_count,
            english=self.language == "English" and language_of(asked.question) is None,
            statement=f"{criteria} {figures}",
            columns=rows.columns,
            hosts=self.hosts,
            instructions=self.instructions,
            quotes=quotes,
        )


def _quotes(items: Sequence[Item]) -> tuple[tuple[str, str], ...]:
    """The first sentence of some items, each with the item's name."""
    told = ((one.name, one.sources[0].words) for one in items if one.sources)
    return tuple((n, words) for n, words in islice(told, _QUOTED) if len(words) <= _LONGEST)


def of_whom(told: str, meant: Sequence[str], rows: Rows) -> str:
    """A short answer with the one name that its question only pointed at: "the second one".

    >>> one = Rows(("name",), (("Frank Darabont",),), 1, False)
    >>> of_whom("Frank Darabont.", ["The Green Mile"], one)
    'The Green Mile: Frank Darabont.'
    >>> of_whom("1 film.", ["Frank Darabont"], Rows(("films",), ((1,),), 1, False))
    'Frank Darabont: 1 film.'
    >>> of_whom("Yes.", ["The Green Mile"], Rows(("answer",), ((True,),), 1, False))
    'Yes.'
    """
    value = rows.rows[0][0] if len(rows.rows) == 1 else None
    if value is None or isinstance(value, bool) or len(meant) != 1:
        return told
    if len(told) > _SHORT or fold(meant[0]) in fold(told):
        return told
    return f"{meant[0]}: {told}"


def _shown(read: int | None, rows: Rows) -> str:
    """What an answer says that was written from a part of the rows; "" where it was of all.

    >>> _shown(12, Rows(("a",), ((1,),) * 50, 3214, True))
    'This is told from the first 12 of 3,214 rows.'
    >>> _shown(12, Rows(("a",), ((1,),) * 50, None, True))
    'This is told from the first 12 of more than 50 rows.'
    >>> _shown(2, Rows(("a",), ((1,),) * 2, 2, False))
    ''
    """
    if read is None or read == rows.row_count:
        return ""
    if rows.row_count is None:
        most = len(rows.rows)
        return say(
            "This is told from the first {read} of more than {rows} rows.", read=read, rows=most
        )
    return say("This is told from the first {read} of {rows} rows.", read=read, rows=rows.row_count)


def _unnamed(said: str, rows: Rows) -> str:
    """What an answer says that names some rows as if they were all; "" of any other.

    >>> found = Rows(("title",), (("Sully",), ("Heat",), ("Ran",)), 3, False)
    >>> _unnamed("He directed Sully and Heat.", found)
    'That names 2 of 3 rows.'
    >>> _unnamed("Heat is one of three.", found), _unnamed("Sully, Heat and Ran.", found)
    ('', '')
    """
    columns = [column for column in zip(*rows.rows, strict=True) if _are_names(column)]
    told, count = f" {fold(said)} ", rows.row_count
    if not columns or count is None or any(number_of(word) == count for word in told.split()):
        return ""
    named = sum(f" {fold(name)} " in told for name in columns[0])
    return (
        say("That names {named} of {rows} rows.", named=named, rows=count)
        if 0 < named < count
        else ""
    )


def _are_names(column: Sequence[object]) -> bool:
    return len(set(map(str, column))) == len(column) and all(isinstance(v, str) for v in column)
