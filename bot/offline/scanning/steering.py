"""Function words: what is passed over, and what steers the reading."""

from __future__ import annotations

from bot.offline.harms import harmful
from bot.offline.items import (
    Aggregation,
    Candidate,
    Compare,
    Function,
    Item,
    Noun,
    PropertyWord,
    RoleNoun,
    Skip,
    Stated,
    Superlative,
    Value,
    Verb,
)
from bot.offline.phrases import ROLES
from bot.offline.scanning.amounts import put_limit, put_plus, put_range
from bot.offline.scanning.before_nouns import nouns_at
from bot.offline.scanning.by_others import by_others
from bot.offline.scanning.codes import is_code
from bot.offline.scanning.collaborating import put_collaborating
from bot.offline.scanning.comparing_words import put_which_is_more
from bot.offline.scanning.how_much import price_flags
from bot.offline.scanning.lasting import still
from bot.offline.scanning.most_done import NOT_SO, most_done, tells_no_number
from bot.offline.scanning.sheet import Sheet
from bot.offline.scanning.texts import put_contained, put_match, quoted_after
from bot.stored.amounts import Number
from bot.words.data import load
from bot.words.inflection import is_plural, lemmas, participles, parts
from memory.text import split_name

_BE = frozenset(["is", "are", "was", "were", "be", "been", "being", "get", "got", "gets"])
# The year they were born: which year that is.
_BEING = (("is",), ("are",), ("was",), ("were",))
_OF_WHOM = (("they",), ("he",), ("she",), ("it",))
_HOW_MANY = (("number",), ("numbers",), ("count",), ("counts",))
_ARTICLES = frozenset(["the", "a", "an", "all"])
_STOPS = frozenset([",", "?", ".", "!", ":", ";"])
_DEFINITE = frozenset(["the", "all", "his", "her", "its", "their", "your"])
_PERFECT = (("has",), ("have",))
_AN = (("a",), ("an",), ("any",), ("their",))
_LACKING = frozenset(["without", "lacking", "lack", "lacks", "missing"])
_ASKERS = frozenset(["i", "you", "we", "me", "us", "to", "please", "and", "can", "could", ","])
_DO = (("do",), ("did",))
_OUT_OF = (("among",), ("amongst",))
_KEPT = 0.1
_PAID = frozenset(["paid", "given", "charged", "granted", "awarded", "offered", "applied"])
_TOWARDS = (("on",), ("for",), ("to",), ("in",), ("at",), ("by",))
_WEAK = 0.35
_WISH = 0.06
_OWN = 0.4
# Sales by region, where nothing was done.
_NO_DOER = 1.2
# Flagged, for a relationship FLAGGED_IN: its verb without the preposition.
_OF_ITSELF = 0.06
_ENDS = frozenset(["?", ".", ",", ";", "!", "and", "in", "for", "since", "sorted", "ordered"])
_VAGUE = 0.9
# How many a month: that many each month.
_EACH = frozenset(["a", "an"])
_SPANS = frozenset(["day", "week", "month", "quarter", "year", "decade"])
# Behind these it is asked for: the name and date, per user and year.
_TOLD_BESIDE = frozenset(["and", "per", "by", "each", "every"])
_MEANT = 0.6
_BY = 0.06
_OURS = (("we",), ("you",))
_OWNING = frozenset(["own", "owns", "owned", "owning"])

_BEFORE_NOUNS = (("the",), ("a",), ("an",))
_AFTER_THEM = frozenset(["to", "at", "by", "with", "on", "from", "of", "as", "under", "or"])
_PUT = frozenset(["in", "part", "belongs", "belong", "located", "of"])
_DONE_BY = (("by",), ("with",), ("from",), ("like",), ("than",), ("to",))
_ASKED_LAST = frozenset(["where", "when", "who", "whom", "why", "how"])

# The worst average delay.
_RANKED_WITHIN = 3
_DENYING = (("never",), ("not",), ("n't",), ("also",), ("already",))
_WHO = frozenset(["who", "that", "they", "he", "she"])
_THEIRS = (("their",), ("his",), ("her",), ("its",), ("our",), ("your",), ("my",))


