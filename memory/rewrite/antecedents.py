"""What earlier turns left to refer to: individuals, the groups they came in, and single values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memory.conversation import Exchange, Mention
from memory.english import singular
from memory.query import Aggregate, Query
from memory.rewrite.grammar import stem
from memory.rewrite.kinds import (
    is_person,
    is_place,
    label_words,
    names_property,
    noun_of_person,
)
from memory.schema import Schema
from memory.text import fold
from memory.tree_edits import individuals, ungrouped

_REACH = 4
_LISTED = 50
_NAMED = 8
# How many on average have a value that names none of them: three flights of one status, not two
# people of one name.
_SHARED = 3


@dataclass(frozen=True, slots=True)
class Antecedents:
    """The answered exchanges of a conversation, oldest first, on one graph."""

    answered: tuple[Exchange, ...]
    schema: Schema | None = None

    @property
    def last(self) -> Exchange | None:
        """The last answered exchange."""
        return self.answered[-1] if self.answered else None

    @property
    def base(self) -> Exchange:
        """The last answered exchange, where there is one."""
        return self.answered[-1]

    def recent(self) -> Iterator[Exchange]:
        """The last few answered exchanges, newest first."""
        yield from self.answered[: -_REACH - 1 : -1]

    def listed(self, place: int, *, parallel: bool = False) -> Mention | None:
        """The individual at a place (from 1, or -1 for the last) of the newest list.

        With `parallel` ("and the third one?") of the list that the last question named one of.
        """
        lists = [exchange for exchange in self.recent() if _is_list(exchange)]
        if not lists:
            single = self.last.mentions if self.last else ()
            return single[0] if len(single) == 1 and place in (1, -1) else None
        chosen = lists[0]
        if parallel and self.last is not None:
            values = {mention.value for mention in named(self.last)}
            before = [e for e in lists if values & {m.value for m in e.mentions} and e != self.last]
            chosen = before[0] if before else chosen
        mentions = chosen.mentions
        # The last of a longer list was never seen.
        whole = chosen.row_count is None or chosen.row_count <= _LISTED
        if place < 0:
            return mentions[place] if whole and -place <= len(mentions) else None
        return mentions[place - 1] if place <= len(mentions) else None

    def singles(self, kind: str) -> Iterator[Mention]:
        """Individuals that "he", "it" or "there" can mean, the likeliest first.

        `kind` is person, thing or place. A group that fits hides what was said before it; what a
        question only took over from the one before it comes last.
        """
        taken_over: list[Mention] = []
        for exchange in self.recent():
            mentions = exchange.mentions
            group = _is_list(exchange) and self.fits(mentions[0].label, kind)
            if len(mentions) == 1 and self.fits(mentions[0].label, kind) and not told(exchange):
                yield mentions[0]
            for mention in named(exchange):
                if not self.fits(mention.label, kind) or same(mentions, mention):
                    continue
                if self._sorts(mention):
                    continue
                if group and kind != "person" and mention.label != mentions[0].label:
                    continue
                if _said(mention, exchange):
                    yield mention
                else:
                    taken_over.append(mention)
            if group:
                break
        yield from taken_over

    def named_thing(self) -> Mention | None:
        """The one thing that the last question named, where what it listed are others."""
        last = self.last
        if last is None or not _is_list(last):
            return None
        found = [m for m in named(last) if not self._sorts(m)]
        alike = found and found[0].label == last.mentions[0].label
        return found[0] if len(found) == 1 and not alike else None

    def _sorts(self, mention: Mention) -> bool:
        """Whether it is a value that many have in common (a status), and so nobody's name."""
        known = self.schema.labels.get(mention.label) if self.schema else None
        prop = known.properties.get(mention.property) if known else None
        if known is None or prop is None or not prop.distinct:
            return False
        return known.count > _SHARED * prop.distinct

    def of_noun(self, noun: str) -> Iterator[Mention]:
        """Individuals that "that film" or "the same studio" can mean, the likeliest first."""
        one, root = singular(noun), stem(noun)
        found = [m for e in self.recent() for m in self._individuals(e)]
        yield from (m for m in found if one in label_words(m.label, self.schema))
        last = self.last
        if last is None or any(one in label_words(m.label, self.schema) for m in found):
            return
        # A synonym of the label, or a role, that the question itself used: "the movie".
        said = fold(f"{last.question} {last.standalone}").split()
        spoken = root in map(stem, said) and not names_property(one, self.schema)
        kind = "person" if noun_of_person(one) else "thing"
        if _is_list(last) and self.fits(last.mentions[0].label, kind):
            return
        if spoken or one in ("one", "person", "guy", "man", "woman", "place", "thing", "movie"):
            yield from (m for m in self._individuals(last) if self.fits(m.label, kind))

    def _individuals(self, exchange: Exchange) -> Iterator[Mention]:
        if len(exchange.mentions) == 1:
            yield exchange.mentions[0]
        yield from named(exchange)

    @property
    def one_person(self) -> bool:
        """Whether the last answer is one person, and was not picked as one of several."""
        last = self.last
        if last is None or len(last.mentions) != 1 or is_plural_answer(last):
            return False
        return is_person(last.mentions[0].label, self.schema) and self.group() is last

    @property
    def last_amount(self) -> bool:
        """Whether the last answer is a number alone."""
        last = self.last
        if last is None or last.query is None or last.query.form == "list":
            return False
        return isinstance(last.value, int | float)

    @property
    def listed_places(self) -> bool:
        """Whether the last answer lists places."""
        return self.last is not None and _is_list(self.last) and is_place(subject_label(self.last))

    def candidates(self, kind: str, noun: str) -> Sequence[Mention]:
        """The individuals of the newest list, where "it" or "that film" could be one of them."""
        for exchange in self.recent():
            if _is_list(exchange):
                label = exchange.mentions[0].label
                named = kind == "noun" and singular(noun) in label_words(label, self.schema)
                kind = ("person" if noun_of_person(noun) else "thing") if kind == "noun" else kind
                return exchange.mentions if named or self.fits(label, kind) else ()
        return ()

    def fits(self, label: str, kind: str) -> bool:
        """Whether an individual of the label can be a person, a thing or a place."""
        if kind == "thing":
            return not is_person(label, self.schema)
        if kind == "place":
            return is_place(label)
        # Where no label of the graph is like a person, anything can be "he".
        return not label or is_person(label, self.schema) or not self._has_people()

    def _has_people(self) -> bool:
        labels = self.schema.labels if self.schema else ()
        return any(is_person(label, self.schema) for label in labels) or not labels

    def group(self, noun: str = "") -> Exchange | None:
        """The exchange that "those" or "those films" means."""
        plural = [e for e in self.recent() if is_plural_answer(e)]
        if noun and noun not in ("ones", "results", "rows"):
            one = singular(noun)
            for exchange in self.recent():
                alike = one in label_words(subject_label(exchange), self.schema)
                if alike and (exchange in plural or exchange is self.last):
                    return exchange
            person = noun_of_person(one)
            for exchange in plural:
                label = subject_label(exchange)
                if label and is_person(label, self.schema) == person:
                    return exchange
        if plural and self.last is not None and self._narrows(self.last, plural[0]):
            return self.last
        return plural[0] if plural else self.last

    def group_before(self, exchange: Exchange) -> Exchange | None:
        """The last group of other things than those of `exchange`."""
        kind = subject_label(exchange)
        others = (e for e in self.recent() if is_plural_answer(e) and subject_label(e) != kind)
        return next((e for e in others if subject_label(e)), None)

    def people_before(self, exchange: Exchange) -> Sequence[Mention]:
        """The one person spoken of before a group of things."""
        if is_person(subject_label(exchange), self.schema) or not self._has_people():
            return ()
        found = list(dict.fromkeys(self.singles("person")))
        return found if len(found) == 1 else ()

    @staticmethod
    def _narrows(last: Exchange, before: Exchange) -> bool:
        """Whether an answer of one row still is a list: of the same kind, with nothing picked."""
        query = last.query
        listed = query is not None and query.form == "list" and query.limit is None
        return listed and subject_label(last) == subject_label(before) != ""

    def context(self, exchange: Exchange) -> Query | None:
        """The tree that a question about the individuals of `exchange` is read against.

        A tree with groups cannot be narrowed further: there its individuals are named one by one,
        if all of them were kept.
        """
        query = exchange.query
        if query is None:
            return self.one_by_one(exchange)
        if not (_closed(query) or query.limit is not None):
            return query
        mentions = exchange.mentions
        # A reading that names so many is none that a person reads.
        if query.limit is None and len(mentions) > _NAMED:
            anyone = ungrouped(query)
            if anyone is not None:
                return anyone
        first = _all_alike(exchange)
        if first is None or not (_closed(query) or self._tells_apart(first.label, first.property)):
            return query
        return individuals(first.label, first.property, [m.value for m in mentions])

    def one_by_one(self, exchange: Exchange) -> Query | None:
        """The individuals of an answer by their names: where its own tree cannot be gone on from.

        Those that earn more than somebody are other people once something else is asked of them.
        """
        first = _all_alike(exchange)
        if first is None or len(exchange.mentions) != exchange.row_count:
            return None
        if len(exchange.mentions) < 2 or not self._tells_apart(first.label, first.property):
            return None
        return individuals(first.label, first.property, [m.value for m in exchange.mentions])

    def _tells_apart(self, label: str, name: str) -> bool:
        """Whether no two individuals of a label have the same value of a property."""
        known = self.schema.labels.get(label) if self.schema else None
        prop = known.properties.get(name) if known else None
        return known is not None and prop is not None and prop.distinct >= known.count > 0


