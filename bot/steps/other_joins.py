"""What something is joined with by other relationships than the one that it has none of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.steps.repair.bindings import Bindings
from bot.steps.repair.fix import quoted
from memory.catalogue import in_quotes, listed, say, say_many
from memory.text import split_name

# Of so many types the things are counted, and so many are told, those with most first.
_MOST_TYPES, MOST_TOLD = 8, 2


@dataclass(frozen=True, slots=True)
class End:
    """The one thing that is asked about: a label, the test that finds it, and the way from it.

    `variable` is what the test calls it; "" where it has no name.
    """

    label: str
    variable: str
    test: str
    way: str


def other_joins(bindings: Bindings, types: Sequence[str], end: End, label: str) -> str:
    """Return a statement that counts what one thing is joined with by other relationship types.

    Args:
        bindings: know which types join which labels.
        types: of which there are none.
        end: what is asked about.
        label: what is asked for.

    Returns:
        Rows of a type and a number, most first; "" where no other type joins such things.
    """
    between = bindings.types_between(frozenset({end.label}), frozenset({label}))
    # Who follows somebody is another matter than whom they know: between equals the way is kept.
    way = end.way if end.label == label else ""
    others = [name for name, seen in between if name not in types and way in ("", seen)]
    if not others:
        return ""
    one, test = (quoted(end.variable), end.test) if end.variable else ("one", f"one.{end.test}")
    joined = "|".join(map(quoted, list(dict.fromkeys(others))[:_MOST_TYPES]))
    back, on = ("<" if way == "<" else ""), (">" if way == ">" else "")
    return (
        f"MATCH ({one}:{quoted(end.label)}){back}-[joins:{joined}]-{on}"
        f"(other:{quoted(label)}) WHERE {test} "
        "RETURN type(joins) AS type, count(DISTINCT other) AS number "
        f"ORDER BY number DESC, type LIMIT {MOST_TOLD}"
    )


def joined_words(types: Iterable[str]) -> str:
    """Return the names of relationship types in words and quotes.

    >>> joined_words(["ACTED_IN", "DIRECTED"])
    '“acted in” or “directed”'
    """
    return listed([in_quotes(" ".join(split_name(one))) for one in types], "or")


def others_told(rows: Sequence[Sequence[object]]) -> str:
    """Return the sentence that tells the rows of `other_joins`; "" of none.

    >>> others_told([("ACTED_IN", 26), ("WROTE", 1)])
    'There are 26 by “acted in” and 1 by “wrote”.'
    """
    told = [
        say("{count} by {relationship}", count=number, relationship=joined_words([str(one)]))
        for one, number in rows
    ]
    if not told:
        return ""
    count = rows[0][1] if len(rows) == 1 else 2
    given = {"found": listed(told, "and")}
    return say_many("There is {found}.", "There are {found}.", int(str(count)), **given)
