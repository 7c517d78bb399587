"""The closed classes and sentence patterns of English that tell a follow-up from a whole question.

Patterns are over the plain form of an utterance: folded words with single spaces.
"""

from __future__ import annotations

import re

import lemminflect

from memory.english import FUNCTION_WORDS, NUMBER_WORDS, singular
from memory.rewrite.utterance import word_set

AUXILIARIES = word_set("""
    is are was were be been do does did has have had can could will would shall should may might
    must 's
    """)
PREPOSITIONS = word_set("""
    in on at of by for from with without about after before since until till during between over
    under above below to into within among across near around through against per as like than
    """)
NUMBERS = {word: number for word, number in NUMBER_WORDS.items() if 0 < number <= 100}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
ORDINALS = {word: number for number, word in enumerate(_ORDINALS.split(), start=1)}
ORDINALS |= {"last": -1, "final": -1, "latter": -1, "former": 1, "penultimate": -2}

_AUX = "|".join(sorted(AUXILIARIES))
_PREP = "|".join(sorted(PREPOSITIONS))
_NUM = r"(?:\d+|" + "|".join(NUMBERS) + ")"
_PRONOUN = "those|these|them|they|it|this|that|ones|all"

WH = re.compile(r"^(?:which|what|who|whom|whose|when|where|why|how)\b")
IMPERATIVE = re.compile(
    r"^(?:show|list|give|find|tell|name|get|display|return|count|compare|search|fetch|identify|"
    r"provide|retrieve|print|select|explain|describe|let|can|could|would|do you know|i want|"
    r"i would like|i d like|i need|i ll)\b"
)
INVERTED = re.compile(rf"^(?:{_AUX}) ")
CLAUSE = re.compile(
    rf"\b(?:which|what|who|whom|when|where|why|how many|how much|how old|how long|{_AUX})\b"
)

