r"""The evidence lower bound, its exact gap, and its telescoped form for diffusion models.

For a latent variable $z$ with $n$ values, a joint law $p(x, z)$ and any law $q$ of $z$, the bound
$\mathrm{ELBO} = \sum_z q(z) \log \frac{p(x, z)}{q(z)}$ falls short of $\log p(x)$ by exactly
$KL(q \,\|\, p(z \mid x))$. The proofs use linearity of the sum and that $q$ sums to 1, for every $n$. For densities one
averages what holds at every single code (decomposition_at_one_code) with the density $q$. The Gaussian statements hold
for every dimension.

Main statements
* decomposition             $\log p(x) = \mathrm{ELBO} + KL(q \,\|\, p(z \mid x))$
* jensen                    $\mathrm{ELBO} \le \log p(x)$
* equality_at_the_posterior the bound is attained at $q = p(z \mid x)$
* gaussian_kl               the closed form of the regulariser, for every dimension
* gap_of_the_linear_vae     exact evidence minus exact bound is a divergence of two Gaussians, for every size
* reparametrisation         the gradient passes under the expectation, for every smooth loss
* bayes_swap_telescopes     the swap that turns forward into reverse conditionals, for every number of steps $T$
* regrouped_average         the bound as divergences, for a chain of two steps over any number of states

Not claimed: that maximising the bound maximises the evidence; that the learned encoder reaches the posterior.

References: D. P. Kingma and M. Welling, Auto-encoding variational Bayes, 2014;
J. Sohl-Dickstein et al., Deep unsupervised learning using nonequilibrium thermodynamics, 2015;
J. Ho, A. Jain and P. Abbeel, Denoising diffusion probabilistic models, 2020;
Y. Burda, R. Grosse and R. Salakhutdinov, Importance weighted autoencoders, 2016
"""

from sympy import (
    Derivative,
    Determinant,
    Function,
    Identity,
    IndexedBase,
    MatrixSymbol,
    Q,
    Subs,
    Sum,
    Trace,
    ZeroMatrix,
    log,
    pi,
    symbols,
)

from derivations.assumptions import entrywise_positive
from derivations.claims import at_most, equal
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.probability import expectation, finite, gaussian, kl, log_density
from derivations.words import dot, gradient, inv

document = "002_7e342932428f625e.txt"
n, m, d, T = symbols("n m d T", integer=True, positive=True)
i, j, k, h, t = symbols("i j k h t", integer=True)
a, b, v = symbols("a b v", positive=True)
mean, deviation, u = symbols("mu sigma u", real=True)

# --- a latent variable with n values ---------------------------------------------------------------------------------
q, joint, prior, r = (MatrixSymbol(name, n, 1) for name in ("q", "p", "pi", "r"))
encoder, other = finite(q), finite(r)
encoding, modelling = (encoder.normalised, entrywise_positive(q)), (entrywise_positive(joint),)
with_prior = (*modelling, entrywise_positive(prior))
bounding, splitting = (*encoding, *modelling), (*encoding, *with_prior)


def total(body):
    """The sum over all values of the latent variable, counted from 0."""
    return Sum(body, (i, 0, n - 1))


evidence = total(joint[i, 0])
posterior = joint[i, 0] / Sum(joint[j, 0], (j, 0, n - 1))
likelihood = joint[i, 0] / prior[i, 0]
elbo = total(q[i, 0] * log(joint[i, 0] / q[i, 0]))
reconstruction = total(q[i, 0] * log(likelihood))
regulariser = total(q[i, 0] * log(q[i, 0] / prior[i, 0]))
gap = total(q[i, 0] * log(q[i, 0] / posterior))
elbo_at_the_posterior = total(posterior * log(joint[i, 0] / posterior))

# --- Gaussian encoder, linear decoder --------------------------------------------------------------------------------
W, S = MatrixSymbol("W", d, m), MatrixSymbol("Sigma", m, m)
x, z, mu = MatrixSymbol("x", d, 1), MatrixSymbol("z", m, 1), MatrixSymbol("mu_z", m, 1)
code, standard = gaussian(mu, S), gaussian(ZeroMatrix(m, 1), Identity(m))
gaussian_regulariser = (dot(mu, mu) + Trace(S) - log(Determinant(S)) - m) / 2
log_likelihood = log_density(x, gaussian(W * z, v * Identity(d)))
misfit = dot(x - W * mu, x - W * mu) + Trace(W * S * W.T)
linear_elbo = -d * log(2 * pi * v) / 2 - misfit / (2 * v) - gaussian_regulariser
precision = Identity(m) + W.T * W / v
best_code = gaussian(inv(precision) * W.T * x / v, inv(precision))
linear_evidence = log_density(x, gaussian(ZeroMatrix(d, 1), W * W.T + v * Identity(d)))

