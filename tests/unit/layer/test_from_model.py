"""What a model says of a schema is a draft: only what can be used, and only what is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bot.errors import ModelUnreachable
from bot.events import Usage
from bot.layer.draft import Meaning
from bot.layer.form import Layer
from bot.layer.from_model import meanings_of
from bot.layer.read import read_layer
from tests.unit.steps.graphs import fleet

SCHEMA = fleet()


class Model:
    """Says the same of every part it is asked about."""

    def __init__(self, *synonyms: str, calls: int = 10) -> None:
        self.prompts: list[str] = []
        self._synonyms, self._calls = synonyms, calls

    async def complete(self, prompt: str, response_format: Any = None) -> tuple[str, Usage]:
        self.prompts.append(prompt)
        if len(self.prompts) > self._calls:
            raise ModelUnreachable("It is away.")
        names = prompt.partition("describe: ")[2].strip().split(", ")
        said = {"description": "A\n thing.", "unit": "t", "synonyms": list(self._synonyms)}
        parts = [{"name": name} | said for name in [*names, "Boat"]]
        return f"Sure: {json.dumps({'parts': parts})}", Usage(1)


async def meanings(model: Model, layer: Layer | None = None, values: bool = True) -> Any:
    said: list[str] = []
    found = await meanings_of(model, SCHEMA, layer or Layer(), said.append, values=values)
    return found, said


async def test_each_part_is_described_and_no_word_twice() -> None:
    found, said = await meanings(Model("the", "port", "keel"))
    # “the” is no word, “port” the graph's own; what one part is called no other is.
    assert found["Ship"] == Meaning("A thing.", "", ("keel",)) and not said
    assert found["Ship.tonnage"] == Meaning("A thing.", "t", ())
    assert {"Port.name", "CALLS_AT", "CALLS_AT.nights"} <= set(found) and "Boat" not in found


async def test_what_people_described_is_not_asked() -> None:
    told = {"Port": "{description: a, properties: {name: {description: b}}}"}
    layer = read_layer(Path("f"), f"labels:\n  Port: {told['Port']}").layer
    model = Model()
    found, _ = await meanings(model, layer, values=False)
    assert "Port" not in found and len(model.prompts) == 2
    assert "Malta" not in "".join(model.prompts)
    await meanings(with_values := Model())
    assert "Malta" in "".join(with_values.prompts)


async def test_a_model_that_fails_leaves_what_it_said() -> None:
    found, said = await meanings(Model(calls=1))
    assert "Ship" in found and "Port" not in found
    assert said == ["It is away. What is left has no description."]
