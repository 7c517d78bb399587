"""Which factory finds the most defects: nobody finds by what things are merely *found in*.

A relationship called FOUND_IN says where something was found, and its end is no finder. Told of
somebody who stands at neither end of it, it says less yet.
"""

from __future__ import annotations

import re
from itertools import pairwise

from bot.offline.words import lemmas, participles
from memory.query import Query
from memory.text import fold, split_name

_AT = frozenset(["in", "at", "on", "inside", "near", "under"])
_ASKED = re.compile(r"\A\W*(?:which|what) ", re.I)
_AFTER = _AT | {"from", "by", "to", "with"}
_HAVE = frozenset(["has", "have", "had"])


def finds_where_found(question: str, query: Query) -> bool:
    """Whether what somebody *finds* is told by where it is found, which is nothing of theirs."""
    verb = _verb(question) if _ASKED.match(question) else frozenset()
    found = []
    for edge in query.pattern.edges if verb else ():
        words = [split_name(type_) for type_ in edge.types]
        passive = all(len(w) == 2 and w[1] in _AT and w[0] in participles(w[0]) for w in words)
        if passive and any({*lemmas(w[0])} & verb for w in words):
            found.append(edge)
    # Who sailed alongside X sailed as well: the subject has its own.
    return bool(found) and all(query.subject not in (edge.start, edge.end) for edge in found)


def _verb(question: str) -> frozenset[str]:
    """What the words right behind the noun can be forms of, where no preposition follows."""
    words = [word for word in fold(question).split()[2:6] if word not in _HAVE]
    pairs = list(pairwise(words))[:2]
    return frozenset(x for one, after in pairs if after not in _AFTER for x in lemmas(one))
