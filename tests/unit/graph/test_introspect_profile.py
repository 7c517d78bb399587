from typing import Any

from neo4j.time import Date, DateTime

from bot.graph.introspect_profile import Profile
from memory.schema import Property


def _profile(*values: Any, total: int | None = None, whole: bool = True) -> Property:
    profile = Profile()
    for value in values:
        profile.add({"x": value})
    for _ in range((total or len(values)) - len(values)):
        profile.add({})
    return profile.properties(whole=whole)["x"]


def test_the_commonest_type_comes_first() -> None:
    assert _profile(1, "a", "b").types == ("STRING", "INTEGER")
    assert _profile(["a"], [], []).types == ("LIST<STRING>",)
    assert _profile([]).types == ("LIST<ANY>",)


def test_true_and_one_are_not_the_same_value() -> None:
    assert _profile(True, 1, 1.0).distinct == 3


def test_ranges_are_of_one_kind() -> None:
    mixed = _profile(5, 2.5, "7", "8", float("nan"))
    assert (mixed.minimum, mixed.maximum) == (2.5, 5)
    dates = _profile(Date(2020, 1, 2), Date(2019, 1, 2), DateTime(1999, 1, 1))
    assert str(dates.minimum) == "2019-01-02"
    assert _profile("a").minimum is None


def test_few_short_texts_are_listed_whole() -> None:
    assert _profile("b", "a", "b").values == ("a", "b")
    assert _profile("b", "a", whole=False).values is None
    assert _profile(*(f"v{n:02}" for n in range(30))).values is not None
    assert _profile(*(f"v{n:02}" for n in range(31))).values is None
    assert _profile("a", "x" * 61).values is None
    assert _profile(1, 2).values is None
    assert _profile(["b", "a"], ["a"]).values == ("a", "b")


def test_examples_are_the_commonest_and_short() -> None:
    assert _profile("c", "b", "b", "a").examples == ("b", "a", "c")
    assert _profile("x" * 500).examples == ("x" * 100 + "…",)
    assert _profile([0.5] * 300).examples == ()


def test_the_share_of_those_that_lack_it() -> None:
    assert _profile("a", total=4).null_share == 0.75


def test_embeddings_and_documents_are_heavy() -> None:
    profile = Profile()
    profile.add({"vector": [0.5] * 300, "text": "x" * 5_000, "name": "x", "tags": ["a"]})
    assert profile.heavy() == ["text", "vector"]
