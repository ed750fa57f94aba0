"""The worker: a process that decides problems read from its standard input, and can be killed at any moment.

Every message is a pickle with its length in front. `python -m derivations.kernel.worker` needs neither sympy nor torch.
Should the parent die while a problem is being decided, an alarm ends the worker soon after its time is over.
"""

from __future__ import annotations

import pickle
import signal
import struct
import sys
import time
from typing import BinaryIO

LENGTH = struct.Struct("<Q")
LONGEST_LIFE, GRACE = 10**6, 5  # seconds


def send(stream: BinaryIO, message: object) -> None:
    """Write one message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO) -> object:
    """Read one message; EOFError if the other end is gone."""
    header = stream.read(LENGTH.size)
    if len(header) < LENGTH.size:
        raise EOFError("the other process has ended")
    (length,) = LENGTH.unpack(header)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError("the other process has ended")
    return pickle.loads(data)


def main() -> None:
    """Answer problems until the input ends."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    sys.setrecursionlimit(20_000)
    while True:
        try:
            problem, seed, log2_error, seconds = receive(requests)
        except EOFError:
            return
        signal.alarm(int(min(seconds, LONGEST_LIFE)) + GRACE)
        try:
            from derivations.kernel.decide import decide
            from derivations.kernel.problem import Effort

            answer = decide(problem, Effort(seed, log2_error, time.monotonic() + seconds))
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        signal.alarm(0)
        send(answers, answer)


if __name__ == "__main__":
    main()
