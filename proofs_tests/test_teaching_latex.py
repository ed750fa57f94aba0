"""LaTeX answers: read in the one way they can be meant, or refused with the position; no traceback, no execution."""

import random
import re

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import (
    Abs,
    Determinant,
    Function,
    HadamardProduct,
    Identity,
    IndexedBase,
    MatMul,
    MatrixSymbol,
    Rational,
    Trace,
    exp,
    log,
    sqrt,
    symbols,
)

from derivations import ClaimError, at_most, catalogue, check, dot, equal, inv, less_than, norm
from derivations.meaning import Meanings
from derivations.places import sides
from derivations.printing import latex
from derivations.teaching.latex import LatexError, read_expression, read_statement
from derivations.teaching.letters import by_name

n, d = symbols("n d", integer=True, positive=True)
i, j = symbols("i j", integer=True)
k = symbols("k", integer=True, nonnegative=True)
lam = symbols("lambda", positive=True)
a, b, c, x_0, hat, rate = symbols("a b c x_0 ahat lr", real=True)
X, A, B = MatrixSymbol("X", n, d), MatrixSymbol("A", d, d), MatrixSymbol("B", d, d)
y, w, w_star = MatrixSymbol("y", n, 1), MatrixSymbol("w", d, 1), MatrixSymbol("w^*", d, 1)
f, p = Function("f", real=True), IndexedBase("p", real=True)
DECLARED = {
    "X": X, "A": A, "B": B, "y": y, "w": w, "w^*": w_star, r"\lambda": lam, "a": a, "b": b, "c": c, "x_0": x_0,
    r"\hat{a}": hat, "lr": rate, "n": n, "d": d, "i": i, "j": j, "k": k, "f": f, "p": p,
}

READ = {
    r"(X^\top X + \lambda I)^{-1} X^\top y": inv(X.T * X + lam * Identity(d)) * X.T * y,
    r"(X^T X + \lambda I_d)^{-1}": inv(X.T * X + lam * Identity(d)),
    r"\left(A + I\right)^{-\top}": inv(A + Identity(d)).T,
    r"\frac12 \|X w - y\|^2": dot(X * w - y, X * w - y) / 2,
    r"\frac{1}{2}\left\lVert w \right\rVert_2^2": dot(w, w) / 2,
    r"\lVert w \rVert": norm(w),
    r"\|A\|_F^2": Trace(A.T * A),
    r"w^\top A w + 1": dot(w, A * w) + 1,
    r"\langle w, A w\rangle": dot(w, A * w),
    r"2ab^2 - 3c": 2 * a * b**2 - 3 * c,
    r"-a^2": -(a**2),
    r"a^{b+1} b": a ** (b + 1) * b,
    r"\frac ab + \dfrac{a+b}{c}": a / b + (a + b) / c,
    r"a b / c": a * b / c,
    r"a(b+c)": a * (b + c),
    r"\sqrt{a^2 + b^2}": sqrt(a**2 + b**2),
    r"\exp\left(-\tfrac{a^2}{2}\right)": exp(-(a**2) / 2),
    r"\mathrm{e}^{a}": exp(a),
    r"\log a + 1": log(a) + 1,
    r"\ln(1 + a) b": log(1 + a) * b,
    r"|a| + \left|b\right|": Abs(a) + Abs(b),
    r"\max(a, b)": sympy.Max(a, b),
    r"\operatorname{tr}(A^\top B)": Trace(A.T * B),
    r"\det(A)": Determinant(A),
    r"A \odot B": HadamardProduct(A, B),
    r"A^k w": A**k * w,
    r"A_{ij} w_j": A[i, j] * w[j, 0],
    r"A (w - w^*)": A * (w - w_star),
    r"\hat{a} + x_0^2": hat + x_0**2,
    r"lr\, a": rate * a,
    r"\mathrm{lr} \cdot a": rate * a,
    r"f(a) f(b)": f(a) * f(b),
    r"0.25 a": a / 4,
    r"n a": n * a,
    r"\bigl(a + b\bigr) \times c": (a + b) * c,
    r"X^{\top}\!y \quad": X.T * y,
    r"I A": A,
    r"\sum_{l=1}^{d} w_l": sympy.OneMatrix(1, d) * w,
    r"\sum_{l=0}^{d-1} w_l^2": dot(w, w),
    r"\sum_{l=1}^d l w_l": sympy.Sum((i + 1) * w[i, 0], (i, 0, d - 1)),
    r"\sum_{l=1}^{n} \sum_{m=1}^{d} X_{lm}^2": Trace(X.T * X),
    r"\sum_{l=1}^{d} A_{il} w_l": (A * w)[i, 0],
    r"\sum_{l=1}^n l + 1": n * (n + 1) / 2 + 1,
    r"2\sum_{l=1}^n p_l b": 2 * b * sympy.Sum(p[j], (j, 1, n)),
    r"\sum_{l=0}^{\infty} \left(\frac12\right)^l": sympy.S(2),
    r"\prod_{l=1}^n 2": 2**n,
    r"\int_0^1 a x^2\, \mathrm{d}x": a / 3,
    r"\int_{0}^{1} \left(\int_0^x x z \,\mathrm{d}z\right) \mathrm{d}x": Rational(1, 8),
    r"\int_{-\infty}^{\infty} \exp(-x^2) \mathrm{d}x": sqrt(sympy.pi),
    r"\int_0^1 \mathrm{d}x": sympy.S(1),
    r"\lim_{x \to 0} \frac{\exp(x) - 1}{x}": sympy.S(1),
    r"\lim_{x \to 0^+} \frac{|x|}{x}": sympy.S(1),
    r"\lim_{x \to 0^{-}} \frac{|x|}{x}": sympy.S(-1),
    r"\lim_{x \to \infty} \frac1x": sympy.S(0),
    r"\frac{\partial}{\partial a} (a^2 b) c": 2 * a * b * c,
    r"\frac{\partial^2}{\partial a \partial b} (a^2 b)": 2 * a,
    r"\frac{\mathrm{d}^2}{\mathrm{d}a^2} a^3": 6 * a,
    r"\frac{\partial f(2a)}{\partial a}": sympy.Derivative(f(2 * a), a),
    r"f'(2a)": sympy.Derivative(f(2 * a), a) / 2,
    r"\nabla_{w} (w^\top A w)": (A + A.T) * w,
    r"\nabla^2_w \left(w^\top A w\right)": A + A.T,
}


