"""Claims 'agrees to order k': expansions against direct evaluation near 0, and claims meant to fool the comparison."""

from fractions import Fraction

import pytest

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence
from derivations.kernel.expansions.expansion import expand
from derivations.kernel.expansions.series import decide, subproblems
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.terms import (
    ONE,
    TRUE,
    Dim,
    add,
    apply,
    block,
    call,
    cases,
    det,
    diag,
    diagpart,
    entry,
    hadamard,
    identity,
    index,
    integral,
    inverse,
    kron,
    letter,
    madd,
    matrix,
    mmul,
    mpower,
    mul,
    num,
    ones,
    parameter,
    power,
    range_sum,
    relation,
    scale,
    sum_over,
    symbol,
    trace,
    transpose,
    unknown,
    vec,
)
from proofs_tests.kernel.plain_values import Values, close, moved, mpmath, scaled

h, a, b, k, q = symbol("h"), symbol("a"), symbol("b"), symbol("k"), symbol("q#")
n = Dim.of("n")
A, x, y = letter("A", n, n), letter("x", n, ONE), letter("y", n, ONE)
i = index("i#", n)
p0 = parameter(0)
HALF = num(Fraction(1, 2))


def minus(u, v):
    return add(u, mul(num(-1), v))


def over(u, v):
    return mul(u, power(v, num(-1)))


def exp(u):
    return call("exp", u)


def near(step):
    """A point with h = step; the undefined function f is sin(2u)."""
    def f(orders, u):
        return 2 ** orders[0] * mpmath.sin(2 * u + orders[0] * mpmath.pi / 2)

    leaves = {A: tuple(tuple(mpmath.mpf(3 * r - 2 * c + 1) / 4 for c in range(2)) for r in range(2)),
              x: ((mpmath.mpf(1) / 3,), (mpmath.mpf(-2) / 5,)), y: ((mpmath.mpf(1),), (mpmath.mpf(7) / 4,)),
              a: mpmath.mpf(2) / 3, b: mpmath.mpf(5) / 7, k: mpmath.mpf(3), h: step}
    return Values({"n": 2}, leaves, {"f": f})


SHIFTED = madd(identity(n), scale(h, A))
EXPANDABLE = {
    "removable": over(minus(num(1), exp(mul(num(-1), h))), h),
    "twice removable": over(minus(num(1), call("cos", h)), power(h, num(2))),
    "pole": over(exp(h), mul(h, add(num(1), h))),
    "deep pole": power(minus(call("sin", h), h), num(-1)),
    "root": power(add(a, h), HALF),
    "power of a number": power(a, h),
    "everything moves": power(add(a, h), add(b, h)),
    "symbolic exponent": power(add(num(1), mul(a, h)), b),
    "functions": call("log", add(num(1), exp(mul(a, h)))),
    "more functions": add(call("tanh", h), call("atan2", add(a, h), b), call("erf", mul(b, h))),
    "corner elsewhere": add(call("abs", add(a, h)), call("max", mul(num(2), h), add(a, h))),
    "undefined function": over(minus(unknown("f", (0,), add(a, h)), unknown("f", (0,), minus(a, h))), mul(num(2), h)),
    "Neumann": inverse(SHIFTED),
    "resolvent": inverse(madd(A, scale(h, diag(y)))),
    "determinant": det(madd(A, scale(h, diag(y)))),
    "log det": call("log", det(SHIFTED)),
    "symbolic matrix power": mpower(SHIFTED, k),
    "around a multiple of I": mpower(madd(scale(a, identity(n)), scale(h, A)), k),
    "a matrix that vanishes at 0": inverse(madd(scale(h, A), scale(power(h, num(2)), diag(y)))),
    "negative power": mpower(SHIFTED, num(-2)),
    "entrywise": apply(exp(mul(h, p0)), x),
    "entrywise at a point": apply(call("sin", mul(p0, parameter(1))), madd(x, scale(h, y)), y),
    "entrywise with a removable pole": apply(over(minus(exp(mul(h, p0)), num(1)), h), x),
    "entrywise at zero": apply(call("tanh", p0), scale(h, x)),
    "products": hadamard(mmul(SHIFTED, x), mmul(transpose(SHIFTED), y)),
    "kron and vec": mmul(kron(SHIFTED, SHIFTED), vec(SHIFTED)),
    "diagonal": diagpart(mmul(SHIFTED, diag(madd(x, scale(h, y))), SHIFTED)),
    "blocks": block(((SHIFTED, x), (scale(exp(h), transpose(y)), identity(ONE)))),
    "written out": matrix(2, 1, (exp(h), num(1))),
    "index sum": sum_over(i, exp(mul(h, entry(x, i, num(0))))),
    "range sum": range_sum(q, num(1), num(4), power(add(num(1), h), q)),
    "integral": integral(q, num(0), num(1), exp(mul(q, h))),
    "cases": cases((exp(h), relation("<", num(0), a)), (num(0), TRUE)),
}


def difference(left, right):
    return moved(left, right, -1)


