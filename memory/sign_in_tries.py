"""Wrong passwords, counted in the store, so that all replicas and the operator see them.

Two counts: of a name from an address, with growing delays after a few, and of an address whatever
the name. Both leak away with time. Who is locked out waits, and what is tried meanwhile counts for
nothing: nobody can hold another person out from elsewhere.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, or_, select

from memory.engines import upsert
from memory.store import Store
from memory.tables import sign_in_tries as table

# So many wrong passwords cost no time: everybody mistypes.
_FREE = 3
# So many names may be mistyped from one address (an office behind one router) as often as one.
_NAMES = 3
_LONGEST_NAME = 200
_EVERYBODY = ""


@dataclass(frozen=True, slots=True)
class LockedOut:
    """Who has to wait before the next try; `name` is "" where all names from there have to."""

    address: str
    name: str
    seconds: float


class SignInTries:
    """The counts of a store. Every method raises `StoreError` where the database fails."""

    def __init__(
        self, store: Store, tries: int, lockout: float, clock: Callable[[], float] = time.time
    ) -> None:
        """Count in `store`.

        Args:
            store: Where the counts are kept.
            tries: So many wrong passwords of one name from one address lock it out there.
            lockout: For so many seconds.
            clock: Seconds since the epoch.
        """
        self._store = store
        self._tries, self._lockout, self._clock = tries, lockout, clock

    async def wait(self, address: str, name: str) -> float:
        """Seconds until this name may be tried from this address; 0 for now."""
        query = select(func.max(table.c.until)).where(_rows(network(address), name))
        async with self._store.read() as connection:
            until = (await connection.execute(query)).scalar()
        return max(0.0, float(until or 0) - self._clock())

    async def failed(self, address: str, name: str) -> None:
        """Count a wrong password."""
        place, now = network(address), self._clock()

        def count(connection: Connection) -> None:
            connection.execute(delete(table).where(table.c.at < now - 2 * self._lockout))
            query = select(table).where(_rows(place, name))
            rows = {row.name: row for row in connection.execute(query).all()}
            for who, tries in ((name[:_LONGEST_NAME], 1), (_EVERYBODY, _NAMES)):
                row = rows.get(who)
                limit = self._tries * tries
                leaked = (now - row.at) * limit / self._lockout if row else 0.0
                level = (max(0.0, row.level - leaked) if row else 0.0) + 1
                new = {"level": level, "at": now, "until": now + self._delay(level, limit)}
                statement = upsert(connection.dialect.name, table).values(
                    address=place, name=who, **new
                )
                connection.execute(
                    statement.on_conflict_do_update(
                        index_elements=[table.c.address, table.c.name], set_=new
                    )
                )

        await self._store.write(count)

    async def succeeded(self, address: str, name: str) -> None:
        """Forget the wrong passwords of this name from there; the address's own count stays."""
        mine = (table.c.address == network(address)) & (table.c.name == name[:_LONGEST_NAME])
        async with self._store.read() as connection:
            if (await connection.execute(select(table.c.at).where(mine))).first() is None:
                return
        await self._store.write(lambda connection: connection.execute(delete(table).where(mine)))

    async def locked_out(self) -> list[LockedOut]:
        """Who has to wait, the longest first."""
        now = self._clock()
        query = select(table).where(table.c.until > now).order_by(table.c.until.desc())
        async with self._store.read() as connection:
            rows = (await connection.execute(query)).all()
        return [LockedOut(row.address, row.name, row.until - now) for row in rows]

    async def lift(self, who: str) -> int:
        """Let an address or a name try again; how many counts that were locked are gone."""
        mine = or_(table.c.address == network(who), table.c.name == who)
        locked = select(func.count()).where(mine, table.c.until > self._clock())

        def lift(connection: Connection) -> int:
            found = int(connection.execute(locked).scalar_one())
            connection.execute(delete(table).where(mine))
            return found

        return await self._store.write(lift)

    def _delay(self, level: float, limit: int) -> float:
        """Nothing at first, then 1, 2, 4 … seconds, and the lock-out at the limit.

        Many names from one address cost nothing before that: they may be many people.
        """
        # What leaked while one waited and typed makes no try free.
        tries = math.ceil(level)
        if tries >= limit:
            return self._lockout
        if limit > self._tries or tries <= _FREE:
            return 0.0
        return min(2.0 ** (tries - _FREE - 1), self._lockout)


def network(address: str) -> str:
    """What one visitor has to themselves: an IPv4 address, or 64 bits of IPv6.

    >>> network("203.0.113.9"), network("2001:db8::1:2:3:4"), network("::ffff:203.0.113.9")
    ('203.0.113.9', '2001:db8::/64', '203.0.113.9')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


def _rows(place: str, name: str) -> ColumnElement[bool]:
    return (table.c.address == place) & table.c.name.in_([name[:_LONGEST_NAME], _EVERYBODY])
