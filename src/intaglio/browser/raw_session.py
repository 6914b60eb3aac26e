"""Large answers of the browser as one string each.

Playwright looks at every number of an answer to find objects of its own, which takes longer than Chromium needs to
lay the page out. In a session whose messages travel as text inside of another's, it sees a single string.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from intaglio.errors import BrowserError

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession


@dataclass(slots=True)
class RawSession:
    """A second session with a tab."""

    carrier: CDPSession
    """The browser's own session, which carries the messages."""
    session: str = ""
    sent: int = 0
    waiting: dict[int, asyncio.Future[str]] = field(default_factory=dict)

    @classmethod
    async def open(cls, context: BrowserContext, tab: CDPSession) -> RawSession:
        """Open a session with the tab that another session belongs to."""
        if context.browser is None:
            raise BrowserError("this version of Playwright is too old: pip install --upgrade playwright")
        target = (await tab.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
        letters = cls(await context.browser.new_browser_cdp_session())
        letters.carrier.on("Target.receivedMessageFromTarget", lambda event: letters._receive(**event))
        answer = await letters.carrier.send("Target.attachToTarget", {"targetId": target, "flatten": False})
        letters.session = answer["sessionId"]
        return letters

    async def ask(self, method: str, parameters: dict[str, Any]) -> str:
        """Call a method; give its answer's JSON text, an object with `result`."""
        self.sent += 1
        number = self.sent
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        message = json.dumps({"id": number, "method": method, "params": parameters})
        try:
            await self.carrier.send("Target.sendMessageToTarget", {"sessionId": self.session, "message": message})
            text = await answer
        finally:
            self.waiting.pop(number, None)
        if text.startswith(f'{{"id":{number},"error"'):
            raise BrowserError(f"the browser refuses {method}: {json.loads(text)['error'].get('message')}")
        return text

    def end(self) -> None:
        """Tell those who wait that no answer will come."""
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(BrowserError("the browser ended before it answered"))

    def _receive(self, message: str, sessionId: str, **_: object) -> None:  # noqa: N803 - the protocol's
        if sessionId != self.session or not message.startswith('{"id":'):
            return
        number = int(message[6 : message.index(",")])
        answer = self.waiting.get(number)
        if answer is not None and not answer.done():
            answer.set_result(message)
