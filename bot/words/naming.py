"""Names for variables and columns that a person would have chosen."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import count

from bot.words.data import load
from bot.words.inflection import lemmas, plural
from bot.words.marking_labels import tells_how
from memory.query import Aggregate, Arithmetic, Attribute, Entity, Function, Operand, Share
from memory.text import split_name

_DATED = frozenset(["date", "day", "time", "on", "at", "year", "born", "died", "released"])
_RESERVED = frozenset(load("cypher_words")["reserved"])


def node_names(labels: Sequence[str]) -> list[str]:
    """A variable for each node, from its label.

    >>> node_names(["Film", "Person", "Person", "Order"])
    ['film', 'person', 'person2', 'order1']
    """
    seen: dict[str, int] = {}
    names = []
    for label in labels:
        words = split_name(label) or ["node"]
        base = words[0] + "".join(word.capitalize() for word in words[1:])
        base = "".join(c for c in base if c.isalnum()) or "node"
        if base[0].isdigit():
            base = "n" + base
        seen[base] = seen.get(base, 0) + 1
        suffix = str(seen[base]) if seen[base] > 1 or base.lower() in _RESERVED else ""
        names.append(base + suffix)
    return names


def free_name(name: str, taken: Container[str]) -> str:
    """The name, with a number where it is taken.

    >>> free_name("film", {"actor"}), free_name("film", {"film", "film2"})
    ('film', 'film3')
    """
    if name not in taken:
        return name
    return next(x for n in count(2) if (x := f"{name}{n}") not in taken)


def value_name(property: str) -> str:
    """The name of one value of a list.

    >>> value_name("spokenLanguages")
    'spoken_language'
    """
    *first, last = split_name(property)
    return "_".join([*first, lemmas(last)[-1]])


def column_names(
    operands: Sequence[Operand], labels: Mapping[str, tuple[str, ...]], subject: str
) -> list[str]:
    """A distinct alias for each column."""
    names: list[str] = []
    for operand in operands:
        name = _column(operand, labels, subject)
        while name in names or name in labels:
            name += "_"
        names.append(name)
    return names


def _column(operand: Operand, labels: Mapping[str, tuple[str, ...]], subject: str) -> str:
    match operand:
        case Entity(variable):
            return "_".join(split_name((labels.get(variable) or ("thing",))[0])) + "_node"
        case Attribute(variable, property):
            own = "_".join(split_name(property))
            if variable == subject or variable not in labels:
                return own
            return "_".join(split_name((labels[variable] or (variable,))[0])) + "_" + own
        case Function():
            return _computed(operand, labels, subject)
        case Arithmetic("+"):
            return "sum"
        case Arithmetic("-"):
            return "difference"
        case Arithmetic("/"):
            return "ratio"
        case Arithmetic("*", left, Attribute() as right):
            return f"{_column(left, labels, subject)}_times_{_column(right, labels, subject)}"
        case Share(_, percent):
            return "percentage" if percent else "share"
        case Aggregate("count", Entity(variable)):
            words = " ".join(split_name((labels.get(variable) or (variable,))[0]))
            return (words if tells_how(words) else plural(words)).replace(" ", "_")
        case Aggregate(function, inner) if inner is not None:
            return _figure(function, _column(inner, labels, subject))
    return "value"


def _computed(function: Function, labels: Mapping[str, tuple[str, ...]], subject: str) -> str:
    """The alias of what a function makes of a property: year, number_of_tags, title_length."""
    match function:
        case Function(name, _) if name in ("decade", "century", "year", "month", "quarter"):
            return name
        case Function(name, _) if name.startswith("duration"):
            return name
        case Function(name, _) if name.startswith(("age", "lifespan")):
            return name.removesuffix("_in_years")
        case Function("each", (Attribute(_, property),)):
            return value_name(property)
        case Function("size", (Attribute() as listed,)):
            return f"number_of_{_column(listed, labels, subject)}"
        case Function("text_length", (written,)):
            return f"{_column(written, labels, subject)}_length"
        case Function(_, operands) if operands:
            return _column(operands[0], labels, subject)
    return "value"


def _figure(function: str, named: str) -> str:
    """The alias of an aggregate: total_price; of a number of values: sections."""
    if function == "count":
        return plural(named.replace("_", " ")).replace(" ", "_")
    if function == "sum" and named.startswith("total_"):
        return named
    word = {"avg": "average", "sum": "total", "min": "lowest", "max": "highest"}
    if _DATED & {*named.split("_")}:
        word |= {"min": "earliest", "max": "latest"}
    return f"{word.get(function, function)}_{named}"
