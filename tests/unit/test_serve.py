"""What cannot be used ends the start with one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import serve
from bot.errors import UsageError
from bot.settings import load_settings


@pytest.mark.parametrize(
    ("variables", "extra"),
    [
        (("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET"), "slack"),
        (("TEAMS_APP_ID", "TEAMS_APP_PASSWORD"), "teams"),
    ],
)
def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, variables: tuple[str, ...], extra: str
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda package: None)
    serve._check_chats()
    for variable in variables:
        monkeypatch.setenv(variable, "x")
    with pytest.raises(UsageError, match=rf"pip install 'cicerone\[{extra}\]'"):
        serve._check_chats()


def test_a_mistake_in_the_graphs_file_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "films.yaml").write_text("titel: Films")
    with pytest.raises(UsageError, match=r"films.yaml, line 1: “titel” is not a key here"):
        serve.serve(load_settings(home=tmp_path, layers=tmp_path, graph="films"))


def test_whose_people_may_ask_in_teams_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEAMS_APP_ID", "x")
    monkeypatch.delenv("TEAMS_APP_TENANT_ID", raising=False)
    with pytest.raises(UsageError, match="TEAMS_APP_TENANT_ID"):
        serve._check_chats()
    monkeypatch.setenv("TEAMS_APP_TENANT_ID", "*")
    serve._check_chats()
