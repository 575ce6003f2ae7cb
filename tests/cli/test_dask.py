"""`hashi-fast generate --dask`: clusters of real processes, some of which are killed, stopped or missing."""
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run_process, start
from dask_cluster import Cluster
from patience import PATIENCE, wait_until

if sys.platform == "win32":
    pytest.skip("signals of Unix", allow_module_level=True)
pytest.importorskip("distributed")

import psutil
from terminal import Terminal

pytestmark = pytest.mark.slow

COUNT = 8000
# A few seconds of work, in blocks of a few dozen.
COMMAND = ("generate", str(COUNT), "--size", "10x10", "--difficulty", "expert", "--seed", "1", "-q")


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return what one thread makes."""
    path = tmp_path_factory.mktemp("expected") / "one.jsonl"
    assert run_process(*COMMAND, "--workers", "1", "--out", path).returncode == 0
    data = path.read_bytes()
    assert data.count(b"\n") == COUNT
    return data


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with Cluster(tmp_path, 3) as found:
        yield found


def begin(path: Path, address: str, *more: str) -> subprocess.Popen[bytes]:
    return start(*COMMAND, "--dask", address, "--out", path, *more, stderr=subprocess.PIPE)


def grown(path: Path, size: int) -> int:
    """Wait until the file has more than this number of bytes, and return how many it has."""
    return wait_until(lambda: path.exists() and path.stat().st_size > size and path.stat().st_size)


def end(child: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Return the exit code and the messages."""
    try:
        _, said = child.communicate(timeout=PATIENCE)
    finally:
        child.kill()
    return child.returncode, said.decode()


