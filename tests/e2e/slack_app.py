"""The app with Slack's API at a mock: `python -m tests.e2e.slack_app`."""

from __future__ import annotations

import os
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.serve import serve
from bot.settings import load_settings

_real_init = AsyncApp.__init__


def _at_mock(self: AsyncApp, *, token: str | None = None, **options: Any) -> None:
    client = AsyncWebClient(token=token, base_url=os.environ["TEST_SLACK_API"])
    _real_init(self, client=client, **options)


if __name__ == "__main__":
    AsyncApp.__init__ = _at_mock  # type: ignore[method-assign]
    serve(load_settings())
