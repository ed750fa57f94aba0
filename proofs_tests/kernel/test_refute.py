"""The refuter finds what is false, small and inside the assumptions, and never refutes what is true."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from derivations.evidence import Evidence
from derivations.kernel.problem import Domain, Effort, Kind, Problem
from derivations.kernel.search.points import is_admissible
from derivations.kernel.search.polynomials import read
from derivations.kernel.search.refute import search
from derivations.kernel.terms import (
    TRUE,
    Dim,
    Term,
    add,
    apply,
    call,
    cases,
    const,
    det,
    entry,
    hadamard,
    identity,
    index,
    inverse,
    letter,
    madd,
    mmul,
    mpower,
    mul,
    num,
    ones,
    parameter,
    power,
    predicate,
    range_product,
    range_sum,
    relation,
    scale,
    size,
    sum_over,
    symbol,
    trace,
    transpose,
    unknown,
    zeros,
)
from proofs_tests.kernel.random_terms import random_scalar

n, d, m, k = (Dim.of(name) for name in "ndmk")
one = Dim.of(1)
A, B, C = (letter(name, n, n) for name in "ABC")
X, u, v = letter("X", n, d), letter("u", n, one), letter("v", n, one)
x, y, z, lam = (symbol(name) for name in ("x", "y", "z", "lam"))
half = num(Fraction(1, 2))
POSITIVE, WHOLE = Domain(low=Fraction(0)), Domain(low=Fraction(0), low_open=False, integer=True)


def minus(a: Term) -> Term:
    return mul(num(-1), a)


def less(a: Term, b: Term) -> Term:
    return madd(a, scale(num(-1), b))


def sqrt(a: Term) -> Term:
    return power(a, half)


def square(a: Term) -> Term:
    return power(a, num(2))


def commutator(a: Term, b: Term) -> Term:
    return less(mmul(a, b), mmul(b, a))


def equal(left: Term, right: Term, **known: object) -> Problem:
    return Problem("equal", left, right, **known)


def thoroughly(problem: Problem, seed: int = 0) -> Evidence:
    return search(problem, Effort(seed), thorough=True)


def standard_polynomial(matrices: list[Term]) -> Term:
    """S_m = sum over permutations of sign times product."""
    terms = []
    for order in permutations(range(len(matrices))):
        inversions = sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))
        product = mmul(*(matrices[i] for i in order))
        terms.append(scale(num(-1), product) if inversions % 2 else product)
    return madd(*terms)


def vanishing(at: list[Fraction]) -> Term:
    return mul(*(add(x, num(-value)) for value in at))


RIDGE_LEFT = mmul(inverse(madd(mmul(transpose(X), X), scale(lam, identity(d)))), transpose(X))
RIDGE_RIGHT = mmul(transpose(X), inverse(madd(mmul(X, transpose(X)), scale(lam, identity(n)))))
SKEW = [letter(f"S{j}", n, n) for j in range(6)]
i = index("i#1", n)
K = symbol("K")
j = symbol("j#1")

FILTER_GAP = add(power(add(num(1), x), num(-1)), minus(call("exp", minus(x))))
BUMP = mul(x, call("exp", minus(x)))
U, V = entry(u, i, num(0)), entry(v, i, num(0))
WEIGHTS = {u: Kind("positive"), v: Kind("positive")}
LAWS = tuple(relation("==", sum_over(i, entries), num(1)) for entries in (U, V))
HALF_WAY = power(mul(half, add(U, V)), num(-1))
TO_THE_MIDDLE = add(*(sum_over(i, mul(E, call("log", mul(E, HALF_WAY)))) for E in (U, V)))
COUNT = Domain(low=Fraction(2), low_open=False, integer=True)
LAW = call("exp", unknown("f", (0,), j))
NEXT, OTHER = (call("exp", unknown("f", (0,), place)) for place in (add(num(1), j), symbol("j#2")))
SUMS_TO_ONE = (relation("==", range_sum(j, num(1), K, LAW), num(1)),)
TALL = letter("T", d + k, d)
GRAM = mmul(transpose(TALL), TALL)
TOWER = x
for _ in range(30):
    TOWER = unknown("f", (0,), TOWER)

# name -> (false claim, largest total of sizes that a good counterexample needs)
FALSE: dict[str, tuple[Problem, int]] = {
    "products do not commute": (equal(mmul(A, B), mmul(B, A)), 2),
    "ridge with twice the penalty on one side": (
        equal(RIDGE_LEFT, mmul(transpose(X), inverse(madd(mmul(X, transpose(X)), scale(add(lam, lam), identity(n))))),
              domains={lam: POSITIVE}), 2),
    "root of a square": (equal(sqrt(square(x)), x), 0),
    "logarithm of a product": (equal(call("log", mul(x, y)), add(call("log", x), call("log", y))), 0),
    "ten to the minus forty": (equal(square(x), add(square(x), num(Fraction(1, 10**40)))), 0),
    "Ramanujan's constant is no integer": (
        equal(call("exp", mul(const("pi"), sqrt(num(163)))), num(262537412640768744)), 0),
    "Hall's identity beyond 2 x 2": (
        equal(commutator(mmul(commutator(A, B), commutator(A, B)), C), zeros(n, n)), 3),
    "S6 on skew matrices beyond 4 x 4": (
        equal(standard_polynomial(SKEW), zeros(n, n), kinds={s: Kind("skew") for s in SKEW}), 5),
    "determinant of a sum": (equal(det(madd(A, B)), add(det(A), det(B))), 2),
    "orthogonal means determinant one": (equal(det(A), num(1), kinds={A: Kind("orthogonal")}), 1),
    "orthogonal of determinant one is symmetric": (
        equal(A, transpose(A), kinds={A: Kind("orthogonal")}, conditions=(relation("==", det(A), num(1)),)), 2),
    "sin(pi x) vanishes": (equal(call("sin", mul(const("pi"), x)), num(0)), 0),
    "floor is the identity": (equal(call("floor", x), x), 0),
    "true for k below three": (
        equal(mul(K, add(K, num(-1)), add(K, num(-2))), num(0), domains={K: WHOLE}), 0),
    "true for k below nine": (
        equal(mul(*(add(K, num(-value)) for value in range(9))), num(0), domains={K: WHOLE}), 0),
    "vanishes at small rationals": (
        equal(vanishing([Fraction(p, q) for p in range(-3, 4) for q in (1, 2, 3)]), num(0)), 0),
    "P^6 = I for permutations": (equal(mpower(A, num(6)), identity(n), kinds={A: Kind("permutation")}), 4),
    "P^60 = I for permutations": (equal(mpower(A, num(60)), identity(n), kinds={A: Kind("permutation")}), 8),
    "projections commute": (
        equal(mmul(A, B), mmul(B, A), kinds={A: Kind("projection"), B: Kind("projection")}), 2),
    "trace of an idempotent is one": (equal(trace(A), num(1), kinds={A: Kind("idempotent")}), 1),
    "symmetric products are symmetric": (
        equal(mmul(A, B), transpose(mmul(A, B)), kinds={s: Kind("positive_definite") for s in (A, B)}), 2),
    "a function is additive": (
        equal(unknown("f", (0,), add(x, y)), add(unknown("f", (0,), x), unknown("f", (0,), y))), 0),
    "second derivatives vanish": (equal(unknown("f", (2,), x), num(0)), 0),
    "mixed partial is a product": (
        equal(unknown("f", (1, 1), x, y), mul(unknown("f", (1, 0), x, y), unknown("f", (0, 1), x, y))), 0),
    "softplus is relu": (
        equal(call("log", add(num(1), call("exp", x))), call("max", num(0), x)), 0),
    "softmax shift with a factor": (
        equal(mul(call("exp", add(x, y)), power(call("exp", y), num(-1))), mul(num(2), call("exp", x))), 0),
    "atan addition": (
        equal(add(call("atan", x), call("atan", y)),
              call("atan", mul(add(x, y), power(add(num(1), minus(mul(x, y))), num(-1)))),
              domains={x: POSITIVE, y: POSITIVE}), 0),
    "entrywise exp is multiplicative": (
        equal(apply(call("exp", parameter(0)), mmul(A, B)),
              mmul(apply(call("exp", parameter(0)), A), apply(call("exp", parameter(0)), B))), 1),
    "Hadamard and trace": (equal(trace(hadamard(A, B)), trace(mmul(A, B))), 2),
    "off by one in a sum": (
        equal(range_sum(j, num(1), K, j), mul(half, K, add(K, num(-1))), domains={K: WHOLE}), 0),
    "mean of squares is square of mean": (
        equal(mul(size(n), sum_over(i, square(entry(u, i, num(0))))), square(sum_over(i, entry(u, i, num(0))))), 2),
    "AM-GM without the half": (Problem("at_most", mul(num(2), x, y), mul(half, add(square(x), square(y)))), 0),
    "x < x^2": (Problem("less_than", x, square(x), domains={x: POSITIVE}), 0),
    "strict where it is only weak": (Problem("less_than", mul(num(2), x, y), add(square(x), square(y))), 0),
    "A + A^T is semidefinite": (Problem("at_most", zeros(n, n), madd(A, transpose(A))), 1),
    "squares keep the order of matrices": (
        Problem("at_most", mmul(A, A), mmul(B, B), kinds={s: Kind("positive_semidefinite") for s in (A, B)},
                conditions=(relation("<=", A, B),)), 2),
    "exp below its tangent": (Problem("at_most", call("exp", x), add(num(1), x)), 0),
    "Piecewise glued wrongly": (
        equal(cases((x, relation("<", num(0), x)), (num(0), TRUE)), call("max", num(-1), x)), 0),
    "claims about rows, one larger than columns": (
        equal(mmul(transpose(letter("V", d + k, d)), letter("V", d + k, d)),
              scale(num(2), identity(d)), kinds={letter("V", d + k, d): Kind("semi_orthogonal")}), 2),
    "probability vectors are uniform": (
        equal(scale(size(n), u), ones(n, one), kinds={u: Kind("probability_vector")}), 2),
    "row-stochastic matrices are column-stochastic": (
        equal(mmul(transpose(A), ones(n, one)), ones(n, one), kinds={A: Kind("row_stochastic")}), 2),
    "unit vectors are orthogonal": (
        equal(mmul(transpose(u), v), zeros(one, one), kinds={u: Kind("unit_vector"), v: Kind("unit_vector")}), 1),
    "commuting with one means commuting with all": (
        equal(mmul(A, C), mmul(C, A), commuting=((A, B), (B, C))), 2),
    "beyond the range of floats": (
        equal(call("exp", x), mul(num(2), call("exp", x)), domains={x: Domain(low=Fraction(2000))}), 0),
    "below the range of floats": (
        equal(call("exp", x), num(0), domains={x: Domain(high=Fraction(-2000))}), 0),
    "a transcendental difference of 10^-60": (
        equal(call("exp", x), add(call("exp", x), mul(num(Fraction(1, 10**60)), call("sin", x)))), 0),
    "a free index": (equal(entry(u, index("i", n), num(0)), entry(u, index("j", n), num(0))), 2),
    "near the border of the domain": (
        Problem("at_most", num(Fraction(1, 500)), x, domains={x: Domain(Fraction(0), Fraction(1))}), 0),
    "only for huge arguments": (Problem("at_most", x, num(500000), domains={x: POSITIVE}), 0),
    "only in a small window": (
        Problem("at_most", FILTER_GAP, num(Fraction(2036321, 10**7)), domains={x: POSITIVE}), 0),
    "only in a small window of the plane": (
        Problem("at_most", add(BUMP, mul(y, call("exp", minus(square(y))))), num(Fraction(79675, 10**5)),
                domains={x: POSITIVE}), 0),
    "laws far from each other, as weights": (
        Problem("at_most", TO_THE_MIDDLE, mul(num(2), call("log", num(Fraction(3, 2)))), kinds=WEIGHTS,
                conditions=LAWS), 2),
    "laws far from each other": (
        Problem("at_most", TO_THE_MIDDLE, mul(num(2), call("log", num(Fraction(3, 2)))),
                kinds={u: Kind("probability_vector"), v: Kind("probability_vector")}), 2),
    "laws in a small window": (
        Problem("at_most", sum_over(i, mul(U, V)), num(Fraction(9999, 10000)), kinds=WEIGHTS, conditions=LAWS), 1),
    "an inverse that needs as many rows as columns": (
        equal(mmul(inverse(GRAM), GRAM), scale(num(2), identity(d)), least={"k": 0}), 1),
    "a law loses its first term": (
        equal(range_sum(j, num(1), K, LAW), range_sum(j, num(2), K, LAW), domains={K: COUNT},
              conditions=SUMS_TO_ONE), 0),
    "entropy of a law without its last term": (
        equal(range_sum(j, num(1), K, mul(LAW, call("log", LAW))),
              range_sum(j, num(1), add(K, num(-1)), mul(LAW, call("log", LAW))), domains={K: COUNT},
              conditions=SUMS_TO_ONE), 0),
    "a tower of functions with a factor": (equal(TOWER, mul(num(2), TOWER)), 0),
    "a sequence does not fall": (
        Problem("at_most", range_sum(j, num(1), K, LAW), range_sum(j, num(1), K, NEXT), domains={K: COUNT}), 0),
    "a sequence does not rise": (
        Problem("at_most", range_sum(j, num(1), K, NEXT), range_sum(j, num(1), K, LAW), domains={K: COUNT}), 0),
    "no probability but the first exceeds 9/10": (
        Problem("at_most", range_sum(j, num(2), K, LAW), num(Fraction(9, 10)), domains={K: COUNT},
                conditions=SUMS_TO_ONE), 0),
    "a sequence that sums to zero is zero": (
        equal(range_sum(j, num(1), K, mul(j, unknown("r", (0,), j))), num(0), domains={K: COUNT},
              conditions=(relation("==", range_sum(j, num(1), K, unknown("r", (0,), j)), num(0)),)), 0),
    "shares of nothing add up to one": (
        equal(range_sum(j, num(1), K, mul(LAW, power(range_sum(symbol("j#2"), num(1), K, OTHER), num(-1)))), num(1),
              domains={K: WHOLE}), 0),
}

TRUE_CLAIMS: dict[str, Problem] = {
    "ridge": equal(RIDGE_LEFT, RIDGE_RIGHT, domains={lam: POSITIVE}),
    "Hall at 2 x 2 by Cayley-Hamilton": equal(
        madd(mpower(letter("M", Dim.of(2), Dim.of(2)), num(2)),
             scale(minus(trace(letter("M", Dim.of(2), Dim.of(2)))), letter("M", Dim.of(2), Dim.of(2))),
             scale(det(letter("M", Dim.of(2), Dim.of(2))), identity(Dim.of(2)))), zeros(Dim.of(2), Dim.of(2))),
    "orthogonal": equal(mmul(A, transpose(A)), identity(n), kinds={A: Kind("orthogonal")}),
    "logarithm of a product": equal(call("log", mul(x, y)), add(call("log", x), call("log", y)),
                                    domains={x: POSITIVE, y: POSITIVE}),
    "exponential of a sum": equal(call("exp", add(x, y)), mul(call("exp", x), call("exp", y))),
    "root of a square": equal(sqrt(square(x)), call("abs", x)),
    "Gauss": equal(range_sum(j, num(1), K, j), mul(half, K, add(K, num(1))), domains={K: WHOLE}),
    "Gauss for negative bounds (Karr)": equal(range_sum(j, num(1), K, j), mul(half, K, add(K, num(1))),
                                              domains={K: Domain(integer=True)}),
    "commuting pair": equal(mmul(A, B), mmul(B, A), commuting=((A, B),)),
    "condition": equal(add(x, y), num(1), conditions=(relation("==", add(x, y), num(1)),)),
    "AM-GM": Problem("at_most", mul(x, y), mul(half, add(square(x), square(y)))),
    "Gram matrices": Problem("at_most", zeros(n, n), mmul(X, transpose(X))),
    "Pythagoras": equal(add(square(call("sin", x)), square(call("cos", x))), num(1)),
    "reciprocal": equal(mul(x, power(x, num(-1))), num(1)),
    "projection": equal(mmul(A, A), A, kinds={A: Kind("projection")}),
    "a free index": equal(entry(mmul(A, u), index("i", n), num(0)),
                          sum_over(i, mul(entry(A, index("i", n), i), entry(u, i, num(0))))),
    "root of a matrix": equal(mmul(mpower(A, half), mpower(A, half)), A, kinds={A: Kind("positive_definite")}),
    "schwarz": equal(unknown("f", (1, 1), x, y), unknown("f", (1, 1), x, y)),
    "predicate": Problem("less_than", zeros(n, n), less(A, B), conditions=(predicate("positive_definite", less(A, B)),),
                         kinds={A: Kind("symmetric"), B: Kind("symmetric")}),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_refuted_by_a_small_admissible_point(name: str) -> None:
    problem, largest = FALSE[name]
    found = thoroughly(problem)
    assert found.status == "refuted", found
    assert is_admissible(found.mismatch.point, problem)
    assert sum(found.mismatch.point.sizes.values()) <= largest
    assert found.mismatch.left != found.mismatch.right or problem.relation == "less_than"
    assert found.mismatch.second_route


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", TRUE_CLAIMS)
def test_true_claims_are_supported_with_a_witness(name: str, seed: int) -> None:
    for thorough in (False, True):
        found = search(TRUE_CLAIMS[name], Effort(seed), thorough=thorough)
        assert found.status == "supported", found
        assert found.points_held > 0
        assert is_admissible(found.witness, TRUE_CLAIMS[name])


def test_counterexamples_in_small_windows_and_among_laws_are_short() -> None:
    window = thoroughly(FALSE["only in a small window"][0]).mismatch.point
    assert window.symbols["x"].denominator < 1000
    law = thoroughly(FALSE["laws far from each other, as weights"][0]).mismatch.point
    assert all(entry_.denominator <= 100 for rows in law.letters.values() for (entry_,) in rows)


def test_an_empty_block_is_never_drawn() -> None:
    rest = letter("W", k, d)
    problem = equal(mmul(transpose(TALL), TALL), mmul(transpose(rest), rest), least={"k": 0})
    assert thoroughly(problem).mismatch.point.sizes == {"d": 1, "k": 1}


def test_a_law_given_as_a_sequence_sums_to_one_exactly() -> None:
    point = thoroughly(FALSE["a law loses its first term"][0]).mismatch.point
    law = read(point.functions["f"], 1)
    values = [sum(c * k**e for (e,), c in law.items()) for k in range(1, int(point.symbols["K"]) + 1)]
    assert point.functions["f"].startswith("log(") and min(values) > 0 and sum(values) == 1


def test_a_function_used_in_another_way_too_stays_a_polynomial() -> None:
    problem = equal(call("exp", unknown("f", (0,), x)), add(num(1), unknown("f", (0,), x)))
    point = thoroughly(problem).mismatch.point
    assert not point.functions["f"].startswith("log(")


def test_a_true_bound_survives_climbing() -> None:
    just_above = Problem("at_most", FILTER_GAP, num(Fraction(2036322, 10**7)), domains={x: POSITIVE})
    assert thoroughly(just_above).status == "supported"


def test_a_tower_of_functions_is_evaluated_at_once() -> None:
    assert thoroughly(equal(TOWER, TOWER)).status == "supported"


def test_counterexamples_have_entries_zero_one_minus_one() -> None:
    point = thoroughly(FALSE["products do not commute"][0]).mismatch.point
    entries = {entry_ for rows in point.letters.values() for row in rows for entry_ in row}
    assert entries <= {Fraction(0), Fraction(1), Fraction(-1)}
    assert thoroughly(FALSE["root of a square"][0]).mismatch.point.symbols == {"x": Fraction(-1)}


@pytest.mark.parametrize("seed", range(80))
def test_random_truths_are_not_refuted_and_their_false_neighbours_are(seed: int) -> None:
    rng = Random(seed)
    value = random_scalar(rng, 3)
    truth = equal(add(value, value), mul(num(2), value))
    falsehood = equal(add(value, value), add(num(Fraction(1, 10**9)), mul(num(2), value)))
    found = search(truth, Effort(seed), thorough=True)
    assert found.status in ("supported", "vacuous")
    assert search(falsehood, Effort(seed)).status == ("refuted" if found.status == "supported" else "vacuous")


def test_towers_of_sums_and_products_end() -> None:
    tower = mul(K, K)
    for level in range(4):
        variable = symbol(f"t#{level}")
        tower = range_product(variable, num(1), K, add(variable, tower))
    assert thoroughly(equal(tower, tower, domains={K: WHOLE})).status == "supported"


@pytest.mark.parametrize("seed", range(8))
def test_shrinking_never_leaves_the_assumptions(seed: int) -> None:
    problem = equal(mmul(A, B), C, kinds={A: Kind("positive_definite"), B: Kind("orthogonal"), C: Kind("skew")},
                    domains={x: Domain(Fraction(2), Fraction(3))},
                    conditions=(relation("<", trace(A), x), relation("!=", det(B), num(1))))
    found = search(problem, Effort(seed))
    assert found.status == "refuted"
    assert is_admissible(found.mismatch.point, problem)


def test_values_of_a_counterexample_are_told_apart_by_their_text() -> None:
    mismatch = thoroughly(FALSE["Ramanujan's constant is no integer"][0]).mismatch
    assert mismatch.left.startswith("[262537412640768743.9999")
    assert mismatch.right == "262537412640768744"


def test_an_inverse_that_never_exists_is_vacuous() -> None:
    wide = letter("W", m, m + k)
    gram = mmul(transpose(wide), wide)
    found = search(equal(mmul(inverse(gram), gram), identity(m + k)), Effort())
    assert (found.status, found.reason.code) == ("vacuous", "never-defined")


@pytest.mark.parametrize("problem", [
    Problem("at_most", sqrt(add(minus(square(x)), num(-1))), num(1)),
    equal(power(call("max", add(x, num(-10**9)), num(0)), num(-1)), x),
    equal(mmul(inverse(A), A), identity(n), kinds={A: Kind("positive_semidefinite")}, least={"n": 30}),
    equal(power(call("exp", call("exp", add(num(99), square(x)))), num(-1)), x),
], ids=["root of a negative number", "zero at small numbers", "rarely of full rank", "beyond all exponents"])
def test_a_value_that_was_not_met_is_not_called_vacuous(problem: Problem) -> None:
    assert thoroughly(problem).status in ("undecided", "refuted", "supported")


def test_a_value_that_few_points_have_is_looked_for() -> None:
    log_of_atanh = call("log", add(mul(x, y), call("min", z, call("atanh", z))))
    found = search(equal(log_of_atanh, call("log", x), domains={x: POSITIVE, y: POSITIVE}), Effort())
    assert found.status == "refuted", found


@pytest.mark.parametrize("problem", [
    equal(x, y, domains={x: Domain(low=Fraction(1), high=Fraction(0))}),
    equal(x, y, domains={x: Domain(Fraction(0), Fraction(1), integer=True)}),
    equal(x, y, conditions=(relation("<", x, y), relation("<", y, x))),
    equal(x, y, conditions=(relation("<", square(x), num(0)),)),
    equal(x, y, domains={x: POSITIVE}, conditions=(relation("<=", x, num(0)),)),
], ids=str)
def test_contradictory_assumptions_are_vacuous(problem: Problem) -> None:
    found = search(problem, Effort())
    assert (found.status, found.reason.code) == ("vacuous", "contradictory-assumptions")


def test_assumptions_that_luck_does_not_meet_are_undecided() -> None:
    rare = relation("==", call("exp", x), num(2))
    found = search(equal(x, y, conditions=(rare,)), Effort())
    assert (found.status, found.reason.code) == ("undecided", "no-point")


def test_narrow_conditions_are_met_by_solving_them() -> None:
    narrow = (relation("<", num(Fraction(1001, 1000)), x), relation("<", x, num(Fraction(1002, 1000))),
              relation("==", add(square(y), square(z)), num(25)), relation("!=", mul(y, z), num(0)))
    found = search(equal(x, y, conditions=narrow), Effort())
    assert found.status == "refuted"


def test_a_claim_defined_at_some_points_only_is_judged_there() -> None:
    found = search(equal(mul(x, power(x, num(-1))), num(1), domains={x: Domain(Fraction(0), Fraction(4), False, True,
                                                                               integer=True)}), Effort())
    assert found.status == "supported"


def test_the_same_seed_gives_the_same_evidence() -> None:
    problem = FALSE["squares keep the order of matrices"][0]
    assert search(problem, Effort(3)) == search(problem, Effort(3))
