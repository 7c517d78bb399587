"""When a draft is repaired, and when a repair is undone."""

from __future__ import annotations

import pytest

from bot.errors import GraphUnreachable, StatementFailed, StatementTimeout
from bot.events import Rows
from bot.steps.repair import Known, mend
from guardrails.statement import Refused
from tests.unit.steps.repair.harbour import SCHEMA, Stored

KNOWN = Known(SCHEMA, Stored())


class Database:
    """Answers by the first of its keys that the statement contains; no rows otherwise."""

    def __init__(self, answers: dict[str, list[tuple[object, ...]] | Exception]) -> None:
        self.answers = answers
        self.ran: list[str] = []

    async def __call__(self, cypher: str) -> Rows:
        self.ran.append(cypher)
        for part, answer in self.answers.items():
            if part in cypher:
                if isinstance(answer, Exception):
                    raise answer
                return Rows(("a",), tuple(answer), len(answer), False)
        return Rows(("a",), (), 0, False)


async def test_rows_are_left_alone() -> None:
    draft = "MATCH (p:Port {name: 'rotterdam'}) RETURN p.depth"
    database = Database({"rotterdam": [(12.5,)]})
    mended = await mend(draft, KNOWN, database)
    assert (mended.cypher, mended.repairs, database.ran) == (draft, (), [draft])


async def test_a_row_for_each_call_is_told_once() -> None:
    draft = "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) RETURN s.name"
    once = "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) WITH DISTINCT s RETURN s.name"
    database = Database({"DISTINCT": [("Ada",)], "": [("Ada",), ("Ada",)]})
    mended = await mend(draft, KNOWN, database)
    assert (mended.cypher, database.ran) == (once, [draft, once])
    assert [one.explanation for one in mended.repairs] == ["each s listed once"]
    two_of_a_name = await mend(draft, KNOWN, Database({"": [("Ada",), ("Ada",)]}))
    assert two_of_a_name.cypher == draft


async def test_empty_is_repaired() -> None:
    database = Database({"'Rotterdam'": [(12.5,)]})
    mended = await mend("MATCH (p:Port {name: 'rotterdam'}) RETURN p.depth", KNOWN, database)
    assert mended.cypher == "MATCH (p:Port {name: 'Rotterdam'}) RETURN p.depth"
    assert [one.explanation for one in mended.repairs] == ["Rotterdam for rotterdam"]
    assert mended.rows is not None and mended.rows.rows == ((12.5,),)


async def test_a_count_of_nothing_is_repaired_too() -> None:
    database = Database({"'Rotterdam'": [(3,)], "": [(0,)]})
    mended = await mend("MATCH (p:Port {name: 'rotterdam'}) RETURN count(p)", KNOWN, database)
    assert mended.rows is not None and mended.rows.rows == ((3,),)


async def test_undone_where_it_is_no_better() -> None:
    draft = "MATCH (p:Port {name: 'rotterdam'}) RETURN p.depth"
    mended = await mend(draft, KNOWN, Database({}))
    assert (mended.cypher, mended.repairs) == (draft, ())


async def test_what_fails_is_repaired() -> None:
    draft = "MATCH (s:Ship) WHERE 'NO' NOT IN s.flags RETURN s.name"
    database = Database({" NOT IN ": StatementFailed("Unexpected input."), "": [("Blue Heron",)]})
    mended = await mend(draft, KNOWN, database)
    assert mended.cypher == "MATCH (s:Ship) WHERE NOT 'NO' IN s.flags RETURN s.name"


async def test_a_failure_that_stays_is_told() -> None:
    database = Database({"": StatementFailed("The database is confused.")})
    mended = await mend("MATCH (s:Ship) RETURN s.name", KNOWN, database)
    assert mended.rows is None and str(mended.error) == "The database is confused."


async def test_an_impossible_direction_is_an_error_though_rows_come() -> None:
    draft = "MATCH (s:Ship) WHERE NOT EXISTS { (s)<-[:CALLED_AT]-(:Port) } RETURN s.name"
    database = Database({"<-[:CALLED_AT]-": [("a",), ("b",)], "": [("a",)]})
    mended = await mend(draft, KNOWN, database)
    assert "-[:CALLED_AT]->" in mended.cypher and [r.name for r in mended.repairs] == ["direction"]


async def test_nulls_first_is_an_error_though_rows_come() -> None:
    draft = "MATCH (s:Ship) RETURN s.name, s.tonnage ORDER BY s.tonnage DESC LIMIT 1"
    database = Database({"IS NOT NULL": [("a", 9)], "": [("b", None)]})
    mended = await mend(draft, KNOWN, database)
    assert mended.rows is not None and mended.rows.rows == (("a", 9),)


async def test_the_same_rows_need_no_repair() -> None:
    draft = "MATCH (s:Ship) RETURN s.name, s.tonnage ORDER BY s.tonnage DESC LIMIT 1"
    mended = await mend(draft, KNOWN, Database({"": [("a", 9)]}))
    assert (mended.cypher, mended.repairs) == (draft, ())


async def test_no_is_not_turned_to_yes_by_a_guess() -> None:
    draft = "MATCH (c:Company {motto: 'deep'}) RETURN count(c) > 1 AS several"
    guessed = {"CONTAINS 'deep'": [(True,)], "": [(False,)]}
    mended = await mend(draft, KNOWN, Database(guessed))
    assert (mended.cypher, mended.repairs) == (draft, ())


async def test_a_word_in_a_text_is_guessed_where_nothing_was_found() -> None:
    database = Database({"CONTAINS 'deep'": [("Northern Lines",)]})
    mended = await mend("MATCH (c:Company {motto: 'deep'}) RETURN c.name", KNOWN, database)
    assert mended.cypher == "MATCH (c:Company) WHERE c.motto CONTAINS 'deep' RETURN c.name"