@pytest.mark.parametrize("text", READ)
def test_is_read_as_meant(text):
    claim = equal(READ[text], read_expression(text, DECLARED))
    assert Meanings().is_trivial(claim) or check(claim).status == "proved", claim


def test_relations():
    assert read_statement(r"a^2 \ge 0", DECLARED) == at_most(0, a**2)
    assert read_statement(r"a \leq b", DECLARED) == at_most(a, b)
    assert read_statement("a > b", DECLARED) == less_than(b, a)
    assert read_statement(r"A A^{-1} = I", DECLARED).right == Identity(d)
    assert read_statement(r"A w - A w = 0", DECLARED).right == sympy.ZeroMatrix(d, 1)


def test_check_takes_latex():
    ridge = r"(X^\top X + \lambda I)^{-1} X^\top = X^\top (X X^\top {} \lambda I)^{{-1}}"
    right, wrong = (ridge.replace("{}", sign).replace("{{-1}}", "{-1}") for sign in "+-")
    assert check(latex=right, symbols=DECLARED).status == "proved"
    assert check(latex=wrong, symbols=DECLARED).status == "refuted"
    assert check(latex=r"\sqrt{a^2} = a", symbols=DECLARED).status == "refuted"
    assert check(latex=r"\sqrt{a^2} = a", symbols=DECLARED, given=[a >= 0]).status == "proved"


