"""Everything that can go wrong, drawn as one tree; each message is one sentence to act on.

CiceroneError
├── UsageError            bad input on the command line, in settings or in a file
│   ├── LoadError         a graph file that cannot be loaded (line and reason)
│   └── UnreadableFile    a document that cannot be read (why, to follow its name)
├── NotOpenYet            the graph is still being opened, behind a page that is there already
├── GraphError            the database
│   ├── GraphUnreachable  no answer at the address (paused instance, TLS, DNS, port)
│   ├── LoginRefused      wrong user or password
│   ├── UnknownDatabase   the server has no database of that name
│   ├── ConnectionLost    it went away in the middle, and one reconnect did not help
│   ├── StatementFailed   the database refused or failed the statement
│   ├── StatementTimeout  the statement ran into its time limit
│   └── StatementRefused  the guard did not let the statement run
├── ModelError            the language model
│   ├── ModelUnreachable  no answer at the address, or none in time
│   ├── ModelRefused      the endpoint refused (key, quota, unknown model, no such endpoint)
│   │   ├── UnknownModel  the endpoint has no model of that name
│   │   └── PromptTooLong the model cannot read that much at once
│   ├── BudgetSpent       the tokens or the money set for a turn or a day are spent
│   └── ReplyUnusable     this one reply is of no use: empty, cut off, no query, a refusal
├── FetchFailed           a model cannot be fetched from the hub, whole and right
├── WorkFailed            reading, checking and the like, done in worker processes
│   ├── TookTooLong       it took more of the processor than one piece of work may
│   └── WorkerLost        the process ended, and so did the next one
└── StoreError            SQL or the search index
    ├── Forgotten         somebody was forgotten while they asked: nothing of that is kept
    └── EmbedderAway      no vectors can be made now (search goes on by words)
"""

from __future__ import annotations

from memory.errors import CiceroneError as CiceroneError
from memory.errors import EmbedderAway as EmbedderAway
from memory.errors import Forgotten as Forgotten
from memory.errors import StoreError as StoreError
from memory.errors import TookTooLong as TookTooLong
from memory.errors import UsageError as UsageError
from memory.errors import WorkerLost as WorkerLost
from memory.errors import WorkFailed as WorkFailed


def in_full(error: CiceroneError) -> str:
    """What went wrong and what to do about it, in one line.

    >>> error = GraphUnreachable("No database answers at bolt://host.")
    >>> error.remedy = "Start it."
    >>> in_full(error), in_full(UsageError("The question is blank."))
    ('No database answers at bolt://host. Start it.', 'The question is blank.')
    """
    return f"{error} {error.remedy}".strip()


class LoadError(UsageError):
    """A graph file that cannot be loaded; the message has the line and the reason."""


class UnreadableFile(UsageError):
    """A document that cannot be read; the message is the end of a sentence: "is encrypted"."""


class NotOpenYet(CiceroneError):
    """The graph is still being opened."""


class GraphError(CiceroneError):
    """The database failed."""


class GraphUnreachable(GraphError):
    """Nothing answers at the database's address."""


class LoginRefused(GraphError):
    """The database refused the user or the password."""


class UnknownDatabase(GraphError):
    """The server has no database of that name."""


class ConnectionLost(GraphError):
    """The connection broke while a statement ran, and one reconnect did not help."""


class StatementFailed(GraphError):
    """The database refused or failed the statement."""


class StatementTimeout(GraphError):
    """The statement ran into its time limit and was ended."""


class StillRunning(StatementTimeout):
    """An earlier statement of the same person still runs in the database; this one did not."""


class StatementRefused(GraphError):
    """The guard did not let the statement run."""


class ModelError(CiceroneError):
    """The language model failed."""


class FetchFailed(CiceroneError):
    """A model cannot be fetched: the hub, the network or the disk fails, or the checksum does."""


class ModelUnreachable(ModelError):
    """Nothing answers at the model's address."""


class ModelRefused(ModelError):
    """The model's endpoint refused, and would refuse the next request, too."""


class UnknownModel(ModelRefused):
    """The endpoint has no model of that name."""


class PromptTooLong(ModelRefused):
    """The prompt is longer than the model's context."""


class BudgetSpent(ModelError):
    """The tokens or the money that a turn or a day may cost are spent."""


class ReplyUnusable(ModelError):
    """A reply is empty, cut off, in another form or a refusal; the next may be better."""
