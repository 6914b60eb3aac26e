"""A PostgreSQL server of our own for tests: in a folder of its own, on a Unix socket, as an unprivileged user."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def binaries() -> Path | None:
    """The folder with `initdb` and `postgres`, on the path or where Debian puts them."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name, reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


@contextmanager
def server(programs: Path) -> Iterator[str]:
    """Start a server and give the URL of its database; stop it and clear up at the end."""
    with tempfile.TemporaryDirectory(prefix="pg") as name:
        folder = Path(name)
        prefix = unprivileged(folder)
        data = folder / "data"
        options = ["--no-sync", "--auth=trust", "--username=intaglio", "--encoding=UTF8", "--locale=C"]
        run([*prefix, str(programs / "initdb"), "-D", str(data), *options])
        settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off -c max_connections=40"
        control = [*prefix, str(programs / "pg_ctl"), "-D", str(data), "-w"]
        run([*control, "-l", str(folder / "log"), "-o", settings, "start"])
        try:
            yield f"postgresql://intaglio@/postgres?host={folder}"
        finally:
            run([*control, "-m", "immediate", "stop"])


def unprivileged(folder: Path) -> list[str]:
    """The words in front of a command that run it as somebody PostgreSQL accepts, who is given the folder."""
    if os.geteuid() != 0:
        return []
    user = next(
        pwd.getpwnam(name) for name in ("postgres", "nobody") if name in {one.pw_name for one in pwd.getpwall()}
    )
    folder.chmod(0o755)
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--"]


def run(words: list[str]) -> None:
    """Run a command; its output is part of the error if it fails."""
    done = subprocess.run(words, capture_output=True, text=True, cwd="/", check=False)
    assert done.returncode == 0, f"{words[0]}: {done.stdout}{done.stderr}"
