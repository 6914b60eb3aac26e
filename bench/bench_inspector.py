"""What each screen of the inspector costs with 100,000 pages, against 1,000; and its memory over 1,000 requests.

The rows of one collection are copied under new numbers, so that both have the same templates, kinds and columns.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from measure import show
from starlette.testclient import TestClient

import intaglio
from intaglio.collection.collection import open_collection
from intaglio.sample import write_sample
from intaglio.web.access import Access
from intaglio.web.inspector_app import make_app

BASE = "http://quillmarsh.example/"
SMALL, LARGE = 1_000, 100_000
ROUNDS = 9
MOST = 2.0
REQUESTS = 1_000
GROWTH = 1.1
"""Memory after all requests, against that after a tenth of them."""


def main() -> int:
    """Print the ratios; fail if a screen costs more than it may, or memory grows."""
    os.environ["INTAGLIO_TRUST"] = "1"  # the copies are not where the run left them, and are to show their pages
    with tempfile.TemporaryDirectory() as folder:
        site, first = Path(folder) / "site", Path(folder) / "first"
        write_sample(site)
        learn = intaglio.LearnOptions(method="text-blocks")
        intaglio.collect(site, first, intaglio.RunOptions(learn, browser=False, saved=intaglio.SavedOptions(BASE)))
        outs = [Path(folder) / str(pages) for pages in (SMALL, LARGE)]
        for out, pages in zip(outs, (SMALL, LARGE), strict=True):
            shutil.copytree(first, out, ignore=shutil.ignore_patterns("index", "*.jsonl", "records", "tables"))
            if (first / "index").exists():
                shutil.copytree(first / "index", out / "index")
            multiply(out / "intaglio.db", pages)
        costs = screens(*outs)
        grown = memory(outs[1])
    print({name: f"{small:.1f} ms → {large:.1f} ms" for name, (small, large) in costs.items()})
    rows = [(name, large / small, MOST) for name, (small, large) in costs.items()]
    good = show(f"Screens with {LARGE:,} pages against {SMALL:,}", [*rows, ("memory", grown, GROWTH)])
    return int(not good)


def multiply(database: Path, wanted: int) -> None:
    """Copy pages, records, lines of articles and captures under new numbers until there are as many as wanted."""
    with closing(sqlite3.connect(database)) as connection:
        count, step = connection.execute("SELECT count(*), max(capture) FROM pages").fetchone()
        for table, key in (("captures", "id"), ("pages", "capture"), ("records", "capture"), ("extras", "capture")):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] != "sequence"]
            source = {"source": "source || '?' || :n", key: f"{key} + :n * :step"}
            columns = ", ".join(f'"{name}"' for name in names)
            values = ", ".join(source.get(name, f'"{name}"') for name in names)
            copy = f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE {key} <= :step"
            for n in range(1, wanted // count):
                connection.execute(copy, {"n": n, "step": step})
        connection.execute("DELETE FROM notes WHERE key = 'kinds' OR key LIKE 'table %'")
        connection.commit()


def screens(small: Path, large: Path) -> dict[str, tuple[float, float]]:
    """Milliseconds of processor time of each screen of both, once what is derived has been made; by turns."""
    with open_collection(small) as first, open_collection(large) as second:
        clients = [client_of(first), client_of(second)]
        costs = {}
        for paths in zip(*(addresses(client).items() for client in clients), strict=True):
            spent = [
                cost(client, path) for _ in range(ROUNDS) for client, (_, path) in zip(clients, paths, strict=True)
            ]
            costs[paths[0][0]] = min(spent[::2]), min(spent[1::2])
        return costs


def addresses(client: TestClient) -> dict[str, str]:
    """All screens of a collection, each asked for once, which makes what is derived."""
    kind = client.get("/kinds.json").json()["kinds"][0]
    table = client.get(f"/kinds/{kind['id']}/table.json").json()
    column, template = table["columns"][0]["id"], kind["templates"][0]["id"]
    paths = {
        "home": "/", "kinds": "/kinds", "template": f"/templates/{template}?light=1",
        "fields": f"/kinds/{kind['id']}/fields", "table": f"/kinds/{kind['id']}/table",
        "table, sorted": f"/kinds/{kind['id']}/table?sort={column}",
        "table, some rows pass": f"/kinds/{kind['id']}/table?f.{column}=ferry",
        "table, most rows pass": f"/kinds/{kind['id']}/table?f.{column}=e",
        "table, no row passes": f"/kinds/{kind['id']}/table?f.{column}=frame",
        "table, no row has two letters": f"/kinds/{kind['id']}/table?f.{column}=zq", "page": "/pages/1",
        "page, why": "/pages/1?show=why", "search": "/search?q=harbour", "log": "/log",
        "queue": "/queue", "changes": "/changes", "article": f"/templates/{template}/article",
    }  # fmt: skip
    for path in paths.values():
        assert client.get(path).status_code == 200, path
    return paths


def client_of(collection: intaglio.Collection) -> TestClient:
    """A client that is let in."""
    access = Access(frozenset({"127.0.0.1:80"}), 80)
    client = TestClient(make_app(collection, access), base_url="http://127.0.0.1:80", headers={"host": "127.0.0.1:80"})
    client.cookies.set(access.cookie, access.pass_value)
    return client


def cost(client: TestClient, path: str) -> float:
    """Of one request."""
    start = time.process_time()
    client.get(path)
    return 1000 * (time.process_time() - start)


def memory(out: Path) -> float:
    """How much memory grows between a tenth of the requests and all of them."""
    with open_collection(out) as collection:
        client = client_of(collection)
        captures = range(1, 200)
        for number in range(REQUESTS):
            client.get(f"/pages/{captures[number % len(captures)]}?show={('record', 'text', 'why')[number % 3]}")
            if number == REQUESTS // 10:
                before = resident()
        return resident() / before


def resident() -> int:
    """Pages of memory that the process has now; its peak would hide growth behind what the screens took before."""
    return int(Path("/proc/self/statm").read_text().split()[1])


if __name__ == "__main__":
    sys.exit(main())
