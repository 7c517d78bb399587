import pytest

from bot.errors import UsageError
from bot.page.overrule import overruled
from memory.schema import Label, LinkedValue, Property, Schema

SCHEMA = Schema({"Person": Label("Person", 3, {"name": Property("name", ("STRING",))})})
QUESTION = "films of hanks"
CHOICE = {"start": 9, "end": 14, "label": "Person", "property": "name", "value": "Colin Hanks"}


def test_a_choice_becomes_a_value() -> None:
    assert overruled(CHOICE, QUESTION, SCHEMA) == LinkedValue(
        "hanks", "Person", "name", "Colin Hanks", 9, 14, method="chosen"
    )
    nothing = overruled({"start": 9, "end": 14, "label": ""}, QUESTION, SCHEMA)
    assert (nothing.text, nothing.label, nothing.method) == ("hanks", "", "chosen")


@pytest.mark.parametrize(
    "change",
    [
        {"label": "Secret"},
        {"property": "name`]->() DETACH DELETE n //"},
        {"start": -1},
        {"end": 99},
        {"end": 9},
        {"start": "9"},
        {"value": ["a"]},
        {"value": None},
    ],
)
def test_what_the_browser_sends_is_not_trusted(change: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        overruled({**CHOICE, **change}, QUESTION, SCHEMA)
