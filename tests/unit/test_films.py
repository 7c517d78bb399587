"""The sample graph holds together: no dangling names, plausible facts, honest gaps."""

import re
from collections import Counter
from datetime import date
from itertools import combinations
from typing import Any

import pytest

from bot.graph import films

Node = dict[str, Any]
LABELS = {
    "Film", "Person", "Actor", "Director", "Writer", "Genre", "Country", "Language", "Studio",
    "Franchise",
}  # fmt: skip
ENDS = {
    "ACTED_IN": ("Actor", "Film"),
    "DIRECTED": ("Director", "Film"),
    "WROTE": ("Writer", "Film"),
    "BORN_IN": ("Person", "Country"),
    "IN_GENRE": ("Film", "Genre"),
    "PRODUCED_IN": ("Film", "Country"),
    "IN_LANGUAGE": ("Film", "Language"),
    "PRODUCED_BY": ("Film", "Studio"),
    "PART_OF": ("Film", "Franchise"),
}
PROPERTIES: dict[str, dict[str, tuple[type, ...]]] = {
    "Film": {
        "title": (str,), "released": (dict,), "year": (int,), "runtime": (int,),
        "rating": (float,), "votes": (int,), "budget": (int,), "revenue": (int,),
        "synopsis": (str,),
    },
    "Person": {"name": (str,), "born": (dict,), "died": (dict,), "birthplace": (str,)},
    "Studio": {"name": (str,), "founded": (int,)},
}  # fmt: skip


class Graph:
    def __init__(self) -> None:
        data = films.load()
        self.nodes: dict[str, Node] = {node["id"]: node for node in data["nodes"]}
        self.rels: list[dict[str, Any]] = data["rels"]
        self.ids = [node["id"] for node in data["nodes"]]

    def labelled(self, label: str) -> list[Node]:
        return [node for node in self.nodes.values() if label in node["labels"]]

    def names(self, label: str) -> set[str]:
        return {node["props"]["name"] for node in self.labelled(label)}

    def pairs(self, kind: str) -> list[tuple[Node, Node]]:
        return [
            (self.nodes[rel["start"]], self.nodes[rel["end"]])
            for rel in self.rels
            if rel["type"] == kind
        ]

    def filmography(self, person: str, kind: str = "ACTED_IN") -> dict[str, int]:
        return {
            end["props"]["title"]: end["props"]["year"]
            for start, end in self.pairs(kind)
            if start["id"] == f"person:{person}"
        }


@pytest.fixture(scope="module")
def graph() -> Graph:
    return Graph()


def day(value: dict[str, str]) -> date:
    return date.fromisoformat(value["$date"])


