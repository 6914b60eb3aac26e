"""A PostgreSQL server for runs that keep their collection there."""

import os
from collections.abc import Iterator

import pytest

from tests.contracts.postgres import binaries, server


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    programs = binaries()
    if programs is None:
        reason = "no PostgreSQL server binaries (Debian: apt install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with server(programs) as url:
        yield url
