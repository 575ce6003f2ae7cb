"""A terminal for the tests, in which Ctrl-C can be typed."""
from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Sequence
from pathlib import Path

from command_line import COMMAND, environment
from patience import PATIENCE

# Only a process that owns the terminal, and those that it starts, get what Ctrl-C on it sends; tests that run in the
# background would pass on that it is ignored.
OWN_TERMINAL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Terminal:
    """`hashi-fast` in the foreground of its own terminal, 100 columns wide; its output is read all the time.

    Standard output and standard error go to the terminal unless they are given.
    """

    def __init__(
        self,
        *arguments: str | Path,
        command: Sequence[str] = COMMAND,
        stdout: int | None = None,
        stderr: int | None = None,
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        self.child = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, *command, *map(str, arguments)],
            stdin=slave,
            stdout=slave if stdout is None else stdout,
            stderr=slave if stderr is None else stderr,
            env=environment(TERM="xterm"),
            start_new_session=True,
        )
        os.close(slave)
        self._shown = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def type_ctrl_c(self) -> None:
        os.write(self._master, b"\x03")

    def wait(self) -> tuple[int, str]:
        """Return the exit code and all output."""
        try:
            code = self.child.wait(PATIENCE)
        except BaseException:
            self.child.kill()
            self.child.wait()
            raise
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive(), "something still has the terminal open"
        os.close(self._master)
        return code, self._shown.decode()

    def _read(self) -> None:
        try:
            while part := os.read(self._master, 1 << 16):
                self._shown += part
        except OSError:  # raised by Linux at the end of a terminal
            pass
