"""Who may ask: a page of another site must not reach the server through the player's browser.

The server listens on this machine only, but every site that is open in the browser can send requests there. So:

a. The Host must be ours. A site whose name was made to lead to this machine (DNS rebinding) has another one.
b. A question must come from our page: its Origin is ours, and it has the token that only our page was told.
c. A question must be JSON. Browsers let no foreign page send that without asking first, and the answer is no.
d. A body is read only if it says how long it is, and that is not too long.
"""
from __future__ import annotations

import hmac
from email.message import Message
from http import HTTPStatus

LONGEST_BODY = 64 * 1024
TOKEN = "X-Hashi-Token"


class Refusal(Exception):
    """A request that is refused: the status of the answer, and the reason in a sentence for people."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Guard:
    """Refuses what does not come from our own page; made for a port and a token."""

    def __init__(self, port: int, token: str) -> None:
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._token = token

    def check_host(self, headers: Message) -> str:
        """Return the Host of any request."""
        host = _only(headers, "Host")
        if host not in self._hosts:
            raise Refusal(HTTPStatus.FORBIDDEN, f"this server answers only at http://{self._hosts[0]}/")
        return host

    def check_question(self, headers: Message) -> int:
        """Return the length of the body of a question whose Host is checked."""
        if _only(headers, "Origin") != f"http://{_only(headers, 'Host')}":
            raise Refusal(HTTPStatus.FORBIDDEN, "questions are answered to our own page only")
        token = _only(headers, TOKEN) or ""
        if not hmac.compare_digest(token.encode(errors="replace"), self._token.encode()):
            raise Refusal(HTTPStatus.FORBIDDEN, "the server was started anew; reload the page")
        if headers.get_content_type() != "application/json" or _only(headers, "Content-Type") is None:
            raise Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "expected the type application/json")
        return _length(headers)


def _length(headers: Message) -> int:
    if "Transfer-Encoding" in headers:
        raise Refusal(HTTPStatus.LENGTH_REQUIRED, "expected the length of the body, found an encoding")
    text = _only(headers, "Content-Length")
    if text is None or not (text.isascii() and text.isdigit()):
        raise Refusal(HTTPStatus.LENGTH_REQUIRED, "expected the length of the body")
    if len(text) > 9 or int(text) > LONGEST_BODY:
        raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"expected at most {LONGEST_BODY:,} bytes")
    return int(text)


def _only(headers: Message, name: str) -> str | None:
    """Return the one header of a name; None if there is none, or if there are several."""
    found = headers.get_all(name) or []
    return found[0] if len(found) == 1 else None
