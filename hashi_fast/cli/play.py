"""`hashi-fast play`: the game in the browser, served from this machine until Ctrl-C."""
from __future__ import annotations

import argparse
import threading
import webbrowser
from contextlib import suppress

from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.game import add_pack_options, count_of, read_packs
from hashi_fast.web.built_in import NAME, built_in
from hashi_fast.web.entries import entry_of
from hashi_fast.web.server import PORT, PlayServer


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_pack_options(parser)
    group = parser.add_argument_group("output")
    parser.set_defaults(output=None)
    options.add_manner_options(group, 'write one line of JSON: {"url", "puzzles"}')
    parser.add_argument(
        "--port", type=options.whole_number(0, 65535), default=PORT, metavar="N",
        help=f"the port ({PORT}); the browser keeps games per port; 0: any free one",
    )  # fmt: skip
    parser.add_argument("--no-browser", action="store_true", help="only say where the game is")
    parser.add_argument("--edit", action="store_true", help="begin with the editor")
    parser.epilog = (
        "The game is at http://127.0.0.1:PORT/ until Ctrl-C, for this machine only. Hints, ratings and new puzzles\n"
        "come from here, and the browser keeps the games. 'hashi-fast export-html' makes a page that needs no server."
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve the game and return the exit code."""
    with Console(arguments, at_end=True) as console:
        packs = read_packs(console, arguments, walkthroughs=False)
        if arguments.files:
            packs.append((NAME, [entry_of(record, "") for record in built_in()]))
        try:
            server = PlayServer(packs, port=arguments.port, edit=arguments.edit)
        except OSError as error:
            reason = f"port {arguments.port} cannot be used ({error.strerror}); is the game already running?"
            raise Failure(f"{reason} --port N takes another, with its own saved games") from None
        with server:
            if arguments.json:
                console.write_json({"url": server.url, "puzzles": count_of(packs)})
            else:
                console.write(f"Hashi is at {server.url} (Ctrl-C ends it)")
            console.output.flush()
            if not arguments.no_browser:
                # In a thread: browsers in a terminal return only when they are left.
                threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
            with suppress(KeyboardInterrupt):  # the way to end it
                server.serve_forever(poll_interval=0.1)
    return console.code