def test_a_killed_dask_worker_changes_nothing(tmp_path: Path, cluster: Cluster, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    cluster.client.get_task_stream()  # from now on the scheduler records who does what
    child = begin(path, cluster.address)
    grown(path, len(expected) // 10)
    victim = cluster.kill_busy_worker()
    killed_at = time.time()
    assert path.stat().st_size < len(expected), "killed too late to show anything"
    assert child.poll() is None
    assert end(child) == (0, "")
    assert path.read_bytes() == expected
    done = [(task["worker"], task["startstops"][0]["start"]) for task in cluster.client.get_task_stream()]
    assert victim in {worker for worker, _ in done}
    assert {worker for worker, began in done if began > killed_at} == set(cluster.client.nthreads())
    assert len(cluster.client.nthreads()) == 2


def test_workers_killed_one_after_the_other(tmp_path: Path, cluster: Cluster, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path, cluster.address)
    for part in (10, 5):
        grown(path, len(expected) // part)
        victim = cluster.kill_busy_worker()
        cluster.workers = [worker for worker in cluster.workers if worker.poll() is None]
        wait_until(lambda gone=victim: gone not in cluster.client.nthreads())
    assert path.stat().st_size < len(expected)
    assert child.poll() is None
    assert end(child) == (0, "")
    assert path.read_bytes() == expected


def test_with_all_workers_killed_it_says_so_and_waits(tmp_path: Path, cluster: Cluster, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path, cluster.address)
    grown(path, len(expected) // 10)
    for worker in cluster.workers:
        worker.kill()
    assert child.stderr is not None
    name = f"the Dask cluster at {cluster.address}"
    said = child.stderr.readline().decode()
    assert said == f"hashi-fast: no workers on {name}: waiting for some; Ctrl-C ends the run\n"
    assert path.stat().st_size < len(expected)
    cluster.add_worker()
    assert end(child) == (0, f"hashi-fast: {name} has workers again\n")
    assert path.read_bytes() == expected


def test_workers_may_come_after_the_start(tmp_path: Path, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    with Cluster(tmp_path, 0) as cluster:
        cluster.client.get_task_stream()
        child = begin(path, cluster.address)
        assert child.stderr is not None
        assert b"waiting for some" in child.stderr.readline()
        child.send_signal(signal.SIGSTOP)  # or the first might do it all before the others are there
        for _ in range(3):
            cluster.add_worker()
        cluster.wait_for(3)
        child.send_signal(signal.SIGCONT)
        code, said = end(child)
        assert (code, "has workers" in said) == (0, True)
        assert len({task["worker"] for task in cluster.client.get_task_stream()}) == 3
    assert path.read_bytes() == expected


@pytest.mark.parametrize("when", ["working", "waiting"])
def test_ctrl_c_leaves_a_file_to_go_on_with(tmp_path: Path, cluster: Cluster, expected: bytes, when: str) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path, cluster.address)
    grown(path, len(expected) // 10)
    if when == "waiting":
        for worker in cluster.workers:
            worker.kill()
        assert child.stderr is not None
        assert b"waiting for some" in child.stderr.readline()
    child.send_signal(signal.SIGINT)
    assert end(child) == (130, "hashi-fast: interrupted\n")
    part = path.read_bytes()
    assert expected.startswith(part)
    assert part.endswith(b"\n")
    assert len(part) < len(expected)
    # Nothing of the run is left on the cluster.
    wait_until(lambda: not any(cluster.client.processing().values()))
    if when == "waiting":
        cluster.add_worker()
        cluster.wait_for(1)
    assert end(begin(path, cluster.address, "--resume")) == (0, "")
    assert path.read_bytes() == expected


def test_no_scheduler_is_said_soon(tmp_path: Path) -> None:
    with socket.socket() as taken:  # and nobody listens there
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        done = run_process(*COMMAND, "--dask", address, "--out", tmp_path / "pack.jsonl")
    assert done.returncode == 2
    assert done.stderr.startswith(f"hashi-fast: no Dask scheduler at {address}: ")
    assert done.stderr.endswith(" after 5 s\n")  # and not half a minute, as Dask would
    assert len(done.stderr.splitlines()) == 1
    for address in ("nonsense", "tcp://127.0.0.1:port", "foo://127.0.0.1:8786"):
        done = run_process(*COMMAND, "--dask", address, "--out", tmp_path / "pack.jsonl")
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert done.stderr.startswith(f"hashi-fast: no Dask scheduler at {address}: ")


def test_nothing_left_to_do_needs_no_cluster(tmp_path: Path, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    path.write_bytes(expected)
    assert run_process(*COMMAND, "--dask", "nonsense", "--out", path, "--resume").returncode == 0
    assert path.read_bytes() == expected


def test_a_scheduler_that_dies_leaves_a_file_to_go_on_with(tmp_path: Path, cluster: Cluster, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path, cluster.address)
    grown(path, len(expected) // 10)
    cluster.client.close()  # or it would complain as well
    cluster.scheduler.kill()
    code, said = end(child)
    assert code == 2
    gone = f"the Dask cluster at {cluster.address} has gone or cannot be reached"
    assert said == f"hashi-fast: {gone}; what has been written is kept\n"
    assert expected.startswith(path.read_bytes())
    assert run_process(*COMMAND, "--out", path, "--resume").returncode == 0
    assert path.read_bytes() == expected


def test_workers_that_dask_does_not_forgive_are_replaced_by_others(tmp_path: Path, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    with Cluster(tmp_path, 2, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as cluster:
        child = begin(path, cluster.address)
        grown(path, len(expected) // 10)
        cluster.kill_busy_worker()
        assert end(child) == (0, "")
    assert path.read_bytes() == expected


def test_others_do_the_work_of_a_stopped_worker(tmp_path: Path, cluster: Cluster, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path, cluster.address)
    grown(path, len(expected) // 10)
    victim = cluster.stop_busy_worker()
    assert path.stat().st_size < len(expected), "stopped too late to show anything"
    code, said = end(child)
    cluster.wake_workers()
    assert code == 0
    assert path.read_bytes() == expected
    # It is named if the others are not done before it is late.
    assert all(line.startswith(f"hashi-fast: the worker at {victim} has ") for line in said.splitlines())


def test_a_stopped_worker_that_goes_on_gets_work_again(tmp_path: Path, cluster: Cluster) -> None:
    path = tmp_path / "pack.jsonl"
    endless = (*COMMAND[:1], "100000000", *COMMAND[2:])
    child = start(*endless, "--dask", cluster.address, "--out", path, stderr=subprocess.PIPE)
    assert child.stderr is not None
    grown(path, 100_000)
    victim = cluster.stop_busy_worker()
    assert f"the worker at {victim} has " in child.stderr.readline().decode()
    size = path.stat().st_size
    grown(path, size + 100_000)  # without it
    cluster.wake_workers()
    assert child.stderr.readline().decode() == f"hashi-fast: the worker at {victim} is heard of again\n"
    wait_until(lambda: cluster.client.processing([victim])[victim])
    child.send_signal(signal.SIGINT)
    assert end(child) == (130, "hashi-fast: interrupted\n")


def test_all_workers_stopped_for_a_while(tmp_path: Path, cluster: Cluster, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path, cluster.address)
    grown(path, len(expected) // 10)
    for worker in cluster.workers:
        worker.send_signal(signal.SIGSTOP)
    assert child.stderr is not None
    named = {child.stderr.readline().split()[4] for _ in range(3)}
    assert len(named) == 3
    cluster.wake_workers()
    assert end(child)[0] == 0
    assert path.read_bytes() == expected


def test_a_stopped_scheduler_is_told_and_waited_for(tmp_path: Path, cluster: Cluster, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path, cluster.address)
    grown(path, len(expected) // 10)
    cluster.scheduler.send_signal(signal.SIGSTOP)
    assert child.stderr is not None
    said = child.stderr.readline().decode()
    assert said.startswith(f"hashi-fast: no answer from the scheduler of the Dask cluster at {cluster.address} for ")
    assert said.endswith(" s; waiting; Ctrl-C ends the run\n")
    cluster.scheduler.send_signal(signal.SIGCONT)
    code, said = end(child)
    assert code == 0
    assert f"the scheduler of the Dask cluster at {cluster.address} answers again\n" in said
    assert path.read_bytes() == expected


@pytest.mark.parametrize("how", ["waits", "Ctrl-C"])
def test_a_scheduler_that_stays_silent_ends_the_run(tmp_path: Path, cluster: Cluster, how: str) -> None:
    path = tmp_path / "pack.jsonl"
    code = "import sys; from hashi_fast.cli import main; from hashi_fast.cluster import dask_crew\n"
    code += "dask_crew.LOST = 12\nsys.exit(main())"
    command = [sys.executable, "-P", "-c", code, *COMMAND, "--dask", cluster.address, "--out", str(path)]
    child = subprocess.Popen(command, stderr=subprocess.PIPE)
    grown(path, 0)
    cluster.scheduler.send_signal(signal.SIGSTOP)
    assert child.stderr is not None
    assert b"no answer from the scheduler" in child.stderr.readline()
    if how == "Ctrl-C":
        child.send_signal(signal.SIGINT)
        assert end(child) == (130, "hashi-fast: interrupted\n")
    else:
        gone = f"the Dask cluster at {cluster.address} has gone or cannot be reached"
        assert end(child) == (2, f"hashi-fast: {gone}; what has been written is kept\n")
    cluster.scheduler.send_signal(signal.SIGCONT)
    assert path.read_bytes().endswith(b"}\n")


def test_a_worker_with_another_version_that_joins_is_left_out(tmp_path: Path, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    endless = ("generate", str(10**7), *COMMAND[2:])
    with Cluster(tmp_path, 2) as cluster:
        child = start(*endless, "--dask", cluster.address, "--out", path, stderr=subprocess.PIPE)
        grown(path, 0)
        cluster.add_worker(PYTHONPATH=str(fake_package(tmp_path, "GENERATOR_VERSION = -1")))
        assert child.stderr is not None
        said = child.stderr.readline().decode()
        grown(path, path.stat().st_size)  # the run goes on
        child.send_signal(signal.SIGINT)
        assert end(child)[0] == 130
    assert " has version -1 of the generator; expected " in said
    assert said.endswith(", as here; it is left out\n")
    made = path.read_bytes()
    assert made[: len(expected)] == expected[: len(made)]


def fake_package(folder: Path, code: str) -> Path:
    """Make a package of our name with this code for the generator's version, and return its folder."""
    fake = folder / "fake" / "hashi_fast"
    for room in (fake, fake / "generation"):
        room.mkdir(parents=True)
        (room / "__init__.py").touch()
    (fake / "generation" / "recipes.py").write_text(code)
    return fake.parent


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise ImportError('not installed here')", "has no hashi-fast, or another version of it: not installed here"),
        ("GENERATOR_VERSION = -1", "has version -1 of the generator; expected "),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_a_worker_with_another_package_is_refused(tmp_path: Path, code: str, message: str, late: bool) -> None:
    fake = fake_package(tmp_path, code)
    with Cluster(tmp_path, 0) as cluster:
        if late:
            child = begin(tmp_path / "pack.jsonl", cluster.address)
            assert child.stderr is not None
            assert b"waiting for some" in child.stderr.readline()
        worker = cluster.add_worker(PYTHONPATH=str(fake))
        cluster.wait_for(1)
        if not late:
            child = begin(tmp_path / "pack.jsonl", cluster.address)
        code_of_exit, said = end(child)
        assert worker.poll() is None
        cluster.wait_for(1)
    assert code_of_exit == 2
    assert said.splitlines()[-1].startswith("hashi-fast: the Dask worker at tcp://127.0.0.1:")
    assert message in said.splitlines()[-1]
    assert (tmp_path / "pack.jsonl").read_bytes() == b""


def test_a_local_cluster_gives_the_same_bytes_and_leaves_no_processes(tmp_path: Path, expected: bytes) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path, "local", "--workers", "2")
    grown(path, 0)
    family = psutil.Process(child.pid).children(recursive=True)
    assert len(family) >= 2
    assert end(child) == (0, "")
    assert path.read_bytes() == expected
    assert psutil.wait_procs(family, PATIENCE)[1] == []


def test_the_workers_of_a_local_cluster_do_not_write_to_the_terminal() -> None:
    # When the cluster ends, a heartbeat under way is cut off, and the worker reports it: seldom, so it is told to.
    code = """
import logging
from hashi_fast.cli.cluster import dask_cluster
if __name__ == "__main__":
    with dask_cluster("local", 1, print, lambda: None) as cluster:
        cluster.client.run(logging.getLogger("distributed.worker").error, "no heartbeat")
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_kinds_and_climbs_on_a_local_cluster(tmp_path: Path) -> None:
    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    for climb in ((), ("--climb",)):
        command = ("generate", "--kinds", "7x7 easy 60; 8x8 medium 20; 7x7 easy 30", *climb, "--seed", "1", "-q")
        assert run_process(*command, "--workers", "1", "--out", one).returncode == 0
        assert run_process(*command, "--dask", "local", "--workers", "2", "--out", many).returncode == 0
        assert many.read_bytes() == one.read_bytes()
        one.unlink()
        # What is there is continued, no matter who made it.
        many.write_bytes(many.read_bytes()[: many.stat().st_size // 2])
        assert run_process(*command, "--workers", "1", "--out", many, "--resume").returncode == 0
        assert run_process(*command, "--out", one).returncode == 0
        assert many.read_bytes() == one.read_bytes()
        one.unlink()
        many.unlink()


@pytest.mark.parametrize("how", ["typed", "kill"])
def test_a_local_cluster_ends_with_the_command(tmp_path: Path, expected: bytes, how: str) -> None:
    path = tmp_path / "pack.jsonl"
    terminal = Terminal(*COMMAND, "--dask", "local", "--workers", "2", "--out", path)
    grown(path, len(expected) // 10)
    family = psutil.Process(terminal.child.pid).children(recursive=True)
    assert len(family) >= 2
    if how == "typed":
        terminal.type_ctrl_c()  # which all of them get
        assert terminal.wait() == (130, "^Chashi-fast: interrupted\r\n")
        part = path.read_bytes()
        assert expected.startswith(part)
        assert part.endswith(b"\n")
        assert len(part) < len(expected)
    else:
        os.kill(terminal.child.pid, signal.SIGKILL)
        assert terminal.wait()[0] == -signal.SIGKILL
    assert psutil.wait_procs(family, PATIENCE)[1] == []
    assert run_process(*COMMAND, "--out", path, "--resume").returncode == 0
    assert path.read_bytes() == expected
