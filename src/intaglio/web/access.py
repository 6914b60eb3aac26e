"""Who may ask the inspector: the one browser that was given the token, on the exact address, from our own pages.

`Guard` wraps the whole application; nothing is answered past it. Its headers go on every answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)
"""Of our own pages."""
FRAME_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'"
"""Of pages of the collection, shown in a frame or by themselves: no scripts, no origin, no requests."""
POINTING_POLICY = FRAME_POLICY.replace("sandbox;", "sandbox allow-top-navigation-by-user-activation;")
"""The same where a text is to be pointed at: a click on it, which is a link of ours, is told to the page around."""
HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
TOKEN = "token"  # noqa: S105 - the name of the parameter
READS = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class Access:
    """Where the inspector listens, and what lets a browser in."""

    hosts: frozenset[str]
    """What `Host` may say, port included."""
    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def cookie(self) -> str:
        """The cookie's name; browsers keep cookies by host only, so two inspectors need two names."""
        return f"intaglio-{self.port}"

    @property
    def pass_value(self) -> str:
        """What the cookie holds: it lets in as the token does, and does not tell it."""
        return blake2b(self.token.encode(), digest_size=24, person=b"intaglio cookie").hexdigest()


class Guard:
    """Lets requests through that may be answered, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        """Stand before an application."""
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, refuse, or let in."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # there are no websockets
            await send({"type": "websocket.close", "code": 1008})
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                del headers["server"]
            await send(message)

        refused = self._refusal(scope)
        await (refused or self._app)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """Why a request is not answered, or None."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0] not in self._access.hosts:
            return PlainTextResponse("This address is not the inspector's.\n", 421)
        if scope["method"] not in READS:
            return self._cross_site(headers, hosts[0]) or self._without_pass(headers)
        given = parse_qs(scope["query_string"].decode("latin-1")).get(TOKEN)
        if given:
            return self._let_in(scope, given[0])
        return self._without_pass(headers)

    def _cross_site(self, headers: Headers, host: str) -> Response | None:
        own = headers.get("sec-fetch-site") == "same-origin" and headers.get("origin") == f"http://{host}"
        return None if own else PlainTextResponse("Only the inspector's own pages may change anything.\n", 403)

    def _let_in(self, scope: Scope, token: str) -> Response:
        """Change the token in the address for a cookie, so that the address can be shown around."""
        if not secrets.compare_digest(token.encode(), self._access.token.encode()):
            return PlainTextResponse("This token is not, or no longer, valid.\n", 403)
        path = "/" + scope["path"].lstrip("/")
        answer = RedirectResponse(path, 303)
        answer.set_cookie(self._access.cookie, self._access.pass_value, httponly=True, samesite="strict", path="/")
        return answer

    def _without_pass(self, headers: Headers) -> Response | None:
        try:
            kept = SimpleCookie(headers.get("cookie", "")).get(self._access.cookie)
        except CookieError:
            kept = None
        if kept is not None and secrets.compare_digest(kept.value.encode(), self._access.pass_value.encode()):
            return None
        return PlainTextResponse("Open the address with the token that `intaglio inspect` has printed.\n", 403)
