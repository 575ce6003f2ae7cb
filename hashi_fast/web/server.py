"""The server of `hashi-fast play`: the page, its files and the answers of the engine, for this machine alone.

    GET, HEAD /                 the page, with the puzzles and the token of this run
    GET, HEAD /hashi.css, ...   the files beside it: a table made at the start, so no path ever leads to the disk
    POST /api/NAME              one of `answers.QUESTIONS`: a JSON object in, a JSON object out

a. A connection is for one request. It has `patience` seconds to send it, however it spreads them, and as long to take
   the answer. At most `SEATS` connections are open at a time; others are turned away at once.
b. At most `calls` questions are worked on at a time, each with `budget` seconds.
c. Errors are answered as {"error": a sentence}, never with a traceback. Nothing is logged.
"""
from __future__ import annotations

import io
import json
import os
import secrets
import socket
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from socketserver import TCPServer
from typing import Any, NamedTuple

from hashi_fast.errors import BudgetExceeded
from hashi_fast.formats.json_ import parse_object
from hashi_fast.web.answers import QUESTIONS, Fields, is_endless
from hashi_fast.web.errands import ask
from hashi_fast.web.guard import Guard, Refusal
from hashi_fast.web.page import Pack, config, files, served

PORT = 4274  # H-A-S-H on a telephone. Fixed, because the browser keeps games per port.
SEATS = 32
CALLS = 8
BUDGET = 10.0
PATIENCE = 20.0

_API = "/api/"
_NOTHING = "default-src 'none'; frame-ancestors 'none'"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
}
_MOST_DRAINED = 1 << 20
_FULL = b'{"error": "too many requests at once"}'


class _File(NamedTuple):
    type: str
    body: bytes
    policy: str = _NOTHING


class PlayServer(ThreadingHTTPServer):
    """Serves packs of entries; `serve_forever` until `shutdown`, then `server_close`.

    Port 0 takes any free port. Raises OSError if the port is taken.
    """

    daemon_threads = True
    request_queue_size = 128  # connections that wait until they are given a seat or turned away
    # Elsewhere it only lets a port be used again at once; on Windows it would let two servers share it.
    allow_reuse_address = os.name != "nt"

    def __init__(
        self,
        packs: Iterable[Pack],
        *,
        port: int = PORT,
        edit: bool = False,
        seats: int = SEATS,
        calls: int = CALLS,
        budget: float = BUDGET,
        patience: float = PATIENCE,
    ) -> None:
        self._seats = threading.BoundedSemaphore(seats)
        self.calls = threading.BoundedSemaphore(calls) if calls else threading.Semaphore(0)
        self.budget = budget
        self.patience = patience
        super().__init__(("127.0.0.1", port), _Handler)
        self.token = secrets.token_urlsafe(32)
        self.guard = Guard(self.server_port, self.token)
        page, policy = served(config("served", packs, edit=edit, token=self.token))
        self.files = {"/": _File(_TYPES[".html"], page.encode(), policy)}
        for path, body in files().items():
            self.files[f"/{path}"] = _File(_TYPES[PurePosixPath(path).suffix], body)

    @property
    def url(self) -> str:
        """Where the game is."""
        return f"http://127.0.0.1:{self.server_port}/"

    def server_bind(self) -> None:
        """Bind the port, without asking the network for the name of this machine, as the base class does."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Give the connection a thread of its own, if there is a seat."""
        if not self._seats.acquire(blocking=False):
            _turn_away(request)
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except Exception:  # no thread was started; after Ctrl-C one may run, or have freed the seat already
            self._seats.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve the connection, then free its seat."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._seats.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Do nothing: a client that has gone is no news, and everything else has been answered."""


def _turn_away(request: socket.socket) -> None:
    """Say that there is no room, without waiting for anything."""
    status = HTTPStatus.SERVICE_UNAVAILABLE
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
    for name, value in _headers(_TYPES[".json"], len(_FULL), _NOTHING).items():
        head += f"{name}: {value}\r\n"
    request.setblocking(False)
    with suppress(OSError):
        request.recv(1 << 16)  # what is left unread would make the answer fail
    with suppress(OSError):
        request.send(head.encode() + b"\r\n" + _FULL)


def _headers(type: str, length: int, policy: str) -> dict[str, str]:
    return {
        "Content-Type": type,
        "Content-Length": str(length),
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        # Not "no-referrer", which may hide our own Origin from us.
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Connection": "close",
    }


