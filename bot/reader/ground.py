"""What a schema offers a reading: names, kinds of values, ways from label to label."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.reader.lexicon import LEXICON
from bot.reader.names import Element, SchemaNames, Vectors
from bot.reader.partly import by_part, partly
from bot.reader.ways import Step, Ways
from bot.reader.words import lemmas, stems
from bot.stored.durations import with_durations
from bot.stored.kinds import DATED, Kind, kind_of, telling_properties
from bot.stored.reckoned import with_ages
from bot.stored.truths import with_truths
from memory.schema import Property, Schema
from memory.text import fold, split_name

_NAMED = 0.5
# How surely a part of a value stands for it.
PARTLY = 0.7
_PLACED = {"in", "at", "on", "from", "near"}


@dataclass(frozen=True, slots=True)
class Measure:
    """A property as something to compare, rank or add up."""

    owner: str
    name: str
    kind: Kind
    stored: Property
    reckoned: bool = False

    @property
    def number(self) -> bool:
        """Return whether it can be added up."""
        return self.kind in ("number", "number_text")

    @property
    def dated(self) -> bool:
        """Return whether it tells a time."""
        return self.kind in DATED or self.kind in ("year", "year_text")

    @property
    def identifies(self) -> bool:
        """Return whether it is called an identifier, which is no amount: userId."""
        return split_name(self.name)[-1] in LEXICON.identifiers


def _opposed(values: Iterable[str]) -> bool:
    """Return whether values say no more than yes and no."""
    return {value.lower() for value in values} <= {"0", "1", "yes", "no", "y", "n", "true", "false"}


_ASKING = {"is", "was", "has", "are"}


class Ground:
    """A schema prepared for reading; made once and used for every message.

    `schema` has what can be reckoned, too: ages, durations; `stored` is as it is kept.
    """

    def __init__(
        self,
        schema: Schema,
        vectors: Vectors,
        told: Mapping[str, Iterable[Element]] | None = None,
    ) -> None:
        """Prepare a schema.

        Args:
            schema: What is asked about.
            vectors: Makes unit vectors of short texts.
            told: Words that an operator or a person explained, with the elements they mean.
        """
        self.stored = schema
        self.schema = with_durations(with_ages(with_truths(schema)))
        self.names = SchemaNames(self.schema, vectors, told)
        kept: dict[str, Mapping[str, Property]] = {
            **{name: label.properties for name, label in schema.labels.items()},
            **{name: rel.properties for name, rel in schema.relationships.items()},
        }
        self.measures = {
            (owner, prop.name): Measure(
                owner, prop.name, kind_of(prop), prop, prop.name not in kept.get(owner, ())
            )
            for owner, props in self._owners()
            for prop in props.values()
        }
        self.steps: dict[str, list[Step]] = defaultdict(list)
        for type_, join in schema.joins():
            self.steps[join.start].append(Step(type_, True, join.end))
            self.steps[join.end].append(Step(type_, False, join.start))
        sizes = {name: label.count for name, label in self.schema.labels.items()}
        self.ways = Ways(self.steps, self.counts, sizes)

    def _owners(self) -> Iterable[tuple[str, Mapping[str, Property]]]:
        for label in self.schema.labels.values():
            yield label.name, label.properties
        for rel in self.schema.relationships.values():
            yield rel.type, rel.properties

    @cached_property
    def _listed(self) -> Mapping[tuple[str, ...], list[tuple[str, str, str]]]:
        """The values that the schema lists, by their words."""
        found: dict[tuple[str, ...], list[tuple[str, str, str]]] = defaultdict(list)
        for owner, props in self._owners():
            for prop in props.values():
                texts = [x for x in prop.values or () if isinstance(x, str) and len(x) > 1]
                for text in texts if not _opposed(texts) else ():
                    words = tuple(fold(text).replace("-", " ").split())
                    if words:
                        found[words].append((owner, prop.name, text))
        return found

    @cached_property
    def _by_lemma(self) -> Mapping[tuple[str, ...], list[tuple[str, str, str]]]:
        """The values by their words, the last in its dictionary forms."""
        found: dict[tuple[str, ...], list[tuple[str, str, str]]] = defaultdict(list)
        for words, places in self._listed.items():
            for form in lemmas(words[-1]):
                found[*words[:-1], form] += places
        return found

    @cached_property
    def _adjectives(self) -> Mapping[str, list[tuple[str, str, str]]]:
        """Countries that are kept, by their adjectives."""
        named = {fold(n): word for word, names in LEXICON.demonyms.items() for n in names}
        named |= LEXICON.languages
        found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for words, places in self._listed.items():
            if (word := named.get(" ".join(words))) is not None:
                found[word] += places
        return found

    @cached_property
    def opposites(self) -> Mapping[str, list[tuple[tuple[str, str, str], bool]]]:
        """Flags by the words for what they say, and, with True, for what they deny: dead, alive."""
        found: dict[str, list[tuple[tuple[str, str, str], bool]]] = defaultdict(list)
        for owner, props in self._owners():
            for prop in props.values():
                told = {word for word in split_name(prop.name) if word not in _ASKING}
                flag = self.measures[owner, prop.name].kind == "flag"
                for sides in LEXICON.opposites if flag and len(told) == 1 else ():
                    for said, denied in (sides, sides[::-1]):
                        element = ("property", owner, prop.name)
                        for word in said | denied if told & said else ():
                            found[word].append((element, word in denied))
        return found

    @cached_property
    def _contraries(self) -> Mapping[str, list[tuple[str, str, str]]]:
        """Women and men, what was won and lost, where a property keeps both."""
        found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        kept = [(owner, prop) for owner, props in self._owners() for prop in props.values()]
        for owner, prop in kept:
            texts = {fold(x): x for x in prop.values or () if isinstance(x, str)}
            for sides in LEXICON.contraries:
                for called in sides if all(called & {*texts} for called in sides) else ():
                    meant = [text for told, text in texts.items() if told in called]
                    for word in called:
                        found[word] += [(owner, prop.name, text) for text in meant if word != text]
        return found

    def kept(self, words: tuple[str, ...]) -> Iterable[tuple[tuple[str, str, str], float]]:
        """Yield ((owner, property, value), how near) of listed values that words stand for.

        Those of nodes are found by the index where they are said as they are kept: what is gone
        from the graph may still be listed.
        """
        if words in self._listed:
            places = self._listed[words]
            yield from ((place, 1.0) for place in places if not self.is_label(place[0]))
            return
        if len(words) == 1:
            named = (*self._adjectives.get(words[0], ()), *self._contraries.get(words[0], ()))
            yield from ((place, 0.95) for place in named)
        forms = ((*words[:-1], form) for form in lemmas(words[-1]))
        alike = dict.fromkeys(place for form in forms for place in self._by_lemma.get(form, ()))
        yield from ((place, 0.85) for place in alike)
        if not alike and (places := partly(self._by_part, words)) and not self._named(words):
            yield from ((place, PARTLY) for place in places)

    @cached_property
    def _by_part(self) -> Mapping[str, set[tuple[str, str, str]]]:
        return by_part(self._listed)

    def _named(self, words: tuple[str, ...]) -> bool:
        """Return whether words are a name of the schema by their letters, or stand for a label."""
        return any(
            one.score >= _NAMED
            and one.how != "vector"
            and (one.how != "near" or one.element[0] == "label")
            for one in self.names.match(words)
        )

    @cached_property
    def ends(self) -> Mapping[tuple[str, ...], tuple[tuple[str, bool], ...]]:
        """The types that have somebody called so at their start, or else at their end."""
        words = {type_: split_name(type_) for type_ in self.schema.relationships}
        verbs: dict[str, list[str]] = defaultdict(list)
        for type_, (first, *rest) in words.items():
            for form in lemmas(first):
                verbs[" ".join([form, *rest])].append(type_)
                if rest != ["of"]:
                    verbs[form].append(type_)
        found = {
            noun: tuple((type_, starts) for verb, starts in ends for type_ in verbs.get(verb, ()))
            for noun, ends in LEXICON.ends.items()
        }
        return {noun: tuple(dict.fromkeys(types)) for noun, types in found.items() if types}

    @cached_property
    def edged(self) -> frozenset[tuple[str, ...]]:
        """The names of several words that begin or end with a small word."""
        names = {*self.schema.labels, *self.schema.relationships}
        names |= {name for _, props in self._owners() for name in props}
        split, small = {tuple(split_name(name)) for name in names}, LEXICON.function_words
        return frozenset(n for n in split if len(n) > 1 and small & {n[0], n[-1]})

    def is_own_time(self, measure: Measure) -> bool:
        """Return whether a time is called by what has it: the order date of an order."""
        return measure.dated and bool({*split_name(measure.owner)} & {*split_name(measure.name)})

    def kinds_at(self, type_: str, far: str, *, forward: bool) -> list[str]:
        """Return the labels that a type joins to a label, at its start or else at its end.

        Of labels that the same nodes have, only the widest.
        """
        joins = self.schema.relationships[type_].joins
        ends = [(j.start, j.end) if forward else (j.end, j.start) for j in joins]
        kinds = [near for near, other in ends if other == far]
        return [x for x in kinds if not {*self.schema.labels[x].implies} & {*kinds}]

    def is_label(self, owner: str) -> bool:
        """Return whether a name is a label's, not a type's."""
        return owner in self.schema.labels

    @cached_property
    def by_owner(self) -> Mapping[str, tuple[Measure, ...]]:
        """The properties of each label and type."""
        found: dict[str, list[Measure]] = defaultdict(list)
        for measure in self.measures.values():
            found[measure.owner].append(measure)
        return {owner: tuple(measures) for owner, measures in found.items()}

    @cached_property
    def otherwise(self) -> frozenset[str]:
        """The labels and types with a property that is reckoned, or kept otherwise than read."""
        stored, read = self.stored, self.schema
        labels = [
            n for n, one in read.labels.items() if one.properties != stored.labels[n].properties
        ]
        types = stored.relationships
        return frozenset(labels) | {
            n for n, one in read.relationships.items() if one.properties != types[n].properties
        }

    @cached_property
    def display(self) -> Mapping[str, tuple[str, ...]]:
        """The properties that nodes of each label are called by; one at least, if there is any."""
        return {name: self._called(name) for name in self.schema.labels}

    @cached_property
    def shown(self) -> Mapping[str, tuple[str, ...]]:
        """What nodes of each label are shown by: something that is always there among it."""
        found = dict(self.display)
        for name, label in self.schema.labels.items():
            if all(label.properties[p].null_share > 0 for p in found[name]):
                others = [p for p in label.properties.values() if p.null_share == 0]
                others.sort(key=lambda p: (kind_of(p) != "text", -p.distinct, p.name))
                found[name] = (*found[name], *(p.name for p in others[:1]))
        return found

    def _called(self, label: str) -> tuple[str, ...]:
        found = self.schema.labels[label]
        if named := telling_properties(found):
            return named
        ranked = sorted(
            found.properties.values(),
            key=lambda p: (p.null_share > 0.05, kind_of(p) != "text", -p.distinct, p.name),
        )
        return tuple(p.name for p in ranked[:1])

    @cached_property
    def persons(self) -> tuple[str, ...]:
        """The labels that *who* can stand for."""
        named = [
            label
            for label in self.schema.labels
            if any(form in LEXICON.persons for form in lemmas(split_name(label)[-1]))
        ]
        if named:
            return tuple(named)
        personal = {"born", "birthday", "gender", "lastname", "birthyear", "birthdate", "surname"}
        return tuple(
            name
            for name, label in self.schema.labels.items()
            if any(p.lower().replace("_", "") in personal for p in label.properties)
        )

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The labels that *where* can stand for."""
        return tuple(
            label
            for label in self.schema.labels
            if any(form in LEXICON.places for form in lemmas(split_name(label)[-1]))
        )

    def whereabouts(self, label: str) -> list[str]:
        """Return the labels that tell where something of a label is, likeliest first."""
        to = (
            step.to
            for step in self.steps.get(label, ())
            if step.forward and split_name(step.type)[-1] in _PLACED
        )
        return sorted(dict.fromkeys(to), key=lambda other: other not in self.places)

    @cached_property
    def placed(self) -> frozenset[str]:
        """The labels that something may be in or at."""
        there = (place for label in self.schema.labels for place in self.whereabouts(label))
        return frozenset({*self.places, *there})

    def is_place(self, measure: Measure) -> bool:
        """Return whether a property tells where something is."""
        words = split_name(measure.name)
        return measure.kind == "text" and any(f in LEXICON.places for w in words for f in lemmas(w))

    @cached_property
    def undirected(self) -> frozenset[str]:
        """The types between equals, whose stored direction says nothing."""
        return frozenset(
            type_
            for type_, join in self.schema.joins()
            if join.start == join.end
            and any(form in LEXICON.symmetric for w in split_name(type_) for form in lemmas(w))
        )

    @cached_property
    def counts(self) -> Mapping[tuple[str, bool, str, str], int]:
        """How often (type, forward) leads from a label to a label."""
        found: dict[tuple[str, bool, str, str], int] = {}
        for type_, join in self.schema.joins():
            found[type_, True, join.start, join.end] = join.count
            found[type_, False, join.end, join.start] = join.count
        return found

    def measure_named(self, measure: Measure, groups: Iterable[str]) -> float:
        """Return how well a property is one of the measures that a word goes by, 0 to 1."""
        words = tuple(split_name(measure.name))
        for rank, group in enumerate(groups):
            for phrase in LEXICON.measure_words.get(group, ((group,),)):
                if phrase == words or (len(phrase) == 1 and phrase[0] in words):
                    # Of what is dear the price says more than the cost.
                    return 0.9 - 0.05 * rank - (0.0 if group in words else 0.03)
                if len(phrase) == 1 and stems(phrase[0]) & stems(words[-1]):
                    return 0.85 - 0.05 * rank
            # What is kept in seconds lasts.
            units = (LEXICON.units.get(word.removesuffix("s")) for word in words)
            if any(unit is not None and group in unit[0] for unit in units):
                return 0.8 - 0.05 * rank
        return 0.0
