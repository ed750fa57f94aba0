r"""Discretisation: how far steps stay from the flow, and batches from the whole.

Gradient descent is Euler's method for the gradient flow. One step of length $\epsilon$ misses the flow of
$\dot\omega = f(\omega)$ by $\frac{\epsilon^2}{2} f' f + O(\epsilon^3)$. The errors of $k$ steps add up and grow with
the flow: if $f$ has Lipschitz constant $L$ and solutions have accelerations of at most $M$, the error at time
$T = k \epsilon$ is at most $\frac{\epsilon M}{2 L} (e^{L T} - 1)$, so it is of first order and no better.

Stochastic gradient descent takes a batch instead of the whole sum. The mean of its direction is the gradient times the
share of the batch; the mean over all orders of the batches follows a modified loss, and each single order does not.

Main statements
* error_of_one_step           a step misses the flow by $\frac{\epsilon^2}{2} f' f$, to second order, in every dimension
* error_of_all_steps          errors obey a recursion, solved for every number of steps
* global_bound_on_the_error   the error at a fixed time is at most of first order
* first_order_and_no_better   for $\dot\omega = -\lambda \omega$, with the exact factor
* batch_is_unbiased           the mean over all batches of size $b$ is $\frac{b}{N}$ of the gradient
* spread_of_a_batch           the exact variance of a batch drawn without replacement
* mean_over_both_orders       two batches in random order follow $C + \epsilon R$ in the mean
* spread_as_a_penalty         $R$ punishes the squared gradient and the spread between batches

Not claimed: that one run of stochastic gradient descent stays close to the modified flow; see the erratum.

References: E. Hairer, S. Norsett and G. Wanner, Solving ordinary differential equations I, 1993, sections I.7 and II.3;
S. Smith, B. Dherin, D. Barrett and S. De, On the origin of implicit regularization in stochastic gradient descent,
ICLR 2021
"""

from sympy import Derivative, IndexedBase, MatrixSymbol, OneMatrix, Sum, exp, log, symbols

from derivations.claims import agrees_to_order, at_most, equal, for_all_k, less_than, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.fields import (
    after,
    along,
    displacement,
    euler_step,
    flow,
    grad,
    here,
    potential,
    squared_norm,
    vector_field,
)
from derivations.probability import choice, expectation, subset
from derivations.words import dot