@pytest.mark.parametrize("name", EXPANDABLE)
def test_expansions_agree_with_the_value_near_zero(name):
    order = 4
    series = expand(EXPANDABLE[name], h, order + (8 if name == "deep pole" else 2))
    step = mpmath.mpf(10) ** -6
    values = near(step)
    total = values(series[order])
    total = scaled(total, step ** order)
    for power_ in range(min(series.low, 0), order):
        total = moved(total, values(series[power_]), step ** power_)
    exact = values(EXPANDABLE[name])
    gap = scaled(difference(exact, total), step ** -order)
    assert close(scaled(gap, mpmath.mpf(10) ** -23), scaled(gap, 0)), "the remainder is not smaller than the last power"


def by_evaluation(problem, effort):
    """Decides an equality at one point, for tests."""
    values = near(mpmath.mpf("0.3"))
    same = close(values(problem.left), values(problem.right))
    return (Evidence("proved" if same else "refuted", "one point"),)


def status(left, right, order, **more):
    problem = Problem("agrees_to_order", left, right, variable=h, order=order, **more)
    return decide(problem, Effort(), by_evaluation)[0].status


FRACTION_OF_TIME = over(minus(num(1), exp(mul(num(-1), h))), h)
CLAIMS = [
    (FRACTION_OF_TIME, add(num(1), mul(num(Fraction(-1, 2)), h)), 1),
    (minus(num(1), exp(mul(num(-1), h))), over(h, add(num(1), h)), 1),
    (inverse(SHIFTED), madd(identity(n), scale(mul(num(-1), h), A), scale(power(h, num(2)), mmul(A, A))), 2),
    (call("log", det(SHIFTED)), minus(mul(h, trace(A)), mul(HALF, h, h, trace(mmul(A, A)))), 2),
    (power(add(num(1), mul(a, h)), HALF), add(num(1), mul(HALF, a, h)), 1),
    (EXPANDABLE["undefined function"], unknown("f", (1,), a), 1),
    (exp(over(h, num(2))), over(add(num(1), over(h, num(4))), minus(num(1), over(h, num(4)))), 2),
]


@pytest.mark.parametrize("number", range(len(CLAIMS)))
def test_true_to_their_order_and_not_one_further(number):
    left, right, order = CLAIMS[number]
    assert status(left, right, order) == "proved"
    assert status(left, right, order + 1) == "refuted"


def test_agreement_at_zero_alone_is_not_agreement_to_order_one():
    assert status(call("cos", h), exp(h), 0) == "proved"
    assert status(call("cos", h), exp(h), 1) == "refuted"


def test_a_missing_pole_is_noticed():
    assert status(over(num(1), h), num(0), 2) == "refuted"
    assert status(over(num(1), h), over(num(1), add(h, power(h, num(9)))), 2) == "proved"


def test_a_tiny_coefficient_counts():
    tiny = mul(num(Fraction(1, 10**40)), power(h, num(2)))
    problem = Problem("agrees_to_order", add(exp(h), tiny), exp(h), variable=h, order=2)
    (left,) = subproblems(problem)
    assert left.order == 2 and left.left is not left.right


def test_corners_and_roots_at_zero_are_refused():
    for term in (call("abs", h), call("max", h, num(0)), power(h, HALF), call("log", h), power(h, a),
                 exp(over(num(1), h)), power(power(h, num(2)), HALF), det(scale(h, A)), mpower(A, h)):
        with pytest.raises(UnsupportedError):
            subproblems(Problem("agrees_to_order", term, num(0) if term.is_scalar else A, variable=h, order=2))


def test_a_root_of_a_square_needs_a_sign():
    square = power(mul(power(h, num(2)), add(num(1), h)), HALF)
    claimed = mul(h, add(num(1), mul(HALF, h)))
    assert status(square, claimed, 2) == "undecided"
    assert status(square, claimed, 2, domains={h: Domain(low=Fraction(0))}) == "proved"


def test_a_refutation_is_withheld_when_a_condition_on_the_variable_was_dropped():
    conditions = (relation("==", a, h),)
    assert status(mul(a, h), num(0), 1, conditions=conditions) == "undecided"


def test_error_bounds_add_and_scopes_meet():
    def costly(problem, effort):
        return (Evidence("proved", "random", error_bound=2.0**-80),)

    problem = Problem("agrees_to_order", exp(mul(a, h)), add(num(1), mul(b, h)), variable=h, order=3)
    whole = decide(problem, Effort(), costly)[0]
    assert whole.status == "proved" and whole.error_bound == 3 * 2.0**-80


def test_nothing_left_to_show_is_a_proof():
    problem = Problem("agrees_to_order", exp(h), add(num(1), h), variable=h, order=1)
    assert subproblems(problem) == []
    assert decide(problem, Effort(), by_evaluation)[0].status == "proved"


def test_ones_are_expanded():
    assert status(apply(exp(mul(h, p0)), x), madd(ones(n, ONE), scale(h, x)), 1) == "proved"
