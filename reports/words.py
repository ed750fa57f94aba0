"""Verdicts in words and marks, the same on every page."""

from __future__ import annotations

import re

from derivations.running.outcome import Finding, Outcome

ACRONYMS = {"adam", "elbo", "gan", "gd", "gp", "js", "kl", "mse", "ntk", "pca", "psd", "relu", "sgd", "svd", "vae"}
MARKS = {"proved": "✓", "refuted": "✗", "supported": "∼", "vacuous": "∅", "undecided": "?"}


def sentence(words: str) -> str:
    """The words with a capital in front, unless they begin with a formula."""
    return words[:1].upper() + words[1:] if re.match(r"(a|[a-z]{2,}) ", words) else words


def scope(found: Finding) -> str:
    """', for all sizes' after a proof, nothing otherwise."""
    return f", for {found.scope}" if found.status == "proved" else ""


def chance(found: Finding) -> str:
    """The error bound in words."""
    if found.error_bound_log2 is None:
        return "none, the method is exact"
    return f"at most $`2^{{{found.error_bound_log2:g}}}`$"


def summary(outcome: Outcome) -> str:
    """One sentence about what was found."""
    cited = len(outcome.derivation.assumed)
    sentences = [f"{outcome.proved} of {len(outcome.steps)} steps proved" + (f", {cited} cited" if cited else "")]
    if outcome.score.generated:
        sentences.append(f"{outcome.score.refuted} of {outcome.score.false} false neighbours refuted")
    if outcome.simulations:
        passed = sum(trial.passed for trial in outcome.simulations.values())
        sentences.append(f"{passed} of {len(outcome.simulations)} simulations within their bounds")
    if outcome.derivation.errata:
        count = len(outcome.derivation.errata)
        sentences.append(f"{count} {'erratum' if count == 1 else 'errata'} in the sources")
    return ". ".join(sentences) + "."
