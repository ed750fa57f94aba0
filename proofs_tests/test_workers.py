"""A worker that hangs, dies or raises takes nobody with it."""

import os
import signal
import subprocess
import sys
import time

import pytest

from derivations.running.workers import Crashed, KillableWorkers, TookTooLong, run_killably


@pytest.fixture
def workers():
    pool = KillableWorkers(2, seconds=60)
    yield pool
    pool.shutdown(cancel_futures=True)


def test_results_come_back_in_the_order_asked(workers):
    assert list(workers.map(abs, [-3, 2, -1])) == [3, 2, 1]


def test_an_exception_is_the_tasks_own(workers):
    wrong, right = workers.submit(int, "x"), workers.submit(int, "7")
    with pytest.raises(RuntimeError, match="ValueError"):
        wrong.result()
    assert right.result() == 7


@pytest.mark.parametrize("end", [
    (os._exit, 0), (os.kill, 0, signal.SIGKILL), (os.abort,),
])
def test_a_death_is_the_tasks_own(workers, end):
    function, *arguments = end
    if function is os.kill:
        function, arguments = signal.raise_signal, [signal.SIGKILL]
    doomed = workers.submit(function, *arguments)
    others = [workers.submit(abs, -k) for k in range(5)]
    with pytest.raises(Crashed):
        doomed.result()
    assert [other.result() for other in others] == [0, 1, 2, 3, 4]


def test_what_takes_too_long_is_killed_and_the_rest_goes_on(workers):
    endless = workers.submit_within(0.5, time.sleep, 3600)
    assert workers.submit(abs, -1).result() == 1
    with pytest.raises(TookTooLong):
        endless.result()
    assert workers.submit(abs, -2).result() == 2


def test_shutdown_drops_what_waits_and_kills_what_runs():
    pool = KillableWorkers(1)
    running, waiting = pool.submit(time.sleep, 3600), pool.submit(abs, -1)
    pool.shutdown(cancel_futures=True)
    assert waiting.cancelled() or isinstance(waiting.exception(), Crashed)
    assert running.cancelled() or isinstance(running.exception(), Crashed)
    with pytest.raises(RuntimeError):
        pool.submit(abs, -1)


def test_a_thread_keeps_its_own_worker():
    assert run_killably(os.getpid, (), 60) == run_killably(os.getpid, (), 60) != os.getpid()
    with pytest.raises(Crashed):
        run_killably(os._exit, (1,), 60)
    assert run_killably(abs, (-1,), 60) == 1


def test_workers_leave_when_their_parent_is_killed():
    code = (
        "import os, signal\n"
        "from derivations.running.workers import Worker\n"
        "worker = Worker()\n"
        "print(worker.run(os.getpid, (), 60), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    orphan = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
    for _ in range(200):
        if not _runs(orphan):
            return
        time.sleep(0.05)
    pytest.fail("the worker outlived its parent")


def _runs(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_output_of_a_task_does_not_disturb_the_answer(workers, capfd):
    assert workers.submit(print, "hello").result() is None
    assert workers.submit(abs, -1).result() == 1
