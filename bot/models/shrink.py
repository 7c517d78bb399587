"""Requests made smaller, for a model that could not read all of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.ports import (
    JudgeRequest,
    PlanRequest,
    SummariseRequest,
    UnderstandRequest,
    WriteRequest,
)
from memory.schema import LinkedValue, Property, Schema
from memory.schema_size import schema_tokens
from memory.text import fold, split_name

# The share of the schema that is kept.
_KEPT = 0.4
_FEWER_ROWS = 4


def smaller_write(request: WriteRequest) -> WriteRequest:
    """Without examples and terminology, the schema cut to what the question names and is near."""
    slice_ = smaller_schema(request.slice, request.question, request.linked)
    return replace(request, slice=slice_, examples=(), mistakes=(), terminology="")


def smaller_understand(request: UnderstandRequest) -> UnderstandRequest:
    """With the last message alone, and less of the schema."""
    slice_ = smaller_schema(request.slice, request.question, ())
    write = smaller_write(request.write) if request.write is not None else None
    return replace(request, slice=slice_, history=tuple(request.history)[-1:], write=write)


def smaller_plan(request: PlanRequest) -> PlanRequest:
    """With less of the schema."""
    return replace(request, slice=smaller_schema(request.slice, request.question, ()))


def smaller_judge(request: JudgeRequest) -> JudgeRequest:
    """With less of the schema."""
    return replace(request, slice=smaller_schema(request.slice, request.question, ()))


def smaller_summarise(request: SummariseRequest) -> SummariseRequest:
    """With fewer rows; the total stays what it was."""
    rows = request.rows
    few = rows.rows[: max(1, len(rows.rows) // _FEWER_ROWS)]
    return replace(request, rows=replace(rows, rows=few, truncated=True), quotes=())


def smaller_schema(schema: Schema, question: str, linked: Iterable[LinkedValue]) -> Schema:
    """The part of a schema that a question names, then its neighbours, without sample values."""
    bare = _without_samples(schema)
    budget = schema_tokens(schema) * _KEPT
    kept: dict[str, None] = {}
    for label in _nearest(schema, question, [value.label for value in linked]):
        trial = bare.restrict([*kept, label], schema.relationships)
        if kept and schema_tokens(trial) > budget:
            break
        kept[label] = None
    return bare.restrict(kept, schema.relationships)


def _nearest(schema: Schema, question: str, linked: list[str]) -> list[str]:
    """Labels: those of linked values, those named, their neighbours, the others by size."""
    words = set(fold(question).split())
    stems = words | {word.removesuffix("s") for word in words}
    named = [name for name in schema.labels if stems & set(split_name(name))]
    first = {name: None for name in (*linked, *named) if name in schema.labels}
    near = [
        other
        for _, join in schema.joins()
        for one, other in ((join.start, join.end), (join.end, join.start))
        if one in first and other in schema.labels
    ]
    rest = sorted(schema.labels, key=lambda name: -schema.labels[name].count)
    return list(dict.fromkeys([*first, *near, *rest]))


def _without_samples(schema: Schema) -> Schema:
    def bare(properties: Mapping[str, Property]) -> dict[str, Property]:
        return {name: Property(name, prop.types) for name, prop in properties.items()}

    return replace(
        schema,
        labels={n: replace(x, properties=bare(x.properties)) for n, x in schema.labels.items()},
        relationships={
            n: replace(x, properties=bare(x.properties)) for n, x in schema.relationships.items()
        },
    )
