"""A query tree in English: as a noun phrase, or as a question that asks the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.cypher.figures import figures_beside, nested, without_figures
from bot.cypher.none_counts import merged, told_of_none
from bot.cypher.subtrees import variables_of
from bot.realiser.clauses import Teller
from bot.realiser.order import named_by, superlative
from bot.realiser.shares import counted_in, of_share
from bot.realiser.tree import RECKONED, comparisons
from bot.realiser.wording import COUNTS, MEANS, OPERATORS, article, figure, join
from bot.stored.kinds import SPELT_DAYS
from bot.stored.things import as_nodes, with_thing
from bot.stored.truths import as_truths, with_truths
from bot.words.inflection import plural
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Comparison,
    Constant,
    Entity,
    Figure,
    Function,
    Operand,
    Query,
    Route,
    Share,
)
from memory.schema import Schema
from memory.text import several
from memory.tree_edits import attributes_of

_OF_NONE = ", including those with none"
# How a noun phrase becomes a question; the first that begins it.
_ASKED = (
    ("whether there are ", "Are there any {}?"),
    ("whether ", "Is it true that {}?"),
    ("the percentage ", "What percentage {}?"),
    ("the share ", "What share {}?"),
)


def to_english(query: Query, schema: Schema) -> str:
    """What the tree asks for, as a noun phrase: "Films that Tom Hanks acted in"."""
    text = "; and ".join(one.phrase() for one in _phrasings(query, schema))
    return text[:1].upper() + text[1:] + (_OF_NONE if told_of_none(query) else "")


def to_question(query: Query, schema: Schema) -> str:
    """The tree as a question that the parser reads back."""
    first, *more = (one.question() for one in _phrasings(query, schema))
    text = ", and ".join([first[:-1], *(one[:1].lower() + one[1:-1] for one in more)])
    return f"{text}{_OF_NONE}?" if told_of_none(query) else text + first[-1]


def _phrasings(query: Query, schema: Schema) -> list[_Phrasing]:
    """The figures that the tree tells beside what it asks for, and that."""
    query, schema = as_truths(query, schema), with_truths(schema)
    turned = as_nodes(query, schema)
    if turned is not None:
        query, schema = turned[0], with_thing(schema, turned[1])
    figures = figures_beside(query)
    apart = [one for figure in figures for one in _phrasings(figure.query, schema)]
    return [*apart, _Phrasing(merged(without_figures(query)), schema)]


class _Phrasing:
    def __init__(self, query: Query, schema: Schema) -> None:
        self.query = query
        self.teller = Teller(query, schema)

    def phrase(self) -> str:
        """The noun phrase."""
        query = self.query
        if query.route is not None:
            return self._way(query.route)
        if query.form in ("yes_no", "none"):
            return self._whether()
        if len(query.columns) == 1 and self._of_two(query.columns[0].operand):
            return self._owned(query.columns[0].operand)
        if self._is_number():
            values = self._counted_values()
            whose = f"different {values} of " if values else ""
            return f"the number of {whose}{self._things(ordered=False)}"
        share = next((c.operand for c in query.columns if isinstance(c.operand, Share)), None)
        if share is not None:
            return self._share(share)
        counted = nested(query)
        if counted is not None:
            return self._summed(counted)
        if best := self._best_groups():
            return f"{'the ' * (query.limit is not None)}{' with '.join(best)}"
        figures = self._figures()
        if figures and not query.having and (query.form == "value" or self._grouped()):
            told = join([self._figure(figure) for figure in figures])
            return f"{told} of {self._things(ordered=False)}{self._for_each()}{self._ordered()}"
        things = self._things()
        if groups := self.teller.groups():
            things += f"{',' * things.endswith(' for')} for each {join(groups)}"
        if asked := self._asked():
            return f"the {self._once()}{join(asked)} of {things}"
        return things + self._beside()

    def question(self) -> str:
        """The question that asks for it."""
        query, text = self.query, self.phrase()
        for beginning, asked in _ASKED:
            if text.startswith(beginning):
                return asked.format(text.removeprefix(beginning))
        if text.startswith("among ") and ", the " in text:
            return f"Of {text.removeprefix('among ').replace(', the ', ', what ', 1)}?"
        if (best := self._best_groups()) and len(best) == 2:
            had = "had" if query.limit is not None else "have"
            return f"Which {best[0].removeprefix('top ')} {had} {best[1]}?"
        counted = self._is_number() and not self._counted_values()
        if counted or (self._grouped() and query.form != "value" and self._counts_subject()):
            return f"How many {self._things(ordered=False)} are there{self._for_each()}?"
        one = query.limit == 1 or self._picked_one()
        if text.startswith("the "):
            one = one or query.form in ("value", "count") or nested(query) is not None
            one = one or self.teller.name() is not None
            return f"What {'is' if one else 'are'} {text}?"
        if self.teller.name() is not None:
            return f"Tell me about {text}."
        return f"What {'is' if one else 'are'} the {text}?"

    # -- forms -------------------------------------------------------------------------------------

    def _whether(self) -> str:
        """Whether things are there, or one that is named is so."""
        for test in self.query.pattern.where:
            match test:
                case Comparison(Figure(one), sign, Figure(other)):
                    held, to = (_Phrasing(x, self.teller.schema).phrase() for x in (one, other))
                    return f"whether {held} is {OPERATORS[sign]} {to}"
        things, name = self._things(), self.teller.name()
        if name is None or self.query.form == "none":
            return f"whether there are {'no ' * (self.query.form == 'none')}{things}"
        rest = things.removeprefix(name).strip()
        if not rest:
            return f"whether there is {article(self.teller.noun(self.query.subject))} called {name}"
        if rest.startswith(tuple(f"that {many}" for many in COUNTS.values())):
            # More than three employees work in Finance, which they do not do to it.
            return f"whether {rest.removeprefix('that ')} {name}"
        return f"whether {name} {_predicate(rest)}"

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

    def _of_two(self, operand: Operand) -> bool:
        """Whether a value is reckoned from those of two things, or from two figures."""
        inner = operand.operands[0] if isinstance(operand, Function) else operand
        both = isinstance(inner, Arithmetic) and isinstance(inner.left, Figure)
        apart = self.query.form == "value" or not self.query.pattern.edges
        return both or (apart and len(variables_of(operand)) > 1)

    def _owned(self, operand: Operand) -> str:
        """A value of what has it: the price of X minus the price of Y."""
        match operand:
            case Function("abs", (Arithmetic("-", one, other),)):
                return f"the difference between {self._owned(one)} and {self._owned(other)}"
            case Function("abs", (Function(name, (one, other)),)):
                told = f"{self._owned(one)} and {self._owned(other)}"
                return f"the {name.split('_')[0]} between {told}"
            case Function("toFloat", (inner,)):
                return self._owned(inner)
            case Function(name, (one, other)) if name.endswith("_between"):
                return f"the {name.split('_')[0]} from {self._owned(one)} to {self._owned(other)}"
            case Arithmetic(sign, one, other):
                return f"{self._owned(one)} {_SIGNS[sign]} {self._owned(other)}"
            case Figure(query):
                return _Phrasing(query, self.teller.schema).phrase()
        (whose, *others) = attributes_of(operand)
        at = f" at {self._owned(others[0])}" if others else ""
        named = self.teller.operand(operand).partition(" at the ")[0]
        return f"the {named} of {self.teller.called(whose.variable)}{at}"

    def _is_number(self) -> bool:
        return self.query.form == "count" and not self._keys()

    def _counted_values(self) -> str:
        """The plural of a property whose values are counted, not the things that have it."""
        for column in self._figures():
            inner = column.operand if isinstance(column, Aggregate) else None
            if isinstance(inner, Attribute | Function):
                return plural(self.teller.operand(inner))
        return ""

    def _share(self, share: Share) -> str:
        """The percentage of papers that are retracted; of those of a field where that is said."""
        noun, rest = Teller(self.query, self.teller.schema).subject()
        part = Teller(of_share(self.query, share), self.teller.schema).subject()[1]
        word = "percentage" if share.percent else "share"
        if not rest:
            return f"the {word} of {noun}{part}{self._for_each()}"
        return f"among {noun}{rest}, the {word}{part}{self._for_each()}"

    def _summed(self, counted: Aggregate) -> str:
        """The average number of papers written by an author; of papers per year."""
        query, inner = self.query, counted.operand
        (figure,) = self._figures()
        assert isinstance(figure, Aggregate) and isinstance(inner, Entity)
        noun, rest = Teller(counted_in(query, inner.variable), self.teller.schema).subject()
        spans = [self.teller.operand(operand) for operand in query.each]
        per = f" per {join(spans)}" if spans else ""
        each = self._for_each() if {*query.distinct_on} - {query.subject} else ""
        return (
            f"the {MEANS.get(figure.function, figure.function)} number of {noun}{rest}{per}{each}"
        )

    def _best_groups(self) -> tuple[str, ...]:
        """Values told by what is reckoned of those that have them: the year, the most films.

        Empty where there are none; what is reckoned stands apart where it is a number of things.
        """
        query, keys = self.query, self._keys()
        tests = [t for t in query.having if isinstance(t, Comparison)]
        whose = {x.variable for key in keys for x in attributes_of(key)}
        plain = self._grouped() and not whose & {*query.distinct_on, ""}
        if not plain or not whose or not all(isinstance(k, Attribute | Function) for k in keys):
            return ()
        ranked = query.limit is not None and len(query.order) == 1 and not tests
        held = [o.operand for o in query.order] if ranked else [t.left for t in tests]
        by = held[0] if len(held) == 1 else None
        if by not in self._figures() or (tests and query.limit is not None):
            return ()
        counts = by == Aggregate("count", Entity(query.subject), distinct=True)
        if not counts and whose != {query.subject}:
            return ()
        noun, rest = Teller(_counted_alone(query, keys), self.teller.schema).subject()
        one = ranked and query.limit == 1
        names = [self.teller.operand(key) for key in keys]
        named = join(names if one else [plural(name) for name in names])
        named = f"top {query.limit} {named}" if ranked and not one else named
        if not counts:
            best = superlative(self.teller) if ranked else self.teller.bound(tests[0])
            return (f"{named} of {noun}{rest} {best.strip()}",) if best else ()
        if ranked:
            return named, f"the {'most' if query.order[0].descending else 'fewest'} {noun}{rest}"
        if not isinstance(tests[0].right, Constant):
            return ()
        number = tests[0].right.value
        things = f"one {self.teller.singular()}" if number == 1 else f"{number} {noun}"
        return named, f"{COUNTS[tests[0].operator]} {things}{rest}"

    # -- parts -------------------------------------------------------------------------------------

    def _things(self, *, ordered: bool = True) -> str:
        """The subject with all that is said of it."""
        query = self.query
        noun, rest = Teller(query, self.teller.schema).subject()
        if query.limit is None or not ordered:
            return noun + rest + (self._ordered() if ordered else "")
        if query.limit > 1:
            first = "top" if query.order else "first"
            return f"the {first} {query.limit} {noun}{superlative(self.teller)}{rest}"
        name, one = self.teller.name(), self.teller.singular()
        if name and query.order:
            one = f"one of {name}" if " or " in name else f"{one} {name}"
        return f"the {one}{superlative(self.teller)}{rest}"

    def _ordered(self) -> str:
        source = self.query.source
        picked = source is not None and source.limit is not None
        if not self.query.order or (picked and source and source.order == self.query.order):
            return ""
        told = [
            f"{named_by(self.teller, order.operand)} {'de' if order.descending else 'a'}scending"
            for order in self.query.order
        ]
        return ", sorted by " + join(told)

    def _figures(self) -> list[Operand]:
        """The columns that are reckoned over several rows."""
        return [c.operand for c in self.query.columns if _reckons(c.operand)]

    def _keys(self) -> list[Operand]:
        figures = self._figures()
        told = [c.operand for c in self.query.columns]
        return [x for x in told if x not in figures and not isinstance(x, Share)]

    def _grouped(self) -> bool:
        """Whether rows are groups of something other than the subject itself."""
        shares = any(isinstance(c.operand, Share) for c in self.query.columns)
        if shares or nested(self.query) is not None:
            return len(self.query.columns) > 1
        if not self._figures() or not self._keys():
            return False
        return self.query.subject not in self.query.distinct_on

    def _counts_subject(self) -> bool:
        counts = [x for x in self._figures() if isinstance(x, Aggregate) and x.function == "count"]
        return len(self._figures()) == 1 and [x.operand for x in counts] == [
            Entity(self.query.subject)
        ]

    def _for_each(self) -> str:
        if not self._grouped():
            return ""
        keys, told = list[str](), self.teller.told_as_each()
        for operand in self._keys():
            variable = getattr(operand, "variable", "")
            if variable in told:
                continue
            node = variable in self.query.distinct_on or (
                variable in self.teller.grouped_by_name()
                and getattr(operand, "property", "") in self.teller.shown(variable)[:1]
            )
            keys.append(self.teller.one_of(variable) if node else self.teller.operand(operand))
        return " for each " + join(list(dict.fromkeys(keys))) if keys else ""

    def _figure(self, operand: Operand) -> str:
        """A figure with its article: the average price, the earliest launch date."""
        inner = operand.operand if isinstance(operand, Aggregate) else None
        if not isinstance(operand, Aggregate):
            return f"the {self.teller.operand(operand)}"
        if operand.function == "count":
            if inner is None or inner == Entity(self.query.subject):
                return "the number"
            return f"the number of different {plural(self.teller.operand(inner))}"
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

    def _beside(self) -> str:
        """Columns beside the name: with their runtimes, and which films."""
        query, one = self.query, self._picked_one()
        said = {*self.teller.compared(), *(o.operand for o in query.order), *query.each}
        said |= {
            t.left for t in comparisons((*query.pattern.where, *query.having)) if _made(t.left)
        }
        form = str if one else plural
        others = {n.variable for n in query.pattern.nodes} - {query.subject}
        near, far = ([], []) if self._figures() else self.teller.beside()
        names, theirs = list[str](), list[str]()
        for operand in (c.operand for c in query.columns if c.operand not in said):
            to = theirs if getattr(operand, "variable", "") in others else names
            to += filter(None, [self._column(operand, form)])
        names += [*map(form, near), *theirs]
        text = f", with {'the' if one else 'their'} {join(names)}" if names else ""
        return text + (f", and which {join(far)}" if far else "")

    def _column(self, operand: Operand, form: Callable[[str], str]) -> str:
        """What a column tells that is not told yet; "" where it only names what is asked for."""
        query, alone = self.query, len(self.query.columns) == 1 or bool(self._figures())
        match operand:
            case Aggregate(function, inner):
                own = inner == Entity(query.subject) or query.limit or query.form != "list"
                if query.subject not in query.distinct_on or (function == "count" and own):
                    return ""
                if function == "count":
                    return f"number of {self.teller.counted_noun(operand)}"
                return self._figure(operand).removeprefix("the ")
            case Function("size"):
                return f"number of {self.teller.operand(operand)}"
            case Function():
                stored = not operand.name.startswith(RECKONED)
                said = stored and self.teller.compared().issuperset(attributes_of(operand))
                return "" if alone or said else form(self.teller.operand(operand))
            case Attribute(variable, property):
                name = property in self.teller.shown(variable) or self.teller.identifies(operand)
                if variable in {edge.variable for edge in query.pattern.edges}:
                    return form(self.teller.operand(operand))
                if variable == query.subject:
                    return "" if name else form(self.teller.operand(operand))
                if not (name or alone) and (query.distinct or variable in query.distinct_on):
                    return f"{self.teller.noun(variable)} {form(self.teller.operand(operand))}"
        return ""

    def _asked(self) -> list[str]:
        """Properties that are asked for, beyond the name and what is compared."""
        query, compared = self.query, self.teller.compared()
        shown = self.teller.shown(query.subject)
        if Attribute(query.subject, "".join(shown[:1])) not in {c.operand for c in query.columns}:
            # What comments say, without their number.
            shown = ()
        named = list[str]()
        for told in (column.operand for column in query.columns):
            operand = told
            while isinstance(operand, Function) and operand.operands:
                operand = operand.operands[0]
            if not isinstance(operand, Attribute):
                return []
            if operand.variable == query.subject and operand.property in shown:
                return []
            if operand in compared and not named and len(query.columns) > 1:
                continue
            one = query.limit == 1 or self.teller.name() is not None
            words = self.teller.operand(told)
            named.append(words if one else plural(words))
        return named

    def _once(self) -> str:
        """Whether values are told each once, where there are any: the different towns."""
        tests = (t for t in self.query.pattern.where if isinstance(t, Comparison))
        present = {t.left for t in tests if t.operator == "IS NOT NULL"}
        several = self.query.distinct and self.query.limit != 1
        each = several and all(c.operand in present for c in self.query.columns)
        return "different " if each else ""


_SIGNS = {"-": "minus", "+": "plus", "*": "times", "/": "divided by"}


def _reckons(operand: object) -> bool:
    match operand:
        case Aggregate():
            return True
        case Arithmetic(_, left, right):
            return _reckons(left) or _reckons(right)
        case Function(_, operands):
            return any(map(_reckons, operands))
    return False


def _made(operand: Operand) -> bool:
    """Whether an operand is reckoned, not stored."""
    return isinstance(operand, Aggregate | Function)


def _counted_alone(query: Query, keys: list[Operand]) -> Query:
    """What is counted: without order, and that there are such values goes without saying."""
    known = [Comparison(stored, "IS NOT NULL") for key in keys for stored in attributes_of(key)]
    where = tuple(test for test in query.pattern.where if test not in known)
    pattern = replace(query.pattern, where=where)
    return replace(query, pattern=pattern, order=(), limit=None, skip=0, having=())


def _predicate(rest: str) -> str:
    """What is said of a thing, as a sentence: acted in Heat; has a tagline."""
    if rest.startswith("that "):
        return rest.removeprefix("that ")
    if rest.startswith("with "):
        return "has " + rest.removeprefix("with ")
    return "is " + rest
