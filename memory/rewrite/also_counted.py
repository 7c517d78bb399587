"""Another number of the same: "and how many comments?" after "how many answers did they give?"."""

from __future__ import annotations

from memory.conversation import Exchange
from memory.rewrite.antecedents import Antecedents, is_plural_answer, named
from memory.rewrite.ellipsis import means_group
from memory.rewrite.kinds import names_label
from memory.rewrite.leaning import against, of_mention
from memory.rewrite.outcome import Rewrite
from memory.rewrite.utterance import Utterance, opened


def also_counted(said: Utterance, past: Antecedents, joiner: str) -> list[Rewrite]:
    """Of those that the last number was told of; none where the message is no such question."""
    if not joiner or not _counts(said) or not names_label(said.forms[-1], past.schema):
        return []
    asked = [e for e in past.recent() if not _goes_on(e)]
    if not asked or past.base.query is None or past.base.query.form != "count":
        return []
    first, rest = asked[0], asked[1:]
    meant = [Rewrite(said.text)]
    if means_group(opened(first.question).core):
        group = next((e for e in rest if is_plural_answer(e)), None)
        if group is not None:
            return [against(said, past.context(group), group.linked), *meant]
    mentions = named(first)
    return [of_mention(said, mentions[0]), *meant] if len(mentions) == 1 else []


def _counts(said: Utterance) -> bool:
    return said.forms[:2] == ("how", "many") and 3 <= len(said.forms) <= 4


def _goes_on(exchange: Exchange) -> bool:
    """Whether the question itself was such a one."""
    found = opened(exchange.question)
    return bool(found.joiner) and _counts(found.core)
