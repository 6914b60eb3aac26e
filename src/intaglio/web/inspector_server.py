"""Serves the inspector: one socket, bound before anything is printed, on loopback unless a host is named."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass

from intaglio.collection.collection import Collection
from intaglio.errors import IntaglioError, MissingExtra

LOOPBACK = "127.0.0.1"
ONE = "name one address of this machine, as it stands in what browsers ask for"


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Where the inspector listens."""

    host: str = LOOPBACK
    """An address of this machine; one that others can reach is for networks that you trust."""
    port: int = 0
    """0: any free one."""


def serve(
    collection: Collection, options: ServeOptions = ServeOptions(), opened: Callable[[str], None] = print
) -> None:
    """Serve a collection until interrupted; `opened` is handed the address with the token, once it is there."""
    try:
        import uvicorn

        from intaglio.web.access import Access
        from intaglio.web.inspector_app import make_app
    except ModuleNotFoundError as missing:
        raise MissingExtra("web", "the inspector") from missing
    listening = listen(options)
    with listening:
        host, port = listening.getsockname()[:2]
        access = Access(hosts_of(host, port), port)
        app = make_app(collection, access)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False, date_header=False, lifespan="off",
            timeout_keep_alive=30, proxy_headers=False,
        )  # fmt: skip
        opened(f"http://{address(host, port)}/?token={access.token}")
        uvicorn.Server(config).run(sockets=[listening])


def listen(options: ServeOptions) -> socket.socket:
    """A socket on an address and port; IntaglioError if they cannot be had."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((options.host, options.port))
        if ipaddress.ip_address(made.getsockname()[0]).is_unspecified:
            made.close()
            raise IntaglioError(f"--host {options.host or '(empty)'} is every address at once: {ONE}")
        made.listen(128)
    except OSError as error:
        made.close()
        reason = f"cannot listen on {options.host} port {options.port}: {error.strerror}"
        raise IntaglioError(f"{reason}; choose another with --port or --host") from error
    return made


def hosts_of(host: str, port: int) -> frozenset[str]:
    """What `Host` may say: the address itself, and the name of loopback if it is that."""
    names = {address(host, port)}
    if ipaddress.ip_address(host).is_loopback:
        names.add(f"localhost:{port}")
    return frozenset(names)


def address(host: str, port: int) -> str:
    """Host and port as they stand in a URL."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
