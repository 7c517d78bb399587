"""The app with another's keys for Microsoft's, no token of its own, and files sent over loopback.

`python -m tests.e2e.teams_app`.
"""

from __future__ import annotations

import os
from functools import partial

from botframework.connector.auth import MicrosoftAppCredentials

from bot.serve import serve
from bot.settings import load_settings

if __name__ == "__main__":
    import bot.page.teams as teams

    MicrosoftAppCredentials.get_access_token = lambda self, force_refresh=False: "test"
    teams.Signatures = partial(teams.Signatures, metadata=os.environ["TEST_TEAMS_KEYS"])  # type: ignore[misc,assignment]
    teams._UPLOAD_SCHEME, teams._UPLOAD_HOSTS = "http", ("127.0.0.1",)
    serve(load_settings())
