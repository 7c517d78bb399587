"""Which words of a message has the graph nothing for, and which values does it surely name?

A noun that nothing accounts for ("an Oscar", "the soundtrack") is a thing the graph lacks; a verb
or adjective ("star in", "decent") is more often a wording the parser does not know yet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from lemminflect import getAllLemmas, getInflection
from rapidfuzz.distance import DamerauLevenshtein

from guardrails.languages import plain
from guardrails.nouns import singular
from guardrails.places import SURE, place_of
from guardrails.words import words
from memory.english import FUNCTION_WORDS, in_dictionary
from memory.schema import LinkedValue, Schema
from memory.text import split_name

# Nouns that belong to how one asks, in any graph; not having them in the schema means nothing.
_ORDINARY = words(
    "list lists number numbers amount amounts total totals count counts average averages mean "
    "median sum percentage percent percentages share shares ratio proportion majority half "
    "third quarter pair pairs combination combinations overlap difference differences "
    "comparison detail details info information data example examples thing things way ways "
    "kind kinds sort sorts type types order orders ranking rank ranks group groups category "
    "categories time times year years month months week weeks day days decade decades century "
    "centuries date dates hour hours minute minutes today yesterday tomorrow people person "
    "persons someone everyone anybody man men woman women guy guys lady folks individual "
    "individuals name names title titles word words letter letters text string case cases "
    "question questions answer answers result results record records row rows column columns "
    "table chart database graph dataset collection corpus node nodes relationship relationships "
    "connection connections link links path paths step steps hop hops bit lot lots bunch couple "
    "few plenty "
    "maximum minimum max min top bottom end start beginning middle first last rest remainder "
    "side part parts piece pieces set sets range ranges limit limits point points place places "
    "world history fact facts reason reasons idea ideas help favour favor please thanks entry "
    "entries item items instance instances value values level levels size sizes length lengths "
    "width height age ages distance extent frequency occurrence occurrences presence absence "
    "existence use uses same others other one ones option options choice choices possibility "
    "everything everybody nobody anything something nothing hey hi hello dude bro yo lol omg "
    "wow btw fyi asap pls plz thx u ur ya gimme lemme wanna gonna gotta kinda sorta dunno y all "
    "ppl yrs vs etc eg ie asc desc approx id ids alphabet summary overview report spotlight "
    "glance mind eye sake account regard regards respect term terms profile profiles property "
    "properties setting settings origin role roles main trouble hurry rush luck love boss mate "
    "colleague joke curiosity context basis outlier outliers extreme extremes variety diversity "
    "trend trends distribution breakdown statistics stats figure figures statistic score zero "
    "two three four five six seven eight nine ten dozen hundred hundreds thousand thousands "
    "million millions billion billions discrepancy gap margin increase decrease change growth "
    "spread characteristics attribute attributes feature features criteria condition conditions "
    "scenario aspect aspects manner likes sense success minority opposite"
)


_DETERMINERS = words(
    "a an the this that these those his her its their my your our some any no every each most many "
    "much more few several all both another of in on at for with without by from about into per "
    "which what whose how and or between than"
)
_SUBJECTS = words(
    "who that which i you he she it we they to can could will would did do does not never always "
    "also is are was were be been has have had"
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def strong_links(
    message: str, linked: Sequence[LinkedValue], schema: Schema
) -> tuple[LinkedValue, ...]:
    """Links that are surely meant: nearly exact, and no common word that happens to be a name."""
    return tuple(link for link in linked if _is_strong(message, link, schema))


def _is_strong(message: str, link: LinkedValue, schema: Schema) -> bool:
    """A value of a short list ("drama") is a word of this graph; a title ("Love") need not be."""
    owner = schema.labels.get(link.label) or schema.relationships.get(link.label)
    prop = owner.properties.get(link.property) if owner else None
    if link.method == "chosen" or (prop and prop.values and link.score >= SURE):
        return True
    if link.score < SURE:
        return False
    place = place_of(message, link)
    folded = plain(link.text)
    written = message[place[0] : place[1]] if place else link.text
    several = len(folded.split()) > 1
    starts_sentence = place is not None and not message[: place[0]].strip()
    capital = written[:1].isupper() and not starts_sentence and not message.isupper()
    ordinary = all(in_dictionary(word) for word in folded.split())
    return several or capital or not ordinary


# Properties of anything.
_COMMON = words(
    "name title date time year age price number type status size length height weight width code "
    "id description value location address email phone text day month hour country city state "
    "best good great new old big small long short high low many much first last cost color colour "
    "count rating score point speed temperature distance language word born die died start end"
)


def _own_words(schema: Schema) -> frozenset[str]:
    found: set[str] = set()
    for name in (*schema.labels, *schema.relationships):
        found |= {singular(word) for word in split_name(name) if word not in FUNCTION_WORDS}
    return frozenset(found - {"has", "have", "is", "in", "of", "to"})


def _property_words(schema: Schema) -> set[str]:
    maps = [label.properties for label in schema.labels.values()]
    maps += [relationship.properties for relationship in schema.relationships.values()]
    return {word for properties in maps for name in properties for word in split_name(name)}


def missing_words(
    message: str, unread: Sequence[str], linked: Sequence[LinkedValue], schema: Schema
) -> tuple[str, ...]:
    """The words that name a thing this graph has no word or value for, in the message's order.

    Only the clauses that ask count: not "need it for my boss" beside "which tankers are active?".
    Words after "about" count as a search of texts where the graph has long ones (a synopsis).
    """
    names = frozenset(_own_words(schema) | {singular(w) for w in _property_words(schema)})
    wanted = set(plain(" ".join(unread)).split())
    found: list[str] = []
    for clause in _asking(message, wanted):
        tokens = list(_WORD.finditer(clause))
        folded = [plain(token.group()) for token in tokens]
        last = -2
        topic = min((folded.index(w) for w in _TOPIC if w in folded), default=len(folded))
        for at in range(topic if _has_texts(schema) else len(folded)):
            place = _Place(clause, tokens, folded, at)
            thing = folded[at] in wanted and _is_thing(place, names, wanted)
            half = unread and place.before in _SOME and _only_partly_linked(place.written, linked)
            # "dress code": behind a thing that is missing, a noun goes with it.
            joined = last == at - 1 and folded[at] in wanted and "NOUN" in getAllLemmas(folded[at])
            if joined:
                found[-1] += f" {place.written}"
            elif thing or half:
                found.append(place.written)
            if joined or thing or half:
                last = at
    return tuple(dict.fromkeys(found))


_CLAUSE = re.compile(r"[.,:;!?\n]+(?=\s|$)|\s[-–—]+\s")
_ASK = words(
    "which what who whom whose where when how list show give find count name tell is are was were "
    "does do did has have can"
)


def _asking(message: str, wanted: set[str]) -> list[str]:
    """The clauses that ask something; all of them where none does, or where they ask nothing read.

    "For Titanic, how many Oscars did it win?" asks in its second clause, "which tankers are
    active? need it for my boss" in its first.
    """
    clauses = [clause for clause in _CLAUSE.split(message) if clause.strip()]
    asking = [clause for clause in clauses if (plain(clause).split() or [""])[0] in _ASK]
    if not asking:
        asking = [clause for clause in clauses if set(plain(clause).split()) & _ASK - {"do", "is"}]
    if not asking:
        asking = [c for c in clauses if set(plain(c).split()) - wanted - FUNCTION_WORDS]
    return asking or clauses


_QUOTED = re.compile(r"(?<!\w)['‘\"“][^'’\"”]+['’\"”](?!\w)")


@dataclass(frozen=True, slots=True)
class _Place:
    """A word where it stands in a clause."""

    clause: str
    tokens: Sequence[re.Match[str]]
    folded: Sequence[str]
    at: int

    @property
    def word(self) -> str:
        """The word, folded."""
        return self.folded[self.at]

    @property
    def written(self) -> str:
        """The word as typed."""
        return self.tokens[self.at].group()

    @property
    def before(self) -> str:
        """The word before it, folded; a possessive ending counts as "its"."""
        if self.at == 0:
            return ""
        previous = self.tokens[self.at - 1]
        gap = self.clause[previous.end() : self.tokens[self.at].start()]
        quoted = any(m.start() < previous.end() < m.end() for m in _QUOTED.finditer(self.clause))
        apostrophe = ("'" in gap or "’" in gap) and not quoted
        owning = apostrophe or previous.group().lower().endswith(("'s", "’s"))
        return "its" if owning else self.folded[self.at - 1]


_TOPIC = ("about", "regarding", "concerning", "mentioning", "describing")
# "an Oscar", "many Oscars": a name does not stand behind these.
_SOME = ("a", "an", "any", "some", "many", "no", "most", "more")


# Links below this score share a part with a stored value, no more.
_HALF = 0.75


def _only_partly_linked(written: str, linked: Sequence[LinkedValue]) -> bool:
    mine = [link for link in linked if plain(written) in plain(link.text).split()]
    return bool(mine) and all(link.score < _HALF for link in mine)


def _has_texts(schema: Schema) -> bool:
    return any(
        isinstance(example, str) and len(example.split()) >= _SENTENCE
        for label in schema.labels.values()
        for prop in label.properties.values()
        for example in prop.examples
    )


# Words from which on a value is a text rather than a name.
_SENTENCE = 7


def _is_thing(place: _Place, names: frozenset[str], wanted: set[str]) -> bool:
    word, written = place.word, place.written
    after = place.folded[place.at + 1] if place.at + 1 < len(place.folded) else ""
    if singular(after) in names and after not in wanted:
        return False  # it says which: "electronics industry", "main actor"
    if word in FUNCTION_WORDS or word in _ORDINARY or singular(word) in _ORDINARY:
        return False
    if word.isdigit() or len(word) < 2 or singular(word) in names or _is_of_family(word, names):
        return False
    kinds = getAllLemmas(word)
    if not kinds:
        acronym = written[1:].lower() != written[1:] and not place.clause.isupper()
        return acronym or not _is_slip(word, names)
    if place.before == "how" and "ADJ" in kinds and word not in _MEASURES:
        return True
    if "NOUN" not in kinds or (after not in wanted and _describes(kinds, after)):
        return False
    if written[:1].isupper() and place.at and not written.isupper():
        return True
    if ("VERB" not in kinds and "ADJ" not in kinds) or after == "of":
        return True
    return _stands_as_noun(word, place.before, kinds)


# What is paid and earned goes by many names.
_MONEY = words("money cash funds payment payments spending expense expenses income earnings pay")
_SUMS = words(
    "amount amounts price cost balance budget revenue salary fee income sum gross worth wage "
    "turnover profit payment total freight"
)


@cache
def _is_of_family(word: str, names: frozenset[str]) -> bool:
    """Whether it is a form of a schema word, or money where sums are kept.

    Funding is known where WAS_FUNDED_BY is.
    """
    if word in _MONEY and names & _SUMS:
        return True
    return len(word) > 3 and bool(_lemmas(word) & {one for name in names for one in _lemmas(name)})


@cache
def _lemmas(word: str) -> frozenset[str]:
    found = {lemma for lemmas in getAllLemmas(word).values() for lemma in lemmas}
    return frozenset(found - FUNCTION_WORDS - _COMMON)


def _describes(kinds: dict[str, tuple[str, ...]], after: str) -> bool:
    """Whether it is an adjective before a noun: "high revenue", but not "parking lot"."""
    return "ADJ" in kinds and "VERB" not in kinds and "NOUN" in getAllLemmas(after)


def _stands_as_noun(word: str, before: str, kinds: dict[str, tuple[str, ...]]) -> bool:
    """By the word before: "the show" is a thing, "who show" or "are married" is not."""
    if _leads_to_noun(before):
        return True
    if before in ("have", "has", "had", "having"):
        return not _is_past(word, kinds)
    if before in _SUBJECTS or word.endswith(("ing", "ed")):
        return False
    # "met pirates": a plural right behind a verb is its object.
    after_verb = set(getAllLemmas(before)) in ({"VERB"}, {"VERB", "ADJ"})
    return "VERB" not in kinds or (after_verb and singular(word) != word)


# "how long", "how many": how much of something, which most graphs can tell one way or another.
_MEASURES = words("long many much often few old recent good well popular successful big large")


def _is_past(word: str, kinds: dict[str, tuple[str, ...]]) -> bool:
    return any(word in getInflection(verb, tag="VBN") for verb in kinds.get("VERB", ()))


def _leads_to_noun(before: str) -> bool:
    kinds = getAllLemmas(before)
    return before in _DETERMINERS or ("ADJ" in kinds and "VERB" not in kinds)


@cache
def _is_slip(word: str, names: frozenset[str]) -> bool:
    """Whether an unknown word is a likely slip of the pen for a schema word, or an ordinary one."""
    stem = singular(word)
    if len(stem) > 2 and any(name.startswith(stem) for name in names):
        return True  # "orgs", "ppl": cut short
    if len(word) < 4 or in_dictionary(word):
        return True
    allowed = 1 if len(word) < 6 else 2
    for known in (*names, *FUNCTION_WORDS, *_ORDINARY, *_ASKING):
        if len(known) >= 4 and set(known[:2]) & set(word[:2]):
            for form in (known, known + "s"):
                if DamerauLevenshtein.distance(word, form, score_cutoff=allowed) <= allowed:
                    return True
    return False


_ASKING = words("show list find give which what where there number released between directed")
