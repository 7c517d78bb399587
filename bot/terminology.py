"""terminology.yaml: the words a deployment uses, read and held against the graph.

talkie: Film                                    # a label, a relationship type
takings: Film.revenue                           # a property
the Bard: Person.name = William Shakespeare     # a stored value
blockbuster: films with a revenue over 100000000    # other words
films:                                          # what is meant on one graph alone
  flop: films with a revenue under 1000000

A file may serve several graphs: what a term means that the graph asked lacks is set aside there.
The words of a graph's own file (`bot.layer`) go before these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

import yaml

from bot.errors import UsageError
from bot.layer.form import LayerFile
from bot.layer.read import layer_of
from bot.offline.lexicon import Lexicon
from bot.offline.parser import Parser
from bot.offline.terms import NO_TERMS, Terminology
from bot.settings import Settings
from memory.english import FUNCTION_WORDS
from memory.schema import LinkedValue, Schema
from memory.text import fold, several

FILE = "terminology.yaml"
_LONGEST, _MOST, _MOST_NAMED = 300, 2_000, 8


def terminology_of(settings: Settings, schema: Schema) -> Terminology:
    """The terms of the graph asked, of its own file and of terminology.yaml.

    Raises:
        UsageError: a file cannot be read or has a mistake; the message has the line.
    """
    described = layer_of(settings)
    ours, mistakes = layer_terms(described, schema)
    if mistakes:
        raise _astray(described.path, mistakes)
    return file_terms(settings, schema, ours)


def file_terms(settings: Settings, schema: Schema, before: Terminology = NO_TERMS) -> Terminology:
    """The terms of terminology.yaml, behind those that go before them.

    Raises:
        UsageError: the file cannot be read or has a mistake; the message has the line.
    """
    path = terminology_file(settings)
    if path is None:
        return before
    terms, mistakes = read_terms(_entries(_text(path), settings.graph_name), schema, before)
    if mistakes:
        raise _astray(path, mistakes)
    return terms


def terminology_file(settings: Settings) -> Path | None:
    """The file of terms, where there is one."""
    path = settings.terminology
    if path is None:
        path = settings.folder / FILE
        if not path.exists():
            return None
    return path.expanduser()


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(f"The terminology {path} cannot be read: {reason}.") from None


def _astray(path: Path, mistakes: list[str]) -> UsageError:
    others = len(mistakes) - 1
    more = f" ({several(others, 'more mistake')})" if others else ""
    return UsageError(f"{path}, {mistakes[0]}{more}")


def layer_terms(described: LayerFile, schema: Schema) -> tuple[Terminology, list[str]]:
    """The terms of a graph's file with what it says of the schema, and its mistakes."""
    layer = described.layer
    first: dict[str, tuple[int, str, str]] = {}
    for place, term, means in layer.terms():  # one word of two properties means the first
        first.setdefault(fold(term), (described.line(place), term, means))
    terms, mistakes = read_terms(first.values(), schema)
    notes = {name: element.told for _, name, element in layer.elements() if element.told}
    told = replace(terms, notes=notes, rules=layer.rules) if notes or layer.rules else terms
    return told, mistakes


def read_terminology(text: str, graph: str, schema: Schema) -> tuple[Terminology, list[str]]:
    """The terms in a text, and its mistakes: a sentence each, with its line.

    A term for what the graph lacks is no mistake; it is set aside.

    Args:
        text: YAML: `term: meaning`, or under a graph's name for that graph alone.
        graph: Name of the graph asked.
        schema: Its schema, as far as it may be seen.
    """
    return read_terms(_entries(text, graph), schema)


def read_terms(
    entries: Iterable[tuple[int, str, str]],
    schema: Schema,
    before: Terminology = NO_TERMS,
) -> tuple[Terminology, list[str]]:
    """Terms as (line, term, meaning), and the mistakes in them.

    Args:
        entries: The terms.
        schema: The schema that they mean something of.
        before: Terms that go before them, and are returned with them.
    """
    elements, values = dict(before.elements), dict(before.values)
    phrases, aside = dict(before.phrases), dict(before.set_aside)
    known = {fold(term) for term in (*elements, *values, *phrases, *aside)}
    mistakes: list[str] = []
    seen: set[str] = set()
    reader = TermReader(schema)
    try:
        for line, term, means in entries:
            try:
                if fold(term) in known:
                    continue
                if fold(term) in seen:
                    raise NotATerm(f"“{term}” is there twice.")
                seen.add(fold(term))
                reader.check(term, means)
                match reader.meaning(term, means):
                    case LinkedValue() as value:
                        values[term] = value
                    case None:
                        phrases[term] = means
                    case element:
                        elements[term] = element
            except NotHere as lack:
                aside[term] = f"line {line}: {lack}"
            except NotATerm as mistake:
                mistakes.append(f"line {line}: {mistake}")
    except NotATerm as mistake:
        mistakes.append(str(mistake))
    given = (elements, values, phrases, aside, before.notes, before.rules)
    return Terminology(*given) if any(given) else NO_TERMS, mistakes


