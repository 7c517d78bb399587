"""Passages that may answer a question: near it by words and vectors, or naming what it names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.steps.by_text import Texts
from bot.steps.read_passages import Passage
from bot.steps.repair.fix import quoted
from bot.steps.sources import Lookup, spelt
from memory.documents import DOCUMENT, MENTIONS, PART_OF, PASSAGE, mentioned
from memory.schema import LinkedValue

_SHOWN = (
    "elementId(p) AS id, p.text AS text, d.name AS document, p.page AS page, "
    "p.headings AS headings, p.number AS number, p.name AS name"
)
_OF_DOCUMENT = f"MATCH (p:{PASSAGE})-[:{PART_OF}]->(d:{DOCUMENT})"


async def passages_near(
    question: str,
    named: Iterable[LinkedValue],
    labels: Sequence[str],
    texts: Texts | None,
    look: Lookup,
    most: int,
    *,
    far: bool,
) -> tuple[Passage, ...]:
    """The passages that may answer, the likeliest first.

    Where the question names things that passages mention, one counts that mentions each of them, or
    whose document does so in its first passage, where it says whose it is.

    Args:
        question: what they are near to.
        named: the values that the question names.
        labels: the labels of what is asked for.
        texts: the index of texts; None where there is none.
        look: asks the graph.
        most: so many at most.
        far: whether somebody reads them all, so that as many as may be come in question.

    Raises:
        GraphError: the graph fails, or something of it is hidden.
        StoreError: the index fails.
    """
    names: list[str] = []
    if texts is not None and PASSAGE in {one.label for one in texts.properties}:
        near = await texts.passages.nearest(question, (PASSAGE,), most, far=far)
        names = [one.name for one in near if one.name]
    statement = f"{_OF_DOCUMENT} WHERE p.name IN $names RETURN {_SHOWN}"
    rows = await look.rows(statement, {"names": names}) if names else ()
    by_name = {row[-1]: row for row in rows}
    found = {row[0]: row for name in names if (row := by_name.get(name))}
    wanted = mentioned(look.schema)
    for one in named:
        if one.label not in wanted:
            continue
        naming = await _naming(one, look, most)
        whole = {row[2] for row in naming if row[-2] in (0, 1)}
        here = {row[0]: row for row in naming}
        kept = {id_: row for id_, row in found.items() if id_ in here or row[2] in whole}
        # What is near and names it comes first.
        found = {id_: row for id_, row in kept.items() if id_ in here} | here | kept
    passages = [_passage(row) for row in list(found.values())[:most]]
    return await _with_things(passages, labels, look)


async def passages_with(
    ids: Iterable[str], labels: Sequence[str], look: Lookup
) -> tuple[Passage, ...]:
    """The passages of these identifiers.

    Raises:
        GraphError: the graph fails, or something of it is hidden.
    """
    ordered = f"RETURN {_SHOWN} ORDER BY document, number"
    statement = f"{_OF_DOCUMENT} WHERE elementId(p) IN $ids {ordered}"
    rows = await look.rows(statement, {"ids": list(ids)})
    return await _with_things([_passage(row) for row in rows], labels, look)


async def _naming(one: LinkedValue, look: Lookup, most: int) -> Sequence[Sequence[Any]]:
    statement = (
        f"{_OF_DOCUMENT}, (p)-[:{MENTIONS}]->(n:{quoted(one.label)}) "
        f"WHERE n.{quoted(one.property)} = $value "
        f"RETURN DISTINCT {_SHOWN} ORDER BY document, number LIMIT {most}"
    )
    return await look.rows(statement, {"value": one.value})


async def _with_things(
    passages: Sequence[Passage], labels: Sequence[str], look: Lookup
) -> tuple[Passage, ...]:
    """The same with the nodes of these labels that the graph found in them."""
    things: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    ids = [one.id for one in passages]
    for label in labels if ids else ():
        statement = (
            f"MATCH (p:{PASSAGE})-[:{MENTIONS}]->(n:{quoted(label)}) WHERE elementId(p) IN $ids "
            f"RETURN elementId(p) AS passage, elementId(n) AS id, {spelt(label, look.schema)}"
        )
        for passage, id_, name, spellings in await look.rows(statement, {"ids": ids}):
            told = (name, *(spellings if isinstance(spellings, list) else ()))
            things[passage].append((id_, frozenset(one for one in told if isinstance(one, str))))
    return tuple(replace(one, things=tuple(things.get(one.id, ()))) for one in passages)


def _passage(row: Sequence[Any]) -> Passage:
    id_, text, document, page, headings, _, name = row
    above = tuple(str(one) for one in headings) if isinstance(headings, list) else ()
    return Passage(str(id_), str(text), str(document), str(name), page, above)
