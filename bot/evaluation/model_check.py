"""A short check of a model: which way of asking it what a message means serves it best here.

Twenty questions of the graph, made from its schema and proven to return rows, and ten follow-ups to
them; the answers are compared by rows. What came out is kept with the model's name.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.errors import GraphError
from bot.events import Event, Rows, Usage
from bot.models.checked import WAYS, Way, keep_best
from bot.offline.making import Pair, make_pairs
from bot.parts import Message
from bot.settings import Settings
from bot.steps.make_examples import stored_values
from bot.steps.same_rows import lenient
from memory.schema import Scalar

_QUESTIONS, _FOLLOW_UPS, _MOST_ROWS, _SECONDS = 20, 10, 50, 5.0


@dataclass(frozen=True, slots=True)
class Probe:
    """A question of the graph, what may follow it, and the rows of both."""

    question: str
    rows: Sequence[Sequence[Any]]
    follow_up: str = ""
    next_rows: Sequence[Sequence[Any]] = ()


@dataclass(frozen=True, slots=True)
class Came:
    """How one way of asking fared."""

    way: Way
    questions: int = 0
    right: int = 0
    follow_ups: int = 0
    followed: int = 0
    calls: float = 0.0
    prompt_tokens: float = 0.0

    def rank(self) -> tuple[int, float]:
        """Return what is compared: how much was right, then how few calls it took."""
        return self.right + self.followed, -self.calls


async def check_model(settings: Settings) -> AsyncIterator[Came]:
    """Ask the model the same in each way; what is best so far is kept at the end.

    Raises:
        CiceroneError: a part is unreachable.
    """
    probes: list[Probe] = []
    found: list[Came] = []
    for way in WAYS:
        asked = settings.model_copy(update={"understand": way, "engine": "llm"})
        opened = open_cicerone(asked, conversations=InProcess(), upkeep=None, lasting=False)
        async with opened as cicerone:
            probes = probes or await _probes(cicerone)
            found.append(await _came(way, cicerone, probes))
        yield found[-1]
    best = max(found, key=Came.rank)
    if best.questions:
        keep_best(settings, best.way, asdict(best))


async def _probes(cicerone: Cicerone) -> list[Probe]:
    graph, schema = cicerone.graph, cicerone.schema

    async def run(cypher: str) -> Rows | None:
        try:
            return await graph.run(cypher, max_rows=_MOST_ROWS + 1, seconds=_SECONDS)
        except GraphError:
            return None

    values = await stored_values(graph, schema)
    others = _Others(values)
    probes: list[Probe] = []
    async for pair in make_pairs(schema, run, values=values):
        rows = await run(pair.cypher)
        if rows is None or not 0 < len(rows.rows) <= _MOST_ROWS:
            continue
        probe = Probe(pair.question, rows.rows)
        counted = sum(bool(one.follow_up) for one in probes)
        if counted < _FOLLOW_UPS:
            probe = await _followed(probe, pair, others, run, counting=counted % 2 == 0)
        probes.append(probe)
        if len(probes) == _QUESTIONS:
            break
    return probes


class _Others:
    """Which other values a value may be replaced with."""

    def __init__(self, values: dict[tuple[str, str], list[Scalar]]) -> None:
        self._values = values

    def than(self, value: object) -> list[str]:
        """Other texts of the first property that has it."""
        of_one = next((found for found in self._values.values() if value in found), [])
        return [one for one in of_one if isinstance(one, str) and one != value]


async def _followed(
    probe: Probe, pair: Pair, others: _Others, run: Any, *, counting: bool
) -> Probe:
    """The same with a follow-up: how many those are, or what it is for another value."""
    counted = probe
    if len(probe.rows) > 1:
        count = [[len(probe.rows)]]
        counted = replace(probe, follow_up="How many of those are there?", next_rows=count)
    texts = [value for value in pair.values if isinstance(value, str)]
    if len(texts) != 1 or (counting and counted.follow_up):
        return counted
    for other in others.than(texts[0])[:20]:
        cypher = pair.cypher.replace(json.dumps(texts[0]), json.dumps(other))
        cypher = cypher.replace(f"'{texts[0]}'", f"'{other}'") if "'" not in other else cypher
        rows = await run(cypher) if cypher != pair.cypher else None
        if rows is not None and rows.rows and rows.rows != probe.rows:
            return replace(probe, follow_up=f"And what about {other}?", next_rows=rows.rows)
    return counted


async def _came(way: Way, cicerone: Cicerone, probes: Sequence[Probe]) -> Came:
    right = followed = asked = 0
    usage = Usage()
    for nth, probe in enumerate(probes):
        for said, gold in ((probe.question, probe.rows), (probe.follow_up, probe.next_rows)):
            if not said:
                continue
            outcome = await cicerone.ask(Message(said, f"check-{way}-{nth}", "check"), _silent)
            met = outcome.result is not None and lenient(gold, outcome.result.rows)
            asked, usage = asked + 1, usage + outcome.usage
            if said == probe.question:
                right += met
            else:
                followed += met
    follow_ups = sum(bool(probe.follow_up) for probe in probes)
    a_turn = max(asked, 1)
    told = (usage.calls / a_turn, usage.prompt_tokens / a_turn)
    return Came(way, len(probes), right, follow_ups, followed, *told)


async def _silent(event: Event) -> None:
    del event
