"""What `cicerone doctor` says of what leaves the house: one line, by CICERONE_SEND."""

from __future__ import annotations

import pytest

from bot.commands.doctor import privacy
from bot.settings import load_settings
from memory.schema import Label, Property, Schema

SCHEMA = Schema(
    {
        "Guest": Label(
            "Guest", 3, {"name": Property("name", ("STRING",), examples=("Ada Lovelace",))}
        )
    }
)


@pytest.mark.parametrize(
    ("send", "told"),
    [
        ("schema", "no stored values"),
        ("values", "no results (no samples of Guest.name)"),
        ("rows", "and results (no samples of Guest.name)"),
    ],
)
def test_what_leaves_is_one_line(send: str, told: str) -> None:
    finding = privacy(load_settings(openai_base_url="http://127.0.0.1:1/v1", send=send), SCHEMA)
    assert finding.ok and finding.message.endswith(told) and "\n" not in finding.message


def test_without_a_model_nothing_leaves() -> None:
    assert "no model to send to" in privacy(load_settings(), SCHEMA).message
