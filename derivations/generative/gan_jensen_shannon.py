r"""The best discriminator turns a GAN's value into the Jensen-Shannon divergence.

For a fixed generator with law $q$, the value of a discriminator $D$ against data with law $p$ is
$V(D) = \sum p \ln D + \sum q \ln(1 - D)$. It is largest at $D^* = p / (p + q)$, and there
$V(D^*) = 2\,\mathrm{JS}(p, q) - 2 \ln 2$. The laws are finite, with any number $n$ of outcomes and positive
probabilities; the proofs use linearity of the sum and normalisation only. What they say at one outcome is stated too
(value_at_one_outcome, regret_at_one_outcome) and holds for all positive numbers, so for densities one integrates. A
discriminator is given by its odds $D / (1 - D)$, any positive number at each outcome. A generator that learns moves
along a curve of laws with velocity $r$, $\sum r = 0$.

Main statements
* optimal_discriminator      the slope of $p \ln t + q \ln(1 - t)$ vanishes at $t = p / (p + q)$
* value_is_concave           its second derivative is negative, so that is the maximum
* value_at_the_optimum       $V(D^*) = 2\,\mathrm{JS}(p, q) - 2 \ln 2$
* regret_of_a_discriminator  $V(D^*) - V(D) = \sum (p + q)\,\mathrm{kl}(D^*, D)$, for every discriminator $D$
* js_is_not_negative         $\mathrm{JS} \ge 0$, and 0 for equal laws
* js_at_most_log_2           $\mathrm{JS} \le \ln 2$, attained by laws that share no outcome
* js_above_variation         $\mathrm{JS} \ge \frac18 (\sum |p - q|)^2$ for all laws, so JS = 0 only for equal laws
* js_below_variation         $\mathrm{JS} \le \frac{\ln 2}{2} \sum |p - q|$
* js_below_overlap           $\mathrm{JS} \le \ln 2\,(1 - \sum \min(p, q))$, so JS = ln 2 only without overlap
* non_saturating_gradient    the loss $-\sum q \ln D^*$ with $D^*$ held fixed descends $\mathrm{KL} - 2\,\mathrm{JS}$

Not claimed: that alternating gradient steps reach the saddle point; that a network can represent $D^*$.

References: I. Goodfellow et al., Generative adversarial nets, 2014, propositions 1 and 2, theorem 1;
J. Lin, Divergence measures based on the Shannon entropy, 1991;
M. Arjovsky and L. Bottou, Towards principled methods for training generative adversarial networks, 2017, theorem 2.5
"""

from sympy import Abs, Derivative, Eq, IndexedBase, Min, Subs, Sum, log, oo, symbols

from derivations.claims import at_most, equal, less_than, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import sigmoid

n = symbols("n", integer=True, positive=True)
i = symbols("i", integer=True)
a, b, D = symbols("a b D", positive=True)
t, y, theta = symbols("t y theta", real=True)
p, q, odds = (IndexedBase(name, positive=True) for name in ("p", "q", "o"))
r = IndexedBase("r", real=True)
slides, notes = "000_89896ee51b349776.txt", "002_7e342932428f625e.txt"


def total(body):
    """The sum over all outcomes."""
    return Sum(body, (i, 1, n))


def kl(left, right):
    """The relative entropy of two laws given by their entries at one outcome."""
    return total(left * log(left / right))


def entropy(law):
    """The Shannon entropy of a law given by its entry at one outcome."""
    return -total(law * log(law))


def value(discriminator, generated=q[i]):
    """V(D) for a discriminator given by its entry at one outcome."""
    return total(p[i] * log(discriminator)) + total(generated * log(1 - discriminator))


def binary_kl(left, right):
    """The relative entropy of two coins."""
    return left * log(left / right) + (1 - left) * log((1 - left) / (1 - right))


def twice_js(generated):
    """2 JS of the data and a generated law, as one sum."""
    return total(p[i] * log(2 * p[i] / (p[i] + generated)) + generated * log(2 * generated / (p[i] + generated)))


def slope(loss):
    """How a loss changes along the curve of laws q + theta r, at its beginning."""
    return Subs(Derivative(loss, theta), theta, 0)


