"""Above the average: an amount stands for it while the rest is read, then the figure itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Edit, Heard, cued, used_by
from bot.offline.frames.sums_of_each import of_sums
from bot.offline.naming import column_names
from bot.offline.subtrees import beyond, compared, entity, node_of, renamed
from bot.offline.words import plural
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Figure,
    Node,
    Operand,
    Pattern,
    Query,
)
from memory.text import split_name
from memory.tree_edits import attribute_of, edit_comparisons

# Stands for the average; no amount that anybody names.
_AMOUNT = 976_341_852
_COST = 0.05
_MOST_WORDS = 3

_MEAN = r"(?:the |an |our |their )?(?:overall |general |global )?(?:average|mean)\b"
_ASIDE = re.compile(r"\b(?:(?P<article>an?) )?(?P<side>above|below)[- ]average\b", re.I)
_MORE = re.compile(
    rf"\b(?P<article>an? )?(?P<word>more|fewer|less|\w+er) (?P<thing>\w[\w ]*?) than {_MEAN}", re.I
)
_THAN = re.compile(
    r"\b(?P<sign>than|above|over|below|under|exceeds?|exceeding|beyond|to|equals?|equalling)"
    rf"(?P<factor>(?: twice| half| double| triple| \w+(?:\.\d+)? times)?) {_MEAN}",
    re.I,
)
_SIGNS = {"exceed": "over", "exceeds": "over", "exceeding": "over", "beyond": "over"}
_POPULATION = re.compile(
    r" +(?P<of>of|for|among|across|in|at|within) +(?:all +(?:the +|of the +)?)?", re.I
)
_PLACING = ("in", "at", "within")
_THE = re.compile(r"\bthe +(?:average|mean)\Z", re.I)
_COUNTED = re.compile(r" +number of\b", re.I)
_VERB = re.compile(r"\b([a-z]+) +(?:\w+er|more|less|a \w+) *\Z", re.I)
# Of their own sort: an average for each of them, which is another question.
_OWN = re.compile(
    r"\b(?:average|mean)\b.*\b(?:its|their|his|her|the same|the respective|each|every|per)\b", re.I
)
_ENDS = re.compile(r"[,;?.!]")
_GOING = (
    r"(?:and|but|or|of|for|from|in|at|on|by|with|among|across|over|to|that|who|which|whose|sorted|"
    r"ordered|ranked|is|are|was|were|has|have|do|does|did)\b"
)
# What may stand behind the words of an average: nothing, or what goes on with the sentence.
_ON = re.compile(rf" *(?:\Z|[,;?.!)(]|{_GOING})", re.I)
_WORD = re.compile(rf" +(?!{_GOING})([\w'’-]+)", re.I)


@dataclass(frozen=True, slots=True)
class _Said:
    """One way to take the words: what is put for them, what they say is averaged, and of what."""

    edits: tuple[Edit, ...]
    factor: float
    words: tuple[int, int]
    population: tuple[int, int]


_SO_MUCH = re.compile(r"\d(?: (?:a|per) \w+)? (?:more|less|fewer) than\b", re.I)


@cued("average", "mean")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which employees earn more than the average salary?"""
    if _SO_MUCH.search(asked.question):
        # 650 more than the average: a difference.
        return
    if "average" not in asked.question.lower() and "mean" not in asked.question.lower():
        return
    if _OWN.search(asked.question):
        return
    for said in _ways(asked):
        heard = asked.hear(*said.edits)
        found = compared(heard.query, _AMOUNT) if heard is not None else None
        if heard is None or found is None:
            continue
        test, counted = found
        figure = _figure(asked, said, heard, test, counted)
        if figure is None:
            continue
        other, more = figure
        right: Operand = other
        if said.factor != 1:
            right = Arithmetic("*", other, Constant(said.factor))
        whole = _put(heard.query, test, right)
        yield Heard(whole, heard.cost + _COST, used_by(heard, *more))


