"""Finding Chromium and starting it without network, with its sandbox on, as root too."""

from __future__ import annotations

import asyncio
import logging
import os
import pwd
import re
import shlex
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intaglio.browser.browser_folder import BrowserFolder
from intaglio.browser.render_options import RenderOptions
from intaglio.errors import BrowserError, MissingExtra, NoBrowser

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Playwright

log = logging.getLogger(__name__)

PLACES = (
    *(
        Path(folder, name)
        for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
        for folder in ("/usr/bin", "/usr/local/bin", "/snap/bin")
    ),
    Path("/opt/google/chrome/chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)
"""Where systems put a Chromium; Playwright's own is looked for after these."""

ARGUMENTS = (
    # Every name and every address literal is "not found": whatever bypasses interception ends here.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    # Frames stay in the page's process, so that its one session sees their requests and documents.
    "--disable-site-isolation-trials",
    # A page saved from https may refer to its own style sheets by http; here nothing travels in the open.
    "--allow-running-insecure-content",
    # Scripts may not reach out by the one way that resolves no names.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)

INSTALL = (
    "install one (Debian: apt install chromium; anywhere: playwright install chromium) "
    "or name it with INTAGLIO_CHROMIUM=/path/to/chromium"
)
UNPRIVILEGED = "nobody"
_SANDBOX_TROUBLE = re.compile("sandbox|namespace|not permitted|permission denied|setpriv|zygote", re.IGNORECASE)
"""Only a start that failed by one of these is tried without sandbox: one that died otherwise is just an error."""
CLOSING = 10.0
"""Seconds that a browser has to end."""


@dataclass(slots=True)
class Chromium:
    """A running Chromium with one browsing context."""

    context: BrowserContext
    sandboxed: bool
    _playwright: Playwright
    _folder: BrowserFolder

    async def close(self) -> None:
        """End it and remove its profile, whatever state it is in."""
        try:
            async with asyncio.timeout(CLOSING):
                await self.context.close()
        except Exception:
            log.debug("the browser had gone", exc_info=True)
        try:
            async with asyncio.timeout(CLOSING):
                await self._playwright.stop()
        except Exception:
            log.debug("the browser's driver had gone", exc_info=True)
        self._folder.remove()


def find(named: Path | None, own: Path | None) -> Path:
    """The Chromium to start: the one that was named, a system's, or Playwright's own; NoBrowser if there is none."""
    if named is not None:
        if not os.access(named, os.X_OK):
            raise NoBrowser(f"no Chromium at {named}: {INSTALL}")
        return named
    for place in (*PLACES, *([own] if own is not None else [])):
        if os.access(place, os.X_OK):
            return place
    raise NoBrowser(f"no Chromium found: {INSTALL}")


async def start(options: RenderOptions) -> Chromium:
    """Start a Chromium, sandboxed; where the system does not allow that, without sandbox and with a warning."""
    try:
        from playwright.async_api import Error, async_playwright
    except ImportError:
        raise MissingExtra("browser", "rendering") from None

    playwright = await async_playwright().start()
    folder = BrowserFolder.make()
    try:
        executable = find(options.executable, Path(playwright.chromium.executable_path))
        for sandboxed in (True, False):
            try:
                context = await _launch(playwright, executable, folder.path, options, sandboxed=sandboxed)
            except Error as error:
                if not sandboxed or not _SANDBOX_TROUBLE.search(_said(error)):
                    raise BrowserError(f"{executable} does not start: {_reason(error)}") from error
                log.warning("Chromium does not start with its sandbox, trying without: %s", _reason(error))
            else:
                return Chromium(context, sandboxed, playwright, folder)
        raise AssertionError
    except BaseException:
        await playwright.stop()
        folder.remove()
        raise


async def _launch(
    playwright: Playwright, executable: Path, folder: Path, options: RenderOptions, *, sandboxed: bool
) -> BrowserContext:
    profile = folder / ("profile" if sandboxed else "profile-unsandboxed")
    profile.mkdir()
    if sandboxed and os.geteuid() == 0:
        executable = _unprivileged(executable, folder, profile)
    width, height = options.viewport
    settings: dict[str, Any] = {
        "java_script_enabled": options.javascript,
        "viewport": {"width": width, "height": height},
        "device_scale_factor": 1,
        "accept_downloads": False,
        "service_workers": "block",
        "permissions": [],
    }
    if "artifacts_dir" in signature(playwright.chromium.launch_persistent_context).parameters:
        settings["artifacts_dir"] = folder / "artifacts"  # else the driver's own folder stays when it is killed
    return await playwright.chromium.launch_persistent_context(
        profile, executable_path=executable, chromium_sandbox=sandboxed, headless=True, args=list(ARGUMENTS),
        env={**os.environ, "TMPDIR": str(folder)},  # what a killed browser leaves is then found there
        handle_sigint=False, handle_sigterm=False, handle_sighup=False, timeout=30_000, **settings,
    )  # fmt: skip


def _unprivileged(executable: Path, folder: Path, profile: Path) -> Path:
    """A wrapper that runs Chromium as a user without rights, in a profile of its own; for root, whose Chromium would
    have to give up its sandbox.
    """
    user = pwd.getpwnam(UNPRIVILEGED)
    for path in (folder, profile):
        os.chown(path, user.pw_uid, user.pw_gid)
    wrapper = folder / "chromium"
    home = shlex.quote(str(folder))
    wrapper.write_text(
        "#!/bin/sh\n"
        f"export TMPDIR={home} HOME={home} XDG_CONFIG_HOME={home} XDG_CACHE_HOME={home}\n"
        f"exec setpriv --reuid={user.pw_uid} --regid={user.pw_gid} --clear-groups "
        f'{shlex.quote(str(executable))} "$@"\n'
    )
    wrapper.chmod(0o755)
    return wrapper


def _said(error: Exception) -> str:
    """What Chromium, or what starts it, wrote on its way down."""
    return "\n".join(line.partition("[err]")[2].strip() for line in str(error).splitlines() if "[err]" in line)


def _reason(error: Exception) -> str:
    """The line of a failed start that says most."""
    lines = _said(error).splitlines()
    telling = [line for line in lines if "ERROR" in line or "FATAL" in line]
    return (telling or lines or str(error).splitlines() or [type(error).__name__])[0][:300]
