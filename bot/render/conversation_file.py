"""A conversation as Markdown: what was asked, what was answered, its rows and its query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.render.markdown import code_block, escape
from memory.catalogue import say

_ROWS = 100
_SAID = ("user_message", "assistant_message")


def conversation_text(thread: Mapping[str, Any], graph: str) -> str:
    """The whole file.

    Args:
        thread: A thread of Chainlit's, with its steps and elements.
        graph: The name of the graph that it is about.
    """
    shown: dict[str, list[Mapping[str, Any]]] = {}
    for element in thread.get("elements") or []:
        shown.setdefault(str(element.get("forId")), []).append(element.get("props") or {})
    parts = [f"# {_line_of(str(thread.get('name') or say('A conversation')))}"]
    parts.append(_line_of(f"{str(thread.get('createdAt') or '')[:10]} · {graph}"))
    for step in thread.get("steps") or []:
        if step.get("type") not in _SAID:
            continue
        text = str(step.get("output") or "").strip()
        if step["type"] == "user_message":
            parts.append(f"## {_line_of(text)}")
        elif text:
            # Only the page needs that colon escaped.
            parts.append(text.replace("\\:", ":"))
        for props in shown.get(str(step.get("id")), []):
            parts += _below(props)
    return "\n\n".join(parts) + "\n"


def _line_of(text: str) -> str:
    return escape(" ".join(text.split())).replace("\\:", ":")


def _below(props: Mapping[str, Any]) -> Iterator[str]:
    """What stands below an answer."""
    if props.get("table") and not props.get("tableless"):
        yield from _table(props["table"])
    if props.get("reading"):
        yield say("Asked: {reading}", reading=_line_of(props["reading"]))
    if cypher := (props.get("behind") or {}).get("editable") or props.get("cypher"):
        yield code_block(cypher, "cypher")


def _table(table: Mapping[str, Any]) -> Iterator[str]:
    rows = table["rows"][:_ROWS]
    heads = [column["name"] for column in table["columns"]]
    lines = [_line(heads), _line(["---:" if c["numeric"] else "---" for c in table["columns"]])]
    yield "\n".join([*lines, *(_line(["–" if v is None else v for v in row]) for row in rows)])
    total = table.get("total")
    if total is None:
        yield say("{shown} shown; the total could not be counted in time", shown=len(rows))
    elif total > len(rows):
        yield say("{shown} of {total} shown", shown=len(rows), total=total)


def _line(cells: Sequence[Any]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if set(text) <= set("-:") else _line_of(text)