class _Incoming(io.RawIOBase):
    """What a client sends, until a moment: each wait is as long as what is left, so that dripping does not help."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self._connection = connection
        self._end = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: PlayServer
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(_Incoming(self.connection, self.server.patience))
        self._drain = False

    def handle(self) -> None:
        self.close_connection = True
        with suppress(ConnectionError, TimeoutError):
            self.handle_one_request()

    def finish(self) -> None:
        with suppress(OSError):
            if self._drain:
                self._take_the_rest()
            super().finish()

    def version_string(self) -> str:
        return "hashi-fast"

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""

    def do_GET(self) -> None:
        """Send the page or one of its files."""
        try:
            self.server.guard.check_host(self.headers)
            file = self.server.files.get(self.path)
            if file is None:
                if self.path.startswith(_API) and self.path.removeprefix(_API) in QUESTIONS:
                    raise Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "expected the method POST")
                raise Refusal(HTTPStatus.NOT_FOUND, "there is nothing here")
        except Refusal as refusal:
            self._refuse(refusal)
        else:
            self._send(HTTPStatus.OK, *file)

    do_HEAD = do_GET

    def do_POST(self) -> None:
        """Answer a question."""
        try:
            answer = self._answer()
        except Refusal as refusal:
            self._refuse(refusal)
        except BudgetExceeded:
            reason = f"no answer within {self.server.budget:g} seconds"
            self._send_json(HTTPStatus.SERVICE_UNAVAILABLE, {"error": reason, "budget": True})
        except ValueError as error:
            self._send_json(HTTPStatus.BAD_REQUEST, {"error": str(error)})
        except Exception:
            self._send_json(HTTPStatus.INTERNAL_SERVER_ERROR, {"error": "the server failed to answer"})
        else:
            self._send_json(HTTPStatus.OK, answer)

    def _answer(self) -> Fields:
        self.server.guard.check_host(self.headers)
        name = self.path.removeprefix(_API)
        if not self.path.startswith(_API) or name not in QUESTIONS:
            if self.path in self.server.files:
                raise Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "expected the method GET")
            raise Refusal(HTTPStatus.NOT_FOUND, "there is nothing here")
        fields = self._body(self.server.guard.check_question(self.headers))
        if not self.server.calls.acquire(blocking=False):
            raise Refusal(HTTPStatus.TOO_MANY_REQUESTS, "too many questions at once; try again")
        try:
            if is_endless(name, fields):
                return ask(name, fields, self.server.budget)
            return QUESTIONS[name](fields, self.server.budget)
        finally:
            self.server.calls.release()

    def _body(self, length: int) -> Fields:
        try:
            data = self.rfile.read(length)
        except TimeoutError:
            raise Refusal(HTTPStatus.REQUEST_TIMEOUT, "the rest of the request did not come") from None
        if len(data) < length:
            raise Refusal(HTTPStatus.BAD_REQUEST, f"expected {length:,} bytes, found {len(data):,}")
        try:
            return parse_object(data.decode(), "request")
        except UnicodeDecodeError:
            raise Refusal(HTTPStatus.BAD_REQUEST, "expected UTF-8") from None

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what the base class cannot read, or a method that it does not find here."""
        status = HTTPStatus(code)
        if status == HTTPStatus.NOT_IMPLEMENTED:
            status, message = HTTPStatus.METHOD_NOT_ALLOWED, "expected the method GET, HEAD or POST"
        self._refuse(Refusal(status, message or status.phrase))

    def _refuse(self, refusal: Refusal) -> None:
        self._drain = True
        self._send_json(refusal.status, {"error": refusal.reason})

    def _send_json(self, status: HTTPStatus, fields: Fields) -> None:
        self._send(status, _TYPES[".json"], json.dumps(fields).encode())

    def _send(self, status: HTTPStatus, type: str, body: bytes, policy: str = _NOTHING) -> None:
        self.connection.settimeout(self.server.patience)
        self.send_response(status)
        for name, value in _headers(type, len(body), policy).items():
            self.send_header(name, value)
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD, POST")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _take_the_rest(self) -> None:
        """Read what is still coming, up to a bound: closing before would take the answer away from the client."""
        self.connection.shutdown(socket.SHUT_WR)
        left = _MOST_DRAINED
        while left > 0 and (chunk := self.rfile.read1(min(left, 1 << 16))):
            left -= len(chunk)