# --- noise with n values, any smooth loss ----------------------------------------------------------------------------
weight, noise, loss = IndexedBase("w"), IndexedBase("e"), Function("f")


def over_states(body):
    """The sum over all values of the noise, or over all states of the chain, counted from 1."""
    return Sum(body, (i, 1, n))


expected_loss = over_states(weight[i] * loss(mean + deviation * noise[i]))
slope = Subs(Derivative(loss(u), u), u, mean + deviation * noise[i])

# --- diffusion: along one path, then averaged over a chain of two steps ----------------------------------------------
forward, marginal, backward = (IndexedBase(name, positive=True) for name in ("f", "m", "b"))


def swapped(step):
    """q(x_t | x_{t+1}, x_0) = q(x_{t+1} | x_t) q(x_t | x_0) / q(x_{t+1} | x_0), by Bayes' rule."""
    return forward[step + 1] * marginal[step] / marginal[step + 1]


path_ratio = Sum(log(backward[t]), (t, 1, T - 1)) - Sum(log(forward[t]), (t, 2, T)) - log(marginal[1])
telescoped = Sum(log(backward[t] / swapped(t)), (t, 1, T - 1)) - log(marginal[T])
printed_path = Sum(log(backward[t] / forward[t]), (t, 1, T - 1)) - log(marginal[T])

first, rate, emit, reverse, noise_law = (IndexedBase(name, positive=True) for name in ("f", "w", "a", "b", "c"))
kernel = rate[i, j] / Sum(rate[i, k], (k, 1, n))
path = first[i] * kernel
last = Sum(first[h] * rate[h, j] / Sum(rate[h, k], (k, 1, n)), (h, 1, n))
reversed_kernel = path / last
start_is_law = finite(first, n).normalised


def over_the_end(body):
    """The sum over all states of the last step."""
    return Sum(body, (j, 1, n))


