"""Columns are headed by words."""

from bot.render.heads import heads
from memory.query import Aggregate, Attribute, Column, Entity, Node, Pattern, Query


def test_names_of_groups_and_figures_are_words() -> None:
    columns = (
        Column(Attribute("g", "name"), "genre_name"),
        Column(Attribute("f", "name"), "name"),
        Column(Attribute("f", "first_name"), "first_name"),
        Column(Aggregate("avg", Attribute("f", "runtime")), "average_runtime"),
        Column(Entity("f"), "film_node"),
    )
    query = Query(Pattern((Node("f", ("Film",)), Node("g", ("Genre",)))), columns, "f")
    names = [column.name for column in columns]
    assert heads(names, query) == ["genre", "name", "first name", "average runtime", "film"]


def test_of_a_model_names_are_kept_but_for_lines_and_two_are_never_alike() -> None:
    assert heads(["f.title", "total_cost"], None) == ["f.title", "total cost"]
    query = Query(
        Pattern((Node("g", ("Genre",)),)),
        (Column(Attribute("g", "name"), "genre_name"), Column(Attribute("g", "genre"), "genre")),
        "g",
    )
    assert heads(["genre_name", "genre"], query) == ["genre_name", "genre"]
