import json
from typing import Any

from bot.element import Element
from bot.events import Outcome, Rows
from bot.render.answer_props import answer_props
from bot.render.picture import Picture, picture_of
from memory.schema import Label, LinkedValue, Schema

SCHEMA = Schema({"Person": Label("Person", 9), "Actor": Label("Actor", 4)})


def person(id: str, name: str, **facts: Any) -> Element:
    return Element({"_labels": ["Actor", "Person"], "name": name, **facts}, id)


def knows(id: str, start: str, end: str) -> Element:
    return Element({"_type": "KNOWS", "since": 1990}, id, start, end)


ADA, BEN = person("a", "Ada", born="1970-01-02"), person("b", "Ben")


def test_a_path_is_its_nodes_and_edges_each_once() -> None:
    path = [ADA, knows("1", "b", "a"), BEN]
    drawn = picture_of([(path, ADA), (path, {"also": [BEN]})], SCHEMA).props()
    assert json.loads(json.dumps(drawn)) == {
        "nodes": [
            {
                "id": "a",
                "name": "Ada",
                "kind": "Person",
                "labels": ["Actor", "Person"],
                "facts": [["name", "Ada"], ["born", "1970-01-02"]],
            },
            {
                "id": "b",
                "name": "Ben",
                "kind": "Person",
                "labels": ["Actor", "Person"],
                "facts": [["name", "Ben"]],
            },
        ],
        "edges": [
            {"id": "1", "start": "b", "end": "a", "type": "KNOWS", "facts": [["since", "1990"]]}
        ],
        "cut": "",
    }


def test_what_may_not_be_seen_is_not_drawn_and_no_edge_leads_there() -> None:
    secret, unnamed = Element({"_labels": []}, "s"), Element({"_type": ""}, "2", "a", "b")
    drawn = picture_of([([ADA, knows("1", "a", "s"), secret], unnamed, BEN)]).props()
    assert drawn is not None and [node["id"] for node in drawn["nodes"]] == ["a", "b"]
    assert drawn["edges"] == []


def test_more_than_can_be_drawn_is_cut_and_said() -> None:
    picture = Picture(most=2)
    picture.add([*(person(str(n), f"P{n}") for n in range(5)), knows("e", "0", "4")])
    drawn = picture.props()
    assert drawn is not None and len(drawn["nodes"]) == 2 and drawn["edges"] == []
    assert drawn["cut"] == "3 nodes more than can be drawn: the table has all."
    long = picture_of([(person("l", "x" * 900, facts=["y" * 900]),)]).props()
    assert long is not None and len(long["nodes"][0]["name"]) == 161


def test_values_alone_are_no_picture() -> None:
    assert picture_of([("Ada", 3, None, {"name": "Ada"}, ["Ada"])]).props() is None


def _picture(cypher: str, *values: Any, **more: Any) -> Any:
    rows = Rows(tuple("abc"[: len(values)]), (values,), 1, False)
    outcome = Outcome("?", cypher=cypher, result=rows, slice=SCHEMA, **more)
    return answer_props(outcome, "id")["picture"]


def test_where_an_answer_gets_its_picture_from() -> None:
    path = [ADA, knows("1", "b", "a"), BEN]
    assert _picture("MATCH p = (:A)-->(:B) RETURN p", path)["wanted"]
    assert not _picture("MATCH (n:Person) RETURN n", ADA)["wanted"]
    connected = "MATCH p = shortestPath((:A)-[*..3]-(:B)) RETURN [n IN nodes(p) | n.name] AS names"
    assert _picture(connected, ["Ada", "Ben"]) == {"from": "/picture/id", "wanted": True}
    alone = "MATCH (:A)-[r]->(:B) RETURN r"
    assert _picture(alone, knows("1", "a", "b")) == {"from": "/picture/id", "wanted": True}
    plain = "MATCH (n:Person)-[:KNOWS]->(m) RETURN m.name"
    assert _picture(plain, "Ben") == {"from": "/picture/id", "wanted": False}
    assert _picture("MATCH (n:Person) RETURN count(n) AS people", 9) is None


def test_around_somebody_his_neighbours_are_drawn() -> None:
    link = LinkedValue("ada", "Person", "name", "Ada & Co", 0, 3)
    around = answer_props(Outcome("?", act="show_around", linked=(link,)), "id")["picture"]
    asked = "/neighbours?label=Person&property=name&value=Ada+%26+Co"
    assert around == {"from": asked, "wanted": True}


def test_what_a_query_used_of_the_schema_is_drawn() -> None:
    written = "MATCH (n:Person)-[:KNOWS]->(m) RETURN m.name AS name"
    props = answer_props(Outcome("?", cypher=written, slice=SCHEMA), "id")
    assert [node["id"] for node in props["used"]["nodes"]] == ["Person"]
    assert answer_props(Outcome("?", cypher="RETURN 1", slice=SCHEMA), "id")["used"] is None
