"""What a model lists of a passage stays bounded, against the scripted server (a stand-in)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.errors import ReplyUnusable
from bot.extraction import ExtractRequest, Kinds, Told
from bot.models.extracting import ModelExtractor
from bot.models.openai_model import OpenAIModel
from bot.ports import Extract, SeekRequest
from tests.scripted_model import Script, scripted_model

TEXT = "Ada Byte runs Aster Works. Bell Works grew. Cole Works closed. Dora Works is new."
FIRMS = ("Aster Works", "Bell Works", "Cole Works", "Dora Works")
KINDS = Kinds(
    {"Firm": ("", {}), "Person": ("A person.", {"born": "date"}), "Town": ("", {})},
    (("Person", "RUNS", "Firm"),),
    {"RUNS": "a person runs a firm"},
)
YES, NO = '{"answer": "yes"}', '{"answer": "no"}'


def things(*told: tuple[int, str]) -> str:
    return json.dumps({"things": [{"at": at, "label": "Firm", "name": n} for at, n in told]})[:-1]


def whole(*told: tuple[int, str]) -> str:
    return things(*told) + ', "facts": []}'


def request(kinds: Kinds = KINDS) -> ExtractRequest:
    return ExtractRequest(TEXT, "a.md", (), kinds)


@asynccontextmanager
async def extracting(script: Script, *, apart: bool = False) -> AsyncIterator[ModelExtractor]:
    model = OpenAIModel(
        name="scripted", api_key="x", base_url=script.url, first_token_seconds=5, total_seconds=20
    )
    extractor = ModelExtractor(model, apart=apart)
    yield extractor
    await extractor.close()


def names(told: Told) -> list[str]:
    return list(dict.fromkeys(thing.name for thing in told.things))


async def extracted(script: Script, *, apart: bool = False) -> Told:
    async with extracting(script, apart=apart) as extractor:
        told, _ = await extractor.extract(request())
    return told


async def test_a_reply_is_bounded_by_what_its_passage_holds() -> None:
    with scripted_model(lambda s: s.on(text=whole((1, "Aster Works")))) as script:
        told = await extracted(script)
    (sent,) = script.requests
    schema = sent["response_format"]["json_schema"]["schema"]["properties"]
    assert schema["things"]["maxItems"] == schema["facts"]["maxItems"] == 4 + 8
    assert sent["max_tokens"] < 400
    assert [(one.name, one.words) for one in told.things] == [
        ("Aster Works", "Ada Byte runs Aster Works.")
    ]


@pytest.mark.parametrize(
    "complaint", ["Invalid schema: 'maxItems' is not permitted.", "response_format is invalid"]
)
async def test_an_endpoint_that_knows_no_bounds_still_gets_the_schema(complaint: str) -> None:
    with scripted_model(lambda s: s.on(text=whole((1, FIRMS[0])))) as script:
        script.on(text=complaint, status=400, times=1)
        assert names(await extracted(script)) == [FIRMS[0]]
    assert ["maxItems" in json.dumps(one) for one in script.requests] == [True, False]
    assert "response_format" in script.requests[-1]


async def test_an_endpoint_that_knows_no_schema_is_asked_without_one() -> None:
    with scripted_model(lambda s: s.on(text=whole((1, FIRMS[0])))) as script:
        script.on(text="response_format is not supported", status=400, times=2)
        assert names(await extracted(script)) == [FIRMS[0]]
    assert ["response_format" in one for one in script.requests] == [True, True, False]


async def test_of_a_reply_that_is_cut_off_the_whole_items_stay_and_the_rest_is_asked_anew() -> None:
    cut = things((1, FIRMS[0]), (2, FIRMS[1]))[:-2] + ', {"at": 3, "na'
    with scripted_model() as script:
        script.on("[3] Cole", text=whole((3, FIRMS[2]), (4, FIRMS[3])))
        script.on("[1] Ada", text=whole((1, FIRMS[0]), (2, FIRMS[1])))
        script.on("[1] Ada", "[4] Dora", text=cut, finish_reason="length")
        told = await extracted(script)
    assert names(told) == list(FIRMS) and told.unread == 0
    assert len(script.requests) == 3


async def test_a_reply_that_goes_round_in_circles_is_ended() -> None:
    circle = "".join(
        f', {{"at": {at}, "label": "Firm", "name": "Aster Works"}}' for at in (2, 3, 4)
    )
    first = '{"things": [{"at": 1, "label": "Firm", "name": "Aster Works"}' + circle

    def event(text: str) -> bytes:
        told = {"choices": [{"index": 0, "delta": {"content": text}}]}
        return f"data: {json.dumps(told)}\n\n".encode()

    with scripted_model(lambda s: s.on(text=whole())) as script:
        script.on("[1] Ada", "[4] Dora", wire=(event(first),), endless=event(circle))
        told = await extracted(script)
    assert names(told) == [FIRMS[0]] and told.unread == 0
    assert len(script.requests) == 3


async def test_what_no_reply_comes_to_is_counted_as_unread() -> None:
    cut = things((1, FIRMS[0]))[:-1]
    with scripted_model(lambda s: s.on(text=cut, finish_reason="length")) as script:
        told = await extracted(script)
    assert names(told) == [FIRMS[0]] and told.unread == 4


async def test_a_reply_that_lists_nothing_that_can_be_read_fails_its_passage() -> None:
    with scripted_model(lambda s: s.on(text="I will not.")) as script:
        with pytest.raises(ReplyUnusable, match="form"):
            await extracted(script)
        script.on(text="{", finish_reason="length")
        with pytest.raises(ReplyUnusable, match="cut off"):
            await extracted(script)
    tokens = [one["max_tokens"] for one in script.requests]
    assert tokens[-1] == 4 * tokens[-2]  # thoughts may have taken the first ones


async def test_apart_each_kind_is_asked_for_where_the_passage_has_it() -> None:
    joined = '{"found": [{"at": 4, "from": "Ada Byte", "to": "Aster Works"}]}'
    person = '{"found": [{"at": 1, "name": "Ada Byte", "born": ""}]}'
    with scripted_model(lambda s: s.on("Does a sentence", text=NO)) as script:
        script.on("Does a sentence", "a person runs a firm", text=YES).on(
            "Does a sentence", "name a Person", text=YES
        )
        script.on("Which sentences say that a person runs a firm", text=joined)
        script.on("Which sentences name a Person", text=person)
        told = await extracted(script, apart=True)
    asked = [one.rpartition("</data>")[2].split("?")[0].strip() for one in script.prompts]
    assert [one[:21] for one in asked] == [
        "Does a sentence of th", "Which sentences name ",
        "Does a sentence of th",
        "Does a sentence of th", "Which sentences say t",
    ]  # fmt: skip
    start = [one.partition("</data>\n")[0] for one in script.prompts]
    assert len({one.rpartition("</data>")[0] for one in script.prompts}) == 1, start
    assert names(told) == ["Ada Byte"]
    (fact,) = told.facts
    assert (fact.subject, fact.predicate, fact.object) == ("Ada Byte", "RUNS", "Aster Works")
    # The number was wrong: the sentence is the one that names both.
    assert fact.words == "Ada Byte runs Aster Works."
    assert [(one.name, one.label) for one in fact.things] == [
        ("Ada Byte", "Person"),
        ("Aster Works", "Firm"),
    ]


async def test_apart_passages_are_read_one_by_one() -> None:
    """Nearly all of a prompt is then that of the call before, which a small server keeps."""
    with scripted_model() as script:
        for apart, most in ((True, 1), (False, 4)):
            async with extracting(script, apart=apart) as extractor:
                assert extractor.at_once == most


async def sought(script: Script, texts: Sequence[str]) -> list[tuple[int, str, str]]:
    model = OpenAIModel(
        name="scripted", api_key="x", base_url=script.url, first_token_seconds=5, total_seconds=20
    )
    extracts = tuple(Extract(text, "a.md", ()) for text in texts)
    told, _ = await model.seek(SeekRequest("Which firms are there?", "Firm", extracts))
    await model.close()
    return [(one.place, one.name, one.words) for one in told]


def items(*told: tuple[Any, str]) -> str:
    return json.dumps({"items": [{"at": at, "name": name} for at, name in told]})


async def test_sentences_of_several_passages_are_counted_through() -> None:
    with scripted_model(lambda s: s.on(text=items((1, "Ada"), (3, "Cole"), (9, "Evil")))) as script:
        found = await sought(script, ["Ada sued. Byron won.", "Cole left."])
    assert found == [(0, "Ada", "Ada sued."), (1, "Cole", "Cole left."), (-1, "Evil", "")]
    assert script.prompts[0].index("Cole left") < script.prompts[0].index("Which firms")


async def test_passages_that_a_reply_did_not_come_to_are_read_anew() -> None:
    cut = items((1, "Ada"), (2, "Byron"))[:-2] + ', {"at"'
    with scripted_model() as script:
        script.on("[1] Cole left", text=items((1, "Cole")))
        script.on("[1] Byron won", text=items((1, "Byron")))
        script.on("[1] Ada sued", text=cut, finish_reason="length")
        found = await sought(script, ["Ada sued.", "Byron won.", "Cole left."])
    assert [name for _, name, _ in found] == ["Ada", "Byron", "Byron", "Cole"]
    assert [place for place, _, _ in found] == [0, 1, 1, 2]