def put_functions(sheet: Sheet, at: int) -> None:
    """What the function words at a token steer."""
    for end, role in sheet.phrases[at]:
        word = " ".join(sheet.forms[at:end])
        if role in ("free", "weak", "vague"):
            if sheet.tokens[end - 1].text != "US" or sheet.question.isupper():
                # US firms: a country.
                _skip(sheet, at, end, role)
        elif role == "top":
            put_limit(sheet, at, end)
        elif role == "multiple":
            sheet.add(Compare(at, end, 0.0, ">", Number(1), counted=True))
        elif role.startswith("aggregate:"):
            if not _named_so(sheet, at, end):
                sheet.add(Aggregation(at, end, 0.0, role.partition(":")[2]))
        elif role.startswith("superlatives:"):
            scale = load("scales")["superlatives"][role.partition(":")[2]]
            after = sheet.items[end] if end < len(sheet.items) else []
            fronts = bool(after) and all(isinstance(it, Noun | Function) for it in after)
            # Who offers the cheapest Widget: it is the widget that is cheap.
            fronts = fronts or (sheet.forms[at - 1] == "the" and _only_value(after))
            cost = NOT_SO if word in ("most", "least") and tells_no_number(sheet, end) else 0.0
            falling, measures = scale["descending"], tuple(scale["measure"])
            falling = falling != _of_harm(sheet, end, word)
            sheet.add(Superlative(at, end, cost, measures, falling, fronts))
        elif role.startswith("comparatives:"):
            put_which_is_more(sheet, at, end, role.partition(":")[2])
        elif role.startswith("questions:"):
            _put_how_much(sheet, at, end, role.partition(":")[2])
        elif role in ("contains", "starts", "ends"):
            put_match(sheet, at, end, role)
        elif most_done(sheet, at, end, role):
            continue
        elif role in ROLES and not _else(sheet, at, end, word):
            _role(sheet, at, end, role, word)
    _spent_on(sheet, at)
    _marks(sheet, at)
    put_range(sheet, at)
    put_plus(sheet, at)
    put_contained(sheet, at)


