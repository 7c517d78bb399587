"""An endpoint that keeps failing is left alone for a while, so that nobody waits for it in vain."""

from __future__ import annotations

import time

_FAILURES = 3
_OPEN_SECONDS = 20.0


class Circuit:
    """Opens after some failures in a row; later one more opens it again, and a reply closes it."""

    def __init__(self, open_seconds: float = _OPEN_SECONDS, failures: int = _FAILURES) -> None:
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
