"""One wording for each way to narrow or sort: "leave out dramas" as "excluding dramas"."""

from __future__ import annotations

import re

_EST = r"(?!best\b)[a-z]+est"
_IT = r"(?: (?:it|this|that|them|those|these|the (?:list|results?)))?"
_WORDINGS = (
    (
        r"^(?:please )?(?:exclude|drop|remove|ignore|omit|skip|leave out|take out|get rid of)"
        rf"{_IT} (?:all )?(?=\S)",
        "excluding ",
    ),
    (rf"^(?:leave|take){_IT} out (?=\S)", "excluding "),
    (
        rf"^(?:limit|restrict|narrow|filter|reduce|cut){_IT}(?: down)?(?: (?:to|by|for|on))?"
        r"(?: only| just)? (?=\S)",
        "only ",
    ),
    (r"^keep(?: only| just)? (?=\S)", "only "),
    (r"^(?:show|give|list)(?: me)? (?:only|just) (?=\S)", "only "),
    (rf"^(?:re-?)?(?:sort|order|rank|arrange){_IT} (?=by\b)", "sort by "),
    (
        r"^(?:list|show|give)(?: me)? (?:them|those|these)(?: (?:all|sorted|ordered))? (?=by\b)",
        "sort by ",
    ),
    (
        r"^which(?= of (?:them|those|these) (?!are|were|have|do|did)\w+ "
        r"(?:first|last|most recently|the (?:earliest|latest|most|fewest|least))\b)",
        "which one",
    ),
    (rf"^which (?=(?:has|had|got|is|was) the (?:most|fewest|least|{_EST})\b)", "which one "),
    (rf"^(?:re-?)?(?:sort|order|rank|arrange){_IT} (?=alphabetic|chronologic|descend|ascend)", ""),
    (rf"^(?:group|break){_IT}(?: down)? (?=by\b)", "group by "),
)
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), new) for pattern, new in _WORDINGS)


def plainly(text: str) -> str:
    """The text in the wording that the parser's lexicon has.

    >>> plainly("leave out the comedies"), plainly("narrow it down to dramas")
    ('excluding the comedies', 'only dramas')
    >>> plainly("Sort those by year"), plainly("which is the oldest?")
    ('sort by year', 'which one is the oldest?')
    >>> plainly("list them by date"), plainly("which has the most beds?")
    ('sort by date', 'which one has the most beds?')
    >>> plainly("which of them joined last?"), plainly("which of them have the most?")
    ('which one of them joined last?', 'which of them have the most?')
    """
    for pattern, new in _PATTERNS:
        found = pattern.match(text)
        if found:
            rest = text[found.end() :]
            return new + (rest[3:] if new.endswith("by ") else rest)
    return text
