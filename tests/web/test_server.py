"""The server: what it serves, what it refuses, and that it goes on after each refusal."""
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from pages import config_of
from patience import PATIENCE, wait_until
from serving import PUZZLE, ask, connected, headers_of, raw, received, request, serving

import hashi_fast as hf
from hashi_fast.web import page
from hashi_fast.web.guard import LONGEST_BODY
from hashi_fast.web.server import PlayServer

BODY = json.dumps({"puzzle": PUZZLE}).encode()


@pytest.fixture(scope="module")
def server() -> Iterator[PlayServer]:
    with serving(patience=PATIENCE, budget=PATIENCE) as running:
        yield running


@pytest.fixture(autouse=True)
def _goes_on(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check after each test that the server still answers."""
    yield
    if "server" in request.fixturenames:
        assert ask(request.getfixturevalue("server"), "uniqueness", puzzle=PUZZLE).fields["status"] == "unique"


# What is served


def test_the_page_has_puzzles_and_token(server: PlayServer) -> None:
    answer = request(server, "GET", "/")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    config = config_of(answer.body.decode())
    assert (config["mode"], config["edit"], config["token"]) == ("served", False, server.token)
    assert [technique["name"] for technique in config["techniques"]] == [each.name for each in hf.TECHNIQUES]
    (pack,) = config["packs"]
    (entry,) = pack["puzzles"]
    assert (pack["name"], entry["id"], entry["task"], entry["level"]) == ("Pack", "one", PUZZLE["task"], "medium")
    assert "walkthrough" not in entry
    assert server.url == f"http://127.0.0.1:{server.server_port}/"


def test_every_file_of_the_page_is_served_with_its_type(server: PlayServer) -> None:
    types = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
    names = page.files()
    assert {"hashi.css", "hashi_core.js", "core/topology.js"} <= set(names)
    for name, body in names.items():
        answer = request(server, "GET", f"/{name}", headers={"Host": f"localhost:{server.server_port}"})
        assert (answer.status, answer.headers["Content-Type"], answer.body) == (200, types[Path(name).suffix], body)


def test_every_answer_has_the_headers_that_keep_others_out(server: PlayServer) -> None:
    answers = [
        request(server, "GET", "/"),
        request(server, "GET", "/hashi.css"),
        request(server, "GET", "/nothing"),
        ask(server, "check", puzzle=PUZZLE),
        ask(server, "check", puzzle=None),
    ]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["Server"] == "hashi-fast"
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_head_is_get_without_a_body(server: PlayServer) -> None:
    for path in ("/", "/hashi.css", "/nothing"):
        got, head = request(server, "GET", path), request(server, "HEAD", path)
        assert (head.status, head.body) == (got.status, b"")
        assert head.headers["Content-Length"] == str(len(got.body))


@pytest.mark.parametrize("edit", [False, True])
def test_the_editor_on_request(edit: bool) -> None:
    with serving(edit=edit) as running:
        assert config_of(request(running, "GET", "/").body.decode())["edit"] is edit


def test_every_run_has_its_own_token() -> None:
    with serving() as one, serving() as other:
        assert one.token != other.token
        assert ask(one, "check", puzzle=PUZZLE).status == 200
        assert request(one, "POST", "/api/check", BODY, {"X-Hashi-Token": other.token}).status == 403


# What is refused


@pytest.mark.parametrize(
    "host",
    [None, "", "evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}", "127.0.0.1.evil.example:{port}",
     "user@127.0.0.1:{port}", "0.0.0.0:{port}", "[::1]:{port}"],
)  # fmt: skip
@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("HEAD", "/hashi.css"), ("POST", "/api/check")])
def test_foreign_hosts(server: PlayServer, host: str | None, method: str, path: str) -> None:
    host = host and host.format(port=server.server_port)
    origin = None if host is None else f"http://{host}"
    answer = request(server, method, path, BODY if method == "POST" else None, {"Host": host, "Origin": origin})
    assert answer.status == 403
    assert server.token.encode() not in answer.body


def test_two_hosts(server: PlayServer) -> None:
    ours = f"Host: 127.0.0.1:{server.server_port}\r\n".encode()
    for hosts in (ours + b"Host: evil.example\r\n", b"Host: evil.example\r\n" + ours, ours + ours):
        assert raw(server, b"GET / HTTP/1.1\r\n" + hosts + b"\r\n").startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    "origin", [None, "null", "", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1:1",
               "http://localhost:{port}", "http://127.0.0.1:{port}/", "http://127.0.0.1:{port}.evil.example"]
)  # fmt: skip
def test_foreign_origins(server: PlayServer, origin: str | None) -> None:
    origin = origin and origin.format(port=server.server_port)
    answer = request(server, "POST", "/api/check", BODY, {"Origin": origin})
    assert (answer.status, list(answer.fields)) == (403, ["error"])


@pytest.mark.parametrize("token", [None, "", "x", "{token}x", "\xe9"])
def test_missing_and_wrong_tokens(server: PlayServer, token: str | None) -> None:
    token = token and token.format(token=server.token)
    assert request(server, "POST", "/api/check", BODY, {"X-Hashi-Token": token}).status == 403


def test_two_tokens(server: PlayServer) -> None:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers_of(server).items())
    text = f"POST /api/check HTTP/1.1\r\n{lines}X-Hashi-Token: x\r\nContent-Length: {len(BODY)}\r\n\r\n"
    assert raw(server, text.encode() + BODY).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize("kind", [None, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_other_types_than_json(server: PlayServer, kind: str | None) -> None:
    assert request(server, "POST", "/api/check", BODY, {"Content-Type": kind}).status == 415


def test_json_may_say_its_encoding(server: PlayServer) -> None:
    kind = "application/json; charset=utf-8"
    assert request(server, "POST", "/api/check", BODY, {"Content-Type": kind}).status == 200


def test_bodies_up_to_64_kib(server: PlayServer) -> None:
    largest = BODY + b" " * (LONGEST_BODY - len(BODY))
    assert request(server, "POST", "/api/check", largest).status == 200
    for more in (1, 10_000, 1 << 21):
        # A client that is turned away in the middle may notice before it gets the answer.
        try:
            assert request(server, "POST", "/api/check", largest + b" " * more).status == 413
        except ConnectionError:
            assert more > 1 << 20


@pytest.mark.parametrize("length", [None, "", "-1", "+5", "1_0", "0x10", "5.0", "9" * 40, "65537", "\xb2"])
def test_lengths_that_are_none_or_too_large(server: PlayServer, length: str | None) -> None:
    answer = request(server, "POST", "/api/check", BODY, {"Content-Length": length})
    assert answer.status in (411, 413)


def test_bodies_in_chunks(server: PlayServer) -> None:
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers_of(server).items())
    for more in ("", f"Content-Length: {len(BODY)}\r\n"):
        text = f"POST /api/check HTTP/1.1\r\n{lines}{more}Transfer-Encoding: chunked\r\n\r\n"
        assert raw(server, text.encode() + chunked).startswith(b"HTTP/1.1 411 ")


def test_lengths_that_lie(server: PlayServer) -> None:
    short = request(server, "POST", "/api/check", BODY, {"Content-Length": str(len(BODY) - 5)})
    assert (short.status, list(short.fields)) == (400, ["error"])
    # More than was sent, and then the end.
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers_of(server).items())
    with connected(server) as connection:
        connection.sendall(f"POST /api/check HTTP/1.1\r\n{lines}Content-Length: 999\r\n\r\n".encode() + BODY)
        connection.shutdown(socket.SHUT_WR)
        assert received(connection).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/index.html", "/hashi.html", "/server.py", "/built_in.json.gz", "/package.json", "/core", "/core/",
     "/../server.py", "/core/../../__init__.py", "/%2e%2e/server.py", "/..%2fserver.py", "/core/..\\..\\x",
     "//etc/passwd", "/etc/passwd", "/hashi.css/", "/hashi.css%00.js", "/?x=1", "/hashi.css?x", "http://127.0.0.1/",
     "*", "/api/hint/", "/api/", "/api/nothing", "/api/__class__", "/api/../api/check"],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_unknown_routes_and_ways_out(server: PlayServer, path: str, method: str) -> None:
    answer = request(server, method, path, BODY if method == "POST" else None)
    assert (answer.status, answer.fields) == (404, {"error": "there is nothing here"})


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get"])
def test_other_methods(server: PlayServer, method: str) -> None:
    answer = request(server, method, "/api/check", BODY)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD, POST")


def test_methods_of_the_wrong_route(server: PlayServer) -> None:
    assert request(server, "GET", "/api/check").status == 405
    assert request(server, "POST", "/", BODY).status == 405


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"null", b"{", b"{}", b'{"puzzle": 1}', b"\xff\xfe", b"[" * 30_000, b'{"puzzle": NaN}',
     b'{"a": 1, "a": 2}', b"1" * 6000, b'{"puzzle": {"w": 1e9, "h": 1, "task": "1"}}'],
)  # fmt: skip
def test_bodies_that_are_no_question(server: PlayServer, body: bytes) -> None:
    answer = request(server, "POST", "/api/hint", body)
    assert (answer.status, list(answer.fields)) == (400, ["error"])
    assert "Traceback" not in answer.fields["error"]


@pytest.mark.parametrize(
    "text",
    [b"\r\n\r\n", b"nonsense\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
     b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n",
     b"\x00\xff\x16\x03\x01\r\n\r\n"],
)  # fmt: skip
def test_what_is_hardly_http(server: PlayServer, text: bytes) -> None:
    answer = raw(server, text)
    assert server.token.encode() not in answer
    assert b"Traceback" not in answer
    assert b" 200 " not in answer.split(b"\r\n")[0]


def test_an_engine_that_fails(server: PlayServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(fields: object, seconds: float) -> None:
        raise RuntimeError("secret")

    monkeypatch.setitem(server_questions(), "check", fail)
    answer = ask(server, "check", puzzle=PUZZLE)
    assert (answer.status, answer.fields) == (500, {"error": "the server failed to answer"})


def server_questions() -> dict[str, Any]:
    from hashi_fast.web import answers

    return answers.QUESTIONS


# Slow clients, and many


def test_slow_clients_are_not_waited_for() -> None:
    with serving(patience=0.3) as server:
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers_of(server).items())
        head = f"POST /api/check HTTP/1.1\r\n{lines}Content-Length: {len(BODY)}\r\n\r\n".encode()
        for begun in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: ", head[:-2]):
            with connected(server) as connection:
                connection.sendall(begun)
                assert b"200 OK" not in received(connection)
        # On a machine that is busy enough, the time may be up before the head is read.
        wait_until(lambda: raw(server, head + BODY[:-1]).startswith(b"HTTP/1.1 408 "))
        wait_until(lambda: answers(server))


def answers(server: PlayServer) -> bool:
    """Return whether the server answers. It may have lost its patience with us, or have no seat yet: then ask again."""
    try:
        return ask(server, "check", puzzle=PUZZLE).status == 200
    except (ConnectionError, HTTPException):
        return False


def test_dripping_does_not_help() -> None:
    """A client that sends a byte now and then is never idle, but its time is up all the same."""
    with serving(patience=0.5) as server, connected(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        connection.settimeout(0.02)

        def ended() -> bool:
            try:
                connection.sendall(b"x")
                return connection.recv(1) == b""
            except TimeoutError:
                return False
            except ConnectionError:
                return True

        wait_until(ended)
        wait_until(lambda: answers(server))


def test_too_many_connections_are_turned_away() -> None:
    with serving(seats=3, patience=PATIENCE) as server:
        waiting = [connected(server) for _ in range(3)]
        try:
            # The server takes connections in order, so these three have their seats before any other one.
            for connection in waiting:
                connection.sendall(b"GET / HT")
            answer = wait_until(lambda: (found := raw(server, b"")) and found)
            head, _, body = answer.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert b"X-Content-Type-Options: nosniff" in head
            assert list(json.loads(body)) == ["error"]
        finally:
            for connection in waiting:
                connection.close()
        wait_until(lambda: answers(server))


def test_too_many_questions_are_turned_away() -> None:
    with serving(calls=0) as server:
        assert ask(server, "check", puzzle=PUZZLE).status == 429
        assert request(server, "GET", "/").status == 200


def test_many_clients_at_once(server: PlayServer) -> None:
    """All get an answer: the right one, or that there are too many."""
    statuses = []

    def client() -> None:
        for _ in range(10):
            try:
                answer = ask(server, "hint", puzzle=PUZZLE, bridges=[])
            except (ConnectionError, HTTPException):
                continue  # turned away before it had sent everything
            statuses.append(answer.status)
            assert answer.status in (429, 503) or answer.fields["technique"] == "full island"

    threads = [threading.Thread(target=client) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert set(statuses) <= {200, 429, 503}
    assert 200 in statuses


def test_clients_that_leave(server: PlayServer) -> None:
    for sent in (b"", b"GET / HTTP/1.1\r\n", b"POST /api/check HTTP/1.1\r\n"):
        with connected(server) as connection:
            connection.sendall(sent)


def test_a_taken_port_is_an_error(server: PlayServer) -> None:
    with pytest.raises(OSError, match="in use"):
        PlayServer([], port=server.server_port)


def test_only_this_machine_is_served(server: PlayServer) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_the_server_says_nothing() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from serving import *\n"
        "with serving() as server:\n"
        "    request(server, 'GET', '/'); request(server, 'PUT', '/'); ask(server, 'hint', puzzle=None)\n"
        "    raw(server, b'nonsense\\r\\n\\r\\n'); connected(server).close()\n"
    )
    tests = Path(__file__).parents[1]
    command = [sys.executable, "-P", "-c", code, str(tests)]
    done = subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_ctrl_c_is_not_lost_while_a_thread_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread may have served its connection before Ctrl-C reaches the one that started it."""
    start = threading.Thread.start

    def served_then_interrupted(thread: threading.Thread) -> None:
        start(thread)
        thread.join(PATIENCE)
        raise KeyboardInterrupt

    with PlayServer([], port=0) as server, socket.create_connection(("127.0.0.1", server.server_port)) as client:
        client.sendall(b"GET /nothing HTTP/1.0\r\n\r\n")
        client.shutdown(socket.SHUT_WR)
        monkeypatch.setattr(threading.Thread, "start", served_then_interrupted)
        with pytest.raises(KeyboardInterrupt):
            server.handle_request()


def test_a_seat_is_free_again_if_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with serving(seats=1) as server:
        with monkeypatch.context() as changed:
            changed.setattr(threading.Thread, "start", refused)
            with connected(server) as client:
                client.sendall(b"GET /nothing HTTP/1.0\r\n\r\n")
                assert received(client) == b""
        assert request(server, "GET", "/nothing").status == 404
