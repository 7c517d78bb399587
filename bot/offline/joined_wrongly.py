"""Joins that a question's own words deny: by year of report, who plays for a team."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.offline.agency import acts_first, makes
from bot.offline.data import load
from bot.offline.telling_tree import condition_variables, variables_of
from bot.offline.vocabulary import agentive, type_words
from bot.offline.words import lemmas, plural
from memory.query import Edge, Entity, Exists, Node, Not, Pattern, Query
from memory.schema import Schema
from memory.text import fold, split_name
from memory.tree_edits import attributes_of

_DATED = re.compile(r"\b(?:year|month|quarter|week|day|date|time) of (?P<noun>[a-z]+)\b", re.I)
_NO_ONE = re.compile(
    r"(?:\b(?:that|which|who|whom|does|do|did)"
    r"|\A\W*(?:(?:list|find|show|name)(?: all)?(?: the)? )?[a-z]+s)"
    r" no (?:other |single )?[a-z]+ (?:has |have |had |ever )?(?P<verb>[a-z]+)"
    r"|\b(?:nobody|no ?one) (?:else )?(?:has |have |had |ever )?(?P<does>[a-z]+)",
    re.I,
)
_AMONG = re.compile(r"\b(?:among|amongst|out of) (?:all )?(?:the |our )?[a-z]", re.I)
_BUT_NOT = re.compile(r"\bbut (?:not|never|no) [a-z]", re.I)
_WHOSE_IS = re.compile(r"\w (?:that|who|which|whose) .* but (?:not|never|no) ", re.I)
_COMPOUND = re.compile(
    r"\A\W*(?:which|what) (?P<first>[a-z]+) (?P<noun>[a-z]+) (?:is|are|was|were|has|have|had)\b",
    re.I,
)
_JOINTLY = re.compile(
    r"\b(?:with|together|both|others?|else|same|also|too|common|shared?|sharing|joint\w*|co-?\w+)\b",
    re.I,
)
_FOR = re.compile(r"\b(?P<verb>[a-z]+) for [a-z]", re.I)
_RECEIVED = re.compile(
    r"\b(?:receiv(?:e|es|ed|ing)|g[eo]ts?|gotten|getting) (?P<what>(?:[\w']+ ){0,4}[a-z]+)", re.I
)
_FROM = re.compile(r"\b(?:from|by)\b")
_AND_DID = re.compile(
    r"\b(?P<first>[a-z]+(?:ed|t|ote|ade|ave)) (?:[^,;.?!]+) and (?:(?:also|then|later) )?"
    r"(?P<did>[a-z]+(?:ed|ote|ade|ave)) [a-z]",
    re.I,
)
_BUT_NO = re.compile(
    r"\b(?:which|what|list|show|find|name) (?:the |all )?(?P<asked>[a-z]+) (?:that )?"
    r"(?:have|has|with) [^,;?.!]+ but (?:no|not any|without any|without) [a-z]",
    re.I,
)
_SELLS = re.compile(r"\b(?:who|which|what|that) (?:else )?(?:[a-z]+ ){0,2}?sells?\b", re.I)
_BUYING = frozenset(["buy", "purchase", "order", "place"])
_SO_MANY = re.compile(
    rf"\b(?:which|what) (?:\d+|{'|'.join(load('scales')['numbers'])}) (?P<noun>[a-z]+)\b", re.I
)


def joins_the_date(question: str, query: Query) -> bool:
    """Whether the *year of report*, of a report's date, joins who reported as well."""
    for found in _DATED.finditer(question):
        said = set(lemmas(found["noun"].lower()))
        told = [a for c in query.columns for a in attributes_of(c.operand)]
        dated = any(said & _words(split_name(a.property)) for a in told)
        if dated and any(_says(e, said) and _bare(e, question, query) for e in query.pattern.edges):
            return True
    return False


def does_the_same(question: str, query: Query) -> bool:
    """Whether who *plays for* a team is told as who plays where it plays, too."""
    for found in _FOR.finditer(question):
        said = set(lemmas(found["verb"].lower()))
        doing = [e for e in query.pattern.edges if _says(e, said)]
        for n, one in enumerate(doing):
            for other in doing[n + 1 :]:
                same = (one.types, one.end) == (other.types, other.end)
                if same and not _named(one.end, question, query):
                    return True
    return False


def sells_by_buying(question: str, query: Query) -> bool:
    """Whether who *sells* something is told as who bought it."""
    own = (e for e in query.pattern.edges if e.start == query.subject)
    return bool(_SELLS.search(question)) and any(_says(edge, set(_BUYING)) for edge in own)


