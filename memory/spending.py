"""What models cost, day by day, for everybody who shares the database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, func, select

from memory.engines import upsert
from memory.spent import Spent
from memory.store import Store
from memory.tables import spending


class Spending:
    """The sums of a store. Every method raises `StoreError` where the database fails."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, spent: Spent) -> None:
        """Add to today's sum; other processes may add at the same time."""
        table = spending.c
        row = {
            "model": spent.model,
            "calls": spent.calls,
            "prompt_tokens": spent.prompt_tokens,
            "completion_tokens": spent.completion_tokens,
        }

        def added(connection: Connection) -> None:
            statement = upsert(connection.dialect.name, spending).values(day=_day(0), **row)
            new = statement.excluded
            sums = {
                name: getattr(table, name) + getattr(new, name) for name in row if name != "model"
            }
            connection.execute(
                statement.on_conflict_do_update(index_elements=[table.day, table.model], set_=sums)
            )

        await self._store.write(added, personal=False)

    async def of_days(self, days: int) -> tuple[Spent, ...]:
        """What each model cost in the last so many days, today among them; the dearest first."""
        table = spending.c
        sums = [
            func.sum(column)
            for column in (table.calls, table.prompt_tokens, table.completion_tokens)
        ]
        query = select(table.model, *sums).where(table.day > _day(days)).group_by(table.model)
        async with self._store.read() as connection:
            rows = (await connection.execute(query)).all()
        # PostgreSQL sums whole numbers to a decimal.
        found = [Spent(row[0], *(int(number) for number in row[1:])) for row in rows]
        return tuple(sorted(found, key=lambda one: (-one.tokens, one.model)))


def _day(ago: int) -> str:
    return (datetime.now(UTC) - timedelta(days=ago)).date().isoformat()
