"""The best discriminator turns a GAN's value into the Jensen-Shannon divergence.

For a fixed generator with law q, the value of a discriminator D against data with law p is
V(D) = sum p ln D + sum q ln(1 - D). It is largest at D* = p / (p + q), and there V(D*) = 2 JS(p, q) - 2 ln 2. The laws
are finite, with any number n of outcomes and positive probabilities; the proofs use linearity of the sum and
normalisation only, so they are word for word those for densities.

Main statements
* optimal_discriminator      the slope of p ln t + q ln(1 - t) vanishes at t = p / (p + q)
* value_is_concave           its second derivative is negative, so that is the maximum
* value_at_the_optimum       V(D*) = 2 JS(p, q) - 2 ln 2
* regret_of_a_discriminator  V(D*) - V(D) = sum (p + q) kl(D*, D), for every discriminator D
* js_is_not_negative         JS >= 0
* js_at_most_log_2           JS <= ln 2
* value_at_least             V(D*) >= -2 ln 2, which is the value at p = q
Not claimed: that alternating gradient steps reach the saddle point; that a network can represent D*.
References: I. Goodfellow et al., Generative adversarial nets, 2014, propositions 1 and 2, theorem 1;
J. Lin, Divergence measures based on the Shannon entropy, 1991
"""

from sympy import Derivative, Eq, IndexedBase, Subs, Sum, log, symbols

from derivations.claims import at_most, equal, less_than
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import sigmoid

n = symbols("n", integer=True, positive=True)
i = symbols("i", integer=True)
a, b = symbols("a b", positive=True)
t = symbols("t", real=True)
p, q = IndexedBase("p", positive=True), IndexedBase("q", positive=True)
score = IndexedBase("s")
document = "000_89896ee51b349776.txt"


def total(body):
    """The sum over all outcomes."""
    return Sum(body, (i, 1, n))


def kl(left, right):
    """The relative entropy of two laws given by their entries at one outcome."""
    return total(left * log(left / right))


def value(discriminator):
    """V(D) for a discriminator given by its entry at one outcome."""
    return total(p[i] * log(discriminator)) + total(q[i] * log(1 - discriminator))


def binary_kl(left, right):
    """The relative entropy of two coins."""
    return left * log(left / right) + (1 - left) * log((1 - left) / (1 - right))


at_one_outcome = a * log(t) + b * log(1 - t)
best = p[i] / (p[i] + q[i])
any_discriminator = sigmoid(score[i])
middle = (p[i] + q[i]) / 2
js = kl(p[i], middle) / 2 + kl(q[i], middle) / 2
laws = (Eq(total(p[i]), 1), Eq(total(q[i]), 1))
inside = (t > 0, t < 1)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source(document, "2050-2144"), Source("002_7e342932428f625e.txt", "2140-2190")),
    notation={
        p: "law of the data", q: "law of the generator", score: "score whose sigmoid is the discriminator",
        n: "number of outcomes",
    },
    steps=(
        Step(
            "optimal_discriminator",
            equal(Subs(Derivative(at_one_outcome, t), t, a / (a + b)), 0),
            "differentiate p ln t + q ln(1 - t) at one outcome",
        ),
        Step(
            "value_is_concave",
            less_than(Derivative(at_one_outcome, (t, 2)), 0, given=inside),
            "both terms of the second derivative are negative",
        ),
        Step(
            "complement_of_the_optimum",
            equal(1 - a / (a + b), b / (a + b)),
            "one minus p / (p + q)",
        ),
        Step(
            "value_of_the_optimum",
            equal(value(best), total(p[i] * log(best)) + total(q[i] * log(q[i] / (p[i] + q[i])))),
            "put the optimal discriminator into the value",
        ),
        Step(
            "halves_come_out",
            equal(
                total(p[i] * log(best)) + total(q[i] * log(q[i] / (p[i] + q[i]))),
                kl(p[i], middle) + kl(q[i], middle) - 2 * log(2),
                given=laws,
            ),
            "ln(p / (p + q)) = ln(p / ((p + q) / 2)) - ln 2, and both laws sum to 1",
        ),
        Step(
            "value_at_the_optimum",
            equal(value(best), 2 * js - 2 * log(2), given=laws),
            "twice the Jensen-Shannon divergence, by its definition",
        ),
        Step(
            "regret_of_a_discriminator",
            equal(
                value(best) - value(any_discriminator), total((p[i] + q[i]) * binary_kl(best, any_discriminator))
            ),
            "p = (p + q) D* and q = (p + q)(1 - D*)",
            kind="beyond",
        ),
        Step("js_is_not_negative", at_most(0, js, given=laws), "two relative entropies, each >= 0", kind="beyond"),
        Step("js_at_most_log_2", at_most(js, log(2), given=laws), "p <= p + q under the logarithm", kind="beyond"),
        Step(
            "value_at_least",
            at_most(-2 * log(2), value(best), given=laws),
            "the Jensen-Shannon divergence is not negative",
        ),
    ),
    falsehoods=(
        Step("one_js", equal(value(best), js - log(2), given=laws), "the factor 2 is easily lost"),
        Step("js_at_most_a_tenth", at_most(js, log(2) / 10, given=laws), "a bound that holds for close laws"),
    ),
    errata=(
        Erratum(
            id="js-second-logarithm",
            source=document,
            line=2138,
            as_printed=equal(kl(p[i], middle) / 2 + total(q[i] * q[i] / middle) / 2, js, given=laws),
            corrected=equal(kl(p[i], middle) / 2 + kl(q[i], middle) / 2, js, given=laws),
            problem="the second expectation of the definition has no logarithm",
            severity="wrong",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
