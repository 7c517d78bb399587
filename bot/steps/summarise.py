"""The answer in words without a model: exact, from the rows and the query tree."""

from __future__ import annotations

from calendar import month_name
from typing import Any

from bot.events import Rows
from bot.steps.figures_beside import figures_told
from bot.steps.group_keys import about_subject, group_keys
from bot.steps.say_figure import beside, say_figure
from bot.steps.say_value import node_name, say_value, sentence
from guardrails.nouns import plural
from memory.query import Arithmetic, Attribute, Entity, Function, Operand, Query, Share
from memory.text import several, split_name

_NAMED = 8
# Characters from which on a text is told in a sentence of its own.
_LONG = 60


def summarise(result: Rows, query: Query | None) -> str:
    """One or two sentences: the value, the count, yes or no, or how many and the first few."""
    if not result.rows and query is not None and query.route is not None:
        return f"There is no way between the two within {several(query.route.most, 'step')}."
    if not result.rows:
        return (
            "No — nothing in the graph matches."
            if _is(query, "yes_no")
            else ("Nothing in the graph matches that.")
        )
    first = result.rows[0]
    if query is not None and query.route is not None:
        return " ".join(_way(*row) for row in result.rows[:_NAMED])
    if _is(query, "yes_no") or _is(query, "none"):
        return "Yes." if first[0] not in (False, 0, None) else "No."
    if len(result.rows) == 1 and len(first) == 1:
        if isinstance(first[0], dict) and "_labels" in first[0]:
            return _portrait(first[0])
        if (percent := _percent(first[0], query)) is not None:
            return f"{say_value(percent)} %."
        return _value(first[0], query) if first[0] is not None else "The graph does not say."
    told, rest, about = figures_told(result, query)
    listed = _listing(rest, about) if rest is not None else ""
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
    return f"{' – '.join(told)}: {steps} step{'s' if steps != 1 else ''}."


def _portrait(node: dict[str, Any]) -> str:
    """All that one node says of itself, short facts first, long texts behind them.

    >>> _portrait({"_labels": ["City"], "name": "Bath", "founded": 60, "about": "A spa. " * 9})
    'Bath: founded 60. About: A spa. A spa. A spa. A spa. A spa. A spa. A spa. A spa. A spa.'
    """
    name = node_name(node)
    told = {
        " ".join(split_name(key)): value
        for key, value in node.items()
        if not key.startswith("_") and _tellable(value) and say_value(value) != name
    }
    long = {k: v for k, v in told.items() if isinstance(v, str) and len(v) > _LONG}
    facts = "; ".join(f"{k} {say_value(v)}" for k, v in told.items() if k not in long)
    texts = "".join(f" {k.capitalize()}: {v.strip().rstrip('.')}." for k, v in long.items())
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


def _listing(result: Rows, query: Query | None) -> str:
    count = result.row_count
    position = _subject_position(query)
    keys = group_keys(query)
    if count == 1 and query is not None:
        return sentence(_one(result.rows[0], position, keys, query))
    entries = (
        _group(row, keys, query) if keys and query else _entry(row, position, _ranked_by(query))
        for row in result.rows[: _NAMED * 3]
    )
    names = list(dict.fromkeys(entries))
    shown = names[:_NAMED]
    if count == 1:
        return sentence(shown[0])
    total = f"{count:,}" if count is not None else f"More than {len(result.rows):,}"
    noun = "results" if not keys and _repeats(result, position, query) else _noun(query)
    tail = ""
    if count is None or count > len(shown):
        tail = ", and more" if count is None else f", and {count - len(shown):,} more"
    separator = "; " if any(", " in name for name in shown) else ", "
    return f"{total} {noun}: {separator.join(shown)}{tail}."


def _repeats(result: Rows, position: int, query: Query | None) -> bool:
    """Whether an individual has several rows, one for each of what is shown beside it."""
    if query is None:
        return False
    beside = [
        column
        for column in query.columns
        if isinstance(column.operand, Attribute | Entity)
        and not about_subject(column.operand, query)
    ]
    heads = [say_value(row[position]) for row in result.rows]
    return bool(beside) and len(set(heads)) < len(heads)