def aside_text(terms: Terminology, graph: str) -> str:
    """One sentence on the terms that are set aside; "" where none is.

    >>> aside_text(Terminology({}, {}, {}, {"talkie": "line 1: …", "takings": "line 2: …"}), "pets")
    'Set aside, for what they mean is not in pets: “talkie” and “takings”.'
    """
    named = [f"“{term}”" for term in terms.set_aside]
    if not named:
        return ""
    if len(named) > _MOST_NAMED:
        named = [*named[:_MOST_NAMED], f"{len(named) - _MOST_NAMED:,} more"]
    they, mean = ("they", "mean") if len(terms.set_aside) > 1 else ("it", "means")
    listed = ", ".join(named[:-1]) + " and " + named[-1] if len(named) > 1 else named[0]
    return f"Set aside, for what {they} {mean} is not in {graph}: {listed}."


class NotATerm(Exception):
    """What is wrong with a term, in a sentence; `near` are meanings that it may have instead."""

    def __init__(self, told: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(told)
        self.near = near


class NotHere(NotATerm):
    """A term for what this graph does not have; another one may."""


class TermReader:
    """Tells what a meaning is. `parser` reads other words; one is made where none is given.

    A term that is `strictly` read leaves no word of its meaning unread.
    """

    def __init__(
        self, schema: Schema, parser: Parser | None = None, *, strictly: bool = False
    ) -> None:
        self._schema = schema
        self._given, self._strictly = parser, strictly
        held = {name: label.properties for name, label in schema.labels.items()}
        held |= {name: rel.properties for name, rel in schema.relationships.items()}
        self._properties = {
            f"{owner}.{name}": prop for owner, own in held.items() for name, prop in own.items()
        }
        self._names = [*schema.labels, *schema.relationships, *self._properties]

    @cached_property
    def _parser(self) -> Parser:
        return self._given or Parser(self._schema)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return self._given.lexicon if self._given else Lexicon(self._schema)

    def check(self, term: str, means: str) -> None:
        """Whether both are words."""
        if not fold(term) or set(fold(term).split()) <= FUNCTION_WORDS:
            raise NotATerm(f"“{term}” is no word that a meaning can be given to.")
        if not means.strip():
            raise NotATerm(f"“{term}” has no meaning.")
        if len(term) > _LONGEST or len(means) > _LONGEST:
            raise NotATerm(f"“{term[:40]}” is longer than {_LONGEST} characters.")

    def meaning(self, term: str, means: str) -> LinkedValue | str | None:
        """A stored value, the name of an element, or None for other words."""
        place, equals, value = (part.strip() for part in means.partition("="))
        if equals and (" " not in place):
            return self._value(term, place, value)
        element = self.element(means)
        if element is not None:
            return element
        if " " not in means and ("." in means or "_" in means):
            raise NotHere(self._unknown(term, means))
        self._words(term, means)
        return None

    def element(self, means: str) -> str | None:
        """The element that is called so; None where there is none, or several."""
        if means in self._names:
            return means
        alike = [name for name in self._names if name.casefold() == means.casefold()]
        return alike[0] if len(alike) == 1 else None

    def _value(self, term: str, place: str, value: str) -> LinkedValue:
        prop = self._properties.get(place)
        if prop is None or place.partition(".")[0] not in self._schema.labels:
            raise NotHere(self._unknown(term, place))
        if prop.type != "STRING":
            raise NotATerm(f"“{term}” means a value of {place}, which is no text: say it in words.")
        stored = [str(one) for one in prop.values or ()]
        if stored and not self._schema.sampled and value not in stored:
            near = get_close_matches(value, stored, 1, 0.0)
            raise NotHere(f"No {place} is “{value}”; there is “{near[0]}”.")
        if not value:
            raise NotATerm(f"“{term}” has no meaning.")
        label, _, name = place.partition(".")
        return LinkedValue(term, label, name, value, 0, len(term))

    def _words(self, term: str, means: str) -> None:
        """Other words have to name something that the graph has."""
        words = tuple(fold(means).split())
        if len(words) == 1:  # in a sentence it would be taken for a slip of the pen
            known = bool(self._lexicon.lookup(words))
        else:
            parse = self._parser.parse(means)
            known = bool(parse.readings or parse.schema_words)
            known = known and not (self._strictly and parse.unread)
        if not known:
            raise NotHere(self._unknown(term, means))

    def _unknown(self, term: str, means: str) -> str:
        near = get_close_matches(means, self._names, 1, 0.6)
        hint = f"; is it {near[0]}?" if near else "."
        return f"“{term}” means “{means}”, of which this graph has nothing{hint}"


def _entries(text: str, graph: str) -> Iterator[tuple[int, str, str]]:
    """(line, term, meaning) of every term for the graph."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise NotATerm(f"line {line}: this is not YAML: {error.problem}.") from None
    except yaml.YAMLError:
        raise NotATerm("line 1: this is not YAML.") from None
    if root is None:
        return
    count = 0
    for key, value in _pairs(root):
        nested = isinstance(value, yaml.MappingNode)
        if nested and key.value != graph:
            continue
        for term, means in _pairs(value) if nested else [(key, value)]:
            line = term.start_mark.line + 1
            if not isinstance(means, yaml.ScalarNode) or not isinstance(term, yaml.ScalarNode):
                raise NotATerm(f"line {line}: a term is written as `term: meaning`.")
            count += 1
            if count > _MOST:
                raise NotATerm(f"line {line}: there are more than {_MOST:,} terms.")
            yield line, str(term.value), str(means.value).strip()


def _pairs(node: yaml.Node) -> list[tuple[yaml.Node, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        line = node.start_mark.line + 1
        raise NotATerm(f"line {line}: a term is written as `term: meaning`.")
    return list(node.value)
