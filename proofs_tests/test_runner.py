"""The runner: same answers for any number of jobs, after any kill, beside any other run; a crash stays where it was."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import Future

import pytest

from derivations.contents import catalogue
from derivations.running import as_json
from derivations.running.cache import Cache
from derivations.running.fingerprint import claim_text, kernel_version
from derivations.running.runner import Dask, Local, Progress, Run, task_key, verify
from derivations.running.tasks import Settings, Task, claim_of, tasks_of
from derivations.running.workers import Crashed, TookTooLong

SMALL = "minimum_norm"
COMMAND = [sys.executable, "-m", "derivations.cli"]


def claims_only(task: Task) -> bool:
    return task.part != "mutants"


def as_text(outcomes) -> str:
    return json.dumps(as_json.twin(outcomes))


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("DERIVATIONS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_answers_do_not_depend_on_the_number_of_jobs(own_cache):
    runs = [verify(SMALL, jobs=jobs, remember=False, only=claims_only) for jobs in (1, 3)]
    assert as_text(runs[0]) == as_text(runs[1])


def test_a_second_run_asks_nobody(own_cache):
    first = verify(SMALL, only=claims_only)

    class Nobody(Local):
        def executor(self):
            raise AssertionError("the cache should have known")

    assert as_text(verify(SMALL, only=claims_only, place=Nobody())) == as_text(first)


def test_a_broken_entry_is_made_anew(own_cache):
    first = verify(SMALL, only=claims_only)
    entry = next(own_cache.glob("??/*.json"))
    whole = entry.read_bytes()
    entry.write_bytes(whole[:50])
    with pytest.warns(UserWarning, match="broken cache entry"):
        again = verify(SMALL, only=claims_only)
    assert as_text(again) == as_text(first)
    assert json.loads(entry.read_bytes())["record"].keys() == json.loads(whole)["record"].keys()


class Failing(Local):
    """Local workers, except that one step meets with an accident."""

    problem: Exception = Crashed("the worker ended with code -11")

    def submit(self, executor, task, settings):
        if task.name != "pythagoras":
            return super().submit(executor, task, settings)
        future: Future = Future()
        future.set_exception(self.problem)
        return future


@pytest.mark.parametrize(("problem", "reason"), [
    (Crashed("the worker ended with code -11"), "crashed: the worker ended with code -11"),
    (TookTooLong("stopped after 40 s"), "time: stopped after 40 s; try --profile thorough"),
    (RuntimeError("ValueError: odd\nthing"), "crashed: ValueError: odd thing"),
])
def test_an_accident_is_the_steps_own_and_is_not_remembered(own_cache, monkeypatch, problem, reason):
    monkeypatch.setattr(Failing, "problem", problem)
    (outcome,) = verify(SMALL, only=claims_only, place=Failing())
    assert (outcome.steps["pythagoras"].status, outcome.steps["pythagoras"].reason) == ("undecided", reason)
    assert outcome.steps["gradient_of_the_loss"].status == "proved"
    (calm,) = verify(SMALL, only=claims_only)
    assert calm.steps["pythagoras"].status == "proved"


@pytest.mark.parametrize("record", [
    {"status": "undecided", "reason": "time: raise time_limit"},
    {"generated": 3, "false": 2, "missed": ["sign: undecided"]},
])
def test_an_answer_that_ran_out_of_time_is_not_remembered(tmp_path, record):
    class Hurried(Local):
        def submit(self, executor, task, settings):
            future: Future = Future()
            future.set_result(record)
            return future

    task = Task(SMALL, "mutants" if "missed" in record else "step", "pythagoras")
    Run(Settings(), Cache(tmp_path), Progress()).answers([task], Hurried())
    assert not list(tmp_path.glob("??/*"))


def test_progress_hears_of_every_task(own_cache):
    heard = []

    class Listener(Progress):
        def planned(self, total):
            heard.append(total)

        def finished(self, task, answer):
            heard.append(task)

    for _ in ("computed", "remembered"):
        heard.clear()
        verify(SMALL, only=claims_only, progress=Listener())
        assert heard[0] == len(heard) - 1 == len(set(heard[1:]))


def test_shards_are_the_whole_catalogue_once():
    shards = [verify(shard=(part, 3), only=lambda task: False) for part in (1, 2, 3)]
    found = [outcome.derivation.id for shard in shards for outcome in shard]
    assert sorted(found) == sorted(catalogue)


def test_keys_change_with_whatever_the_answer_depends_on():
    page = catalogue[SMALL]
    first, *others = (task for task in tasks_of(page) if task.part != "simulation")
    asked = [(task.part == "mutants", claim_text(claim_of(page, task.part, task.name))) for task in (first, *others)]
    assert len({task_key(task, Settings()) for task in (first, *others)}) == len(set(asked)) > 2
    simulations = [task for task in tasks_of(page) if task.part == "simulation"]
    assert len({task_key(task, Settings(device=place)) for task in simulations for place in ("cpu", "cuda")}) == (
        2 * len(simulations))
    variants = [Settings(), Settings(seed=1), Settings(profile="thorough")]
    assert len({task_key(first, settings) for settings in variants}) == len(variants)
    assert task_key(first, Settings(device="cuda")) == task_key(first, Settings())


def test_keys_are_the_same_in_every_process():
    code = (
        "from derivations.contents import catalogue\n"
        "from derivations.running.runner import task_key\n"
        "from derivations.running.tasks import Settings, tasks_of\n"
        "print([task_key(task, Settings()) for page in catalogue.values() for task in tasks_of(page)])"
    )
    printed = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                       env=os.environ | {"PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_a_claims_text_holds_its_assumptions_and_the_nature_of_its_symbols():
    page = catalogue["early_stopping"]
    text = claim_text(page.steps["weight_decay_filter"].claim)
    assert "eigendecomposition" in text and "symmetric" in text and "positive=True" in text
    assert len(kernel_version()) == 16


CLAIMS_OF_TWO_PAGES = (
    "import json\n"
    "from derivations.running import as_json\n"
    "from derivations.running.runner import verify\n"
    "pages = ('early_stopping', 'minimum_norm')\n"
    "print(json.dumps(as_json.twin(verify(*pages, jobs=2, only=lambda task: task.part != 'mutants'))))"
)


def start(cache, *arguments) -> subprocess.Popen:
    """A run of its own on this cache: of the claims of two pages, or of the command with these arguments."""
    command = [*COMMAND, *arguments] if arguments else [sys.executable, "-c", CLAIMS_OF_TWO_PAGES]
    environment = os.environ | {"DERIVATIONS_CACHE": str(cache)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            preexec_fn=_hear_interrupts)


def _hear_interrupts() -> None:
    """A shell that runs the tests in the background may have told its children to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def undisturbed(cache) -> bytes:
    process = start(cache)
    out, problems = process.communicate()
    assert (process.returncode, problems) == (0, b"")
    return out


