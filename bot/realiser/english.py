"""An English reading of a query tree: a noun phrase, or a question that asks the same."""

from __future__ import annotations

import re

from bot.offline.figures import figures_beside, nested, without_figures
from bot.offline.kinds import SPELT_DAYS
from bot.offline.none_counts import merged, told_of_none
from bot.offline.pronouns import Pronouns
from bot.offline.things import as_nodes, with_thing
from bot.offline.truths import as_truths, with_truths
from bot.offline.words import plural
from bot.realiser.apart import held_apart
from bot.realiser.clauses import Teller
from bot.realiser.counts import counts_of_each
from bot.realiser.groups import listed_by
from bot.realiser.numbers import numbers_held
from bot.realiser.order import named_by, superlative
from bot.realiser.pairs import pairs
from bot.realiser.shares import counted_in, of_share, without_groups
from bot.realiser.tree import RECKONED, comparisons
from bot.realiser.value_sets import held_values
from bot.realiser.values import bare, having, key_of, spread
from bot.realiser.wording import MEANS, article, figure, join
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Constant,
    Entity,
    Function,
    Operand,
    Query,
    Route,
    Share,
)
from memory.schema import Schema
from memory.text import several
from memory.tree_edits import attributes_of


def to_english(query: Query, schema: Schema) -> str:
    """What the tree asks for, as a noun phrase: "Films that Tom Hanks acted in"."""
    query, schema = as_truths(query, schema), with_truths(schema)
    turned = as_nodes(query, schema)
    if turned is not None:
        query, schema = turned[0], with_thing(schema, turned[1])
    if (held := numbers_held(query, schema)) is not None:
        return to_english(held[0], schema) + held[1]
    *before, last = _phrases(query, schema)
    text = f"{'; '.join(before)}; and {last}" if before else last
    if told_of_none(query):
        text += ", including those with none"
    return text[:1].upper() + text[1:]


def _phrases(query: Query, schema: Schema) -> list[str]:
    """What the tree asks for, after the figures beside it."""
    figures = figures_beside(query)
    apart = [phrase for figure in figures for phrase in _phrases(figure.query, schema)]
    return [*apart, _Phrasing(merged(without_figures(query)), schema).phrase()]


def to_question(query: Query, schema: Schema) -> str:
    """The tree as a question that the parser reads back."""
    query, schema = as_truths(query, schema), with_truths(schema)
    turned = as_nodes(query, schema)
    if turned is not None:
        query, schema = turned[0], with_thing(schema, turned[1])
    if (numbers := numbers_held(query, schema)) is not None:
        return f"{to_question(numbers[0], schema)[:-1]}{numbers[1]}?"
    if figures := figures_beside(query):
        asked = [to_question(one.query, schema) for one in figures]
        asked.append(to_question(without_figures(query), schema))
        return f"{', and '.join([asked[0][:-1], *(x[:1].lower() + x[1:-1] for x in asked[1:])])}?"
    text = _Phrasing(merged(query), schema).question()
    return f"{text[:-1]}, including those with none?" if told_of_none(query) else text


# More than three employees work in Finance, which they do not do to it.
_MANY = re.compile(r"that ((?:(?:more|fewer) than|at least|at most|exactly) .+)\Z")


