"""One derivation on one page: statement, notation, steps with verdicts, falsehoods, simulations, errata, usage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy

from derivations.claims import Claim, Induction
from derivations.derivation import KINDS, Derivation, Erratum, Step
from derivations.printing import latex
from derivations.running.as_json import rounded
from derivations.running.outcome import Finding, MutantScore, Outcome, Trial
from reports import markdown as md
from reports.assumptions import assumptions
from reports.counterexample import counterexample
from reports.formula import formula
from reports.words import ACRONYMS, MARKS, chance, scope, sentence, summary


def derivation_page(outcome: Outcome) -> str:
    """The whole page."""
    derivation = outcome.derivation
    return md.page(
        f"# {md.prose(derivation.title)}",
        md.prose(summary(outcome)),
        md.prose(derivation.page.statement),
        _main_statements(derivation),
        _not_claimed(derivation),
        _section("Notation", _notation(derivation)),
        _section("Steps", *_steps(outcome)),
        _section("Tempting but false", *_falsehoods(outcome)),
        _section("Simulations", _simulations(outcome.simulations.values()), *_figures(outcome.simulations.values())),
        _section("Errata of the sources", *_errata(outcome)),
        _section("Assumed without proof", _assumed(derivation)),
        _section("References", md.bullets(map(md.prose, derivation.page.references))),
        _section("Use it", *_usage(derivation)),
    )


def _section(title: str, *body: str) -> str:
    filled = [part for part in body if part]
    return "\n\n".join([f"## {title}", *filled]) if filled else ""


def _main_statements(derivation: Derivation) -> str:
    named = derivation.page.main_statements.items()
    return md.bullets(f"{_link(derivation, name)}: {md.prose(said)}" for name, said in named)


def _link(derivation: Derivation, name: str) -> str:
    """The title of a step, leading to its heading on the page."""
    if name not in derivation.steps:
        return _title(name)
    return f"[{_title(name)}](#{[*derivation.steps].index(name) + 1}-{name.replace('_', '-')})"


def _not_claimed(derivation: Derivation) -> str:
    return f"**Not claimed:** {md.prose(derivation.page.not_claimed)}" if derivation.page.not_claimed else ""


def _notation(derivation: Derivation) -> str:
    named = derivation.notation.items()
    rows = [(md.inline(latex(symbol)), md.prose(meaning), _range(symbol)) for symbol, meaning in named]
    standing = assumptions(derivation.given)
    lines = [md.table(("symbol", "stands for", "ranges over"), rows)] if rows else []
    return "\n\n".join([*lines, *([f"Throughout: {standing}."] if standing else [])])


def _range(symbol: sympy.Basic) -> str:
    if isinstance(symbol, sympy.MatrixSymbol):
        rows, columns = symbol.shape
        return md.inline(rf"\mathbb{{R}}^{{{latex(rows)}" + ("}" if columns == 1 else rf" \times {latex(columns)}}}"))
    kinds = ("positive", "nonnegative", "nonzero")
    words = [next((kind for kind in kinds if getattr(symbol, f"is_{kind}")), "")]
    words.append("integers" if symbol.is_integer else "reals")
    return " ".join(filter(None, words))


def _steps(outcome: Outcome) -> Iterable[str]:
    for number, (name, step) in enumerate(outcome.derivation.steps.items(), 1):
        found, score = outcome.steps[name], outcome.mutants.get(name)
        yield f"### {number}. {_title(name)}"
        yield formula(step.claim)
        yield _because(step, outcome.derivation)
        yield f"{MARKS[found.status]} **{_verdict(step, found)}**"
        yield md.details("how it was decided", _how(step, found))
        yield _nearest(score)


def _title(name: str) -> str:
    return sentence(" ".join(word.upper() if word in ACRONYMS else word for word in name.split("_")))


def _verdict(step: Step, found: Finding) -> str:
    if step.kind == "cited":
        return f"Cited, not proved here: {md.prose(step.reference)}."
    return f"{found.status.capitalize()}{scope(found)}."


def _because(step: Step, derivation: Derivation) -> str:
    """The reason as a sentence, after what this step assumes beyond the standing assumptions."""
    own = assumptions(tuple(one for one in step.claim.given if one not in derivation.given))
    return f"{md.prose(sentence(step.reason))}." + (f" Given: {own}." if own else "")


def _how(step: Step, found: Finding) -> str:
    lines = [
        f"name: {md.code(step.name)}, {KINDS[step.kind]}",
        f"method: {md.prose(found.method)}" if found.method else "",
        f"chance of a wrong verdict: {chance(found)}" if found.status == "proved" else "",
        *(f"rests on: {md.prose(theorem)}" for theorem in found.theorems),
        *(f"needs: {md.prose(condition)}" for condition in found.side_conditions),
        f"reason: {md.prose(found.reason)}" if found.reason else "",
        f"time: under {rounded(found.seconds)} s",
    ]
    return md.bullets(line for line in lines if line)


def _nearest(score: MutantScore | None) -> str:
    if score is None or not score.generated:
        return ""
    if not score.false:
        return f"None of its {score.generated} neighbours could be told false."
    true = f", {score.true_by_oracle} neighbours happen to be true" if score.true_by_oracle else ""
    counts = f"{score.refuted} of {score.false} false neighbours refuted{true}"
    if not score.nearest:
        return counts + "."
    words = f"The nearest one, {md.prose(score.nearest['edit'])}:"
    shown = [words, md.equation(score.nearest["latex"]), counterexample(score.nearest["counterexample"])]
    return md.details(counts, "\n\n".join(shown))


def _falsehoods(outcome: Outcome) -> Iterable[str]:
    for name, step in outcome.derivation.falsehoods.items():
        found = outcome.falsehoods[name]
        yield f"### {_title(name)}"
        yield formula(step.claim)
        yield f"Tempting, because {md.prose(step.reason)}. {MARKS[found.status]} **{found.status.capitalize()}.**"
        yield _refutation(found)


def _refutation(found: Finding) -> str:
    return counterexample(found.counterexample) if found.counterexample else md.prose(found.reason)


def _simulations(trials: Iterable[Trial]) -> str:
    rows = [(md.code(trial.id), "passed" if trial.passed else "FAILED", _number(trial.observed), _number(trial.bound),
             _number(trial.detectable)) for trial in trials]
    return md.table(("simulation", "", "observed", "derived bound", "smallest detectable error"), rows) if rows else ""


def _figures(trials: Iterable[Trial]) -> Iterable[str]:
    for trial in trials:
        if trial.figure:
            name = figure_name(trial.id)
            yield f"![{md.prose(trial.figure['title'])}](../figures/{name}.svg)"
            yield f"The numbers: [{name}.csv](../figures/{name}.csv)"


def figure_name(simulation: str) -> str:
    """The file name of a simulation's figure, without its ending."""
    return simulation.removeprefix("numerics.").replace(":", ".")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _errata(outcome: Outcome) -> Iterable[str]:
    for erratum in outcome.derivation.errata:
        yield erratum_text(erratum, outcome.printed[erratum.id], outcome.corrected[erratum.id])


