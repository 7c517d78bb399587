"""`cicerone forget`: all that is kept of a person, as `/memory` does it for themselves.

Works beside a running chat, whose search index follows at its next search; a chat of theirs that is
open there is best ended first.
"""

from __future__ import annotations

from bot.bootstrap import open_store
from bot.errors import UsageError
from bot.settings import Settings
from memory.files import Files
from memory.forgetting import is_known
from memory.threads import Threads


async def forget_person(settings: Settings, who: str) -> int:
    """Forget a person, by the name they sign in with, `slack_EMAIL` or `teams_ID`.

    Raises:
        UsageError: nothing is kept of anybody of that name.
        StoreError: the database fails.
    """
    store = await open_store(settings)
    try:
        async with store.read() as connection:
            known = await connection.run_sync(is_known, who)
        if not known:
            raise UsageError(f"Nothing is kept of anybody named {who or '(blank)'}.")
        await Threads(store, Files(settings.folder / "files", store)).delete_user(who)
    finally:
        await store.close()
    print(f"All that was kept of {who} is forgotten.")
    return 0
