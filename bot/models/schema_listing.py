"""A schema as the published fine-tuned text-to-Cypher models were shown it.

Their training set (Neo4j Text2Cypher 2024) lists node properties, relationship properties and then
the patterns, each with an example or a range.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memory.schema import Property, Schema

_LONG_TEXT = 40


def schema_listing(schema: Schema) -> str:
    """The schema as three lists.

    >>> from memory.schema import Label
    >>> year = Property("year", ("INTEGER",), minimum=1895, maximum=2024)
    >>> print(schema_listing(Schema({"Film": Label("Film", 2, {"year": year})}, {})))
    Node properties:
    - **Film**
      - `year`: INTEGER Min: 1895, Max: 2024
    Relationship properties:
    The relationships:
    """
    labels = ((label.name, label.properties) for label in schema.labels.values())
    types = ((rel.type, rel.properties) for rel in schema.relationships.values())
    patterns = [f"(:{join.start})-[:{rel}]->(:{join.end})" for rel, join in schema.joins()]
    return "\n".join(
        [
            "Node properties:",
            *_listed(labels),
            "Relationship properties:",
            *_listed(types),
            "The relationships:",
            *patterns,
        ]
    )


def _listed(things: Iterable[tuple[str, Mapping[str, Property]]]) -> Iterable[str]:
    for name, properties in things:
        if properties:
            yield f"- **{name}**"
        for prop in properties.values():
            yield f"  - `{prop.name}`: {prop.type}{_sample(prop)}"


def _sample(prop: Property) -> str:
    if prop.minimum is not None and prop.maximum is not None:
        return f" Min: {prop.minimum}, Max: {prop.maximum}"
    if prop.examples:
        return f' Example: "{str(prop.examples[0])[:_LONG_TEXT]}"'
    return ""
