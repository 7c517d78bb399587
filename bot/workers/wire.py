"""What the app and its workers send each other: pickles, each after its length.

What is `Held` (a schema, a parser) goes by a number once the other side has it.
"""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from memory.processor import Held

LENGTH_BYTES = 8
_PROTOCOL = pickle.HIGHEST_PROTOCOL
# More would be the words of more people than a process keeps.
_MOST_HELD = 256


def framed(*message: object) -> bytes:
    """A message as it goes over the pipe."""
    body = pickle.dumps(message, _PROTOCOL)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def unframed(body: bytes) -> tuple[Any, ...]:
    """What was framed."""
    message: tuple[Any, ...] = pickle.loads(body)
    return message


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that is held: its number, and its pickle for who has not got it."""

    number: int
    value: Held
    packed: Packed


@dataclass(frozen=True, slots=True)
class Packed:
    """A pickle, and what has to be there before it is opened, in this order."""

    body: bytes
    needs: tuple[Holding, ...]


def messages_before(has: set[int], work: Packed, known: set[int]) -> list[bytes]:
    """What a process that has these numbers is told before this work; `has` is brought up to date.

    `known` are the numbers of all that is still held: what else it has is dropped.
    """
    needs = {one.number: one for one in work.needs}
    dropped = has - known - needs.keys()
    messages = [framed("drop", number) for number in dropped]
    messages += [
        framed("hold", number, one.packed.body)
        for number, one in needs.items()
        if number not in has
    ]
    has.difference_update(dropped)
    has.update(needs)
    return messages


class Sender:
    """Packs work in the app, and unpacks what comes of it."""

    def __init__(self) -> None:
        self._last = 0
        # By identity: the objects are kept, so that no other one gets their place.
        self._held: OrderedDict[int, Holding] = OrderedDict()

    def pack(self, value: object) -> Packed:
        """A value, with a number for everything in it that is held."""
        needs: dict[int, Holding] = {}

        def number(one: object) -> int | None:
            if not isinstance(one, Held) or one is value:
                return None
            holding = self._holding(one)
            for needed in (*holding.packed.needs, holding):
                needs[needed.number] = needed
            return holding.number

        return Packed(_pickled(value, number), tuple(needs.values()))

    def known(self) -> set[int]:
        """The numbers of all that is held now."""
        return {holding.number for holding in self._held.values()}

    def _holding(self, one: Held) -> Holding:
        holding = self._held.get(id(one))
        if holding is None:
            packed = self.pack(one)
            self._last += 1
            holding = self._held[id(one)] = Holding(self._last, one, packed)
            if len(self._held) > _MOST_HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(id(one))
        return holding


def unpacked(body: bytes, needs: Iterable[Holding]) -> Any:
    """What came of work, with our own objects in it."""
    held = {holding.number: holding.value for holding in needs}
    return _unpickled(body, held.__getitem__)


class Receiver:
    """Unpacks work in a worker, and packs what comes of it."""

    def __init__(self) -> None:
        self._held: dict[int, Any] = {}

    def hold(self, number: int, body: bytes) -> None:
        """Keep what others will name."""
        self._held[number] = self.value(body)

    def drop(self, number: int) -> None:
        """Let go of it."""
        self._held.pop(number, None)

    def value(self, body: bytes) -> Any:
        """A value, with what is held in its places."""
        return _unpickled(body, self._held.__getitem__)

    def pack(self, value: object) -> bytes:
        """A value to send back."""
        numbers = {id(one): number for number, one in self._held.items()}
        return _pickled(value, lambda one: numbers.get(id(one)))


def _pickled(value: object, number: Callable[[object], int | None]) -> bytes:
    def reduced(one: object) -> Any:
        found = number(one)
        return one.__reduce_ex__(_PROTOCOL) if found is None else (_named, (found,))

    file = io.BytesIO()
    pickler = pickle.Pickler(file, _PROTOCOL)
    # Asked for these classes only: `persistent_id` would be for every word and number.
    pickler.dispatch_table = dict.fromkeys(_kinds(Held), reduced)
    pickler.dump(value)
    return file.getvalue()


def _kinds(kind: type) -> list[type]:
    below: list[type] = kind.__subclasses__()
    return [*below, *(one for other in below for one in _kinds(other))]


def _unpickled(body: bytes, held: Callable[[int], Any]) -> Any:
    token = _held.set(held)
    try:
        return pickle.loads(body)
    finally:
        _held.reset(token)


_held: ContextVar[Callable[[int], Any]] = ContextVar("held")


def _named(number: int) -> Any:
    """What is held under a number by whoever opens the pickle."""
    return _held.get()(number)
