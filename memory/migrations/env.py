"""Run by Alembic: it uses the connection and the transaction it was given."""

from alembic import context

from memory.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
