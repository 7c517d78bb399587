"""Why a statement found nothing: its conditions are dropped one by one, to see which rules all out.

Whether it is the value, one condition, several together, the direction of a relationship, or the
way things are joined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.cypher.literals import inline
from bot.errors import GraphError
from bot.ports import Graph
from bot.steps.condition_words import condition_words, is_of_figures
from bot.steps.conditions import Condition, branch_of, conditions, without
from bot.steps.other_joins import MOST_TOLD, End, joined_words, other_joins, others_told
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.direction import turn
from bot.steps.repair.fix import Fix, Source, apply, quoted
from guardrails.cypher import Statement, parse
from guardrails.portrait import name_property
from guardrails.statement import Refused, check_statement
from guardrails.syntax import Binary, Branch, Match, Name, NodePattern
from guardrails.tokens import Unreadable
from memory.catalogue import in_english, in_quotes, is_english, say, say_many
from memory.schema import Schema
from memory.text import split_name

# Quotes inside quotes.
_INNER = str.maketrans("“”", "‘’")
_SECONDS = 2.0
# Conditions that are dropped at most, and arrows turned, each in a statement of its own.
_MOST, _MOST_TURNED = 6, 3

_TURNED: Mapping[str, str] = {">": "<", "<": ">", "": ""}
_DENIED = re.compile(r"\(?\s*NOT\s*\(?\s*EXISTS\b", re.I)


@dataclass(frozen=True, slots=True)
class Why:
    """What rules everything out: one sentence for people, and a short one for a model."""

    told: str
    problem: str


async def why_empty(
    cypher: str, parameters: Mapping[str, Any], schema: Schema, graph: Graph
) -> Why | None:
    """The reason for an empty result; None where nobody can tell in time."""
    try:
        statement = parse(cypher)
    except Unreadable:
        return None
    branch = branch_of(statement)
    tests = conditions(statement, branch.clauses)[:_MOST] if branch is not None else []
    if branch is None:
        return None
    search = _Search(statement, dict(parameters), schema, graph)
    try:
        guilty = [one for one in tests if await search.leaves_rows([one])]
        if guilty:
            return await search.blame(guilty)
        if turned := await search.turned(branch):
            return turned
        if len(tests) > 1 and await search.leaves_rows(tests):
            return Why(
                say("There are some, but the conditions rule out every one of them together."),
                "No node fulfils all conditions together.",
            )
    except GraphError:
        return None
    joined = bool(bindings_of(statement.query, schema).hops)
    if joined and (not tests or await search.fails(tests)):
        return Why(
            say("The graph has nothing that is joined in this way."),
            "Even without conditions the pattern matches nothing.",
        )
    return None


class _Search:
    """Runs the statement without some of its conditions, or with an arrow turned round."""

    def __init__(
        self, statement: Statement, parameters: dict[str, Any], schema: Schema, graph: Graph
    ) -> None:
        self._statement, self._parameters = statement, parameters
        self._schema, self._graph = schema, graph

    async def leaves_rows(self, dropped: Sequence[Condition]) -> bool:
        """Whether there are rows without these conditions."""
        return bool(await self._rows(without(self._statement, dropped)))

    async def fails(self, dropped: Sequence[Condition]) -> bool:
        """Whether there are no rows even so, and that is known."""
        return await self._rows(without(self._statement, dropped)) == 0

    async def turned(self, branch: Branch) -> Why | None:
        """The arrow that leaves rows the other way round; None where there is none such."""
        source = Source(self._statement)
        bindings = bindings_of(self._statement.query, self._schema)
        matches = [c for c in branch.clauses if isinstance(c, Match) and not c.optional]
        paths = [path for clause in matches for path in clause.paths]
        arrows = [
            hop
            for hop in bindings.hops
            if any(hop.path is path for path in paths)
            and hop.relationship.direction
            and bindings.possible(hop, turned=True)
        ]
        for hop in arrows[:_MOST_TURNED]:
            fix = Fix("other_way", "", turn(source, hop.relationship))
            cypher = apply(self._statement.text, [fix])[0]
            if await self._rows(cypher):
                words = joined_words(hop.types)
                return Why(
                    self._other_way(words or say("the arrow"), await self._count(cypher)),
                    f"With {'|'.join(hop.types) or 'the arrow'} turned round it would return rows.",
                )
        return None

    @staticmethod
    def _other_way(words: str, count: int | None) -> str:
        if not count:
            return say("With {words} the other way round there would be results.", words=words)
        return say_many(
            "With {words} the other way round there would be {count} result.",
            "With {words} the other way round there would be {count} results.",
            count,
            words=words,
        )

    async def _count(self, cypher: str) -> int | None:
        """How many rows a statement has; None where that is not known in time."""
        given = {key: value for key, value in self._parameters.items() if f"${key}" in cypher}
        try:
            return await self._graph.count(cypher, given, seconds=_SECONDS)
        except GraphError:
            return None

    async def blame(self, guilty: Sequence[Condition]) -> Why:
        """Name the conditions without which there would be rows."""
        why = await self._blame(guilty)
        branch = branch_of(self._statement)
        # Each of them has such, but not together: it may be the way between them.
        if branch is None or not all(self._named(one) for one in guilty):
            return why
        turned = await self.turned(branch)
        if turned is None:
            return why
        return Why(f"{why.told} {turned.told}", f"{why.problem} {turned.problem}")

    async def _blame(self, guilty: Sequence[Condition]) -> Why:
        first = guilty[0]
        if len(guilty) == 1 and (absent := await self._absent(first)):
            return Why(absent, in_english(absent))
        if len(guilty) == 1 and (named := self._named(first)):
            return Why(
                await self._missing(named, first),
                f"Without `{first.text}` it would return rows.",
            )
        told = [said for one in guilty[:2] if (said := self._words(one))]
        words = [in_quotes(said.translate(_INNER)) for said in told]
        texts = [f"`{one.text}`" for one in guilty[:2]]
        problem = f"Without {' or without '.join(texts)} it would return rows."
        if len(guilty) == 1 and _DENIED.match(first.text):
            return Why(say("Each of them has at least one."), problem)
        if len(told) < len(texts):
            return Why("", problem)
        if len(words) == 1:
            return Why(
                say("Without {condition} there would be results.", condition=words[0]), problem
            )
        return Why(
            say(
                "Without {one} or without {other} there would be results.",
                one=words[0],
                other=words[1],
            ),
            problem,
        )

    async def _absent(self, condition: Condition) -> str:
        """That no node of the label has this value, if so."""
        held, test = condition.held, condition.test
        owner = self._owner(condition)
        if held is None or not owner or not isinstance(test, Binary) or test.operator != "=":
            return ""
        value = self._statement.text[test.right.start : test.right.end]
        pattern = f"(x:{quoted(owner)})" if owner in self._schema.labels else ""
        if not pattern or test.left is not held:
            return ""
        cypher = f"MATCH {pattern} WHERE x.{quoted(held.name)} = {value} RETURN 1 AS one LIMIT 1"
        if await self._rows(cypher) != 0:
            return ""
        noun = " ".join(split_name(owner))
        words = self._words(condition, article=True)
        return say("No {thing} has {condition}.", thing=noun, condition=words)

    def _named(self, condition: Condition) -> str:
        """The name of the one thing that is asked about, if the condition only gives that."""
        held, test = condition.held, condition.test
        label = self._schema.labels.get(self._owner(condition))
        name = name_property(label) if label is not None else None
        if held is None or name is None or name.name != held.name:
            return ""
        equal = isinstance(test, Binary) and test.operator == "=" and test.left is held
        joined = equal and bindings_of(self._statement.query, self._schema).hops
        given = (self._owner(condition), self._parameters, self._schema)
        said = condition_words(test, *given) if joined else None
        before = " ".join(split_name(name.name)) + " “"
        if said is None or not said.startswith(before):
            return ""
        return in_quotes(said.removeprefix(before).removesuffix("”"))

    async def _missing(self, named: str, condition: Condition) -> str:
        """That what is asked about is there, what it is not joined with, and with what instead."""
        nothing = say("The graph knows {name}, but nothing of that kind.", name=named)
        bindings = bindings_of(self._statement.query, self._schema)
        if len(bindings.hops) != 1:
            return nothing
        (hop,) = bindings.hops
        turned = _holds(hop.right, condition)
        other = hop.left if turned else hop.right
        labels = sorted(bindings.labels(other))
        if len(labels) != 1 or _holds(other, condition):
            return nothing
        thing = " ".join(split_name(labels[0]))
        if not hop.types:
            return say("The graph knows {name}, but no {thing} for it.", name=named, thing=thing)
        lacks = say(
            "The graph knows {name}, but no {thing} that {relationship} joins with it.",
            **{"name": named, "thing": thing, "relationship": joined_words(hop.types)},
        )
        way, mine = hop.relationship.direction, (hop.right if turned else hop.left)
        given = (self._owner(condition), mine.variable or "", condition.text)
        end = End(*given, _TURNED[way] if turned else way)
        cypher = other_joins(bindings, hop.types, end, labels[0])
        found = await self._fetched(cypher, MOST_TOLD) if cypher else None
        return f"{lacks} {others_told(found)}" if found else lacks

    def _words(self, condition: Condition, *, article: bool = False) -> str:
        """The condition in words; "" where there are none for what it holds two figures to."""
        owner = self._owner(condition)
        words = None
        if is_english():
            words = condition_words(condition.test, owner, self._parameters, self._schema)
        if words is None:
            if is_of_figures(condition.test):
                return ""
            return inline(condition.text, self._parameters)
        return f"the {words}" if article and is_english() else words

    def _owner(self, condition: Condition) -> str:
        held = condition.held
        if held is None or not isinstance(held.base, Name):
            return ""
        if condition.label:
            return condition.label
        owners = bindings_of(self._statement.query, self._schema).of(held.base.name)
        return owners[0] if owners else ""

    async def _rows(self, cypher: str) -> int | None:
        """How many rows, of which one is fetched; None where it is refused or fails."""
        rows = await self._fetched(cypher, 1)
        return None if rows is None else len(rows)

    async def _fetched(self, cypher: str, most: int) -> Sequence[Sequence[Any]] | None:
        """The first rows of a statement; None where it is refused or fails."""
        given = {key: value for key, value in self._parameters.items() if f"${key}" in cypher}
        if isinstance(await check_statement(cypher, given, self._schema), Refused):
            return None
        try:
            return (await self._graph.run(cypher, given, max_rows=most, seconds=_SECONDS)).rows
        except GraphError:
            return None


def _holds(node: NodePattern, condition: Condition) -> bool:
    """Whether the condition is of this node."""
    if condition.entry is not None and condition.entry[0] is node.properties:
        return True
    held = condition.held
    base = held.base if held is not None else None
    return isinstance(base, Name) and bool(base.name) and base.name == node.variable
