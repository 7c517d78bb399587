"""Logging: one line an event on standard error, without secrets, questions or rows.

A failure of ours has its traceback below it, without the values of the variables; one of a library
has it where the level is debug.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.typing import WrappedLogger

from bot.settings import Settings
from memory.catalogue import Said


def start_logging(settings: Settings) -> None:
    """Set the level of our own log, and keep the drivers' chatter out of it."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    logging.basicConfig(
        level=max(level, logging.WARNING), format="%(levelname)s %(name)s %(message)s"
    )
    if level > logging.DEBUG:
        for handler in logging.getLogger().handlers:
            handler.addFilter(_one_line)
    for noisy in ("neo4j", "httpx", "openai", "qdrant_client", "neo4j.notifications"):
        logging.getLogger(noisy).setLevel(logging.ERROR)
    structlog.configure(
        processors=[*structlog.get_config()["processors"][:-1], _in_english, _renderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def _one_line(record: logging.LogRecord) -> bool:
    """Let a library's record pass as one line: what visitors send makes no tracebacks."""
    if record.exc_info and (error := record.exc_info[1]) is not None:
        why = f"{type(error).__name__}: {error}".partition("\n")[0][:200]
        record.msg, record.args = f"{record.getMessage().splitlines()[0]} ({why})", ()
        record.exc_info = record.exc_text = record.stack_info = None
    return True


def _in_english(
    logger: WrappedLogger, name: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Say in English what was said to somebody in their language."""
    del logger, name
    for key, value in event.items():
        if isinstance(value, Said):
            event[key] = value.english
    return event


def _renderer() -> structlog.dev.ConsoleRenderer:
    """Not structlog's own: where `rich` is installed that shows what each variable held."""
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)
