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
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from intaglio.collection.collection import Collection
from intaglio.collection.template_pictures import picture_bytes
from intaglio.errors import Ambiguous, IntaglioError, NothingFound
from intaglio.web.access import FRAME_POLICY, POINTING_POLICY, Access, Guard
from intaglio.web.actions import ACTIONS
from intaglio.web.inspection import Inspection
from intaglio.web.screen_formats import FILTERS
from intaglio.web.screens import SCREENS, Asked, Screen
from intaglio.web.screens.parts.export_files import corrections_file, table_file
from intaglio.web.screens.parts.frame import framed_page

HERE = Path(__file__).parent
SCRIPTS = ("inspector", "telling", "page_view", "saying", "cells")
STATIC = {
    **{f"{name}.js": "text/javascript; charset=utf-8" for name in SCRIPTS},
    "inspector.css": "text/css; charset=utf-8",
    "screens.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
LARGEST_BODY = 1_000_000
"""Bytes of a request."""


def make_app(collection: Collection, access: Access) -> Guard:
    """The application for one collection, behind its guard."""
    inspection = Inspection(collection)
    markup = _environment(inspection)
    return Guard(Starlette(routes=_routes(inspection, markup), exception_handlers=_handlers(markup)), access)


def _routes(inspection: Inspection, markup: Environment) -> list[Route]:
    routes = [Route(f"/static/{name}", partial(_static, name)) for name in STATIC]
    for path, screen in SCREENS.items():
        routes.append(Route(f"{path if path != '/' else '/home'}.json", partial(_as_json, inspection, screen)))
        routes.append(Route(path, partial(_as_page, inspection, screen, markup)))
    routes += [
        Route("/templates/{template}/picture.webp", partial(_picture, inspection)),
        Route("/pages/{capture:int}/frame", partial(_frame, inspection)),
        Route("/kinds/{kind}/export.{format}", partial(_file, inspection, table_file)),
        Route("/log/corrections.jsonl", partial(_file, inspection, corrections_file)),
        *(
            Route(f"/do/{name}", partial(_act, inspection, action), methods=["POST"])
            for name, action in ACTIONS.items()
        ),
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
    facts = {**content, "asked": asked, "screen": screen.name}
    return _page(await run_in_threadpool(markup.get_template(screen.markup).render, facts))


def _page(markup: str, status: int = 200) -> Response:
    """A page in UTF-8, which lone surrogates do not have: corrections and broken pages bring them."""
    return HTMLResponse(markup.encode("utf-8", "replace"), status)


async def _as_json(inspection: Inspection, screen: Screen, request: Request) -> Response:
    return _json(await run_in_threadpool(screen.content, inspection, _asked(request)))


def _json(content: Mapping[str, Any], status: int = 200) -> Response:
    """JSON in ASCII: lone surrogates, which broken pages bring, have no UTF-8."""
    return Response(json.dumps(content, default=str), status, media_type="application/json")


async def _static(name: str, _request: Request) -> Response:
    content = await run_in_threadpool((HERE / "static" / name).read_bytes)
    return Response(content, headers={"content-type": STATIC[name], "cache-control": "private, max-age=300"})


async def _picture(inspection: Inspection, request: Request) -> Response:
    name = str(request.path_params["template"])
    found = await run_in_threadpool(picture_bytes, inspection.folder, name) if name.isalnum() else None
    if found is None:
        raise NothingFound("there is no picture of this template")
    return Response(found, media_type="image/webp", headers={"cache-control": "private, max-age=600"})


async def _frame(inspection: Inspection, request: Request) -> Response:
    asked = _asked(request)
    markup = await run_in_threadpool(framed_page, inspection, asked)
    policy = POINTING_POLICY if asked.text("pick") else FRAME_POLICY
    headers = {"content-security-policy": policy, "x-frame-options": "SAMEORIGIN"}
    return HTMLResponse(markup.encode("utf-8", "replace"), headers=headers)


async def _file(inspection: Inspection, make: Callable[[Inspection, Asked], Response], request: Request) -> Response:
    return await run_in_threadpool(make, inspection, _asked(request))


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
    except (ValueError, RecursionError) as error:
        raise IntaglioError("a correction comes as JSON") from error
    if not isinstance(given, dict):
        raise IntaglioError("a correction is a JSON object")
    return given


def _handlers(markup: Environment) -> Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    def answer(request: Request, words: str, status: int) -> Response:
        if request.method == "POST" or request.url.path.endswith(".json"):
            return _json({"error": words}, status)
        return _page(markup.get_template("error.html").render(error=words, screen="error"), status)

    async def told(request: Request, error: Exception) -> Response:
        missing = isinstance(error, NothingFound | Ambiguous)
        return answer(request, str(error), 404 if missing else 400)

    async def unknown(request: Request, _error: Exception) -> Response:
        return answer(request, "there is no such screen", 404)

    return {IntaglioError: told, 404: unknown}
