"""A model with tools takes steps until it has an answer; each is shown, none is taken twice."""

from __future__ import annotations

from bot.events import Usage
from bot.models.sparing import SparingModel
from bot.ports import ExploreRequest, Seen
from tests.unit.test_turn_engines import BROKEN, EMPTY, GOOD, Model, Unsure, ask, schema

DONE = Seen("", "done")


class Explorer(Model):
    """Takes the steps that it is given."""

    def __init__(self, *steps: Seen) -> None:
        super().__init__(*[EMPTY] * 3)
        self.steps, self.explored = list(steps), list[ExploreRequest]()

    async def explore(self, request: ExploreRequest) -> tuple[Seen, Usage]:
        self.explored.append(request)
        return self.steps.pop(0), Usage(1)


async def explored(*steps: Seen, model: Explorer | None = None) -> tuple[object, Explorer, object]:
    model = model or Explorer(*steps)
    outcome, notices, _ = await ask(model, "llm", flow="agent", parser=Unsure(schema()))
    return outcome, model, notices


async def test_it_looks_up_and_asks_until_it_has_the_rows() -> None:
    steps = (Seen("schema", "people"), Seen("values", "Heat"), Seen("query", BROKEN))
    outcome, model, notices = await explored(*steps, Seen("query", GOOD), DONE)
    assert outcome.cypher == GOOD and outcome.result.rows and outcome.answer == "Al Pacino."
    schema_seen, values_seen, broken, good = model.explored[-1].seen
    assert "Person" in schema_seen.slice.labels and values_seen.linked[0].value == "Heat"
    assert broken.rows is None and "failed" in broken.problem and good.rows.rows
    assert notices[:2] == ["Step 1: schema: people", "Step 2: values: Heat"]
    assert outcome.usage.calls == 6 and not model.requests


async def test_what_only_the_person_knows_is_asked_back() -> None:
    outcome, model, _ = await explored(Seen("ask_person", "Which Heat, of 1986 or 1995?"))
    assert (outcome.verdict, outcome.answer) == ("ambiguous", "Which Heat, of 1986 or 1995?")
    assert outcome.cypher is None and not model.requests


async def test_it_takes_eight_steps_at_most_and_then_a_draft_is_written() -> None:
    outcome, model, _ = await explored(*[Seen("values", "Heat")] * 9)
    assert len(model.explored) == 8 and [one.last for one in model.explored] == [False] * 7 + [True]
    assert model.requests and outcome.engine == "llm"


async def test_a_better_query_is_kept_whatever_comes_after_it() -> None:
    outcome, _, _ = await explored(Seen("query", GOOD), Seen("query", EMPTY), DONE)
    assert outcome.cypher == GOOD


async def test_rows_are_not_told_where_they_may_not_leave() -> None:
    inner = Explorer(Seen("query", GOOD), DONE)
    sent = SparingModel(inner, "values")
    outcome, _, _ = await ask(sent, "llm", flow="agent", parser=Unsure(schema()))
    (step,) = inner.explored[-1].seen
    assert step.rows.rows == () and step.rows.row_count == 1 and outcome.cypher == GOOD