def _says_something(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a word that mostly says nothing does: bought by me, a different town, not there."""
    words, before = sheet.forms[at:end], sheet.forms[at - 1 : at]
    if words == ("me",) and before in _DONE_BY:
        # Give to me only wishes to see.
        ahead = sheet.phrases[at - 2] if at > 1 else []
        return not any(to == at - 1 and role == "free" for to, role in ahead)
    if words == ("there",) and set(sheet.forms[end:]) <= _STOPS:
        # Work at a clinic but handled no visit there: the place is meant, and not that there is.
        return "but" in sheet.forms[:at] and before not in _BEING
    # A different name from X's, in a different town: that is what is said.
    return (*before, *words) == ("a", "different")


def _only_value(items: list[Item]) -> bool:
    """Whether words are a name, and nothing else."""
    return bool(items) and all(isinstance(it, Value) for it in items)


def _of_harm(sheet: Sheet, end: int, word: str) -> bool:
    """Whether much of what is best or worst is bad: the worst delay, the best error rate."""
    if word not in ("best", "worst"):
        return False
    return any(map(harmful, sheet.forms[end : end + _RANKED_WITHIN]))


def _put_how_much(sheet: Sheet, at: int, end: int, word: str) -> None:
    """How long, how tall; where nothing here measures that, *tall* stays unread."""
    names = tuple(load("scales")["questions"][word]["measure"])
    schema = sheet.lexicon.schema
    owners = (*schema.labels, *schema.relationships)
    if word == "how much":
        price_flags(sheet)
    since = word == "how long" and sheet.forms[end : end + 1] in _PERFECT
    if since:
        # How long he has been here: no length of his.
        sheet.add(Skip(at, at + 1, 0.0))
    elif word == "how much" or any(sheet.lexicon.measures(owner, names) for owner in owners):
        sheet.add(Function(at, end, 0.0, "measure", word))
    elif sheet.forms[at] == "how":
        sheet.add(Skip(at, at + 1, 0.0))


def _spent_on(sheet: Sheet, at: int) -> None:
    """The freight *paid* on orders: that it was paid goes without saying."""
    if sheet.forms[at] not in _PAID or sheet.forms[at + 1 : at + 2] not in _TOWARDS or not at:
        return
    before = [it for items in sheet.items[max(0, at - 4) : at] for it in items if it.end == at]
    if any(isinstance(it, PropertyWord) and not it.verbal for it in before):
        sheet.add(Skip(at, at + 1, 0.1))


def _meant_by_others(sheet: Sheet, at: int) -> bool:
    """Whether a verb is none of the asker's: do you know; but people who know someone."""
    return not _asker(sheet, at) and any(isinstance(it, Verb) for it in sheet.items[at])


def _asker(sheet: Sheet, at: int) -> bool:
    return at == 0 or sheet.forms[at - 1] in _ASKERS


def _skip(sheet: Sheet, at: int, end: int, role: str) -> None:
    """Passes over words, at a price where they may say something."""
    given = sheet.forms[at:end] == ("give",) and sheet.forms[at - 1] in ("we", "i")
    if (role == "free" and given) or (end == at + 1 and is_code(sheet, at)):
        # What we give for a cough: no wish to be told. Zone A: no article.
        return
    if role == "free" and sheet.forms[at] in _WHO and _does_next(sheet, end):
        # Cakes they have ordered: it is they who did.
        return
    if _says_something(sheet, at, end):
        return
    if sheet.forms[at:end] == ("instead",) and sheet.forms[end : end + 1] == ("of",):
        return
    if sheet.forms[at:end] == ("in", "all") and not set(sheet.forms[end : end + 1]) <= _STOPS:
        # How many in all? But who acted in all films acted in each of them.
        return
    if not at and _asked_whether(sheet, end):
        # Do we have any? Whether there are, though a wish to see them is as good.
        sheet.add(Skip(at, end, _WISH))
    elif role == "free" and still(sheet, at, end):
        sheet.add(Skip(at, end, _MEANT))
    elif role == "free":
        if sheet.forms[at:end] == ("own",) and sheet.forms[at - 1 : at] not in _THEIRS:
            # What they own; not what is said of their own.
            return
        known = sheet.forms[at:end] == ("know",) and not _asker(sheet, at)
        if known and sheet.forms[at - 1] in _WHO:
            # People who know someone, an author they know.
            return
        if known and any(isinstance(it, Noun | Value) and it.end == at for it in _upto(sheet, at)):
            # Do the teams know the suppliers? That is asked, and not to be told.
            return
        sheet.add(Skip(at, end, _MEANT if _meant_by_others(sheet, at) else 0.0))
    elif role == "weak" and not at and sheet.forms[:1] == ("whose",) and _thing_at(sheet, end):
        # Whose pet is Rex: somebody is asked for, and not the pet.
        return
    elif role == "weak" and not _joins_on(sheet, at, end) and not _lacked(sheet, at):
        own = sheet.relates(at, end, _OF_ITSELF) or sheet.stores(at, end)
        sheet.add(Skip(at, end, _WEAK + (_OWN if own else 0.0)))
    elif role == "vague" and not (
        sheet.forms[end : end + 1] in _OF_WHOM
        or _numbers(sheet, at, end)
        or _ends_name(sheet, at, end)
        or _thing_at(sheet, at)
        or sheet.forms[max(at - 1, 0)] in _TOLD_BESIDE
        or (sheet.forms[0] == "how" and sheet.forms[at - 1] in _EACH and sheet.forms[at] in _SPANS)
    ):
        sheet.add(Skip(at, end, _VAGUE))


def _does_next(sheet: Sheet, at: int) -> bool:
    """Whether a verb comes, or is denied: have ordered, have never ordered."""
    if sheet.forms[at : at + 1] in _DENYING:
        return True
    form = sheet.forms[at] if at < len(sheet.forms) else ""
    return bool(form) and form in participles(form)


def _thing_at(sheet: Sheet, at: int) -> bool:
    return at < len(sheet.items) and any(isinstance(it, Noun) for it in sheet.items[at])


def _asked_whether(sheet: Sheet, end: int) -> bool:
    """Whether it is asked if any are there: do we have any; but do we have her address."""
    after = sheet.forms[end : end + 1]
    ours = (("do", "we", "have"), ("do", "you", "have"))
    return sheet.forms[:end] in ours and not set(after) & _DEFINITE


def _lacked(sheet: Sheet, at: int) -> bool:
    """Whether something is said to be without it: links without a title."""
    first = at - 1 - (sheet.forms[at - 1 : at] in _AN)
    named = any(isinstance(it, PropertyWord) for it in sheet.items[at])
    return at > 1 and sheet.forms[first] in _LACKING and named


def _is_property(sheet: Sheet, at: int, end: int) -> bool:
    """Whether the number of what comes next is kept, or a total of it is asked for."""
    total = "total" in sheet.forms[at:end]
    return any(
        isinstance(it, PropertyWord)
        and it.end > end
        and any(c.cost < _KEPT and _numeric(sheet, c) for c in it.candidates)
        for start in (*range(at, end), *((end,) if total else ()))
        for it in (sheet.items[start] if start < len(sheet.items) else ())
    )


def _numeric(sheet: Sheet, candidate: Candidate) -> bool:
    return sheet.lexicon.kind(candidate.owner, candidate.property) in ("number", "number_text")


def _ends_name(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a word ends the name of a property: the ticket type is no ticket."""
    before = (it for items in sheet.items[max(0, at - 3) : at] for it in items)
    return any(
        isinstance(it, PropertyWord)
        and it.end == end
        and min(c.cost for c in it.candidates) < _KEPT
        for it in before
    )


def _numbers(sheet: Sheet, at: int, end: int) -> bool:
    """Whether how many there are is spoken of: with their number of members."""
    return sheet.forms[at:end] in _HOW_MANY and sheet.forms[end : end + 1] == ("of",)


def _by_number(sheet: Sheet, end: int, word: str) -> bool:
    """Whether what is *popular* can only be what most others chose: hashtags, but no products.

    What is in a category was put there; and where more is known of a thing, more may be meant.
    """
    if "popular" not in word:
        return True
    labels = {noun.label for noun in nouns_at(sheet, end)}
    near = [(t, j) for t, j in sheet.lexicon.schema.joins() if labels & {j.start, j.end}]
    chosen = all(split_name(t)[0] not in _PUT and j.start not in labels for t, j in near)
    return chosen and len({t for t, _ in near}) == 1


def _role(sheet: Sheet, at: int, end: int, role: str, word: str) -> None:
    own = role in ("agent", "patient", "using", "connectors") and sheet.relates(at, end)
    # Who owns it, where it is owned by someone.
    own = own or (word in _OWNING and sheet.relates(at, end, _BY))
    # Received, where things are received by someone.
    own = own or (role in ("agent", "patient") and sheet.relates(at, end, _BY))
    own = own or (role == "patient" and end > at + 1 and by_others(sheet, at, end))
    if role == "commonest" and not (_noun_at(sheet, end) and _by_number(sheet, end, word)):
        return
    if role == "most_adverb" and "commonest" in dict(_told(sheet, at, end)):
        # The most common tag: not what has the most tags.
        return
    if role == "fellow" and (_among_equals(sheet, at) or put_collaborating(sheet, at, end)):
        return
    those = role == "person" and word == "those"
    # What do people who know X like: what these like, and not who knows X.
    these = role == "person" and word == "people who" and sheet.forms[at - 1 : at] in _DO
    if (
        these
        or (those and sheet.forms[at - 1 : at] in _OUT_OF)
        or (role == "thing" and not _asks_what(sheet, end))
    ):
        # Among those: what was spoken of, and no people.
        return
    if role == "both" and _both_roles(sheet, end):
        return
    if role == "count" and sheet.forms[at] == "number" and _numbered(sheet, at):
        # A phone number: the phone itself.
        sheet.add(Skip(at, at + 1, 0.05))
        return
    own_noun = any(
        isinstance(it, Noun) and it.end == end and it.cost < 0.05 for it in sheet.items[at]
    )
    kept = sheet.forms[at - 1 : at] in _OURS and sheet.stores(at, end)
    if (own or own_noun or kept) and role in ("agent", "patient"):
        # Who answered: the schema's own answering, not who got something; answers are things.
        return
    if word == "own" and sheet.forms[at - 1 : at] in _THEIRS:
        return
    if role == "connectors" and quoted_after(sheet, at, end):
        return
    done = role in ("agent", "patient") and sheet.stores(at, end)
    cost = _OWN if own or done or (own_noun and is_plural(word)) else 0.0
    if (
        word == "no"
        and sheet.forms[at - 1 : at] in _BEING
        and sheet.forms[at - 2 : at - 1] != ("there",)
    ):
        # Are no members: what they are, not what they have.
        cost = _OWN
    if role == "count" and _is_property(sheet, at, end):
        # The number of followers, where that is kept.
        cost = _KEPT
    if role == "universal" and word == "every" and sheet.forms[at - 1 : at] == ("for",):
        # For every town: a row for each.
        cost = _OWN
    if role == "group" and word == "across" and sheet.forms[end : end + 1] == ("all",):
        # Across all books: in all of them together.
        cost = _OWN
    if role in ("connectors", "agent") and word == "by" and _for_each(sheet, at, end):
        # Total sales by region: for each; nobody says who did it without an article.
        cost += _OWN if _done_before(sheet, at) else _NO_DOER
    sheet.add(Function(at, end, cost, role, word))


def _else(sheet: Sheet, at: int, end: int, word: str) -> bool:
    """Whether a word steers nothing here; where both are so there must be two of them."""
    if word == "both" and not {"and", "as", "or"} & set(sheet.forms):
        return True
    if word.endswith(("ing", "ed")) and sheet.forms[at - 1 : at] in _BEFORE_NOUNS:
        # The living children: it says what they are like, and joins nothing.
        return not {*sheet.forms[end : end + 1]} & {*_AFTER_THEM, *_ENDS, *_ARTICLES}
    return (word == "'s" and _belongs(sheet, at, end)) or _asked_last(sheet, at, end)


def _asked_last(sheet: Sheet, at: int, end: int) -> bool:
    """Whether words ask for more of what was named, and describe nothing: X: where and when?"""
    if sheet.forms[at] not in _ASKED_LAST or not at:
        return False
    apart = sheet.forms[at - 1] in (*_STOPS, *_ASKED_LAST)
    after = [form for form in sheet.forms[end:] if form not in _STOPS]
    return apart and (not after or (after[0] == "and" and set(after[1:2]) <= _ASKED_LAST))


def _belongs(sheet: Sheet, at: int, end: int) -> bool:
    """Whether 's after a name says whose what follows is: X's owner; but X's in the ward."""
    named = any(isinstance(it, Value) and it.end == at for it in _upto(sheet, at))
    after = sheet.items[end] if end < len(sheet.items) else []
    things = Noun | RoleNoun | PropertyWord | Superlative | Value
    ranked = any(role.startswith("superlatives") for _, role in sheet.phrases.get(end, ()))
    return named and (ranked or any(isinstance(it, things) for it in after))


def _upto(sheet: Sheet, at: int) -> list[Item]:
    return [it for items in sheet.items[:at] for it in items]


def _for_each(sheet: Sheet, at: int, end: int) -> bool:
    """Whether nothing is done before, or a figure asked for, and a bare noun ends what comes."""
    before = sheet.items[:at]
    figure = any(isinstance(it, Aggregation) for items in before for it in items)
    counted = {"how", "number", "count"} & set(sheet.forms[:at])
    if not figure and not counted and _done_before(sheet, at):
        return False
    return any(
        not noun.plural and (noun.end == len(sheet.forms) or sheet.forms[noun.end] in _ENDS)
        for noun in nouns_at(sheet, end)
    )


def _done_before(sheet: Sheet, at: int) -> bool:
    """Whether a verb ends right before a token, or anything that is done: written *by*."""
    word = sheet.forms[at - 1] if at else ""
    verbs = any(isinstance(it, Verb) and it.end == at for items in sheet.items[:at] for it in items)
    return verbs or (word in participles(lemmas(word)[-1]) if word else False)


def _noun_at(sheet: Sheet, at: int) -> bool:
    """Whether a noun is there, whatever else the word may be."""
    return any(isinstance(it, Noun) for it in (sheet.items[at] if at < len(sheet.items) else ()))


def _told(sheet: Sheet, at: int, end: int) -> list[tuple[str, int]]:
    """The roles of a phrase before a noun."""
    return [(role, e) for e, role in sheet.phrases[at] if e == end and _noun_at(sheet, end)]


def _among_equals(sheet: Sheet, at: int) -> bool:
    """Whether the schema has a relationship of its own for it: collaborates with."""
    types = {t for it in sheet.items[at] if isinstance(it, Verb) for t, _ in it.types}
    joins = [j for t in types for j in sheet.lexicon.schema.relationships[t].joins]
    return bool(joins) and all(j.start == j.end for j in joins)


def _both_roles(sheet: Sheet, end: int) -> bool:
    """Whether what follows stands in two relationships: both a supplier and a competitor of."""
    after = sheet.items[end] if end < len(sheet.items) else []
    values = any(isinstance(it, Value) for it in after)
    done = sheet.forms[end : end + 1] and "NOUN" not in parts(sheet.forms[end])
    roles = [it for it in after if isinstance(it, RoleNoun)]
    return not values and not done and bool(roles) and not _of_one(sheet, roles)


def _of_one(sheet: Sheet, roles: list[RoleNoun]) -> bool:
    """Whether two roles are played in the same: both judge and sponsor of the same race."""
    for one in roles:
        if sheet.forms[one.end : one.end + 1] == ("and",) and one.end + 1 < len(sheet.forms):
            for two in sheet.items[one.end + 1]:
                after = sheet.forms[two.end : two.end + 3]
                if isinstance(two, RoleNoun) and after == ("of", "the", "same"):
                    return True
    return False


def _numbered(sheet: Sheet, at: int) -> bool:
    """Whether a property is named right before the word number."""
    before = sheet.items[at - 1] if at else []
    return any(
        isinstance(it, PropertyWord)
        and it.end == at
        and any(c.cost < 0.1 and "number" not in split_name(c.property) for c in it.candidates)
        for it in before
    )


def _asks_what(sheet: Sheet, at: int) -> bool:
    """Whether "what" stands alone: what did X direct; but what product, what are the films."""
    being = sheet.forms[at : at + 1] and sheet.forms[at] in _BE
    while at < len(sheet.forms) and (sheet.forms[at] in _BE or sheet.forms[at] in _ARTICLES):
        at += 1
    items = sheet.items[at] if at < len(sheet.items) else []
    if any(isinstance(it, Stated) for it in items):
        # What is in stock: what is so, and not how much of it.
        return True
    named = any(isinstance(it, Noun | PropertyWord | RoleNoun) for it in items)
    return not named or (bool(being) and any(isinstance(it, Verb) for it in items))


def _joins_on(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a word that may say little joins what follows: related to."""
    after = sheet.forms[end : end + 1]
    return sheet.forms[at:end] == ("related",) and after in (("to",), ("with",))


def _marks(sheet: Sheet, at: int) -> None:
    form = sheet.forms[at]
    if form in (",", ";"):
        sheet.add(Function(at, at + 1, 0.0, _comma(sheet, at), form))
    elif form in ("(", ")"):
        sheet.add(Function(at, at + 1, 0.0, "bracket", form))
    elif sheet.tokens[at].kind == "mark" and not sheet.items[at]:
        sheet.add(Skip(at, at + 1, 0.0))
    elif form == "'s" and sheet.forms[at - 1 : at] != ("where",):
        sheet.add(Function(at, at + 1, 0.0, "genitive", form))


def _comma(sheet: Sheet, at: int) -> str:
    """A comma in a list stands for the word that closes the list."""
    for form in sheet.forms[at + 1 : at + 8]:
        if form == "or":
            return "comma_or"
        if form == "and":
            return "comma_and"
    return "comma"


def _named_so(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a property's own name starts with the word: an average vote, a total price."""
    return any(
        isinstance(it, PropertyWord)
        and it.end > end
        and any(len(split_name(c.property)) > 1 and c.cost < 0.05 for c in it.candidates)
        for start in range(at, end)
        for it in sheet.items[start]
    )
