"""Modified equations of generic fields: known results, false neighbours, trees against series of concrete fields."""

import random
from fractions import Fraction

import pytest
from sympy import Rational, Symbol, symbols

from derivations.claims import agrees_to_order, equal
from derivations.errors import UnsupportedError
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
    problem_of,
    squared_norm,
    vector_field,
)
from derivations.kernel.expansions.concrete_fields import World
from derivations.kernel.expansions.modified_equations import agrees_on_random_fields, decide, tree_text
from derivations.kernel.expansions.steps import (
    At,
    Derivative,
    Displacement,
    Field,
    Flow,
    GradientOf,
    InnerProduct,
    Potential,
    Step,
    Sum,
    Times,
)
from derivations.kernel.expansions.trees import grafted, rerooted, size, tree
from derivations.kernel.problem import Effort
from proofs_tests.oracle import FALSE as FALSE_CLAIM
from proofs_tests.oracle import TRUE, opinion

h, c = symbols("h c")
f, g = vector_field("f"), vector_field("g")
C = potential("C")


def answer(left, right, order, variable=h):
    return decide(problem_of(agrees_to_order(left, right, variable, order)), Effort())


def status(left, right, order):
    return answer(left, right, order).status


FIRST = f - h / 2 * along(f, f)
SECOND = FIRST + h**2 * (along(f, along(f, f)) / 3 + along(f, f, f) / 12)
MIDPOINT = here + h * at(f, here + h / 2 * f)
HEUN = here + h / 2 * (f + at(f, here + h * f))
BRACKET = along(g, f) - along(f, g)
ADAMS_BASHFORTH = here + h / 2 * (3 * f - at(f, flow(-f, h)))
LEAP = here + displacement(flow(f, h)) - displacement(flow(-f, h))


def runge_kutta_four():
    one, two = f, at(f, here + h / 2 * f)
    three = at(f, here + h / 2 * two)
    return here + h / 6 * (one + 2 * two + 2 * three + at(f, here + h * three))


SHARP = {
    "flow of f - h/2 f'f against Euler": (flow(FIRST, h), euler_step(f, h), 2),
    "two terms of the modified equation": (flow(SECOND, h), euler_step(f, h), 3),
    "Euler against the flow": (euler_step(f, h), flow(f, h), 1),
    "midpoint": (MIDPOINT, flow(f, h), 2),
    "Heun": (HEUN, flow(f, h), 2),
    "midpoint against Heun": (MIDPOINT, HEUN, 2),
    "Runge-Kutta 4": (runge_kutta_four(), flow(f, h), 4),
    "Lie-Trotter": (after(flow(g, h), flow(f, h)), flow(f + g + h / 2 * BRACKET, h), 2),
    "Strang": (after(after(flow(f / 2, h), flow(g, h)), flow(f / 2, h)), flow(f + g, h), 2),
    "implicit gradient regularisation": (
        flow(-grad(C + h / 4 * squared_norm(grad(C))), h), euler_step(-grad(C), h), 2),
    "Adams-Bashforth 2": (ADAMS_BASHFORTH, flow(f, h), 2),
    "a leap from one step back": (LEAP, here + 2 * h * f, 2),
    "a displacement is a field": (here + displacement(MIDPOINT), flow(f, h), 2),
    "two half steps": (after(euler_step(f / 2, h), euler_step(f / 2, h)), flow(f - h / 4 * along(f, f), h), 2),
}


@pytest.mark.parametrize("name", SHARP)
def test_the_second_route_agrees_on_random_fields(name):
    left, right, order = SHARP[name]
    assert agrees_on_random_fields(problem_of(agrees_to_order(left, right, h, order)), 6, seed=1)
    assert not agrees_on_random_fields(problem_of(agrees_to_order(left, right, h, order + 1)), 6, seed=1)


@pytest.mark.parametrize("name", SHARP)
def test_the_oracle_of_the_mutants_agrees(name):
    left, right, order = SHARP[name]
    assert opinion(agrees_to_order(left, right, h, order)).answer == TRUE
    assert opinion(agrees_to_order(left, right, h, order + 1)).answer == FALSE_CLAIM


@pytest.mark.parametrize("name", SHARP)
def test_known_results_hold_to_their_order_and_not_one_further(name):
    left, right, order = SHARP[name]
    assert status(left, right, order) == "proved"
    further = answer(left, right, order + 1)
    assert further.status == "refuted"
    assert further.mismatch.left != further.mismatch.right