def _ranked_by(query: Query | None) -> int | None:
    """The column of what was reckoned to rank by: the profit, not what it was reckoned of."""
    order = query.order[0].operand if query is not None and query.order else None
    if query is None or not isinstance(order, Arithmetic):
        return None
    return next((n for n, column in enumerate(query.columns) if column.operand == order), None)


def _entry(row: tuple[Any, ...], position: int, ranked_by: int | None = None) -> str:
    beside = range(len(row)) if ranked_by is None else (ranked_by,)
    others = [say_value(row[n]) for n in beside if n != position and row[n] is not None]
    head = say_value(row[position])
    return f"{head} ({', '.join(others[:2])})" if others else head


def _one(row: tuple[Any, ...], position: int, keys: tuple[int, ...], query: Query) -> str:
    """The only row, with what stands beside its head told in full: Heat (runtime 170)."""
    ranked_by = _ranked_by(query)
    columns = range(len(row)) if ranked_by is None else (ranked_by,)
    told = [
        beside(row[n], query.columns[n].operand, query)
        for n in columns
        if n not in (keys or (position,)) and row[n] is not None
    ]
    head = _key(row, keys, query) if keys else say_value(row[position])
    return f"{head} ({', '.join(told[:2])})" if told else head


def _group(row: tuple[Any, ...], keys: tuple[int, ...], query: Query) -> str:
    """A group with its figures: Horror 1994 (3)."""
    figures = [say_value(v) for n, v in enumerate(row) if n not in keys and v is not None]
    head = _key(row, keys, query)
    return f"{head} ({', '.join(figures[:2])})" if figures else head


def _key(row: tuple[Any, ...], keys: tuple[int, ...], query: Query) -> str:
    """What a group is called by all of its keys."""
    head = ""
    for n in keys:
        told = _span(row[n], query.columns[n].operand)
        # Two names need a comma, a name and a year do not.
        apart = " " if told[:1].isdigit() or head[-1:].isdigit() else ", "
        head += f"{apart if head else ''}{told}"
    return head


def _span(value: Any, operand: Operand) -> str:
    """A key, of which a decade is told as one, and a month by its name."""
    if isinstance(operand, Function) and isinstance(value, int):
        if operand.name in ("decade", "century"):
            return f"{value}s"
        if operand.name == "month" and 1 <= value <= 12:
            return month_name[value]
    return say_value(value)


def _subject_position(query: Query | None) -> int:
    for position, column in enumerate(query.columns if query else ()):
        operand = column.operand
        if isinstance(operand, Attribute | Entity) and query and operand.variable == query.subject:
            return position
    return 0


def _noun(query: Query | None) -> str:
    if query is None:
        return "results"
    keys = [query.columns[n].operand for n in group_keys(query)]
    if keys:
        # Hikers per country: a row is a country, whatever the number of hikers.
        return _kind(keys[0], query) if len(keys) == 1 else "results"
    labels = {node.variable: node.labels for node in query.pattern.nodes}.get(query.subject, ())
    shown = [c.operand for c in query.columns if about_subject(c.operand, query)]
    if not labels or not shown:
        return "results"
    words = " ".join(split_name(labels[0]))
    return plural(words)


def _kind(key: Operand, query: Query) -> str:
    """What the groups are: flags, decades, and of another thing by its name that thing."""
    match key:
        case Function(("decade" | "century" | "year" | "month" | "quarter") as span, _):
            return plural(span)
        case Attribute(variable, name) if variable == query.subject:
            return plural(" ".join(split_name(name)))
        case Attribute(variable, _) if variable in query.distinct_on:
            node = next(
                (n for n in query.pattern.nodes if n.variable == variable and n.labels), None
            )
            if node is not None:
                return plural(" ".join(split_name(node.labels[0])))
    return "results"
