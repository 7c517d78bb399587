"""Logging: one line an event on standard error, without secrets, questions or rows.

A failure of ours has its traceback below it, without the values of the variables.
"""

from __future__ import annotations

import logging
import sys

import structlog

from bot.settings import Settings


def start_logging(settings: Settings) -> None:
    """Set the level of our own log, and keep the drivers' chatter out of it."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    logging.basicConfig(
        level=max(level, logging.WARNING), format="%(levelname)s %(name)s %(message)s"
    )
    for noisy in ("neo4j", "httpx", "openai", "qdrant_client", "neo4j.notifications"):
        logging.getLogger(noisy).setLevel(logging.ERROR)
    structlog.configure(
        processors=[*structlog.get_config()["processors"][:-1], _renderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def _renderer() -> structlog.dev.ConsoleRenderer:
    """Not structlog's own: where `rich` is installed that shows what each variable held."""
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)
