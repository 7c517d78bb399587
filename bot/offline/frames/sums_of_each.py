"""The average of sums: spent more than the average customer."""

from __future__ import annotations

from bot.offline.frames.asked import Asked, Heard
from bot.offline.naming import column_names
from bot.offline.subtrees import beyond, node_of, variables
from memory.query import Aggregate, Column, Figure, Node, Pattern, Query


def of_sums(
    asked: Asked,
    population: tuple[int, int],
    words: tuple[int, int],
    query: Query,
    left: Aggregate,
) -> tuple[Figure, tuple[Heard, ...]] | None:
    """The average of a sum over all that have one; None where other words are said of them.

    Args:
        asked: The question.
        population: Where it says whose average that is.
        words: Where it says what is averaged.
        query: What was read, with a number for the average.
        left: The sum that is held against it.
    """
    owner = query.subject
    labels = node_of(query, owner).labels
    said = population if population[0] < population[1] else words
    text = asked.question[slice(*said)].strip()
    if not labels or (text and not _means(asked, text, labels)):
        return None
    held = variables(left) & {v for e in query.pattern.edges for v in (e.variable, e.start, e.end)}
    ends = [e for e in query.pattern.edges if {e.variable, e.start, e.end} & held]
    for end in (v for e in ends for v in (e.end, e.start) if v != owner):
        far = beyond(query.pattern, owner, end)
        if far is None or not held <= {v for e in far.edges for v in (e.variable, e.start, e.end)}:
            continue
        tests = tuple(t for t in far.where if variables(t) <= held)
        pattern = Pattern((Node(owner, labels), *far.nodes[1:]), far.edges, tests)
        operand = Aggregate("avg", left)
        names = column_names([operand], {n.variable: n.labels for n in pattern.nodes}, owner)
        mean = Query(
            pattern, (Column(operand, names[0]),), owner, form="value", distinct_on=(owner,)
        )
        return Figure(mean), ()
    return None


def _means(asked: Asked, text: str, labels: tuple[str, ...]) -> bool:
    """Whether words name the label, and say nothing else."""
    heard = asked.read(f"How many {text} are there?", ()) or asked.read(f"How many {text}s?", ())
    if heard is None or heard.query.pattern.where or heard.query.pattern.edges:
        return False
    return node_of(heard.query, heard.query.subject).labels == labels