# what, position of the complaint, a word of it
REFUSED = {
    "a/bc": (4, "below the slash"), "a/b/c": (4, "below the slash"), r"a / b \cdot c": (7, "below the slash"),
    r"\log a b": (8, "argument"), r"\log(a)^2": (8, "raised"), r"\sin^2 a": (5, "parentheses"),
    r"\log 2a": (7, "argument"),
    "a^12": (3, "{12}"), "a_12": (3, "_{12}"), "a2": (2, "number behind"), "2 3": (3, "number behind"),
    "a^-1": (3, "braces"), "a^b^c": (4, "superscripts"), "A'": (2, "prime"), "--a": (2, "signs"),
    r"\frac123": (6, "{123}"), "|a|b|c|": (5, "bars"), r"\|A\|": (1, "norm of a matrix"), r"\|A\|_2": (7, "Euclidean"),
    r"\|w\|_1": (7, "Euclidean"), r"\|a\|": (1, "norm of a vector"), "w w": (3, "x^"), r"w \cdot w": (3, "x^"),
    "q + 1": (1, "'q' is not declared"), r"a + \alpha": (5, "'alpha' is not declared"), "e^a": (1, "Euler"),
    r"\pi a": (1, "sympy.pi"), "exp(a)": (1, r"\exp"), "w_1": (1, "'w_1' is not declared"), "a^*": (2, "not declared"),
    "A + 1": (3, "cannot be added"), "A + X": (3, "shapes differ"), "A y": (3, "do not fit"),
    "a^\\top": (2, "transposed"),
    r"\frac{1}{0}": (1, "zero"), "0^{-1}": (2, "no value"), r"\frac{a}{A}": (1, "A^{-1}"), "X^{-1}": (2, "square"),
    "I": (1, "I_n"), "I_m": (1, "'I_m' is not declared"), "a +": (4, "ends too early"), "": (1, "ends too early"),
    "(a + b": (7, "to close"), "(a + b]": (7, "to close"), "a)": (2, "')' is not read"), r"\left( a": (9, "to close"),
    r"\left. a": (6, "not read"), "$a$": (1, "dollar"), "a % b": (3, "comments"), r"a \\ b": (3, "command"),
    r"\sum_i a": (1, r"\sum"), r"\sum_{l} a": (1, r"\sum"), r"\sum_{l=1} a": (1, r"\sum"), r"\int a": (1, r"\int"),
    r"\sum_{l=1}^{n} w_l": (16, "counted from 0 or from 1"), r"\sum_{l=2}^{d} w_l": (16, "counted from 0"),
    r"\sum_{l=1}^n a + l": (18, "'l' is not declared"), r"\sum_{A=1}^n a": (1, "meaning already"),
    r"\sum_{l=1}^n \sum_{l=1}^n l": (14, "meaning already"), r"\sum_{l=1}^n A": (1, "takes numbers"),
    r"\prod_{l=1}^n l a": (17, "how far"), r"\int_0^1 a": (1, "dx"), r"\int_0^1 a da": (1, r"\mathrm{d}x"),
    r"\lim a": (1, r"\lim"), r"\lim_{x \to 0^2+} x": (1, r"\lim"), "p": (1, "index"), r"\infty": (1, "not read"),
    r"\frac{d}{da} a": (1, "fraction or a derivative"), r"\frac{da}{db}": (1, "fraction or a derivative"),
    r"\frac{\partial}{\partial a} a b": (31, "how far"), r"\frac{\partial}{\partial w} (w)": (1, r"\nabla_{w}"),
    r"\frac{\partial^2}{\partial a} a": (1, "orders"), r"\frac{\partial a}{\partial b}": (1, "does not depend"),
    r"\frac{\partial}{\partial a}(a)^2": (31, "raised"), r"\nabla_a (a)": (1, r"\nabla"), r"f' a": (1, "prime"),
    r"\partial a": (1, r"\partial"), r"\nabla f": (1, r"\nabla"),
    r"\sqrt[3]{a}": (6, "square roots"), r"\mathrm{foo}(a)": (1, "'foo' is not declared"), "f a": (1, "argument"),
    r"\exp(A)": (1, "matrix"), "9^{9^{9^9}}": (5, "1000"), "1" * 60: (1, "digits"), "a" * 3000: (1, "characters"),
    "(" * 60 + "a": (41, "deep"), "{" * 60 + "a": (41, "deep"), "a\x00b": (2, "not read"), "\u03bb a": (1, "not read"),
    "__import__('os').system('true')": (17, "'.'"), "__import__": (1, "'_'"),
    "a.b": (2, "'.'"), "lambda: a": (7, "':'"), "a;b": (2, "';'"),
    "A B \\odot A": (5, "not read"), r"\text{if } a": (1, "not declared"), r"a \ne b": (3, "not read"),
    r"a \in b": (3, "not read"), r"a \approx b": (3, "not read"), "a, b": (2, "not read"),
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:24].encode("unicode_escape").decode())
def test_is_refused_with_the_position(text):
    position, said = REFUSED[text]
    with pytest.raises(LatexError) as caught:
        read_expression(text, DECLARED)
    message = str(caught.value)
    assert "\n" not in message and said in message, message
    assert caught.value.position == position and f"position {position}" in message, message


