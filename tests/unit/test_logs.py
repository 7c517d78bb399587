"""What the log holds, and what it does not."""

from __future__ import annotations

import pytest
import structlog

from bot.errors import ModelUnreachable
from bot.logs import start_logging
from bot.settings import load_settings
from memory.catalogue import say, speaking


def test_a_failure_is_logged_without_what_the_variables_held(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(question: str) -> None:
        key, rows = "-".join(["sk", "hush"]), [["Ada"] * 2]
        raise LookupError(len(question) + len(rows) + len(key))

    defaults = structlog.get_config()
    start_logging(load_settings(log_level="error"))
    try:
        answer(" ".join(["who", "owes", "us"]))
    except LookupError as error:
        structlog.get_logger().error("turn failed", error=type(error).__name__, exc_info=error)
    finally:
        structlog.configure(**defaults)
    logged = capsys.readouterr().err
    assert "turn failed" in logged and "error=LookupError" in logged
    assert "in answer" in logged and "LookupError: 19" in logged
    assert not [held for held in ("who owes us", "sk-hush", "'Ada'") if held in logged]


def test_the_log_speaks_english_whatever_was_said_to_whom(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with speaking("de"):
        inner = ModelUnreachable(say("The model at {host} took too long to answer.", host="here"))
        error = ModelUnreachable(say("{problem} Going on without the model.", problem=inner))
    assert str(error).endswith("Es geht ohne das Modell weiter.")
    defaults = structlog.get_config()
    start_logging(load_settings(log_level="warning"))
    structlog.get_logger().warning("a model is away", why=str(error))
    structlog.configure(**defaults)
    logged = capsys.readouterr().err
    assert "The model at here took too long to answer. Going on without the model." in logged
