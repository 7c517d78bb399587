"""Two things of one kind held against each other: older than their manager, longer than X.

What is compared waits as a `Rival` for the other thing: one that belongs to the first (see
`theirs`), one that a clause describes (the person they report to), or one by its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.grouping import part_of
from bot.offline.items import Compare, Function, Noun, PropertyWord, Value, Verb, Versus
from bot.offline.state import Rival, State, Vertex, attribute, variable
from bot.stored.ages import Age
from bot.stored.comparing import AS_NUMBER, as_date, comparable
from bot.stored.kinds import NUMBER_KINDS, TIME_KINDS
from memory.query import Arithmetic, Attribute, Comparison, Constant, Entity
from memory.tree_edits import attributes_of

_UNSAID = 0.1
_NAMED = 0.1
_MAKING = ("make", "makes", "made")
_THEM = frozenset(["theirs", "them", "they", "him", "her", "he", "she", "it"])
# What people make.
_MADE = ("salary", "revenue")
_OPPOSITE = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def measured(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Older than, make more than: the property that the words measure waits."""
    if item.amount is not None or _busy(state) or state.held is not None:
        return
    made = state.pending is not None and state.pending.light and state.pending.word == "by"
    measures = _MADE if made and not item.measures else item.measures
    if not measures:
        return
    for site, distance in a.sites(state):
        for label in state.vertices[site].labels:
            stored = a.lexicon.schema.labels[label].properties
            named = a.lexicon.measures(label, measures)
            # Of two births in one year one comes first.
            named = [one for one in named if not isinstance(stored.get(one[0]), Age)]
            for name, price in named[:1]:
                operator = AS_NUMBER.get(item.operator, item.operator)
                timely = a.kind(label, name) in TIME_KINDS
                if timely and "birth" in measures:
                    # Who is older was born before.
                    operator = _OPPOSITE.get(operator, operator)
                if timely and item.factor != 1:
                    continue
                rival = Rival(site, name, operator, item.factor)
                waiting = state.narrow(site, (label,)).changed(rival=rival, pending=None)
                yield waiting.on(item.end, item.cost + distance + price, previous="compare")
                break


def named(a: Assembler, state: State, item: Versus) -> Iterator[State]:
    """A higher salary than: the property that is named waits."""
    if _busy(state) or state.held is not None:
        return
    for site, candidate, price in a.owners(state, item.word.candidates):
        kind = a.kind(candidate.owner, candidate.property)
        if kind in NUMBER_KINDS or kind in TIME_KINDS:
            rival = Rival(site, candidate.property, item.operator, item.factor)
            waiting = state.narrow(site, (candidate.owner,)).changed(rival=rival, pending=None)
            yield waiting.on(item.end, item.cost + item.word.cost + price, previous="compare")


def _busy(state: State) -> bool:
    return bool(state.bound or state.waiting or not state.sites)


def rivals(a: Assembler, state: State) -> Iterator[State]:
    """The states in which a property waits: also one that was named before its comparison."""
    if state.rival is not None:
        yield state
        return
    held, compare = state.held, state.compare
    if held is None or compare is None or compare.amount is not None:
        return
    operator = AS_NUMBER.get(compare.operator, compare.operator)
    for site, candidate, price in a.owners(state, held.word.candidates):
        kind = a.kind(candidate.owner, candidate.property)
        if kind in NUMBER_KINDS or (kind in TIME_KINDS and compare.factor == 1):
            rival = Rival(site, candidate.property, operator, compare.factor)
            bare = state.narrow(site, (candidate.owner,)).changed(held=None, compare=None)
            yield bare.plus(price + held.word.cost, rival=rival, pending=None)


def settled(a: Assembler, state: State, n: int) -> Iterator[State]:
    """The states in which the waiting property is held against that of vertex `n`."""
    rival = state.rival
    assert rival is not None
    owners = tuple(x for x in state.vertices[n].labels if a.lexicon.property(x, rival.property))
    if not owners or n == rival.site:
        return
    known = state.narrow(n, owners).changed(rival=None)
    own = known.vertices[rival.site].labels[0]
    kinds = [a.kind(own, rival.property), a.kind(owners[0], rival.property)]
    if kinds[0] != kinds[1]:
        return
    sides = [attribute(x, rival.property) for x in (rival.site, n)]
    left, right = (comparable(side, kinds[0]) for side in sides)
    if rival.part:
        left, right = (part_of(as_date(side, kinds[0]), rival.part, kinds[0]) for side in sides)
    if rival.factor != 1:
        right = Arithmetic("*", right, Constant(rival.factor))
    yield known.test(Comparison(left, rival.operator, right))  # type: ignore[arg-type]


