"""Measures a flood on one `cicerone chat` beside one honest person.

    python -m tests.bench.flood [--sockets 20] [--rate 10] [--seconds 40] [--guesses 5]

Each socket is a person of its own who sends so many messages a second whatever comes back, and
beside them others guess passwords. The honest person signs in meanwhile and asks as before alone.
Told are the seconds to sign in, the answers' median to that alone in the same run, messages that
were neither answered nor told to be too many (accepted ones that were lost), the memory afterwards
to that before, and the seconds from SIGTERM to the end.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import signal
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil

from memory.people import hash_password
from tests.e2e.served import Served, serving
from tests.e2e.socket_client import Talk, talking

QUESTIONS = (
    "Which films did Tom Hanks act in?",
    "How many films are there?",
    "Who directed Inception?",
    "Which films came out after 2010?",
)
_ASKED = 12
# So that the honest person stays below the messages a minute.
_BETWEEN = 2.2
_DRAIN_SECONDS = 180.0


@dataclass(frozen=True, slots=True)
class Flooded:
    """What became of the messages of a flood."""

    sent: int
    answered: int
    told: int

    @property
    def lost(self) -> int:
        """Messages that nobody heard of again."""
        return self.sent - self.answered - self.told


class Flooder:
    """A socket that sends whatever comes back."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self.sent = self.answered = self.told = 0
        talk.client.on("*", self._note)

    async def flood(self, rate: float, seconds: float) -> None:
        """Send so many messages a second."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            await self._talk.send(QUESTIONS[self.sent % len(QUESTIONS)])
            self.sent += 1
            await asyncio.sleep(max(0.0, began + self.sent / rate - time.monotonic()))

    async def drained(self, seconds: float) -> Flooded:
        """What became of them, once all have or nothing came for so long."""
        heard, at = -1, time.monotonic()
        while self.answered + self.told < self.sent and time.monotonic() - at < seconds:
            if self.answered + self.told != heard:
                heard, at = self.answered + self.told, time.monotonic()
            await asyncio.sleep(0.2)
        return Flooded(self.sent, self.answered, self.told)

    async def _note(self, event: str, *given: Any) -> None:
        data = given[0] if given and isinstance(given[0], dict) else {}
        if event == "update_message" and data.get("name") == "on_message" and data.get("end"):
            self.answered += 1
        elif event == "new_message" and data.get("isError"):
            self.told += "go on" in data["output"]


@contextmanager
def flooded(home: Path, sockets: int, **env: str) -> Iterator[Served]:
    """An app with a password for each person, who come from an address of their own."""
    people = home / "flood-people"
    home.mkdir(parents=True, exist_ok=True)
    line = hash_password("one")
    names = ["ada", *(f"flooder{number}" for number in range(sockets))]
    people.write_text("".join(f"{name}:{line}\n" for name in names))
    auth = {"CICERONE_AUTH": f"password:{people}", "CICERONE_TRUSTED_PROXIES": "127.0.0.1"}
    with serving(home, **auth, **env) as served:
        yield served


async def flood(
    address: str, sockets: int, rate: float, seconds: float, guesses: float = 0
) -> Flooded:
    """Send from all sockets at once, and wait until everything was heard of.

    Once they are signed in, so many wrong passwords a second are tried beside them.
    """
    async with AsyncExitStack() as stack:
        flooders = []
        for number in range(sockets):
            login, forwarded = (f"flooder{number}", "one"), f"198.51.100.{number}"
            talk = await stack.enter_async_context(
                talking(address, login=login, forwarded=forwarded)
            )
            flooders.append(Flooder(talk))
        guessing = guess(address, guesses, seconds)
        await asyncio.gather(guessing, *(one.flood(rate, seconds) for one in flooders))
        ends = await asyncio.gather(*(one.drained(_DRAIN_SECONDS) for one in flooders))
    return Flooded(*(sum(getattr(e, name) for e in ends) for name in ("sent", "answered", "told")))


async def asked(address: str, count: int = _ASKED) -> tuple[float, list[float]]:
    """Seconds of the honest person: to be signed in and connected, and of each answer."""
    began = time.monotonic()
    async with talking(address, login=("ada", "one"), forwarded="203.0.113.5") as talk:
        signed_in, took = time.monotonic() - began, []
        for number in range(count):
            await asyncio.sleep(_BETWEEN)
            began = time.monotonic()
            await talk.ask(QUESTIONS[number % len(QUESTIONS)], 120)
            took.append(time.monotonic() - began)
    return signed_in, took


async def guess(address: str, rate: float, seconds: float) -> None:
    """Try wrong passwords, from many addresses."""
    tasks: set[asyncio.Task[httpx.Response]] = set()
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        for number in range(int(rate * seconds)):
            form = {"username": "ada", "password": f"guess {number}"}
            told = {"X-Forwarded-For": f"192.0.2.{number % 50}"}
            tasks.add(asyncio.create_task(http.post("/login", data=form, headers=told)))
            await asyncio.sleep(1 / rate)
        await asyncio.gather(*tasks, return_exceptions=True)


def _others(address: str, args: argparse.Namespace, results: Any) -> None:
    try:
        given = (args.sockets, args.rate, args.seconds, args.guesses)
        results.put(asyncio.run(flood(address, *given)))
    except Exception as error:
        results.put(error)


def _megabytes(served: Served) -> float:
    app = psutil.Process(served.process.pid)
    held = [app, *(one for one in app.children(recursive=True) if "python" in one.name())]
    return sum(float(one.memory_full_info().uss) for one in held) / 2**20


def measure(home: Path, args: argparse.Namespace) -> bool:
    """Print the measurements; whether nothing was lost."""
    context = multiprocessing.get_context("spawn")
    with flooded(home, args.sockets) as served:
        asyncio.run(asked(served.address, 4))
        _, alone = asyncio.run(asked(served.address))
        before, results = _megabytes(served), context.Queue()
        others = context.Process(target=_others, args=(served.address, args, results))
        others.start()
        time.sleep(min(8.0, args.seconds / 4))
        signed_in, beside = asyncio.run(asked(served.address))
        found = results.get()
        others.join()
        if not isinstance(found, Flooded):
            raise found
        time.sleep(5)
        after = _megabytes(served)
        began = time.monotonic()
        served.process.send_signal(signal.SIGTERM)
        served.process.wait(60)
        ended = time.monotonic() - began
    median, once = statistics.median(beside), statistics.median(alone)
    print(f"signed in within {signed_in:.1f} s")
    print(f"answers: median {once:.3f} s alone, {median:.3f} s beside, {median / once:.2f} times")
    print(f"sent {found.sent}, answered {found.answered}, told {found.told}, lost {found.lost}")
    print(f"memory {before:.0f} MB, afterwards {after:.0f} MB, {after / before:.2f} times")
    print(f"ended {ended:.1f} s after SIGTERM")
    return found.lost == 0


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sockets", type=int, default=20)
    parser.add_argument("--rate", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--guesses", type=float, default=5.0, help="wrong passwords a second")
    parser.add_argument("--home", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        raise SystemExit(not measure(args.home or Path(folder), args))


if __name__ == "__main__":
    main()
