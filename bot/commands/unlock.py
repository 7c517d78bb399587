"""Who is locked out after wrong passwords, and letting them in again beside a running chat."""

from __future__ import annotations

from bot.bootstrap import open_store
from bot.errors import UsageError
from bot.render.phrases import time_to_wait
from bot.settings import Settings
from memory.sign_in_tries import SignInTries


async def unlock(settings: Settings, who: str | None) -> int:
    """Lift the lock-out of an address or a name; without one, list who is locked out.

    Raises:
        UsageError: nobody of that name, or from that address, is locked out.
    """
    store = await open_store(settings)
    try:
        tries = SignInTries(store, settings.sign_in_tries, settings.lockout_seconds)
        if who is None:
            for one in await tries.locked_out():
                left = time_to_wait(one.seconds)
                print(f"{one.name or 'everybody'} from {one.address}: {left} to go")
            return 0
        if not await tries.lift(who):
            raise UsageError(
                f"Nobody is locked out as {who} or from there; `cicerone unlock` lists who is."
            )
        print(f"{who} may sign in again.")
        return 0
    finally:
        await store.close()
