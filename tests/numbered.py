"""What a stand-in for a model sees of a numbered passage, and how it points at a sentence of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from memory.documents import where

_SENTENCE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


class Shown:
    """The numbered sentences of a prompt, or of a part of it.

    >>> shown = Shown("[1] Ada sues\\n[2] Bo. It is open.")
    >>> shown.text, shown.at("open"), shown.at("Ada sues Bo", "Bo"), shown.at("closed")
    ('Ada sues\\nBo. It is open.', 2, 2, 0)
    """

    def __init__(self, prompt: str) -> None:
        found = _SENTENCE.findall(prompt.partition("<data>\n")[2] or prompt)
        self.sentences = {int(number): text for number, text in found}
        self.text = "\n".join(self.sentences.values())

    def at(self, words: str, best: str = "", find: Callable[[str, str], object] = where) -> int:
        """The number of the sentence that holds words; of several that do, the one with `best`."""
        numbers = list(self.sentences)
        for first in range(len(numbers)):
            for last in range(first, len(numbers)):
                some = numbers[first : last + 1]
                if find(words, "\n".join(self.sentences[one] for one in some)):
                    while len(some) > 1 and find(
                        words, "\n".join(self.sentences[one] for one in some[1:])
                    ):
                        del some[0]
                    with_best = (one for one in some if best and find(best, self.sentences[one]))
                    return next(with_best, some[0])
        return 0