def test_a_statement_has_one_relation_sign():
    for text, position in {"a": 2, "a = b = c": 7, "a = b < c": 7, "= a": 1, "a =": 4}.items():
        with pytest.raises(LatexError) as caught:
            read_statement(text, DECLARED)
        assert caught.value.position == position
    with pytest.raises(LatexError, match="without a relation sign"):
        read_expression("a = b", DECLARED)


def test_what_two_declarations_make_ambiguous_is_refused():
    both = {"a": a, "b": b, "ab": c}
    with pytest.raises(LatexError, match="one symbol or a product"):
        read_expression("ab", both)
    with pytest.raises(LatexError, match="transpose or a power"):
        read_expression("A^T", {"A": A, "T": a})
    with pytest.raises(LatexError, match="that symbol or an entry"):
        read_expression("w_i", {"w": w, "i": i, "w_i": a})
    assert read_expression("a^T", {"a": a, "T": b}) == a**b


WRONG_USE = {
    "nothing": (lambda: check(), "latex="),
    "both": (lambda: check(equal(a, b), latex="a = b", symbols=DECLARED), "latex="),
    "no symbols": (lambda: check(latex="a = b"), "symbols"),
    "not text": (lambda: check(latex=3, symbols=DECLARED), "int"),
    "a float": (lambda: check(latex="a = b", symbols={"a": 0.5}), "0.5"),
    "a string": (lambda: check(latex="a = b", symbols={"a": "a"}), "'a'"),
    "a class": (lambda: check(latex="a = b", symbols={"a": int}), "int"),
    "two alike": (lambda: check(latex="a = b", symbols={"x_{0}": a, "x_0": b}), "x_0"),
    "assumptions of a claim": (lambda: check(equal(a, b), given=[a > 0]), "given"),
}


@pytest.mark.parametrize("what", WRONG_USE)
def test_wrong_use_gets_one_line(what):
    action, quoted = WRONG_USE[what]
    with pytest.raises(ClaimError) as caught:
        action()
    assert quoted in str(caught.value) and "\n" not in str(caught.value)


def pages_sides():
    """Every side of every step of the pages everybody starts from, with the symbols of its claim."""
    for page in ("early_stopping", "minimum_norm", "modified_loss", "elbo", "gan_jensen_shannon", "permutation_layer"):
        for name, step in catalogue[page].steps.items():
            for side in sides(step.claim):
                yield f"{page}.{name}.{side}", getattr(step.claim, side), step.claim


def test_what_we_print_is_read_back_as_it_was_or_refused():
    """A misreading would be a guess: whatever is read from our own LaTeX must not be refuted against the original."""
    read = 0
    for name, side, claim in pages_sides():
        try:
            back = read_expression(latex(side), by_name(claim))
            same = equal(side, back, given=claim.given)
            status = "proved" if Meanings().is_trivial(same) else check(same, time_limit=2.0).status
        except ClaimError:
            continue
        assert status != "refuted", f"{name}: {latex(side)} was read as {back}"
        read += status == "proved"
    assert read >= 60


# --- fuzzing ---------------------------------------------------------------------------------------------------------

