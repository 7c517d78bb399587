"""Things and facts of a passage by a model: together in one call, or apart, in a call a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ValidationError

from bot.events import Usage
from bot.extraction import ExtractRequest, Kinds, SameRequest, Told, ToldFact, ToldThing
from bot.models.item_schema import NUMBER, TEXT, object_schema, one_of, reply_schema
from bot.models.listing import Item
from bot.models.numbered import Numbered
from bot.models.openai_model import OpenAIModel
from bot.models.prompt import filled
from bot.models.reply import object_in
from bot.models.tokens import estimated

_LONGEST = 2_000
# Items of a list at most: as many as there are sentences, and so many beside.
_BESIDE = 8
# Tokens of a reply at most: for a character of the passage and each list, and beside.
_A_CHARACTER, _TOKENS_BESIDE = 0.25, 250
# So many passages are read at once.
_AT_ONCE = 4
# How often what a reply left unread is asked for anew, each time in smaller parts.
_DEEPEST = 3
_OPEN = (
    'The labels are yours to choose, as few as will do: "Company", "LegalProceeding". Predicates '
    'of properties are like "filed" or "amount", those of relationships like "WORKS_FOR".'
)
_FACT = ("subject", "predicate", "object")
_YES_OR_NO = object_schema("answer", {"answer": one_of(["yes", "no"])})
_Words: TypeAlias = Callable[..., str]
"""The sentence that says something, by the names in it."""
_Read: TypeAlias = Callable[[Item, _Words], Told]


class _Same(BaseModel):
    same: bool


class _Answer(BaseModel):
    answer: Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One question over a passage: what a reply lists, and how an item of it is read.

    `kinds` are all that are asked for together; else `told` asks for one kind, and `whether` for a
    yes or no before that: small models list something where there is nothing, yet know it is not
    there.
    """

    lists: Mapping[str, Mapping[str, Any]]
    read: _Read
    kinds: str = ""
    told: str = ""
    whether: str = ""

    def prompt(self, request: ExtractRequest, text: str, told: str = "") -> str:
        """The prompt over a text, which is the numbered passage or a part of it."""
        headings = f"Headings: {' > '.join(request.headings)}" if request.headings else ""
        given = {"document": request.document, "headings": headings, "text": text}
        if self.told:
            return filled("extract.apart", ask=told or self.told, **given)
        return filled("extract", kinds=self.kinds, **given)


class ModelExtractor:
    """`bot.extraction.Extractor` by a chat model."""

    def __init__(self, model: OpenAIModel, *, apart: bool = False) -> None:
        """With `apart`, a schema's kinds are asked for one by one, and passages read one by one.

        What a small server keeps of the prompt before is then nearly all of the next.
        """
        self.name, self.at_once = model.name, 1 if apart else _AT_ONCE
        self._model, self._apart = model, apart

    async def extract(self, request: ExtractRequest) -> tuple[Told, Usage]:
        """The things and facts of a passage, under an enforced JSON schema where that can be.

        Raises:
            ModelError: unreachable, refused, or a reply that is no such JSON.
        """
        numbered, told, usage = Numbered(request.text), Told(), Usage()
        for ask in self._asks(request.kinds):
            if ask.whether:
                prompt = ask.prompt(request, numbered.shown(), ask.whether)
                said, cost = await self._model.structured(prompt, _answer_from, _YES_OR_NO)
                usage += cost
                if said == "no":
                    continue
            part, cost = await self._asked(ask, request, numbered, numbered.first, numbered.last)
            told, usage = told + part, usage + cost
        return told, usage

    async def same(self, request: SameRequest) -> tuple[bool, Usage]:
        """Whether two names are of one thing.

        Raises:
            ModelError: unreachable, refused, or a reply that is no such JSON.
        """
        schema = object_schema("same", {"same": {"type": "boolean"}})
        return await self._model.structured(same_prompt(request), _same_from, schema)

    def tokens(self, request: ExtractRequest) -> int:
        """About how many tokens the prompts for a passage take."""
        shown = Numbered(request.text).shown()
        asks = self._asks(request.kinds)
        prompts = [ask.prompt(request, shown) for ask in asks]
        prompts += [ask.prompt(request, shown, ask.whether) for ask in asks if ask.whether]
        return sum(map(estimated, prompts))

    async def close(self) -> None:
        """Let go of the connections."""
        await self._model.close()

    def _asks(self, kinds: Kinds) -> list[Ask]:
        return list(asks_apart(kinds)) if self._apart and kinds.labels else [ask_together(kinds)]

    async def _asked(
        self,
        ask: Ask,
        request: ExtractRequest,
        text: Numbered,
        first: int,
        last: int,
        deep: int = 0,
    ) -> tuple[Told, Usage]:
        """What some sentences say; those that a reply did not come to are asked for anew."""
        shown = text.shown(first, last)
        schema = reply_schema("passage", ask.lists, last - first + 1 + _BESIDE)
        tokens = round(_A_CHARACTER * len(ask.lists) * len(shown)) + _TOKENS_BESIDE
        listing, usage = await self._model.listed(ask.prompt(request, shown), schema, tokens)
        told, come = Told(), first - 1
        for item in listing.items:
            at = item.get("at")
            at = at if isinstance(at, int) else 0
            told += ask.read(item, lambda *names, at=at: text.saying(names, at))
            if ask.told or "subject" in item:  # these stand in the order of the passage
                come = max(come, min(at, last))
        if listing.ended or come >= last:
            return told, usage
        if deep == _DEEPEST or (come < first and first == last):
            return told + Told(unread=last - come), usage
        # Nothing is known of where it stood: each half anew.
        middle = (first + last) // 2
        parts = [(come + 1, last)] if come >= first else [(first, middle), (middle + 1, last)]
        for one in parts:
            more, cost = await self._asked(ask, request, text, *one, deep + 1)
            told, usage = told + more, usage + cost
        return told, usage


