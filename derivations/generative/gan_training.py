r"""How a generative adversarial network is trained: mini-batch gradients, and where the generated law comes from.

The value $V(G, D) = E_x \ln D(x) + E_z \ln(1 - D(G(z)))$ is minus the cross entropy of real and fake images. Its
gradient is estimated without bias by a mean over $m$ samples. The second expectation is one over generated images $x =
G(z)$: for finite laws that is a change of the order of summation, and $G$ need not be invertible.

Main statements
* minibatch_gradient         the gradient of a mean over $m$ samples is the mean of the gradients
* minibatch_is_unbiased      its expectation over samples drawn at random is the gradient of the value
* variance_of_a_minibatch    its variance is that of one sample over $m$
* value_is_minus_cross_entropy   $V = -\ell(1, D(x)) - \ell(0, D(G(z)))$
* push_forward               $E_{z} \ln(1 - D(G(z))) = \sum_x p_g(x) \ln(1 - D(x))$ for every $G$
* density_of_a_scaled_code   for $x = b + s z$ the density of $x$ has the factor $1 / s$

Not claimed: that ascent in $D$ and descent in $G$ in turns converge.

References: I. Goodfellow et al., Generative adversarial nets, 2014, algorithm 1
"""

from sympy import (
    Derivative,
    Eq,
    Function,
    Identity,
    IndexedBase,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Subs,
    Sum,
    exp,
    log,
    symbols,
)

from derivations.assumptions import entrywise_positive
from derivations.claims import equal
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.probability import expectation, gaussian, log_density, subset, variance
from derivations.words import dot, elementwise

slides = "000_89896ee51b349776.txt"
m, n, N = symbols("m n N", integer=True, positive=True)
i = symbols("i", integer=True)
theta, y, t, draw, place, shift = symbols("theta y t z x b", real=True)
real_score, fake_score = symbols("D_x D_z", positive=True)
scale = symbols("s", positive=True)
D, G = Function("D", real=True), Function("G", real=True)
images, codes = IndexedBase("x", real=True), IndexedBase("z", real=True)


def batch_mean(body):
    """The mean over a mini-batch of m samples."""
    return Sum(body, (i, 1, m)) / m


def slope(function, *arguments):
    """The derivative in the parameters."""
    return Derivative(function(*arguments), theta)


objective = batch_mean(log(D(theta, images[i])) + log(1 - D(theta, codes[i])))
gradient_of_discriminator = batch_mean(
    slope(D, theta, images[i]) / D(theta, images[i]) - slope(D, theta, codes[i]) / (1 - D(theta, codes[i]))
)
generator_objective = batch_mean(log(1 - D(G(theta, codes[i]))))
judgement = Subs(Derivative(D(t), t), t, G(theta, codes[i]))
gradient_of_generator = batch_mean(-judgement * slope(G, theta, codes[i]) / (1 - D(G(theta, codes[i]))))

# --- mini-batches drawn from n samples -------------------------------------------------------------------------------
gradients, chosen, noisy = MatrixSymbol("g", n, 1), MatrixSymbol("c", n, 1), MatrixSymbol("e", m, 1)
centre, spread = symbols("mu", real=True), symbols("v", positive=True)
batch_estimate = dot(chosen, gradients) / m
full_gradient = dot(OneMatrix(n, 1), gradients) / n
independent = gaussian(centre * OneMatrix(m, 1), spread * Identity(m))


def cross_entropy(label, score):
    """The loss of one prediction."""
    return -label * log(score) - (1 - label) * log(1 - score)


value_of_a_pair = log(real_score) + log(1 - fake_score)

# --- finite laws -----------------------------------------------------------------------------------------------------
prior, generator, scores = MatrixSymbol("p_z", N, 1), MatrixSymbol("G", n, N), MatrixSymbol("D", n, 1)
data = MatrixSymbol("p", n, 1)
log_complement = elementwise(lambda score: log(1 - score), scores)
generated = generator * prior
value = dot(data, elementwise(log, scores)) + dot(prior, generator.T * log_complement)
three_codes = symbols("p_1:4", positive=True)
two_codes_one_image = Matrix([[1, 0, 1], [0, 1, 0]])

# --- a generator of one variable --------------------------------------------------------------------------------------
standard = gaussian(0, 1)


unscaled_density = exp(log_density((place - shift) / scale, standard))
pushed_density = unscaled_density / scale


