"""Sixty-odd slips of the kinds seen in practice, each put into one line of a clean page by the tests.

`at` is the step that becomes wrong, as block.step; `old` stands exactly once in that step, or, for a missing
hypothesis, in the block. `hint` is a word that must stand in the hint where the right edit is an assumption; elsewhere
the right edit is the one that gives the clean line back. `also` lists other steps that needed the hypothesis.
"""

from typing import NamedTuple


class Slip(NamedTuple):
    """One edit of one page."""

    kind: str
    page: str
    at: str
    old: str
    new: str
    hint: str = ""
    also: tuple[str, ...] = ()


SLIPS = (
    Slip("sign", "ridge", "ridge-solution.gradient", "- y) + lambda", "- y) - lambda"),
    Slip("factor", "ridge", "ridge-solution.hessian", "= X' X", "= 2 X' X"),
    Slip("sign", "ridge", "ridge-solution.normal-equations", "best - y", "best + y"),
    Slip("swapped roles", "ridge", "ridge-solution.push-through", "inv(X X'", "inv(X' X"),
    Slip("factor", "ridge", "ridge-solution.excess", "(w - best) / 2", "(w - best)"),
    Slip("sign", "ridge", "ridge-solution.residual", "+ lambda I", "- lambda I"),
    Slip("power", "ridge", "ridge-shrinkage.derivative", "lambda)^2", "lambda)^3"),
    Slip("sign", "ridge", "ridge-shrinkage.derivative", "= -s^2", "= s^2"),
    Slip("power", "ridge", "ridge-shrinkage.removed", "(s^2 + lambda)", "(s + lambda)"),
    Slip("sign", "ridge", "ridge-bias.bias", "= -lambda", "= lambda"),
    Slip("power", "ridge", "ridge-bias.noise", "I)^2", "I)"),
    Slip("power", "ridge", "ridge-bias.spread", "= sigma^2", "= sigma"),
    Slip("missing hypothesis", "early_stopping", "descent.slope", "symmetric matrix H", "matrix H", "symmetric",
         ("one-step", "decrease")),
    Slip("sign", "early_stopping", "descent.one-step", "(I - epsilon H)", "(I + epsilon H)"),
    Slip("wrong index", "early_stopping", "descent.iterate", "epsilon H)^k)", "epsilon H)^(k+1))"),
    Slip("power", "early_stopping", "descent.decrease", "H^3", "H^2"),
    Slip("factor", "early_stopping", "descent.decrease", "epsilon^2/2", "epsilon^2"),
    Slip("transpose", "early_stopping", "filters.decay", "= U inv", "= U' inv"),
    Slip("sign", "early_stopping", "filters.stop", "= (I - (I - epsilon", "= (I - (I + epsilon"),
    Slip("swapped roles", "early_stopping", "rates.removed", "= alpha", "= lambda"),
    Slip("sign", "early_stopping", "rates.next", "- epsilon^2", "+ epsilon^2"),
    Slip("factor", "early_stopping", "rates.next", "lambda^2 / 2", "lambda^2"),
    Slip("sign", "early_stopping", "rates.solution", "= -lambda", "= lambda"),
    Slip("sign", "softmax", "softmax.hessian", "- s s'", "+ s s'"),
    Slip("factor", "softmax", "softmax.jacobian", "- s s'", "- 2 s s'"),
    Slip("sign", "softmax", "cross-entropy.gradient", "softmax(z) - p", "softmax(z) + p"),
    Slip("wrong index", "softmax", "cross-entropy.written-out", "p[i] log", "p[1] log"),
    Slip("missing hypothesis", "softmax", "cross-entropy.total", "probability vector p", "vector p", "probability",
         ("written-out",)),
    Slip("factor", "softmax", "two-classes.slope", "(1 - sigmoid(z))", "(1 - 2 sigmoid(z))"),
    Slip("sign", "softmax", "two-classes.loss", "softplus(-z)", "softplus(z)"),
    Slip("factor", "softmax", "two-classes.tangent", "z^2/8", "z^2/4"),
    Slip("sign", "softmax", "two-classes.symmetry", "= 1 - sigmoid", "= 1 + sigmoid"),
    Slip("transpose", "attention", "attention.moved-scores", "scores(X) P'", "scores(X) P"),
    Slip("swapped roles", "attention", "attention.bilinear", "X B A'", "X A B'"),
    Slip("transpose", "attention", "attention.equivariant", "= P attend", "= P' attend"),
    Slip("power", "attention", "scaling.scaled", "/ c^2", "/ c"),
    Slip("sign", "attention", "scaling.softmax-slope", "= -c exp", "= c exp"),
    Slip("power", "attention", "scaling.covariance", "= k' S k", "= k' S^2 k"),
    Slip("sign", "gan", "one-outcome.slope", "a/t - b", "a/t + b"),
    Slip("swapped roles", "gan", "one-outcome.optimum", "t = a/", "t = b/"),
    Slip("swapped roles", "gan", "one-outcome.complement", "= b/", "= a/"),
    Slip("factor", "gan", "divergence.value", "- 2 log(2)", "- log(2)"),
    Slip("factor", "gan", "divergence.written-out", "= jensen", "= 2 jensen"),
    Slip("sign", "gan", "divergence.entropy", "= -entropy", "= entropy"),
    Slip("KL direction", "gan", "divergence.entropy", "kl(P, Q)", "kl(Q, P)"),
    Slip("sign", "gan", "losses.saturating", "= -D", "= D"),
    Slip("factor", "gan", "losses.non-saturating", "= D - 1", "= 2 D - 1"),
    Slip("KL direction", "elbo", "bound.gap", "log(q[i] evidence/joint[i])", "log(joint[i]/(q[i] evidence))"),
    Slip("sign", "elbo", "bound.parts", "- sum", "+ sum"),
    Slip("sign", "elbo", "bound.entropy", "+ entropy", "- entropy"),
    Slip("KL direction", "elbo", "gaussian-encoder.divergence", "kl(code, standard)", "kl(standard, code)"),
    Slip("sign", "elbo", "gaussian-encoder.divergence", "- log(det(S))", "+ log(det(S))"),
    Slip("sign", "elbo", "gaussian-encoder.best-mean", "- W' (x", "+ W' (x"),
    Slip("factor", "elbo", "one-pair.reparametrised", "= 2 epsilon", "= epsilon"),
    Slip("KL direction", "gaussian_kl", "scalars.divergence", "kl(P, Q)", "kl(Q, P)"),
    Slip("power", "gaussian_kl", "scalars.mean-term", "/ v^2  ", "/ v    "),
    Slip("factor", "gaussian_kl", "scalars.entropy", "/2 + 1/2", "/2 + 1"),
    Slip("sign", "gaussian_kl", "scalars.score", "= -(x", "= (x"),
    Slip("swapped roles", "gaussian_kl", "vectors.divergence", "tr(inv(T) S)", "tr(inv(S) T)"),
    Slip("sign", "gaussian_kl", "vectors.second-moment", "S + m", "S - m"),
    Slip("factor", "gaussian_kl", "vectors.quadratic", "+ tr", "+ 2 tr"),
    Slip("factor", "optimisation", "quadratics.minimum", "b) / 2", "b)"),
    Slip("sign", "optimisation", "quadratics.gradient", "= H x - b", "= H x + b"),
    Slip("factor", "optimisation", "quadratics.one-step", "eta^2/2", "eta^2"),
    Slip("factor", "optimisation", "quadratics.parallelogram", "2 norm(g)^2", "norm(g)^2"),
    Slip("factor", "optimisation", "step-sizes.balance", "1 - 2 mu", "1 - mu"),
    Slip("factor", "optimisation", "modified-loss.penalty", "h/4", "h/2"),
    Slip("sign", "optimisation", "modified-loss.euler", "f - h/2", "f + h/2"),
    Slip("wrong index", "optimisation", "sums.geometric", "r^(k+1)", "r^k"),
    Slip("missing hypothesis", "equivariance", "tied-weights.orthogonal", "permutation matrix P", "matrix P",
         "orthogonal", ("commutes", "ones", "layer", "pooled")),
    Slip("factor", "equivariance", "eigenvalues.constant", "M gamma", "gamma"),
    Slip("power", "equivariance", "eigenvalues.square", "lambda^2", "lambda"),
    Slip("transpose", "equivariance", "products.conjugate", "P A P'", "P A P"),
    Slip("missing hypothesis", "equivariance", "products.conjugation", "commuting(A, P), ", "", "commut",
         ("closed",)),
    Slip("transpose", "backprop", "two-layers.input", "= W' (V'", "= W (V'"),
    Slip("transpose", "backprop", "pieces.bilinear", "= A' g", "= A g"),
    Slip("factor", "backprop", "pieces.quadratic", "(A + A') x", "2 A x"),
    Slip("swapped roles", "backprop", "linear-layer.pull-back", "= G W'", "= X W'"),
    Slip("sign", "backprop", "pieces.inverse", "= -inv", "= inv"),
    Slip("power", "backprop", "pieces.matrix-power", "(A')^2", "A'"),
    Slip("factor", "backprop", "linear-layer.line", "t^2/2", "t^2"),
)