def ask_together(kinds: Kinds) -> Ask:
    """The one call that asks for all there is.

    >>> kinds = Kinds({"Firm": ("", {"founded": "date"})}, (("Firm", "OWNS", "Firm"),))
    >>> ask = ask_together(kinds)
    >>> ask.lists["things"]["label"], ask.lists["facts"]["predicate"]["enum"]
    ({'type': 'string', 'enum': ['Firm']}, ['founded', 'OWNS'])
    >>> ask.read({"label": "Firm", "name": "Ada"}, lambda name: f"{name}.").things
    (ToldThing(name='Ada', label='Firm', words='Ada.'),)
    """
    predicates = [name for _, properties in kinds.labels.values() for name in properties]
    predicates += [type_ for _, type_, _ in kinds.joins]
    predicate = one_of(list(dict.fromkeys(predicates)))
    things = {"at": NUMBER, "label": one_of(list(kinds.labels)), "name": TEXT}
    facts = {"at": NUMBER, "subject": TEXT, "predicate": predicate, "object": TEXT}
    return Ask({"things": things, "facts": facts}, _thing_or_fact, _told_kinds(kinds))


def asks_apart(kinds: Kinds) -> Iterator[Ask]:
    """A question for each relationship, and for each label that has properties or takes no part.

    What takes part in relationships, and has no properties, is found by these.

    >>> kinds = Kinds({"Firm": ("", {"founded": "date"}), "Town": ("A town.", {})},
    ...               (("Firm", "STANDS_IN", "Town"),), {"STANDS_IN": "a firm is in a town"})
    >>> for ask in asks_apart(kinds):
    ...     print(ask.told.partition("?")[0], "|", list(ask.lists["found"]))
    Which sentences name a Firm | ['at', 'name', 'founded']
    Which sentences say that a firm is in a town | ['at', 'from', 'to']
    >>> ask.whether.partition("?")[0]
    'Does a sentence of the passage say that a firm is in a town'
    """
    joined = {label for start, _, end in kinds.joins for label in (start, end)}
    for label, (_, properties) in kinds.labels.items():
        if properties or label not in joined:
            meaning = _meaning(label, kinds)
            names = ", ".join(f'"{name}"' for name in properties)
            values = f" and its {names} if it is given, else empty" if names else ""
            told = filled("extract.label", label=label, kinds=meaning, values=values)
            item = {"at": NUMBER, "name": TEXT, **dict.fromkeys(properties, TEXT)}
            whether = filled("extract.whether", what=f"name a {label} ({meaning})")
            yield Ask({"found": item}, _with_properties(label, properties), "", told, whether)
    for type_ in dict.fromkeys(type_ for _, type_, _ in kinds.joins):
        yield _join_ask(type_, kinds)


