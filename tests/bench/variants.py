"""Questions that are made of others by program."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.schema import LinkedValue
from memory.text import fold

_FIGURE = re.compile(r"(?<![\w.,$€£#/-])\d+(?![\w%/-]|[.,]\d)")
_YEARS = range(1500, 2101)
_NAMES = re.compile(r"""(["'])[^"']*[A-Za-z][^"']*\1""")


# So many other names of a kind are tried.
_TRIED = 5


@dataclass(frozen=True, slots=True)
class Emptied:
    """A question with another figure or name, to which there is no answer.

    A reading of it is right where with what it had it is a right one.
    """

    question: str
    other: int | str
    was: int | str

    def restored(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a statement with the figure or name that the question had.

        >>> Emptied("after 2070", 2070, 2010).restored({"a": 2070, "b": "2070-01-01", "c": "x"})
        {'a': 2010, 'b': '2010-01-01', 'c': 'x'}
        >>> Emptied("Meg's films", "Meg", "Tom").restored({"a": "Meg", "b": ("Meg", "Ann")})
        {'a': 'Tom', 'b': ['Tom', 'Ann']}
        """
        return {name: self._restored(value) for name, value in parameters.items()}

    def _restored(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [self._restored(one) for one in value]
        if isinstance(self.other, str) or isinstance(self.was, str):
            return self.was if value == self.other else value
        return _with_figure(value, self.other, self.was)


def _with_figure(value: Any, other: int, was: int) -> Any:
    years = was - other
    if isinstance(value, datetime.date) and value.year in (other, other + 1):
        return value.replace(year=value.year + years)
    if isinstance(value, str):
        # Until the year after.
        for more in (0, 1):
            value = re.sub(rf"\b{other + more}\b", str(was + more), value)
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return was if value == other else value


def emptied(
    question: str, gold: str, rows: Callable[[str], Sequence[Sequence[Any]]]
) -> Emptied | None:
    """Return a question with another figure, so that nothing is there; None where it has none.

    Whoever writes questions asks for what is there; people do not know whether anything is.

    Args:
        question: As typed.
        gold: Its statement, in which the figure stands as well.
        rows: Runs a statement.
    """
    plain = _NAMES.sub("", gold)
    for found in _FIGURE.finditer(question):
        figure = re.compile(rf"(?<![\w.]){found[0]}(?![\w.])")
        limited = re.search(rf"LIMIT {found[0]}\b", gold)
        if limited or len(figure.findall(question)) > 1 or not figure.search(plain):
            continue
        for other in _others(int(found[0])):
            if _is_nothing(rows(figure.sub(str(other), gold))):
                text = question[: found.start()] + str(other) + question[found.end() :]
                return Emptied(text, other, int(found[0]))
    return None


def renamed(
    question: str,
    gold: str,
    links: Sequence[LinkedValue],
    names: Callable[[str, str], Sequence[str]],
    rows: Callable[[str], Sequence[Sequence[Any]]],
) -> Emptied | None:
    """Return a question with another name in it, so that nothing is there; None where it has none.

    Args:
        question: As typed.
        gold: Its statement, in which the name stands as well.
        links: The stored values that its words stand for.
        names: Tells what else there is of a label's property.
        rows: Runs a statement.
    """
    for link in links:
        held = [mark + str(link.value) + mark for mark in "'\"" if link.value]
        there = [one for one in held if gold.count(one) == 1]
        if fold(link.text) != fold(str(link.value)) or not there:
            continue
        for other in names(link.label, link.property)[:_TRIED]:
            if other in question or "'" in other or '"' in other:
                continue
            if _is_nothing(rows(gold.replace(there[0], there[0][0] + other + there[0][0]))):
                text = question[: link.start] + other + question[link.end :]
                return Emptied(text, other, str(link.value))
    return None


def _others(figure: int) -> tuple[int, ...]:
    if figure in _YEARS:
        return (2060 + figure % 40, 1100 + figure % 90)
    return (figure * 1000 + 300, 0)


def _is_nothing(rows: Sequence[Sequence[Any]]) -> bool:
    return not rows or (len(rows) == 1 and not any(rows[0]))
