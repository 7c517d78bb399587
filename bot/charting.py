"""A chart that is asked for in words: of the answer before, whose own statement runs again."""

from __future__ import annotations

from dataclasses import replace

from bot.render.charts.chart import LABELS, Drawing, drawings
from bot.steps.acts import told_of
from bot.steps.as_figures import as_figures
from bot.steps.read import Read
from bot.steps.rows_again import rows_again
from bot.under_way import UnderWay
from guardrails.chart_request import chart_question
from memory.catalogue import listed, say, say_many
from memory.conversation import Exchange, result_sets
from memory.processor import apart


class Charting:
    """Hears what is asked of a turn's message about charts, and answers it."""

    def __init__(self, turn: UnderWay) -> None:
        self._turn = turn
        self._wanted = False

    async def part(self) -> None:
        """Of a question that asks for its answer as a chart, leave the question."""
        turn = self._turn
        asked = await apart(chart_question, turn.message.text, turn.parts.schema)
        if asked is not None:
            turn.message = replace(turn.message, text=asked.question)
            turn.progress.note(chart=asked.kind)
            self._wanted = True

    def figures(self, parse: Read) -> Read:
        """What was read, as what can be drawn where the question asks for a chart."""
        if not self._wanted:
            return parse
        read = (parse.reading, *parse.tied) if parse.reading is not None else parse.guesses
        figures = [(one, as_figures(one, self._turn.parts.schema)) for one in read]
        counted = {other.query: other for one, other in figures if other is not one}
        # What can be drawn in one way alone was meant so.
        if len(counted) != 1:
            return parse
        return replace(parse, reading=next(iter(counted.values())), tied=(), guesses=())

    async def draw(self, kind: str) -> None:
        """Answer with the chart, or with why there is none.

        Args:
            kind: That is wanted; "" for any.

        Raises:
            CiceroneError: the graph fails, or the statement may not run any longer.
        """
        turn, progress = self._turn, self._turn.progress
        progress.note(act="chart")
        answered = self._answered()
        if answered is None or not turn.parts.settings.charts:
            await progress.say(told_of("chart", turn.history, charts=turn.parts.settings.charts))
            return
        async with turn.stage.step("run") as said:
            rows = await rows_again(answered, turn.parts.schema, turn.parts.graph)
            said.summary = say_many("{count} row", "{count} rows", len(rows.rows))
        drawn = drawings(rows, answered.query, answered.cypher, kind)
        if drawn:
            progress.note(
                **{"chart": kind, "result": rows, "reading": answered.reading},
                **{"cypher": answered.cypher, "parameters": dict(answered.parameters)},
                understood=answered.query,
            )
        await progress.say(_told(answered, drawn, kind))

    def _answered(self) -> Exchange | None:
        """The last answer that has rows."""
        sets = result_sets(self._turn.history)
        return sets[-1].exchange if sets else None


def _told(answered: Exchange, drawn: list[Drawing], kind: str) -> str:
    if not drawn:
        return say(
            "What answers “{question}” makes no chart: that takes two rows or more, a number in "
            "each, and not hundreds of names in no order.",
            question=answered.standalone,
        )
    first = drawn[0]
    if not kind or first.kind == kind:
        return first.alt
    fit = listed([say(LABELS[one.kind]) for one in drawn], "or")
    unfit = say(LABELS[kind])
    told = say("“{kind}” does not fit these rows; what fits: {kinds}.", kind=unfit, kinds=fit)
    return f"{told} {first.alt}"
