"""What was answered, narrowed or asked about: "those", "the first two", "how many?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.conversation import Exchange, Mention
from memory.english import FUNCTION_WORDS, singular
from memory.query import Attribute, Operand, Query
from memory.rewrite.antecedents import Antecedents, named, subject_label
from memory.rewrite.ellipsis import group_noun, ranks
from memory.rewrite.grammar import COUNT, GROUPED, LIST, OF_THE, TOP, number_of, superlative
from memory.rewrite.kinds import is_person, names_label, names_property, noun_of_person
from memory.rewrite.outcome import Rewrite
from memory.rewrite.resolving import pin
from memory.rewrite.utterance import Utterance, utterance, word_set
from memory.rewrite.wording import plainly
from memory.schema import LinkedValue
from memory.text import split_name
from memory.tree_edits import as_list, individuals, unordered

_SOME = re.compile(
    r"\bthe (?P<end>first|last) (?P<n>\d+|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?: ones| of (?:them|those|these))?(?=[\s?.!]*$)",
    re.IGNORECASE,
)
_WHO_OF_THEM = re.compile(r"^who(?= (?:of|among) (?:them|those|these)\b)", re.IGNORECASE)
_WHO_IS = re.compile(r"^who(?:se)?\b.* (?:of|among) (?:them|those|these)$")
_PICKED = re.compile(
    r"^(?:who|which|what)(?P<be> (?:is|was|are|were))(?P<one> the .+?)"
    r"(?P<of> (?:of|among) (?:them|those|these))(?P<end>[\s?.!]*)$",
    re.IGNORECASE,
)
_LISTED = re.compile(r"^(?:list|name|show|display|give|which|who)\b")
_THING, _SOMEBODY = word_set("it its"), word_set("he him his she her hers")
_EACH = re.compile(r"\beach(?: one| of (?:them|those|these))?[\s?.!]*$", re.IGNORECASE)


def against(said: Utterance, context: Query | None, linked: Sequence[LinkedValue]) -> Rewrite:
    """The message as something said of an earlier query, whose values `linked` are."""
    text = plainly(said.text)
    if context is None:
        return Rewrite(text, follows=True, open=True)
    if ranks(said) or "their" in said.forms or _LISTED.match(said.plain):
        context = as_list(context)
    return Rewrite(text, follows=True, context=context, pinned=tuple(linked))


def about_group(said: Utterance, past: Antecedents, pins: tuple[LinkedValue, ...]) -> list[Rewrite]:
    """Said of the individuals that "those" or "of the patients" means, else of those before."""
    who = _WHO_OF_THEM.match(said.text)
    noun = "person" if who or _WHO_IS.match(said.plain) else group_noun(said)
    exchange = past.group(noun) or past.base
    if of_the := OF_THE.match(said.plain):
        last = said.forms.index(of_the[1])
        start, end = said.tokens[last - 1].start, said.tokens[last].end
        said = utterance(f"{said.text[:start]}them{said.text[end:]}")
    said = utterance(_PICKED.sub(r"which\g<of>\g<be>\g<one>\g<end>", said.text))
    if who and is_person(subject_label(exchange), past.schema):
        said = utterance(f"which{said.text[who.end() :]}")
    found = _of_answer(said, past, exchange, (*pins, *exchange.linked))
    before = past.group_before(exchange) if not noun else None
    for mention in past.people_before(exchange)[:1]:
        found += _of_somebody(said, mention)
    if exchange is not past.base:
        found.append(against(said, past.context(past.base), (*pins, *past.base.linked)))
    if before is not None:
        found.append(against(said, past.context(before), (*pins, *before.linked)))
    return found


def _of_answer(
    said: Utterance, past: Antecedents, exchange: Exchange, linked: Sequence[LinkedValue]
) -> list[Rewrite]:
    """Said of what an earlier question asked for, else of those who were answered."""
    context, named_ones = past.context(exchange), past.one_by_one(exchange)
    found = [against(said, context, linked)]
    return found if named_ones in (None, context) else [*found, against(said, named_ones, ())]


def _of_somebody(said: Utterance, mention: Mention) -> list[Rewrite]:
    """The message with "they" as one person: "when did they join?"."""
    at = next((n for n, form in enumerate(said.forms) if form in ("they", "them")), -1)
    if at < 0 or (at and said.forms[at - 1] in ("of", "each", "all")):
        return []
    token = said.tokens[at]
    link = pin(mention, token.start + 1)
    text = f'{said.text[: token.start]}"{link.text}"{said.text[token.end :]}'
    return [Rewrite(text, follows=True, pinned=(link,))]


def of_each(said: Utterance, past: Antecedents) -> Rewrite | None:
    """Each one of those answered: "how many films are in each?" after a list of genres."""
    if not _EACH.search(said.text):
        return None
    exchange = past.group() or past.base
    noun = " ".join(split_name(subject_label(exchange))) or "of them"
    text = _EACH.sub(f"each {noun}", said.text)
    if exchange.query is not None and not exchange.query.pattern.where:
        return Rewrite(text, follows=True)
    return against(utterance(text), past.context(exchange), exchange.linked)


def grouped(said: Utterance, past: Antecedents) -> Rewrite | None:
    """The number or the mean asked for before, for each of something: "per airline"."""
    found, base = GROUPED.match(said.plain), past.base
    if found is None or base.query is None or as_list(base.query) == base.query:
        return None
    if not (names_label(found["noun"], past.schema) or names_property(found["noun"], past.schema)):
        return None
    text = utterance(f"for each {singular(found['noun'])}")
    return against(text, past.context(base), base.linked)


def of_the_picked(said: Utterance, past: Antecedents, words: Sequence[str]) -> Rewrite | None:
    """Said of the one picked on the way: "how long is it?" after who directed the longest."""
    query = past.base.query
    source = query.source if query is not None else None
    if source is None and query is not None and query.order:
        source = _told_of(query, query.order[0].operand)
    if source is None or source.limit != 1 or source.each or len(words) != 1:
        return None
    labels = next((n.labels for n in source.pattern.nodes if n.variable == source.subject), ())
    kinds = (_THING, _SOMEBODY)
    fits = labels and words[0].lower() in kinds[is_person(labels[0], past.schema)]
    return against(said, source, past.base.linked) if fits else None


def with_the_picked(
    said: Utterance, past: Antecedents, meanings: Sequence[Rewrite]
) -> list[Rewrite]:
    """The meanings of "it" or "he" with the one that the last question picked on its way.

    "Who directed the best drama?": it is the film, and no drama. Where the answer itself can be
    meant, that comes first.
    """
    words = [form for form in said.forms if form in _THING | _SOMEBODY]
    named_one = bool(meanings) and meanings[0].pinned != () and meanings[0].query is None
    one = of_the_picked(said, past, words) if named_one else None
    if one is None or any(one.context == meaning.context for meaning in meanings):
        return list(meanings)
    kind = "thing" if words[0] in _THING else "person"
    answers = past.base.mentions
    answer = len(answers) == 1 and past.fits(answers[0].label, kind)
    return [*meanings, one] if answer else [one, *meanings]


def _told_of(query: Query, by: Operand) -> Query | None:
    """What was picked where only its date was told: "when was her last order?"."""
    if not isinstance(by, Attribute):
        return None
    return replace(query, subject=by.variable, form="list", columns=(), distinct_on=())


def some_of_list(said: Utterance, past: Antecedents) -> Rewrite | None:
    """Some of a list, by their places: "who directed the first two?"."""
    found, group = _SOME.search(said.text), past.group()
    if not found or group is None or TOP.match(said.plain):
        return None
    size = number_of(found["n"].lower()) or 0
    mentions = group.mentions
    some = mentions[:size] if found["end"].lower() == "first" else mentions[-size:]
    if not 0 < size <= len(mentions) or not some[0].label:
        return None
    text = said.text[: found.start()] + "them" + said.text[found.end() :]
    tree = individuals(some[0].label, some[0].property, [m.value for m in some])
    return Rewrite(text, follows=True, context=tree)


def fragment(said: Utterance, past: Antecedents, joiner: str) -> list[Rewrite]:
    """The meanings of a message that is too little to stand alone."""
    base = past.base
    query, linked = base.query, base.linked
    if query is not None and query.order and query.limit and joiner and ranks(said):
        # "and the oldest?" after "the longest film" asks anew of all that one was taken from.
        return [against(said, unordered(query), linked)]
    if COUNT.match(said.plain) and query is not None and query.limit is None:
        return [against(utterance("how many?"), query, linked)]
    if LIST.match(said.plain) and query is not None and as_list(query) != query:
        return [against(utterance("which ones?"), as_list(query), linked)]
    alone = [Rewrite(said.text)] if _has_content(said) else []
    return [*of_individuals(said, past), *_of_answer(said, past, base, linked), *alone]


def of_individuals(said: Utterance, past: Antecedents) -> list[Rewrite]:
    """The director of "Alien", for "and the director?" where one film was spoken of."""
    if not _asks_for(said):
        return []
    base = past.base
    label = subject_label(base)
    single = list(base.mentions) if len(base.mentions) == 1 else []
    others = [m for m in named(base) if m not in single]
    if noun_of_person(said.forms[-1]) and label and is_person(label, past.schema):
        # "and the writers?" after "who directed Alien?" asks for others of the same film.
        known = [m for m in others if not is_person(m.label, past.schema)] + single
    else:
        known = single + others if single else []
    return [of_mention(said, mention) for mention in known[:3]]


def _has_content(said: Utterance) -> bool:
    """Whether it could be a question of its own: "Great Expectations", but not "when?"."""
    return sum(form not in FUNCTION_WORDS for form in said.forms) > 1


def _asks_for(said: Utterance) -> bool:
    """Whether it is a bare noun phrase, or asks for one: "the director", "what is the budget"."""
    words = list(said.forms)
    if words[:1] in (["what"], ["which"], ["who"]) and len(words) > 2:
        words = words[2:] if words[1] in ("is", "was", "are", "were", "'s") else []
    if words[:1] == ["the"]:
        words = words[1:]
    if not 0 < len(words) <= 3 or superlative(words[0]):
        return False
    return all(word.isalpha() and word not in FUNCTION_WORDS for word in words)


def of_mention(said: Utterance, mention: Mention) -> Rewrite:
    """What is asked for, of one individual."""
    asked = said.text.rstrip(" ?.!")
    link = pin(mention, len(asked) + 5)
    return Rewrite(f'{asked} of "{link.text}"', follows=True, pinned=(link,))