def described(a: Assembler, state: State, item: Noun | Function) -> Iterator[State]:
    """The person they report to, a paper they cite: a clause that follows says which."""
    if state.theirs >= 0 or state.premods:
        return
    for waiting in rivals(a, state):
        if isinstance(item, Noun):
            vertex = Vertex((item.label,), waiting.scope, plural=item.plural)
        else:
            vertex = Vertex(a.people, waiting.scope, open=True, plural=False)
        added, n = waiting.add(vertex)
        for done in settled(a, added, n):
            sites = (*waiting.sites, n)
            yield done.on(item.end, item.cost, sites=sites, last=n, np_end=item.end, previous="np")


def by_name(a: Assembler, state: State, item: Value) -> Iterator[State]:
    """Longer than X: one thing by its name."""
    if state.theirs >= 0 or item.link.property not in a.lexicon.shown(item.link.label)[:1]:
        return
    for waiting in rivals(a, state):
        added, n = waiting.add(Vertex((item.link.label,), waiting.scope, word="value"))
        for done in settled(a, a.equals(added, n, item), n):
            rival = waiting.rival
            if rival is not None and rival.operator == "=":
                others = Comparison(Entity(variable(rival.site)), "<>", Entity(variable(n)))
                done = done.test(others)
            yield done.on(item.end, item.cost + _NAMED, last=n, np_end=item.end, previous="np")


def whose(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """More than half *of what* their manager makes; above *that of* X; twice the salary *of* X."""
    if item.role == "connectors" and (item.word != "of" or state.previous != "again"):
        return
    if state.rival is not None or (state.held is not None and state.compare is not None):
        yield state.on(item.end, 0.0)


def own(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """A birth date after *theirs*, someone younger than *them*: that of what is asked for."""
    if item.word not in _THEM:
        return
    for waiting in rivals(a, state):
        rival = waiting.rival
        if rival is not None and state.subject >= 0 and rival.site != state.subject:
            for done in settled(a, waiting, state.subject):
                yield done.on(item.end, item.cost, last=rival.site, previous="property")


def repeated(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """Earn more than twice the *salary* of: the property that waits is named."""
    if state.held is None or state.compare is None or state.compare.amount is not None:
        return
    named = {(c.owner, c.property) for c in item.candidates}
    kept = tuple(c for c in state.held.word.candidates if (c.owner, c.property) in named)
    if kept:
        held = replace(state.held, word=replace(state.held.word, candidates=kept))
        yield state.on(item.end, item.cost, held=held, previous="again")


def again(a: Assembler, state: State, item: PropertyWord | Verb | Function) -> Iterator[State]:
    """Than their manager *makes*, *does*; than X's *salary*: what is compared is said again."""
    if state.np_end != item.start and state.previous != "again":
        return
    rivalled = _rivalled(state)
    if rivalled is None:
        return
    if isinstance(item, PropertyWord):
        if not any(c.property == rivalled.property for c in item.candidates):
            return
    elif isinstance(item, Function) and item.role == "agent" and item.word not in _MAKING:
        return
    cost = min(item.cost, _UNSAID)
    yield state.on(item.end, cost, previous="again", np_end=item.end)


def _rivalled(state: State) -> Attribute | None:
    """The property that the vertex named last was held against."""
    test = state.tests[-1][1] if state.tests else None
    for _, test in reversed(state.tests[-2:]):
        right = test.right if isinstance(test, Comparison) else None
        found = [x for x in attributes_of(right) if x.variable == variable(state.last)]
        left = attributes_of(test.left) if isinstance(test, Comparison) else []
        if found and left and left[0].variable != found[0].variable:
            return found[0]
    return None


def said_again(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """What is compared, named once more."""
    yield from repeated(a, state, item)
    yield from again(a, state, item)


CONSTRUCTIONS = {
    Compare: measured,
    Versus: named,
    Noun: described,
    "person": described,
    Value: by_name,
    "rival": whose,
    "theirs": own,
    "anaphora": own,
    "connectors": whose,
    PropertyWord: said_again,
    "agent": again,
    "genitive": again,
}
