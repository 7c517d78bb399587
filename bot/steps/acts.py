"""What is said where a message asks nothing of the graph, but something of the program."""

from __future__ import annotations

from collections.abc import Sequence

from memory.catalogue import is_english, marked, say
from memory.conversation import Exchange

_ROWS_BELOW = marked(
    "The rows of an answer stand below it as a table; ask for the columns that you miss."
)
_DRAWN = marked("Rows with a number in each are drawn above their table; say which kind you want.")
_BELOW = {
    "table": _ROWS_BELOW,
    "hide_table": _ROWS_BELOW,
    "hide_chart": _DRAWN,
    "export": marked("Below an answer, all of its rows can be downloaded as CSV, Excel or JSON."),
    "chart": _DRAWN,
}
_WITHOUT_ANSWER = {
    "conversation": marked("This is our conversation as Markdown, up to here."),
    "memory": marked(
        "What I remember of you stands on the page Memory, to change or to forget one by one."
    ),
    "forget": marked(
        "Nothing is forgotten yet: the page Memory has “Forget everything about me” at its end, "
        "and asks once more."
    ),
    "start_over": marked(
        "Done: what was asked before no longer counts. What would you like to know?"
    ),
}
_NO_CHARTS = marked("Charts are switched off here; CSV below an answer downloads its rows.")


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
        act: One of `guardrails.acts.ACTS`, without what is wanted of it.
        history: What was asked and still counts.
        named: The stored values that it names.
        charts: Whether charts are drawn here.
        done: What an "undo" takes back, where that is not the last question.
    """
    last = next((one for one in reversed(history) if one.cypher is not None), None)
    if act in _WITHOUT_ANSWER:
        return say(_WITHOUT_ANSWER[act])
    if act == "undo":
        return _back_to(history, done.act if done is not None else "")
    if act == "why":
        return _accounted(last)
    if act == "chart" and not charts:
        return say(_NO_CHARTS)
    if act == "show_around":
        return _around(named)
    if last is None:
        return say("There is no answer yet. {instead}", instead=say(_BELOW[act]))
    if act == "hide_table":
        return say("The table is taken away; “undo” brings it back.")
    if act == "hide_chart":
        return say("The chart is taken away; “undo” brings it back.")
    return say(_BELOW[act])


def _around(named: Sequence[str]) -> str:
    if not named:
        return say("Name what the picture is to be around, as it is written in the graph.")
    return say(
        "The picture shows what {name} is connected with; where you see none, ask what it is "
        "connected with, and I list it.",
        name=named[0],
    )


def _back_to(history: Sequence[Exchange], undone: str) -> str:
    if not history:
        return say("There is nothing to take back yet.")
    last = history[-1].question
    if undone == "hide_table":
        return say("The table is back; we are at “{question}”.", question=last)
    if undone == "hide_chart":
        return say("The chart is back; we are at “{question}”.", question=last)
    if undone:
        return say("The chart no longer counts; we are at “{question}”.", question=last)
    if len(history) == 1:
        return say("“{question}” no longer counts. What would you like to know?", question=last)
    return say(
        "“{question}” no longer counts; we are back at “{before}”.",
        question=last,
        before=history[-2].question,
    )


def _accounted(last: Exchange | None) -> str:
    if last is None or not last.reading:
        return say(
            "There is no answer before this that I could account for; ask me something first."
        )
    return say(
        "I looked up “{reading}” in the graph, and that is what it holds; it does not say why. "
        "The query behind it is shown with the answer.",
        reading=last.reading if is_english() else last.standalone,
    )