d, m, N, b = symbols("d m N b", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
steps_taken = symbols("k", integer=True, positive=True)
i = symbols("i", integer=True)
epsilon = symbols("epsilon", positive=True)
small, start, rate = symbols("epsilon omega lambda", real=True)
lipschitz, acceleration, decay, time, place, share = symbols("L M lambda T omega x", positive=True)

f = vector_field("f")
first, second = potential("C_1"), potential("C_2")
one_after_the_other = after(euler_step(-grad(second), small), euler_step(-grad(first), small))
the_other_first = after(euler_step(-grad(first), small), euler_step(-grad(second), small))
in_the_mean = here + displacement(one_after_the_other) / 2 + displacement(the_other_first) / 2
regularised = first + second + small / 4 * (squared_norm(grad(first)) + squared_norm(grad(second)))

G, chosen = MatrixSymbol("G", d, N), MatrixSymbol("r", N, 1)
everyone = OneMatrix(N, 1)
whole = G * everyone
batch_deviation = G * chosen - b / N * whole
spread = b * (N - b) / (N * (N - 1)) * (dot(G, G) - dot(whole, whole) / N)
batches, equal_shares = MatrixSymbol("G", d, m), OneMatrix(m, 1)
centre = batches * equal_shares / m
ell = IndexedBase("g")

error_in_one_step = epsilon**2 * acceleration / 2
growth = 1 + epsilon * lipschitz
accumulated = error_in_one_step * (growth**k - 1) / (epsilon * lipschitz)
global_bound = epsilon * acceleration / (2 * lipschitz) * (exp(k * epsilon * lipschitz) - 1)
lag = (log(1 - epsilon * decay) / epsilon + decay) * time / epsilon

logistic_flow = place * exp(small) / (1 - place + place * exp(small))
logistic_step = place + small * place * (1 - place)
logistic_error = small**2 / 2 * place * (1 - place) * (1 - 2 * place)

slides = "000_89896ee51b349776.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1127-1153"), Source(slides, "1247-1260")),
    notation={
        f: "a smooth vector field",
        epsilon: "step size",
        lipschitz: "Lipschitz constant of the field",
        acceleration: "largest second derivative of a solution",
        k: "number of steps",
        time: "the time they cover",
        first: "loss on the first batch",
        second: "loss on the second batch",
        G: "gradients of the examples, one column each",
        N: "number of examples",
        b: "size of a batch",
        chosen: "which examples are in the batch",
    },
    steps=(
        Step(
            "error_of_one_step",
            agrees_to_order(
                here + displacement(flow(f, small)) - displacement(euler_step(f, small)),
                here + small**2 / 2 * along(f, f), small, 2,
            ),
            r"the flow is $\omega + \epsilon f + \frac{\epsilon^2}{2} f' f + \dots$, the step $\omega + \epsilon f$",
        ),
        Step(
            "logistic_flow",
            equal(Derivative(logistic_flow, small), logistic_flow * (1 - logistic_flow)),
            r"an example with a closed solution: $\dot\omega = \omega (1 - \omega)$",
            kind="beyond",
        ),
        Step(
            "logistic_error",
            agrees_to_order(logistic_flow - logistic_step, logistic_error, small, 2),
            r"$f' f = (1 - 2 \omega) \, \omega (1 - \omega)$",
            kind="beyond",
        ),
        Step(
            "error_of_all_steps",
            for_all_k(accumulated, recursion=lambda error: growth * error + error_in_one_step, base=0, k=k),
            r"a step stretches the error by at most $1 + \epsilon L$ and adds its own",
        ),
        Step("growth_is_at_most_exponential", at_most(growth**k, exp(k * epsilon * lipschitz)), r"$1 + x \le e^x$"),
        Step(
            "global_bound_on_the_error",
            at_most(accumulated, global_bound),
            r"errors accumulate over time, but at a fixed time $T = k \epsilon$ they vanish with $\epsilon$",
        ),
        Step(
            "steps_of_a_linear_flow",
            for_all_k(start * (1 - small * rate) ** k, recursion=lambda x: x - small * rate * x, base=start, k=k),
            r"$\dot\omega = -\lambda \omega$",
        ),
        Step(
            "rate_of_the_steps",
            agrees_to_order(log(1 - small * decay), -small * decay - small**2 * decay**2 / 2, small, 2),
            r"a step of the flow would have $-\epsilon \lambda$ here",
        ),
        Step(
            "first_order_and_no_better",
            tends_to(lag, -(decay**2) * time / 2, epsilon, 0),
            r"after $T / \epsilon$ steps the logarithm is off by $-\frac{\epsilon}{2} \lambda^2 T$, to first order",
            kind="beyond",
        ),
        Step(
            "descent_is_ahead",
            less_than((1 - share) ** steps_taken, exp(-steps_taken * share), given=[share < 1]),
            r"descent on a quadratic is ahead of its flow, after any number of steps; $x = \epsilon \lambda$",
            kind="beyond",
        ),
        Step(
            "one_example_is_unbiased",
            equal(expectation(ell[i], i, choice(N)), Sum(ell[i], (i, 1, N)) / N),
            "each example is drawn with probability $1 / N$",
        ),
        Step(
            "batch_is_unbiased",
            equal(expectation(G * chosen, chosen, subset(b)), b / N * whole, given=[b <= N]),
            "each example is in the batch with probability $b / N$",
        ),
        Step(
            "spread_of_a_batch",
            equal(
                expectation(dot(batch_deviation, batch_deviation), chosen, subset(b)), spread, given=[b <= N, N >= 2]
            ),
            "without replacement; it vanishes for the full batch",
            kind="beyond",
        ),
        Step(
            "mean_over_both_orders",
            agrees_to_order(in_the_mean, flow(-grad(regularised), small), small, 2),
            r"$C = \frac12 (C_1 + C_2)$ for the time $2 \epsilon$, written as $C_1 + C_2$ for the time $\epsilon$",
        ),
        Step(
            "what_the_order_changes",
            agrees_to_order(
                here + displacement(one_after_the_other) - displacement(the_other_first),
                here + small**2 * (along(grad(second), grad(first)) - along(grad(first), grad(second))), small, 2,
            ),
            "the commutator of the two gradients; it has no mean",
            kind="beyond",
        ),
        Step(
            "spread_as_a_penalty",
            equal(
                dot(batches, batches) / m,
                dot(centre, centre) + dot(batches - centre * equal_shares.T, batches - centre * equal_shares.T) / m,
            ),
            r"$\frac1m \sum_k \lVert \nabla C_k \rVert^2 = \lVert \nabla C \rVert^2 + "
            r"\frac1m \sum_k \lVert \nabla C_k - \nabla C \rVert^2$, for any number of batches",
        ),
    ),
    falsehoods=(
        Step(
            "twice_the_error_of_one_step",
            agrees_to_order(flow(f, small), here + small * f + small**2 * along(f, f), small, 2),
            "the half of Taylor's formula forgotten",
        ),
        Step(
            "second_order_at_a_fixed_time",
            tends_to(lag, 0, epsilon, 0),
            "one step is of second order, but there are more of them",
        ),
        Step(
            "batch_of_full_size",
            equal(expectation(G * chosen, chosen, subset(b)), whole, given=[b <= N]),
            "with the same learning rate a batch moves less",
        ),
        Step(
            "mean_instead_of_sum",
            equal(expectation(G * chosen, chosen, subset(b)), whole / b, given=[b <= N]),
            "the share upside down",
        ),
        Step(
            "spread_with_replacement",
            equal(
                expectation(dot(batch_deviation, batch_deviation), chosen, subset(b)),
                b / N * (dot(G, G) - dot(whole, whole) / N), given=[b <= N, N >= 2],
            ),
            "drawing without replacement spreads less",
        ),
        Step(
            "only_the_whole_gradient",
            agrees_to_order(
                in_the_mean,
                flow(-grad(first + second + small / 8 * squared_norm(grad(first + second))), small), small, 2,
            ),
            "the modified loss of full batches",
        ),
    ),
    errata=(
        Erratum(
            "sgd-only-in-the-mean",
            source=slides,
            line=1139,
            severity="hypothesis",
            as_printed=agrees_to_order(one_after_the_other, flow(-grad(regularised), small), small, 2),
            corrected=agrees_to_order(in_the_mean, flow(-grad(regularised), small), small, 2),
            problem=r"Printed: the iterates of SGD stay close to the flow of a modified loss. The mean over all "
            r"orders of the batches does; a single order differs by half a commutator, $\frac{\epsilon^2}{2} "
            r"(\nabla\nabla C_2 \nabla C_1 - \nabla\nabla C_1 \nabla C_2)$, already at second order.",
        ),
    ),
    simulations=(
        "numerics.discretisation:one_step",
        "numerics.discretisation:many_steps",
        "numerics.discretisation:all_batches",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
