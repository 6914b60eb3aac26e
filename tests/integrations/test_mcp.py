"""The MCP server, asked by the SDK's own client: every tool answers, bounded, and writes nothing."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

from mcp import Client, StdioServerParameters

import intaglio
from intaglio.integrations.mcp_server import CHARACTERS, mcp_server
from tests.integrations.conftest import BASE

TOOLS = {"list_kinds", "list_fields", "search", "read_page", "query_table", "page_why"}


def asked(known: Path, calls: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    async def ask() -> list[dict[str, Any]]:
        with intaglio.open(known) as collection:
            async with Client(mcp_server(collection)) as client:
                tools = (await client.list_tools()).tools
                assert {one.name for one in tools} == TOOLS
                assert all(one.annotations and one.annotations.read_only_hint for one in tools)
                found = [await client.call_tool(name, arguments) for name, arguments in calls]
                return [dict(one.structured_content or {}) for one in found]

    return asyncio.run(ask())


def test_every_tool_answers(known: Path) -> None:
    (kinds,) = asked(known, [("list_kinds", {})])
    assert kinds["ok"]
    name = kinds["kinds"][0]["name"]
    fields, rows, hits, page, why = asked(known, [
        ("list_fields", {"kind": name}),
        ("query_table", {"kind": name, "limit": 3}),
        ("search", {"query": "relay cup", "limit": 2}),
        ("read_page", {"url": f"{BASE}about.html"}),
        ("page_why", {"url": f"{BASE}about.html"}),
    ])  # fmt: skip
    assert fields["columns"]
    assert len(rows["rows"]) == 3
    assert rows["truncated"]
    assert hits["hits"]
    assert page["title"] == "About the paper"
    assert page["content"]
    assert why["template"]
    assert all("not instructions" in one["source"] for one in (kinds, fields, rows, hits, page, why))


@pytest.mark.extras
def test_answers_are_bounded_and_errors_are_answers(known: Path) -> None:
    (kinds,) = asked(known, [("list_kinds", {})])
    calls = [("query_table", {"kind": one["name"], "limit": 500, "columns": ["*"]}) for one in kinds["kinds"]]
    for answer in asked(known, calls):
        assert len(json.dumps(answer, ensure_ascii=False)) < 2 * CHARACTERS
    missing, unknown = asked(known, [("read_page", {"url": "http://x.example/"}), ("list_fields", {"kind": "no such"})])
    (deep,) = asked(known, [("search", {"query": "(" * 5000})])
    assert "at most" in deep["error"], "a query that would end the server is refused"
    assert not missing["ok"]
    assert "no page" in missing["error"]
    assert not unknown["ok"]
    assert "no such" in unknown["error"]


@pytest.mark.extras
def test_the_command_serves_on_standard_input(known: Path) -> None:
    async def ask() -> set[str]:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "intaglio", "mcp", str(known)], env={**os.environ}
        )
        async with Client(server) as client:
            return {one.name for one in (await client.list_tools()).tools}

    assert asyncio.run(ask()) == TOOLS


@pytest.mark.extras
def test_the_command_serves_http_on_loopback_to_itself_alone(known: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def ask() -> set[str]:
        for _ in range(120):
            try:
                async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                    return {one.name for one in (await client.list_tools()).tools}
            except Exception:
                await asyncio.sleep(0.5)
        raise AssertionError("the server did not start")

    words = [sys.executable, "-m", "intaglio", "mcp", str(known), "--http", str(port)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ}) as server:
        try:
            assert asyncio.run(ask()) == TOOLS
            asked = Request(f"http://127.0.0.1:{port}/mcp", b"{}", {"Host": "evil.example"})
            with pytest.raises(HTTPError):
                urlopen(asked, timeout=30)
        finally:
            server.terminate()


@pytest.mark.extras
def test_a_pack_is_served_and_says_what_it_lacks(known: Path, tmp_path: Path) -> None:
    pack = tmp_path / "sites.intaglio"
    words = [sys.executable, "-m", "intaglio", "-q", "pack", str(known), "-o", str(pack)]
    subprocess.run(words, check=True, capture_output=True)
    kinds, fields, found = asked(
        pack, [("list_kinds", {}), ("list_fields", {"kind": "goods"}), ("search", {"query": "relay"})]
    )
    assert {"stories", "goods"} <= {kind["name"] for kind in kinds["kinds"]}
    assert [column["name"] for column in fields["columns"]][:2] == ["name", "price"]
    assert all(column["examples"] == [] for column in fields["columns"]), "a pack has no values of pages"
    assert not found["ok"]
    assert "pack" in found["error"]