def receives_by_giving(question: str, query: Query) -> bool:
    """Whether who *received* comments is told as who made them."""
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    for found in _RECEIVED.finditer(question):
        # A call from a phone that X owns: what was received ends where it came from.
        said = _words(_FROM.split(fold(found["what"]))[0].split())
        for edge in (e for e in query.pattern.edges if e.start == query.subject):
            what = {w for label in labels.get(edge.end, ()) for w in split_name(label)}
            gave = any(makes(t) or what & _words([*type_words(t)]) for t in edge.types)
            if what and what <= said and gave:
                return True
    return False


def lets_others_do(question: str, query: Query) -> bool:
    """Whether of those who *did one thing and did another* somebody else did the other."""
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    for found in _AND_DID.finditer(question):
        doing = [e for e in query.pattern.edges if _says(e, {*lemmas(found["did"].lower())})]
        before = [e for e in query.pattern.edges if _says(e, {*lemmas(found["first"].lower())})]
        own = any(e.start == query.subject for e in before)
        if own and doing and not any(query.subject in (e.start, e.end) for e in doing):
            alike = [e.start for e in doing if labels.get(e.start) == labels.get(query.subject)]
            if alike and not any(_named_one(start, query) for start in alike):
                return True
    return False


def denies_on_the_way(question: str, query: Query) -> bool:
    """Whether *countries with suppliers but no clients* are those of suppliers that have none."""
    found = _BUT_NO.search(question)
    told = [a for c in query.columns for a in attributes_of(c.operand)]
    if found is None or not told:
        return False
    asked = set(lemmas(fold(found["asked"])))
    kept = all(asked & _words(split_name(one.property)) for one in told)
    absent = [t.condition for t in query.pattern.where if isinstance(t, Not)]
    return kept and any(isinstance(t, Exists) and t.pattern.edges for t in absent)


def lists_others(question: str, query: Query, schema: Schema) -> bool:
    """Whether *which five drugs* is answered with something else."""
    found = _SO_MANY.search(question)
    if found is None or query.limit is None:
        return False
    noun = found["noun"].lower()
    asked = {x for x in schema.labels if plural(" ".join(split_name(x))) == noun}
    shown = [column.operand for column in query.columns]
    told = {query.subject}.union(*map(variables_of, shown))
    told |= {one.variable for one in shown if isinstance(one, Entity)}
    labels = {x for n in query.pattern.nodes if n.variable in told for x in n.labels}
    known = labels.union(*(schema.labels[x].implies for x in labels if x in schema.labels))
    return bool(asked) and not asked & known


def lists_the_modifier(question: str, query: Query, schema: Schema) -> bool:
    """Whether *which boat class is* so is told of boats, and not of their classes."""
    found = _COMPOUND.match(question)
    if found is None or query.form != "list":
        return False
    labels = {" ".join(split_name(x)): x for x in schema.labels}
    first, noun = (labels.get(lemmas(found[x].lower())[-1]) for x in ("first", "noun"))
    told = {x for n in query.pattern.nodes if n.variable == query.subject for x in n.labels}
    joined = any({j.start, j.end} == {first, noun} for _, j in schema.joins())
    return joined and first != noun and told == {first}


def denied_the_other_way(question: str, query: Query) -> bool:
    """Whether papers that *no paper cites* are told as those that cite none."""
    found = _NO_ONE.search(question)
    if found is None:
        return False
    verb = set(lemmas((found["verb"] or found["does"]).lower()))
    denied = [t.condition for t in query.pattern.where if isinstance(t, Not)]
    absent = [condition.pattern for condition in denied if isinstance(condition, Exists)]
    edges = [edge for pattern in absent for edge in pattern.edges if _says(edge, verb)]
    known = {node.variable for node in query.pattern.nodes}
    return any(
        (edge.start in known) == acts_first(edge.types[0], forward=True)
        for edge in edges
        if edge.directed and (edge.start in known) != (edge.end in known)
    )


def picks_from_others(question: str, query: Query) -> bool:
    """Whether the most *among the members* is told of somebody who does it to theirs."""
    if not _AMONG.search(question) or _JOINTLY.search(question):
        return False
    return any(
        one.types == other.types and one.end == other.end and one.start != other.start
        for one, other in combinations(query.pattern.edges, 2)
        if one.directed and query.subject in (one.start, other.start)
    )


def denied_of_another(question: str, query: Query) -> bool:
    """Whether *who speaks German but not English* is denied of somebody else than speaks it."""
    if not _BUT_NOT.search(question):
        return False
    known = {node.variable for node in query.pattern.nodes}
    done = {edge.types for edge in query.pattern.edges}
    denied = [t.condition for t in query.pattern.where if isinstance(t, Not)]
    edges = [e for x in denied if isinstance(x, Exists) for e in x.pattern.edges]
    own = {edge.types for edge in edges if {edge.start, edge.end} & known}
    if own <= done and not _WHOSE_IS.search(question):
        # Who asked about one thing but not about another: all the way there is gone once more.
        return False
    return any(edge.types in done - own for edge in edges)