def answered(history: Sequence[Exchange], schema: Schema | None) -> Antecedents:
    """The exchanges of `history` that had an answer."""
    kept = (e for e in history if e.verdict == "answerable" and e.cypher is not None)
    return Antecedents(tuple(kept), schema)


def same(mentions: Sequence[Mention], mention: Mention) -> bool:
    """Whether `mention` is the only one of `mentions`, whatever it was called."""
    return [replace(one, name="") for one in mentions] == [replace(mention, name="")]


def told(exchange: Exchange) -> bool:
    """Whether the answer is only a figure of what its question named: the 72 beds of a hut."""
    if len(exchange.mentions) != 1:
        return False
    answer = exchange.mentions[0]
    if answer.name or isinstance(answer.value, str):
        return False
    return any(m.label == answer.label and m.property != answer.property for m in named(exchange))


def named(exchange: Exchange) -> list[Mention]:
    """The stored values its question named, those typed in this very message first."""
    typed = fold(exchange.question)
    values = sorted(exchange.linked, key=lambda v: fold(v.text) not in typed)
    found = (Mention(v.label, v.property, v.value, nodes=v.nodes) for v in values)
    return list(dict.fromkeys(found))


def _said(mention: Mention, exchange: Exchange) -> bool:
    """Whether a question names a value itself, or means it by a pronoun."""
    value = str(mention.value)
    return fold(value) in fold(exchange.question) or f'"{value}"' in exchange.standalone