def test_it_is_big_enough_and_spans_a_century(graph: Graph) -> None:
    people = graph.labelled("Person")
    decades = {film["props"]["year"] // 10 for film in graph.labelled("Film")}
    assert len(graph.labelled("Film")) >= 160
    assert len(people) >= 620
    assert sum("born" in person["props"] for person in people) >= 450
    assert decades == set(range(192, 203))
    assert len({end["id"] for _, end in graph.pairs("PRODUCED_IN")}) >= 20
    assert len(graph.labelled("Language")) >= 20


def test_ids_are_unique_and_every_relationship_ends_at_nodes_of_its_labels(graph: Graph) -> None:
    assert len(graph.ids) == len(set(graph.ids))
    assert {label for node in graph.nodes.values() for label in node["labels"]} == LABELS
    assert {rel["type"] for rel in graph.rels} == set(ENDS)
    for rel in graph.rels:
        start, end = ENDS[rel["type"]]
        assert start in graph.nodes[rel["start"]]["labels"], rel
        assert end in graph.nodes[rel["end"]]["labels"], rel


def test_no_relationship_is_given_twice(graph: Graph) -> None:
    counts = Counter((rel["start"], rel["type"], rel["end"]) for rel in graph.rels)
    assert [key for key, count in counts.items() if count > 1] == []


def test_role_labels_follow_from_the_credits(graph: Graph) -> None:
    for kind, label in [("ACTED_IN", "Actor"), ("DIRECTED", "Director"), ("WROTE", "Writer")]:
        credited = {start["id"] for start, _ in graph.pairs(kind)}
        assert credited == {node["id"] for node in graph.labelled(label)}
    assert all(set(node["labels"]) > {"Person"} for node in graph.labelled("Person"))


def test_every_named_person_and_studio_of_the_fact_files_is_in_a_film(graph: Graph) -> None:
    people = {f"person:{key}" for key in films._people()}
    studios = {f"studio:{name}" for name in films._table("studios.toml")}
    assert people | studios <= set(graph.nodes)


def test_properties_are_known_typed_and_never_null(graph: Graph) -> None:
    for node in graph.nodes.values():
        known = PROPERTIES.get(node["labels"][0], {"name": (str,)})
        for name, value in node["props"].items():
            assert isinstance(value, known[name]), (node["id"], name)
            assert value != ""
            if isinstance(value, dict):
                assert day(value)
    for rel in graph.rels:
        assert (rel["type"] == "ACTED_IN") == ("role" in rel["props"]), rel


def test_films_are_plausible(graph: Graph) -> None:
    for film in graph.labelled("Film"):
        facts = film["props"]
        assert {"title", "year", "runtime", "synopsis"} <= set(facts), film["id"]
        assert 40 <= facts["runtime"] <= 260, film["id"]
        assert 0 <= facts.get("rating", 0) <= 10, film["id"]
        assert facts.get("votes", 1) > 0, film["id"]
        assert facts.get("budget", 1) > 0, film["id"]
        assert facts.get("revenue", 0) >= 0, film["id"]
        assert 1920 <= facts["year"] <= 2029, film["id"]
        if "released" in facts:
            assert day(facts["released"]).year == facts["year"], film["id"]


def test_a_synopsis_has_two_to_four_sentences(graph: Graph) -> None:
    for film in graph.labelled("Film"):
        sentences = re.findall(r"[.!?](?=\s|$)", film["props"]["synopsis"])
        assert 2 <= len(sentences) <= 4, film["id"]


def test_title_and_year_tell_films_apart_where_titles_do_not(graph: Graph) -> None:
    titles = [film["props"]["title"] for film in graph.labelled("Film")]
    keys = [(film["props"]["title"], film["props"]["year"]) for film in graph.labelled("Film")]
    assert len(keys) == len(set(keys))
    assert {title for title, count in Counter(titles).items() if count == 2} >= {
        "True Grit", "Scarface", "King Kong",
    }  # fmt: skip


def test_every_film_has_director_genre_country_language_and_cast(graph: Graph) -> None:
    directed = {end["id"] for _, end in graph.pairs("DIRECTED")}
    cast = Counter(end["id"] for _, end in graph.pairs("ACTED_IN"))
    for film in graph.labelled("Film"):
        assert film["id"] in directed
        assert cast[film["id"]] >= 2, film["id"]
    for kind in ("IN_GENRE", "PRODUCED_IN", "IN_LANGUAGE"):
        linked = {start["id"] for start, _ in graph.pairs(kind)}
        assert linked == {film["id"] for film in graph.labelled("Film")}


def test_nobody_dies_before_birth_or_works_before_the_age_of_three(graph: Graph) -> None:
    for person in graph.labelled("Person"):
        facts = person["props"]
        if "born" in facts and "died" in facts:
            age = day(facts["died"]).year - day(facts["born"]).year
            assert 15 <= age <= 110, person["id"]
    for kind in ("ACTED_IN", "DIRECTED", "WROTE"):
        for person, film in graph.pairs(kind):
            if "born" in person["props"]:
                age = film["props"]["year"] - day(person["props"]["born"]).year
                least = 3 if kind == "ACTED_IN" else 17
                assert least <= age <= 100, (person["id"], film["id"])


def test_there_are_honest_gaps(graph: Graph) -> None:
    def without(label: str, name: str) -> int:
        return sum(name not in node["props"] for node in graph.labelled(label))

    assert without("Film", "budget") >= 10
    assert without("Film", "revenue") >= 10
    assert without("Film", "released") >= 5
    assert without("Film", "rating") >= 5
    assert without("Person", "born") >= 20
    assert without("Person", "died") >= 100
    assert without("Studio", "founded") >= 5


def test_two_people_share_the_name_steve_mcqueen(graph: Graph) -> None:
    namesakes = [p for p in graph.labelled("Person") if p["props"]["name"] == "Steve McQueen"]
    assert [set(p["labels"]) for p in namesakes] in (
        [{"Person", "Actor"}, {"Person", "Director", "Writer"}],
        [{"Person", "Director", "Writer"}, {"Person", "Actor"}],
    )
    assert {day(p["props"]["born"]).year for p in namesakes} == {1930, 1969}
    assert {"Bullitt", "The Great Escape"} <= set(graph.filmography("Steve McQueen"))
    directed = graph.filmography("Steve McQueen (director)", "DIRECTED")
    assert {"12 Years a Slave", "Hunger"} <= set(directed)


def test_the_people_and_things_our_examples_speak_of(graph: Graph) -> None:
    hanks = graph.filmography("Tom Hanks")
    assert len(hanks) >= 8
    assert min(hanks.values()) < 2000 < max(hanks.values())
    assert set(hanks) >= {
        "Apollo 13", "Forrest Gump", "Cast Away", "Saving Private Ryan", "Cloud Atlas",
        "You've Got Mail", "Sleepless in Seattle",
    }  # fmt: skip
    assert len(set(hanks) & set(graph.filmography("Meg Ryan"))) >= 3
    eastwood = graph.nodes["person:Clint Eastwood"]
    assert {"Actor", "Director"} <= set(eastwood["labels"])
    assert {"Sci-Fi", "Film-Noir"} <= graph.names("Genre")
    assert graph.names("Franchise") >= {
        "Toy Story", "Star Wars", "The Lord of the Rings", "James Bond", "The Godfather",
        "Indiana Jones",
    }  # fmt: skip


def test_casts_are_connected(graph: Graph) -> None:
    films_of: dict[str, set[str]] = {}
    for person, film in graph.pairs("ACTED_IN"):
        films_of.setdefault(person["id"], set()).add(film["id"])
    assert sum(len(in_films) > 1 for in_films in films_of.values()) >= 150
    shared = [
        (one, other)
        for one, other in combinations(sorted(films_of), 2)
        if len(films_of[one] & films_of[other]) > 1
    ]
    assert len(shared) >= 50
