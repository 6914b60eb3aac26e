"""One page by its file name or URL, with the place its resources come from; what single-page commands start from."""

import mimetypes
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from intaglio.capture import Capture
from intaglio.errors import SourceError
from intaglio.fetch import FetchOptions, fetch, origin
from intaglio.resources import Folder, Nothing, Resources
from intaglio.sources.page_check import why_no_page


@dataclass(frozen=True, slots=True)
class Single:
    """A page, and where what it refers to may be found."""

    capture: Capture
    resources: Resources
    trusted: frozenset[str] = frozenset()
    """The origin that the user named: its address may be any, for the page's resources, too."""


def read_single(name: str, *, root: Path | None = None, base_url: str | None = None) -> Single:
    """Read the page that a user named; SourceError, in one line, if there is none or it is not HTML."""
    if name.startswith(("http://", "https://")):
        return _from_web(name)
    if "://" in name:
        raise SourceError(f"{name}: neither a file nor an http or https URL")
    return _from_file(Path(name), root, base_url)


def _from_web(url: str) -> Single:
    trusted = frozenset({origin(url)})
    try:
        answer = fetch(url, FetchOptions(trusted=trusted))
    except SourceError as error:
        raise SourceError(f"cannot be reached, check the address: {error}") from error
    if answer.status >= 400 or not answer.body:
        raise SourceError(f"{url}: the server answered {answer.status}{'' if answer.body else ' with an empty page'}")
    _check(answer.url, answer.content_type, answer.body)
    capture = Capture(
        answer.body, source=answer.url, url=answer.url, content_type=answer.content_type, headers=answer.headers,
        time=datetime.now(UTC), http_status=answer.status,
    )  # fmt: skip
    return Single(capture, Nothing(), trusted)


def _from_file(path: Path, root: Path | None, base_url: str | None) -> Single:
    folder = path.parent if root is None else root
    try:
        if not path.is_file():
            raise SourceError(f"{path}: {'is a folder, not a page' if path.is_dir() else 'no such file'}")
        if not path.resolve().is_relative_to(folder.resolve()):
            raise SourceError(f"{path} does not lie below the root {folder}")
        body = path.read_bytes()
        time = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    _check(str(path), mimetypes.guess_type(path.name)[0], body)
    files = Folder(folder) if base_url is None else Folder(folder, base_url)
    source = path.resolve().relative_to(folder.resolve()).as_posix()
    url = None if base_url is None else files.url_of(source)
    return Single(Capture(body, source=source, url=url, time=time), files)


def _check(name: str, content_type: str | None, body: bytes) -> None:
    """Refuse what is not HTML by its type or, where that says little, by its bytes."""
    reason = why_no_page(body, content_type)
    if reason is not None:
        raise SourceError(f"{name}: {reason}")
