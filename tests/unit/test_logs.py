"""What the log holds, and what it does not."""

from __future__ import annotations

import pytest
import structlog

from bot.logs import start_logging
from bot.settings import load_settings


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
