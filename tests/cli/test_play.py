"""The command line's `play` and `export-html`."""
import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from command_line import PAIR, SPLIT, run, start
from pages import config_of, elements
from patience import PATIENCE

import hashi_fast as hf
from hashi_fast.cli import main
from hashi_fast.web.server import PORT

NAMED = '{"id": "</script>", "w": 3, "h": 1, "task": "2a2"}'


@contextmanager
def playing(*arguments: str | Path) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, Any]]]:
    """Run `play` on a free port until the end of the block, with what it says as JSON."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = start("play", "--port", "0", "--no-browser", "--json", *arguments, **pipes)
    try:
        assert process.stdout is not None
        yield process, json.loads(process.stdout.readline())
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)


def page_at(url: str) -> str:
    host = url.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=PATIENCE)
    try:
        connection.request("GET", "/")
        return connection.getresponse().read().decode()
    finally:
        connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent")
def test_play_until_ctrl_c() -> None:
    with playing() as (process, said):
        config = config_of(page_at(said["url"]))
        assert [pack["name"] for pack in config["packs"]] == ["Built-in"]
        assert said["puzzles"] == len(config["packs"][0]["puzzles"]) == 275
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=PATIENCE)
        assert (process.returncode, rest, complaints) == (0, b"", b"")


def test_play_own_packs(tmp_path: Path) -> None:
    mine, yours = tmp_path / "mine.jsonl", tmp_path / "yours.txt"
    mine.write_text(NAMED + "\n")
    yours.write_text(f"{PAIR}\n{SPLIT}\n")
    with playing(mine, yours, "--edit") as (_, said):
        config = config_of(page_at(said["url"]))
    assert [pack["name"] for pack in config["packs"]] == ["mine", "yours", "Built-in"]
    assert config["edit"] is True
    assert config["packs"][0]["puzzles"][0]["id"] == "</script>"
    assert [entry["id"] for entry in config["packs"][1]["puzzles"]] == ["1", "2"]
    assert config["packs"][1]["puzzles"][1]["status"] == "none"


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    (tmp_path / "pair").write_text(PAIR)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("play", "--no-browser", "--port", str(port), tmp_path / "pair")
    assert done.returncode == 2
    assert done.stderr.startswith(f"hashi-fast: port {port} cannot be used")
    assert "--port N" in done.stderr


def test_the_browser_is_opened_unless_told_not_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("threading.Thread.start", lambda thread: thread.run())

    def interrupted(self: object, poll_interval: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hashi_fast.web.server.PlayServer.serve_forever", interrupted)
    (tmp_path / "pair").write_text(PAIR)
    pair = str(tmp_path / "pair")
    assert main(["play", pair, "--port", "0", "--no-browser"]) == 0
    assert opened == []
    assert main(["play", pair, "--port", "0"]) == 0
    assert opened[0].startswith("http://127.0.0.1:")


def test_what_play_says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(self: object, poll_interval: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hashi_fast.web.server.PlayServer.serve_forever", interrupted)
    assert main(["play", "--port", "0", "--no-browser"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.count("\n") == 1
    assert "http://127.0.0.1:" in said.out
    assert "Ctrl-C" in said.out


def test_the_port_is_fixed() -> None:
    assert PORT == 4274  # browsers keep games per port, so another one would lose them


@pytest.mark.parametrize("command", [("play", "--no-browser", "--port", "0"), ("export-html", "--out", "x.html")])
def test_no_puzzles(command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").write_text("")
    done = run(*command, tmp_path / "empty")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "hashi-fast: no puzzles, so no game")
    done = run(*command, tmp_path / "absent")
    assert (done.returncode, "absent: No such file" in done.stderr) == (2, True)
    assert not Path("x.html").exists()


def test_export_html(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    puzzles = tmp_path / "for-monday.jsonl"
    puzzles.write_text(f"{NAMED}\n" + hf.dumps(hf.generate(7, 7, difficulty="expert", seed=1), "jsonl"))
    done = run("export-html", puzzles, "--out", path, "--title", "<Monday>")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{path}: 2 puzzles, {path.stat().st_size:,} bytes\n"
    text = path.read_text()
    config = config_of(text)
    assert (config["mode"], config["title"], config["packs"][0]["name"]) == ("file", "<Monday>", "for-monday")
    assert "token" not in config
    assert [entry["id"] for entry in config["packs"][0]["puzzles"]] == ["</script>", "2"]
    assert all(entry["walkthrough"] for entry in config["packs"][0]["puzzles"])
    (title,) = elements(text, "title")
    assert title.text[0] == "<Monday>"
    again = run("export-html", puzzles, "--out", path, "--title", "<Monday>", "--json")
    assert json.loads(again.stdout) == {"puzzles": 2, "bytes": path.stat().st_size}
    assert path.read_text() == text


def test_export_html_goes_on_after_what_is_no_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{PAIR}\nnonsense\n{PAIR}\n")
    done = run("export-html", puzzles, "--out", path)
    assert done.returncode == 2
    assert f"{path}: 2 puzzles" in done.stdout
    path.unlink()
    assert run("export-html", puzzles, "--out", path, "--strict").returncode == 2
    assert list(tmp_path.iterdir()) == [puzzles]


def test_export_html_shows_its_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hashi_fast.cli.progress.PATIENCE", 0)  # short work shows none otherwise
    monkeypatch.setattr("hashi_fast.cli.progress.INTERVAL", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    (tmp_path / "pairs").write_text(f"{PAIR}\n" * 4)
    assert main(["export-html", str(tmp_path / "pairs"), "--out", str(tmp_path / "game.html")]) == 0
    said = capsys.readouterr()
    assert "100%|" in said.err
    assert "4 puzzles, " in said.err
    assert said.err.endswith("\n")  # what is said next has its own line
    assert main(["export-html", str(tmp_path / "pairs"), "--out", str(tmp_path / "game.html"), "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_export_html_needs_a_folder(tmp_path: Path) -> None:
    done = run("export-html", "--out", tmp_path / "absent" / "game.html", stdin=PAIR)
    assert done.returncode == 2
    assert "does not exist" in done.stderr
