"""What a model gets wrong is mended from schema, values and syntax, each repair on its own.

One file a repair; `order` says in which order they come.
"""

from bot.steps.repair.known import Known as Known
from bot.steps.repair.mend import Mended as Mended
from bot.steps.repair.mend import mend as mend
from bot.steps.repair.repair import Repaired as Repaired
from bot.steps.repair.repair import repair as repair
