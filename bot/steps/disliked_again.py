"""What opens an answer of which the person asking said before that it is not right."""

from __future__ import annotations


def disliked_again(reading: str | None) -> str:
    """One or two sentences, with how the question is still read.

    >>> disliked_again("the number of films")
    'You marked this as not right, and I still read it as: the number of films. Say in other words \
what you mean, or teach me a word, as in “talkie means film”.'
    """
    still = f"I still read it as: {reading}" if reading else "I have found no other answer"
    return (
        f"You marked this as not right, and {still}. Say in other words what you mean, or teach me "
        "a word, as in “talkie means film”."
    )
