"""The order of names in a search field."""

from memory.value_found import Stored
from memory.value_like import nearest_first


def stored(*names: str) -> list[Stored]:
    return [Stored("Person", "name", name, 1, ()) for name in names]


def names(text: str, *known: str) -> list[str]:
    return [str(one.value) for one in nearest_first(text, stored(*known))]


def test_what_begins_so_comes_before_what_only_holds_it() -> None:
    known = ("Anne Hanover", "Hank Azaria", "Tom Hanks", "Shank Hill", "Hank")
    assert names("hank", *known) == ["Hank", "Hank Azaria", "Tom Hanks", "Shank Hill"]


def test_where_nothing_holds_it_only_what_looks_much_like_it_is_told() -> None:
    assert names("spielburg", "Steven Spielberg", "Zoe Kravitz") == ["Steven Spielberg"]
    assert names("zzyzx", "Steven Spielberg") == []
