"""Verifies derivations: looks every task up in the cache, hands the rest to an executor, gathers the outcomes.

The answer to a task depends on the task and the settings only, never on the number of jobs, the order of completion or
what else was asked. A task that crashes or takes too long is undecided, and is not remembered; nor is an answer for
which the time was short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from derivations.contents import catalogue
from derivations.running.cache import Cache, default_folder, key_of
from derivations.running.fingerprint import claim_text, kernel_version, source_hash
from derivations.running.outcome import Finding, MutantScore, Outcome, Trial, from_record
from derivations.running.tasks import Settings, Task, claim_of, failed, gather, perform, tasks_of
from derivations.running.workers import Crashed, KillableWorkers, TookTooLong, run_killably

Answer = Finding | MutantScore | Trial
KINDS = {"mutants": MutantScore, "simulation": Trial}
TOP = Path(__file__).parents[2]


class Progress:
    """What a progress bar listens to; this one is silent."""

    def planned(self, total: int) -> None:
        """So many tasks there are."""

    def submitted(self, futures: Mapping[Future, Task]) -> None:
        """These tasks were not in the cache and are being computed."""

    def finished(self, task: Task, answer: Answer) -> None:
        """A task has its answer, from the cache or computed."""


@dataclass(frozen=True)
class Local:
    """Local processes, killed when a task takes too long."""

    jobs: int = 1

    @contextmanager
    def executor(self) -> Iterator[KillableWorkers]:
        """The workers; on the way out, whatever still runs is killed."""
        workers = KillableWorkers(self.jobs)
        try:
            yield workers
        finally:
            workers.shutdown(cancel_futures=True)

    def submit(self, executor: KillableWorkers, task: Task, settings: Settings) -> Future:
        """Hand a task over."""
        return executor.submit_within(task.seconds(settings), perform, task, settings)


@dataclass(frozen=True)
class Dask:
    """A dask.distributed cluster, by the address of its scheduler; a task still runs in a killable process."""

    address: str

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """The cluster as an executor."""
        from distributed import Client

        with Client(self.address) as client, client.get_executor() as executor:
            yield executor

    def submit(self, executor: Executor, task: Task, settings: Settings) -> Future:
        """Hand a task over."""
        return executor.submit(run_killably, perform, (task, settings), task.seconds(settings))


def verify(
    *names: str, jobs: int = 1, seed: int = 0, profile: str = "fast", device: str = "cpu", remember: bool = True,
    shard: tuple[int, int] = (1, 1), only: Callable[[Task], bool] = bool, place: Local | Dask | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Verify the derivations with these ids or topics, or the whole catalogue, and return one outcome for each.

    `place` says where the work is done: `Local(jobs)` unless given. `shard=(i, n)` takes every n-th derivation,
    beginning with the i-th; `only` picks tasks.
    """
    chosen = [catalogue[name] for name in catalogue.select(names)[shard[0] - 1 :: shard[1]]]
    run = Run(Settings(seed, profile, device), Cache(default_folder() if remember else None), progress or Progress())
    tasks = [task for derivation in chosen for task in tasks_of(derivation) if only(task)]
    answers = run.answers(tasks, place or Local(jobs))
    return [
        gather(derivation, {task: found for task, found in answers.items() if task.derivation == derivation.id})
        for derivation in chosen
    ]


@dataclass(frozen=True)
class Run:
    """One run: its settings, its cache, and who is told about progress."""

    settings: Settings
    cache: Cache
    progress: Progress

    def answers(self, tasks: Sequence[Task], place: Local | Dask) -> dict[Task, Answer]:
        """The answers to all tasks, in the order of the tasks."""
        self.cache.tidy()
        self.progress.planned(len(tasks))
        known = {task: found for task in tasks if (found := self._remembered(task)) is not None}
        missing = [task for task in tasks if task not in known]
        if missing:
            known |= self._computed(missing, place)
        return {task: known[task] for task in tasks}

    def _remembered(self, task: Task) -> Answer | None:
        record = self.cache.get(task_key(task, self.settings))
        if record is None:
            return None
        found = from_record(KINDS.get(task.part, Finding), record)
        self.progress.finished(task, found)
        return found

    def _computed(self, tasks: Sequence[Task], place: Local | Dask) -> dict[Task, Answer]:
        answers = {}
        with place.executor() as executor:
            futures = {place.submit(executor, task, self.settings): task for task in tasks}
            self.progress.submitted(futures)
            for future in as_completed(futures):
                task = futures[future]
                answers[task] = self._settled(task, future)
                self.progress.finished(task, answers[task])
        return answers

    def _settled(self, task: Task, future: Future) -> Answer:
        try:
            record = future.result()
        except TookTooLong as problem:
            return failed(task, "time", f"{problem}; try --profile thorough")
        except Crashed as problem:
            return failed(task, "crashed", str(problem))
        except Exception as problem:
            return failed(task, "crashed", " ".join(str(problem).split()))
        if not _hangs_on_time(record):
            self.cache.put(task_key(task, self.settings), record)
        return from_record(KINDS.get(task.part, Finding), record)


def _hangs_on_time(record: Mapping[str, Any]) -> bool:
    """Whether a faster or less busy machine might have found more; then the answer is not worth remembering."""
    return str(record.get("reason") or "").startswith("time") or bool(record.get("missed"))


@cache
def task_key(task: Task, settings: Settings) -> str:
    """The content address of a task's answer: claim, assumptions, the code that decides, seed and profile."""
    derivation = catalogue[task.derivation]
    if task.part == "simulation":
        claims = [claim_text(step.claim) for step in derivation.steps.values()]
        code = source_hash(TOP, (TOP / "numerics").rglob("*.py"))
        return key_of("simulation", task.name, claims, code, settings.seed, settings.profile, settings.device)
    claim = claim_text(claim_of(derivation, task.part, task.name))
    work = f"mutants, told by {_oracle_version()}" if task.part == "mutants" else "decide"
    return key_of(work, claim, kernel_version(), settings.seed, settings.profile)


@cache
def _oracle_version() -> str:
    return source_hash(TOP, (TOP / "proofs_tests").glob("oracle*.py"))
