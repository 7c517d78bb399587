"""Settings: safe defaults, clear errors, and the guide's page says what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.settings import Settings, load_settings
from tests.settings_page import PAGE, page, variable


def test_the_page_of_settings_is_made_from_the_code() -> None:
    told = page()
    assert PAGE.read_text("utf-8") == told, "type: python -m tests.settings_page"
    for field in Settings.model_fields.values():
        assert f"| `{variable(field)}` | {field.description} |" in told


def test_a_bad_value_is_one_sentence_that_names_the_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CICERONE_PORT", "eighty")
    with pytest.raises(UsageError, match="CICERONE_PORT"):
        load_settings()


def test_time_and_corrections_are_bounded_where_nobody_sets_them() -> None:
    found = load_settings()
    assert (found.turn_seconds, found.first_token_seconds, found.statement_seconds) == (60, 30, 10)
    assert (found.corrections, found.flow, found.engine) == (1, "check", "auto")


def test_a_graph_by_name_wins_over_neo4j(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://example")
    assert not load_settings().embedded
    assert load_settings(graph="films").embedded


def test_secrets_do_not_show() -> None:
    settings = load_settings(neo4j_password="hunter2", openai_api_key="sk-x")
    assert "hunter2" not in repr(settings) and "sk-x" not in repr(settings)


def test_only_our_own_variables_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """HOME is everybody's; a field's bare name says nothing."""
    for name, value in {"HOME": "/elsewhere", "GRAPH": "nope", "HIDE": "Film"}.items():
        monkeypatch.setenv(name, value)
    (tmp_path / ".env").write_text("FLOW=plan\nPORT=1\nCICERONE_ENGINE=offline\n")
    monkeypatch.chdir(tmp_path)
    for name in ("CICERONE_HOME", "CICERONE_ENGINE"):
        monkeypatch.delenv(name, raising=False)
    found = load_settings()
    assert (found.home, found.graph, found.hide) == (Path("~/.cicerone"), None, "")
    assert (found.flow, found.port, found.engine) == ("check", 8000, "offline")


def test_a_settings_file_in_another_encoding_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("CICERONE_PORT=9000", "utf-16")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="UTF-8"):
        load_settings()
