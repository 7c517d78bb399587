"""Which end a type names that is a bare noun: MODERATOR, of a channel, is who starts there.

Of two people the one at the end is meant (MANAGER); so is what has no people at its start, and what
is no person's role: somebody's EMPLOYER is at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bot.words.data import load
from bot.words.inflection import lemmas, parts
from bot.words.pronouns import Pronouns
from bot.words.vocabulary import Phrase, agent_nouns, type_words
from memory.schema import Join, Relationship, Schema
from memory.text import split_name

_BEING = frozenset(["is", "are", "was", "were"])
_HAVING = frozenset(["has", "have", "had"])


def role_words(who: Pronouns, type_: str) -> Phrase:
    """The words of a type; with "of" where they name what starts there: moderator of."""
    words = type_words(type_)
    return (*words, "of") if names_start(who, type_) else words


def names_start(who: Pronouns, type_: str) -> bool:
    """Whether a type is a bare noun for who stands at its start."""
    words, schema = type_words(type_), who.schema
    played = (_takes_part(words[-1], join) for join in schema.relationships[type_].joins)
    if words[0] not in (*_HAVING, *_BEING) and all(played):
        return True
    if words[0] in _HAVING or not _is_personal(words[-1]):
        # HAS_ACCOUNT: it is had.
        return False
    joins = list(_told(schema, schema.relationships[type_]))
    people = who.people
    if words[0] in _BEING:
        # A case that keeps a gender is somebody's, and no suspect.
        people = tuple(label for label in people if _is_personal(split_name(label)[-1]))
    return any(j.start in people for j in joins) and not any(j.end in people for j in joins)


def _told(schema: Schema, relationship: Relationship) -> Iterator[Join]:
    """Its joins but those that only say once more, of a wider label, what others say.

    Where every channel is a user too and users moderate channels alone, users moderate no users.
    """
    for join in relationship.joins:
        if not _is_wider(schema, relationship, join):
            yield join


def _is_wider(schema: Schema, relationship: Relationship, join: Join) -> bool:
    """Whether all that stands at the end of a join is of another's, narrower label."""
    return any(
        other.start == join.start
        and other.count == join.count
        and join.end in schema.labels[other.end].implies
        for other in relationship.joins
        if other.end in schema.labels
    )


def _takes_part(role: str, join: Join) -> bool:
    """Whether a team is the home team of a match, a house the attacker in a battle."""
    one, other = (split_name(label)[-1] for label in (join.start, join.end))
    occasions = load("kinds")["occasions"]
    if other not in occasions or one in occasions:
        return False
    return role == one or (_is_personal(role) and one not in load("roles")["people"])


@cache
def _is_personal(word: str) -> bool:
    """Whether a word can only be somebody's role: moderator, VIP; but not supplier, or owned."""
    kinds = load("kinds")
    if word in kinds["body"] or ("NOUN" not in parts(word) and word not in load("roles")["people"]):
        return False
    known = {*kinds["person"], *kinds["somebody"], *kinds["enrolled"], *load("roles")["people"]}
    return word in known or done_by(word) is not None


@cache
def done_by(noun: str) -> str | None:
    """What somebody does by a noun for them that may be a verb too: chatter, chat."""
    stem = noun[:-2] if noun.endswith(("er", "or")) else ""
    verbs = (stem, stem + "e", stem[:-1]) if len(stem) > 3 else ()
    return next((v for v in verbs if "VERB" in parts(v) and (noun,) in agent_nouns(v)), None)


def echoing(word: str, joins: tuple[Join, ...]) -> bool:
    """Whether things are called by what they do to others of their kind: a repost is a post."""
    labels = {" ".join(split_name(j.start)) for j in joins if j.start == j.end}
    said = lemmas(word)[-1]
    return bool(labels) and (said in load("kinds")["echoing"] or said.removeprefix("re") in labels)
