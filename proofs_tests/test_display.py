"""What a user sees: verdicts in a terminal and in a notebook, and scripts that show a counterexample by themselves."""

import subprocess
import sys

import pytest
from sympy import (
    BlockMatrix,
    Derivative,
    Determinant,
    Function,
    HadamardProduct,
    Identity,
    IndexedBase,
    KroneckerProduct,
    MatrixSymbol,
    Piecewise,
    Q,
    Rational,
    Sum,
    Trace,
    exp,
    log,
    sqrt,
    symbols,
)

from derivations import (
    agrees_to_order,
    at_most,
    check,
    diag,
    directional,
    elementwise,
    equal,
    for_all_k,
    gradient,
    hessian,
    inv,
    jacobian,
    sigmoid,
    softmax,
    vec,
)
from derivations.display import error_text, matrix_lines, parse_side, verdict_markdown, verdict_text

n, d = symbols("n d", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
i = symbols("i", integer=True)
x, y, h = symbols("x y h", real=True)
lam = symbols("lambda", positive=True)
A, B, E = (MatrixSymbol(name, n, n) for name in "ABE")
X, v, w = MatrixSymbol("X", n, d), MatrixSymbol("v", n, 1), MatrixSymbol("w", n, 1)
f, p = Function("f"), IndexedBase("p")

FALSE_CLAIMS = {
    "commute": equal(A * B, B * A),
    "names_of_sympy": equal(E * E, E),
    "keyword": equal(inv(A + lam * Identity(n)), inv(A) + lam * Identity(n)),
    "root": equal(sqrt(x**2), x),
    "function": equal(f(x + y), f(x) + f(y)),
    "derivative": equal(Derivative(f(x**2), x), 2 * f(x)),
    "balls": equal(exp(x) * exp(y), exp(x * y)),
    "softmax": equal(softmax(X), softmax(2 * X)),
    "softmax_of_a_column": equal(softmax(v), softmax(2 * v)),
    "gradient": equal(gradient(Trace(v.T * A * v), v), 2 * A * v),
    "hessian": equal(hessian(Trace(v.T * A * v), v), 2 * A),
    "jacobian": equal(jacobian(A * v, v), A.T),
    "directional": equal(directional(Trace(A * A), A, B), Trace(A * B)),
    "sum": equal(Sum(i**2, (i, 1, k)), k**3),
    "indexed": equal(Sum(p[i], (i, 1, n))**2, Sum(p[i]**2, (i, 1, n))),
    "series": agrees_to_order(exp(h), 1 + h + h**2, h, 2),
    "matrix_series": agrees_to_order(inv(Identity(n) - h * A), Identity(n) - h * A, h, 1),
    "inequality": at_most(x**2, x),
    "induction": for_all_k(A**k * v, lambda s: A.T * s, v, k=k),
    "one_by_one": equal(v.T * w, Trace(v * v.T)),
    "kronecker": equal(KroneckerProduct(A, B), KroneckerProduct(B, A)),
    "vec": equal(vec(A), vec(A.T)),
    "blocks": equal(Determinant(BlockMatrix([[A, B], [B, A]])), Determinant(A)**2),
    "diag": equal(diag(v) * A, A * diag(v)),
    "hadamard": equal(HadamardProduct(A, B), A * B),
    "elementwise": equal(elementwise(lambda a, b: a * b + 1, A, B), A * B),
    "sigmoid": equal(sigmoid(x), 1 - sigmoid(2 * x)),
    "cases": equal(Piecewise((x, x > 0), (0, True)), x),
    "assumption": equal(A * A.T, A.T * A, given=[Q.lower_triangular(A)]),
    "fraction": equal(x / 3 + Rational(1, 2), x / 3 + Rational(1, 4)),
}


@pytest.fixture(scope="module")
def verdicts():
    return {name: check(claim, isolated=False) for name, claim in FALSE_CLAIMS.items()}


@pytest.mark.parametrize("name", FALSE_CLAIMS)
def test_refuted_and_shown(verdicts, name):
    verdict = verdicts[name]
    assert verdict.status == "refuted"
    shown = verdict_text(verdict)
    assert max(map(len, shown.splitlines())) <= 100
    assert "left" in shown and "right" in shown
    assert r"\operatorname" not in verdict_markdown(verdict)


@pytest.mark.parametrize("name", FALSE_CLAIMS)
def test_the_script_is_printed_from_the_claim_itself(verdicts, name):
    code = verdicts[name].counterexample.as_code()
    assert "as the checker computed them" not in code
    assert "derivations" not in code


def test_scripts_fail_by_assertion_in_a_process_of_their_own(verdicts):
    """All scripts in one fresh interpreter, to save start-up time; each must end in its own AssertionError."""
    scripts = {name: verdict.counterexample.as_code() for name, verdict in verdicts.items()}
    program = (
        f"scripts = {scripts!r}\n"
        "for name, code in scripts.items():\n"
        "    try:\n"
        "        exec(code, {})\n"
        "    except AssertionError:\n"
        "        print('FAILED', name)\n"
    )
    run = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert {line.split()[1] for line in run.stdout.splitlines() if line.startswith("FAILED")} == set(FALSE_CLAIMS)


def test_one_script_with_plain_python(verdicts):
    code = verdicts["commute"].counterexample.as_code()
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert run.stderr.strip().endswith("AssertionError")


def test_a_proof_shows_scope_conditions_and_a_witness():
    claim = equal(inv(X.T * X + lam * Identity(d)) * X.T, X.T * inv(X * X.T + lam * Identity(n)))
    shown = verdict_text(check(claim, isolated=False))
    assert shown.startswith("proved for all sizes")
    assert "claim      inv(lambda*I + X.T*X)*X.T" in shown
    assert "needs" in shown and "e.g. at" in shown


def test_assumptions_read_as_sentences():
    verdict = check(equal(log(x * y), log(x) + log(y), given=[Q.positive(x), y > 0, Q.symmetric(A)]), isolated=False)
    assert "given      x is positive; y > 0; A is symmetric" in verdict_text(verdict)


def test_matrices_are_aligned():
    assert matrix_lines([[1, Rational(-1, 2)], [10, 0]]) == ["[ 1  -1/2]", "[10     0]"]


def test_sides_are_read_back():
    assert parse_side("[[1, 2], [3/2, -4]]") == [["1", "2"], ["3/2", "-4"]]
    assert parse_side("[[[0.5 +/- 1e-9], 1]]") == [["0.5 +/- 1e-9", "1"]]
    assert parse_side("[2.7 +/- 1e-9]") is None


def test_error_bounds_are_rounded_up_to_a_power_of_two():
    assert error_text(2**-83.5) == "at most 2^-83"
    assert error_text(0) == "none"
