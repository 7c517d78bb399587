"""Fixtures of the integration tests; each has its own module beside this one."""

from tests.integration.chats import ada, eve, files, threads
from tests.integration.databases import address, prepared_database, prepared_file, store
from tests.postgres import postgres

__all__ = [
    "ada",
    "address",
    "eve",
    "files",
    "postgres",
    "prepared_database",
    "prepared_file",
    "store",
    "threads",
]
