"""What rules share: the message, the schema, the weights, and how things are joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bot.reader.anchors import Anchors, Mention, NumberAnchor
from bot.reader.cues import after, cues, named
from bot.reader.ground import Ground, Measure
from bot.reader.lexicon import LEXICON
from bot.reader.past import Before
from bot.reader.sketch import Belief, Features, Link, Sketch, Vertex
from bot.reader.ways import FAR, Step, Way
from bot.reader.words import is_agent, lemmas, parts_of_speech
from memory.text import split_name

MOST_VERTICES = 6


@dataclass(frozen=True, slots=True)
class Owned:
    """A property that may be meant at some place.

    `ref` is None where nothing in the sketch has it yet; `distance` counts words.
    """

    score: float
    ref: int | None
    measure: Measure
    mention: Mention | None
    distance: int

    def before(self, sketch: Sketch) -> bool:
        """Return whether an earlier answer told of it, or was asked for by it."""
        return self.ref is not None and sketch.asked_before(self.ref, self.measure.name)


@dataclass
class Work:
    """One message over one schema.

    `ways` remembers which ways were found good at which place, `fitting` the properties that a
    figure can be compared with, `better` the words that name a second type better than a first.
    """

    ground: Ground
    anchors: Anchors
    weights: Features
    past: Sequence[Before] = ()
    ways: dict[tuple[str, str, int | None], list[tuple[float, Way]]] = field(default_factory=dict)

    fitting: dict[NumberAnchor, list[Measure]] = field(default_factory=dict)

    better: dict[tuple[str, str], int] = field(default_factory=dict)

    @cached_property
    def each(self) -> int | None:
        """Where something is asked of each of those that were spoken of, if it is."""
        found = (at for at in self.anchors.groupings if self.anchors.forms[at] == "each")
        return next(found, None)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The labels that words name."""
        named = (m for m in self.anchors.mentions if m.element[0] == "label" and m.sure)
        # Who says no more than that somebody is meant, directed that they did it.
        return frozenset(m.element[1] for m in named if m.how not in ("people", "derived"))

    @cached_property
    def asked_for(self) -> bool:
        """Whether all of the last answer is what it was asked for by, not the first so many."""
        query = self.past[0].answer.query if self.past and self.past[0].set else None
        return query is not None and query.limit is None

    @cached_property
    def cues(self) -> list[str]:
        """What says that the message goes on from what was before."""
        return cues(self.anchors)

    @cached_property
    def named(self) -> list[str]:
        """What kinds of names are in the message."""
        return [*named(self.anchors)]

    def on(self, base: str) -> list[Belief]:
        """Return what speaks for or against going on from something: as it was, as a set, anew."""
        told = [f"past.{base}:{cue}" for cue in self.cues]
        told += [f"named.{base}:{name}" for name in self.named]
        since = self.since(base)
        return [*told, *since, *(f"{one}:{cue}" for one in since for cue in self.cues)]

    @cached_property
    def last(self) -> list[str]:
        """What the last answer was."""
        return [*after(self.past)]

    def since(self, kind: str) -> list[str]:
        """Return what goes on in a way, with what it goes on from: a number, one row, several."""
        return [f"since.{kind}:{told}" for told in self.last]

    def likeliest(self, kind: str, most: int = 4) -> list[Mention]:
        """Return what words surely name of a kind, the likeliest first."""
        named = (m for m in self.anchors.mentions if m.element[0] == kind and m.sure)
        return sorted(named, key=lambda one: (-one.score, one.start))[:most]

    # Joining

    def attach(
        self,
        sketch: Sketch,
        label: str,
        position: int | None,
        *,
        group: int = 0,
        implied: bool = False,
        most: int = 3,
        sources: Sequence[int] | None = None,
        why: str = "label",
    ) -> Iterator[tuple[Sketch, int]]:
        """Yield the sketch with a new vertex joined to it in the likeliest ways, and its number."""
        if len(sketch.vertices) >= MOST_VERTICES:
            return
        options: list[tuple[float, int, Way]] = []
        for number, vertex in enumerate(sketch.vertices):
            allowed = number in sources if sources is not None else vertex.group in (0, group)
            if not allowed:
                continue
            nearness = -0.1 if vertex.implied else 0.0
            if position is not None and vertex.position is not None:
                nearness -= 0.02 * abs(position - vertex.position)
            for score, way in self.good_ways(vertex.label, label, position):
                worn = _WORN * sum(self._worn(step.type, sketch.covered) for step in way)
                options.append((score + nearness - worn, number, way))
        options.sort(key=lambda option: -option[0])
        shortest = min((len(way) for _, _, way in options), default=1)
        close = len(options) > 1 and options[1][0] > options[0][0] - 0.05
        # Where words name more than there is between two, the direct way is one to think of.
        direct = next((one for one in options[most:] if len(one[2]) == shortest), None)
        longer = all(len(way) > shortest for _, _, way in options[:most])
        tried = [*options[:most], *([direct] if direct and longer else [])]
        tried += [one for one in options if len(one[2]) > FAR and one not in tried][:1]
        for _, number, way in tried:
            joined, last = self._walk(sketch, number, way, position, group, implied, why)
            far = sketch.vertices[number].position
            said: list[Belief] = ["join.ambiguous"] if close else []
            said += ["join.direct"] if longer and len(way) == shortest else []
            if self.ground.ways.is_chain(sketch.vertices[number].label, way):
                said.append(("join.chain", len(way) - 1.0))
            elif excess := len(way) - shortest:
                said.append(("join.excess", float(excess)))
            if position is not None and far is not None:
                said.append(("join.far", abs(position - far) / 5))
            if position is not None:
                said.append(self._connector(sketch, number, position))
            joined.believe(self.weights, said)
            yield joined, last

    def narrow(self, label: str) -> list[str]:
        """Return what speaks against a label that nothing names, where a wider one would do."""
        known = self.ground.schema.labels.get(label)
        narrow = known is not None and known.implies and label not in self.labels
        return ["label.narrow"] if narrow else []

    def _connector(self, sketch: Sketch, number: int, position: int) -> str:
        """What stands before a word, and what it is joined to: of what was last spoken of."""
        spoken = [
            (v.position, n)
            for n, v in enumerate(sketch.vertices)
            if v.position is not None and v.position < position
        ]
        last = max(spoken)[1] if spoken else None
        to = "last" if number == last else "target" if number == sketch.target else "other"
        before = [f for f in self.anchors.before(position, 3) if f not in _ARTICLES]
        word = before[-1] if before else "start"
        word = word if word in LEXICON.function_words or word in ",-:;" else "word"
        return f"joined.{word}:{to}"

    def good_ways(self, start: str, end: str, position: int | None) -> list[tuple[float, Way]]:
        """Return the likeliest ways from label to label, and how well the words speak for each."""
        key = (start, end, position)
        if key not in self.ways:
            ranked = [(self._way_score(way, position), way) for way in self.ground.ways(start, end)]
            ranked.sort(key=lambda one: -one[0])
            least = min((len(way) for _, way in ranked), default=0)
            direct = [one for one in ranked[4:] if len(one[1]) == least][:2]
            # Finds of a site may lie a chain of layer, trench and campaign away.
            direct += [one for one in ranked[4:] if len(one[1]) > FAR]
            self.ways[key] = [*ranked[:4], *direct]
        return self.ways[key]

    def _way_score(self, way: Way, position: int | None) -> float:
        """How well the words speak for a way: its types named near, few steps."""
        total, used = 0.0, set[int]()
        for step in way:
            best, chosen = -0.5, None
            meant = self._of_others(way, step)
            for one in self.anchors.of_type.get(step.type, ()):
                if one.mask & meant:
                    continue
                worth = one.score * (1.3 if one.sure else 0.8) - 0.5 * self._rivalled(one)
                worth -= 0.03 * max(0, abs(one.start - (position or 0)) - 3)
                worth -= 1.2 if one.start in used else 0.0
                if worth > best:
                    best, chosen = worth, one
            if chosen is not None:
                used.add(chosen.start)
            total += best - _STEP
        return total

    def _worn(self, type_: str, covered: int) -> bool:
        """Return whether all that names a type is read already, and is no noun."""
        named = [one.mask for one in self.anchors.of_type.get(type_, ()) if one.sure]
        return bool(named) and all(mask & covered & ~self._nouns for mask in named)

    @cached_property
    def _nouns(self) -> int:
        """The words that name labels."""
        nouns = 0
        for one in self.anchors.mentions:
            nouns |= one.mask if one.element[0] == "label" and one.how == "exact" else 0
        return nouns

    def _rivalled(self, one: Mention) -> float:
        """Return by how much its words name another type better, or anything but by vectors."""
        if not one.sure:
            return max(0.0, self.anchors.named[one.start] - one.score)
        return max(0.0, self._types_at.get(one.start, 0.0) - one.score)

    @cached_property
    def _types_at(self) -> dict[int, float]:
        """How well the word at a place names the type that it names best."""
        found: dict[int, float] = {}
        for one in self.anchors.mentions:
            if one.element[0] == "type" and one.sure:
                for at in range(one.start, one.end):
                    found[at] = max(found.get(at, 0.0), one.score)
        return found

    def _of_others(self, way: Way, step: Step) -> int:
        """The words that name another step of a way better than this one."""
        meant = 0
        for other in way if len(way) > 1 else ():
            key = (step.type, other.type)
            if key not in self.better:
                mine = self.anchors.of_type.get(step.type, ())
                theirs = self.anchors.of_type.get(other.type, ()) if mine else ()
                self.better[key] = 0
                for one in theirs:
                    if any(m.mask & one.mask and m.score < one.score for m in mine):
                        self.better[key] |= one.mask
            meant |= self.better[key] if other.type != step.type else 0
        return meant

    def _walk(
        self,
        sketch: Sketch,
        start: int,
        way: Way,
        position: int | None,
        group: int,
        implied: bool,
        why: str,
    ) -> tuple[Sketch, int]:
        at, joined, first = start, sketch.but(), sketch.vertices[start].position
        for nth, step in enumerate(way):
            last = nth == len(way) - 1
            joined, new = joined.vertex(
                Vertex(step.to, position if last else None, implied or not last, group)
            )
            meant = self._of_others(way, step)
            said = self.linked(joined, step, at, new, position, meant=meant)
            if self._named_at is not None and position is not None and first is not None:
                between = min(first, position) <= self._named_at <= max(first, position)
                said.append("join.between" if between else "join.aside")
            steps = ["join.step", f"join.step_to_{why}", *(["join.long"] if nth else [])]
            steps += self.narrow(step.to)
            joined.believe(self.weights, [*said, *steps])
            at = new
        return joined, at

    def linked(
        self,
        sketch: Sketch,
        step: Step,
        start: int,
        end: int,
        position: int | None,
        *,
        group: int = 0,
        meant: int = 0,
    ) -> list[Belief]:
        """Join two of a sketch, which nobody else holds; return what the words say of it.

        `meant` are words that name something else.
        """
        said = self.link_features(sketch, step, start, end, position, meant)
        sketch.covered |= self._cover
        ends = (start, step.type, end) if step.forward else (end, step.type, start)
        sketch.links = (*sketch.links, Link(*ends, group))
        return said

    def link_features(
        self, sketch: Sketch, step: Step, start: int, end: int, position: int | None, meant: int = 0
    ) -> list[Belief]:
        """What the words say of one relationship; `_cover` has the words that name it."""
        self._cover, self._named_at = 0, None
        ranked = sorted(
            (one for one in self.anchors.of_type.get(step.type, ()) if not one.mask & meant),
            key=lambda m: -self._nearness(m, position, sketch.covered),
        )
        if not ranked:
            return ["join.unnamed"]
        best, said = ranked[0], list[Belief]()
        if sketch.covered & best.mask:
            said.append(("join.named_again", best.score))
        else:
            said.append(("join.named" if best.sure else "join.named_by_vector", best.score))
            said.append(f"join.{best.how}")
            self._named_at = best.start
            if best.sure:
                self._cover |= best.mask
        for other in ranked[1:2]:
            if other.sure and not other.mask & best.mask and other.score > 0.3:
                said.append(("join.named_twice", other.score))
                self._cover |= other.mask
        here, there = sketch.vertices[start].position, sketch.vertices[end].position
        if self._either_way(step, sketch.vertices[start].label):
            there = position if there is None else there
            said += self._directions(best, step.forward, here, there)
        return said

    def _directions(
        self, best: Mention, forward: bool, here: int | None, there: int | None
    ) -> list[Belief]:
        """What the order of words says of who does it to whom."""
        said: list[Belief] = []
        manner = self.manner(best)
        if here is not None and there is not None:
            between = min(here, there) < best.start <= max(here, there)
            sign = "+" if forward == (here <= there) else "-"
            said.append(f"direction{sign}:{manner}:{'between' if between else 'outside'}")
        before = max((x for x in (here, there) if x is not None and x < best.start), default=None)
        if before is not None:
            doer = (here if forward else there) == before
            both = "both" if here is not None and there is not None else "one"
            said.append(f"doer_before.{doer}:{manner}:{both}")
            if (wanted := _does(manner)) is not None:
                said.append("order.agrees" if doer == wanted else "order.against")
        return said

    _cover: int = 0
    _named_at: int | None = None

    def _nearness(self, one: Mention, position: int | None, covered: int) -> float:
        far = 0.03 * max(0, abs(one.start - position) - 3) if position is not None else 0.0
        return one.score - far - (0.3 if covered & one.mask else 0.0)

    def _either_way(self, step: Step, label: str) -> bool:
        """Return whether the type leads between the same labels in the other direction, too."""
        return (step.type, not step.forward, label, step.to) in self.ground.counts

    def manner(self, one: Mention) -> str:
        """Return how words that name a relationship stand, which tells who does what to whom."""
        forms = self.anchors.forms
        word, following = forms[one.end - 1], forms[one.end : one.end + 2]
        owned = split_name(one.element[1])[0] in ("has", "have")
        if forms[max(0, one.start - 1)] in _NONE:
            told = "none"
        elif one.how in ("derived", "part", "synonym") and is_agent(word) and not owned:
            told = "agent"
        elif "by" in following:
            told = "passive"
        elif following[:1] and following[0] in _NOUN_WITH and self._noun(one):
            told = f"noun_{following[0]}"
        elif LEXICON.receiving & {*forms[max(0, one.start - _RECEIVED) : one.start]}:
            told = "received"
        elif set(forms[max(0, one.start - 3) : one.start]) & _HAVING:
            told = "having"
        elif word.endswith(("ed", "ing")):
            told = "done"
        else:
            told = "plain"
        # MENTORED_BY leads from whom it is done to.
        voice = "_by" if split_name(one.element[1])[-1] == "by" else ""
        return f"{told}_owned" if owned else f"{told}{voice}"

    def _noun(self, one: Mention) -> bool:
        """Return whether words stand as a noun: the supply of, but not supplies to."""
        before = self.anchors.forms[max(0, one.start - 1)]
        if before in _DETERMINERS or self.anchors.forms[one.end] == "of":
            return True
        return "VERB" not in parts_of_speech(self.anchors.forms[one.end - 1])

    def link_on(
        self, sketch: Sketch, type_: str, *, group: int = 0, only: int | None = None
    ) -> Iterator[tuple[Sketch, int]]:
        """Yield the sketch with a relationship whose other end is whatever, and the link's ref."""
        if len(sketch.vertices) >= MOST_VERTICES:
            return
        given = 0
        joins = self.ground.schema.relationships[type_].joins
        for number, vertex in enumerate(sketch.vertices):
            if vertex.group not in (0, group) or only not in (None, number):
                continue
            for join in joins:
                for mine, other, forward in (
                    (join.start, join.end, True),
                    (join.end, join.start, False),
                ):
                    if mine != vertex.label:
                        continue
                    linked, new = sketch.vertex(Vertex(other, None, True, group))
                    ends = (number, type_, new) if forward else (new, type_, number)
                    linked.links = (*linked.links, Link(*ends))
                    said = ["join.step", "join.step_to_open", "join.open", *self.narrow(other)]
                    if join.start == join.end:
                        said += self._own_kind(type_, forward, number == sketch.target)
                    if number != sketch.target:
                        said.append("join.open_aside")
                    yield linked.believe(self.weights, said), -len(linked.links)
                    given += 1
                    if given >= 4:
                        return

    def _own_kind(self, type_: str, forward: bool, target: bool) -> list[str]:
        """What speaks for a direction between two of one label."""
        mentions = self.anchors.of_type.get(type_)
        said = ["join.out" if forward else "join.in"]
        if mentions:
            best = max(mentions, key=lambda one: one.score)
            sign, place = "+" if forward else "-", "target" if target else "other"
            said.append(f"own_kind{sign}:{self.manner(best)}:{place}")
            # Services nothing depends on are what is depended on.
            none = self.manner(best).startswith("none")
            wanted = False if none else _does(self.manner(best))
            if target and wanted is not None:
                said.append("own_kind.agrees" if forward == wanted else "own_kind.against")
        return said

    # Properties

    def owned(
        self,
        sketch: Sketch,
        position: int,
        fits: Iterable[Measure],
        *,
        span: int = 7,
        behind: bool = False,
        bonus: float = 0.0,
    ) -> list[Owned]:
        """Return the properties that may be meant at a place, likeliest first.

        Args:
            sketch: Whose vertices and links may have them.
            position: The word that needs a property.
            fits: The properties that can be meant at all.
            span: How many words away one may be named.
            behind: Whether it is rather named behind the place.
            bonus: What one that nobody names is worth.
        """
        have: dict[str, list[int]] = {}
        for ref in sketch.refs():
            have.setdefault(sketch.owner(ref), []).append(ref)
        found: list[Owned] = []
        for measure in fits:
            best: tuple[float, Mention | None, int] | None = None
            for one in self.anchors.of_property.get((measure.owner, measure.name), ()):
                distance = min(abs(one.start - position), abs(one.end - 1 - position))
                worth = one.score * (1.0 if one.sure else 0.8) - 0.06 * distance
                worth -= 0.1 if behind and one.start < position else 0.0
                if distance <= span and (best is None or worth > best[0]):
                    best = (worth, one, distance)
            refs = have.get(measure.owner)
            if best is None:
                if not refs:
                    continue
                best = (-0.5 + bonus, None, 0)
            score, mention, distance = best
            if refs:
                for ref in refs:
                    implied = ref >= 0 and sketch.vertices[ref].implied
                    found.append(
                        Owned(score - (0.05 if implied else 0), ref, measure, mention, distance)
                    )
            elif mention is not None and mention.sure and mention.how != "near":
                found.append(Owned(score - 0.4, None, measure, mention, distance))
        return sorted(found, key=lambda one: -one.score)

    def with_owner(self, sketch: Sketch, one: Owned, position: int) -> Iterator[tuple[Sketch, int]]:
        """Yield the sketch with what has the property, and its ref."""
        if one.ref is not None:
            yield sketch.but(), one.ref
        elif self.ground.is_label(one.measure.owner):
            yield from self.attach(
                sketch, one.measure.owner, position, implied=True, most=1, why="property"
            )
        else:
            yield from list(self.link_on(sketch, one.measure.owner))[:2]

    def told_before(self, owner: str, name: str) -> bool:
        """Return whether the last answer showed a property, or was asked for by it."""
        last = self.past[0].whole if self.past else None
        if last is None:
            return False
        told = [(c.ref, c.property) for c in last.columns]
        told += [(t.ref, t.property) for t in last.tests if t.part != "raw"]
        return any(last.owner(ref) == owner and told_of == name for ref, told_of in told)

    def by_identifier(self, measure: Measure, mention: Mention | None) -> bool:
        """Return whether an identifier would be taken for what nobody calls so: users, userId."""
        last = self.anchors.forms[mention.end - 1] if mention is not None else ""
        return measure.identifies and not any(f in LEXICON.identifiers for f in lemmas(last))

    def whose(self, sketch: Sketch, ref: int, position: int) -> str:
        """Return whether a property is said of what was last spoken of."""
        spoken = [
            (v.position, n)
            for n, v in enumerate(sketch.vertices)
            if v.position is not None and v.position <= position
        ]
        if not spoken:
            return "owner.first"
        last = max(spoken)[1]
        if ref >= 0:
            if ref == last:
                return "owner.last"
            return "owner.target" if ref == sketch.target else "owner.other"
        link = sketch.links[-1 - ref]
        return "owner.link_of_last" if last in (link.start, link.end) else "owner.link_of_other"

    def goes_on(self, at: int) -> bool:
        """Return whether a question word says more of the noun before it: zones where."""
        return any(
            m.end == at and m.sure and m.element[0] == "label" for m in self.anchors.mentions
        )

    def negation(self, sketch: Sketch, position: int, span: int = 5) -> int | None:
        """Return the unused negating word that stands before a position, if one is near."""
        for at in self.anchors.negations:
            # By nobody, from nowhere.
            absent = self.anchors.forms[at] in _NONE and 0 < at - position <= 2
            if absent and not sketch.covered >> at & 1:
                return at
        for at in reversed(self.anchors.negations):
            form = self.anchors.forms[at]
            own = at == position and form not in LEXICON.negations
            # What is unanswered is not answered; it says nothing of what comes behind.
            if (
                (at == position if own else at < position)
                and position - at <= (_MOST_REMOVED if at in self.anchors.removals else span)
                and not self._parted(at, position)
                and not sketch.covered >> at & 1
            ):
                return at
        return None

    def _parted(self, at: int, position: int) -> bool:
        """Return whether something else is asked between two places: drop those, how many are."""
        forms = self.anchors.forms
        for n in range(at + 1, position):
            opens = forms[n + 1] in LEXICON.question_words or forms[n + 1] in _SHOW
            if forms[n] in _ENDS or (opens and forms[n] in _PARTS):
                return True
        return at in self.anchors.removals and "and" in forms[at:position]

    def new_group(self, sketch: Sketch, kind: str) -> tuple[Sketch, int]:
        """Return a copy with one more group, and its number."""
        return sketch.but(groups=(*sketch.groups, kind)), len(sketch.groups) + 1


# What a step of a way costs: so much that a longer one is not better for what it has named as well.
_STEP = 0.9
# What a step costs of which the words are spoken for.
_WORN = 0.3
# So far behind what says that something was received it may be named.
_RECEIVED = 5
# So far ahead a verb may stand that has something go.
_MOST_REMOVED = 9
_HAVING = {"have", "has", "having", "with", "as", "had", "their", "its"}
_NOUN_WITH, _DETERMINERS = {"of", "to", "for", "from"}, {"the", "a", "an", "'s", "its", "their"}
_ARTICLES = {"the", "a", "an", "any", "some", "all", "our"}
_ENDS, _PARTS = {".", "?", ";", ":"}, {",", "and", "-", "then"}
_SHOW = {"show", "list", "give", "tell", "name", "keep"}
_NONE = {"nothing", "nobody", "none", "nowhere"}


def _does(manner: str) -> bool | None:
    """Return whether who stands before a verb does it; None where the words do not tell."""
    told, _, voice = manner.partition("_")
    if told in ("plain", "done", "having") and voice in ("", "by"):
        return voice != "by"
    return voice == "by" if told in ("passive", "received") and voice in ("", "by") else None
