"""A Dask cluster of real processes on this machine, for the tests: a scheduler and workers that can be killed."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from command_line import environment
from patience import PATIENCE, wait_until


class Cluster:
    """For use in a `with` statement, which ends all processes of the cluster when it is left.

    `address` is the address of the scheduler. `client` is for tests that want to look at the cluster.
    """

    def __init__(self, folder: Path, workers: int, **settings: str) -> None:
        import distributed

        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        self.scheduler = self._start("scheduler", *options, **settings)
        try:
            wait_until(lambda: file.exists() and file.read_text().endswith("}"))
            self.address: str = json.loads(file.read_text())["address"]
            for _ in range(workers):
                self.add_worker()
            self.client: Any = distributed.Client(self.address, set_as_default=False, timeout=PATIENCE)
            self.wait_for(workers)
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.client.close(timeout=PATIENCE)
        finally:
            self._end()

    def add_worker(self, **settings: str) -> subprocess.Popen[bytes]:
        """Start one more worker, without a nanny that would restart it."""
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(self._folder))
        worker = self._start("worker", self.address, *options, **settings)
        self.workers.append(worker)
        return worker

    def wait_for(self, workers: int) -> None:
        """Wait until the scheduler knows this number of workers."""
        wait_until(lambda: len(self.client.nthreads()) == workers)

    def kill_busy_worker(self) -> str:
        """Kill a worker that provably has work to do, and return its address."""
        address, victim = self._stop_busy_worker()
        victim.kill()
        assert victim.wait(PATIENCE) == -signal.SIGKILL
        return address

    def stop_busy_worker(self) -> str:
        """Stop a worker that provably has work to do, as if its machine hung, and return its address."""
        return self._stop_busy_worker()[0]

    def wake_workers(self) -> None:
        """Let all workers go on."""
        for worker in self.workers:
            worker.send_signal(signal.SIGCONT)

    def _stop_busy_worker(self) -> tuple[str, subprocess.Popen[bytes]]:
        addresses = {pid: address for address, pid in self.client.run(os.getpid).items()}

        def stopped() -> subprocess.Popen[bytes] | None:
            for worker in self.workers:
                # A stopped worker cannot finish its work between the check and the kill.
                worker.send_signal(signal.SIGSTOP)
                if self.client.processing([addresses[worker.pid]])[addresses[worker.pid]]:
                    return worker
                worker.send_signal(signal.SIGCONT)
            return None

        victim = wait_until(stopped)
        return addresses[victim.pid], victim

    def _start(self, what: str, *arguments: str, **settings: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-m", f"distributed.cli.dask_{what}", *arguments]
        with open(self._folder / "cluster.log", "ab") as log:
            return subprocess.Popen(command, env=environment(**settings), stdout=log, stderr=log, cwd=self._folder)

    def _end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
        for process in (*self.workers, self.scheduler):
            process.wait(PATIENCE)
