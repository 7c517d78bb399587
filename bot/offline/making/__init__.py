"""Question/Cypher pairs made from a schema and its stored values, each proven on the graph.

They are examples for a model on the first day, and drafts of a question set for people to review.
Every shape draws query trees (`shapes_of_one`, `shapes_of_joins`); Cypher and English are made from
the tree, so both say the same.
"""

from bot.offline.making.make_pairs import Pair as Pair
from bot.offline.making.make_pairs import make_pairs as make_pairs
