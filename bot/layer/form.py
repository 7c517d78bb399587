"""What a graph's file may hold; the line of each key is kept beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from memory.text import split_name

Place: TypeAlias = tuple[str | int, ...]
Value: TypeAlias = str | int | float | bool | date

EMBEDDED = "embedded"
GAP = re.compile(r"\{(\w+)\}")
_SHORT, _LONG, _MOST = 300, 5_000, 2_000


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Element(_Part):
    """What a part of the schema is called, and what it means."""

    name: str = Field(default="", max_length=_SHORT)
    description: str = Field(default="", max_length=_SHORT)
    synonyms: list[str] = Field(default_factory=list, max_length=_MOST)

    @property
    def told(self) -> str:
        """What it means, in a line; "" where that is not said."""
        return " ".join(self.description.split()).rstrip(".")


class Property(Element):
    """A property, and the unit of its numbers."""

    unit: str = Field(default="", max_length=_SHORT)

    @property
    def told(self) -> str:
        """What it means, with its unit.

        >>> Property(description="What it took worldwide.", unit="USD").told
        'What it took worldwide (in USD)'
        """
        unit = f"(in {self.unit})" if self.unit else ""
        return " ".join(filter(None, (super().told, unit)))


class Owner(Element):
    """A label or relationship type, with its properties."""

    properties: dict[str, Property] = Field(default_factory=dict)


class Verified(_Part):
    """A question with its Cypher, and who found that this is its answer, and when.

    `{name}` in the question stands for the parameter `$name`; `parameters` has a value for each,
    with which the pair is tried.
    """

    question: str = Field(min_length=1, max_length=_SHORT)
    cypher: str = Field(min_length=1, max_length=_LONG)
    parameters: dict[str, Value] = Field(default_factory=dict)
    verified_by: str = Field(min_length=1, max_length=_SHORT)
    verified_on: date

    @property
    def gaps(self) -> list[str]:
        """The parameters that the question has a place for, in order."""
        return GAP.findall(self.question)

    @property
    def example(self) -> str:
        """The question with its own values."""
        return GAP.sub(lambda gap: str(self.parameters.get(gap[1], gap[0])), self.question)


class Credentials(_Part):
    """The names of the environment variables that hold a server's user and password."""

    username: str = Field(default="", max_length=_SHORT)
    password: str = Field(default="", max_length=_SHORT)

    def variables(self) -> Iterator[tuple[str, str]]:
        """(what it holds, the variable's name) of each that is named."""
        return ((name, variable) for name, variable in self if variable)


class Layer(_Part):
    """What people say of a graph, and where it is. The package's docstring shows one."""

    title: str = Field(default="", max_length=_SHORT)
    description: str = Field(default="", max_length=_LONG)
    address: str = Field(default="", max_length=_SHORT)
    database: str = Field(default="", max_length=_SHORT)
    credentials: Credentials = Field(default_factory=Credentials)
    instructions: str | list[str] = Field(default_factory=list)
    labels: dict[str, Owner] = Field(default_factory=dict)
    relationships: dict[str, Owner] = Field(default_factory=dict)
    words: dict[str, str] = Field(default_factory=dict, max_length=_MOST)
    hidden: list[str] = Field(default_factory=list)
    verified: list[Verified] = Field(default_factory=list, max_length=_MOST)

    @property
    def is_on_server(self) -> bool:
        """Whether the graph is on a server of its own, rather than in the embedded database."""
        return self.address not in ("", EMBEDDED)

    @property
    def portrait(self) -> str:
        """The title and the description, as one greets with them.

        >>> Layer(title="Films", description="Since 1920.").portrait
        'Films: Since 1920.'
        """
        if not self.title:
            return self.told
        return f"{self.title}: {self.told}" if self.told else f"{self.title}."

    @property
    def told(self) -> str:
        """The description, in a line."""
        return " ".join(self.description.split())

    @property
    def rules(self) -> tuple[str, ...]:
        """The instructions, one a line."""
        given = self.instructions
        lines = given.splitlines() if isinstance(given, str) else given
        return tuple(" ".join(line.split()) for line in lines if line.strip())

    def elements(self) -> Iterator[tuple[Place, str, Element]]:
        """(place in the file, name as in `Film.revenue`, what is said) of every element."""
        for kind, owners in (("labels", self.labels), ("relationships", self.relationships)):
            for name, owner in owners.items():
                yield (kind, name), name, owner
                for prop, element in owner.properties.items():
                    yield (kind, name, "properties", prop), f"{name}.{prop}", element

    def terms(self) -> Iterator[tuple[Place, str, str]]:
        """(place, term, meaning) of every word, the meaning as terminology.yaml would have it.

        A name that says no more than the schema does is none.

        >>> layer = Layer(labels={"Film": Owner(name="film", synonyms=["talkie"])})
        >>> [(term, means) for _, term, means in layer.terms()]
        [('talkie', 'Film')]
        """
        for place, name, element in self.elements():
            own = " ".join(split_name(name.rpartition(".")[2]))
            called = [((*place, "name"), element.name)] if element.name else []
            called += [((*place, "synonyms", at), one) for at, one in enumerate(element.synonyms)]
            for where, term in called:
                if term.casefold().strip() not in (own, f"{own}s"):
                    yield where, term, name
        for term, means in self.words.items():
            yield ("words", term), term, means


@dataclass(frozen=True)
class LayerFile:
    """A layer with the file it stands in, and the line of every place."""

    path: Path
    layer: Layer = field(default_factory=Layer)
    lines: Mapping[Place, int] = field(default_factory=dict)
    text: str = ""

    def line(self, place: Place) -> int:
        """The line of a place, or of the nearest one around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)
