"""What stands for the individuals of an answer: a name, or what tells namesakes apart."""

from bot.events import Rows
from bot.steps.recall import recall, single_value
from memory.conversation import Mention
from memory.query import Attribute, Column, Entity, Node, Pattern, Query
from memory.schema import Label, LinkedValue, Property, Schema


def text(name: str, distinct: int) -> Property:
    return Property(name, ("STRING",), distinct=distinct)


OFFICER = Label(
    "Officer",
    100,
    {
        "name": text("name", 60),
        "surname": text("surname", 99),
        "badge_no": text("badge_no", 100),
        "born": Property("born", ("DATE",), distinct=99),
        "city": text("city", 7),
    },
)
CAR = Label("Car", 50, {"reg": text("reg", 50), "make": text("make", 8)})
SCHEMA = Schema({"Officer": OFFICER, "Car": CAR})


def asked(*properties: str) -> Query:
    columns = tuple(Column(Attribute("o", name), name) for name in properties)
    return Query(Pattern((Node("o", ("Officer",)),)), columns, "o")


def rows(*data: tuple[object, ...]) -> Rows:
    return Rows(tuple("abc"[: len(data[0])]), data, len(data), False)


def test_namesakes_are_told_apart_by_their_key_and_called_by_their_names() -> None:
    result = rows(("Ann", "Lee", "17"), ("Ann", "Day", "18"))
    assert recall(result, asked("name", "surname", "badge_no"), SCHEMA, ()) == (
        Mention("Officer", "badge_no", "17", "Ann Lee"),
        Mention("Officer", "badge_no", "18", "Ann Day"),
    )


def test_a_date_of_the_subject_is_not_the_subject() -> None:
    link = LinkedValue("Ann Lee", "Officer", "name", "Ann", 0, 7)
    answer = recall(rows(("1970-01-02",)), asked("born"), SCHEMA, (link,))
    assert answer == (Mention("Officer", "name", "Ann"),)
    assert recall(rows(("1970-01-02",), ("1971-01-02",)), asked("born"), SCHEMA, (link,)) == ()


def test_a_list_of_plain_texts_can_be_picked_from() -> None:
    answer = recall(rows(("Oslo",), ("Bergen",)), asked("city"), SCHEMA, ())
    assert answer == (Mention("Officer", "city", "Oslo"), Mention("Officer", "city", "Bergen"))


def test_whole_nodes_stand_for_themselves_by_what_identifies_them() -> None:
    query = Query(Pattern((Node("c", ("Car",)),)), (Column(Entity("c"), "car"),), "c")
    cars = [{"_labels": ["Car"], "make": "Fiat", "reg": reg} for reg in ("A1", "B2")]
    answer = recall(rows((cars[0],), (cars[1],)), query, SCHEMA, ())
    assert answer == (Mention("Car", "reg", "A1"), Mention("Car", "reg", "B2"))


def test_a_node_is_called_as_its_answer_calls_it() -> None:
    held = {"mileage": Property("mileage", ("INTEGER",), distinct=9), "vin": text("vin", 9)}
    schema = Schema({"Van": Label("Van", 9, held)})
    query = Query(Pattern((Node("v", ("Van",)),)), (Column(Entity("v"), "van"),), "v")
    vans = [({"_labels": ["Van"], "mileage": 100 + n, "vin": f"W{n}"},) for n in range(2)]
    found = recall(rows(*vans), query, schema, ())
    assert found == (Mention("Van", "vin", "W0"), Mention("Van", "vin", "W1"))


def test_a_single_value_is_one_row_of_one_column() -> None:
    assert single_value(rows((1979,))) == 1979
    assert single_value(rows((1979,), (1980,))) is None
    assert single_value(rows(("Ann", "Lee"))) is None
    assert single_value(rows(({"_labels": ["Car"]},))) is None
