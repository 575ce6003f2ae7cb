"""Runs the server of the game in a thread, and talks to it as a browser does, or as nobody should."""
from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from patience import PATIENCE

import hashi_fast as hf
from hashi_fast.formats import Record
from hashi_fast.web.entries import entry_of
from hashi_fast.web.server import PlayServer

PUZZLE = {"w": 7, "h": 7, "task": "3c3a3g4b3a4b4b2j3c3a2a1a1a2"}


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def fields(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@contextmanager
def serving(**options: Any) -> Iterator[PlayServer]:
    """Serve a small pack on any free port."""
    entry = entry_of(Record(hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")), "one")
    with PlayServer([("Pack", [entry])], port=0, **options) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(PATIENCE)
            assert not thread.is_alive()


def headers_of(server: PlayServer) -> dict[str, str]:
    """Return what our own page sends with a question."""
    return {
        "Host": f"127.0.0.1:{server.server_port}",
        "Origin": f"http://127.0.0.1:{server.server_port}",
        "Content-Type": "application/json",
        "X-Hashi-Token": server.token,
    }


def request(
    server: PlayServer, method: str, path: str, body: bytes | None = None, headers: dict[str, str | None] | None = None
) -> Answer:
    """Send a request as our page does, but for these headers; None leaves one out."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        length = {} if body is None else {"Content-Length": str(len(body))}
        for name, value in {**headers_of(server), **length, **(headers or {})}.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()


def ask(server: PlayServer, name: str, /, **fields: Any) -> Answer:
    """Ask a question as our page does."""
    return request(server, "POST", f"/api/{name}", json.dumps(fields).encode())


def connected(server: PlayServer) -> socket.socket:
    """Return a bare connection."""
    return socket.create_connection(("127.0.0.1", server.server_port), PATIENCE)


def received(connection: socket.socket) -> bytes:
    """Return everything up to the end that the server sends."""
    parts = []
    try:
        while chunk := connection.recv(1 << 16):
            parts.append(chunk)
    except ConnectionError:
        pass
    return b"".join(parts)


def raw(server: PlayServer, text: bytes) -> bytes:
    """Send bytes as they are, and return what comes back."""
    with connected(server) as connection:
        connection.sendall(text)
        return received(connection)
