"""The sample graph `films`: some 240 films from 1920 to 2024 and the people who made them.

The facts stand in TOML files beside this module (`README.md` there says where they come from).
`load` turns them into graph JSON, the form every loader of ours reads.
"""

import tomllib
from collections.abc import Iterator
from datetime import date
from importlib.resources import files
from typing import Any

__all__ = ["load"]

FILM_PROPERTIES = (
    "title", "released", "year", "runtime", "rating", "votes", "budget", "revenue", "synopsis",
)  # fmt: skip
CREDITS = {"directors": ("DIRECTED", "Director"), "writers": ("WROTE", "Writer")}
LINKS = {
    "genres": ("IN_GENRE", "Genre"),
    "countries": ("PRODUCED_IN", "Country"),
    "languages": ("IN_LANGUAGE", "Language"),
    "studios": ("PRODUCED_BY", "Studio"),
    "franchises": ("PART_OF", "Franchise"),
}


def load() -> dict[str, Any]:
    """Read the sample graph.

    Returns:
        Graph JSON: `nodes` with `id`, `labels`, `props` and `rels` with `start`, `type`, `end`,
        `props`. Dates are `{"$date": "1994-07-06"}`, money is whole US dollars, runtimes are
        minutes. A property that is not known is left out, never null.

    >>> graph = load()
    >>> next(node["props"]["year"] for node in graph["nodes"] if node["id"] == "film:M (1931)")
    1931
    """
    graph = _Graph()
    graph.studios = _table("studios.toml")
    graph.people = _people()
    for film in _films():
        graph.add_film(film)
    return {"nodes": list(graph.nodes.values()), "rels": graph.rels}


class _Graph:
    """Nodes by id and relationships in the order in which the films name them."""

    def __init__(self) -> None:
        self.nodes: dict[str, dict[str, Any]] = {}
        self.rels: list[dict[str, Any]] = []
        self.people: dict[str, dict[str, Any]] = {}
        self.studios: dict[str, Any] = {}

    def add_film(self, film: dict[str, Any]) -> None:
        """Add a film, everyone credited in it and all it belongs to."""
        if "released" in film:
            film = {"year": film["released"].year, **film}
        key = f"{film['title']} ({film['year']})"
        film_id = self._node("Film", key, {name: film.get(name) for name in FILM_PROPERTIES})
        for person, role in film["cast"].items():
            self._rel(self._person(person, "Actor"), "ACTED_IN", film_id, role=role)
        for field, (kind, label) in CREDITS.items():
            for person in film.get(field, ()):
                self._rel(self._person(person, label), kind, film_id)
        for field, (kind, label) in LINKS.items():
            for name in film.get(field, ()):
                self._rel(film_id, kind, self._named(label, name))

    def _person(self, key: str, label: str) -> str:
        person_id = f"person:{key}"
        if person_id not in self.nodes:
            facts = {"name": key, **self.people.get(key, {})}
            country = facts.pop("country", None)
            self._node("Person", key, facts)
            if country:
                self._rel(person_id, "BORN_IN", self._named("Country", country))
        labels = self.nodes[person_id]["labels"]
        if label not in labels:
            labels.append(label)
        return person_id

    def _named(self, label: str, name: str) -> str:
        founded = self.studios.get(name) if label == "Studio" else None
        return self._node(label, name, {"name": name, "founded": founded})

    def _node(self, label: str, key: str, props: dict[str, Any]) -> str:
        node_id = f"{label.lower()}:{key}"
        known = {name: _value(value) for name, value in props.items() if value is not None}
        self.nodes.setdefault(node_id, {"id": node_id, "labels": [label], "props": known})
        return node_id

    def _rel(self, start: str, kind: str, end: str, **props: str) -> None:
        self.rels.append({"start": start, "type": kind, "end": end, "props": props})


def _films() -> Iterator[dict[str, Any]]:
    names = sorted(path.name for path in files(__name__).iterdir())
    for name in names:
        if name.startswith("films-") and name.endswith(".toml"):
            yield from _table(name)["film"]


def _people() -> dict[str, dict[str, Any]]:
    """`people.toml` has one table a country of birth; here the country is one more fact."""
    people: dict[str, dict[str, Any]] = {}
    for country, born_there in _table("people.toml").items():
        for key, facts in born_there.items():
            if key in people:
                raise ValueError(f"people.toml names {key} twice")
            people[key] = {**facts, "country": country}
    return people


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__name__).joinpath(name).read_text(encoding="utf-8"))


def _value(value: Any) -> Any:
    return {"$date": value.isoformat()} if isinstance(value, date) else value
