"""What opens an answer of which the person asking said before that it is not right."""

from __future__ import annotations

from memory.catalogue import say


def disliked_again(reading: str | None) -> str:
    """One or two sentences, with how the question is still read.

    >>> disliked_again("the number of films")
    'You marked this as not right, and I still read it as: the number of films. Say in other words \
what you mean, or teach me a word, as in “talkie means film”.'
    """
    if reading:
        return say(
            "You marked this as not right, and I still read it as: {reading}. Say in other words "
            "what you mean, or teach me a word, as in “talkie means film”.",
            reading=reading,
        )
    return say(
        "You marked this as not right, and I have found no other answer. Say in other words what "
        "you mean, or teach me a word, as in “talkie means film”."
    )
