"""The command line: what it prints, its exit codes, and one line for every kind of bad input."""

import json
import os
import subprocess
import sys

import pytest

from derivations import __version__
from derivations.cli import main, parser
from derivations.commands import exit_code
from derivations.contents import catalogue
from derivations.running.outcome import Finding, MutantScore, Outcome, Trial

PAGE = catalogue["minimum_norm"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("DERIVATIONS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


BAD_INPUT = {
    "unknown id": (["verify", "minimum_nrom"], "minimum_norm"),
    "unknown topic": (["verify", "regularization"], "regularisation"),
    "nothing like it": (["verify", "zzz"], "derivations list"),
    "unknown step": (["explain", "minimum_norm.pythagorus"], "pythagoras"),
    "unknown derivation to explain": (["explain", "minimum"], "minimum_norm"),
    "no jobs": (["verify", "--jobs", "0"], ">= 1"),
    "negative jobs": (["verify", "--jobs", "-2"], ">= 1"),
    "jobs in words": (["verify", "--jobs", "two"], "'two'"),
    "impossible shard": (["verify", "--shard", "3/2"], "I/N"),
    "zeroth shard": (["verify", "--shard", "0/2"], "I/N"),
    "shard of nothing": (["verify", "--shard", "2"], "I/N"),
    "seed in words": (["verify", "--seed", "pi"], "pi"),
    "unknown profile": (["verify", "--profile", "slow"], "thorough"),
    "unknown executor": (["verify", "--executor", "spark=there"], "dask=ADDRESS"),
    "unknown command": (["prove"], "verify"),
    "no command": ([], "COMMAND"),
    "unknown option": (["list", "--colour"], "--colour"),
    "unknown source": (["errata", "--source", "nowhere.txt"], "nowhere.txt"),
    "missing notes": (["check", "nowhere.md"], "nowhere.md"),
    "benchmarks to nowhere": (["bench", "--quick", "--out", "/dev/null/nowhere"], "/dev/null"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_is_answered_in_one_line(case, capsys):
    arguments, hint = BAD_INPUT[case]
    assert main(arguments) == 2
    out, complaint = capsys.readouterr()
    assert out == ""
    assert complaint.count("\n") == 1 and complaint.startswith("derivations: ") and hint in complaint


def test_no_gpu_is_said_in_one_line(capsys):
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    assert main(["verify", "--device", "cuda"]) == 2
    assert "no GPU" in capsys.readouterr().err


def test_output_that_cannot_be_written_is_said_in_one_line(tmp_path, capsys):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    assert main(["report", "--out", str(in_the_way / "reports")]) == 2
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1 and str(in_the_way) in complaint
    assert in_the_way.read_text() == "not a folder"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "derivations.cli", *arguments], capture_output=True, text=True,
                          env=os.environ | environment)


def test_a_broken_cache_costs_one_line_and_no_result(own_cache):
    first = run("explain", "minimum_norm.pythagoras")
    entries = list(own_cache.glob("??/*.json"))
    for entry in entries:
        entry.write_text("{")
    second = run("explain", "minimum_norm.pythagoras")
    assert (second.stdout, second.returncode) == (first.stdout, 0)
    assert second.stderr.count("\n") == 1 and "broken cache entry" in second.stderr
    assert all(json.loads(entry.read_text()) for entry in entries)


def test_an_unwritable_cache_costs_one_line_and_no_result(tmp_path):
    (tmp_path / "file").write_text("")
    done = run("explain", "minimum_norm.one_step", DERIVATIONS_CACHE=str(tmp_path / "file" / "cache"))
    assert done.returncode == 0 and "proved" in done.stdout
    assert done.stderr.count("\n") == 1 and "cache" in done.stderr


def test_no_cache_leaves_no_trace(own_cache):
    assert run("explain", "minimum_norm.one_step", "--no-cache").returncode == 0
    assert not own_cache.exists()


def test_version(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"derivations {__version__}\n"


def loaded_after(*arguments: str) -> set[str]:
    code = (
        "import sys\n"
        "from derivations.cli import main\n"
        f"try: main({list(arguments)!r})\n"
        "except SystemExit: pass\n"
        "print('loaded', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.rpartition("loaded ")[2].split())


def test_version_loads_next_to_nothing():
    assert not loaded_after("--version") & {"sympy", "rich", "torch", "matplotlib", "numpy"}


@pytest.mark.parametrize("arguments", [["list"], ["explain", "minimum_norm.one_step"], ["errata"]])
def test_torch_and_matplotlib_stay_away(arguments):
    assert not loaded_after(*arguments) & {"torch", "matplotlib"}


def test_list(capsys):
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in catalogue)
    assert main(["list", "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == list(catalogue)


def test_explain_says_what_why_and_how(capsys):
    assert main(["explain", "minimum_norm.pythagoras"]) == 0
    said = capsys.readouterr().out
    step = PAGE.steps["pythagoras"]
    for part in (step.name, step.reason, "proved, all sizes", "decided by", "nearest false variant", "left", "right"):
        assert part in said


def test_errata_as_json_is_a_list(capsys):
    assert main(["errata", "--json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert len(records) == sum(len(page.errata) for page in catalogue.values())
    for record in records:
        assert (record["as_printed_status"], record["corrected_status"]) == ("refuted", "proved")


GOOD, OPEN, BAD = (Finding(status) for status in ("proved", "undecided", "refuted"))


@pytest.mark.parametrize(("change", "code", "strict"), [
    ({}, 0, 0),
    ({"steps": OPEN}, 0, 3),
    ({"steps": Finding("supported")}, 0, 3),
    ({"steps": BAD}, 1, 1),
    ({"steps": Finding("vacuous")}, 1, 1),
    ({"falsehoods": GOOD}, 1, 1),
    ({"falsehoods": OPEN}, 0, 3),
    ({"mutants": MutantScore(5, 1, 4, 3)}, 1, 1),
    ({"mutants": MutantScore(problem="crashed: so it was")}, 0, 3),
    ({"simulations": Trial("s", passed=False)}, 1, 1),
    ({"simulations": Trial("s", passed=False, problem="time")}, 0, 3),
])
def test_exit_codes(change, code, strict):
    usual = {"steps": GOOD, "falsehoods": BAD, "mutants": MutantScore(5, 1, 4, 4), "simulations": Trial("s", True)}
    groups = {name: {"pythagoras": one} for name, one in (usual | change).items()}
    outcome = Outcome(PAGE, **groups)
    assert exit_code([outcome], strict=False) == code
    assert exit_code([outcome], strict=True) == strict


def test_every_command_explains_itself():
    for command in ("verify", "report", "list", "explain", "errata", "check", "bench"):
        with pytest.raises(SystemExit) as left:
            parser().parse_args([command, "--help"])
        assert left.value.code == 0