def _put(query: Query, test: Comparison, right: Operand) -> Query:
    def edit(one: Comparison) -> tuple[Condition, ...]:
        return (replace(one, right=right),) if one == test else (one,)

    return edit_comparisons(query, edit)


# -- the words ------------------------------------------------------------------------------------


def _ways(asked: Asked) -> Iterator[_Said]:
    """Every way to take the words around "average", the plainest first."""
    question = asked.question
    amount = str(_AMOUNT)
    for found in _ASIDE.finditer(question):
        article, side = found["article"] or "", found["side"]
        for end in _words_from(question, found.end()):
            thing = question[found.end() : end].strip()
            put = f"{article and 'a '}{thing} {side} {amount}"
            yield _Said(((found.start(), end, put),), 1, (end, end), (end, end))
    for found in _MORE.finditer(question):
        for put in _more(found):
            for words, population in _tails(question, found.end()):
                edits = ((found.start(), population[1], put),)
                yield _Said(edits, 1, words, population)
    for found in _THAN.finditer(question):
        yield from _than(question, found)


def _than(question: str, found: re.Match[str]) -> Iterator[_Said]:
    factor = _factor(found["factor"].strip())
    if factor is None:
        return
    sign = found["sign"].lower()
    put = f"{_SIGNS.get(sign, found['sign'])} {_AMOUNT}"
    counted = _COUNTED.match(question, found.end())
    if counted is not None:
        for end in [*_words_from(question, counted.end())][::-1]:
            thing = question[counted.end() : end]
            edits = ((found.start(), end, put + thing),)
            yield _Said(edits, factor, (end, end), (end, end))
        return
    for words, population in _tails(question, found.end()):
        yield _Said(((found.start(), population[1], put),), factor, words, population)
        thing = question[slice(*words)].strip()
        verb = _VERB.search(question, 0, found.start())
        if thing and sign in ("above", "below", "over", "under"):
            # Films above the average rating: with such a rating.
            edits = ((found.start(), population[1], f"with a {thing} {put}"),)
            yield _Said(edits, factor, words, population)
        if thing and verb is not None:
            # Who earn more than the average salary: who have a salary that is more.
            said = question[verb.end(1) : found.start()]
            having = f"with a {thing}{said}{put}"
            edits = ((verb.start(), population[1], having),)
            yield _Said(edits, factor, words, population)
            who = re.search(r"\b(?:that|who|which) *\Z", question[: verb.start()], re.I)
            if who is not None:
                edits = ((who.start(), population[1], having),)
                yield _Said(edits, factor, words, population)


def _more(found: re.Match[str]) -> Iterator[str]:
    """More papers; cited more often; more expensive; a higher price."""
    word, thing = found["word"].lower(), found["thing"]
    scales = load("scales")
    if word in ("more", "fewer", "less"):
        if thing in ("often", "frequently"):
            yield f"{word} than {_AMOUNT} times"
        elif f"{word} {thing}" in scales["comparatives"]:
            yield f"{word} {thing} than {_AMOUNT}"
        else:
            yield f"{'more' if word == 'more' else 'fewer'} than {_AMOUNT} {thing}"
        return
    operators = [o for o, said in scales["operators"].items() if f"{word} than" in said]
    operators += [scales["comparatives"].get(word, {}).get("operator", "")]
    side = {">": "over", "<": "under"}.get(operators[0])
    if side is not None:
        yield f"{found['article'] or ''}{thing} {side} {_AMOUNT}"


def _factor(said: str) -> float | None:
    if not said:
        return 1
    named: dict[str, float] = {"twice": 2, "half": 0.5, **load("scales")["factors"]}
    word = said.removesuffix(" times")
    if said in named:
        return named[said]
    if said.endswith(" times") and word.replace(".", "", 1).isdigit():
        return float(word) if "." in word else int(word)
    return load("scales")["numbers"].get(word) if said.endswith(" times") else None