def test_after_twenty_kills_the_next_run_is_as_if_nothing_had_happened(tmp_path):
    calm = undisturbed(tmp_path / "calm")
    moments = random.Random(0)
    for _ in range(20):
        process = start(tmp_path / "stormy")
        time.sleep(moments.uniform(0.3, 1.3))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    for entry in (tmp_path / "stormy").glob("??/*"):
        assert json.loads(entry.read_bytes())["record"]
    assert undisturbed(tmp_path / "stormy") == calm


def test_many_runs_at_once_on_one_cache_agree(tmp_path):
    processes = [start(tmp_path) for _ in range(6)]
    results = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    assert len(set(results)) == 1


def test_an_interrupt_leaves_a_sound_cache_and_says_so(tmp_path):
    process = start(tmp_path, "verify", "minimum_norm", "--jobs", "1")
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, problems = process.communicate()
    if process.returncode == 130:
        assert problems.startswith(b"derivations: interrupted") and problems.count(b"\n") == 1
    for entry in tmp_path.glob("??/*"):
        assert json.loads(entry.read_bytes())["record"]


def test_a_cluster_gives_the_same_answers(own_cache):
    distributed = pytest.importorskip("distributed")
    here = verify(SMALL, remember=False, only=claims_only)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        there = verify(SMALL, remember=False, only=claims_only, place=Dask(cluster.scheduler_address))
    assert as_text(there) == as_text(here)


def test_a_run_without_tasks_starts_no_worker(tmp_path):
    assert Run(Settings(), Cache(tmp_path), Progress()).answers([], Local()) == {}
