"""Who is answered: one browser with the token, on the exact address, from the inspector's own pages."""

import json
import socket

import pytest

from intaglio.errors import IntaglioError
from intaglio.web.access import FRAME_POLICY, POINTING_POLICY, POLICY
from intaglio.web.inspector_server import ServeOptions, listen

from .conftest import Serving


@pytest.mark.parametrize(
    "host",
    ["rebound.example:{port}", "rebound.example", "127.0.0.1", "127.0.0.1:1", "localhost", "127.0.0.1.nip.io:{port}",
     "127.0.0.1:{port}.evil.example", "[::1]:{port}", "", "127.0.0.1.:{port}", "localhost.:{port}", "LOCALHOST:{port}",
     "127.0.0.1:{port}.", "127.1:{port}", "2130706433:{port}", "0.0.0.0:{port}", "a@127.0.0.1:{port}",
     "127.0.0.1:0{port}", "127.0.0.1:{port},rebound.example"],
)  # fmt: skip
def test_another_host_is_refused_even_with_the_cookie(inspector: Serving, host: str) -> None:
    named = {"Host": host.format(port=inspector.port), "Cookie": inspector.cookie}
    answer = inspector.ask("GET", "/", named)
    assert answer.status in (400, 421)
    assert b"Intaglio" not in answer.body


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}"])
def test_its_own_addresses_are_answered(inspector: Serving, host: str) -> None:
    named = {"Host": host.format(port=inspector.port), "Cookie": inspector.cookie}
    assert inspector.ask("GET", "/", named).status == 200


@pytest.mark.parametrize(
    "path", ["/", "/kinds", "/kinds.json", "/log", "/static/inspector.js", "/pages/1/frame", "/do/undo"]
)
def test_nothing_is_answered_without_the_cookie(inspector: Serving, path: str) -> None:
    for cookie in ("", "intaglio=1", f"{inspector.access.cookie}=wrong", f"intaglio-1={inspector.access.pass_value}"):
        answer = inspector.ask("GET", path, {"Cookie": cookie})
        assert answer.status == 403
        assert b"<" not in answer.body


def test_the_token_is_changed_for_a_cookie_that_scripts_and_other_sites_do_not_get(inspector: Serving) -> None:
    answer = inspector.ask("GET", f"/log?token={inspector.access.token}")
    assert (answer.status, answer.headers["location"]) == (303, "/log")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert inspector.access.token not in cookie
    assert inspector.ask("GET", "/log?token=guessed", {"Cookie": inspector.cookie}).status == 403


def test_the_way_back_from_the_token_leads_to_no_other_site(inspector: Serving) -> None:
    answer = inspector.ask("GET", f"//evil.example/?token={inspector.access.token}")
    assert answer.headers["location"] == "/evil.example/"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "same-site", "Origin": "{base}"},
        {"Sec-Fetch-Site": "none", "Origin": "{base}"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Origin": "{base}"},
    ],
)
@pytest.mark.parametrize("name", ["undo", "correct", "mark", "import", "write", "case", "preview"])
def test_nobody_else_changes_anything(inspector: Serving, headers: dict[str, str], name: str) -> None:
    own = {key: value.format(base=inspector.base) for key, value in headers.items()}
    sent = {**own, "Cookie": inspector.cookie, "Content-Type": "application/json"}
    assert inspector.ask("POST", f"/do/{name}", sent, b"{}").status == 403


