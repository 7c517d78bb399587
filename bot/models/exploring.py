"""Tools that a model may call, one a step, as the API takes them and as their results are told."""

from __future__ import annotations

import json
from typing import Any

from bot.models.reply import object_in
from bot.models.schema_text import schema_text
from bot.ports import Seen

# Of each tool what its one argument is called, and what it does.
_TOOLS = {
    "schema": ("words", "The labels, properties and relationships that these words are about."),
    "values": ("words", "The stored values that these words may name."),
    "query": ("cypher", "Run one read-only Cypher statement; its first rows come back."),
    "ask_person": ("question", "Ask the person what is meant; ends the search."),
}
_ROWS = 10
_LONGEST = 2000

TOOLS: tuple[dict[str, Any], ...] = tuple(
    {
        "type": "function",
        "function": {
            "name": name,
            "description": what,
            "parameters": {
                "type": "object",
                "properties": {argument: {"type": "string"}},
                "required": [argument],
            },
        },
    }
    for name, (argument, what) in _TOOLS.items()
)


def wanted(name: str, arguments: str) -> Seen | None:
    """The step that a call asks for; None where it is no call of a tool that there is.

    >>> wanted("values", '{"words": "Oslo"}')
    Seen(tool='values', argument='Oslo', rows=None, slice=None, linked=(), problem='')
    >>> wanted("drop", "{}"), wanted("query", "?")
    (None, None)
    """
    if name not in _TOOLS:
        return None
    try:
        told = json.loads(object_in(arguments) or "null")
    except ValueError:
        return None
    argument = told.get(_TOOLS[name][0]) if isinstance(told, dict) else None
    return Seen(name, argument.strip()) if isinstance(argument, str) and argument.strip() else None


def messages(prompt: str, seen: tuple[Seen, ...]) -> tuple[dict[str, Any], ...]:
    """The conversation so far: the task, each call and what came of it."""
    said: list[dict[str, Any]] = [{"role": "user", "content": prompt}]
    for nth, step in enumerate(seen):
        arguments = json.dumps({_TOOLS[step.tool][0]: step.argument}, ensure_ascii=False)
        function = {"name": step.tool, "arguments": arguments}
        call = {"id": f"call_{nth}", "type": "function", "function": function}
        said.append({"role": "assistant", "content": None, "tool_calls": [call]})
        said.append({"role": "tool", "tool_call_id": f"call_{nth}", "content": _result(step)})
    return tuple(said)


def _result(step: Seen) -> str:
    if step.tool == "schema" and step.slice is not None:
        return schema_text(step.slice)[:_LONGEST] or "Nothing in the graph."
    if step.tool == "values":
        lines = [f"{v.text} -> {v.label}.{v.property} = {v.value!r}" for v in step.linked]
        return "\n".join(dict.fromkeys(lines))[:_LONGEST] or "No stored value is like that."
    problem = f"Problem: {step.problem}\n" if step.problem else ""
    if step.rows is None:
        return problem or "It did not work."
    count = len(step.rows.rows) if step.rows.row_count is None else step.rows.row_count
    shown = [json.dumps(row, ensure_ascii=False, default=str) for row in step.rows.rows[:_ROWS]]
    head = f"{count} rows: {json.dumps(step.rows.columns)}"
    return f"{problem}{chr(10).join([head, *shown])}"[:_LONGEST]
