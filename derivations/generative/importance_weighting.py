r"""Importance-weighted bounds approach the evidence, and how fast.

The weights $w_1, \dots, w_k$ are independent with mean $p$, the evidence, and variance $\mathrm{Var}(w)$. The
importance-weighted bound is $L_k = E \log \frac1k \sum_i w_i$; the evidence lower bound is $L_1$. The bounds grow with
$k$, none is above $\log p$, and $k (\log p - L_k)$ tends to $\mathrm{Var}(w) / (2 p^2)$. Weights have finitely many
values, all positive, so their mean is never below the smallest of them.

Main statements
* bounds_grow             the mean over all choices of $k - 1$ of $k$ weights is below: $L_{k-1} \le L_k$
* none_above              $L_k \le \log p$
* fourth_moment           moments of a sum of $k$ independent weights, for every $k$
* gap_at_least            a lower bound of $k (\log p - L_k)$ tends to $\mathrm{Var}(w) / (2 p^2)$,
* gap_at_most             and so does an upper one

Not claimed: the rate for weights without a fourth moment, or with values arbitrarily near zero.

References: Y. Burda, R. Grosse and R. Salakhutdinov, Importance weighted autoencoders, 2016, theorem 1;
T. Rainforth et al., Tighter variational bounds are not necessarily better, 2018
"""

from sympy import Eq, IndexedBase, Sum, log, oo, symbols

from derivations.claims import at_most, equal, for_all_k, tends_to
from derivations.derivation import Derivation, Source, Step

k = symbols("k", integer=True, positive=True)
count = symbols("k", integer=True, nonnegative=True)
n, m = symbols("n m", integer=True, positive=True)
i, j = symbols("i j", integer=True)
u, third = symbols("u mu_3", real=True)
variance, fourth, lowest, evidence = symbols("v mu_4 delta p", positive=True)
w = IndexedBase("w", positive=True)
q, r = IndexedBase("q", positive=True), IndexedBase("r", positive=True)
x, s = IndexedBase("x", real=True), IndexedBase("s", real=True)


def over_weights(body):
    """The sum over all k weights."""
    return Sum(body, (i, 1, k))


def over_values(body):
    """The sum over all values of one more deviation."""
    return Sum(body, (i, 1, n))


def over_sums(body):
    """The sum over all values of the sum so far."""
    return Sum(body, (j, 1, m))


def mean_power(exponent):
    """The mean of a power of the sum so far plus one more deviation, independent of each other."""
    return Sum(q[i] * r[j] * (s[j] + x[i]) ** exponent, (i, 1, n), (j, 1, m))


def moment(exponent):
    """A moment of one deviation."""
    return over_values(q[i] * x[i] ** exponent)


def moment_of_sum(exponent):
    """A moment of the sum so far."""
    return over_sums(r[j] * s[j] ** exponent)


all_weights = Sum(w[j], (j, 1, k))
centred = (Eq(over_values(q[i]), 1), Eq(over_sums(r[j]), 1), Eq(over_values(q[i] * x[i]), 0), Eq(moment_of_sum(1), 0))
fourth_of_sum = 3 * k * (k - 1) * variance**2 + k * fourth
limit = variance / 2
at_least = k * (variance / (2 * k) - third / (3 * k**2))
at_most_gap = at_least + k * fourth_of_sum / (4 * lowest * k**4)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="beyond",
    sources=(Source("000_89896ee51b349776.txt", "1996-2011"), Source("002_7e342932428f625e.txt", "2097-2127")),
    notation={
        w: "positive numbers: weights, or means of some of them",
        u: r"relative deviation of a mean of weights, $\frac1k \sum_i w_i / p - 1$",
        x: "values of the relative deviation of one weight", q: "their probabilities",
        s: "values of a sum of independent deviations", r: "their probabilities",
        variance: r"$\mathrm{Var}(w) / p^2$", third: "third moment of one deviation", fourth: "its fourth moment",
        lowest: r"a positive number below 1 that no $w / p$ is below", k: "number of weights", evidence: "the evidence",
    },
    steps=(
        Step(
            "bounds_grow",
            at_most(over_weights(log(w[i])) / k, log(all_weights / k)),
            "Jensen's inequality; apply it to the means of all but one weight",
        ),
        Step(
            "all_but_one",
            equal(over_weights((all_weights - w[i]) / (k - 1)) / k, all_weights / k, given=[k >= 2]),
            "the mean of the means of all but one weight is the mean of all; the weights are exchangeable",
        ),
        Step(
            "none_above",
            at_most(log(1 + u), u, given=[u > -1]),
            "the mean of $u$ is zero, so the mean of $\\log(1 + u)$ is not positive",
        ),
        Step(
            "logarithm_from_above",
            at_most(log(1 + u), u - u**2 / 2 + u**3 / 3, given=[u > -1]),
            "three terms of the series, and the next has a minus sign",
        ),
        Step(
            "logarithm_from_below",
            at_most(u - u**2 / 2 + u**3 / 3 - u**4 / 4, log(1 + u), given=[u >= 0]),
            "one more term for positive $u$",
        ),
        Step(
            "logarithm_from_below_zero",
            at_most(u - u**2 / 2 + u**3 / 3 - u**4 / (4 * (1 + u)), log(1 + u), given=[u > -1, u <= 0]),
            r"the remainder is $-\int_0^u t^3 / (1 + t)\, dt$, and $1 + t \ge 1 + u$",
        ),
        Step(
            "second_moment_of_a_sum",
            equal(mean_power(2), moment_of_sum(2) + moment(2), given=centred),
            "the mixed term has mean zero",
        ),
        Step(
            "third_moment_of_a_sum",
            equal(mean_power(3), moment_of_sum(3) + moment(3), given=centred),
            "both mixed terms have mean zero",
        ),
        Step(
            "fourth_moment_of_a_sum",
            equal(mean_power(4), moment_of_sum(4) + 6 * moment_of_sum(2) * moment(2) + moment(4), given=centred),
            "one mixed term stays",
        ),
        Step(
            "second_moment",
            for_all_k(count * variance, recursion=lambda before: before + variance, base=0, k=count),
            "by induction on the number of weights",
        ),
        Step(
            "fourth_moment",
            for_all_k(
                fourth_of_sum.subs(k, count),
                recursion=lambda before, done: before + 6 * done * variance * variance + fourth,
                base=0,
                k=count,
            ),
            r"by induction, with the second moment $k v$ from the line above",
        ),
        Step(
            "gap_at_least",
            tends_to(at_least, limit, k, oo),
            r"minus the mean of logarithm_from_above, times $k$; $E u^2 = v / k$ and $E u^3 = \mu_3 / k^2$",
        ),
        Step(
            "gap_at_most",
            tends_to(at_most_gap, limit, k, oo),
            r"the same from below, with $1 + u \ge \delta$",
        ),
    ),
    falsehoods=(
        Step(
            "only_three_terms_from_below",
            at_most(u - u**2 / 2 + u**3 / 3, log(1 + u), given=[u > -1]),
            "a series looks like a bound from either side",
        ),
        Step(
            "variance_without_a_half",
            tends_to(at_least, variance, k, oo),
            "the delta method has a half from the second derivative",
        ),
        Step(
            "fourth_moment_adds_up",
            equal(mean_power(4), moment_of_sum(4) + moment(4), given=centred),
            "the second and the third moment do",
        ),
    ),
    simulations=("numerics.importance_weighting:two_values",),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
