"""Rows as prose: how many of what, and all of a few or the first of many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.events import Rows
from bot.realiser.wording import nominal
from bot.render.table import are_amounts
from bot.steps.group_keys import about_subject, group_keys
from bot.steps.say_figure import beside, called, in_list
from bot.steps.say_value import say_value, sentence
from bot.words.units import measured_noun
from guardrails.nouns import plural
from memory.catalogue import is_english, month, number, say, say_many
from memory.query import Arithmetic, Attribute, Entity, Function, Operand, Query
from memory.text import split_name

_NAMED = 8
# Of more than those so many are named: all of them stand in the table.
_OF_MANY = 3
_NAMES = ("name", "title")
_YEARS = range(1000, 2101)


def say_rows(result: Rows, query: Query | None) -> str:
    """One sentence: 2 ships: Vega (1999), Lyra (2004)."""
    result = _with_amounts(result)
    count = result.row_count
    position = _subject_position(query)
    keys = group_keys(query)
    if count == 1 and query is not None:
        return sentence(_one(result.rows[0], position, keys, query))
    if query is not None and (values := _values(result, query)):
        return values
    most = _NAMED if count is not None and count <= _NAMED else _OF_MANY
    entries = (
        _group(row, keys, query) if keys and query else _entry(row, position, query)
        for row in result.rows[: most * 3]
    )
    # What has no name and no facts is only counted.
    named = [one for one in entries if one != say("one of them")]
    shown = named if count is not None and count <= _NAMED else [*dict.fromkeys(named)][:most]
    if not shown:
        return _counted(count, len(result.rows), _noun(query), "")
    if count == 1:
        return sentence(shown[0])
    noun = "" if not keys and _repeats(result, position, query) else _noun(query)
    separator = "; " if any(", " in name for name in shown) else ", "
    told = separator.join(shown)
    if count is None:
        told = say("{names}, and more", names=told)
    elif count > len(shown):
        told = say("{names}, and {count} more", names=told, count=count - len(shown))
    return _counted(count, len(result.rows), noun, told)


def _with_amounts(result: Rows) -> Rows:
    """The same rows with amounts that look like years as floats, which nobody takes for one."""
    columns = list(zip(*result.rows, strict=True))
    amounts = {n for n, name in enumerate(result.columns) if are_amounts(name, columns[n])}
    if not amounts:
        return result
    rows = [
        tuple(float(v) if n in amounts and v in _YEARS else v for n, v in enumerate(row))
        for row in result.rows
    ]
    return replace(result, rows=tuple(rows))


def _counted(count: int | None, fetched: int, noun: str, names: str) -> str:
    """How many of what, and the names; nouns are made of the graph's names, which are English."""
    if noun and is_english():
        total = number(count) if count is not None else f"More than {number(fetched)}"
        return f"{total} {noun}: {names}." if names else f"{total} {noun}."
    if not names and count is not None:
        return sentence(say_many("{count} row", "{count} rows", count))
    if count is None:
        return say("More than {count} results: {names}.", count=fetched, names=names)
    return say_many("{count} result: {names}.", "{count} results: {names}.", count, names=names)


def _values(result: Rows, query: Query) -> str:
    """The different values of one property, where those of many repeat; "" for all else."""
    column = query.columns[0] if len(query.columns) == 1 and not result.truncated else None
    operand = column.operand if column is not None else None
    if not isinstance(operand, Attribute) or _names(operand.property):
        return ""
    values = [row[0] for row in result.rows if row[0] is not None]
    told = list(dict.fromkeys(in_list(value, operand) for value in values))
    if not told or len(told) == len(result.rows) or isinstance(values[0], dict):
        return ""
    if len(told) == 1:
        return sentence(told[0][:1].upper() + told[0][1:])
    most = _NAMED if len(told) <= _NAMED else _OF_MANY
    separator = "; " if any(", " in one for one in told) else ", "
    names = separator.join(told[:most])
    if len(told) > most:
        names = say("{names}, and {count} more", names=names, count=len(told) - most)
    if not is_english():
        return say("{count} different values: {names}.", count=len(told), names=names)
    noun = plural(nominal(measured_noun(operand.property)))
    of = f" of {len(values):,} {subject}" if (subject := _noun(query)) else ""
    return f"{len(told):,} different {noun}{of}: {names}."


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