decoded = over_states(first[i] * log(emit[i]))
to_noise = over_the_end(last * log(last / noise_law[j]))
markov_line = Sum(
    path * (log(emit[i]) + log(reverse[i, j]) + log(noise_law[j]) - log(first[i]) - log(kernel)), (i, 1, n), (j, 1, n)
)
step_back = over_states(reversed_kernel * log(reversed_kernel / reverse[i, j]))
chain_elbo = decoded - over_the_end(last * step_back) - to_noise
printed_regrouped = Sum(
    path * (log(emit[i]) + log(noise_law[j] / last) + log(reverse[i, j] / first[i])), (i, 1, n), (j, 1, n)
)
printed_elbo = decoded - over_the_end(last * over_states(first[i] * log(first[i] / reverse[i, j]))) - to_noise

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(
        Source(document, "2097-2127"), Source(document, "2217-2246"), Source("000_89896ee51b349776.txt", "1996-2011"),
    ),
    given=(Q.positive_definite(S),),
    notation={
        q: "law of the latent variable given by the encoder",
        joint: "joint law of the observed data point and the latent variable",
        prior: "prior law of the latent variable",
        n: "number of values of the latent variable, or of states of the chain",
        mu: "mean of the code", S: "covariance of the code", W: "linear decoder", v: "variance of the decoder",
        x: "data point", z: "latent vector", m: "its dimension", d: "dimension of the data",
        T: "number of diffusion steps",
        forward: "q(x_t | x_{t-1}) along a path; in the chain of two steps, q(x_1 | x_0)",
        marginal: "q(x_t | x_0) along a path", backward: "p(x_t | x_{t+1}) along a path; in the chain, its table",
        rate: "weights whose rows, normalised, are q(x_2 | x_1)", emit: "p(x_0 | x_1)", noise_law: "law of pure noise",
    },
    steps=(
        Step("sum_rule", equal(evidence, total(likelihood * prior[i, 0]), given=with_prior), "sum and product rule"),
        Step(
            "any_law_may_enter",
            equal(evidence, total(q[i, 0] * (likelihood * prior[i, 0] / q[i, 0])), given=splitting),
            "multiply and divide by $q$",
        ),
        Step("jensen", at_most(elbo, log(evidence), given=bounding), "Jensen's inequality for the logarithm"),
        Step(
            "reconstruction_and_regulariser",
            equal(elbo, reconstruction - regulariser, given=splitting),
            "the logarithm of a product; the second sum is $KL(q \\,\\|\\, p(z))$",
        ),
        Step(
            "decomposition",
            equal(log(evidence), elbo + gap, given=bounding),
            r"$\log p(x) = E_q \log \frac{p(x, z)}{p(z \mid x)}$, then divide and multiply by $q$",
        ),
        Step(
            "decomposition_at_one_code",
            equal(log(v), log(a / b) + log(b / (a / v))),
            "at one value of $z$, with $a = p(x, z)$, $b = q(z)$ and $v = p(x)$: for densities, average over $z$",
            kind="beyond",
        ),
        Step("gap_is_not_negative", at_most(0, kl(encoder, other), given=(*encoding, other.normalised)),
             r"$\log t \le t - 1$"),
        Step(
            "equality_at_the_posterior",
            equal(elbo_at_the_posterior, log(evidence), given=modelling),
            r"$p(x, z) / p(z \mid x) = p(x)$ does not depend on $z$",
        ),
        Step(
            "gaussian_kl",
            equal(kl(code, standard), gaussian_regulariser),
            "expectation of a difference of two quadratics",
        ),
        Step(
            "elbo_of_the_linear_vae",
            equal(expectation(log_likelihood, z, code) - kl(code, standard), linear_elbo),
            "expectation of a quadratic under the code",
            kind="beyond",
        ),
        Step(
            "gap_of_the_linear_vae",
            equal(linear_evidence - linear_elbo, kl(code, best_code)),
            "Woodbury for the quadratic, Sylvester for the determinant",
            kind="beyond",
        ),
        Step(
            "best_mean_of_the_code",
            equal(gradient(linear_elbo, mu), precision * (inv(precision) * W.T * x / v - mu)),
            "the gradient vanishes at the posterior mean",
            kind="beyond",
        ),
        Step(
            "reparametrisation",
            equal(Derivative(expected_loss, mean), over_states(weight[i] * slope)),
            r"differentiate under the sum: $z = \mu + \sigma e$ depends smoothly on $\mu$",
        ),
        Step(
            "reparametrisation_of_the_scale",
            equal(Derivative(expected_loss, deviation), over_states(weight[i] * noise[i] * slope)),
            r"the same for $\sigma$; the chain rule brings out the noise",
        ),
        Step(
            "reparametrised_gaussian",
            equal(
                gradient(expectation(log_likelihood, z, code), mu),
                expectation(gradient(log_likelihood, z), z, code),
            ),
            "the Gaussian case, for the log-likelihood of the linear decoder",
            kind="beyond",
        ),
        Step(
            "bayes_swap_telescopes",
            equal(path_ratio, telescoped),
            "swap the conditioning in every step; the marginals telescope, by induction on $T$",
        ),
        Step(
            "regrouped_average",
            equal(markov_line, chain_elbo),
            r"average over paths; $q(x_1 \mid x_0) q(x_2 \mid x_1) = q(x_2 \mid x_0) q(x_1 \mid x_2, x_0)$",
        ),
        Step(
            "two_samples_are_better_at_each_pair",
            at_most((log(a) + log(b)) / 2, log((a + b) / 2)),
            "concavity; averaged over two draws it gives $L_1 \\le L_2$ for importance-weighted bounds",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "plus_the_regulariser",
            equal(elbo, reconstruction + regulariser, given=splitting),
            "the sign of the divergence",
        ),
        Step("equality_for_every_law", equal(elbo, log(evidence), given=bounding), "true at the posterior only"),
        Step(
            "gap_the_other_way",
            equal(log(evidence), elbo + total(posterior * log(posterior / q[i, 0])), given=bounding),
            "the divergence is not symmetric",
        ),
        Step(
            "gap_to_the_prior",
            equal(log(evidence), elbo + regulariser, given=splitting),
            "the gap is to the posterior, not to the prior",
        ),
        Step(
            "kl_without_dimension",
            equal(kl(code, standard), gaussian_regulariser + m / 2),
            "the dimension of the latent space is easily dropped",
        ),
    ),
    simulations=(
        "numerics.elbo:monte_carlo_bound", "numerics.elbo:gap_is_a_divergence", "numerics.elbo:reparametrised_gradient",
    ),
    errata=(
        Erratum(
            id="elbo-encoder-subscript",
            source=document,
            line=2099,
            as_printed=equal(elbo, elbo_at_the_posterior, given=splitting),
            corrected=equal(elbo, reconstruction - regulariser, given=splitting),
            problem="the last line takes the model's own posterior where the encoder's law must stand; with the "
            "posterior the bound is the evidence itself",
        ),
        Erratum(
            id="diffusion-elbo-path",
            source=document,
            line=2236,
            as_printed=equal(path_ratio, printed_path),
            corrected=equal(path_ratio, telescoped),
            problem="along a path, forward conditionals and the marginal of the last step are mixed without the swap",
        ),
        Erratum(
            id="diffusion-elbo-index",
            source=document,
            line=2236,
            as_printed=equal(markov_line, printed_regrouped),
            corrected=equal(markov_line, chain_elbo),
            problem=r"$q(x_T \mid x_{T-1})$ becomes $q(x_T \mid x_0)$ without the Bayes swap of the other factors",
        ),
        Erratum(
            id="diffusion-elbo-kl",
            source=document,
            line=2236,
            as_printed=equal(markov_line, printed_elbo, given=[start_is_law]),
            corrected=equal(markov_line, chain_elbo, given=[start_is_law]),
            problem="the divergences condition on the step before instead of the step after",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
