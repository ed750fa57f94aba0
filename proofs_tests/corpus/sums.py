"""Sums and products over a symbolic number of terms, with IndexedBase entries."""

from sympy import IndexedBase, Product, Rational, Sum, exp, log, symbols

from derivations import equal
from proofs_tests.corpus.entry import Entry

n = symbols("n", integer=True, positive=True)
ii, jj, kk = symbols("i j k", integer=True, positive=True)
x, y, z = IndexedBase("x", real=True), IndexedBase("y", real=True), IndexedBase("z", real=True)
p, q = IndexedBase("p", positive=True), IndexedBase("q", positive=True)
c, b = symbols("c b", real=True)


def total(term, *indices):
    """The sum of a term over indices from 1 to n."""
    return Sum(term, *((index, 1, n) for index in indices or (ii,)))


MEAN = total(x[ii]) / n
MASS = total(exp(z[jj]), jj)

ENTRIES = [
    Entry("sum_is_linear", "sums are linear", equal(total(c * x[ii] + b * y[ii]), c * total(x[ii]) + b * total(y[ii]))),
    Entry("sum_of_constant", "n equal terms", equal(total(c), n * c)),
    Entry("sum_of_integers", "Gauss's sum", equal(total(ii), n * (n + 1) / 2)),
    Entry("double_sum_factors", "a double sum of products factors",
          equal(total(x[ii] * y[jj], ii, jj), total(x[ii]) * total(y[ii]))),
    Entry("variance_two_forms", "variance as second moment minus squared mean",
          equal(total((x[ii] - total(x[jj], jj) / n)**2) / n, total(x[ii]**2) / n - MEAN**2)),
    Entry("variance_by_pairs", "variance from pairwise differences",
          equal(total((x[ii] - x[jj])**2, ii, jj) / (2 * n**2), total(x[ii]**2) / n - MEAN**2)),
    Entry("lagrange_identity", "Lagrange's identity behind Cauchy-Schwarz",
          equal(total(x[ii]**2) * total(y[ii]**2) - total(x[ii] * y[ii])**2,
                Rational(1, 2) * total((x[ii] * y[jj] - x[jj] * y[ii])**2, ii, jj))),
    Entry("squared_sum", "the square of a sum", equal(total(x[ii])**2, total(x[ii] * x[jj], ii, jj))),
    Entry("softmax_sums_to_one", "softmax probabilities sum to one", equal(total(exp(z[ii]) / MASS), 1)),
    Entry("softmax_shift_in_sums", "softmax ignores a shift",
          equal(exp(z[ii] + c) / total(exp(z[jj] + c), jj), exp(z[ii]) / MASS)),
    Entry("log_sum_exp_moves_with_shift", "log-sum-exp moves with a shift",
          equal(log(total(exp(z[ii] + c))), c + log(total(exp(z[ii]))))),
    Entry("cross_entropy_is_entropy_plus_kl", "cross entropy splits",
          equal(-total(p[ii] * log(q[ii])), -total(p[ii] * log(p[ii])) + total(p[ii] * log(p[ii] / q[ii])))),
    Entry("softmax_log_odds", "log odds of a softmax are differences of logits",
          equal(log(exp(z[ii]) / total(exp(z[kk]), kk)) - log(exp(z[jj]) / total(exp(z[kk]), kk)), z[ii] - z[jj])),
    Entry("elbo_discrete", "log evidence is ELBO plus divergence for normalised q",
          equal(total(q[ii] * log(p[ii] / q[ii])) + total(q[ii] * log(q[ii] / p[ii])), 0)),
    Entry("product_of_exponentials", "a product of exponentials",
          equal(Product(exp(x[ii]), (ii, 1, n)), exp(total(x[ii])))),
    Entry("log_of_product_of_likelihoods", "log likelihood is a sum",
          equal(log(Product(p[ii], (ii, 1, n))), total(log(p[ii])))),
    Entry("shifted_mean", "the mean of shifted data", equal(total(x[ii] + c) / n, MEAN + c)),
    Entry("deviations_sum_to_zero", "deviations from the mean cancel", equal(total(x[ii] - total(x[jj], jj) / n), 0)),
    Entry("sum_over_two_ranges", "splitting a sum", equal(Sum(x[ii], (ii, 1, n + 1)), total(x[ii]) + x[n + 1])),
]
