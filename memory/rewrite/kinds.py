"""Is an individual a person, a place or a thing? What "he", "there" and "it" can stand for."""

from __future__ import annotations

from memory.english import singular
from memory.rewrite.utterance import word_set
from memory.schema import Schema
from memory.text import fold, split_name

_PERSON = word_set("""
    person people human individual man woman men women guy girl boy lady gentleman child kid adult
    mother father parent son daughter brother sister sibling husband wife spouse partner friend
    relative cousin neighbour neighbor colleague contact
    user member customer client shopper buyer seller subscriber visitor guest passenger tenant owner
    employee worker staff manager boss supervisor executive officer chairman president ceo founder
    director actor actress writer author screenwriter producer composer editor cinematographer
    artist singer musician painter poet performer celebrity star host presenter critic reviewer
    doctor physician nurse surgeon patient therapist dentist carer specialist
    teacher professor lecturer student pupil tutor instructor researcher scientist scholar academic
    player coach referee athlete captain driver pilot rider crew sailor courier skipper
    engineer developer programmer designer architect consultant analyst accountant
    lawyer attorney judge policeman detective constable inspector suspect victim witness criminal
    offender prisoner politician minister senator mayor governor king queen prince princess
    investor trader agent broker applicant candidate recruiter volunteer speaker participant
    attendee organizer organiser farmer chef cook baker waiter soldier general
    """)
_PERSON_PROPERTIES = word_set("""
    surname firstname lastname birthday birthdate birthplace birth born died dob gender age nickname
    maiden forename
    """)
_PLACE = word_set("""
    place country city town village state region province county district area location address
    street continent island port harbour harbor airport station depot warehouse store shop branch
    office building room ward hospital clinic school university campus site venue museum park
    institution company firm organisation organization department
    hotel restaurant headquarters neighbourhood neighborhood postcode terminal plant factory
    """)


def noun_of_person(noun: str) -> bool:
    """Whether a noun means a person.

    >>> noun_of_person("directors"), noun_of_person("violinist"), noun_of_person("film")
    (True, True, False)
    """
    one = singular(noun)
    return one in _PERSON or one.endswith(("ist", "man", "woman", "person"))


def noun_of_place(noun: str) -> bool:
    """Whether a noun means a place."""
    return singular(noun) in _PLACE


def is_person(label: str, schema: Schema | None) -> bool:
    """Whether the individuals of a label are people, by its name, its neighbours or its properties.

    >>> is_person("SalesPerson", None), is_person("Film", None)
    (True, False)
    """
    known = schema.labels.get(label) if schema else None
    names = (label, *known.implies) if known else (label,)
    if any(noun_of_person(word) for name in names for word in split_name(name)[-1:]):
        return True
    if known is None:
        return False
    words = [word for name in known.properties for word in split_name(name)]
    return any(word in _PERSON_PROPERTIES for word in words)


def is_place(label: str) -> bool:
    """Whether the individuals of a label are places, by its name."""
    return any(noun_of_place(word) for word in split_name(label)[-1:])


def label_words(label: str, schema: Schema | None) -> frozenset[str]:
    """Singular words that name a label or a label its nodes bear too."""
    known = schema.labels.get(label) if schema else None
    names = (label, *known.implies, *known.together) if known else (label,)
    words = {singular(split_name(name)[-1]) for name in names if split_name(name)}
    return frozenset(words | {"people"}) if "person" in words else frozenset(words)


def names_property(noun: str, schema: Schema | None) -> bool:
    """Whether a singular noun is a word of some property's name."""
    if schema is None:
        return False
    names = {name for label in schema.labels.values() for name in label.properties}
    names |= {name for rel in schema.relationships.values() for name in rel.properties}
    return any(noun == singular(word) for name in names for word in split_name(name))


def names_label(noun: str, schema: Schema | None) -> bool:
    """Whether a noun, in singular or plural, is the name of some label."""
    if schema is None:
        return False
    one = "person" if noun == "people" else singular(noun)
    return any(one == singular(split_name(name)[-1]) for name in schema.labels if split_name(name))


def label_named(noun: str, schema: Schema | None) -> str | None:
    """The label that a noun, in singular or plural, is the whole name of."""
    one = singular(noun)
    return next((n for n in (schema.labels if schema else ()) if one == singular(fold(n))), None)
