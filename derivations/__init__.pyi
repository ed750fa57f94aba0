"""The public names, for type checkers; `__init__.py` loads them when first used."""

from derivations.assumptions import (
    commutes_with_permutations,
    commuting,
    eigendecomposition,
    entrywise_positive,
    idempotent,
    permutation,
    positive_semidefinite,
    probability_vector,
    projection,
    row_stochastic,
    semi_orthogonal,
    skew,
    svd,
    unit_vector,
)
from derivations.checking import check
from derivations.claims import (
    Claim,
    Induction,
    agrees_to_order,
    at_most,
    big_o,
    equal,
    for_all_k,
    less_than,
    tends_to,
)
from derivations.constants import Supremum, supremum
from derivations.contents import catalogue
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.diagnosis import diagnose
from derivations.errors import ClaimError, FloatError, ShapeError, UnknownFunctionError, UnsupportedError
from derivations.fields import (
    after,
    along,
    at,
    displacement,
    euler_step,
    flow,
    grad,
    here,
    potential,
    squared_norm,
    vector_field,
)
from derivations.flows import along_flow, conserved, decreases, exponential, solves, starts_at
from derivations.mutation import mutants
from derivations.probability import (
    bernoulli,
    choice,
    covariance,
    entropy,
    expectation,
    finite,
    gaussian,
    js,
    kl,
    log_density,
    mutual_information,
    normal,
    rademacher,
    shuffled,
    subset,
    uniform,
    variance,
)
from derivations.replaying import replay
from derivations.running.runner import verify
from derivations.teaching.answers import Answer
from derivations.teaching.exercises import exercise
from derivations.verdict import Counterexample, Verdict
from derivations.words import (
    diag,
    diagonal,
    directional,
    dot,
    elementwise,
    gradient,
    hessian,
    inv,
    jacobian,
    logsumexp,
    norm,
    relu,
    sigmoid,
    softmax,
    softplus,
    vec,
)

__version__: str
__all__ = [
    "Answer", "Claim", "ClaimError", "Counterexample", "Derivation", "Erratum", "FloatError", "Induction", "ShapeError",
    "Source", "Step", "Supremum", "UnknownFunctionError", "UnsupportedError", "Verdict", "__version__", "after",
    "agrees_to_order", "along", "along_flow", "at", "at_most", "bernoulli", "big_o", "catalogue", "check", "choice",
    "commutes_with_permutations", "commuting", "conserved", "covariance", "decreases", "diag", "diagnose", "diagonal",
    "directional", "displacement", "dot", "eigendecomposition", "elementwise", "entropy", "entrywise_positive", "equal",
    "euler_step", "exercise", "expectation", "exponential", "finite", "flow", "for_all_k", "gaussian", "grad",
    "gradient", "here", "hessian", "idempotent", "inv", "jacobian", "js", "kl", "less_than", "log_density", "logsumexp",
    "mutants", "mutual_information", "norm", "normal", "permutation", "positive_semidefinite", "potential",
    "probability_vector", "projection", "rademacher", "relu", "replay", "row_stochastic", "semi_orthogonal",
    "shuffled", "sigmoid", "skew", "softmax", "softplus", "solves", "squared_norm", "starts_at", "subset", "supremum",
    "svd", "tends_to", "uniform", "unit_vector", "variance", "vec", "vector_field", "verify",
]
