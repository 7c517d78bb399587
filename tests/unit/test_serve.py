"""A chat program that is set up without its package ends the start with one sentence."""

from __future__ import annotations

import pytest

from bot import serve
from bot.errors import UsageError


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


def test_whose_people_may_ask_in_teams_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEAMS_APP_ID", "x")
    monkeypatch.delenv("TEAMS_APP_TENANT_ID", raising=False)
    with pytest.raises(UsageError, match="TEAMS_APP_TENANT_ID"):
        serve._check_chats()
    monkeypatch.setenv("TEAMS_APP_TENANT_ID", "*")
    serve._check_chats()
