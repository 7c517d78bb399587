"""What CICERONE_HIDE names is neither in the schema nor to be had from a statement."""

from __future__ import annotations

import pytest

from guardrails.privacy import Hidden, hidden, visible
from guardrails.selection import select_visible
from guardrails.statement import Allowed, Refused, check_statement
from memory.schema import Join, Label, Property, Relationship, Schema


def properties(*names: str) -> dict[str, Property]:
    return {name: Property(name, ("STRING",)) for name in names}


GRAPH = Schema(
    {
        "Person": Label("Person", 9, properties("name", "email", "born"), together=("Actor",)),
        "Actor": Label("Actor", 4, properties("name", "email", "born"), implies=("Person",)),
        "Film": Label("Film", 9, properties("title", "email", "year")),
        "Vault": Label("Vault", 2, properties("name", "code"), together=("Film",)),
    },
    {
        "ACTED_IN": Relationship(
            "ACTED_IN", 9, (Join("Actor", "Film"),), properties("pay", "role")
        ),
        "KEEPS": Relationship("KEEPS", 1, (Join("Vault", "Film"),)),
    },
)
EMAIL = visible(GRAPH, hidden("Person.email"))
PAY = visible(GRAPH, hidden("ACTED_IN.pay"))
NAMED = visible(GRAPH, hidden("*.email"))
VAULT = visible(GRAPH, hidden("Vault"))

