"""The one place where parts are wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.errors import UsageError
from bot.events import Notice
from bot.graph.client import BoltGraph
from bot.graph.server import EmbeddedServer
from bot.graph.values import distinct_values
from bot.models.openai_model import OpenAIModel
from bot.offline.parser import Parser
from bot.settings import Settings
from bot.shelf import Shelf
from bot.steps.suggest import Suggestions
from bot.turn import Conversations, Parts
from memory.examples import Examples
from memory.schema import Schema
from memory.store import Store
from memory.values import ValueIndex
