"""derivations: claims about deep-learning theory, proved by exact computation or refuted by a small counterexample.

    from sympy import MatrixSymbol, symbols
    from derivations import check, equal

    n = symbols("n", integer=True, positive=True)
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    check(equal((A * B).T, B.T * A.T)).status        # 'proved'
    print(check(equal(A * B, B * A)))                # refuted, with the smallest counterexample

The public names are listed here, in one place, and loaded when first used, so that importing the package is cheap.
"""

from __future__ import annotations

import importlib

__version__ = "0.1.0"

_PLACES = {
    "checking": ["check"],
    "claims": [
        "Claim", "Induction", "agrees_to_order", "at_most", "big_o", "equal", "for_all_k", "less_than", "tends_to",
    ],
    "constants": ["Supremum", "supremum"],
    "probability": [
        "bernoulli", "choice", "covariance", "entropy", "expectation", "finite", "gaussian", "js", "kl", "log_density",
        "mutual_information", "normal", "rademacher", "shuffled", "subset", "uniform", "variance",
    ],
    "words": [
        "diag", "diagonal", "directional", "dot", "elementwise", "gradient", "hessian", "inv", "jacobian", "logsumexp",
        "norm", "relu", "sigmoid", "softmax", "softplus", "vec",
    ],
    "assumptions": [
        "commutes_with_permutations", "commuting", "eigendecomposition", "entrywise_positive", "idempotent",
        "permutation", "positive_semidefinite", "probability_vector", "projection", "row_stochastic",
        "semi_orthogonal", "skew", "svd", "unit_vector",
    ],
    "flows": ["along_flow", "conserved", "decreases", "exponential", "solves", "starts_at"],
    "fields": [
        "after", "along", "at", "displacement", "euler_step", "flow", "grad", "here", "potential", "squared_norm",
        "vector_field",
    ],
    "verdict": ["Counterexample", "Verdict"],
    "mutation": ["mutants"],
    "diagnosis": ["diagnose"],
    "replaying": ["replay"],
    "contents": ["catalogue"],
    "derivation": ["Derivation", "Erratum", "Source", "Step"],
    "running.runner": ["verify"],
    "teaching.answers": ["Answer"],
    "teaching.exercises": ["exercise"],
    "errors": ["ClaimError", "FloatError", "ShapeError", "UnknownFunctionError", "UnsupportedError"],
}
_WHERE = {name: module for module, names in _PLACES.items() for name in names}

__all__ = sorted([*_WHERE, "__version__"])


def __getattr__(name: str):
    if name not in _WHERE:
        raise AttributeError(f"module 'derivations' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"derivations.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
