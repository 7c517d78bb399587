"""The page's protocol without a browser: sign in, connect, ask, wait for the answer."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import httpx
import socketio


class Talk:
    """A connected client; `events` is all it was sent."""

    def __init__(
        self, client: socketio.AsyncClient, http: httpx.AsyncClient, session: str = ""
    ) -> None:
        self.client = client
        self.http = http
        self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        self.session = session
        self.thread = ""
        self.events: list[tuple[str, Any]] = []
        self._asked = 0
        client.on("*", self._note)

    async def _note(self, event: str, *data: Any) -> None:
        self.events.append((event, data[0] if data else None))
        if event == "first_interaction" and data:
            self.thread = str(data[0]["thread_id"])

    async def ask(self, text: str, seconds: float = 60) -> list[dict[str, Any]]:
        """The messages and steps that answer `text`."""
        await self.send(text)
        await self.wait(seconds)
        return [
            data
            for event, data in self.events[self._asked :]
            if event in ("new_message", "update_message", "element")
        ]

    async def send(self, text: str) -> None:
        """Ask without waiting."""
        self._asked = len(self.events)
        message = {
            "id": str(uuid.uuid4()),
            "type": "user_message",
            "name": "local",
            "output": text,
            "createdAt": datetime.now(UTC).isoformat(),
        }
        await self.client.emit("client_message", {"message": message, "fileReferences": []})

    async def answer(self, seconds: float = 60) -> tuple[str, str]:
        """(the run that a thumb names, the answer), as soon as that is shown."""
        async with asyncio.timeout(seconds):
            while (found := self._answer()) is None:
                await asyncio.sleep(0.002)
        return found

    def _answer(self) -> tuple[str, str] | None:
        run = ""
        for event, data in self.events[self._asked :]:
            if event == "new_message" and data["name"] == "on_message":
                run = data["id"]
            if event == "new_message" and data["type"] == "assistant_message" and run:
                return run, data["output"]
        return None

    async def thumb(self, run: str, value: int) -> int:
        """Rate an answer; the status of the reply."""
        feedback = {"forId": run, "value": value}
        body = {"feedback": feedback, "sessionId": self.session}
        return (await self.http.put("/feedback", json=body)).status_code

    async def stop(self, seconds: float = 10) -> None:
        """Press Stop, and wait until the app is idle."""
        await self.client.emit("stop")
        await self.wait(seconds)

    async def begun(self, seconds: float = 20) -> None:
        """Wait until the conversation is there, new or resumed."""
        async with asyncio.timeout(seconds):
            while not any(
                event == "resume_thread"
                or (event == "update_message" and data["name"] == "on_chat_start")
                for event, data in self.events
            ):
                await asyncio.sleep(0.02)

    async def wait(self, seconds: float) -> None:
        """Wait for the end of the turn: of its run, and then of the task around it."""
        async with asyncio.timeout(seconds):
            while not self.over:
                await asyncio.sleep(0.02)

    @property
    def over(self) -> bool:
        """Whether the last question was answered."""
        ended = False
        for event, data in self.events[self._asked :]:
            ended = ended or (
                event == "update_message" and data["name"] == "on_message" and bool(data["end"])
            )
            if ended and event == "task_end":
                return True
        return False


@asynccontextmanager
async def talking(
    address: str,
    *,
    origin: str | None = None,
    login: tuple[str, str] | None = None,
    forwarded: str | None = None,
    **auth: Any,
) -> AsyncIterator[Talk]:
    """A signed-in client.

    Args:
        address: The app.
        origin: The Origin header of the websocket.
        login: Name and password; the local person if None.
        forwarded: The address that a proxy says it comes from.
        auth: More fields of the connection, such as threadId.
    """
    told = {"X-Forwarded-For": forwarded} if forwarded else {}
    async with httpx.AsyncClient(base_url=address, timeout=60, headers=told) as http:
        if login:
            form = {"username": login[0], "password": login[1]}
            (await http.post("/login", data=form)).raise_for_status()
        else:
            (await http.post("/auth/header")).raise_for_status()
        client = socketio.AsyncClient(reconnection=False)
        session = {"sessionId": str(uuid.uuid4()), "clientType": "webapp", "userEnv": "{}"}
        talk = Talk(client, http, session["sessionId"])
        headers = {"Cookie": talk.cookie, **told} | ({"Origin": origin} if origin else {})
        await client.connect(
            address,
            socketio_path="/ws/socket.io",
            transports=["websocket"],
            headers=headers,
            auth={**session, **auth},
            # As browsers do; this client's own default is a second.
            wait_timeout=20,
        )
        try:
            await client.emit("connection_successful")
            await talk.begun()
            yield talk
        finally:
            await client.disconnect()