SHOWS_EMAIL = [
    "MATCH (p:Person) RETURN p.email",
    "MATCH (p:Actor) RETURN p.email",
    "MATCH (p:Person) RETURN p['email']",
    "MATCH (p:Person) RETURN p.`email`",
    "MATCH (p:Person) RETURN p[$key]",
    "MATCH (p:Person) UNWIND keys(p) AS k RETURN p[k]",
    "MATCH (p:Person) RETURN p['em' + 'ail']",
    "MATCH (p:Person) RETURN keys(p)",
    "MATCH (p:Person) RETURN properties(p)",
    "MATCH (p:Person) RETURN properties(p).name",
    "MATCH (p:Person) RETURN p {.email}",
    "MATCH (p:Person) RETURN p {.*}",
    "MATCH (p:Person) RETURN p {.name, x: p.email}",
    "MATCH (p:Person) RETURN p",
    "MATCH (p:Person) RETURN *",
    "MATCH (p:Person) WITH * RETURN *",
    "MATCH (p) RETURN p",
    "MATCH (p) RETURN p.email",
    "MATCH (p:!Film) RETURN p.email",
    "MATCH (p:Person|Film) RETURN p.email",
    "MATCH (p:Person {email: 'x'}) RETURN p.name",
    "MATCH (:Person {email: 'x'})-->(f:Film) RETURN f.title",
    "MATCH (p:Person) WHERE p.email STARTS WITH 'a' RETURN count(*)",
    "MATCH (p:Person WHERE p.email = 'x') RETURN p.name",
    "MATCH (p:Person) RETURN p.name ORDER BY p.email",
    "MATCH (p:Person) WITH p ORDER BY p.email LIMIT 1 RETURN p.name",
    "MATCH (p:Person) WITH p AS q RETURN q.email",
    "MATCH (p:Person) WITH p AS q WITH q AS r RETURN r",
    "MATCH (p:Person) RETURN collect(p)",
    "MATCH (p:Person) WITH collect(p) AS l RETURN l[0].email",
    "MATCH (p:Person) WITH collect(p) AS l UNWIND l AS x RETURN x.email",
    "MATCH (p:Person) RETURN head(collect(p)).email",
    "MATCH (p:Person) RETURN [p][0].email",
    "MATCH (p:Person) RETURN {a: p}.a.email",
    "MATCH (p:Person) WITH {a: p} AS m RETURN m",
    "MATCH (p:Person) WITH {a: p} AS m RETURN m.a.email",
    "MATCH (p:Person) RETURN [x IN collect(p) | x.email]",
    "MATCH (p:Person) WITH collect(p) AS l RETURN [x IN l WHERE x.email = 'x' | x.name]",
    "MATCH (p:Person) WITH collect(p) AS l RETURN any(x IN l WHERE x.email = 'x')",
    "MATCH (p:Person) WITH collect(p) AS l RETURN reduce(s = '', x IN l | s + x.email)",
    "MATCH (p:Person) WITH collect(p) AS l RETURN reduce(a = null, x IN l | x)",
    "MATCH (f:Film) RETURN [(f)<-[:ACTED_IN]-(p) | p.email]",
    "MATCH (f:Film) RETURN [(f)<-[:ACTED_IN]-(p:Person) | p]",
    "MATCH (f:Film) RETURN COLLECT { MATCH (f)<--(p:Person) RETURN p.email }",
    "MATCH (f:Film) RETURN COLLECT { MATCH (f)<--(p:Person) RETURN p }",
    "MATCH (f:Film) WHERE EXISTS { (f)<--(p:Person {email: 'x'}) } RETURN f.title",
    "MATCH (f:Film) WHERE EXISTS { MATCH (f)<--(p) WHERE p.email = 'x' RETURN p } RETURN f.title",
    "MATCH (f:Film) WHERE COUNT { (f)<--(p WHERE p.email = 'x') } > 0 RETURN f.title",
    "MATCH (f:Film) WHERE (f)<--(:Person {email: 'x'}) RETURN f.title",
    "CALL { MATCH (p:Person) RETURN p } RETURN p.email",
    "CALL { MATCH (p:Person) RETURN p AS q } RETURN q",
    "MATCH (p:Person) CALL { WITH p RETURN p.email AS e } RETURN e",
    "MATCH (p:Person) CALL (p) { RETURN p AS q } RETURN q",
    "MATCH (p:Person) CALL (*) { RETURN p.email AS e } RETURN e",
    "MATCH (f:Film) RETURN f.title AS t UNION MATCH (p:Person) RETURN p.email AS t",
    "MATCH x = (p:Person)-->(f:Film) RETURN x",
    "MATCH x = (p:Person)-->(f:Film) RETURN nodes(x)",
    "MATCH x = (p:Person)-->(f:Film) RETURN [n IN nodes(x) | n.email]",
    "MATCH x = (f:Film)-[*1..3]-(g:Film) RETURN x",
    "MATCH (p:Person)-[r:ACTED_IN]->() RETURN startNode(r).email",
    "MATCH (p:Person) RETURN CASE WHEN true THEN p ELSE null END",
    "MATCH (p:Person) RETURN coalesce(null, p).email",
    "MATCH (p:Person) RETURN apoc.convert.toJson(p)",
    "MATCH (p:Person) RETURN apoc.map.get(p, 'email')",
    "MATCH (p:Person) RETURN apoc.text.toCypher(p)",
    "MATCH (p:Person) RETURN apoc.convert.toMap(p)",
    "RETURN apoc.map.fromNodes('Person', 'email')",
    "MATCH (p:Person) WITH collect(p) AS l RETURN apoc.coll.sortNodes(l, 'name')",
    "OPTIONAL MATCH (f) OPTIONAL MATCH (f:Film) RETURN f.email",
    "MATCH (p:Person)((a)-->(b)){1,2}(c) RETURN a.email",
    "MATCH p = shortestPath((a:Film {title: 'x'})-[*]-(b:Film {title: 'y'})) RETURN p",
    "CALL db.propertyKeys()",
    "CALL db.index.fulltext.queryNodes('i', 'x') YIELD node RETURN node.name",
    "CALL db.schema.nodeTypeProperties()",
    "MATCH (p:Person) RETURN p.EMAIL",
]
SHOWS_NO_EMAIL = [
    "MATCH (p:Person) RETURN p.name, p.born",
    "MATCH (p:Person) RETURN count(p), count(DISTINCT p)",
    "MATCH (p:Person) RETURN p {.name, .born}",
    "MATCH (p:Person) RETURN elementId(p), labels(p)",
    "MATCH (p:Person) WITH p, count(*) AS c RETURN p.name, c",
    "MATCH (p:Person) WITH collect(p) AS l RETURN size(l), [x IN l | x.name]",
    "MATCH (p:Person)-[:ACTED_IN]->(f:Film) RETURN p.name, f, f.email",
    "MATCH (f:Film) RETURN f",
    "MATCH (p:Person) RETURN head(collect(p)).name, [x IN collect(p) | x.name][0]",
    "MATCH (f:Film) RETURN f.email, f {.*}, properties(f), keys(f)",
    "MATCH (f:Film) WHERE f.email = 'x' RETURN f ORDER BY f.email",
    "MATCH (f) WHERE f:Film RETURN f.email",
    "MATCH (f:Film)<-[r:ACTED_IN]-() RETURN r, r.pay",
    "MATCH (p:Person) WHERE EXISTS { MATCH (p)-->(f:Film) RETURN p } RETURN p.name",
    "WITH {email: 'x'} AS m RETURN m.email",
    "RETURN 'email' AS email",
    "MATCH (p:Person) RETURN p.name AS email ORDER BY email",
    "MATCH (p:Person) WHERE p.name = 'email' RETURN p.name",
    "MATCH (n) RETURN count(n)",
    "MATCH (p:Person)-->(n) RETURN p.name, labels(n)",
    "UNWIND [1, 2] AS x RETURN x",
    "CALL db.labels() YIELD label RETURN label",
]