async def test_a_condition_that_nobody_asked_for_goes_with_its_hop() -> None:
    draft = (
        "MATCH (s:Ship)-[r:CALLED_AT]->(p:Port) WHERE r.kind = 'x' AND s.tonnage > 9 RETURN s.name"
    )
    database = Database({"(s:Ship) WHERE s.tonnage > 9": [("Tern",)]})
    mended = await mend(draft, Known(SCHEMA, None, "ships over 9 tons"), database)
    assert mended.cypher == "MATCH (s:Ship) WHERE s.tonnage > 9 RETURN s.name"
    assert [one.explanation for one in mended.repairs] == [
        "asks nothing of r.kind, which is not there"
    ]


@pytest.mark.parametrize("question", [None, "ships of kind x", "x-rated ships"])
async def test_a_condition_that_may_be_meant_stays(question: str | None) -> None:
    draft = "MATCH (s:Ship) WHERE s.kind = 'x' AND s.tonnage > 9 RETURN s.name"
    database = Database({"'x'": [], "": [("Tern",)]})
    mended = await mend(draft, Known(SCHEMA, None, question), database)
    assert (mended.cypher, mended.repairs) == (draft, ())


async def test_none_is_divided_by_nought() -> None:
    draft = "MATCH (s:Ship)-[r:CALLED_AT]->() RETURN s.tonnage / r.days AS share"
    database = Database({"r.days <> 0": [(2.5,)], "": StatementFailed("/ by zero")})
    mended = await mend(draft, KNOWN, database)
    assert mended.cypher == (
        "MATCH (s:Ship)-[r:CALLED_AT]->() WHERE r.days <> 0 "
        "RETURN toFloat(s.tonnage) / r.days AS share"
    )


async def test_a_word_in_a_text_and_any_letters_together() -> None:
    draft = (
        "MATCH (s:Ship)-[:OWNED_BY]->(c:Company {motto: 'Deep'}) "
        "WHERE s.launched CONTAINS 'May' RETURN s.name"
    )
    database = Database({"'deep' AND toLower(s.launched)": [("Tern",)]})
    mended = await mend(draft, KNOWN, database)
    assert "toLower(c.motto) CONTAINS 'deep'" in mended.cypher


async def test_a_function_that_the_server_lacks_is_repaired_before_it_is_refused() -> None:
    draft = "MATCH (s:Ship) WHERE CONTAINS(s.name, 'Star') RETURN s.name"
    database = Database({"": [("Åland Star",)]})
    mended = await mend(draft, KNOWN, database)
    assert database.ran == ["MATCH (s:Ship) WHERE s.name CONTAINS 'Star' RETURN s.name"]
    assert mended.rows is not None


async def test_any_number_of_steps_becomes_one_where_it_took_too_long() -> None:
    database = Database({"*1..15": StatementTimeout("Too long."), "": [("b",)]})
    draft = "MATCH (:Company {name: 'Northern Lines'})-[:CONTROLS*]->(b) RETURN b.name"
    mended = await mend(draft, KNOWN, database)
    assert "-[:CONTROLS]->" in mended.cypher and len(database.ran) == 2


async def test_runs_are_counted() -> None:
    database = Database({})
    await mend("MATCH (a:Company)-[:CONTROLS]->(b {name: 'x'}) RETURN a", KNOWN, database)
    assert len(database.ran) <= 6


async def test_what_the_guard_refuses_never_runs() -> None:
    database = Database({})
    mended = await mend("MATCH (s:Ship)-[:COMMANDS]->(c:Captain) DELETE s", KNOWN, database)
    assert isinstance(mended.verdict, Refused) and not database.ran


async def test_a_lost_database_is_no_reason_to_repair() -> None:
    with pytest.raises(GraphUnreachable):
        await mend("MATCH (s:Ship) RETURN s", KNOWN, Database({"": GraphUnreachable("Away.")}))


async def test_what_stands_for_nothing_is_mended_beside_what_has_values() -> None:
    draft = (
        "MATCH (c:Captain)-[:COMMANDS]->(s:Ship) RETURN s.owner.name AS owner, count(c) AS captains"
    )
    database = Database({"Company": [("Northern Lines", 2)], "": [(None, 9)]})
    mended = await mend(draft, KNOWN, database)
    assert mended.rows is not None and mended.rows.rows == (("Northern Lines", 2),)
    assert [one.name for one in mended.repairs] == ["chained_node"]


async def test_of_several_statements_the_one_that_answers_is_kept() -> None:
    draft = "MATCH (s:Ship) WHERE s.name = 'x' RETURN s.name; MATCH (p:Port) RETURN p.name"
    mended = await mend(draft, KNOWN, Database({"Port": [("Rotterdam",)]}))
    assert mended.cypher == "MATCH (p:Port) RETURN p.name"
    assert [one.explanation for one in mended.repairs] == [
        "of 2 statements, the one that finds something"
    ]
    for answers in ({"": [("a",)]}, {}):  # both answer, or none
        left = await mend(draft, KNOWN, Database(dict(answers)))
        assert isinstance(left.verdict, Refused) and left.cypher == draft and left.rows is None


async def test_a_write_beside_a_read_runs_neither() -> None:
    database = Database({"": [("a",)]})
    for draft in (
        "MATCH (s:Ship) RETURN s; MATCH (s:Ship) DETACH DELETE s",
        "CREATE (s:Ship); MATCH (s:Ship) RETURN s; MATCH (p:Port) RETURN p",
        "Sure:\nCREATE (s:Ship)\n\nMATCH (s:Ship) RETURN s",
    ):
        assert isinstance((await mend(draft, KNOWN, database)).verdict, Refused)
    assert database.ran == []