class _Phrasing:
    def __init__(self, query: Query, schema: Schema) -> None:
        self.query = query
        self.teller = Teller(query, schema)

    # -- noun phrase -------------------------------------------------------------------------------

    def phrase(self) -> str:
        if (held := held_apart(self.query, self.teller, self._one_phrase)) is not None:
            return held
        if counts := counts_of_each(self.query, self.teller):
            return f"{counts[0]} for each {counts[1]}"
        listed = listed_by(self.query, self.teller)
        if listed is None:
            return self._phrase()
        return f"{_Phrasing(listed[0], self.teller.schema).phrase()}, grouped by {join(listed[1])}"

    def _phrase(self) -> str:
        query = self.query
        if query.route is not None:
            return self._way(query.route)
        if query.form == "none":
            return f"whether there are no {self._things()}"
        if query.form == "yes_no":
            return self._whether()
        if (values := held_values(query, self.teller.schema)) is not None:
            return values
        if query.form == "count" and not self._keys():
            values = self._counted_values()
            whose = f"different {values} of " if values else ""
            return f"the number of {whose}{self._things(ordered=False)}"
        share = next((c.operand for c in query.columns if isinstance(c.operand, Share)), None)
        if share is not None:
            return self._share(share)
        counted = nested(query)
        if counted is not None:
            return self._summed(counted)
        if query.form == "value" and (apart := spread(query)):
            figure = self.teller.operand(apart)
            return f"the difference between the highest and the lowest {figure} of {self._things()}"
        topmost = self._topmost()
        if topmost:
            return f"the {topmost[0]} with {topmost[1]}"
        if valued := having(query, self.teller.schema):
            return valued
        if two := pairs(query, self.teller.schema):
            return two
        if query.limit is not None and query.order and self._of_all_alike():
            return self._alike()
        aggregates = self._aggregates()
        if aggregates and not query.having and (query.form == "value" or self._grouped()):
            told = join([self._aggregate(c.operand) for c in aggregates])
            return f"{told} of {self._things(ordered=False)}{self._for_each()}{self._ordered()}"
        asked = self._asked()
        if asked:
            return f"the {self._once()}{join(asked)} of {self._within(self._things())}"
        return self._within(self._things()) + self._extras()

    def _whether(self) -> str:
        """Whether things are there, or one that is named is so."""
        things = self._things()
        name = self.teller.name()
        rest = things.removeprefix(name).strip() if name is not None else ""
        if name is not None and not rest:
            return f"whether there is {article(self.teller.noun(self.query.subject))} called {name}"
        if name is not None and (many := _MANY.match(rest)):
            return f"whether {many[1]} {name}"
        return f"whether {name} {_predicate(rest)}" if rest else f"whether there are {things}"

    def _way(self, route: Route) -> str:
        """The shortest path between two things by their names."""
        named = {
            test.left.variable: str(test.right.value)
            for test in self.query.pattern.where
            if isinstance(test, Comparison)
            and isinstance(test.left, Attribute)
            and isinstance(test.right, Constant)
        }
        one, other = (f"{self.teller.noun(x)} {named[x]}" for x in (route.start, route.end))
        return f"the shortest path between {one} and {other} within {several(route.most, 'step')}"

    def _one_phrase(self, query: Query) -> str:
        """What another tree over the same schema asks for."""
        return _Phrasing(query, self.teller.schema).phrase()

    def _counted_values(self) -> str:
        """The plural of a property whose values are counted, not the things that have it."""
        for column in self._aggregates():
            inner = column.operand.operand if isinstance(column.operand, Aggregate) else None
            if isinstance(inner, Attribute | Function):
                return plural(self.teller.operand(inner))
        return ""

    def _within(self, things: str) -> str:
        """Things with what a limit is for each of."""
        groups = self.teller.groups()
        if not groups:
            return things
        return f"{things}{',' if things.endswith(' for') else ''} for each {join(groups)}"

    def _once(self) -> str:
        """Whether values are told each once, where there are any: the different towns."""
        present = {
            t.left
            for t in self.query.pattern.where
            if isinstance(t, Comparison) and t.operator == "IS NOT NULL"
        }
        each = self.query.distinct and all(c.operand in present for c in self.query.columns)
        return "different " if each else ""

    # -- question ----------------------------------------------------------------------------------

    def question(self) -> str:
        query = self.query
        if query.route is not None:
            return f"What is {self._way(query.route)}?"
        if query.form == "none":
            return f"Is it true that {self.phrase().removeprefix('whether ')}?"
        if query.form == "yes_no":
            text = self.phrase()
            if text.startswith("whether there are "):
                return f"Are there any {text.removeprefix('whether there are ')}?"
            return f"Is it true that {text.removeprefix('whether ')}?"
        share = next((c.operand for c in query.columns if isinstance(c.operand, Share)), None)
        if share is not None:
            told = self._share(share)
            if told.startswith("among "):
                return f"Of {told.removeprefix('among ').replace(', the ', ', what ', 1)}?"
            return f"What {told.removeprefix('the ')}?"
        if query.form == "count" and not self._keys() and not self._counted_values():
            return f"How many {self._things(ordered=False)} are there?"
        if counts := counts_of_each(query, self.teller):
            return f"What are {counts[0]} for each {counts[1]}?"
        topmost = self._topmost()
        if topmost:
            return f"Which {topmost[0].removeprefix('top ')} had {topmost[1]}?"
        text = self.phrase()
        if having(query, self.teller.schema):
            return f"Which {text.replace(' with ', ' have ', 1)}?"
        if self._grouped() and query.form != "value" and self._counts_subject():
            return f"How many {self._things(ordered=False)} are there{self._for_each()}?"
        if text.startswith("the "):
            one = query.form in ("value", "count") or nested(query) is not None
            one = one or (len(self._asked()) == 1 and query.limit == 1)
            one = one or query.limit == 1 or self._picked_one() or self.teller.name() is not None
            return f"What {'is' if one else 'are'} {text}?"
        if query.limit is not None:
            return f"What {'is' if query.limit == 1 else 'are'} {text}?"
        if self.teller.name() is not None:
            return f"Tell me about {text}."
        return f"What {'is' if self._picked_one() else 'are'} the {text}?"

    def _topmost(self) -> tuple[str, str] | None:
        """The group that has most or fewest of what is counted: the year, the most films."""
        query = self.query
        if query.limit is None or len(query.order) != 1 or not self._grouped():
            return None
        order, keys = query.order[0], self._keys()
        if order.operand != self._aggregates()[0].operand or not self._counts_subject():
            return None
        value = key_of(query)
        if value is not None and not query.having:
            things = _Phrasing(bare(query, value), self.teller.schema)._things()
            return self._top([self.teller.operand(value)], things)
        if not all(isinstance(key.operand, Function) for key in keys):
            return None
        named = [self.teller.operand(key.operand) for key in keys]
        return self._top(named, self._things(ordered=False))

    def _top(self, named: list[str], things: str) -> tuple[str, str]:
        """What the groups are, and of what they have most or fewest."""
        query = self.query
        most = "most" if query.order[0].descending else "fewest"
        if query.limit == 1:
            return join(named), f"the {most} {things}"
        key = f"top {query.limit} {join([plural(name) for name in named])}"
        return key, f"the {most} {things}"

    def _share(self, share: Share) -> str:
        """The percentage of papers that are retracted; of those of a field where that is said."""
        groups = {n.variable for n in self.query.pattern.nodes} & set(self.query.distinct_on)
        groups -= {self.query.subject}
        whole = without_groups(self.query, groups)
        noun, rest = Teller(whole, self.teller.schema).subject()
        part = Teller(of_share(whole, share), self.teller.schema).subject()[1]
        word = "percentage" if share.percent else "share"
        each = self._for_each()
        if not rest:
            return f"the {word} of {noun}{part}{each}"
        return f"among {noun}{rest}, the {word}{part}{each}"

    def _summed(self, counted: Aggregate) -> str:
        """The average number of papers written by an author; of papers per year."""
        query, inner = self.query, counted.operand
        (figure,) = self._aggregates()
        assert isinstance(figure.operand, Aggregate) and isinstance(inner, Entity)
        name = MEANS.get(figure.operand.function, figure.operand.function)
        groups = {*query.distinct_on} - {query.subject}
        whole = without_groups(query, groups) if groups else query
        told = Teller(counted_in(whole, inner.variable), self.teller.schema)
        noun, rest = told.subject()
        spans = [self.teller.operand(operand) for operand in query.each]
        per = f" per {join(spans)}" if spans else ""
        return f"the {name} number of {noun}{rest}{per}{self._for_each() if groups else ''}"

    def _of_all_alike(self) -> bool:
        """Whether rows are what things have in common, by how many others they are joined to."""
        own = [c.operand for c in self._keys() if isinstance(c.operand, Attribute | Function)]
        whose = {x.variable for operand in own for x in attributes_of(operand)}
        same = len(own) == len(self._keys()) and whose == {self.query.subject}
        return self._grouped() and same and not self._counts_subject() and not self.query.having

    def _alike(self) -> str:
        """The model of the aircrafts with the most flights, one model taken as one."""
        limit, (noun, rest) = self.query.limit, self.teller.subject()
        names = [self.teller.operand(c.operand) for c in self._keys()]
        told = join(names if limit == 1 else [plural(name) for name in names])
        top = "" if limit == 1 else f"top {limit} "
        best = superlative(self.teller)
        figure = self._aggregates()[0].operand
        if rest and isinstance(figure, Aggregate) and figure.function != "count":
            return f"the {top}{told} of {noun}{rest}{best}"
        if any(isinstance(c.operand, Function) for c in self._keys()):
            return f"the {top}{told}{best} of {noun}"
        thing = self.teller.singular()
        whose = "" if told.startswith(f"{thing} ") else f"{thing} "
        return f"the {top}{whose}{told}{best}{rest}"

    # -- parts -------------------------------------------------------------------------------------

    def _things(self, *, ordered: bool = True) -> str:
        """The subject with all that is said of it."""
        query = self.query
        noun, rest = self.teller.subject()
        if query.limit is not None and ordered:
            if query.limit == 1:
                name = self.teller.name()
                one = self.teller.singular()
                if name and query.order:
                    one = f"one of {name}" if " or " in name else f"{one} {name}"
                text = f"the {one}{superlative(self.teller)}"
            elif query.order:
                text = f"the top {query.limit} {noun}{superlative(self.teller)}"
            else:
                text = f"the first {query.limit} {noun}"
            return text + rest
        return noun + rest + (self._ordered() if ordered else "")

    def _ordered(self) -> str:
        source = self.query.source
        picked = source is not None and source.limit is not None
        if not self.query.order or (picked and source and source.order == self.query.order):
            return ""
        told = []
        for order in self.query.order:
            if isinstance(order.operand, Aggregate) and order.operand.function == "count":
                by = "number of " + self.teller.counted_noun(order.operand)
            else:
                by = named_by(self.teller, order.operand)
            told.append(f"{by} {'descending' if order.descending else 'ascending'}")
        return ", sorted by " + join(told)

    def _aggregates(self) -> list[Column]:
        return [c for c in self.query.columns if isinstance(c.operand, Aggregate)]

    def _keys(self) -> list[Column]:
        return [c for c in self.query.columns if not isinstance(c.operand, Aggregate | Share)]

    def _own_figures(self) -> list[str]:
        """Figures told beside the things themselves: players, with their total minutes."""
        query = self.query
        tested = {test.left for test in query.having if isinstance(test, Comparison)}
        said = tested | {order.operand for order in query.order}
        return [
            self._aggregate(c.operand).removeprefix("the ")
            for c in self._aggregates()
            if isinstance(c.operand, Aggregate)
            and c.operand.function != "count"
            and c.operand not in said
            and query.subject in query.distinct_on
        ]

    def _grouped(self) -> bool:
        """Whether rows are groups of something other than the subject itself."""
        shares = any(isinstance(c.operand, Share) for c in self.query.columns)
        if shares or nested(self.query) is not None:
            return len(self.query.columns) > 1
        if not self._aggregates() or not self._keys():
            return False
        return self.query.subject not in self.query.distinct_on

    def _counts_subject(self) -> bool:
        return any(
            isinstance(c.operand, Aggregate)
            and c.operand.function == "count"
            and c.operand.operand == Entity(self.query.subject)
            for c in self.query.columns
        )

    def _for_each(self) -> str:
        if not self._grouped():
            return ""
        keys: list[str] = []
        told = self.teller.told_as_each()
        for column in self._keys():
            operand = column.operand
            if isinstance(operand, Attribute | Entity) and operand.variable in told:
                continue
            if (
                isinstance(operand, Attribute | Entity)
                and operand.variable in self.query.distinct_on
            ):
                keys.append(self.teller.one_of(operand.variable))
            elif (
                isinstance(operand, Attribute)
                and operand.variable in self.teller.grouped_by_name()
                and operand.property in self.teller.shown(operand.variable)[:1]
            ):
                keys.append(self.teller.noun(operand.variable))
            else:
                keys.append(self.teller.operand(operand))
        return " for each " + join(list(dict.fromkeys(keys))) if keys else ""

    def _aggregate(self, operand: Operand) -> str:
        assert isinstance(operand, Aggregate)
        if operand.function == "count":
            inner = operand.operand
            if inner is None or inner == Entity(self.query.subject):
                return "the number"
            return f"the number of different {plural(self.teller.operand(inner))}"
        inner = operand.operand
        spelt = isinstance(inner, Function) and inner.name in SPELT_DAYS
        dated = isinstance(inner, Attribute | Function) and self.teller.is_time(inner)
        dated = dated and (spelt or isinstance(inner, Attribute))
        named = self.teller.operand(inner) if inner else "number"
        return f"the {figure(operand.function, named, dated=dated)}"

    def _picked_one(self) -> bool:
        """Whether what is told of is the one thing that was picked first."""
        source, subject = self.query.source, self.query.subject
        picked = source is not None and source.limit == 1 and source.subject == subject
        return picked and source is not None and not source.each

    def _extras(self) -> str:
        """Columns beside the name: with their runtimes."""
        told, one = self.teller.compared(), self._picked_one()
        form = str if one else plural
        shown = self.teller.shown(self.query.subject)
        edges = {edge.variable for edge in self.query.pattern.edges if edge.variable}
        own = edges | {self.query.subject}
        names = [
            form(self.teller.operand(column.operand))
            for column in self.query.columns
            if isinstance(column.operand, Attribute)
            and column.operand not in told
            and column.operand.variable in own
            and (column.operand.variable in edges or column.operand.property not in shown)
            and not self.teller.identifies(column.operand)
            and column.operand not in self.query.each
        ]
        names += [
            f"number of {self.teller.operand(column.operand)}"
            for column in self.query.columns
            if isinstance(column.operand, Function) and column.operand.name == "size"
        ]
        said = [*told, *(order.operand for order in self.query.order)]
        said += [test.left for test in comparisons(self.query.pattern.where)]
        names += [
            form(self.teller.operand(column.operand))
            for column in self.query.columns
            if isinstance(column.operand, Function) and column.operand.name.startswith(RECKONED)
            if column.operand not in said and shown and len(self.query.columns) > 1
        ]
        names += [form(self.teller.told(x)) for x in self._years() if not self._aggregates()]
        if not self._aggregates():
            names += [form(noun) for noun in self.teller.beside()]
            names += self._of_others(told)
        names += [f"number of {self.teller.counted_noun(x)}" for x in self._only_counted()]
        names += self._own_figures()
        each = self.query.distinct or self.query.subject in self.query.distinct_on
        which = self.teller.which() if each else []
        along = f", and which {join(which)}" if which and not self._aggregates() else ""
        people = Pronouns(self.teller.schema).people if one else ()
        nodes = (n for n in self.query.pattern.nodes if n.variable == self.query.subject)
        labels = {label for node in nodes for label in node.labels}
        whose = "its" if one and not labels & {*people} else "their"
        return (f", with {whose} {join(names)}" if names else "") + along

    def _years(self) -> list[Operand]:
        """The years of dates that are told beside the things themselves."""
        told = [column.operand for column in self.query.columns]
        own = [x for x in told if isinstance(x, Function) and x.name == "year"]
        return [x for x in own if x not in self.query.each and len(told) > 1]

    def _of_others(self, told: set[Attribute]) -> list[str]:
        """What is shown of nodes on the way beside their names: the prices of the products."""
        others = {n.variable for n in self.query.pattern.nodes} - {self.query.subject}
        return [
            f"{self.teller.noun(x.variable)} {plural(self.teller.operand(x))}"
            for x in (c.operand for c in self.query.columns)
            if isinstance(x, Attribute)
            and (self.query.distinct or x.variable in self.query.distinct_on)
            and x.variable in others
            and x not in told
            and x.property not in self.teller.shown(x.variable)
        ]

    def _only_counted(self) -> list[Aggregate]:
        """Numbers that are shown, and neither tested nor ranked by."""
        query = self.query
        said: list[Operand] = [o.operand for o in query.order]
        said += [t.left for t in query.having if isinstance(t, Comparison)]
        plain = query.form == "list" and query.subject in query.distinct_on and not query.limit
        found = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
        counts = [x for x in found if x.function == "count" and x not in said]
        return counts if plain and not self._counts_subject() else []

    def _asked(self) -> list[str]:
        """Properties that are asked for, beyond the name and what is compared."""
        compared = self.teller.compared()
        shown = self.teller.shown(self.query.subject)
        if shown and Attribute(self.query.subject, shown[0]) not in {
            column.operand for column in self.query.columns
        }:
            # What comments say, without their number.
            shown = ()
        named: list[str] = []
        for column in self.query.columns:
            operand = column.operand
            told = operand
            while isinstance(operand, Function) and operand.operands:
                operand = operand.operands[0]
            if not isinstance(operand, Attribute):
                return []
            if operand.variable == self.query.subject and operand.property in shown:
                return []
            if operand in compared and not named and len(self.query.columns) > 1:
                continue
            one = self.query.limit == 1 or self.teller.name() is not None
            words = self.teller.told(told)
            named.append(words if one else plural(words))
        return named


def _predicate(rest: str) -> str:
    """What is said of a thing, as a sentence: acted in Heat; has a tagline."""
    if rest.startswith("that "):
        return rest.removeprefix("that ")
    if rest.startswith("with "):
        return "has " + rest.removeprefix("with ")
    return "is " + rest