FALSE = {
    "wrong sign": (flow(f + h / 2 * along(f, f), h), euler_step(f, h), 2),
    "wrong factor": (flow(f - h / 4 * along(f, f), h), euler_step(f, h), 2),
    "bracket the other way round": (after(flow(g, h), flow(f, h)), flow(f + g - h / 2 * BRACKET, h), 2),
    "flows do not commute": (after(flow(g, h), flow(f, h)), after(flow(f, h), flow(g, h)), 2),
    "penalty h/2": (flow(-grad(C + h / 2 * squared_norm(grad(C))), h), euler_step(-grad(C), h), 2),
    "penalty -h/4": (flow(-grad(C - h / 4 * squared_norm(grad(C))), h), euler_step(-grad(C), h), 2),
    "ascent": (flow(grad(C + h / 4 * squared_norm(grad(C))), h), euler_step(grad(C), h), 2),
    "two terms in one": (flow(SECOND - h**2 * along(f, f, f) / 12, h), euler_step(f, h), 3),
    "a leap the wrong way": (here + displacement(flow(f, h)) + displacement(flow(-f, h)), here + 2 * h * f, 1),
    "a parameter that must not be 2": (here + c * h * f, here + 2 * h * f, 1),
    "a step that is not small": (here + h * at(f, here + f / 2), here + h * f, 1),
    "a factor h forgotten": (here + along(grad(C), grad(C)), here + h * along(grad(C), grad(C)), 1),
    "a generic parameter": (here + h * at(f, here + c * h * f), flow(f, h), 2),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_neighbours_are_refuted(name):
    found = answer(*FALSE[name])
    assert found.status == "refuted"
    assert found.mismatch.point.functions


def test_trees_that_coincide_in_one_dimension_are_told_apart():
    """f'(f''(f, f)) and f''(f, f'f) are the same expression f' f'' f f when d = 1."""
    left, right = here + h * along(f, along(f, f, f)), here + h * along(f, f, along(f, f))
    found = answer(left, right, 1)
    assert found.status == "refuted"
    assert "x2" in found.mismatch.point.symbols


def test_the_counterexample_is_small():
    found = answer(flow(FIRST, h), euler_step(f, h), 3).mismatch
    assert found.point.functions == {"f": "(x1)"}
    assert found.left == "(1 + h + -1/3*h^3) + O(h^4)"
    assert found.right == "(1 + h) + O(h^4)"


def test_the_step_variable_may_have_any_name():
    eta, other = symbols("eta"), Symbol("h")
    assert answer(flow(f - eta / 2 * along(f, f), eta), euler_step(f, eta), 2, eta).status == "proved"
    assert answer(euler_step(other * f, eta), euler_step(f, eta), 1, eta).status == "refuted"


def test_what_is_not_a_map_is_refused():
    for left in (f, f * g, flow(f, c), here + f**2 * h, here + h * f / c, 2 * here):
        with pytest.raises(UnsupportedError):
            problem_of(agrees_to_order(left, here, h, 1))
    with pytest.raises(UnsupportedError):
        problem_of(equal(flow(f, h), here))
    assert answer(here + f, here, 1).status == "refuted"
    assert answer(here + h * grad(squared_norm(f)), here, 1).status == "refuted"
    assert answer(here + h * grad(2 * squared_norm(f)), here + 2 * h * grad(squared_norm(f)), 1).status == "undecided"


def test_a_sum_of_fields_that_cancels_is_nothing():
    assert status(here + h * (along(f, f) - along(f, f)), here, 5) == "proved"


# --- trees against power series of concrete fields -------------------------------------------------------------------

def times(number, power, part):
    return Times((((("h", power),) if power else (), Fraction(number)),), part)


def random_field(rng, depth):
    if depth == 0:
        return rng.choice((Field("f"), Field("g"), GradientOf(Potential("C"))))
    one, two = random_field(rng, depth - 1), random_field(rng, depth - 1)
    gradient = GradientOf(Potential("C"))
    return rng.choice((
        lambda: Sum((one, two)), lambda: times(Fraction(rng.randint(-3, 3), 2), rng.randint(0, 1), one),
        lambda: Derivative(one, (two,)), lambda: Derivative(one, (two, Field("f"))),
        lambda: At(one, Step(times(1, 1, two))), lambda: At(one, Flow(two)), lambda: Displacement(Flow(two)),
        lambda: GradientOf(Sum((Potential("C"), times(1, 1, InnerProduct(gradient, gradient))))),
    ))()


def random_polynomial(rng, dimension):
    powers = [tuple(rng.randint(0, 2) for _ in range(dimension)) for _ in range(rng.randint(1, 4))]
    return {each: Fraction(rng.randint(-2, 2)) for each in powers}


def value(root, world, point):
    """F(root) at the point, by the concrete route on the expression that the tree stands for."""
    def field(part):
        label, children = part
        base = GradientOf(Potential(label[5:])) if label.startswith("grad ") else Field(label)
        return Derivative(base, tuple(map(field, children))) if children else base

    start = world.after(Step(None), point)
    moved = world.after(Step(field(root)), point)
    return [(b.get((), Fraction(0)) - a.get((), Fraction(0))) for a, b in zip(start, moved, strict=True)]


@pytest.mark.parametrize("seed", range(40))
def test_tree_expansions_equal_power_series_of_concrete_fields(seed):
    rng, order = random.Random(seed), 3
    step = rng.choice((Step, Flow))(times(1, 1, random_field(rng, 2)))
    dimension = rng.randint(1, 3)
    world = World(
        dimension, {name: tuple(random_polynomial(rng, dimension) for _ in range(dimension)) for name in "fg"},
        {"C": random_polynomial(rng, dimension)}, {}, order,
    )
    point = tuple(Fraction(rng.randint(-2, 2)) for _ in range(dimension))
    direct = world.after(step, point)
    totals = [{(): x} if x else {} for x in point]
    for root, poly in step.expanded(order).items():
        for k, number in enumerate(value(root, world, point)):
            for monomial, factor in poly.items():
                totals[k][monomial] = totals[k].get(monomial, Fraction(0)) + factor * number
    assert [{m: x for m, x in total.items() if x} for total in totals] == direct


def test_grafting_and_rerooting():
    leaf, chain = tree("f"), tree("f", (tree("f"),))
    assert sorted(map(tree_text, grafted(chain, (leaf,)))) == ["f''(f, f)", "f'(f'(f))"]
    assert len(list(grafted(chain, (leaf, leaf)))) == 4
    star = tree("C", (tree("C"), tree("C"), tree("C")))
    assert sum(1 for _ in rerooted(star)) == size(star) == 4
    assert len(set(rerooted(star))) == 2


def test_rational_coefficients_are_exact():
    tiny = Rational(1, 10**40)
    assert status(euler_step(f, h), here + h * (1 + tiny) * f, 1) == "refuted"
