"""Another process that learns: used by the store's contract tests, some of which kill it."""

import json
import sys
from dataclasses import replace

from intaglio.errors import WriteConflict
from intaglio.store import PageRow, SqlStore, TemplateRow, open_store

SITE = "example.org"


def count_in(store: SqlStore, rounds: int) -> None:
    """Count one up in a template's blob, `rounds` times, losing nothing that others count."""
    for _ in range(rounds):
        while True:
            with store.reading() as tx:
                known = tx.templates.load(SITE)
            row = next(row for row in known.rows if row.id == "counter")
            new = replace(row, version=row.version + 1, blob=b"%d" % (int(row.blob) + 1))
            try:
                with store.writing() as tx:
                    tx.templates.save(SITE, [new], seen=known.revision)
                break
            except WriteConflict:
                continue


def found_in(store: SqlStore, names: list[str]) -> None:
    """Found a template for each name, unless one whose blob says the same name is there: names are what twins share."""
    for number, name in enumerate(names):
        while True:
            with store.reading() as tx:
                known = tx.templates.load(SITE)
            if any(row.blob == name.encode() for row in known.rows):
                break
            row = TemplateRow(SITE, f"{name}-{sys.argv[2]}-{number}", 1, name.encode())
            try:
                with store.writing() as tx:
                    tx.templates.save(SITE, [row], seen=known.revision)
                break
            except WriteConflict:
                continue


def work_through(store: SqlStore) -> None:
    """Turn captures into pages, two a transaction with their template, saying what was committed."""
    while True:
        with store.writing() as tx:
            pending = tx.captures.pending(0, 2, [1])
            if not pending:
                return
            known = tx.templates.load(SITE)
            (row,) = known.rows
            new = replace(row, version=row.version + 1, blob=b"%d" % (int(row.blob) + len(pending)))
            tx.templates.save(SITE, [new], seen=known.revision)
            tx.pages.add(
                [
                    PageRow(c.id, SITE, c.source, None, "counter", new.version, True, "ok", {}, json.dumps(c.source))
                    for c in pending
                ]
            )
        print(*(capture.source for capture in pending), flush=True)


if __name__ == "__main__":
    task, _, url, *rest = sys.argv[1:]
    with open_store(url) as opened:
        print("ready", flush=True)
        sys.stdin.readline()
        if task == "count":
            count_in(opened, int(rest[0]))
        elif task == "found":
            found_in(opened, rest)
        else:
            work_through(opened)
