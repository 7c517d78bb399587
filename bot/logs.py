"""Logging: one line an event on standard error, without secrets, questions or rows."""

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
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