def subject_label(exchange: Exchange) -> str:
    """The label of what an exchange asked for, where known."""
    if exchange.query is not None:
        for node in exchange.query.pattern.nodes:
            if node.variable == exchange.query.subject and node.labels:
                return node.labels[0]
    return exchange.mentions[0].label if exchange.mentions else ""


def is_plural_answer(exchange: Exchange) -> bool:
    """Whether an answer was about several individuals, listed or counted."""
    if exchange.query is not None and exchange.query.form in ("yes_no", "none"):
        return False
    if exchange.query is not None and exchange.query.form in ("count", "value"):
        return exchange.query.form == "count" or _averages(exchange.query)
    return len(exchange.mentions) > 1 or exchange.row_count != 1


def _all_alike(exchange: Exchange) -> Mention | None:
    """The first of an answer's individuals, where all were kept and are of one kind."""
    mentions = exchange.mentions
    whole = mentions and exchange.row_count is not None and exchange.row_count <= _LISTED
    alike = len({(m.label, m.property) for m in mentions}) == 1
    return mentions[0] if whole and alike and mentions[0].label else None


def _is_list(exchange: Exchange) -> bool:
    """Whether several individuals of one kind were answered, and not values of the question."""
    kinds = {(mention.label, mention.property) for mention in exchange.mentions}
    return len(exchange.mentions) > 1 and len(kinds) == 1


def _averages(query: Query) -> bool:
    return any(isinstance(column.operand, Aggregate) for column in query.columns)


def _closed(query: Query) -> bool:
    grouped = (
        any(isinstance(c.operand, Aggregate) for c in query.columns) and len(query.columns) > 1
    )
    return bool(query.having) or grouped