@pytest.mark.parametrize("text", SHOWS_EMAIL)
@pytest.mark.parametrize("schema", [EMAIL, NAMED], ids=["Person.email", "*.email"])
async def test_a_hidden_property_cannot_be_had(text: str, schema: Schema) -> None:
    verdict = await check_statement(text, {"key": "email"}, schema)
    assert isinstance(verdict, Refused), text
    assert verdict.findings[0].name == "hidden" and verdict.reason.endswith(".")


@pytest.mark.parametrize("text", SHOWS_NO_EMAIL)
async def test_everything_else_can(text: str) -> None:
    assert isinstance(await check_statement(text, schema=GRAPH), Allowed)
    verdict = await check_statement(text, schema=EMAIL)
    assert isinstance(verdict, Allowed), verdict


@pytest.mark.parametrize(
    "text",
    [
        "MATCH ()-[r:ACTED_IN]->() RETURN r.pay",
        "MATCH ()-[r]->() RETURN r.pay",
        "MATCH ()-[r:ACTED_IN]->() RETURN r",
        "MATCH ()-[r:ACTED_IN {pay: 1}]->() RETURN count(r)",
        "MATCH ()-[:ACTED_IN {pay: 1}]->() RETURN count(*)",
        "MATCH p = ()-[:ACTED_IN]->() RETURN p",
        "MATCH p = ()-[:ACTED_IN*1..2]->() RETURN [r IN relationships(p) | r.pay]",
        "MATCH ()-[r:ACTED_IN*1..2]->() RETURN r[0].pay",
        "MATCH ()-[r:ACTED_IN*1..2]->() UNWIND r AS one RETURN one.pay",
    ],
)
async def test_properties_of_relationships_can_be_hidden(text: str) -> None:
    assert isinstance(await check_statement(text, schema=PAY), Refused)


