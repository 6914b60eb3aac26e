"""Resolves names for Scrapy, and hands out only addresses that a crawl may connect to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver, IHostResolution
from twisted.internet.threads import deferToThread
from zope.interface import implementer

from intaglio.errors import Refused, SourceError
from intaglio.fetch import PORTS, Place, resolve


@implementer(IHostResolution)
@dataclass(frozen=True, slots=True)
class Resolution:
    """A resolution under way."""

    name: str

    def cancel(self) -> None:
        """Let it run: nobody waits for it any more."""


@implementer(IHostnameResolver)
@dataclass(frozen=True, slots=True)
class Guard:
    """Every connection asks here, for literal addresses too; what is handed out is what gets connected to."""

    trusted: frozenset[str]
    """Origins that may have addresses that are not public."""
    refused: dict[tuple[str, int], str] = field(default_factory=dict)
    """Why a host and port have no address to connect to."""

    def resolveHostName(  # noqa: N802 - the interface's name
        self,
        resolutionReceiver: Any,  # noqa: N803, ANN401
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Sequence[type] | None = None,  # noqa: ARG002, N803
        transportSemantics: Literal["TCP", "UDP"] = "TCP",  # noqa: N803
    ) -> Resolution:
        """Give the receiver the addresses of a host that may be connected to."""
        resolution = Resolution(hostName)
        resolutionReceiver.resolutionBegan(resolution)

        def found(places: list[Place]) -> None:
            for _, address in places:
                kind = IPv6Address if ":" in address else IPv4Address
                resolutionReceiver.addressResolved(kind(transportSemantics, address, portNumber))
            resolutionReceiver.resolutionComplete()

        def failed(failure: Any) -> None:  # noqa: ANN401
            failure.trap(SourceError)
            if failure.check(Refused):
                self.refused[hostName, portNumber] = str(failure.value)
            resolutionReceiver.resolutionComplete()

        deferToThread(resolve, hostName, portNumber, trusted=self.is_trusted(hostName, portNumber)).addCallbacks(
            found, failed
        )
        return resolution

    def is_trusted(self, host: str, port: int) -> bool:
        """Whether the user named this host and port."""
        return any(f"{scheme}://{host.lower()}:{port}" in self.trusted for scheme in PORTS)