_NEVER_ONE = re.compile(
    r"\b(?:but|yet|and) (?:(?:have|has|had|did|do|does) )?(?:never|not)"
    r" \w+(?: \w+)? (?:one|any|it|them)\W*\Z",
    re.I,
)


def denied_of_somebody(question: str, query: Query) -> bool:
    """Whether what those asked for *never supervised one* of is denied of anybody at all."""
    if not _NEVER_ONE.search(question):
        return False
    labels = {node.variable: node.labels for node in query.pattern.nodes}.get(query.subject)
    denied = [t.condition for t in query.pattern.where if isinstance(t, Not)]
    patterns = [x.pattern for x in denied if isinstance(x, Exists)]
    return any(
        node.labels == labels
        and node.variable != query.subject
        and not _joined(pattern, node, query)
        for pattern in patterns
        for node in pattern.nodes
    )


def _joined(pattern: Pattern, node: Node, query: Query) -> bool:
    """Whether a node stands right beside the subject."""
    return any({e.start, e.end} == {node.variable, query.subject} for e in pattern.edges)


def made_by_two(question: str, query: Query, schema: Schema) -> bool:
    """Whether *who Ann writes about* is told as who made what she made, where nobody said so."""
    if _JOINTLY.search(question):
        return False
    said = _words(fold(question).split())
    edges = [e for e in query.pattern.edges if e.directed and all(map(makes, e.types))]
    edges = [e for e in edges if not any(said & _words(split_name(t)[:1]) for t in e.types)]
    for one, other in combinations(edges, 2):
        if one.types == other.types and one.end == other.end and one.start != other.start:
            return not any(_has_several(type_, schema) for type_ in one.types)
    return False


def _has_several(type_: str, schema: Schema) -> bool:
    """Whether what a relationship makes has more than one maker now and then."""
    joins = schema.relationships[type_].joins if type_ in schema.relationships else ()
    return any(j.count > schema.labels[j.end].count for j in joins if j.end in schema.labels)


def _words(words: list[str]) -> set[str]:
    return {lemma for word in words for lemma in lemmas(word)}


def _says(edge: Edge, verb: set[str]) -> bool:
    return any(verb & set(lemmas(type_words(type_)[0])) for type_ in edge.types)


def _bare(edge: Edge, question: str, query: Query) -> bool:
    """Whether an end of a relationship is none that the question speaks of."""
    return not all(_named(end, question, query) for end in (edge.start, edge.end))


def _named_one(variable: str, query: Query) -> bool:
    """Whether something is said of a variable."""
    return any(variable in condition_variables(test) for test in query.pattern.where)


def _named(variable: str, question: str, query: Query) -> bool:
    """Whether a question says what a variable is, or something of it is told or tested."""
    if any(variable in condition_variables(test) for test in query.pattern.where):
        return True
    said = _words(fold(question).split())
    labels = [n.labels for n in query.pattern.nodes if n.variable == variable]
    return any(set(split_name(label)) <= said for found in labels for label in found)


def does_by_another(question: str, query: Query, schema: Schema) -> bool:
    """Whether someone does what only another one does, whom nobody spoke of.

    Kings that attack are told by ATTACKER_KING, not by the attacks of the house that is theirs.
    """
    said = _words(fold(question).split())
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    for doing in query.pattern.edges:
        verbs = said & _deeds(doing.types)
        if not verbs or query.subject in (doing.start, doing.end):
            continue
        if _named(doing.start, question, query):
            continue
        others = [e for e in query.pattern.edges if not said & _deeds(e.types)]
        if any({e.start, e.end} == {query.subject, doing.start} for e in others):
            ways = _ways(schema, labels[query.subject], labels[doing.end])
            if any(verbs & _deeds([type_]) for type_ in ways):
                return True
    return False


def _ways(schema: Schema, one: Sequence[str], other: Sequence[str]) -> Iterator[str]:
    """The types by which what bears one label leads to what bears the other."""
    for type_, join in schema.joins():
        near = any(schema.related(join.start, label) for label in one)
        if near and any(schema.related(join.end, label) for label in other):
            yield type_


def _deeds(types: Sequence[str]) -> set[str]:
    """The verbs that types begin with, or whose doers they name: ATTACKER_KING."""
    words = {lemma for type_ in types for lemma in lemmas(type_words(type_)[0])}
    return words | {verb for word in words if (verb := agentive(word)) is not None}
