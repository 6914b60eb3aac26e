"""The browser has no network of its own, and our client does not lend it ours. Real servers on loopback write down
who asked; nothing may arrive but what a page's own origin has.
"""

import asyncio
import os
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from intaglio.browser import Renderer, RenderOptions
from intaglio.browser.chromium import Chromium, start
from intaglio.capture import Capture
from tests.browser.conftest import Recorder

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def addresses(port: int) -> list[str]:
    """Ways to write loopback."""
    hosts = (
        "127.0.0.1", "localhost", "localhost.", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0.0.0.0", "[::1]",
        "[::ffff:127.0.0.1]", "LOCALHOST", "127.0.0.1.", "foo.localhost",
    )  # fmt: skip
    return [f"http://{host}:{port}" for host in hosts]


def attacks(port: int) -> bytes:
    """A page that tries every way a page has, without scripts, to reach a port on this machine."""
    parts = [f'<meta http-equiv=refresh content="0; url=http://127.0.0.1:{port}/refresh">']
    for number, base in enumerate(addresses(port)):
        at = f"{base}/{number}"
        parts.append(
            f'<link rel=stylesheet href="{at}.css"><style>@import "{at}-import.css"; '
            f'@font-face {{ font-family: f{number}; src: url("{at}.woff") }} '
            f'p {{ font-family: f{number}; background: url("{at}.png") }}</style>'
            f'<link rel=preload as=image href="{at}-preload"><link rel=prefetch href="{at}-prefetch">'
            f'<link rel=dns-prefetch href="{base}"><link rel=preconnect href="{base}"><link rel=icon href="{at}.ico">'
            f'<img src="{at}-img" srcset="{at}-set 2x"><iframe src="{at}-frame"></iframe><object data="{at}-object">'
            f'</object><embed src="{at}-embed"><video src="{at}-video" poster="{at}-poster"></video>'
            f'<audio src="{at}-audio"></audio><script src="{at}.js"></script>'
            f'<iframe srcdoc=\'<meta http-equiv=refresh content="0; url={at}-inner">'
            f'<img src="{at}-inner.png">\'></iframe>'
        )
    parts.append(
        f'<iframe src="data:text/html,<img src=http://127.0.0.1:{port}/data>"></iframe><iframe src="file:///etc/passwd">'
        f'</iframe><base href="http://127.0.0.1:{port}/base/"><img src=based><p>attacks</p>'
    )
    return "".join(parts).encode()


SCRIPTS = """<script>
const port = PORT, at = 'http://127.0.0.1:' + port
const attempt = work => { try { const done = work(); done && done.catch && done.catch(() => 0) } catch (e) {} }
for (const base of [at, 'http://localhost:' + port, 'http://[::1]:' + port]) {
  attempt(() => fetch(base + '/fetch'))
  attempt(() => fetch(base + '/post', {method: 'POST', body: 'x', mode: 'no-cors'}))
  attempt(() => navigator.sendBeacon(base + '/beacon', 'x'))
  attempt(() => new WebSocket(base.replace('http', 'ws') + '/socket'))
  attempt(() => new EventSource(base + '/events'))
  attempt(() => { const x = new XMLHttpRequest(); x.open('GET', base + '/xhr'); x.send() })
  attempt(() => new Worker(URL.createObjectURL(new Blob([`fetch('${base}/worker')`]))))
  attempt(() => window.open(base + '/popup'))
  attempt(() => { const f = document.createElement('form'); f.method = 'POST'; f.action = base + '/form'
                  f.target = '_blank'; document.body.append(f); f.submit() })
}
attempt(() => new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:' + port}]}).createDataChannel('x'))
attempt(() => navigator.serviceWorker.register('/worker.js').then(made => { if (made) document.title = 'registered' }))
attempt(() => navigator.geolocation.getCurrentPosition(() => document.title = 'located'))
attempt(() => Notification.requestPermission().then(got => { if (got == 'granted') document.title = 'granted' }))
attempt(() => { const a = document.createElement('a'); a.href = 'data:application/zip,x'; a.download = 'evil.zip'
                document.body.append(a); a.click() })
alert('dialog'); confirm('dialog'); prompt('dialog')
document.body.insertAdjacentHTML('beforeend', '<p id=made>made by a script</p>')
location = at + '/location'
</script>"""


def test_nothing_arrives_from_a_page_of_the_web(chromium: Path, recorders: list[Recorder]) -> None:
    target = recorders[1]
    options = RenderOptions(executable=chromium, workers=1, time_limit=60)
    with Renderer(options) as renderer:
        found = renderer.render(Capture(attacks(target.port), url="http://public.example/page"))
    assert found.page.text(0).endswith("attacks"), "it was laid out all the same, and not left for the refresh"
    assert [recorder.asked for recorder in recorders] == [[]] * len(recorders)


