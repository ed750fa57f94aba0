"""Workers that can be killed: a `concurrent.futures.Executor` in which a task that hangs or dies takes nobody with it.

Each worker is a Python process of its own with one end of a socket. It is started with `subprocess`, not
`multiprocessing`, so a script needs no `if __name__ == "__main__"` and a notebook works. When the parent is gone, Linux
ends its workers; elsewhere an idle worker reads the end of its socket, and a busy one is ended by its task's alarm.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from concurrent.futures import Executor, Future
from multiprocessing.connection import Connection, Pipe
from typing import Any

GRACE = 5.0
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")


class TookTooLong(RuntimeError):
    """The time limit ran out and the worker was killed."""


class Crashed(RuntimeError):
    """The worker died: a signal, out of memory, or an exit in the middle of the task."""


class Worker:
    """One process that runs calls one after the other."""

    def __init__(self) -> None:
        self._pipe, theirs = Pipe()
        path = os.pathsep.join(filter(None, sys.path))
        environment = os.environ | ONE_THREAD | {"PYTHONHASHSEED": "0", "PYTHONPATH": path}
        code = f"from derivations.running.workers import serve; serve({theirs.fileno()})"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code], pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=environment,
            start_new_session=True,
        )
        theirs.close()
        self.kill = weakref.finalize(self, _kill, self._process, self._pipe)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def run(self, function: Any, arguments: tuple, seconds: float) -> Any:
        """The value of function(*arguments), or the exception it raised, within the time limit."""
        try:
            self._pipe.send((function, arguments, seconds + GRACE))
            if not self._pipe.poll(seconds):
                self.kill()
                raise TookTooLong(f"stopped after {seconds:g} s")
            worked, value = self._pipe.recv()
        except (EOFError, OSError):
            self.kill()
            raise Crashed(f"the worker ended with code {self._process.returncode}") from None
        if not worked:
            raise value
        return value

    def end(self) -> None:
        """Send the process and all it started their end, without waiting; safe from another thread."""
        _end(self._process)


def _end(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _kill(process: subprocess.Popen, pipe: Connection) -> None:
    """End a process and all it started at once, and wait until it is gone; also when the worker is no longer used."""
    _end(process)
    process.wait()
    pipe.close()


class KillableWorkers(Executor):
    """`jobs` workers; a task that takes longer than its limit or dies fails alone, and its worker is replaced."""

    def __init__(self, jobs: int, seconds: float = 60.0) -> None:
        self._seconds = seconds
        self._waiting: queue.SimpleQueue = queue.SimpleQueue()
        self._workers: dict[int, Worker] = {}
        self._stopped = False
        self._threads = [threading.Thread(target=self._serve, args=(k,), daemon=True) for k in range(jobs)]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Any, /, *arguments: Any) -> Future:
        """Run function(*arguments) in a worker; both must be picklable by reference or by value."""
        return self.submit_within(self._seconds, function, *arguments)

    def submit_within(self, seconds: float, function: Any, /, *arguments: Any) -> Future:
        """The same with a time limit of its own."""
        if self._stopped:
            raise RuntimeError("these workers have been shut down")
        future: Future = Future()
        self._waiting.put((future, function, arguments, seconds))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Finish what was submitted; with `cancel_futures`, drop what waits and kill what runs."""
        self._stopped = True
        if cancel_futures:
            self._drop_everything()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def _drop_everything(self) -> None:
        while not self._waiting.empty():
            item = self._waiting.get()
            if item is not None:
                item[0].cancel()
        for worker in list(self._workers.values()):
            worker.end()

    def _serve(self, place: int) -> None:
        while (item := self._waiting.get()) is not None:
            future, *call = item
            if future.set_running_or_notify_cancel():
                self._settle(place, future, *call)
        if place in self._workers:
            self._workers.pop(place).kill()

    def _settle(self, place: int, future: Future, function: Any, arguments: tuple, seconds: float) -> None:
        try:
            worker = self._workers.get(place)
            if worker is None or not worker.alive:
                worker = self._workers[place] = Worker()
            future.set_result(worker.run(function, arguments, seconds))
        except Exception as problem:
            future.set_exception(problem)


_mine = threading.local()


def run_killably(function: Any, arguments: tuple, seconds: float) -> Any:
    """Run a call in a worker that belongs to this thread: what a cluster's own workers use."""
    worker = getattr(_mine, "worker", None)
    if worker is None or not worker.alive:
        worker = _mine.worker = Worker()
    return worker.run(function, arguments, seconds)


def serve(descriptor: int) -> None:
    """The life of a worker: take a call, answer it, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    sys.setrecursionlimit(20_000)
    pipe = Connection(descriptor)
    while True:
        try:
            function, arguments, seconds = pipe.recv()
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, seconds)
        answer = _answer(function, arguments)
        signal.setitimer(signal.ITIMER_REAL, 0)
        try:
            pipe.send(answer)
        except OSError:
            return


def _end_with_parent() -> None:
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def _answer(function: Any, arguments: tuple) -> tuple[bool, Any]:
    try:
        return True, function(*arguments)
    except Exception as problem:
        return False, RuntimeError(f"{type(problem).__name__}: {problem}")