def _words_from(question: str, at: int) -> Iterator[int]:
    """Where the next one, two and three words end."""
    for _ in range(_MOST_WORDS):
        found = _WORD.match(question, at)
        if found is None:
            return
        at = found.end()
        yield at


def _tails(question: str, at: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """What may stand behind "average": words for what is averaged, then whose it is."""
    for end in (at, *_words_from(question, at)):
        if not _ON.match(question, end):
            continue
        population = _POPULATION.match(question, end)
        # More than average in Finance: those in Finance, more than the average of all.
        placed = population is not None and population["of"].lower() in _PLACING
        if population is not None and not (placed and not _THE.search(question, 0, at)):
            stop = _ENDS.search(question, population.end())
            last = stop.start() if stop else len(question)
            yield (at, end), (population.end(), last)
        else:
            yield (at, end), (end, end)


# -- the figure -----------------------------------------------------------------------------------


def _figure(
    asked: Asked, said: _Said, heard: Heard, test: Comparison, counted: bool
) -> tuple[Figure, tuple[Heard, ...]] | None:
    """What is compared with, and what was read to know it."""
    query = heard.query
    if counted and query.source is not None:
        query = query.source
    if isinstance(test.left, Aggregate) and test.left.function == "count":
        return _of_counts(asked, said, query, test.left)
    if isinstance(test.left, Aggregate) and test.left.function == "sum":
        return of_sums(asked, said.population, said.words, query, test.left)
    left = test.left.operand if isinstance(test.left, Aggregate) else test.left
    if left is None or (isinstance(test.left, Aggregate) and test.left.function != "avg"):
        return None
    owner = attribute_of(left)
    if owner is None:
        return None
    if any(e.variable == owner.variable for e in query.pattern.edges):
        return _of_relationships(asked, said, query, left, owner)
    holder = _holder(heard.query, owner.variable)
    return _of_nodes(asked, said, holder, left, owner) if holder is not None else None


def _holder(query: Query, variable: str) -> Node | None:
    """The node whose property is compared, also where it is only said not to be there."""
    patterns = [query.pattern]
    while patterns:
        pattern = patterns.pop()
        for node in pattern.nodes:
            if node.variable == variable and node.labels:
                return node
        for condition in pattern.where:
            inner = getattr(condition, "condition", condition)
            if isinstance(found := getattr(inner, "pattern", None), Pattern):
                patterns.append(found)
    return None


def _whose(asked: Asked, said: _Said, label: str) -> tuple[Heard | None, bool]:
    """The things that are averaged over where they are said, and whether all was read."""
    start, end = said.population if said.population[0] < said.population[1] else said.words
    if start == end:
        return None, True
    text = asked.question[start:end].strip()
    heard = asked.hear_part(start, end, "How many ", " are there")
    if heard is None and " " not in text:
        heard = asked.hear_part(start, end, "How many ", "s are there")
    if heard is None or label not in _counted(heard.query):
        # The average of Finance: of all employees there.
        noun = plural(" ".join(split_name(label)))
        heard = asked.hear_part(start, end, f"How many {noun} {_by(asked, start)} ", " are there")
    if heard is None or label not in _counted(heard.query):
        return None, False
    return heard, True


def _by(asked: Asked, at: int) -> str:
    """The preposition before what is averaged over."""
    found = re.search(r"\b(in|at|within|for)(?: all)? *\Z", asked.question[:at], re.I)
    return found[1] if found is not None else "of"


def _counted(query: Query) -> tuple[str, ...]:
    """The labels of what a question counts, and nothing else."""
    if query.form != "count" or query.source is not None:
        return ()
    return node_of(query, query.subject).labels


def _of_nodes(
    asked: Asked, said: _Said, node: Node, left: Operand, owner: Attribute
) -> tuple[Figure, tuple[Heard, ...]] | None:
    """The average of a property of nodes: of all of a label, or of those named."""
    label = node.labels[0]
    if asked.lexicon.kind(label, owner.property) not in ("number", "number_text", "list"):
        return None
    words = slice(*said.words)
    if said.population[0] < said.population[1] and asked.question[words].strip():
        if not _named(asked, said, label, owner):
            return None
        whose, read = _whose(asked, said, label)
    elif asked.question[words].strip() and _named(asked, said, label, owner):
        whose, read = None, True
    else:
        whose, read = _whose(asked, said, label)
    if not read:
        return None
    told = (whose,) if whose is not None else ()
    return Figure(_mean(whose.query if whose else None, node, left, owner.variable)), told


def _named(asked: Asked, said: _Said, label: str, owner: Attribute) -> bool:
    """Whether words name the property that is compared."""
    words = asked.question[slice(*said.words)].strip()
    noun = plural(" ".join(split_name(label)))
    for question in (f"What is the average {words} of {noun}?", f"What is the average {words}?"):
        heard = asked.read(question, ())
        operands = [c.operand for c in heard.query.columns] if heard else []
        if heard is not None and len(operands) == 1 and isinstance(operands[0], Aggregate):
            of = attribute_of(operands[0].operand) if operands[0].operand else None
            return of is not None and of.property == owner.property
    return False


def _mean(whose: Query | None, node: Node, left: Operand, variable: str) -> Query:
    """The average of an operand over all of a label, or over what a count counts."""
    pattern = Pattern((Node(variable, node.labels),))
    source = None
    if whose is not None:
        held = renamed(whose, {whose.subject: variable})
        if held.pattern.edges:
            source = replace(held, form="list", columns=(), distinct_on=())
        else:
            pattern = held.pattern
    operand = Aggregate("avg", left)
    name = column_names([operand], {variable: node.labels}, variable)[0]
    return Query(pattern, (Column(operand, name),), variable, form="value", source=source)


def _of_relationships(
    asked: Asked, said: _Said, query: Query, left: Operand, owner: Attribute
) -> tuple[Figure, tuple[Heard, ...]] | None:
    """The average of what relationships hold: of the stars of all reviews."""
    edge = next(e for e in query.pattern.edges if e.variable == owner.variable)
    kind = asked.lexicon.kind(edge.types[0], owner.property)
    plain = said.population[0] == said.population[1]
    words = asked.question[slice(*said.words)].strip()
    if kind not in ("number", "number_text") or not plain or len(edge.types) > 1:
        return None
    named = set(words.lower().split()) <= set(split_name(owner.property))
    if words and not named:
        return None
    nodes = tuple(n for n in query.pattern.nodes if n.variable in (edge.start, edge.end))
    operand = Aggregate("avg", left)
    name = column_names([operand], {n.variable: n.labels for n in nodes}, edge.start)[0]
    mean = Query(Pattern(nodes, (edge,)), (Column(operand, name),), edge.start, form="value")
    return Figure(mean), ()


def _of_counts(
    asked: Asked, said: _Said, query: Query, left: Aggregate
) -> tuple[Figure, tuple[Heard, ...]] | None:
    """The average number of them, of those that have none too."""
    owner, counted = query.subject, entity(left.operand)
    far = beyond(query.pattern, owner, counted) if counted else None
    labels = node_of(query, owner).labels
    if far is None or not labels:
        return None
    whose, read = _whose(asked, said, labels[0])
    if not read or (whose is not None and whose.query.pattern.edges):
        return None
    pattern = Pattern((Node(owner, labels),))
    if whose is not None:
        pattern = renamed(whose.query, {whose.query.subject: owner}).pattern
    operand = Aggregate("avg", left)
    known = {n.variable: n.labels for n in (*pattern.nodes, *far.nodes)}
    name = column_names([operand], known, owner)[0]
    mean = Query(
        pattern,
        (Column(operand, name),),
        owner,
        form="value",
        distinct_on=(owner,),
        optional=far,
    )
    return Figure(mean), (whose,) if whose is not None else ()
