"""An English reading of any reading Cypher, clause by clause, made from the parsed statement.

It tells what the statement asks of the database, not what the person asked: where a clause has no
plain wording, there is no reading at all, rather than half of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.realiser.cypher_patterns import Patterns
from bot.realiser.cypher_values import NoWording, Values
from bot.realiser.wording import join
from bot.words.inflection import plural
from guardrails.cypher import parse
from guardrails.functions import AGGREGATES
from guardrails.phrases import is_participle
from guardrails.syntax import (
    Branch,
    Call,
    CallSubquery,
    Clause,
    Constant,
    Expression,
    IsNull,
    Item,
    Match,
    Name,
    Parameter,
    Part,
    Projection,
    Property,
    Query,
    SortKey,
)
from guardrails.tokens import Unreadable
from memory.schema import Schema

_LONGEST = 600


def explain(cypher: str, parameters: Mapping[str, Any], schema: Schema) -> str | None:
    """What a statement asks for, in one English sentence without its full stop.

    Args:
        cypher: a reading statement.
        parameters: its values.
        schema: tells dates from other values.

    Returns:
        None where the text is no reading statement or a clause has no wording.
    """
    try:
        query = parse(cypher).query
        text = "; or ".join(_Reading(schema, parameters).branch(b) for b in query.branches)
    except (Unreadable, NoWording):
        return None
    return text[:1].upper() + text[1:] if len(text) <= _LONGEST else None


class _Reading:
    """One branch, clause after clause."""

    def __init__(self, schema: Schema, parameters: Mapping[str, Any]) -> None:
        self.values = Values(schema, parameters)
        self.patterns = Patterns(self.values)
        self.inside = False

    def branch(self, branch: Branch) -> str:
        """The clauses, with semicolons between them."""
        short = self._in_one(branch.clauses)
        if short is not None:
            return short
        told: list[str] = []
        for at, clause in enumerate(branch.clauses):
            said = self._clause(clause, branch.clauses[at + 1 :], first=not told)
            if said:
                told.append(said)
        return "; ".join(told)

    def _in_one(self, clauses: tuple[Clause, ...]) -> str | None:
        """MATCH and RETURN of one aggregate as one noun phrase: "the number of films ..."."""
        match clauses:
            case [Match(optional=False) as found, Projection(keyword="RETURN") as shown] if (
                len(shown.items) == 1 and not shown.order and shown.limit is None
            ):
                call = shown.items[0].expression
                if not isinstance(call, Call) or call.function.lower() not in AGGREGATES:
                    return None
                root = self._root(found, clauses[1:])
                things = self.patterns.phrase(found, root)
                self.values.root = root
                told = self.values.say(call)
                noun = plural(self.values.nouns[root]) if root else ""
                if told in (f"the number of {noun}", "the number of rows"):
                    return f"the number of {things}"
                return f"{told} of {things}"
            case _:
                return None

    def _clause(self, clause: Clause, later: tuple[Clause, ...], *, first: bool) -> str:
        match clause:
            case Match():
                return self._match(clause, later, first=first)
            case Projection(keyword="WITH"):
                return self._with(clause)
            case Projection(keyword="RETURN"):
                return self._return(clause)
            case Projection():
                return join(self._page(clause))
            case CallSubquery():
                return self._subquery(clause.query)
        raise NoWording

    # -- what is looked for ------------------------------------------------------------------------

    def _root(self, match: Match, later: tuple[Clause, ...]) -> str | None:
        """The node it is about: the first that is shown, else the first that is counted."""
        nodes = self.patterns.variables(match)
        for aggregated in (False, True):
            for clause in later:
                for item in clause.items if isinstance(clause, Projection) else ():
                    if _is_aggregate(item.expression) == aggregated:
                        names = [p.name for p in item.expression.walk() if isinstance(p, Name)]
                        found = next((name for name in names if name in nodes), None)
                        if found:
                            return found
        return nodes[0] if nodes else None

    def _match(self, match: Match, later: tuple[Clause, ...], *, first: bool) -> str:
        known = set(self.values.nouns)
        root = self._root(match, later)
        nodes = self.patterns.variables(match)
        again = [node for node in nodes if node in known]
        if first and not again:
            return self.patterns.phrase(match, root)
        where = "where there are any, " if match.optional else ""
        if not again:
            return f"also {where}{self.patterns.phrase(match, root)}"
        if match.optional or self.inside:
            return where + self.patterns.counted(match)
        key = self.values.root if self.values.root in again else again[0]
        told = self.patterns.more(match, key)
        if not told:
            return ""
        noun = "" if key == self.values.root else f" {plural(self.values.nouns[key])}"
        return f"of these{noun} those {told}"

    def _subquery(self, query: Query) -> str:
        outside, self.inside = self.inside, True
        inner = [", ".join(self._inner(branch)) for branch in query.branches]
        self.inside = outside
        return f"for each: {'; or '.join(inner)}"

    def _inner(self, branch: Branch) -> list[str]:
        told = []
        for at, clause in enumerate(branch.clauses):
            if isinstance(clause, Projection) and clause.keyword == "WITH" and _passes(clause):
                continue
            said = self._clause(clause, branch.clauses[at + 1 :], first=False)
            if said:
                told.append(said)
            if isinstance(clause, Projection) and clause.keyword == "RETURN":
                self._rename(clause)
        return told

    # -- what is shown -----------------------------------------------------------------------------

    def _with(self, clause: Projection) -> str:
        told = []
        aggregated = [item for item in clause.items if _is_aggregate(item.expression)]
        if aggregated:
            told.append(self._grouped(clause, "with"))
        elif clause.distinct and not clause.star:
            told.append("each of them once")
        self._rename(clause)
        if clause.where is not None:
            told.append(f"keeps those where {self.patterns.condition(clause.where)}")
        page = self._page(clause)
        if clause.limit is not None:
            page = [f"only the {page[-1]}", *page[:-1]]
        return ", ".join([*told, *page])

    def _rename(self, clause: Projection) -> None:
        """Aliases stand for what they were made of from here on."""
        fresh: dict[str, tuple[str, str | None, bool]] = {}
        for item in clause.items:
            expression = item.expression
            if isinstance(expression, Name):
                name = expression.name
                is_node = name in self.values.nodes
                noun = self.values.nouns.get(name)
                if noun is not None:
                    fresh[item.alias or name] = (noun, self.values.nodes.get(name), is_node)
            elif item.alias:
                fresh[item.alias] = (self.values.say(expression), None, False)
        for alias, (noun, label, is_node) in fresh.items():
            self.values.nouns[alias] = noun
            self.values.nodes.pop(alias, None)
            if is_node:
                self.values.nodes[alias] = label

    def _return(self, clause: Projection) -> str:
        if clause.star:
            told = "shows everything"
        elif any(_is_aggregate(item.expression) for item in clause.items):
            told = self._grouped(clause, "shows")
        else:
            columns = [self._column(item) for item in clause.items]
            once = ", each once" if clause.distinct else ""
            told = f"shows {join(list(dict.fromkeys(columns)))}{once}"
        self._alias_orders(clause)
        return ", ".join([told, *self._page(clause)])

    def _column(self, item: Item) -> str:
        match item.expression:
            case Name(name=name) if name in self.values.nodes and name in self.values.nouns:
                return f"the {plural(self.values.nouns[name])}"
        return self.values.say(item.expression)

    def _grouped(self, clause: Projection, verb: str) -> str:
        """Aggregates for each of what they are grouped by."""
        shown = [item.expression for item in clause.items]
        keys = [one for one in shown if not _is_aggregate(one)]
        aggregates = [self.values.say(one) for one in shown if one not in keys]
        if not keys:
            return f"{verb} {join(aggregates)}"
        if verb == "with":
            return f"{verb} {join(aggregates)} for each {self._each(keys)}"
        named = dict.fromkeys(self._column(Item(key)) for key in keys)
        return f"{verb} {join([*named, *aggregates])}"

    def _each(self, keys: list[Expression]) -> str:
        told = []
        for key in keys:
            owner = key.base if isinstance(key, Property) else key
            plain = key is owner or (isinstance(key, Property) and key.name in ("name", "title"))
            if plain and isinstance(owner, Name) and owner.name in self.values.nodes:
                told.append(self.values.nouns[owner.name])
            else:
                told.append(self.values.say(key).removeprefix("the "))
        return join(list(dict.fromkeys(told)))

    def _alias_orders(self, clause: Projection) -> None:
        """ORDER BY may use the names that RETURN has just given."""
        for item in clause.items:
            if item.alias and item.alias not in self.values.nouns:
                self.values.nouns[item.alias] = self.values.say(item.expression)

    # -- order and limits --------------------------------------------------------------------------

    def _page(self, clause: Projection) -> list[str]:
        told = self._orders(clause.order)
        if clause.skip is not None:
            told.append(f"after the first {self._number(clause.skip)}")
        if clause.limit is not None:
            count = self._number(clause.limit)
            told.append("first one" if count == "1" else f"first {count}")
        return told

    def _orders(self, keys: Sequence[SortKey]) -> list[str]:
        """The order in words; `x IS NULL, x DESC` puts what has no x at the end."""
        told, lacking = [], ""
        for key in keys:
            if isinstance(key.expression, IsNull):
                if lacking or key.expression.negated or key.descending:
                    raise NoWording
                lacking = self.values.say(key.expression.operand)
                continue
            told.append(self._sorted(key))
            if lacking:
                if self.values.say(key.expression) != lacking:
                    raise NoWording
                told.append("unknown ones last")
                lacking = ""
        if lacking:
            raise NoWording
        return told

    def _number(self, expression: Expression) -> str:
        if isinstance(expression, Constant | Parameter):
            return self.values.say(expression)
        raise NoWording

    def _sorted(self, key: SortKey) -> str:
        said = self.values.say(key.expression)
        if isinstance(key.expression, Property) and is_participle(key.expression.name):
            they = "they died" if said == "died" else f"they were {said}"
            return f"by when {they}, {'latest' if key.descending else 'earliest'} first"
        if self.values.is_time(key.expression) or said.split()[-1] in ("year", "date"):
            return f"by {said}, {'newest' if key.descending else 'oldest'} first"
        if said.startswith("the number of"):
            return f"{'most' if key.descending else 'fewest'} {said.split()[-1]} first"
        if said == "a random number":
            return "in random order"
        words = said.split()
        if words[-1] in ("name", "title", "code") or self._is_text(key.expression):
            return f"by {said}{', from Z to A' if key.descending else ''}"
        return f"{'highest' if key.descending else 'lowest'} {said.removeprefix('the ')} first"

    def _is_text(self, expression: Expression) -> bool:
        match expression:
            case Property(base=Name(name=owner), name=name):
                label = self.values.schema.labels.get(self.values.nodes.get(owner) or "")
                prop = label.properties.get(name) if label else None
                return prop is not None and prop.type == "STRING"
            case _:
                return False


def _is_aggregate(expression: Expression) -> bool:
    return any(
        isinstance(part, Call) and part.function.lower() in AGGREGATES
        for part in _outside_subqueries(expression)
    )


def _outside_subqueries(part: Part) -> list[Part]:
    found: list[Part] = [part]
    for child in part.children():
        if not isinstance(child, Query):
            found += _outside_subqueries(child)
    return found


def _passes(clause: Projection) -> bool:
    """A WITH that only hands variables on."""
    return clause.where is None and all(isinstance(i.expression, Name) for i in clause.items)
