"""Other libraries as candidates, from the optional extra `peers`; each asks a Neo4j with APOC.

Each runs as its makers ship it, with its own prompts, on the same model and graph. What the model
writes goes to the database as the library sends it, in READ sessions with our limits on time and
rows, but past our statement guard: measure on data that may be read whole.
"""

from bot.evaluation.peers.open_peer import open_peer as open_peer
