"""What looks like personal data, on several schemas, and what prompts show of it."""

from __future__ import annotations

from datetime import date

import pytest

from guardrails.personal import personal, stood_in, without_personal
from memory.schema import Join, Label, Property, Relationship, Scalar, Schema


def prop(name: str, *values: Scalar, type_: str = "STRING") -> Property:
    return Property(name, (type_,), examples=values)


def label(name: str, *properties: Property, implies: tuple[str, ...] = ()) -> Label:
    return Label(name, 50, {one.name: one for one in properties}, implies)


FILMS = Schema(
    {
        one.name: one
        for one in (
            label(
                "Person",
                prop("name", "Tom Hanks", "Meg Ryan", "Cher"),
                Property(
                    "born",
                    ("DATE",),
                    (date(1956, 7, 9),),
                    minimum=date(1929, 1, 1),
                    maximum=date(1999, 1, 1),
                ),
                prop("birthplace", "New York City", "London"),
            ),
            label("Film", prop("title", "Top Gun", "Heat", "The Matrix"), prop("name", "Top Gun")),
            label("Genre", prop("name", "Science Fiction", "Drama")),
            label("Studio", prop("name", "Warner Brothers", "New Line Cinema")),
            label("Critic", prop("name", "Roger Ebert"), implies=("Person",)),
        )
    },
    {
        "REVIEWED": Relationship(
            "REVIEWED", 9, (Join("Critic", "Film"),), {"summary": prop("summary", "A fine film")}
        )
    },
)
TRADE = Schema(
    {
        one.name: one
        for one in (
            label(
                "Customer",
                prop("companyName", "Alfreds Futterkiste", "Island Trading"),
                prop("contactName", "Maria Anders", "Ana Trujillo"),
                prop("phone", "030-0074321", "(5) 555-4729"),
                prop("address", "Obere Str. 57", "120 Hanover Sq."),
                prop("country", "Germany", "Mexico"),
                prop("customerID", "ALFKI", "ANATR"),
            ),
            label("Product", prop("productName", "Chai", "Chef Anton's Gumbo Mix")),
            label(
                "Employee",
                prop("firstName", "Nancy", "Andrew"),
                prop("birthDate", "1948-12-08 00:00:00.000"),
                prop("title", "Sales Manager"),
            ),
            label("Order", prop("shipName", "Toms Spezialitäten"), prop("orderID", "10248")),
        )
    }
)
NETWORK = Schema(
    {
        one.name: one
        for one in (
            label("Server", prop("name", "db01", "web-2"), prop("address", "http://a.example")),
            label("User", prop("login", "jdoe"), prop("contact", "j@a.example", "k@b.example")),
            label("River", prop("name", "Rhine", "Rio Grande")),
            label("Tower", prop("name", "Eiffel Tower", "Sears Tower")),
            label("Physicist", prop("name", "Marie Curie", "Niels Bohr")),
            label("Report", prop("author", "Ada Lovelace", "J. von Neumann"), prop("phone", "n/a")),
            label("Athlete", prop("born", 1980, 1990, type_="INTEGER"), prop("fullName")),
        )
    }
)


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        (FILMS, {"Person.name": "name", "Person.born": "birth date", "Critic.name": "name"}),
        (
            TRADE,
            {
                "Customer.contactName": "name",
                "Customer.phone": "phone",
                "Customer.address": "address",
                "Employee.firstName": "name",
                "Employee.birthDate": "birth date",
            },
        ),
        (
            NETWORK,
            {
                "User.contact": "e-mail",
                "Physicist.name": "name",
                "Report.author": "name",
                "Athlete.fullName": "name",
            },
        ),
    ],
    ids=["films", "trade", "network"],
)
def test_told_by_name_and_shape(schema: Schema, found: dict[str, str]) -> None:
    told = {f"{owner}.{name}": kind for (owner, name), kind in personal(schema).items()}
    assert told == found


def test_samples_go_and_the_rest_stays() -> None:
    bare = without_personal(FILMS)
    born, name = (bare.labels["Person"].properties[one] for one in ("born", "name"))
    assert (born.examples, born.minimum, born.maximum, name.examples) == ((), None, None, ())
    assert (born.types, name.types) == (("DATE",), ("STRING",))
    assert bare.labels["Film"] == FILMS.labels["Film"]
    assert without_personal(Schema({"Film": FILMS.labels["Film"]})).labels.keys() == {"Film"}


@pytest.mark.parametrize(
    ("asked", "question", "cypher"),
    [
        (
            "Who was in Heat?",
            "When was Jane Doe born?",
            "MATCH (p:Person {name: 'Jane Doe'}) RETURN p.born",
        ),
        (
            "How old is tom hanks?",
            "When was Tom Hanks born?",
            "MATCH (p:Person {name: 'Tom Hanks'}) RETURN p.born",
        ),
    ],
)
def test_examples_have_made_up_people_but_for_those_asked_about(
    asked: str, question: str, cypher: str
) -> None:
    pair = ("When was Tom Hanks born?", "MATCH (p:Person {name: 'Tom Hanks'}) RETURN p.born")
    assert stood_in(pair, FILMS, [asked]) == (question, cypher)


def test_titles_and_two_people_stay_apart_in_examples() -> None:
    cypher = (
        "MATCH (p:Person)-->(f:Film {name: 'Heat'}) WHERE p.name IN ['Cher', 'Meg Ryan'] RETURN f"
    )
    question, made = stood_in(("Were Cher and Meg Ryan in Heat?", cypher), FILMS)
    assert question == "Were Jane Doe and John Roe in Heat?"
    assert "{name: 'Heat'}" in made and "['Jane Doe', 'John Roe']" in made
    assert stood_in(("What?", "RETURN ("), FILMS) == ("What?", "RETURN (")