def _entry(row: tuple[Any, ...], position: int, query: Query | None) -> str:
    if query is not None and len(ends := _ends(query)) > 1:
        head, own = " – ".join(say_value(row[n]) for n in ends), ends
    else:
        head, own = say_value(row[position]), (position,)
    others = [
        said
        for n in _beside(row, query)
        if n not in own and (said := _aside(row[n], n, query)) not in head
    ]
    return f"{head} ({', '.join(others[:2])})" if others else head


def _beside(row: tuple[Any, ...], query: Query | None) -> list[int]:
    ranked_by = _ranked_by(query)
    columns = range(len(row)) if ranked_by is None else (ranked_by,)
    return [n for n in columns if row[n] is not None]


def _aside(value: Any, column: int, query: Query | None) -> str:
    return in_list(value, query.columns[column].operand) if query is not None else say_value(value)


def _ends(query: Query) -> tuple[int, ...]:
    """The columns that name the ends of a relationship, where one is asked about: a route."""
    if all(edge.variable != query.subject for edge in query.pattern.edges):
        return ()
    return tuple(
        n
        for n, column in enumerate(query.columns)
        if isinstance(column.operand, Attribute)
        and column.operand.variable != query.subject
        and _names(column.operand.property)
    )[:2]


def _one(row: tuple[Any, ...], position: int, keys: tuple[int, ...], query: Query) -> str:
    """The only row, with what stands beside its head told in full: Heat (runtime 170)."""
    ends = _ends(query)
    own = keys or (ends if len(ends) > 1 else (position,))
    head = _key(row, keys, query) if keys else " – ".join(say_value(row[n]) for n in own)
    told = [
        said
        for n in _beside(row, query)
        if n not in own and (said := beside(row[n], query.columns[n].operand, query)) not in head
    ]
    return f"{head} ({', '.join(told[:2])})" if told else head


def _group(row: tuple[Any, ...], keys: tuple[int, ...], query: Query) -> str:
    """A group with its figures: Horror 1994 (3)."""
    figures = [
        in_list(value, query.columns[n].operand)
        for n, value in enumerate(row)
        if n not in keys and value is not None
    ]
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
            return say("{year}s", year=str(value))
        if operand.name == "month" and 1 <= value <= 12:
            return month(value)
    return say_value(value)


def _subject_position(query: Query | None) -> int:
    for position, column in enumerate(query.columns if query else ()):
        operand = column.operand
        if isinstance(operand, Attribute | Entity) and query and operand.variable == query.subject:
            return position
    return 0


def _noun(query: Query | None) -> str:
    """What the rows are, in the plural; "" where they have no name."""
    if query is None:
        return ""
    keys = [query.columns[n].operand for n in group_keys(query)]
    if keys:
        # Hikers per country: a row is a country, whatever the number of hikers.
        return _kind(keys[0], query) if len(keys) == 1 else ""
    shown = [c.operand for c in query.columns if about_subject(c.operand, query)]
    return called(query.subject, query) if shown else ""


def _kind(key: Operand, query: Query) -> str:
    """What the groups are: flags, decades, and of another thing by its name that thing."""
    match key:
        case Function(("decade" | "century" | "year" | "month" | "quarter") as span, _):
            return plural(span)
        case Entity(variable):
            return called(variable, query)
        case Attribute(variable, name) if variable == query.subject and not _names(name):
            return plural(nominal(measured_noun(name)))
        case Attribute(variable, name) if _names(name) or variable in query.distinct_on:
            return called(variable, query)
        case Attribute(_, name):
            return plural(nominal(measured_noun(name)))
    return ""


def _names(property: str) -> bool:
    return split_name(property)[-1] in _NAMES