# "those", "them" and what else stands for the individuals of an earlier answer.
SET = re.compile(
    r"\b(?:those|these|them|they|their|theirs|themselves|the ones?|which ones?|ones|the rest|"
    r"the others|the remaining|none of|the same (?:list|ones|set|results)|(?:the|this|that) list|"
    r"(?:the|these|those) results?|of which|of whom|among which)\b"
)
ORDER = re.compile(
    rf"^(?:re ?)?(?:sort|order|rank|arrange|group|sorted|ordered|ranked|grouped|break|reverse)\b"
    rf"(?: (?:{_PRONOUN}|the list|down))?(?: (?:by|from|in|on|alphabetical|ascending|descending|"
    r"chronological|oldest|newest|latest|earliest|highest|lowest|largest|smallest|reverse)\b.*)?$"
    r"|^(?:in )?(?:alphabetical|chronological|ascending|descending|reverse|asc|desc)\b.*$"
    r"|^(?:the )?\w+est(?: \w+)? first$|^(?:best|worst|most \w+|alphabetically)(?: \w+)? first$"
    r"|^(?:alphabetically|chronologically)$"
    r"|^(?:list|show|give)(?: me)? (?:them|those|these)(?: (?:all|sorted|ordered))? by\b.*$"
)
RESTRICT = re.compile(
    r"^(?:only|just|except|excluding|exclude|without|limit|limited|restrict|restricted|narrow|"
    r"filter|filtered|keep|remove|drop|leave out|ignore|omit|skip|not|no)\b"
)
# What nobody opens a question of its own with.
ONLY = re.compile(r"^(?:only|just|except|excluding|without)\b")
ADD = re.compile(
    r"^(?:with|include|including|add|adding|also|along with|together with|plus|as well as)\b"
    r"|^(?:show|list|give|display|tell|show me|give me|tell me)\b.*\b(?:too|as well|also)$"
)
SHOW = re.compile(
    r"^(?:also )?(?:show|list|give|include|add|display)(?: me)? (?:also|the|their|its) \w+"
    r"(?: \w+)?$"
)
COUNT = re.compile(
    rf"^(?:how many|how much|(?:the )?(?:count|number|total|total number))"
    rf"(?: (?:are there|is that|in total|of (?:them|those|these)|altogether|them|those|"
    rf"these|all|there are|results?|rows|were there|is it|did you find|in all|{_NUM}))*$"
    r"|^count(?: (?:them|those|these|it|the results?))?$"
)
OF_THE = re.compile(
    rf"^(?:which|who|how many|any|all|most|some|none|each|either|how much)(?: one)? of the (\w+)"
    rf"(?= (?:{_AUX}|come|came)\b|$)"
)
DEFINITE = re.compile(
    rf"^(?:who|what|which) (?:is|was|are|were|'s) the (?!\w+ (?:{_PREP})\b)[a-z]+(?: [a-z]+)?$"
)
WH_ALONE = re.compile(
    r"^(?:(?:since|until|from|by|with|to|for|in|on|at) )?(?:when|where|who|whom|why|how|what|which"
    r"|(?:what|which) (?:year|date|day|month|time|place|city|country)"
    r"|how (?:old|long|much|far|big|large|tall|high|often|expensive))"
    r"(?: (?:exactly|else|was (?:it|that|this)|is (?:it|that|this)))?$"
)
# For each of what: "per airline", "by country", "in each year".
GROUPED = re.compile(
    r"^(?:(?:by|per)|(?:for|in|of|at|on|from|with) (?:each|every)) "
    r"(?P<noun>(?!the |a |an |my )[a-z]+(?: [a-z]+)?)$"
)
COUNT_OF = re.compile(rf"^how many (?:of|{_AUX}|{_PREP})\b")
WHICH_VERB = re.compile(rf"^(?:which|which one)(?: (?:{_AUX}|{_PREP}))\b")
ANY = re.compile(
    rf"^(?:(?:{_AUX}) )?(?:there )?(?:any|some|one|anything|anyone|more)"
    rf"(?: (?:{_AUX}|{_PREP}|that|who|which|of|other|others|else)\b.*)?$"
)
TOP = re.compile(
    rf"^(?:(?:show|give|list)(?: me)? )?(?:the |only |just )*(?P<end>top|first|best|bottom|worst|"
    rf"last)(?: (?P<n>{_NUM}))?"
    r"(?: (?:of (?:them|those|these)|only|ones?|results?|rows|instead|please))*$"
)
MORE = re.compile(
    rf"^(?:(?:show|give|list)(?: me)? )?(?:(?:the )?next(?: page)?(?: (?P<n>{_NUM}))?|"
    rf"(?P<m>{_NUM}) more|(?:some |any )?more)"
    r"(?: (?:of (?:them|those|these)|results?|ones?|rows))?$"
    r"|^(?:is there |are there )?(?:who|what|which|any(?:one|body|thing)?|some(?:one|body|thing)) "
    r"(?:else|others?)$"
)
ALL = re.compile(
    r"^(?:show|list|give|display|see|name|print)(?: me)? (?:them )?(?:all|everything)"
    r"(?: (?:of )?(?:them|those|these|the results?|results|rows|of it))?$"
    r"|^(?:all of (?:them|those|these)|(?:the )?(?:full|complete|whole|entire) list|"
    r"list (?:them )?all|(?:the )?rest)$"
)
LIST = re.compile(
    r"^(?:list|name|show|show me|give me|see|display|which|who|what|tell me) "
    r"(?:them|those|these|ones?|it|are (?:they|those|these))(?: please)?$|^which$"
)
FRAGMENT_START = re.compile(
    rf"^(?:{_PREP}|older|younger|longer|shorter|newer|higher|lower|more|less|"
    r"fewer|at least|at most|released|born|made|directed|written|produced|starring|featuring|"
    r"located|whose|that|who|which|between|older|cheaper|bigger|smaller|made|having)\b"
)
SMALL_TALK = re.compile(
    r"^(?:yes|no|ok|okay|thanks|thank you|hello|hi|hey|bye|goodbye|cool|great|nice|good|perfect|"
    r"sure|right|nope|yeah|yep|stop|cancel|never mind|nevermind|help|wow|lol)"
    r"(?: (?:very|so|a|much|lot|you|that|is|s|all|for|now|it|was|helpful|please))*$"
)