def erratum_text(erratum: Erratum, printed: Finding, corrected: Finding) -> str:
    """A wrong line: as printed with its counterexample, then corrected."""
    return md.page(
        f"### {md.prose(erratum.source)}, line {erratum.line}",
        f"{md.prose(erratum.problem)} ({erratum.severity})",
        f"As printed: {MARKS[printed.status]} **{printed.status}**{_given(erratum.as_printed)}",
        formula(erratum.as_printed),
        _refutation(printed),
        f"Corrected: {MARKS[corrected.status]} **{corrected.status}{scope(corrected)}**{_given(erratum.corrected)}",
        formula(erratum.corrected),
    ).rstrip()


def _given(claim: Claim | Induction) -> str:
    """', given ...' where a claim assumes something."""
    return f", given {assumptions(claim.given)}" if claim.given else ""


def _assumed(derivation: Derivation) -> str:
    return md.bullets(f"{md.code(step.name)}: {md.prose(step.reference)}" for step in derivation.assumed)


def _usage(derivation: Derivation) -> Iterable[str]:
    package, _, name = derivation.module.rpartition(".")
    first: Mapping[str, Any] = derivation.steps
    lines = [
        f"from {package} import {name}",
        "",
        f"print({name}.check())",
        f'{name}.steps["{next(iter(first))}"].check()      # one step, with its verdict',
    ]
    yield md.block("\n".join(lines), "python")
    yield md.block(f"derivations verify {name} --no-cache --seed 0", "bash")
    yield "; ".join(f"Source: {md.prose(str(source))}" for source in derivation.sources)
