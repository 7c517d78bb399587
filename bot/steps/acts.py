"""What is said where a message asks nothing of the graph, but something of the program."""

from __future__ import annotations

from collections.abc import Sequence

from memory.conversation import Exchange

_BELOW = {
    "table": "The rows of an answer stand below it as a table; ask for the columns that you miss.",
    "export": "Below an answer, all of its rows can be downloaded as CSV, Excel or JSON.",
    "chart": "Rows with a number in each are drawn above their table; say which kind you want.",
}
_NO_CHARTS = "Charts are switched off here; CSV below an answer downloads its rows."


def told_of(
    act: str,
    history: Sequence[Exchange],
    named: Sequence[str] = (),
    *,
    charts: bool = True,
    done: Exchange | None = None,
) -> str:
    """Return what to say to an act.

    Args:
        act: One of `guardrails.intent.ACTS`.
        history: What was asked and still counts.
        named: The stored values that it names.
        charts: Whether charts are drawn here.
        done: What an "undo" takes back, where that is not the last question.
    """
    last = next((one for one in reversed(history) if one.cypher is not None), None)
    if act == "start_over":
        return "Done: what was asked before no longer counts. What would you like to know?"
    if act == "undo":
        return _back_to(history, done.act if done is not None else "")
    if act == "why":
        return _accounted(last)
    if act == "chart" and not charts:
        return _NO_CHARTS
    if act == "show_around":
        return _around(named)
    if last is None:
        return f"There is no answer yet. {_BELOW[act]}"
    return _BELOW[act]


def _around(named: Sequence[str]) -> str:
    if not named:
        return "Name what the picture is to be around, as it is written in the graph."
    return (
        f"The picture shows what {named[0]} is connected with; where you see none, ask what it is "
        "connected with, and I list it."
    )


def _back_to(history: Sequence[Exchange], undone: str) -> str:
    if history and undone:
        taken = "The table is back" if undone == "hide_table" else "The chart no longer counts"
        return f"{taken}; we are at “{history[-1].question}”."
    if not history:
        return "There is nothing to take back yet."
    if len(history) == 1:
        return f"“{history[0].question}” no longer counts. What would you like to know?"
    return f"“{history[-1].question}” no longer counts; we are back at “{history[-2].question}”."


def _accounted(last: Exchange | None) -> str:
    if last is None or not last.reading:
        return "There is no answer before this that I could account for; ask me something first."
    return (
        f"I looked up “{last.reading}” in the graph, and that is what it holds; it does not say "
        "why. The query behind it is shown with the answer."
    )
