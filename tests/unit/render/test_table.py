from bot.render.table import cell_text, text_table

PERSON = {"_labels": ["Person", "Actor"], "born": 1956, "name": "Tom Hanks"}
FILM = {"_labels": ["Film"], "title": "Big"}
ACTED = {"_type": "ACTED_IN", "roles": ["Josh"]}


def test_nodes_relationships_and_paths() -> None:
    assert cell_text(PERSON) == "Tom Hanks"
    assert cell_text({"_labels": ["Thing"]}) == "Thing"
    assert cell_text(ACTED) == "ACTED_IN (roles: Josh)"
    assert cell_text([PERSON, ACTED, FILM]) == "Tom Hanks –ACTED_IN– Big"
    assert cell_text([PERSON, FILM]) == "Tom Hanks, Big"
    assert cell_text({"x": 1, "y": [2]}) == "x: 1, y: 2"


def test_numbers_are_neither_rounded_away_nor_padded() -> None:
    assert cell_text(0.1 + 0.2) == "0.3"
    assert cell_text(8.0) == "8"
    assert cell_text(0.00001234) == "1.234e-05"
    assert cell_text(float("nan")) == "nan"
    assert cell_text(-123456.5) == "-123,456.5"


def test_wide_and_combining_characters_keep_the_columns_aligned() -> None:
    lines = text_table(["film", "n"], [["東京物語", 1], ["Ame\u0301lie", 2], ["Heat", 3]]).split(
        "\n"
    )
    assert lines[2] == "東京物語  1"
    assert lines[3].startswith("Ame\u0301lie" + " " * 4)
    assert lines[4] == "Heat      3"


def test_long_and_broken_values_stay_on_one_line() -> None:
    table = text_table(["text"], [["a\nb\tc\x00d"], ["x" * 100]])
    assert table.split("\n")[2] == "a b c d"
    assert table.split("\n")[3] == "x" * 39 + "…"


def test_a_table_without_rows_is_its_heads() -> None:
    assert text_table(["a", "bb"], []) == "a  bb\n-  --"
