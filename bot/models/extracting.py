"""Things and facts of a passage by a model: its prompt, its JSON schema, and how it is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from bot.events import Usage
from bot.extraction import ExtractRequest, Kinds, SameRequest, Told, ToldFact, ToldThing
from bot.models.openai_model import OpenAIModel
from bot.models.prompt import filled
from bot.models.reply import object_in
from bot.models.tokens import estimated

_MOST, _LONGEST = 200, 2_000
_OPEN = (
    'The labels are yours to choose, as few as will do: "Company", "LegalProceeding". Predicates '
    'of properties are like "filed" or "amount", those of relationships like "WORKS_FOR".'
)


class _Thing(BaseModel):
    name: str
    label: str
    words: str = ""


class _Fact(BaseModel):
    subject: str
    predicate: str
    object: str
    words: str = ""


class _Told(BaseModel):
    things: list[_Thing]
    facts: list[_Fact] = []


class _Same(BaseModel):
    same: bool


class ModelExtractor:
    """`bot.extraction.Extractor` by a chat model."""

    def __init__(self, model: OpenAIModel) -> None:
        self.name = model.name
        self._model = model

    async def extract(self, request: ExtractRequest) -> tuple[Told, Usage]:
        """The things and facts of a passage, under an enforced JSON schema where that can be.

        Raises:
            ModelError: unreachable, refused, or a reply that is no such JSON.
        """
        schema = told_schema(request.kinds)
        return await self._model.structured(extract_prompt(request), told_from, schema)

    async def same(self, request: SameRequest) -> tuple[bool, Usage]:
        """Whether two names are of one thing.

        Raises:
            ModelError: unreachable, refused, or a reply that is no such JSON.
        """
        schema = _schema("same", {"same": {"type": "boolean"}})
        return await self._model.structured(same_prompt(request), _same_from, schema)

    def tokens(self, request: ExtractRequest) -> int:
        """About how many tokens the prompt for a passage takes."""
        return estimated(extract_prompt(request))

    async def close(self) -> None:
        """Let go of the connections."""
        await self._model.close()


def extract_prompt(request: ExtractRequest) -> str:
    """The prompt that asks for what a passage says."""
    return filled(
        "extract",
        kinds=_told_kinds(request.kinds),
        document=request.document,
        headings=f"Headings: {' > '.join(request.headings)}" if request.headings else "",
        text=request.text,
    )


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


def told_schema(kinds: Kinds) -> dict[str, Any]:
    """The JSON schema of a reply; with kinds, no other label or predicate can be told.

    >>> kinds = Kinds({"Firm": ("", {"founded": "date"})}, (("Firm", "OWNS", "Firm"),))
    >>> found = told_schema(kinds)["json_schema"]["schema"]["properties"]
    >>> found["things"]["items"]["properties"]["label"]
    {'type': 'string', 'enum': ['Firm']}
    >>> found["facts"]["items"]["properties"]["predicate"]
    {'type': 'string', 'enum': ['founded', 'OWNS']}
    """
    predicates = [name for _, properties in kinds.labels.values() for name in properties]
    predicates += [type_ for _, type_, _ in kinds.joins]
    text = {"type": "string"}
    thing = {"name": text, "label": _one_of(list(kinds.labels)), "words": text}
    predicate = _one_of(list(dict.fromkeys(predicates)))
    fact = {"subject": text, "predicate": predicate, "object": text, "words": text}
    lists = {"things": thing, "facts": fact}
    return _schema(
        "passage", {name: {"type": "array", "items": _object(of)} for name, of in lists.items()}
    )


def told_from(reply: str) -> Told | None:
    """What a reply tells, whatever stands around it; None where it tells nothing.

    >>> told_from('{"things": [{"name": "Ada", "label": "Person", "words": "Ada"}]}').things[0].name
    'Ada'
    >>> told_from("There is nothing.") is None
    True
    """
    try:
        parsed = _Told.model_validate_json(object_in(reply))
    except ValidationError:
        return None
    things = (
        ToldThing(_line(one.name), _line(one.label), one.words[:_LONGEST])
        for one in parsed.things[:_MOST]
    )
    facts = (
        ToldFact(_line(one.subject), _line(one.predicate), _line(one.object), one.words[:_LONGEST])
        for one in parsed.facts[:_MOST]
    )
    return Told(tuple(things), tuple(facts))


def _same_from(reply: str) -> bool | None:
    try:
        return _Same.model_validate_json(object_in(reply)).same
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
        lines += [f"- {start} {type_} {end}" for start, type_, end in kinds.joins]
    return "\n".join([*lines, "There are no others."])


def _quoted(words: Sequence[str]) -> str:
    return "\n".join(f"- {one}" for one in words)


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]


def _one_of(names: list[str]) -> dict[str, Any]:
    return {"type": "string", "enum": names} if names else {"type": "string"}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _schema(name: str, properties: dict[str, Any]) -> dict[str, Any]:
    told = {"name": name, "strict": True, "schema": _object(properties)}
    return {"type": "json_schema", "json_schema": told}
