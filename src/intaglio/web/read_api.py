"""The HTTP API of a collection: a page's bytes in, its reading as JSON out. Nothing is fetched, nothing is kept."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from intaglio.capture import Capture
from intaglio.collection.collection import Collection
from intaglio.errors import IntaglioError
from intaglio.sources.page_check import why_no_page
from intaglio.web.inspector_server import ServeOptions, address, hosts_of, listen


@dataclass(frozen=True, slots=True)
class ReadApiOptions:
    """Bounds of a request."""

    max_bytes: int = 10 << 20
    seconds: float = 30.0


def read_api(collection: Collection, hosts: frozenset[str], options: ReadApiOptions = ReadApiOptions()) -> Starlette:
    """An application that answers on these hosts only, port included."""

    def foreign(request: Request) -> Response | None:
        if request.headers.get("host") not in hosts:
            return _refused(421, "this address is not the server's")
        if (origin := request.headers.get("origin")) is not None and origin not in {f"http://{one}" for one in hosts}:
            return _refused(403, "pages of other sites may not ask")
        return None

    async def read(request: Request) -> Response:
        if (refused := foreign(request)) is not None:
            return refused
        try:
            async with asyncio.timeout(options.seconds):
                return await _reading(collection, request, options.max_bytes)
        except TimeoutError:
            return _refused(503, f"the page took longer than {options.seconds:g} s")

    async def describe(request: Request) -> Response:
        return foreign(request) or JSONResponse(OPENAPI)

    return Starlette(routes=[Route("/read", read, methods=["POST"]), Route("/openapi.json", describe)])


async def _reading(collection: Collection, request: Request, max_bytes: int) -> Response:
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > max_bytes:
            return _refused(413, f"larger than {max_bytes:,} bytes")
    url, kind = request.query_params.get("url"), request.headers.get("content-type")
    reason = why_no_page(bytes(body), kind)
    if reason is not None:
        return _refused(415, reason)
    capture = Capture(bytes(body), source=url or "", url=url, content_type=kind)
    try:
        reading = await asyncio.to_thread(collection.read, capture)
    except IntaglioError as error:
        return _refused(422, str(error))
    return JSONResponse(reading.as_dict())


def serve_readings(collection: Collection, options: ServeOptions) -> None:
    """Serve the API until interrupted; prints its address."""
    import uvicorn

    with listen(options) as listening:
        host, port = listening.getsockname()[:2]
        app = read_api(collection, hosts_of(host, port))
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, lifespan="off")
        print(f"POST pages to http://{address(host, port)}/read?url=…", flush=True)  # noqa: T201 - what people wait for
        uvicorn.Server(config).run(sockets=[listening])


def _refused(status: int, reason: str) -> JSONResponse:
    return JSONResponse({"error": reason}, status)


OPENAPI: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Intaglio", "version": "1"},
    "paths": {
        "/read": {
            "post": {
                "summary": "Read a page by the templates of the collection",
                "parameters": [
                    {"name": "url", "in": "query", "schema": {"type": "string"}, "description": "URL of the page"}
                ],
                "requestBody": {"required": True, "content": {"text/html": {"schema": {"type": "string"}}}},
                "responses": {
                    "200": {
                        "description": "Template, areas, record and article of the page; template null if it has none",
                        "content": {"application/json": {"schema": {"type": "object"}}},
                    },
                    "403": {"description": "Asked by a page of another site"},
                    "413": {"description": "Too large"},
                    "415": {"description": "Not HTML"},
                    "421": {"description": "Not an address of the server"},
                    "422": {"description": "A page that cannot be read"},
                    "503": {"description": "Sent or read too slowly"},
                },
            }
        }
    },
}