_NOT_SUPERLATIVE = word_set(
    "test west guest interest request contest harvest forest invest suggest rest nest"
)
_SUPERLATIVE = word_set("""
    best worst most least fewest latest top bottom maximum minimum max min highest lowest
    """)

ANTONYMS = tuple(
    (frozenset(low.split()), frozenset(high.split()))
    for low, high in (
        (
            "lowest least fewest worst smallest minimum min bottom",
            "highest most best largest biggest greatest maximum max top",
        ),
        ("shortest", "longest tallest"),
        ("oldest earliest first", "newest youngest latest last"),
        ("cheapest", "dearest costliest priciest"),
        ("lightest", "heaviest"),
        ("slowest", "fastest quickest"),
        ("nearest closest", "farthest furthest"),
        ("lowest shortest", "highest tallest"),
        ("smallest", "biggest largest"),
        ("weakest", "strongest"),
    )
)


def superlative(word: str) -> bool:
    """Whether a word is a superlative.

    >>> superlative("oldest"), superlative("forest"), superlative("most")
    (True, False, True)
    """
    if word in _SUPERLATIVE:
        return True
    if not word.endswith("est") or word in _NOT_SUPERLATIVE or len(word) < 5:
        return False
    return bool({"ADJ", "ADV"} & set(lemminflect.getAllLemmas(word))) or word.endswith("iest")


def opposite(word: str, other: str) -> bool:
    """Whether two superlatives sort by the same thing in opposite directions.

    >>> opposite("lowest", "highest"), opposite("longest", "oldest")
    (True, False)
    """
    return any(
        (word in low and other in high) or (word in high and other in low) for low, high in ANTONYMS
    )


def plural_noun(word: str) -> bool:
    """Whether a word is the plural of a noun.

    >>> plural_noun("films"), plural_noun("people"), plural_noun("is"), plural_noun("directed")
    (True, True, False, False)
    """
    if word in ("people", "men", "women", "children", "staff"):
        return True
    return word not in FUNCTION_WORDS and word.endswith("s") and singular(word) != word


def past_verb(word: str) -> bool:
    """Whether a word is a verb's past form and no noun: came, won, directed."""
    found = lemminflect.getAllLemmas(word)
    return "VERB" in found and "NOUN" not in found and word not in found["VERB"]


def bare_verb(word: str) -> bool:
    """Whether a word can only be a verb in its plain form: an order such as "delete"."""
    found = lemminflect.getAllLemmas(word)
    return set(found) == {"VERB"} and word in found["VERB"]


def stem(word: str) -> str:
    """What a verb and the noun for who does it share.

    >>> stem("director") == stem("directed"), stem("manager") == stem("manages")
    (True, True)
    """
    one = singular(word)
    for ending in ("ors", "ers", "ing", "or", "er", "ed", "es", "ion", "s", "e"):
        if one.endswith(ending) and len(one) - len(ending) >= 3:
            return one[: -len(ending)]
    return one


def number_of(word: str) -> int | None:
    """The number a numeral or number word stands for.

    >>> number_of("three"), number_of("12"), number_of("few")
    (3, 12, None)
    """
    return int(word) if word.isdecimal() else NUMBERS.get(word)


def ordinal_of(word: str) -> int | None:
    """The place an ordinal stands for; -1 is the last.

    >>> ordinal_of("third"), ordinal_of("2nd"), ordinal_of("last"), ordinal_of("two")
    (3, 2, -1, None)
    """
    if word[:-2].isdecimal() and word[-2:] in ("st", "nd", "rd", "th"):
        return int(word[:-2])
    return ORDINALS.get(word)
