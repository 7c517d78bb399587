"""The object that `ask --json` prints: every key always, null or [] where a turn did not get to."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bot.events import Item, Outcome, Source, Usage
from memory.conversation import ResultSet
from memory.schema import Schema


def answer_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome of a turn as a JSON-ready object with the keys of the contract."""
    result = outcome.result
    return {
        "question": outcome.question,
        "standalone": outcome.standalone,
        "verdict": outcome.verdict,
        "route": outcome.route,
        "slice": slice_json(outcome.slice),
        "linked": [
            {"text": v.text, "label": v.label, "property": v.property, "value": v.value}
            for v in outcome.linked
        ],
        "engine": outcome.engine,
        "cypher": outcome.cypher,
        "parameters": dict(outcome.parameters),
        "repairs": [asdict(repair) for repair in outcome.repairs],
        "columns": list(result.columns) if result else [],
        "rows": [list(row) for row in result.rows] if result else [],
        "row_count": result.row_count if result else None,
        "truncated": result.truncated if result else None,
        "answer": outcome.answer,
        "reading": outcome.reading,
        "confidence": outcome.confidence,
        "sets": [_set_json(one) for one in outcome.sets],
        "verified": asdict(outcome.verified) if outcome.verified else None,
        "sources": [
            {"item": item.name, **source_json(source)}
            for item in outcome.items
            for source in item.sources
        ],
        "items": [item_json(item) for item in outcome.items],
        "near": [source_json(source) for source in outcome.near],
        "coverage": asdict(outcome.coverage) if outcome.coverage else None,
        "suggestions": [c.question for c in outcome.choices if c.kind == "question"],
        "llm": usage_json(outcome.usage),
        "ms": dict(outcome.ms),
        "error": outcome.error or outcome.outage,
        "indexing": outcome.indexing,
    }


def item_json(item: Item) -> dict[str, Any]:
    """One thing that answers: how it was found, its row (from 0), and its first sources."""
    sources = [source_json(one) for one in item.sources]
    told = {"name": item.name, "found_by": item.found_by, "row": item.row}
    return {**told, "sources": sources, "more": item.more}


def source_json(source: Source) -> dict[str, Any]:
    """Where a document says something."""
    return {"document": source.document, "page": source.page, "text": source.words}


def _set_json(one: ResultSet) -> dict[str, Any]:
    asked = one.exchange
    told = {"question": asked.standalone, "columns": list(asked.columns)}
    return {"name": one.name, **told, "row_count": asked.row_count}


def slice_json(slice_: Schema | None) -> dict[str, list[str]] | None:
    """Names of labels, relationship types and properties (`Owner.property`) of a slice."""
    if slice_ is None:
        return None
    owners = [(name, label.properties) for name, label in slice_.labels.items()]
    owners += [(name, rel.properties) for name, rel in slice_.relationships.items()]
    return {
        "labels": list(slice_.labels),
        "relationships": list(slice_.relationships),
        "properties": [f"{owner}.{name}" for owner, names in owners for name in names],
    }


def usage_json(usage: Usage) -> dict[str, Any]:
    """What the model cost."""
    return asdict(usage)