async def test_a_relationship_without_it_is_free() -> None:
    for text in ("MATCH ()-[r:KEEPS]->() RETURN r", "MATCH (p:Person) RETURN p, p.pay"):
        assert isinstance(await check_statement(text, schema=PAY), Allowed)


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (v:Vault) RETURN v.name",
        "MATCH (v:vault) RETURN count(v)",
        "MATCH (n) RETURN n.name",
        "MATCH (n) RETURN n",
        "MATCH (n) WHERE n.code = 1 RETURN count(n)",
        "MATCH (n) WHERE n:Vault RETURN count(n)",
        "MATCH (n) WHERE n:Film OR n.code = 1 RETURN count(n)",
        "MATCH (n) RETURN labels(n)",
        "MATCH (f:Film)--(x) RETURN x.name",
        "MATCH (f:Film)--(x) RETURN x {.*}",
        "MATCH p = (f:Film)--() RETURN p",
        "MATCH (n:Film) CALL { MATCH (n) RETURN n AS m } RETURN m.code",
        "CALL db.labels()",
    ],
)
async def test_nodes_of_a_hidden_label_cannot_be_had(text: str) -> None:
    assert isinstance(await check_statement(text, schema=VAULT), Refused), text


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (f:Film) RETURN f",
        "MATCH (n) RETURN count(n)",
        "MATCH (n) WHERE n:Film RETURN n.title",
        "MATCH (f:Film)--(x:Person) RETURN x.name, f.title",
        "MATCH (f:Film)--() RETURN f.title",
        "MATCH (n:Film|Person) RETURN n.name",
        "MATCH (f:Film) CALL { WITH f MATCH (f)--(p:Person) RETURN p } RETURN p.name",
    ],
)
async def test_nodes_of_other_labels_can(text: str) -> None:
    verdict = await check_statement(text, schema=VAULT)
    assert isinstance(verdict, Allowed), verdict


def test_the_schema_leaves_out_what_is_hidden() -> None:
    assert "email" not in EMAIL.labels["Person"].properties
    assert "email" not in EMAIL.labels["Actor"].properties
    assert "email" in EMAIL.labels["Film"].properties
    assert "Vault" not in VAULT.labels
    assert VAULT.relationships["KEEPS"].joins == ()
    assert "pay" not in PAY.relationships["ACTED_IN"].properties
    assert EMAIL.restrict(["Film"], []).hidden == ("Person.email",)
    assert visible(GRAPH, Hidden()) is GRAPH


def test_patterns() -> None:
    private = hidden("person.EMAIL, *.pass*, .token, `Secret One`, ")
    assert private.property(("Person",), "email") and not private.property(("Film",), "email")
    assert private.property((), "password") and private.property((), "Token")
    assert private.label("secret one") and not private.label("Secret")
    assert hidden("Persn.email, Film.x").unmatched(GRAPH) == ("Persn.email",)


async def test_a_sampled_schema_cannot_tell_labels_apart() -> None:
    unsure = visible(
        Schema(GRAPH.labels, GRAPH.relationships, sampled=True), hidden("Person.email")
    )
    assert isinstance(
        await check_statement("MATCH (f:Film) RETURN f.email", schema=unsure), Refused
    )
    assert isinstance(
        await check_statement("MATCH (f:Film) RETURN f.title", schema=unsure), Allowed
    )


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("MATCH (p:Person) RETURN p", EMAIL),
        ("MATCH (p:Person) RETURN DISTINCT p AS who ORDER BY who.name LIMIT 3", EMAIL),
        ("MATCH (p:Actor)-[r:ACTED_IN]->(f:Film) RETURN p, r, f", PAY),
        ("MATCH (`the one`:Person) RETURN `the one`", NAMED),
        ("MATCH (p:Person|Actor) RETURN p", EMAIL),
    ],
)
async def test_whole_elements_become_what_may_be_seen(text: str, schema: Schema) -> None:
    assert isinstance(await check_statement(text, schema=schema), Refused)
    shown = select_visible(text, schema)
    verdict = await check_statement(shown, schema=schema)
    assert isinstance(verdict, Allowed), (shown, verdict)
    assert "email" not in shown.replace("*.email", "") or schema is PAY


async def test_what_cannot_be_told_is_left_as_it_is() -> None:
    for text in ("MATCH (n) RETURN n", "MATCH (n RETURN n", "MATCH (f:Film) RETURN f"):
        assert select_visible(text, EMAIL) == text
    assert select_visible("MATCH (p:Person) RETURN p", GRAPH) == "MATCH (p:Person) RETURN p"
