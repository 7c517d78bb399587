"""A question whose nodes are found by their texts, and the texts of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from bot.steps.topic import Topic
from bot.stored.kinds import display_properties
from memory.documents import MENTIONS, PASSAGE, has_documents, mentioned
from memory.passages import TextProperty
from memory.passages_index import Near
from memory.query import Attribute, Condition, Edge, Exists, Node, Pattern, Query
from memory.schema import LinkedValue, Schema

Route: TypeAlias = Literal["graph", "text", "both"]

PART = "its_part"


class Passages(Protocol):
    """Finds nodes by their texts; see `memory.passages_index.PassageIndex`."""

    async def nearest(
        self, topic: str, labels: Sequence[str], limit: int = 50, *, far: bool = False
    ) -> list[Near]:
        """The nodes of some labels whose texts are near to a topic, with `far` any, best first."""
        ...

    async def like(
        self, name: str, labels: Sequence[str], among: Sequence[str], limit: int = 50
    ) -> list[Near]:
        """The nodes whose texts are nearest to that of the one so called, without itself."""
        ...

    async def count(self) -> int:
        """How many passages there are."""
        ...

    async def met(self, words: Sequence[str]) -> bool:
        """Whether every one of the words stands in some text."""
        ...


@dataclass(frozen=True, slots=True)
class TextPlaces:
    """Which properties of a graph hold texts."""

    properties: tuple[TextProperty, ...]

    def of(self, label: str, schema: Schema) -> tuple[TextProperty, ...]:
        """The text properties that nodes of a label have."""
        known = schema.labels.get(label)
        names = (label, *known.implies) if known else (label,)
        return tuple(one for one in self.properties if one.label in names)

    def parts(self, node: Node, schema: Schema) -> Portion | None:
        """The nameless nodes beside a node that hold its text: the chunks of a document.

        Of what documents mention, it is their passages. None where the node has a text of its own,
        or no such nodes are joined to it.
        """
        known = [name for name in node.labels if name in schema.labels]
        if any(self.of(label, schema) for label in known):
            return None
        names = {other for label in known for other in (label, *schema.labels[label].implies)}
        found: list[tuple[int, Portion]] = []
        for type, join in schema.joins():
            for mine, other in ((join.start, join.end), (join.end, join.start)):
                held = tuple(one for one in self.of(other, schema) if one.name is None)
                if mine in names and held:
                    ends = (node.variable, PART) if mine == join.start else (PART, node.variable)
                    edge = Edge(ends[0], (type,), ends[1])
                    found.append((join.count, Portion(Node(PART, (held[0].label,)), edge, held)))
        if not found and names & mentioned(schema) and has_documents(schema):
            held = tuple(one for one in self.properties if one.label == PASSAGE)
            edge = Edge(PART, (MENTIONS,), node.variable)
            return Portion(Node(PART, (PASSAGE,)), edge, held) if held else None
        return max(found, key=lambda one: one[0], default=(0, None))[1]


@dataclass(frozen=True, slots=True)
class Texts(TextPlaces):
    """The texts of a graph: which properties hold them, and where they are searched."""

    passages: Passages

    @property
    def of_documents(self) -> bool:
        """Whether passages of documents are among them."""
        return any(one.label == PASSAGE for one in self.properties)

    @property
    def places(self) -> TextPlaces:
        """The properties alone."""
        return TextPlaces(self.properties)


@dataclass(frozen=True, slots=True)
class Portion:
    """Nodes that hold a part of another's text: the node, how it is joined, its properties."""

    node: Node
    edge: Edge
    held: tuple[TextProperty, ...]

    @property
    def of_documents(self) -> bool:
        """Whether it is a passage of a document, which tells of others, too."""
        return self.node.labels == (PASSAGE,)


@dataclass(frozen=True, slots=True)
class ByText:
    """A question whose nodes are found by their texts.

    `variable` is the node of `query` that `topic` is about, `held` the properties that hold its
    texts. `like` is the individual (label, name) whose own text is the topic. `alone` says that
    nothing else is asked, `single` that one node is meant. `unread` are words before it that could
    not be read with the rest. Where the texts are those of parts of a node of `query`, `portion`
    is how these are joined to it, and `variable` the part.
    """

    topic: Topic
    query: Query
    reading: str
    variable: str
    held: tuple[TextProperty, ...]
    like: tuple[str, str] | None = None
    alone: bool = True
    single: bool = False
    used: tuple[LinkedValue, ...] = ()
    unread: tuple[str, ...] = ()
    portion: Portion | None = None

    @property
    def route(self) -> Route:
        """Text alone, or both."""
        return "text" if self.alone else "both"


def joined(part: ByText) -> Pattern:
    """The pattern of a part's query, with the nodes that hold its texts."""
    pattern = part.query.pattern
    if part.portion is None:
        return pattern
    nodes, edges = (*pattern.nodes, part.portion.node), (*pattern.edges, part.portion.edge)
    return replace(pattern, nodes=nodes, edges=edges)


def restricted(part: ByText, condition: Condition) -> Query:
    """The tree with one more condition, in that of its patterns where the node is bound."""
    query = part.query
    if part.portion is not None:
        edge = part.portion.edge
        whole = edge.start if edge.start != part.variable else edge.end
        # Not joined: a node with two such parts would be there twice.
        inner = Pattern((Node(whole), part.portion.node), (edge,), (condition,))
        condition = Exists(inner)
    if query.source is not None:
        source = query.source
        pattern = replace(source.pattern, where=(*source.pattern.where, condition))
        return replace(query, source=replace(source, pattern=pattern))
    pattern = replace(query.pattern, where=(*query.pattern.where, condition))
    return replace(query, pattern=pattern)


def is_bare(query: Query, schema: Schema) -> bool:
    """Whether a tree asks for nodes of a label and nothing else of them."""
    pattern = query.pattern
    if len(pattern.nodes) != 1 or not pattern.nodes[0].labels:
        return False
    shown = display_properties(schema.labels[pattern.nodes[0].labels[0]])
    plain = not (pattern.edges or pattern.where or query.having or query.order or query.source)
    own = all(
        isinstance(column.operand, Attribute) and column.operand.property in shown
        for column in query.columns
    )
    listed = query.form in ("list", "yes_no", "none")
    return plain and listed and (own or query.form in ("yes_no", "none"))


def is_text_alone(query: Query, texts: Sequence[TextProperty]) -> bool:
    """Whether a tree asks for texts of no particular nodes: tell me a story."""
    names = {one.property for one in texts}
    operands = [column.operand for column in query.columns]
    return all(isinstance(one, Attribute) and one.property in names for one in operands)
