"""`cicerone model check`: a short check of the model that is set, told as a table."""

from __future__ import annotations

from bot.errors import ModelUnreachable
from bot.evaluation.model_check import Came, check_model
from bot.models.checked import as_checked
from bot.settings import Settings

_HEAD = "CICERONE_UNDERSTAND   questions   follow-ups   calls a turn   prompt tokens a turn"


async def run_check(settings: Settings) -> int:
    """Ask the model twenty questions and ten follow-ups in each way; print a line a way.

    Raises:
        CiceroneError: a part is unreachable, or no model is set.
    """
    if settings.model_name is None:
        raise ModelUnreachable("No model is set; set OPENAI_API_KEY or OPENAI_BASE_URL.")
    print(f"{settings.model_name}\n{_HEAD}")
    found = []
    async for came in check_model(settings):
        found.append(came)
        print(_line(came), flush=True)
    if not found or not found[0].questions:
        print("No question could be made of this graph; nothing was kept.")
        return 3
    best = max(found, key=Came.rank)
    print(f"Kept for {settings.model_name}: {best.way}. CICERONE_UNDERSTAND outweighs it.")
    checked = as_checked(settings)
    first, following = checked.sure_before_model, checked.sure_following_before_model
    print(
        f"The reader answers before it where it is {first:.2f} sure, of follow-ups {following:.2f}."
    )
    return 0


def _line(came: Came) -> str:
    questions, follow_ups = f"{came.right}/{came.questions}", f"{came.followed}/{came.follow_ups}"
    return (
        f"{came.way:20}  {questions:>9}   {follow_ups:>10}   {came.calls:12.1f}   "
        f"{came.prompt_tokens:20.0f}"
    )
