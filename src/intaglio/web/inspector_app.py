"""The inspector as an application: every screen is an address, and has `.json` beside it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from intaglio.collection.collection import Collection
from intaglio.collection.template_pictures import picture_bytes
from intaglio.errors import Ambiguous, IntaglioError, NothingFound
from intaglio.web.access import FRAME_POLICY, Access, Guard
from intaglio.web.actions import ACTIONS
from intaglio.web.inspection import Inspection, NotThere
from intaglio.web.screen_formats import FILTERS
from intaglio.web.screens import SCREENS, Asked, Screen
from intaglio.web.screens.export_files import table_file
from intaglio.web.screens.frame import framed_page

HERE = Path(__file__).parent
STATIC = {"inspector.js": "text/javascript; charset=utf-8", "inspector.css": "text/css; charset=utf-8"}
LARGEST_BODY = 1_000_000
"""Bytes of a request."""


def make_app(collection: Collection, access: Access) -> Guard:
    """The application for one collection, behind its guard."""
    return Guard(Starlette(routes=_routes(Inspection(collection)), exception_handlers=_handlers()), access)


def _routes(inspection: Inspection) -> list[Route]:
    markup = _environment(inspection)
    routes = [Route(f"/static/{name}", partial(_static, name)) for name in STATIC]
    for path, screen in SCREENS.items():
        routes.append(Route(f"{path if path != '/' else '/home'}.json", partial(_as_json, inspection, screen)))
        routes.append(Route(path, partial(_as_page, inspection, screen, markup)))
    routes += [
        Route("/templates/{template}/picture.webp", partial(_picture, inspection)),
        Route("/pages/{capture:int}/frame", partial(_frame, inspection)),
        Route("/kinds/{kind}/export.{format}", partial(_export, inspection)),
        *(Route(f"/do/{name}", partial(_act, inspection, action), methods=["POST"]) for name, action in ACTIONS.items()),
    ]
    return routes


def _environment(inspection: Inspection) -> Environment:
    markup = Environment(
        loader=FileSystemLoader(HERE / "markup"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    markup.filters |= FILTERS
    markup.globals["collection_name"] = inspection.folder.resolve().name
    return markup


def _asked(request: Request) -> Asked:
    return Asked({**request.query_params, **{name: str(value) for name, value in request.path_params.items()}})


async def _as_page(inspection: Inspection, screen: Screen, markup: Environment, request: Request) -> Response:
    asked = _asked(request)
    content = await run_in_threadpool(screen.content, inspection, asked)
    facts = {**content, "asked": asked, "screen": screen.name, "path": request.url.path, "query": request.url.query}
    return HTMLResponse(await run_in_threadpool(markup.get_template(screen.markup).render, facts))


async def _as_json(inspection: Inspection, screen: Screen, request: Request) -> Response:
    return _json(await run_in_threadpool(screen.content, inspection, _asked(request)))


def _json(content: Mapping[str, Any], status: int = 200) -> Response:
    """JSON in ASCII: lone surrogates, which broken pages bring, have no UTF-8."""
    return Response(json.dumps(content, default=str), status, media_type="application/json")


async def _static(name: str, _request: Request) -> Response:
    content = await run_in_threadpool((HERE / "static" / name).read_bytes)
    return Response(content, headers={"content-type": STATIC[name]})


async def _picture(inspection: Inspection, request: Request) -> Response:
    name = str(request.path_params["template"])
    found = await run_in_threadpool(picture_bytes, inspection.folder, name) if name.isalnum() else None
    if found is None:
        raise NotThere("there is no picture of this template")
    return Response(found, media_type="image/webp", headers={"cache-control": "private, max-age=600"})


async def _frame(inspection: Inspection, request: Request) -> Response:
    markup = await run_in_threadpool(framed_page, inspection, _asked(request))
    headers = {"content-security-policy": FRAME_POLICY, "x-frame-options": "SAMEORIGIN"}
    return HTMLResponse(markup.encode("utf-8", "replace"), headers=headers)


async def _export(inspection: Inspection, request: Request) -> Response:
    return await run_in_threadpool(table_file, inspection, _asked(request))


async def _act(
    inspection: Inspection, action: Callable[[Inspection, Mapping[str, Any]], Mapping[str, Any]], request: Request
) -> Response:
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise IntaglioError("a correction comes as JSON")
    given = await _body(request)
    return _json(await run_in_threadpool(action, inspection, given))


async def _body(request: Request) -> dict[str, Any]:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise IntaglioError("this request is too large")
    try:
        given = json.loads(body)
    except ValueError as error:
        raise IntaglioError("a correction comes as JSON") from error
    if not isinstance(given, dict):
        raise IntaglioError("a correction is a JSON object")
    return given


def _handlers() -> Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    async def told(_request: Request, error: Exception) -> Response:
        missing = isinstance(error, NotThere | NothingFound | Ambiguous)
        return JSONResponse({"error": str(error)}, 404 if missing else 400)

    async def unknown(_request: Request, _error: Exception) -> Response:
        return JSONResponse({"error": "there is no such screen"}, 404)

    return {IntaglioError: told, 404: unknown}
