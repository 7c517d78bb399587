"""Comparisons of a property with a value of another type, which never hold or fail.

A date compared with a string, a moment with a day, a number with a string of digits, a list with
one of its elements, a list's length. The side that is converted is the one that loses nothing: a
moment becomes its day where it is compared with a day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, Source, literal, parts
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import pattern_maps, tokens_of, with_condition, without_entry
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Call,
    Constant,
    Expression,
    MapOf,
    Name,
    NodePattern,
    Property,
    RelationshipPattern,
)
from memory.catalogue import say

_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_MONTH = re.compile(r"\d{4}(-\d\d)?\Z")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_ORDERED = ("=", "<>", "!=", "<", "<=", ">", ">=")
_TEXT_TESTS = ("STARTS WITH", "ENDS WITH", "CONTAINS", "=~")
_TEMPORAL = {
    "DATE": "date",
    "LOCAL DATETIME": "localdatetime",
    "ZONED DATETIME": "datetime",
}
_NUMERIC = ("INTEGER", "FLOAT")
# What of an ISO date stands where: the start and the length.
_DATE_PARTS = {"year": (0, 4), "month": (5, 2), "day": (8, 2)}
_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def value_types(statement: Statement, known: Known) -> list[Fix]:
    """Compare like with like."""
    types = _Types(statement, known)
    found = list(_comparisons(statement, types))
    found += _parts_of_text_dates(statement, types)
    found += _entries(statement, types)
    return found


class _Types:
    """The type of a property as the schema has it."""

    def __init__(self, statement: Statement, known: Known) -> None:
        self.source = Source(statement)
        self.known = known
        self.bindings = bindings_of(statement.query, known.schema)

    def __call__(self, part: Expression | None) -> str | None:
        """The one type of `variable.property`; None where it is another expression or not sure."""
        if not isinstance(part, Property) or not isinstance(part.base, Name):
            return None
        owners = self.bindings.of(part.base.name)
        return self.of_owners(owners if self.bindings.certain(part.base.name) else (), part.name)

    def of_owners(self, owners: tuple[str, ...], name: str) -> str | None:
        """The one type that a property has on all owners that have it."""
        types: set[str] = set()
        for owner in owners:
            held = self.known.property_of((owner,), name)
            if held is not None:
                types.update(held.types)
        return types.pop() if len(types) == 1 else None

    def written(self, part: Expression) -> str:
        """Its text."""
        return self.source.of(part.start, part.end)


def _comparisons(statement: Statement, types: _Types) -> Iterator[Fix]:
    for part in parts(statement):
        if not isinstance(part, Binary):
            continue
        left, right = types(part.left), types(part.right)
        if left is not None and right is None:
            yield from _compared(types, part, part.left, left, part.right, part.operator)
        elif right is not None and left is None and part.operator in _ORDERED:
            mirrored = _MIRROR.get(part.operator, part.operator)
            yield from _compared(types, part, part.right, right, part.left, mirrored)
        elif right is not None and part.operator in ("IN", "NOT IN"):
            yield from _in_scalar(types, part, right)


def _compared(
    types: _Types, whole: Binary, held: Expression, type_: str, value: Expression, operator: str
) -> Iterator[Fix]:
    name = types.written(held)
    text = value.value if isinstance(value, Constant) else None
    if type_ in _TEMPORAL and operator in _ORDERED:
        yield from _with_moment(types, held, type_, value)
    elif type_ in _TEMPORAL and operator in _TEXT_TESTS and isinstance(text, str):
        edit = Edit(held.start, held.end, f"toString({name})")
        yield Fix("value_type", say("{name} read as text", name=name), (edit,))
    elif type_ in _NUMERIC and operator in _ORDERED and _is_number(text):
        edit = Edit(value.start, value.end, str(text).strip().replace(",", ""))
        yield Fix(
            "value_type", say("the number {value}, not a text", value=str(text).strip()), (edit,)
        )
    elif type_ in _NUMERIC and operator in _TEXT_TESTS and isinstance(text, str):
        edit = Edit(held.start, held.end, f"toString({name})")
        yield Fix("value_type", say("{name} read as text", name=name), (edit,))
    elif type_ == "STRING" and operator in _ORDERED and _numeric(text):
        yield from _text_with_number(types, held, value, operator)
    elif type_ == "STRING" and operator in _ORDERED and _temporal_call(value) is not None:
        edit = Edit(value.start, value.end, f"toString({types.written(value)})")
        told = say("{name} is a text: compared with one", name=name)
        yield Fix("value_type", told, (edit,))
    elif type_ == "BOOLEAN" and operator in ("=", "<>") and _truth(text) is not None:
        edit = Edit(value.start, value.end, str(_truth(text)).lower())
        yield Fix("value_type", say("{name} is true or false", name=name), (edit,))
    elif type_.startswith("LIST<") and isinstance(text, str | int | float):
        yield from _with_list(types, whole, held, value, operator)


def _with_moment(types: _Types, held: Expression, type_: str, value: Expression) -> Iterator[Fix]:
    """A date or moment with a text, a number (a year), or a date of another kind."""
    name, text = types.written(held), value.value if isinstance(value, Constant) else None
    if isinstance(text, str):
        yield from _with_text(types, held, type_, value, text.strip())
    elif isinstance(text, int) and not isinstance(text, bool) and 1000 <= text <= 3000:
        told = say("the year of {name}", name=name)
        yield Fix("value_type", told, (Edit(held.end, held.end, ".year"),))
    else:
        kind = _temporal_call(value)
        if kind == "date" and type_ != "DATE":
            edit = Edit(held.start, held.end, f"date({name})")
            yield Fix("value_type", say("the day of {name}", name=name), (edit,))
        elif kind is not None and kind != "date" and type_ == "DATE":
            edit = Edit(value.start, value.end, f"date({types.written(value)})")
            told = say("{name} is a day: compared with one", name=name)
            yield Fix("value_type", told, (edit,))
        elif kind == "datetime" and type_ == "LOCAL DATETIME":
            told = say("{name} has no time zone", name=name)
            yield Fix("value_type", told, (_made(value, "localdatetime"),))
        elif kind == "localdatetime" and type_ == "ZONED DATETIME":
            told = say("{name} has a time zone", name=name)
            yield Fix("value_type", told, (_made(value, "datetime"),))


def _with_text(
    types: _Types, held: Expression, type_: str, value: Expression, text: str
) -> Iterator[Fix]:
    name = types.written(held)
    if _DAY.match(text):
        edits = [Edit(value.start, value.end, f"date({literal(text)})")]
        if type_ != "DATE":
            edits.append(Edit(held.start, held.end, f"date({name})"))
        yield Fix(
            "value_type", say("{name} compared with a date, not a text", name=name), tuple(edits)
        )
    elif _MONTH.match(text) and "-" not in text:
        edits = [Edit(held.end, held.end, ".year"), Edit(value.start, value.end, text)]
        yield Fix("value_type", say("the year of {name}", name=name), tuple(edits))
    elif _MOMENT.match(text):
        made = f"{_TEMPORAL[type_]}({literal(text[:10] if type_ == 'DATE' else text)})"
        edit = Edit(value.start, value.end, made)
        told = say("{name} compared with a moment, not a text", name=name)
        yield Fix("value_type", told, (edit,))


def _temporal_call(value: Expression) -> str | None:
    """What kind of moment an expression is: date, datetime or localdatetime."""
    if isinstance(value, Call):
        name = value.function.lower().split(".")[0]
        return name if name in ("date", "datetime", "localdatetime") else None
    if isinstance(value, Binary) and value.operator in ("+", "-"):
        return _temporal_call(value.left)
    return None


def _made(value: Expression, function: str) -> Edit:
    """The moment that an expression begins with, made by another function."""
    while isinstance(value, Binary):
        value = value.left
    assert isinstance(value, Call)
    width = len(value.function.split(".")[0])
    return Edit(value.start, value.start + width, function)


def _text_with_number(
    types: _Types, held: Expression, value: Expression, operator: str
) -> Iterator[Fix]:
    name = types.written(held)
    if operator in ("=", "<>", "!="):
        edit = Edit(value.start, value.end, literal(types.written(value)))
        yield Fix("value_type", say("{name} is a text", name=name), (edit,))
    else:
        edit = Edit(held.start, held.end, f"toFloat({name})")
        yield Fix("value_type", say("{name} read as a number", name=name), (edit,))


def _with_list(
    types: _Types, whole: Binary, held: Expression, value: Expression, operator: str
) -> Iterator[Fix]:
    """`m.languages = 'x'` and `m.languages CONTAINS 'x'` ask for an element."""
    name, shown = types.written(held), types.written(value)
    if operator in ("=", "CONTAINS") and whole.left is held:
        edit = Edit(whole.start, whole.end, f"{shown} IN {name}")
        yield Fix("value_type", say("{value} among {name}", value=shown, name=name), (edit,))
    elif operator in ("<>", "!=") and whole.left is held:
        edit = Edit(whole.start, whole.end, f"NOT {shown} IN {name}")
        yield Fix("value_type", say("{value} not among {name}", value=shown, name=name), (edit,))


def _in_scalar(types: _Types, part: Binary, type_: str) -> Iterator[Fix]:
    """`'x' IN n.name` where the name is one text."""
    if type_ == "STRING" and isinstance(part.left, Constant) and part.operator == "IN":
        name, shown = types.written(part.right), types.written(part.left)
        edit = Edit(part.start, part.end, f"{name} CONTAINS {shown}")
        yield Fix("value_type", say("{name} is one text, no list", name=name), (edit,))


def _parts_of_text_dates(statement: Statement, types: _Types) -> Iterator[Fix]:
    """`m.released.year` and `date(m.released).year` where the date is kept as a text."""
    for part in parts(statement):
        if not isinstance(part, Property) or part.name not in _DATE_PARTS:
            continue
        base = part.base
        wrapped = isinstance(base, Call) and _temporal_call(base) and len(base.arguments) == 1
        inner = base.arguments[0] if wrapped and isinstance(base, Call) else base
        if types(inner) == "STRING":
            start, length = _DATE_PARTS[part.name]
            name = types.written(inner)
            text = f"toInteger(substring({name}, {start}, {length}))"
            told = say("the {part} of {name}, which is a text", part=part.name, name=name)
            yield Fix("value_type", told, (Edit(part.start, part.end, text),))


def _entries(statement: Statement, types: _Types) -> Iterator[Fix]:
    """The same in the property maps of patterns."""
    owners = _map_owners(statement, types)
    tokens = tokens_of(statement.text)
    for found in pattern_maps(tokens):
        for key, first, last in found.entries:
            place = tokens[found.opens].start
            type_ = types.of_owners(owners.get(place, ()), tokens[key].text)
            value = tokens[first]
            if type_ is None or last - first != 1 or value.kind not in ("string", "number", "word"):
                continue
            converted = _converted(type_, value.kind, value.value)
            if converted is not None:
                edit = Edit(value.start, value.end, converted)
                told = say("{new} for {old}", new=converted, old=value.text)
                yield Fix("value_type", told, (edit,))
            elif type_.startswith("LIST<") and value.kind != "word" and found.variable:
                test = f"{value.text} IN {found.variable}.{tokens[key].text}"
                added = with_condition(tokens, found.bracket, test)
                if added is not None:
                    edits = (without_entry(tokens, found, key), *added)
                    told = say("{value} among {name}", value=value.text, name=tokens[key].text)
                    yield Fix("value_type", told, edits)
                    return


def _map_owners(statement: Statement, types: _Types) -> dict[int, tuple[str, ...]]:
    owners: dict[int, tuple[str, ...]] = {}
    for part in parts(statement):
        if isinstance(part, NodePattern) and isinstance(part.properties, MapOf):
            labels = types.bindings.labels(part)
            if len(labels) < len(types.known.schema.labels) or len(labels) == 1:
                owners[part.properties.start] = tuple(labels)
        elif isinstance(part, RelationshipPattern) and isinstance(part.properties, MapOf):
            names = types.bindings.of(part.variable) if part.variable else ()
            owners[part.properties.start] = names
    return owners


def _converted(type_: str, kind: str, value: str) -> str | None:
    if type_ in _NUMERIC and kind == "string" and _is_number(value):
        return value.strip().replace(",", "")
    if type_ == "STRING" and kind == "number":
        return literal(value)
    if type_ == "DATE" and kind == "string" and _DAY.match(value):
        return f"date({literal(value)})"
    if type_ == "BOOLEAN" and kind == "string" and _truth(value) is not None:
        return str(_truth(value)).lower()
    return None


def _is_number(text: object) -> bool:
    return isinstance(text, str) and bool(re.fullmatch(r"\s*-?[\d,]*\d(\.\d+)?\s*", text))


def _numeric(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _truth(value: object) -> bool | None:
    if value in ("true", "True", "TRUE", "yes", "Yes"):
        return True
    if value in ("false", "False", "FALSE", "no", "No"):
        return False
    if isinstance(value, int) and not isinstance(value, bool) and value in (0, 1):
        return bool(value)
    return None