@pytest.mark.parametrize("form", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_of_another_site_is_no_correction(inspector: Serving, form: str) -> None:
    headers = {
        "Cookie": inspector.cookie, "Sec-Fetch-Site": "same-origin", "Origin": inspector.base, "Content-Type": form,
    }  # fmt: skip
    assert inspector.ask("POST", "/do/undo", headers, b'{"correction": 1}').status == 400


def test_what_is_too_large_or_no_json_is_refused(inspector: Serving) -> None:
    assert inspector.post("import", {"lines": "x" * 2_000_000}).status == 400
    assert json.loads(inspector.post("undo", {"correction": "1"}).text)["error"]


@pytest.mark.parametrize("path", ["/", "/kinds.json", "/static/inspector.css", "/nowhere", "/pages/999999"])
def test_every_answer_has_the_headers(inspector: Serving, path: str) -> None:
    headers = inspector.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers


def test_the_policy_is_strict() -> None:
    rules = dict(rule.strip().partition(" ")[::2] for rule in POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["frame-ancestors"] == "'none'"
    assert rules["require-trusted-types-for"] == "'script'"
    assert rules["trusted-types"] == "'none'"
    assert not any("unsafe" in rule or "*" in rule or "http" in rule for rule in rules.values())


def test_a_page_of_the_collection_is_sandboxed_whoever_opens_it(inspector: Serving) -> None:
    answer = inspector.get("/pages/1/frame")
    assert answer.headers["content-security-policy"] == FRAME_POLICY
    assert FRAME_POLICY.startswith("sandbox;")
    assert "default-src 'none'" in FRAME_POLICY
    assert "script" not in FRAME_POLICY


def test_pointing_lets_a_click_tell_where_and_nothing_else(inspector: Serving) -> None:
    answer = inspector.get("/pages/1/frame?pick=price&look=frame")
    assert answer.headers["content-security-policy"] == POINTING_POLICY
    allowed = set(POINTING_POLICY.partition(";")[0].split()) - {"sandbox"}
    assert allowed == {"allow-top-navigation-by-user-activation"}
    assert POINTING_POLICY.partition(";")[2] == FRAME_POLICY.partition(";")[2]


UPGRADE = (
    "GET / HTTP/1.1\nHost: {host}\nCookie: {cookie}\nConnection: Upgrade\nUpgrade: websocket\n"
    "Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nOrigin: http://evil.example\n\n"
)


def sent(inspector: Serving, request: str) -> str:
    """What is answered to these very lines; {host} and {cookie} are the right ones."""
    host = f"127.0.0.1:{inspector.port}"
    lines = request.format(host=host, cookie=inspector.cookie, token=inspector.access.token).replace("\n", "\r\n")
    with socket.create_connection(("127.0.0.1", inspector.port), timeout=30) as connection:
        answer = b""
        try:
            connection.sendall(lines.encode())
            while part := connection.recv(65536):
                answer += part
                if b"\r\n\r\n" in answer:
                    break
        except ConnectionError:
            pass
    return answer.decode("latin-1")


@pytest.mark.parametrize(
    "request_lines",
    [
        "GET / HTTP/1.0\nCookie: {cookie}\n\n",
        "GET / HTTP/1.1\nHost: {host}\nHost: rebound.example\nCookie: {cookie}\n\n",
        "GET / HTTP/1.1\nHost: rebound.example\nX-Forwarded-Host: {host}\nForwarded: host={host}\nCookie: {cookie}\n\n",
        "GET http://rebound.example/ HTTP/1.1\nHost: rebound.example\nCookie: {cookie}\n\n",
        "GET / HTTP/1.1\nHost: {host}\nReferer: http://{host}/?token={token}\n\n",
        "GET / HTTP/1.1\nHost: {host}\nAuthorization: Bearer {token}\n\n",
        "GET /?token=x&token={token} HTTP/1.1\nHost: {host}\n\n",
        "GET / HTTP/1.1\nHost: {host}\nCookie: {cookie}x\n\n",
        "GET / HTTP/1.1\nHost: {host}\nCookie: {cookie}\nX-Long: " + "a" * 300_000 + "\n\n",
        "GET /" + "a" * 300_000 + " HTTP/1.1\nHost: {host}\nCookie: {cookie}\n\n",
        "GET /do/write HTTP/1.1\nHost: {host}\nCookie: {cookie}\nX-HTTP-Method-Override: POST\n\n",
        "OPTIONS /do/write HTTP/1.1\nHost: {host}\nOrigin: http://x.example\nAccess-Control-Request-Method: POST\n\n",
        "TRACE / HTTP/1.1\nHost: {host}\nCookie: {cookie}\n\n",
        UPGRADE,
        "GET /static/..%2faccess.py HTTP/1.1\nHost: {host}\nCookie: {cookie}\n\n",
        "GET /static/%00 HTTP/1.1\nHost: {host}\nCookie: {cookie}\n\n",
    ],
)  # fmt: skip
def test_requests_of_no_browser_of_ours_get_nothing(inspector: Serving, request_lines: str) -> None:
    answer = sent(inspector, request_lines)
    status = answer.partition("\r\n")[0]
    assert " 101 " not in status
    assert " 200 " not in status or request_lines == UPGRADE, (
        "without websockets an upgrade is a plain request of the cookie's owner"
    )
    assert "access-control-allow" not in answer.lower()
    assert inspector.get("/log").status == 200, "it goes on serving"


def test_a_body_without_an_end_is_cut_off(inspector: Serving) -> None:
    head = (
        "POST /do/import HTTP/1.1\nHost: {host}\nCookie: {cookie}\nOrigin: http://{host}\nSec-Fetch-Site: same-origin\n"
        "Content-Type: application/json\nTransfer-Encoding: chunked\n\n"
    )
    chunk = "80000\n" + "x" * 0x80000 + "\n"
    assert " 400 " in sent(inspector, head + 3 * chunk).partition("\r\n")[0]


def test_refusals_have_the_headers_too(inspector: Serving) -> None:
    answer = inspector.ask("GET", "/", {"Host": "rebound.example"})
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("host", ["", "0.0.0.0", "0", "::"])
def test_it_listens_on_one_address_and_never_on_all(host: str) -> None:
    with pytest.raises(IntaglioError, match="every address at once: name one"):
        listen(ServeOptions(host=host))
