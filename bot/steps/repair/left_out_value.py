"""A stored value that the question names and the statement has forgotten.

Asked which bakeries Jenny likes, a model writes what Jenny likes and lets the bakeries go. Where
the value can only be one thing of the graph, near what is asked for, it is asked for, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.reader.wanted import is_plain
from bot.steps.repair.all_said import PLAIN, akin, words_of
from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Fix, literal, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.routes import route
from bot.steps.repair.tokens_of import tokens_of, with_condition
from guardrails.cypher import Statement
from guardrails.syntax import LabelName, Match, NodePattern, RelationshipPattern
from memory.catalogue import say
from memory.english import FUNCTION_WORDS
from memory.schema import LinkedValue
from memory.text import fold, split_name

_SURE = 0.95
_SHORTEST = 4
_FARTHEST = 2


async def left_out_value(statement: Statement, known: Known) -> list[Fix]:
    """Ask for the one value that nothing in the statement accounts for."""
    question = known.question or ""
    if known.values is None or not question or not is_plain(question):
        return []
    matches = [part for part in parts(statement) if isinstance(part, Match)]
    if len(matches) != 1 or matches[0].optional:
        return []
    said = {word for part in parts(statement) for word in words_of(part)}
    left = [
        links
        for links in _stretches(await known.values.lookup(question))
        if _forgotten(links[0], said, fold(statement.text), known)
    ]
    if len(left) != 1:
        return []
    condition = _condition(matches[0], left[0], known, bindings_of(statement.query, known.schema))
    first = matches[0].paths[0].start
    tokens = tokens_of(statement.text)
    at = next(i for i, token in enumerate(tokens.tokens) if token.start >= first)
    edits = with_condition(tokens, at, condition) if condition else None
    told = say("{value} was asked for, too", value=str(left[0][0].value))
    return [Fix("left_out_value", told, edits)] if edits else []


def _stretches(links: Sequence[LinkedValue]) -> Iterator[list[LinkedValue]]:
    """The sure links over the same words; those inside of longer ones are left out."""
    found: dict[tuple[int, int], list[LinkedValue]] = defaultdict(list)
    for link in links:
        if link.score >= _SURE and isinstance(link.value, str):
            found[link.start, link.end].append(link)
    for (start, end), same in found.items():
        wider = [s for s in found if s[0] <= start and end <= s[1] and s != (start, end)]
        if not wider:
            yield same


def _forgotten(link: LinkedValue, said: set[str], text: str, known: Known) -> bool:
    """Whether the words say something that the statement lacks, and are none of the schema's."""
    words = [w for w in fold(link.text).split() if w not in FUNCTION_WORDS and w not in PLAIN]
    # "goes" is no "Go": a short value is easily taken for the form of a word.
    short = min(len(link.text), len(str(link.value))) < _SHORTEST
    if not words or short or fold(str(link.value)) in text:
        return False
    names = {word for name in _names(known) for word in split_name(name)}
    return not any(akin(word, said) for word in words) and not all(akin(w, names) for w in words)


def _names(known: Known) -> Iterator[str]:
    for named in (known.schema.labels, known.schema.relationships):
        yield from named
    for label in known.schema.labels.values():
        yield from label.properties
    for relationship in known.schema.relationships.values():
        yield from relationship.properties


def _condition(match: Match, links: list[LinkedValue], known: Known, bindings: Bindings) -> str:
    """The test of what is matched that holds for the value; "" where it is not clear which."""
    found = dict(_tests(match, links, bindings)) or dict(_ways(match, links, known))
    return next(iter(found)) if len(found) == 1 else ""


def _tests(
    match: Match, links: list[LinkedValue], bindings: Bindings
) -> Iterator[tuple[str, LinkedValue]]:
    """Of what is matched itself."""
    for path in match.paths:
        for element in path.elements:
            if not isinstance(element, NodePattern | RelationshipPattern) or not element.variable:
                continue
            owners = bindings.of(element.variable)
            for link in links:
                if owners == (link.label,):
                    held = f"{quoted(element.variable)}.{quoted(link.property)}"
                    yield f"{held} = {literal(str(link.value))}", link


def _ways(
    match: Match, links: list[LinkedValue], known: Known
) -> Iterator[tuple[str, LinkedValue]]:
    """Of what the matched nodes are joined to, the shortest way."""
    ways = []
    for path in match.paths:
        for node in path.elements:
            if not isinstance(node, NodePattern) or not isinstance(node.labels, LabelName):
                continue
            for link in links:
                steps = route(known.schema, node.labels.name, link.label, known.question or "")
                if node.variable and steps and len(steps) <= _FARTHEST:
                    ways.append((len(steps), node.variable, steps, link))
    shortest = min((way[0] for way in ways), default=0)
    for length, variable, steps, link in ways:
        if length == shortest:
            pattern = f"({quoted(variable)})"
            for at, (type_, direction, label) in enumerate(steps):
                head, tail = ("<-", "-") if direction == "<" else ("-", "->")
                held = f" {{{quoted(link.property)}: {literal(str(link.value))}}}"
                ending = held if at + 1 == len(steps) else ""
                pattern += f"{head}[:{quoted(type_)}]{tail}(:{quoted(label)}{ending})"
            yield f"EXISTS {{ {pattern} }}", link
