"""Passages that may answer a question: near it by words and vectors, or naming what it names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
# A name that is shorter may stand in any text.
_SHORTEST = 3
# So many times as many are looked at where some of them do not count.
_OF_NAMED = 4
_OF_DOCUMENT = f"MATCH (p:{PASSAGE})-[:{PART_OF}]->(d:{DOCUMENT})"


@dataclass(frozen=True, slots=True)
class _Naming:
    """The passages that name a thing, by identifier, and documents that do so as they begin."""

    passages: Mapping[str, None]
    documents: frozenset[str]

    def counts(self, passage: str, document: str) -> bool:
        """Whether a passage is about the thing, as far as it can be."""
        return passage in self.passages or document in self.documents


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

    Where the question names things that passages mention, one counts that names each of them, or
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
    wanted = mentioned(look.schema)
    namings = [await _naming(one, look) for one in named if one.label in wanted]
    names: list[str] = []
    if texts is not None and PASSAGE in {one.label for one in texts.properties}:
        limit = most * _OF_NAMED if namings else most
        near = await texts.passages.nearest(question, (PASSAGE,), limit, far=far)
        names = [one.name for one in near if one.name]
    statement = f"{_OF_DOCUMENT} WHERE p.name IN $names RETURN {_SHOWN}"
    rows = await look.rows(statement, {"names": names}) if names else ()
    by_name = {row[-1]: row for row in rows}
    found = [by_name[name] for name in names if name in by_name]
    if namings:
        found = [row for row in found if all(one.counts(row[0], row[2]) for one in namings)]
        here = [id_ for id_ in namings[0].passages if all(id_ in n.passages for n in namings)]
        near_ids = {row[0] for row in found}
        others = [id_ for id_ in here if id_ not in near_ids][:most]
        # What is near and names it comes first.
        first = [row for row in found if row[0] in set(here)]
        rest = [row for row in found if row[0] not in set(here)]
        found = [*first, *await _rows_of(others, look), *rest]
    return await _with_things([_passage(row) for row in found[:most]], labels, look)


async def passages_with(
    ids: Iterable[str], labels: Sequence[str], look: Lookup
) -> tuple[Passage, ...]:
    """The passages of these identifiers.

    Raises:
        GraphError: the graph fails, or something of it is hidden.
    """
    rows = await _rows_of(ids, look)
    return await _with_things([_passage(row) for row in rows], labels, look)


async def _rows_of(ids: Iterable[str], look: Lookup) -> Sequence[Sequence[Any]]:
    wanted = list(ids)
    ordered = f"RETURN {_SHOWN} ORDER BY document, number"
    statement = f"{_OF_DOCUMENT} WHERE elementId(p) IN $ids {ordered}"
    return await look.rows(statement, {"ids": wanted}) if wanted else ()


async def _naming(one: LinkedValue, look: Lookup) -> _Naming:
    """The passages that name a thing: as the graph knows, or by one of its spellings."""
    known = look.schema.labels[one.label].properties.get(one.property)
    listed = known is not None and known.type.startswith("LIST")
    prop, value = f"n.{quoted(one.property)}", {"value": one.value}
    is_it = f"$value IN {prop}" if listed else f"{prop} = $value"
    thing = f"(n:{quoted(one.label)})"
    told = "RETURN DISTINCT elementId(p) AS id, d.name AS document, p.number AS number"
    ordered = f"{told} ORDER BY document, number"
    rows = await look.rows(
        f"{_OF_DOCUMENT}, (p)-[:{MENTIONS}]->{thing} WHERE {is_it} {ordered}", value
    )
    names = {str(one.value)}
    for name, spellings in await look.rows(
        f"MATCH {thing} WHERE {is_it} RETURN {spelt(one.label, look.schema)}", value
    ):
        names |= {str(name), *(spellings if isinstance(spellings, list) else ())}
    said = [name.lower() for name in names if len(name) >= _SHORTEST]
    in_text = "any(name IN $names WHERE toLower(replace(p.text, $line, ' ')) CONTAINS name)"
    spelled = {"names": said, "line": "\n"}
    rows = [*rows, *await look.rows(f"{_OF_DOCUMENT} WHERE {in_text} {ordered}", spelled)]
    begins = frozenset(document for _, document, number in rows if number in (0, 1))
    return _Naming({id_: None for id_, *_ in rows}, begins)


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
