"""What can speak against a statement and its rows, one check each: a short sentence, or None.

Each holds for any graph: it compares the words of the question with schema, links and statement.
"""

from bot.steps.doubts.asked import Asked
from bot.steps.doubts.draft_dropped import draft_dropped
from bot.steps.doubts.draft_turned import draft_turned, limit_added
from bot.steps.doubts.not_shown import column_missing, thing_missing, thing_unshown
from bot.steps.doubts.not_stored import impossible_path, unknown_name, unstored_value
from bot.steps.doubts.rows_missed import rows_missed
from bot.steps.doubts.said_exactly import flag_unused
from bot.steps.doubts.superlative_unsaid import superlative_unsaid
from bot.steps.doubts.unused import link_unused, number_unused, set_unused, unaccounted, word_unused

__all__ = [
    "Asked",
    "column_missing",
    "draft_dropped",
    "draft_turned",
    "flag_unused",
    "impossible_path",
    "limit_added",
    "link_unused",
    "number_unused",
    "rows_missed",
    "set_unused",
    "superlative_unsaid",
    "thing_missing",
    "thing_unshown",
    "unaccounted",
    "unknown_name",
    "unstored_value",
    "word_unused",
]