FORMULAS_TRIED, MANY_FORMULAS, SLICES = 400, 100_000, 10
PIECES = [
    *"XAByw abcdnijkfTI0123456789+-*/^_=<>()[]{}|,'.", r"\frac", r"\sqrt", r"\log", r"\exp", r"\lambda", r"\top", r"\|",
    r"\left(", r"\right)", r"\le", r"\cdot", r"\mathrm{e}", r"\hat{a}", "w^*", "x_0", "lr", r"\det", r"\max", "{-1}",
    "^2", r"\langle", r"\rangle", r"\odot", r"\left|", r"\right|", r"\mathrm{tr}", "I_n", "A_{ij}", "^T", r"\sum",
    "\\", "$", "\0", r"\sum_{l=1}^{n}", r"\int_0^1", r"\mathrm{d}x", r"\frac{\partial}{\partial a}", r"\lim_{x \to 0}",
    r"\prod", r"\nabla_w", r"\infty", "p_l", "w_l", "l", "x", "\t", "\r\n", "\ufeff", "\ud800", "__import__('os')",
    "a.__class__", "9^{9^{9^9}}", "9**9**9**9", "(" * 30, "{" * 30, r"\frac{" * 20, r"\sum_{l=1}^{n}" * 7,
]
FORMULAS = sorted({*READ, *REFUSED, r"(X^\top X + \lambda I)^{-1} X^\top y = w", r"a \le b"})


def letters(draw):
    """Characters of all planes, half of them plain ones."""
    codes = (draw.choice((draw.randrange(128), draw.randrange(0x110000))) for _ in range(draw.randrange(80)))
    return "".join(map(chr, codes))


def pieces(draw):
    """Pieces of LaTeX in any order."""
    return "".join(draw.choice(PIECES) for _ in range(draw.randrange(30)))


def mutated(draw):
    """A formula with pieces cut out, doubled or put in."""
    text = draw.choice(FORMULAS)
    for _ in range(draw.randint(1, 4)):
        start = draw.randrange(len(text) + 1)
        end = min(start + draw.randrange(5), len(text))
        text = text[:start] + draw.choice(("", draw.choice(PIECES), text[start:end] * 2)) + text[end:]
    return text


KINDS = {"letters": letters, "pieces": pieces, "mutated": mutated, "mutated again": mutated}


def made(kind, seed):
    """The formula of a kind with a number; the same everywhere."""
    return KINDS[kind](random.Random(f"{kind} {seed}"))


def verdict_or_one_line(text):
    """What a user gets: an expression or a claim, or one line with a position inside the text."""
    for reader in (read_expression, read_statement):
        try:
            found = reader(text, DECLARED)
        except LatexError as problem:
            assert "\n" not in str(problem) and 1 <= problem.position <= len(text) + 1
            assert re.match(r"latex, position \d+", str(problem)) and str(problem).isprintable()
        else:
            assert found is not None


HOSTILE = ["_" * 50, "^" * 1000, "{" * 2000, "\\" * 500, "\\left" * 300, "\\frac" * 300, "|" * 2000, "\ud800",
           "\ufeffa", "a" * 1_000_000, "\0", "\\sum_{l=1}^{n}" * 140, "\\int_0^1" * 220, "\\frac{d" * 250,
           "f" + "'" * 1900]


@given(st.text(max_size=60))
def test_random_text_is_read_or_refused(text):
    verdict_or_one_line(text)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused(text):
    verdict_or_one_line(text)
    with pytest.raises(LatexError):
        read_expression(text, DECLARED)


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("kind", KINDS)
def test_formulas_are_read_or_refused(kind, part, thorough):
    count = (MANY_FORMULAS if thorough else FORMULAS_TRIED) // len(KINDS) // SLICES
    for seed in range(part * count, (part + 1) * count):
        verdict_or_one_line(made(kind, seed))


@pytest.mark.parametrize("part", range(SLICES))
def test_what_is_read_gets_a_verdict_or_one_line(part, thorough):
    count = 100 if thorough else 5
    for seed in range(part * count, (part + 1) * count):
        text = made("mutated", seed)
        try:
            verdict = check(latex=text, symbols=DECLARED, time_limit=1.0)
        except ClaimError as problem:
            assert "\n" not in str(problem)
        else:
            assert verdict.status in ("proved", "refuted", "supported", "vacuous", "undecided")
            assert verdict.reason is None or verdict.reason.code not in ("error", "crashed"), (text, verdict.reason)


def test_products_are_kept_in_order():
    assert read_expression("A B", DECLARED) == MatMul(A, B) != MatMul(B, A)
    assert read_expression(r"\frac{1}{3}", DECLARED) == Rational(1, 3)
