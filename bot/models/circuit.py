"""An endpoint that keeps failing is left alone for a while, so that nobody waits for it in vain.

That it is away, and that it is back, is a line in the log (`memory.outages`).
"""

from __future__ import annotations

import time

from bot.errors import ModelError, ModelRefused, ModelUnreachable, PromptTooLong
from memory import outages

_FAILURES = 3
_OPEN_SECONDS = 20.0


class Circuit:
    """Opens after some failures in a row; later one more opens it again, and a reply closes it.

    `part` is what the log calls the endpoint.
    """

    def __init__(
        self, part: str, open_seconds: float = _OPEN_SECONDS, failures: int = _FAILURES
    ) -> None:
        self._part = part
        self._most = failures
        self._failures = 0
        self._until = 0.0
        self._seconds = open_seconds

    def wait(self) -> float:
        """Seconds until the endpoint may be asked again; nought where it may be asked now."""
        return max(0.0, self._until - time.monotonic())

    def failed(self) -> None:
        """An attempt failed on the endpoint's side."""
        self._failures += 1
        if self._failures >= self._most:
            self._until = time.monotonic() + self._seconds

    def went_well(self) -> None:
        """The endpoint replied."""
        self._failures, self._until = 0, 0.0
        outages.ends(self._part)

    def given_up(self, error: ModelError) -> None:
        """A question goes on without the endpoint; what it said of one prompt is no outage."""
        away = isinstance(error, (ModelUnreachable, ModelRefused))
        if away and not isinstance(error, PromptTooLong):
            outages.begins(self._part, str(error))
