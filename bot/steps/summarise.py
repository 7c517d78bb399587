"""The answer in words without a model: exact, from the rows and the query tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.events import Rows
from bot.render.node_name import name_of
from bot.render.table import MOST_TOLD
from bot.steps.figures_beside import figures_told
from bot.steps.say_figure import fact, say_figure
from bot.steps.say_rows import say_rows
from bot.steps.say_value import say_value, sentence
from bot.steps.whole_names import whole_names
from guardrails.nouns import spoken
from memory.catalogue import say, say_many
from memory.query import Query, Share
from memory.text import split_name

# So many steps of a way or values of a list are told.
_NAMED = 8
# Characters from which on a text is told in a sentence of its own.
_LONG = 60


# So much of a text is told where it stands in a list.
_MOST_LISTED = 160


def summarise(result: Rows, query: Query | None) -> str:
    """One or two sentences: the value, the count, yes or no, or how many and the first few.

    Of a long text the beginning is told: the rows have all of it.
    """
    alone = len(result.rows) == 1 and len(result.rows[0]) == 1
    most = MOST_TOLD if alone else _MOST_LISTED
    rows = tuple(tuple(_begun(value, most) for value in row) for row in result.rows)
    told = _told(replace(result, rows=rows), query)
    text = result.rows[0][0] if alone else None
    if not isinstance(text, str) or len(text) <= MOST_TOLD:
        return told
    rest = say("That is the beginning; all of it has {count} characters.", count=len(text))
    return f"{told} {rest}"


def _begun(value: Any, most: int) -> Any:
    """A value, of a long text its beginning up to a word's end.

    >>> _begun("a rather long text", 14), _begun({"name": "abc"}, 2), _begun(7, 2)
    ('a rather long…', {'name': 'ab…'}, 7)
    """
    if isinstance(value, dict):
        return {key: _begun(one, most) for key, one in value.items()}
    if not isinstance(value, str) or len(value) <= most:
        return value
    head = value[:most]
    whole = head.rpartition(" ")[0] if value[most] != " " else head
    return f"{(whole or head).rstrip()}…"


def _told(result: Rows, query: Query | None) -> str:
    if not result.rows and query is not None and query.route is not None:
        return say_many(
            "There is no way between the two within {count} step.",
            "There is no way between the two within {count} steps.",
            query.route.most,
        )
    if not result.rows:
        return (
            say("No — nothing in the graph matches.")
            if _is(query, "yes_no")
            else say("Nothing in the graph matches that.")
        )
    first = result.rows[0]
    if query is not None and query.route is not None:
        return " ".join(_way(*row) for row in result.rows[:_NAMED])
    if _is(query, "yes_no") or _is(query, "none"):
        return say("Yes.") if first[0] not in (False, 0, None) else say("No.")
    if len(result.rows) == 1 and len(first) == 1:
        if isinstance(first[0], dict) and "_labels" in first[0]:
            return _portrait(first[0])
        if (percent := _percent(first[0], query)) is not None:
            return say("{share}%.", share=f"{percent:.3g}")
        return _value(first[0], query) if first[0] is not None else say("The graph does not say.")
    if query is not None:
        result, query = whole_names(result, query)
    told, rest, about = figures_told(result, query)
    listed = say_rows(rest, about) if rest is not None else ""
    return f"{told} {listed}".strip()


def _value(value: Any, query: Query | None) -> str:
    """The one value that was asked for."""
    operand = query.columns[0].operand if query is not None and query.columns else None
    figure = say_figure(value, operand, query) if query is not None and operand else None
    if figure is None and isinstance(value, bool):
        figure = say_value(value)
    return sentence(figure[0].upper() + figure[1:] if figure else say_value(value))


def _way(nodes: list[Any], types: list[str], steps: int) -> str:
    """A way through the graph, step by step.

    >>> _way(["Ann", "Heat", "Bob"], ["ACTED_IN", "DIRECTED"], 2)
    'Ann – acted in – Heat – directed – Bob: 2 steps.'
    """
    told = [say_value(nodes[0])]
    for type_, node in zip(types, nodes[1:], strict=True):
        told += [" ".join(split_name(type_)), say_value(node)]
    way = " – ".join(told)
    return say_many("{way}: {count} step.", "{way}: {count} steps.", steps, way=way)


def _portrait(node: dict[str, Any]) -> str:
    """All that one node says of itself, short facts first, long texts behind them.

    >>> _portrait({"_labels": ["City"], "name": "Bath", "founded": 60, "about": "A spa. " * 9})
    'Bath: founded 60. About: A spa. A spa. A spa. A spa. A spa. A spa. A spa. A spa. A spa.'
    >>> _portrait({"_labels": ["Offer"], "feeM": 1.5, "isLoan": False, "made": "2022-10-14"})
    'Offer (fee 1.5 million; loan: no; made 14 October 2022).'
    """
    name = name_of(node)
    told = {
        key: value
        for key, value in node.items()
        if not key.startswith("_") and _tellable(value) and say_value(value) != name
    }
    long = {k: v for k, v in told.items() if isinstance(v, str) and len(v) > _LONG}
    facts = "; ".join(fact(k, v) for k, v in told.items() if k not in long)
    texts = "".join(f" {spoken(k).capitalize()}: {v.strip().rstrip('.')}." for k, v in long.items())
    if name is None:
        label = spoken(next(iter(node["_labels"]), "node")).capitalize()
        return f"{label} ({facts}).{texts}" if facts else f"{label}.{texts}"
    return f"{name}: {facts}.{texts}" if facts else f"{name}.{texts}"


def _tellable(value: Any) -> bool:
    """Whether people can read it: not nothing, and not a vector."""
    return value is not None and not (isinstance(value, list) and len(value) > _NAMED)


def _is(query: Query | None, form: str) -> bool:
    return query is not None and query.form == form


def _percent(value: Any, query: Query | None) -> float | None:
    """A share in percent; None where the value is no share."""
    share = query.columns[0].operand if query is not None and query.columns else None
    if not isinstance(share, Share) or not isinstance(value, int | float):
        return None
    return float(value) if share.percent else 100.0 * value