cross_entropy = -y * log(D) - (1 - y) * log(1 - D)
at_one_outcome = a * log(t) + b * log(1 - t)
best = p[i] / (p[i] + q[i])
any_discriminator = odds[i] / (1 + odds[i])
middle = (p[i] + q[i]) / 2
js = kl(p[i], middle) / 2 + kl(q[i], middle) / 2
variation = total(Abs(p[i] - q[i]))
triangular = total((p[i] - q[i]) ** 2 / (p[i] + q[i]))
moving = q[i] + theta * r[i]
laws = (Eq(total(p[i]), 1), Eq(total(q[i]), 1))
curve = (*laws, Eq(total(r[i]), 0))
inside = (t > 0, t < 1)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source(slides, "2045-2144"), Source(notes, "2128-2190")),
    notation={
        p: "law of the data", q: "law of the generator", odds: "odds of a discriminator", n: "number of outcomes",
        r: "velocity of the generator's law", D: "discriminator at one outcome", y: "label, 1 for real and 0 for fake",
    },
    steps=(
        Step("loss_of_a_real_image", equal(Subs(cross_entropy, y, 1), -log(D)), "the label is 1"),
        Step("loss_of_a_fake_image", equal(Subs(cross_entropy, y, 0), -log(1 - D)), "the label is 0"),
        Step(
            "value_is_minus_the_loss",
            equal(
                value(any_discriminator),
                -total(p[i] * Subs(cross_entropy, (y, D), (1, any_discriminator)))
                - total(q[i] * Subs(cross_entropy, (y, D), (0, any_discriminator))),
            ),
            "add the expected losses of real and fake images",
        ),
        Step(
            "optimal_discriminator",
            equal(Subs(Derivative(at_one_outcome, t), t, a / (a + b)), 0),
            "differentiate $p \\ln t + q \\ln(1 - t)$ at one outcome",
        ),
        Step(
            "value_is_concave",
            less_than(Derivative(at_one_outcome, (t, 2)), 0, given=inside),
            "both terms of the second derivative are negative",
        ),
        Step(
            "bayes_classifier",
            equal((a / 2) / (a / 2 + b / 2), a / (a + b)),
            "Bayes' rule with as many real as fake images",
        ),
        Step("complement_of_the_optimum", equal(1 - a / (a + b), b / (a + b)), "one minus $p / (p + q)$"),
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
            r"$\ln(p / (p + q)) = \ln(p / ((p + q) / 2)) - \ln 2$, and both laws sum to 1",
        ),
        Step(
            "value_at_one_outcome",
            equal(
                Subs(at_one_outcome, t, a / (a + b)),
                a * log(2 * a / (a + b)) + b * log(2 * b / (a + b)) - (a + b) * log(2),
            ),
            "for densities: integrate, with any measure; both densities have the integral 1",
            kind="beyond",
        ),
        Step(
            "value_at_the_optimum",
            equal(value(best), 2 * js - 2 * log(2), given=laws),
            "twice the Jensen-Shannon divergence, by its definition",
        ),
        Step(
            "likelihood_by_entropies",
            equal(value(best) / 2, -entropy(p[i]) / 2 - entropy(q[i]) / 2 + entropy(middle) - log(2), given=laws),
            r"the expected log-likelihood is half of the value; $p + q$ is twice the middle law",
        ),
        Step(
            "js_by_entropies",
            equal(js, entropy(middle) - entropy(p[i]) / 2 - entropy(q[i]) / 2, given=laws),
            "entropy of the middle less the mean entropy",
        ),
        Step(
            "value_at_least",
            at_most(-2 * log(2), value(best), given=laws),
            "the Jensen-Shannon divergence is not negative",
        ),
        Step(
            "value_at_equal_laws",
            equal(value(p[i] / (p[i] + p[i]), p[i]), -2 * log(2), given=laws[:1]),
            "nobody can tell the laws apart, $D^* = 1/2$",
        ),
        Step(
            "no_discriminator_is_better",
            at_most(value(any_discriminator), value(best)),
            "outcome by outcome, by concavity",
        ),
        Step(
            "regret_of_a_discriminator",
            equal(
                value(best) - value(any_discriminator), total((p[i] + q[i]) * binary_kl(best, any_discriminator))
            ),
            "$p = (p + q) D^*$ and $q = (p + q)(1 - D^*)$",
            kind="beyond",
        ),
        Step(
            "regret_at_one_outcome",
            equal(
                Subs(at_one_outcome, t, a / (a + b)) - at_one_outcome, (a + b) * binary_kl(a / (a + b), t),
                given=inside,
            ),
            "the same for densities, before it is integrated",
            kind="beyond",
        ),
        Step("js_is_not_negative", at_most(0, js, given=laws), "two relative entropies, each >= 0", kind="beyond"),
        Step("js_at_most_log_2", at_most(js, log(2), given=laws), "$p \\le p + q$ under the logarithm", kind="beyond"),
        Step(
            "js_of_equal_laws",
            equal(kl(p[i], (p[i] + p[i]) / 2), 0),
            "the middle of a law and itself is the law",
            kind="beyond",
        ),
        Step(
            "js_without_overlap",
            equal(kl(p[i], (p[i] + 0) / 2) / 2 + kl(q[i], (0 + q[i]) / 2) / 2, log(2), given=laws),
            "where one law lives the other is 0, so each logarithm is $\\ln 2$",
            kind="beyond",
        ),
        Step(
            "js_above_variation_at_one_outcome",
            at_most((a - b) ** 2 / (2 * (a + b)), a * log(2 * a / (a + b)) + b * log(2 * b / (a + b))),
            r"with $d = (a - b) / (a + b)$ it says $d^2 \le (1 + d) \ln(1 + d) + (1 - d) \ln(1 - d)$",
            kind="beyond",
        ),
        Step(
            "js_above_triangular",
            at_most(triangular / 4, js, given=laws),
            "sum over the outcomes",
            kind="beyond",
        ),
        Step(
            "triangular_above_variation",
            at_most(variation**2, 2 * triangular, given=laws),
            "Cauchy and Schwarz, with weights $p + q$ of sum 2",
            kind="beyond",
        ),
        Step(
            "js_above_variation",
            at_most(variation**2 / 8, js, given=laws),
            "the two lines above, one after the other",
            kind="beyond",
        ),
        Step(
            "js_below_variation",
            at_most(js, log(2) / 2 * variation, given=laws),
            "at one outcome the left side is convex in the ratio and the right side is its chord",
            kind="beyond",
        ),
        Step(
            "js_below_overlap",
            at_most(js, log(2) * (1 - total(Min(p[i], q[i]))), given=laws),
            r"$|p - q| = p + q - 2 \min(p, q)$",
            kind="beyond",
        ),
        Step(
            "saturating_gradient",
            equal(slope(total(moving * log(1 - best))), slope(twice_js(moving)), given=curve),
            "with $D^*$ held fixed the generator descends twice the Jensen-Shannon divergence",
            kind="beyond",
        ),
        Step(
            "non_saturating_gradient",
            equal(
                slope(total(-moving * log(best))),
                slope(total(moving * log(moving / p[i])) - twice_js(moving)),
                given=curve,
            ),
            r"$-\ln D^* = \ln(q / p) - \ln(q / (p + q))$, and constants drop out because $\sum r = 0$",
            kind="beyond",
        ),
        Step(
            "gradient_when_the_generator_is_poor",
            tends_to(Derivative(-log(sigmoid(t)), t), -1, t, -oo),
            "the slope in the score is $D - 1$, and $D \\to 0$ when every fake is recognised",
        ),
        Step(
            "first_loss_saturates",
            tends_to(Derivative(log(1 - sigmoid(t)), t), 0, t, -oo),
            "the slope in the score is $-D$",
        ),
    ),
    falsehoods=(
        Step("one_js", equal(value(best), js - log(2), given=laws), "the factor 2 is easily lost"),
        Step("js_at_most_a_tenth", at_most(js, log(2) / 10, given=laws), "a bound that holds for close laws"),
        Step("pinsker_for_js", at_most(variation**2 / 2, js, given=laws), "the constant of Pinsker's inequality"),
        Step(
            "js_in_the_gradient_once",
            equal(
                slope(total(-moving * log(best))),
                slope(total(moving * log(moving / p[i])) - twice_js(moving) / 2),
                given=curve,
            ),
            "KL - JS in place of KL - 2 JS",
        ),
    ),
    errata=(
        Erratum(
            id="gan-bce-entropy",
            source=slides,
            line=2077,
            as_printed=equal(Subs(-D * log(D) - (1 - D) * log(1 - D), y, 1), -log(D), given=(D < 1,)),
            corrected=equal(Subs(cross_entropy, y, 1), -log(D), given=(D < 1,)),
            problem="the labels became predictions: this is the entropy of the prediction, whatever the label is",
            severity="wrong",
        ),
        Erratum(
            id="gan-bce-sign-real",
            source=slides,
            line=2079,
            as_printed=equal(Subs(cross_entropy, y, 1), log(D), given=(D < 1,)),
            corrected=equal(Subs(cross_entropy, y, 1), -log(D), given=(D < 1,)),
            problem="the cross entropy has a minus sign; the value is its negative, which is why D ascends",
            severity="sign",
        ),
        Erratum(
            id="gan-bce-sign-fake",
            source=slides,
            line=2081,
            as_printed=equal(Subs(cross_entropy, y, 0), log(1 - D), given=(D < 1,)),
            corrected=equal(Subs(cross_entropy, y, 0), -log(1 - D), given=(D < 1,)),
            problem="the same minus sign, for a fake image",
            severity="sign",
        ),
        Erratum(
            id="gan-fixed-discriminator",
            source=slides,
            line=2128,
            as_printed=at_most(value(any_discriminator, p[i]), value(any_discriminator), given=laws),
            corrected=at_most(value(p[i] / (p[i] + p[i]), p[i]), value(best), given=laws),
            problem="D is not fixed while G is optimised: with a fixed D the value is linear in q and smallest at a "
            "point mass; the least value -2 ln 2 at q = p is that of the discriminator that is optimal for each q",
            severity="wrong",
        ),
        Erratum(
            id="gan-min-notation",
            source=slides,
            line=2142,
            as_printed=equal(-2 * log(2), 2 * js - 2 * log(2), given=laws),
            corrected=equal(value(best), 2 * js - 2 * log(2), given=laws),
            problem="the right side is the value of the best discriminator, a function of q, and not its minimum over "
            "the generators, which is -2 ln 2",
            severity="wrong",
        ),
        Erratum(
            id="js-second-logarithm",
            source=slides,
            line=2138,
            as_printed=equal(kl(p[i], middle) / 2 + total(q[i] * q[i] / middle) / 2, js, given=laws),
            corrected=equal(kl(p[i], middle) / 2 + kl(q[i], middle) / 2, js, given=laws),
            problem="the second expectation of the definition has no logarithm",
            severity="wrong",
        ),
        Erratum(
            id="gan-missing-half",
            source=notes,
            line=2149,
            as_printed=equal(
                total(p[i] * log(best)) + total(q[i] * log(q[i] / (p[i] + q[i]))), js - log(2), given=laws
            ),
            corrected=equal(
                total(p[i] * log(best)) / 2 + total(q[i] * log(q[i] / (p[i] + q[i]))) / 2, js - log(2), given=laws
            ),
            problem="real and fake images have probability 1/2 each; lines three and four are twice the others",
            severity="factor",
        ),
        Erratum(
            id="gan-argmin-argmin",
            source=notes,
            line=2167,
            as_printed=at_most(value(best), value(any_discriminator), given=laws),
            corrected=at_most(value(any_discriminator), value(best), given=laws),
            problem="the discriminator maximises: the Bayes classifier has the largest value, there is no least one",
            severity="wrong",
        ),
        Erratum(
            id="gan-saturation-direction",
            source=notes,
            line=2183,
            as_printed=tends_to(Derivative(-log(sigmoid(t)), t), -1, t, oo),
            corrected=tends_to(Derivative(-log(sigmoid(t)), t), -1, t, -oo),
            problem="poor performance is D near 0, where the slope in the score stays near -1; near 1 it vanishes",
            severity="wrong",
        ),
    ),
    simulations=(
        "numerics.gan:trained_on_exact_laws", "numerics.gan:trained_on_samples", "numerics.gan:generator_gradient",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
