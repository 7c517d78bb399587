"""The little English that matching of values needs: function words, the dictionary, singulars."""

from __future__ import annotations

from functools import lru_cache

import lemminflect

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# What number words stand for; "twenty-five" is two of them.
NUMBER_WORDS = {word: i for i, word in enumerate(_UNITS)}
NUMBER_WORDS |= {word: 20 + 10 * i for i, word in enumerate(_TENS)}
NUMBER_WORDS |= {"dozen": 12, "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}

# Closed classes: articles, pronouns, prepositions, conjunctions, auxiliaries, question words. None
# of them points at a value, and none is a content word of a name.
_FUNCTION = """
    a an the this that these those some any each every all both either neither no none such same
    other another many much few more most less least several enough own only just also too very
    i me my mine myself we us our ours you your yours he him his she her hers it its they them
    their theirs themselves itself one ones who whom whose which what where when why how whatever
    aboard about above across after against along among amongst around as at before behind below
    beneath beside besides between beyond by despite down during except for from in inside into
    like near of off on onto out outside over past per since than through throughout to toward
    towards under until up upon versus via with within without
    and or but nor so yet if then else because while though although whether not
    am is are was were be been being do does did done doing have has had having will would shall
    should can could may might must dont doesnt didnt isnt arent wasnt werent hasnt havent whats
    whos there here again ever never always now today please
    """
FUNCTION_WORDS = frozenset(_FUNCTION.split())

# The verbs with which people order an answer: alone they point at no value, in a name they may.
_ORDERS = """
    show list find give tell get return display name count identify provide retrieve fetch want
    need know see let make
    """
ORDERS = frozenset(_ORDERS.split())
# Words beside such a verb that say nothing more of what is wanted.
BESIDE_ORDERS = frozenset(["please", "me", "us", "the", "you", "can", "could", "would"])

# Words that turn a question round where they are left out.
_NEGATIONS = """
    no not never none neither nor without nobody nothing dont doesnt didnt isnt arent wasnt werent
    hasnt havent hadnt cannot cant except unable fail fails failed failing lack lacks lacked lacking
    refuse refuses refused missing
    """
NEGATIONS = frozenset(_NEGATIONS.split())

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
ORDINALS = frozenset([*_ORDINALS.split(), "last"])
_PLACES = {word: place for place, word in enumerate(_ORDINALS.split(), start=1)}
_PLACES |= {"last": -1, "final": -1, "latter": -1, "former": 1}

# Small words that make it another question.
_TELLING = """
    who whom whose which what where when how more most less least few than each every per all only
    or both either same other another average mean total sum number
    """
TELLING = frozenset(_TELLING.split())

# What stands before a number that is an amount, a rank or a bound and not a stored value.
_BOUNDS = """
    than over under above below least most about around approximately top first last next
    bottom best worst after before since until between to by up and within
    """
BOUNDS = frozenset(_BOUNDS.split())


# The words of property names that a unit measures: "calls of 66 seconds" speaks of a duration.
_LASTING = frozenset({"duration", "length", "runtime", "time", "elapsed"})
_FAR = frozenset({"distance", "length", "height", "width", "depth", "size", "range"})
_HEAVY = frozenset({"weight", "mass", "load"})
_MONEY = frozenset({"price", "cost", "amount", "fee", "budget", "revenue", "salary", "value"})
MEASURED_BY = {
    **dict.fromkeys(("second", "minute", "hour", "day", "week"), _LASTING),
    **dict.fromkeys(("year", "month", "old"), _LASTING | {"age", "term", "experience"}),
    **dict.fromkeys(("metre", "meter", "kilometre", "kilometer", "km", "mile", "foot"), _FAR),
    **dict.fromkeys(("kilogram", "kg", "pound", "gram", "ton", "tonne"), _HEAVY),
    **dict.fromkeys(("dollar", "euro", "pound", "cent"), _MONEY),
}


# Of these little is good: the worst delay is the longest one.
_HARM = """
    absence absenteeism accident arrears attack attrition backlog breach bug casualty churn
    complaint crash crime damage death debt defect deficit delay disaster disease dispute
    downtime earthquake emission epidemic error exposure failure famine fatality fault fine fire
    flood fraud harm hazard hurricane incident infection injury lag latency lateness leak loss
    mortality offence offense outage overdue overrun penalty pollution risk scrap severity spill
    spoilage storm symptom theft threat violation vulnerability wait waste
    """
HARM = frozenset(_HARM.split())


_STEM = 6


@lru_cache(maxsize=65536)
def in_dictionary(word: str) -> bool:
    """Whether a folded word is an ordinary English word (names and misspellings are not).

    >>> in_dictionary("directed"), in_dictionary("tarantino")
    (True, False)
    """
    return word in FUNCTION_WORDS or bool(lemminflect.getAllLemmas(word))


@lru_cache(maxsize=65536)
def noun_singular(word: str) -> str:
    """The singular of a folded noun that is in the dictionary, or the word itself.

    >>> noun_singular("drugs"), noun_singular("hanks")
    ('drug', 'hanks')
    """
    nouns = lemminflect.getAllLemmas(word, upos="NOUN").get("NOUN", ())
    return str(nouns[0]) if nouns else word


def singulars(word: str) -> tuple[str, ...]:
    """What a folded word may be the plural of; of words in no dictionary, by their ending.

    >>> singulars("comedies"), singulars("stephanies"), singulars("drama")
    (('comedy',), ('stephany', 'stephanie'), ())
    """
    one = noun_singular(word)
    if one != word:
        return (one,)
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss") or in_dictionary(word):
        return ()
    if word.endswith("ies"):
        return word[:-3] + "y", word[:-1]
    if word.endswith(("xes", "ches", "shes", "ses", "zes")):
        return word[:-2], word[:-1]
    return (word[:-1],)


def singular(word: str) -> str:
    """The likeliest singular of a folded word, or the word itself.

    >>> singular("comedies"), singular("drama")
    ('comedy', 'drama')
    """
    return next(iter(singulars(word)), word)


def number_of(word: str) -> int | None:
    """The number that a numeral or number word stands for, up to a hundred in words.

    >>> number_of("three"), number_of("12"), number_of("few")
    (3, 12, None)
    """
    if word.isdecimal():
        return int(word)
    number = NUMBER_WORDS.get(word, 0)
    return number if 0 < number <= 100 else None


def ordinal_of(word: str) -> int | None:
    """The place that an ordinal stands for; -1 is the last.

    >>> ordinal_of("third"), ordinal_of("2nd"), ordinal_of("last"), ordinal_of("two")
    (3, 2, -1, None)
    """
    if word[:-2].isdecimal() and word[-2:] in ("st", "nd", "rd", "th"):
        return int(word[:-2])
    return _PLACES.get(word)


def stem(word: str) -> str:
    """The beginning that the forms of a folded word share, across parts of speech too.

    >>> stem("violence") == stem("violent"), stem("investigated") == stem("investigation")
    (True, True)
    """
    return word[:_STEM] if len(word) > _STEM else word.removesuffix("s")