def test_a_page_reaches_its_own_origin_and_no_other(chromium: Path, recorders: list[Recorder]) -> None:
    own, other = recorders[:2]
    own.answers["/own.css"] = (200, {"Content-Type": "text/css"}, b"#a { width: 77px }")
    for number, base in enumerate(addresses(other.port)):
        own.answers[f"/to{number}.css"] = (302, {"Location": f"{base}/redirected"}, b"")
    links = "".join(f"<link rel=stylesheet href={path}>" for path in own.answers)
    body = f"{links}<div id=a>own</div><img src=http://127.0.0.1:{other.port}/x.png>".encode()
    scripted = SCRIPTS.replace("PORT", str(other.port)).encode()
    with Renderer(RenderOptions(executable=chromium, workers=1, javascript=True, time_limit=60)) as renderer:
        found = renderer.render(Capture(b"<body>" + body + scripted, url=own.origin() + "/page"))
    assert sorted(set(own.asked) & set(own.answers)) == sorted(own.answers), "its own resources came"
    assert "/page" not in own.asked, "the captured bytes are rendered, not fetched again"
    assert other.asked == []
    assert [recorder.asked for recorder in recorders[2:]] == [[]] * len(recorders[2:])
    made = next(e for e, value in found.page.having("id").items() if value == "made")
    assert found.layout.visible[made], "dialogs did not hold it up, and it did not navigate away"
    a = next(e for e, value in found.page.having("id").items() if value == "a")
    assert found.layout.box[a, 2] == 77
    assert found.page.title is None, "no permission was given, no service worker registered"
    assert not found.parsed


def test_without_interception_the_browser_finds_no_host_and_runs_in_its_sandbox(
    chromium: Path, recorders: list[Recorder]
) -> None:
    """The second wall, tried alone: a tab that nobody stands in front of."""
    tried: dict[str, str] = {}

    async def look() -> tuple[bool, list[Process]]:
        from playwright.async_api import Error

        browser = await start(RenderOptions(executable=chromium))
        try:
            tab = await browser.context.new_page()
            for base in addresses(recorders[1].port):
                try:
                    await tab.goto(base + "/alone", timeout=10_000)
                except Error as error:
                    tried[base] = str(error)
            found = await settled(browser)
        finally:
            await browser.close()
        return browser.sandboxed, found

    sandboxed, found = asyncio.run(look())
    assert [recorder.asked for recorder in recorders] == [[]] * len(recorders)
    assert set(tried) == set(addresses(recorders[1].port))
    if not sandboxed:
        pytest.skip("this system does not let Chromium have a sandbox")
    assert found, "the pages' processes were found"
    for process in found:
        assert process.filtered, "system calls are filtered"
        assert "0" not in process.status["Uid"].split(), "not root"
        assert b"--no-sandbox" not in process.command


@dataclass(frozen=True)
class Process:
    """One of the browser's processes for pages: its command line and what the kernel says of it."""

    command: bytes
    status: dict[str, str]

    @property
    def filtered(self) -> bool:
        return self.status["Seccomp"] == "2"


async def settled(browser: Chromium) -> list[Process]:
    """Give the processes for pages, once the one that Chromium may be starting in reserve has locked itself up."""
    for _ in range(100):
        found = processes(browser)
        if found and all(process.filtered for process in found):
            break
        await asyncio.sleep(0.1)
    return found


def processes(browser: Chromium) -> list[Process]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            lines = (process / "status").read_text().splitlines()
        except OSError:
            continue
        if b"--type=renderer" in command and str(browser._folder.path).encode() in command:
            found.append(Process(command, dict(line.split(":\t", 1) for line in lines if ":\t" in line)))
    return found


@pytest.mark.skipif(os.geteuid() != 0, reason="only root needs the wrapper")
def test_root_starts_the_browser_through_a_wrapper(chromium: Path) -> None:
    async def owner() -> tuple[bool, int, bool]:
        browser = await start(RenderOptions(executable=chromium))
        folder = browser._folder.path
        try:
            return browser.sandboxed, folder.stat().st_uid, (folder / "chromium").exists()
        finally:
            await browser.close()
            assert not folder.exists(), "the profile goes with the browser"

    assert asyncio.run(owner()) == (True, 65534, True)


def test_a_sandbox_that_fails_is_given_up_with_a_warning(
    chromium: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A Chromium that refuses to start with its sandbox, as on systems without user namespaces."""
    grumpy = tmp_path / "chromium"
    grumpy.write_text(
        "#!/bin/sh\ncase \" $* \" in *' --no-sandbox '*) exec " + str(chromium) + ' "$@";; esac\n'
        "echo 'FATAL: No usable sandbox!' >&2\nexit 1\n"
    )
    grumpy.chmod(0o755)
    tmp_path.chmod(0o755)

    async def sandboxed() -> bool:
        browser = await start(replace(RenderOptions(), executable=grumpy))
        await browser.close()
        return browser.sandboxed

    assert asyncio.run(sandboxed()) is False
    assert "sandbox" in caplog.text
