"""What a message says of the answers before it: back to one, anew, the same, each, the next few."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from bot.cypher.statement import to_cypher
from bot.reader.anchoring import anchors_of
from bot.reader.cues import cues, kind_of_them
from bot.reader.ground import Ground
from bot.reader.past import before
from bot.reader.pointing import called_in_part, pointed
from bot.reader.returning import renewed
from bot.reader.search import sketches
from bot.reader.training import Priors
from bot.reader.tree import tree_of
from memory.conversation import Exchange, Mention
from memory.query import Query
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from tests.unit.reader.test_search import GROUND, LYRA, VEGA, no_vectors

BERGEN = "Which ships call at Bergen?"
NORA, PORT = Mention("Ship", "name", "Nora"), Mention("Port", "name", "Bergen")


def _read(message: str, history: tuple[Exchange, ...] = (), *names: str) -> list[Query]:
    links = [
        LinkedValue(x, "Port", "name", x, message.find(x), message.find(x) + len(x)) for x in names
    ]
    anchors = anchors_of(message, GROUND, links)
    found = sketches(GROUND, anchors, Priors(), before(history, GROUND, anchors))
    return [tree for tree in (tree_of(one, GROUND) for one in found) if tree is not None]


def _text(tree: Query) -> str:
    return " ".join(to_cypher(tree)[0].split())


def _asked(question: str, part: str, *mentions: Mention) -> Exchange:
    names = ("Bergen",) if "Bergen" in question else ()
    tree = next(tree for tree in _read(question, (), *names) if part in _text(tree))
    links = [LinkedValue(x, "Port", "name", x, 0, 0) for x in names]
    return Exchange(
        question, question, "answerable", row_count=len(mentions) or 9,
        query=tree, linked=tuple(links), mentions=mentions,
    )  # fmt: skip


def _ships() -> Exchange:
    return _asked(
        BERGEN, "(port:Port) WHERE port.name = $name WITH DISTINCT ship", VEGA, LYRA, NORA
    )


@pytest.mark.parametrize(
    "message", ["back to Bergen, the retired ones", "the Bergen list again, only the retired ones"]
)
def test_an_answer_that_is_named_by_its_words_is_gone_on_from(message: str) -> None:
    others = [_asked(one, "Sailor") for one in ("sailors", "number of sailors", "sailor names")]
    history = (_ships(), *others, _asked("sailor countries", "Sailor"))
    anchors = anchors_of(message, GROUND, [])
    assert before(history, GROUND, anchors)[-1].recalled
    assert "port.name = $name AND ship.retired = $retired" in _text(_read(message, history)[0])


def test_what_begins_anew_goes_on_from_nothing() -> None:
    for message in ("something else, how many ports are there", "Next topic. How many ports?"):
        assert all("$name" not in _text(tree) for tree in _read(message, (_ships(),)))
        assert "count(DISTINCT port)" in _text(_read(message, (_ships(),))[0])
    for message in ("what else is retired", "which thing is next to it"):
        assert not renewed(anchors_of(message, GROUND, []))


def test_what_is_to_go_may_be_said_in_two_words() -> None:
    for message in ("cross out the retired ones", "get rid of the retired ones"):
        best = _read(message, (_ships(),))[0]
        assert False in to_cypher(best)[1].values(), message


def test_what_is_told_of_each_is_told_beside_those_of_before() -> None:
    for message, told in (
        ("which sailor each", "RETURN ship.name AS name, sailor.name AS sailor_name"),
        ("when were they built, each", "RETURN ship.name AS name, ship.built_on AS built_on"),
        ("how many sailors does each have", "count(DISTINCT sailor) AS sailors RETURN ship.name"),
        ("how many owners does each have", "count(DISTINCT sailor) AS sailors RETURN ship.name"),
        ("how many crew does each have", "RETURN ship.name AS name, ship.crew AS crew"),
    ):
        assert any(told in _text(tree) for tree in _read(message, (_ships(),))), message


def test_the_next_few_of_an_order() -> None:
    biggest = _asked("the 3 biggest ships", "ORDER BY ship.tonnage DESC LIMIT 3", VEGA, LYRA, NORA)
    best = _read("next 2", (biggest,))[0]
    assert (best.skip, best.limit) == (3, 2)


def test_one_of_several_values_is_taken_out() -> None:
    asked = _asked("Italian or Norwegian ships", "ship.flag IN $flag")
    best = to_cypher(_read("drop the Italian ones", (asked,))[0])
    assert "ship.flag = $flag" in best[0] and best[1]["flag"] == "Norway"


def test_what_has_the_same_as_who_was_spoken_of() -> None:
    one = _asked("the biggest ship", "ORDER BY ship.tonnage DESC LIMIT 1", VEGA)
    for message in ("other ships with the same flag", "other ships of that flag"):
        told = [_text(tree) for tree in _read(message, (one,))]
        assert any("ship.flag = ship2.flag AND ship.name <> $name" in text for text in told), (
            message
        )


def test_a_few_of_an_answer_are_pointed_at() -> None:
    found = anchors_of("take the first two, who serves on them", GROUND, [])
    values = [one.links[0].value for one in pointed(found, before((_ships(),), GROUND), GROUND)]
    assert ("Vega", "Lyra") in values


def test_who_is_first_at_something_is_nobody_of_a_list() -> None:
    found = anchors_of("which sank first", GROUND, [])
    assert not list(pointed(found, before((_ships(),), GROUND), GROUND))


def test_how_many_a_figure_tells_is_no_number_of_different_figures() -> None:
    one = _asked("the biggest ship", "ORDER BY ship.tonnage DESC LIMIT 1", VEGA)
    best = _text(_read("how many crew does it have", (one,))[0])
    assert "ship.crew" in best and "count(DISTINCT ship.crew)" not in best


def test_what_a_message_says_of_how_it_goes_on() -> None:
    for message, cue in {
        "which ones": "ones",
        "which of these are retired": "of_them",
        "the same for Lyra": "same",
        "throw out the retired ones": "removes",
        "newest first": "orders",
        "Norway only": "only",
    }.items():
        assert cue in cues(anchors_of(message, GROUND, [])), message


def test_which_ones_are_those_that_the_answer_has_most_of() -> None:
    busiest = _asked("Which port has the most ships?", "ORDER BY ships DESC LIMIT 1", PORT)
    told = _text(_read("which ones are there", (busiest,))[0])
    assert "port.name = $name WITH DISTINCT ship RETURN ship.name" in told


def test_a_time_that_nothing_named_has_is_of_what_is_next_to_it() -> None:
    asked = _asked(
        "sailors", "Sailor", Mention("Sailor", "name", "Ann"), Mention("Sailor", "name", "Bo")
    )
    told = [_text(tree) for tree in _read("since 2022", (asked,))]
    assert any("ship.built_on >= $built_on" in text for text in told), told[:5]


def test_what_is_meant_is_no_average() -> None:
    for message in ("I mean the retired ones", "ships together with their crew"):
        assert not anchors_of(message, GROUND, []).aggregates


def test_a_yes_or_no_is_asked_of_somebody_else() -> None:
    asked = _asked("Does Vega call at Bergen?", "RETURN count(*) > 0 AS answer")
    anyone = Exchange(asked.question, asked.question, "answerable", row_count=1, query=asked.query)
    links = [LinkedValue("Oslo", "Port", "name", "Oslo", 8, 12)]
    anchors = anchors_of("and for Oslo?", GROUND, links)
    best = sketches(GROUND, anchors, Priors(), before((anyone,), GROUND, anchors))[0]
    assert best.form == "yes_no" and any(test.value == "Oslo" for test in best.tests)


def test_what_comes_too_is_asked_beside_what_was_asked() -> None:
    asked = _asked("Italian ships", "ship.flag = $flag")
    best = to_cypher(_read("the Norwegian ones too", (asked,))[0])
    assert "ship.flag IN $flag" in best[0] and best[1]["flag"] == ["Italy", "Norway"]


def test_per_year_is_of_every_year() -> None:
    asked = _asked("how many ships were built in 2020", "RETURN count(DISTINCT ship)")
    told = _text(_read("per year", (asked,))[0])
    assert "ship.built_on.year AS year" in told and "$built_on" not in told


def test_what_a_flag_denies_and_who_is_a_woman() -> None:
    crew = Label(
        "Diver",
        30,
        {
            "name": Property("name", ("STRING",), ("Ann",), None, None, None, 0.0, 30),
            "alive": Property("alive", ("BOOLEAN",), (True,), (False, True), distinct=2),
            "gender": Property("gender", ("STRING",), ("female",), ("female", "male"), distinct=2),
        },
    )
    ground = Ground(Schema({"Diver": crew}, {}), no_vectors)  # type: ignore[arg-type]
    for message, told in {
        "dead divers": {"alive": False},
        "divers who are not dead": {"alive": True},
        "living divers": {"alive": True},
        "divers who are women": {"gender": "female"},
        "divers who are men": {"gender": "male"},
    }.items():
        found = sketches(ground, anchors_of(message, ground, []), Priors())
        best = next(tree for tree in (tree_of(one, ground) for one in found) if tree is not None)
        assert to_cypher(best)[1] == told, message


def test_a_figure_that_is_no_more_meant_is_put_right() -> None:
    asked = _asked("ships built in 2020", "ship.built_on >= $built_on")
    for message in ("sorry, 2019 not 2020", "not 2020, 2019"):
        best = to_cypher(_read(message, (asked,))[0])[1]
        assert {value.year for value in best.values()} == {2019, 2020}, message
        assert min(best.values()) == date(2019, 1, 1)


def test_a_pronoun_that_nobody_is_speaks_against_a_reading() -> None:
    anchors = anchors_of("in which ports are they", GROUND, [])
    found = sketches(GROUND, anchors, Priors(), before((_ships(),), GROUND, anchors))
    best = tree_of(found[0], GROUND)
    assert best is not None and "Ship" in _text(best)
    assert any("past.unheard" in one.features() for one in found)


def test_a_month_is_of_whatever_year() -> None:
    asked = _asked("how many ships were built in December", "RETURN count(DISTINCT ship)")
    for message, month in (("January?", 1), ("and in May", 5)):
        best = to_cypher(_read(message, (asked,))[0])
        assert "ship.built_on.month = $built_on" in best[0] and "$built_on2" not in best[0], message
        assert best[1] == {"built_on": month}, message


def test_the_other_way_around_is_the_same_list_turned() -> None:
    asked = _asked("the smallest first: ships", "ORDER BY ship.tonnage")
    assert asked.query is not None
    whole = replace(asked, query=replace(asked.query, limit=None))
    told = [_text(tree) for tree in _read("and the biggest", (whole,))]
    assert any(text.endswith("ORDER BY ship.tonnage DESC") for text in told), told[:5]


def test_together_is_what_they_come_to() -> None:
    asked = _asked("tonnage of the ships that call at Bergen", "ship.tonnage", VEGA, LYRA)
    told = [_text(tree) for tree in _read("both together?", (asked,))]
    assert any("sum(ship.tonnage)" in text for text in told), told[:5]


def test_what_is_asked_begins_behind_what_leads_back_to_an_answer() -> None:
    one = _asked("the biggest ship", "ORDER BY ship.tonnage DESC LIMIT 1", VEGA)
    message = "back to the Bergen ships, when were they built"
    anchors = anchors_of(message, GROUND, [])
    past = before((_ships(), one), GROUND, anchors)
    found = sketches(GROUND, anchors, Priors(), past)
    best = next(tree for tree in (tree_of(one, GROUND) for one in found) if tree is not None)
    assert "ship.built_on" in _text(best) and "port.name = $name" in _text(best)


def test_who_is_named_by_what_leads_back_is_meant() -> None:
    asked = _asked(BERGEN, "(port:Port) WHERE port.name = $name WITH DISTINCT ship", VEGA)
    past = before((asked,), GROUND, found := anchors_of("back to Bergen. where is it", GROUND, []))
    links = [one.links for one in pointed(found, past, GROUND)]
    assert (links[0][0].value, links[0][0].method) == ("Bergen", "past_called")


def test_another_property_or_reckoning_is_told_instead() -> None:
    asked = _asked("average tonnage of the Italian ships", "avg(ship.tonnage)")
    for message, told in (
        ("sorry, I meant the crew", "avg(ship.crew)"),
        ("crew instead of tonnage", "avg(ship.crew)"),
        ("no, the total", "sum(ship.tonnage)"),
        ("the total, not the average", "sum(ship.tonnage)"),
    ):
        texts = [_text(tree) for tree in _read(message, (asked,))]
        assert any(told in text and "$flag" in text for text in texts), (message, texts[:5])


def test_what_was_shown_comes_to_something() -> None:
    asked = _asked("crew of the ships that call at Bergen", "ship.crew AS crew", VEGA, LYRA)
    for message in ("add them all up", "what do they add up to", "how much is that in all"):
        told = [_text(tree) for tree in _read(message, (asked,))]
        assert any("sum(ship.crew)" in text for text in told), (message, told[:5])


def test_a_number_of_each_is_held_to_a_figure() -> None:
    asked = _asked("number of ships per port", "WITH port, count(DISTINCT ship) AS ships")
    told = [_text(tree) for tree in _read("only > 12", (asked,))]
    assert any("WHERE ships > $number" in text for text in told), told[:5]
    told = [_text(tree) for tree in _read("descending", (asked,))]
    assert any(text.endswith("ORDER BY ships DESC") for text in told), told[:5]


def test_a_condition_goes_and_not_some_rows() -> None:
    asked = _asked("Italian ships built in 2020", "ship.flag = $flag")
    for message, gone, kept in (
        ("and if we drop the year", "$built_on", "$flag"),
        ("forget the flag", "$flag", "$built_on"),
    ):
        told = [_text(tree) for tree in _read(message, (asked,))]
        assert any(kept in text and gone not in text for text in told), (message, told[:5])


def test_a_month_may_be_the_last_or_first() -> None:
    asked = _asked("ships built in 2020", "ship.built_on >= $built_on")
    told = [to_cypher(tree) for tree in _read("before April", (asked,))]
    assert any("built_on.month < $" in text and 4 in held.values() for text, held in told), told[:3]


def test_who_wrote_them_is_told_beside() -> None:
    told = [_text(tree) for tree in _read("add who serves on them", (_ships(),))]
    assert any("ship.name AS name, sailor.name AS sailor_name" in text for text in told), told[:5]


def test_those_of_whom_it_does_not_hold() -> None:
    asked = _asked("which ships are retired", "ship.retired = $retired", VEGA, LYRA)
    for message in ("which ones aren't?", "and those that are not"):
        held = [to_cypher(tree)[1] for tree in _read(message, (asked,))]
        assert {"retired": False} in held, (message, held[:3])


def test_values_of_several_words_are_said_of_many() -> None:
    roles = ("co-pilot", "deck hand")
    role = Property("role", ("STRING",), roles[:1], roles, distinct=2)
    name = Property("name", ("STRING",), ("Ann",), None, None, None, 0.0, 30)
    crew = Label("Diver", 30, {"name": name, "role": role})
    ground = Ground(Schema({"Diver": crew}, {}), no_vectors)  # type: ignore[arg-type]
    for message, value in {"co-pilots": "co-pilot", "the deck hands": "deck hand"}.items():
        values = [link.value for v in anchors_of(message, ground, []).values for link in v.links]
        assert values == [value], message


def _pointed_at(message: str, *history: Exchange) -> list[tuple[object, str]]:
    found = anchors_of(message, GROUND, [])
    there = pointed(found, before(history, GROUND, found), GROUND)
    return [(link.value, link.method) for one in there for link in one.links]


def test_who_is_pointed_at_by_place_kind_or_what_is_left() -> None:
    biggest = _asked("the biggest ship", "ORDER BY ship.tonnage DESC LIMIT 1", VEGA)
    two = _asked(BERGEN, "(port:Port) WHERE port.name = $name WITH DISTINCT ship", VEGA, LYRA)
    for message, value, how, history in (
        ("what is on the top one", "Vega", "past_nth", (_ships(),)),
        ("when did the third sink", "Nora", "past_nth", (_ships(),)),
        ("who serves on the same ship", "Vega", "past_same", (biggest,)),
        ("what do they carry", "Vega", "past_they", (biggest,)),
        ("and the other one?", "Lyra", "past_other", (two, biggest)),
        ("and the others?", ("Lyra", "Nora"), "past_other", (_ships(), biggest)),
        ("who serves on those 3", ("Vega", "Lyra", "Nora"), "past_all", (_ships(),)),
        ("who serves on those 3 ships", ("Vega", "Lyra", "Nora"), "past_all", (_ships(),)),
    ):
        assert (value, how) in _pointed_at(message, *history), message
    assert not _pointed_at("cheapest at the top", _ships())
    assert len(_pointed_at("what do the two of them carry", two)) == 1


def test_what_is_asked_next_to_somebody_needs_no_name() -> None:
    one = _asked("the biggest ship", "ORDER BY ship.tonnage DESC LIMIT 1", VEGA)
    for message in ("who was on it", "anyone else on it"):
        told = [_text(tree) for tree in _read(message, (one,))]
        assert any("WITH DISTINCT sailor RETURN sailor.name" in text for text in told), message


def test_what_else_somebody_has_is_not_who_else() -> None:
    one = _asked("the biggest ship", "ORDER BY ship.tonnage DESC LIMIT 1", VEGA)
    found = anchors_of("what else does it carry", GROUND, [])
    read = sketches(GROUND, found, Priors(), before((one,), GROUND, found))
    assert any("other.of_pointed" in sketch.features() for sketch in read)
    assert any("other.skipped" in sketch.features() for sketch in read)


def test_an_answer_is_led_back_to_by_what_says_that_it_was_there() -> None:
    for message in (
        "the Bergen ones from before",
        "Bergen ships once more",
        "returning to Bergen: who serves there",
    ):
        others = [_asked(one, "Sailor") for one in ("sailors", "sailor names", "sailor countries")]
        anchors = anchors_of(message, GROUND, [])
        past = before((_ships(), *others), GROUND, anchors)
        assert any(one.recalled and one.answer.question == BERGEN for one in past), message


def test_what_was_after_a_year_is_no_plain_amount() -> None:
    timed = [_text(tree) for tree in _read("only those after 2010", (_ships(),))]
    plain = [_text(tree) for tree in _read("only those over 2010", (_ships(),))]
    assert any("ship.tonnage >" in text for text in plain)
    assert timed and not any("ship.tonnage >" in text for text in timed)


def test_what_is_whole_goes_on_from_nothing() -> None:
    for message in ("Which ports are there?", "How many ports are there?"):
        assert {"complete", "exists"} <= {*cues(anchors_of(message, GROUND, []))}
        assert "ship" not in _text(_read(message, (_ships(),))[0]), message
    for message in ("which of them are retired", "how many are there", "only the retired ones"):
        assert "complete" not in cues(anchors_of(message, GROUND, [])), message


def test_some_are_picked_from_the_kind_that_is_named() -> None:
    for message in ("which of the ports are open", "which of those ports are open"):
        assert kind_of_them(anchors_of(message, GROUND, [])) == {"Port"}
    assert not kind_of_them(anchors_of("which of them are open", GROUND, []))


def test_older_than_a_year_is_before_it() -> None:
    (older,) = anchors_of("only those older than 2016", GROUND, []).numbers
    assert older.operator == "<"


def test_so_many_behind_a_superlative_are_so_many_rows() -> None:
    assert _read("biggest 3", (_ships(),))[0].limit == 3


def test_of_what_a_model_wrote_those_who_were_answered_are_known() -> None:
    told = Exchange("?", "?", "answerable", "MATCH …", row_count=2, mentions=(VEGA, LYRA))
    best = to_cypher(_read("which of those are retired", (told,))[0])
    assert "ship.name IN $name" in best[0] and "ship.retired" in best[0]


def test_who_was_named_among_things_of_several_labels_is_no_kind_to_ask_for() -> None:
    owners = Exchange(
        "Who owns them?", "Who owns them?", "answerable", mentions=(Mention("", "name", "Ann Roe"),)
    )
    assert _read("what else does she own?", (owners,)) == []


def test_who_was_spoken_of_is_named_by_a_part_of_the_name() -> None:
    crew = (Mention("Sailor", "name", "Ann Roe"), Mention("Sailor", "name", "Bo Lind"))
    asked = _asked("sailors", "RETURN sailor.name AS name", *crew)
    best = to_cypher(_read("which ships does lind own", (asked,))[0])
    assert "[:OWNS]->(ship:Ship)" in best[0]
    assert "Bo Lind" in best[1].values()
    assert not list(called_in_part(anchors_of("the crew", GROUND, []), before((asked,), GROUND)))


def test_only_those_of_a_kind_are_some_of_the_answer() -> None:
    for message in ("only Italian ships", "and only the Italian ships", "Italian ships only"):
        told = [_text(tree) for tree in _read(message, (_ships(),))]
        assert not any("<> $flag" in text for text in told), message
    alone = [_text(tree) for tree in _read("ships that only call at Bergen", (), "Bergen")]
    assert any("<> $name" in text for text in alone)


def test_there_is_where_the_one_is_that_was_told() -> None:
    told = replace(
        _asked("country of Bergen", "RETURN DISTINCT port.country"), value="Norway", row_count=1
    )
    found = [tree for tree in _read("any ports there", (told,)) if "port.country =" in _text(tree)]
    assert any("Norway" in to_cypher(tree)[1].values() for tree in found)


def test_another_may_be_called_by_something_else_than_the_name() -> None:
    norway = LinkedValue("Norway", "Port", "country", "Norway", 9, 15)
    asked = _ships()
    anchors = anchors_of("same for Norway", GROUND, [norway])
    found = sketches(GROUND, anchors, Priors(), before((asked,), GROUND, anchors))
    told = [_text(tree) for sketch in found if (tree := tree_of(sketch, GROUND)) is not None]
    assert any("port.country = $country WITH" in text for text in told), told[:3]


@pytest.mark.parametrize(("implied", "several"), [((), True), (("Sailor",), False)])
def test_who_may_be_of_several_labels(implied: tuple[str, ...], *, several: bool) -> None:
    """Of labels that the same nodes have one tells all: each captain is a sailor."""
    name = {"name": GROUND.schema.labels["Port"].properties["name"]}
    schema = Schema(
        {**GROUND.schema.labels, "Firm": Label("Firm", 9, name, implied)},
        {
            "OWNS": Relationship(
                "OWNS", 30, (Join("Sailor", "Ship", 20), Join("Firm", "Ship", 10)), {}
            )
        },
    )
    ground = Ground(schema, no_vectors)  # type: ignore[arg-type]
    links = [LinkedValue("Vega", "Ship", "name", "Vega", 9, 13)]
    anchors = anchors_of("Who owns Vega?", ground, links)
    trees = [tree_of(one, ground) for one in sketches(ground, anchors, Priors())]
    told = [_text(tree) for tree in trees if tree is not None]
    assert any("(node1)-[:OWNS]->(ship:Ship)" in text for text in told) == several, told[:3]
