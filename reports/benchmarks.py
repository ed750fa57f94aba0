"""The page of benchmarks: the data of `derivations bench` as Markdown. Nothing on it is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports import markdown as md

Data = Mapping[str, Any]


def page(results: Data) -> str:
    """The whole page."""
    return md.page(
        "# Benchmarks",
        f"Written by {md.code('derivations bench' + (' --quick' if results['budget'] == 'quick' else ''))} on the "
        "machine described at the end. Ratios compare what was measured side by side in that run; times are context.",
        _targets(results["targets"]),
        _deciding(results["deciding"]),
        _scale(results["scale"]),
        _simulations(results["simulations"]),
        _whole_job(results["whole_job"], results["context"]),
        _checker(results["checker"]),
        _machine(results["machine"]),
    )


def _targets(targets: Sequence[Data]) -> str:
    rows = [(one["what"], one["wanted"], _figure(one["found"]), "yes" if one["met"] else "**no**") for one in targets]
    return "## What was to be shown\n\n" + md.table(("figure", "wanted", "measured", "met"), rows)


# --- deciding --------------------------------------------------------------------------------------------------------

def _deciding(found: Data) -> str:
    limits = " and ".join(f"{value:g} {name}" for name, value in found["limits"].items())
    absent = f"Not installed here, so skipped: {', '.join(found['absent'])}." if found["absent"] else ""
    return md.page(
        "## Deciding",
        f"Every decider is asked once, in a process that can be killed, for at most {limits}; a decider that runs out "
        "of time is charged what it has used, so a ratio is a lower bound where that happens. A decider is judged only "
        "by claims that can be put to it: *claims* counts them, and *ours* is our total on the same ones. *Wrong* "
        "means that it proved what is false or refuted what is true; which mutants are false is said by an oracle that "
        "shares no code with any of them. Peers see matrices as explicit 3 x 3 entries, so what they prove is proved "
        "for size 3 only; numpy's answers are beliefs, and what Math-Verify does not pass counts as refuted. "
        "Intervals are 95 % bootstrap intervals over the claims.",
        absent,
        *(_group(name, group) for name, group in found["groups"].items()),
        "### Wrong answers by name",
        md.bullets(f"**{name}** ({len(names)}): {_names(names)}" for name, names in found["wrong"].items()),
        "Processor time over time on the wall, which tells whether the clocks agree and the machine was idle: "
        + ", ".join(f"{name} {share:.2f}" for name, share in found["processor share"].items()) + ".",
    ).rstrip()


def _group(name: str, group: Data) -> str:
    rows = [_decider(decider, one) for decider, one in group["deciders"].items() if one]
    silent = [decider for decider, one in group["deciders"].items() if not one]
    header = ("decider", "claims", "proved", "refuted", "undecided", "wrong", "median", "total", "ours", "ratio")
    tail = f"\n\nNot for any of these claims: {', '.join(silent)}." if silent else ""
    counts = f"{group['claims']} claims, {group['true']} known to be true, {group['false']} known to be false."
    return f"### {name.capitalize()}\n\n{counts}\n\n{md.table(header, rows)}{tail}"


def _decider(name: str, one: Data) -> tuple[str, ...]:
    counts = [str(one[word]) for word in ("claims", "proved", "refuted", "undecided", "wrong")]
    ratio = f"{_figure(one['ratio'])} {_interval(one['interval'])}" if one["interval"] else "-"
    is_ours = one["ratio"] == 1.0 and one["total"] == one["ours"]["total"]
    return (name, *counts, _time(one["median"]), _time(one["total"]), _time(one["ours"]["total"]),
            "1" if is_ours else ratio)


def _names(names: Sequence[str]) -> str:
    return "; ".join(map(md.prose, names)) if names else "none"


# --- the other sections ----------------------------------------------------------------------------------------------

def _scale(found: Data) -> str:
    growth = [
        (name, one["unit"], ", ".join(f"{size}: {_time(seconds)}" for size, seconds in
                                      zip(one["sizes"], one["seconds"], strict=True)),
         f"{one['exponent']:.2f} {_interval(one['between'])}", _once(one["statuses"]))
        for name, one in found["growth"].items()
    ]
    floor = [(name, str(at["size"]), _time(at["by hand"]), f"{at['run over hand']:.2f}", f"{at['proof over hand']:.2f}")
             for name, sizes in found["floor"].items() for at in sizes]
    return md.page(
        "## Scale",
        "Time of `check` against the size of the claim. The exponent is the slope of a line through the logarithms, in "
        "brackets the smallest and the largest slope between neighbours.",
        md.table(("claim", "size is the number of", "time", "exponent", "verdict"), growth),
        "The kernel at a given size against the same flint calls written by hand, on random matrices drawn in the same "
        "way: one evaluation of both sides, and a whole proof at that size (as many evaluations as the error allows, "
        "with the bounds that say how many) against as many by hand. The fastest of several, taken in turns.",
        md.table(("claim", "size", "by hand", "evaluation", "proof"), floor),
    ).rstrip()


def _simulations(found: Data) -> str:
    rates = found["rates"]
    rows = [(name, f"{rate:.3g}", _figure(rates["batch"] / rate)) for name, rate in rates.items()]
    gpu = found["gpu"]
    return md.page(
        "## Simulations",
        f"Gradient descent on {found['problems']} least-squares problems ({found['samples']} x {found['weights']}), "
        f"{found['steps']} steps in float64 with one thread; the loops did {found['looped']} of the problems.",
        md.table(("way", "problems x steps a second", "the batch is faster by"), rows),
        f"The batch does {100 * found['share of matmul']:.2g} % of the floating-point operations a second of a large "
        "matrix product with one thread.",
        f"On the GPU {gpu['rate']:.3g} problems x steps a second, {_figure(gpu['over the CPU'])} times the CPU, "
        f"{100 * gpu['share of matmul']:.2g} % of its matrix product." if gpu else "There is no GPU here.",
    ).rstrip()


def _whole_job(found: Data, context: Data) -> str:
    rows = [(jobs, _time(run["cold"]), _time(run["warm"]), f"{run['steps a second']:.1f}",
             f"{run['claims a second']:.0f}", f"{run['megabytes']:.0f} MB") for jobs, run in found["runs"].items()]
    medians = [(group, kind, str(one["claims"]), f"{one['median']:.2f} ms", f"{one['ninth decile']:.2f} ms")
               for group, kinds in context["groups"].items() for kind, one in kinds.items()]
    return md.page(
        "## The whole job",
        f"`derivations verify` on {', '.join(map(md.code, found['derivations']))}: steps, falsehoods, errata, mutants "
        "and simulations, in a process of its own, with an empty cache (cold) and once more (warm).",
        md.table(("processes", "cold", "warm", "steps a second, cold", "steps and mutants a second", "largest process"),
                 rows),
        f"Importing the package takes {found['import seconds']:.3f} s (median, fresh interpreters). `check` as a user "
        f"calls it, each claim for the first time; the largest process used {context['megabytes']:.0f} MB:",
        md.table(("group", "claims are", "how many", "median", "ninth decile"), medians),
    ).rstrip()


def _checker(found: Data) -> str:
    seconds = found["seconds"]
    return md.page(
        "## The checker checked",
        f"{found['refuted']} of {found['false']} false neighbours of {found['claims']} claims refuted, "
        f"{len(found['proved though false'])} proved. A neighbour counts as false if a counterexample was found, which "
        "a second route has evaluated, or if the oracle says so.",
        _score_table("edit", found["by operator"]),
        _score_table("what proves the true claim", found["by method"]),
        f"Time to the first counterexample: median {_time(seconds['0.5'])}, ninth decile {_time(seconds['0.9'])}, "
        f"99 % {_time(seconds['0.99'])}.",
        "Largest dimension of a counterexample: " + _histogram(found["sizes"]) + ".",
        "Largest numerator or denominator in it: " + _histogram(found["numbers"]) + ".",
        f"Not refuted: {_names(found['missed'])}.",
        f"Proved though false: {_names(found['proved though false'])}.",
    ).rstrip()


def _score_table(by: str, scores: Mapping[str, Data]) -> str:
    rows = [(name, str(one["false"]), str(one["refuted"]), f"{100 * one['refuted'] / one['false']:.1f} %")
            for name, one in scores.items()]
    return md.table((by, "false", "refuted", "score"), rows)


def _machine(found: Data) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    return md.page(
        "## The machine",
        f"{found['system']}, {found['processors']} processors, load {found['load before']} before the run; "
        f"Python {found['python']}, {versions}.",
    ).rstrip()


# --- figures ---------------------------------------------------------------------------------------------------------

def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2g}"


def _interval(bounds: Sequence[float]) -> str:
    return f"[{', '.join(_figure(bound) if abs(bound) >= 1 else f'{bound:.2f}' for bound in bounds)}]"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def _histogram(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{value} ({count} times)" for value, count in counts.items()) or "none"


def _once(statuses: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(statuses))