def _join_ask(type_: str, kinds: Kinds) -> Ask:
    """The question for a relationship; of several labels that an end may have, it asks which."""
    ends = {
        "from": list(dict.fromkeys(start for start, one, _ in kinds.joins if one == type_)),
        "to": list(dict.fromkeys(end for _, one, end in kinds.joins if one == type_)),
    }
    meaning, named = kinds.meanings.get(type_, ""), {k: " or ".join(v) for k, v in ends.items()}
    said = f"say that {meaning}" if meaning else f"say {named['from']} {type_} {named['to']}"
    labels = dict.fromkeys((*ends["from"], *ends["to"]))
    which = {f"{end}_label": one_of(some) for end, some in ends.items() if len(some) > 1}
    told = filled(
        "extract.join",
        what=said,
        kinds=" ".join(_meaning(label, kinds) for label in labels),
        start=named["from"],
        end=named["to"],
        which="".join(f' "{key}" is which of these it is.' for key in which),
    )
    item = {"at": NUMBER, "from": TEXT, "to": TEXT, **which}
    whether = filled("extract.whether", what=said)
    return Ask({"found": item}, _joined(type_, ends["from"], ends["to"]), "", told, whether)


def same_prompt(request: SameRequest) -> str:
    """The prompt that asks whether two names are of one thing."""
    return filled(
        "same",
        label=request.label,
        one=request.one,
        one_words=_quoted(request.one_words),
        other=request.other,
        other_words=_quoted(request.other_words),
    )


def _thing_or_fact(item: Item, words: _Words) -> Told:
    if "subject" in item:
        subject, predicate, object_ = (_text(item, key) for key in _FACT)
        return Told((), (ToldFact(subject, predicate, object_, words(subject, object_)),))
    name = _text(item, "name")
    return Told((ToldThing(name, _text(item, "label"), words(name)),))


def _with_properties(label: str, properties: Mapping[str, str]) -> _Read:
    def read(item: Item, words: _Words) -> Told:
        name = _text(item, "name")
        values = {key: _text(item, key) for key in properties}
        facts = tuple(
            ToldFact(name, key, value, words(name, value)) for key, value in values.items() if value
        )
        return Told((ToldThing(name, label, words(name)),), facts)

    return read


def _joined(type_: str, starts: Sequence[str], ends: Sequence[str]) -> _Read:
    def read(item: Item, words: _Words) -> Told:
        one, other = _text(item, "from"), _text(item, "to")
        said = words(one, other)
        labels = _text(item, "from_label") or starts[0], _text(item, "to_label") or ends[0]
        things = ToldThing(one, labels[0], said), ToldThing(other, labels[1], said)
        return Told((), (ToldFact(one, type_, other, said, things),))

    return read


def _same_from(reply: str) -> bool | None:
    try:
        return _Same.model_validate_json(object_in(reply)).same
    except ValidationError:
        return None


def _answer_from(reply: str) -> str | None:
    try:
        return _Answer.model_validate_json(object_in(reply)).answer
    except ValidationError:
        return None


def _told_kinds(kinds: Kinds) -> str:
    if not kinds.labels:
        return _OPEN
    lines = ["Labels, with their properties:"]
    for label, (meaning, properties) in kinds.labels.items():
        told = ", ".join(f"{name}: {type_}" for name, type_ in properties.items())
        lines.append(f"- {label}{f' ({told})' if told else ''}{f': {meaning}' if meaning else ''}")
    if kinds.joins:
        lines.append("Relationships:")
        for start, type_, end in kinds.joins:
            meaning = kinds.meanings.get(type_, "")
            lines.append(f"- {start} {type_} {end}{f': {meaning}' if meaning else ''}")
    return "\n".join([*lines, "There are no others."])


def _meaning(label: str, kinds: Kinds) -> str:
    meaning = kinds.labels[label][0]
    return f"{label}: {meaning}" if meaning else label


def _quoted(words: Sequence[str]) -> str:
    return "\n".join(f"- {one}" for one in words)


def _text(item: Item, key: str) -> str:
    told = item.get(key)
    text = told if isinstance(told, str) else "" if told is None else str(told)
    return " ".join(text.split())[:_LONGEST]