# --- at the equilibrium ----------------------------------------------------------------------------------------------
p_data, p_generated = symbols("p_d p_g", positive=True)
best_score = p_data / (p_data + p_generated)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "2034-2042"), Source(slides, "2059-2118")),
    given=(entrywise_positive(data),),
    notation={
        theta: "parameters of the network that is trained", D: "discriminator", G: "generator", images: "real samples",
        codes: "codes, or fake samples", m: "size of a mini-batch", gradients: "gradients of all n samples",
        prior: "law of the code", generator: "generator: entry (x, z) is 1 if G(z) = x", scores: "scores of all images",
        data: "law of the data", scale: "scale of a generator", shift: "its shift",
    },
    steps=(
        Step(
            "minibatch_gradient",
            equal(Derivative(objective, theta), gradient_of_discriminator),
            "term by term; the discriminator ascends it",
        ),
        Step(
            "minibatch_gradient_of_the_generator",
            equal(Derivative(generator_objective, theta), gradient_of_generator),
            "chain rule through the discriminator; the generator descends it",
        ),
        Step(
            "minibatch_is_unbiased",
            equal(expectation(batch_estimate, chosen, subset(m)), full_gradient),
            r"every sample is drawn with probability $m / n$",
        ),
        Step(
            "variance_of_a_minibatch",
            equal(variance(dot(OneMatrix(m, 1), noisy) / m, noisy, independent), spread / m),
            "independent samples; here with Gaussian noise",
            kind="beyond",
        ),
        Step(
            "value_is_minus_cross_entropy",
            equal(value_of_a_pair, -cross_entropy(1, real_score) - cross_entropy(0, fake_score)),
            "add the losses of a real and a fake image, with the minus sign of the cross entropy",
        ),
        Step(
            "expected_value",
            equal(value, dot(data, elementwise(log, scores)) + dot(generated, log_complement)),
            r"$V = \sum_x p(x) \ln D(x) + p_g(x) \ln(1 - D(x))$",
        ),
        Step(
            "push_forward",
            equal(dot(prior, generator.T * log_complement), dot(generated, log_complement)),
            r"collect the codes with the same image: $p_g(x) = \sum_{z : G(z) = x} p_z(z)$",
        ),
        Step(
            "codes_may_share_an_image",
            equal(
                two_codes_one_image * Matrix(three_codes), Matrix([three_codes[0] + three_codes[2], three_codes[1]])
            ),
            "three codes, two images: nothing is inverted",
            kind="beyond",
        ),
        Step(
            "density_of_a_scaled_code",
            equal(pushed_density, exp(log_density(place, gaussian(shift, scale**2)))),
            r"for $x = b + s z$ with standard normal $z$, $p_g(x) = p_z((x - b) / s) / s$",
            kind="beyond",
        ),
        Step(
            "expectation_of_a_scaled_code",
            equal(
                expectation((shift + scale * draw) ** 4, draw, standard),
                expectation(place**4, place, gaussian(shift, scale**2)),
            ),
            "the same expectation over codes and over images",
            kind="beyond",
        ),
        Step(
            "equilibrium",
            equal(best_score, Rational(1, 2), given=[Eq(p_generated, p_data)]),
            r"the generator mimics the data; then $D^* = \frac12$ says nothing about them",
        ),
    ),
    falsehoods=(
        Step(
            "value_is_cross_entropy",
            equal(value_of_a_pair, cross_entropy(1, real_score) + cross_entropy(0, fake_score)),
            "a loss to descend in $D$",
        ),
        Step(
            "generator_with_a_plus",
            equal(Derivative(generator_objective, theta), -gradient_of_generator),
            "a generator that ascends",
        ),
        Step(
            "no_jacobian",
            equal(unscaled_density, exp(log_density(place, gaussian(shift, scale**2)))),
            r"$p_g(x) = p_z(G^{-1}(x))$",
        ),
        Step(
            "sum_in_place_of_mean",
            equal(expectation(dot(chosen, gradients), chosen, subset(m)), full_gradient),
            "the factor $1 / m$",
        ),
    ),
    errata=(
        Erratum(
            id="gan-minibatch-sum-discriminator",
            source=slides,
            line=2104,
            as_printed=equal(expectation(full_gradient / m, chosen, subset(m)), full_gradient),
            corrected=equal(expectation(batch_estimate, chosen, subset(m)), full_gradient),
            problem=r"$\frac1m$ stands before one sample; the sum over the $m$ samples, which line 2042 has, is "
            "missing, and the gradient would be $m$ times too small",
            severity="factor",
        ),
        Erratum(
            id="gan-minibatch-sum-generator",
            source=slides,
            line=2112,
            as_printed=equal(Derivative(log(1 - D(G(theta, codes[i]))) / m, theta), gradient_of_generator),
            corrected=equal(Derivative(generator_objective, theta), gradient_of_generator),
            problem=r"the same for the generator: no sum over the $m$ codes",
            severity="factor",
        ),
        Erratum(
            id="gan-roles-swapped",
            source=slides,
            line=2063,
            as_printed=equal(best_score, p_data, given=[p_data < 1, p_generated < 1]),
            corrected=equal(best_score, Rational(1, 2), given=[Eq(p_generated, p_data)]),
            problem="printed: the discriminator tries to mimic the data. The generator does; the best discriminator "
            r"is $p / (p + p_g)$, which is no law, and $\frac12$ everywhere once the generator has succeeded",
        ),
        Erratum(
            id="gan-added-loss-sign",
            source=slides,
            line=2083,
            as_printed=equal(cross_entropy(1, real_score) + cross_entropy(0, fake_score), value_of_a_pair),
            corrected=equal(-cross_entropy(1, real_score) - cross_entropy(0, fake_score), value_of_a_pair),
            problem="the added loss is printed without its minus sign; as a loss to be minimised it would teach the "
            "discriminator to be wrong",
            severity="sign",
        ),
    ),
    simulations=("numerics.gan_training:minibatches", "numerics.gan_training:pushed_densities"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
