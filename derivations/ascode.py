"""A counterexample as a script: only sympy is imported, the point is exact, and the last line fails.

The script is printed from the claim as the user wrote it, not from the kernel's terms, so running it is a check that
owes the kernel nothing but the point. It is run once before it is handed out; where a claim cannot be printed this way,
the script holds the values of both sides that the checker computed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO
from keyword import iskeyword
from typing import TYPE_CHECKING

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from derivations.claims import Claim
from derivations.codeprinter import CodePrinter, python_name
from derivations.fields import speaks_of_fields
from derivations.fieldscript import script
from derivations.from_sympy.hypotheses import expressions_of, flatten
from derivations.from_sympy.sums import SumPlan, planned
from derivations.kernel.terms import symbol as symbol_term
from derivations.verdict import complex_names, complex_value
from derivations.written import as_written

if TYPE_CHECKING:
    from derivations.verdict import Counterexample

HELPERS = {
    "derivative": """\
def derivative(f, at, order=1):
    t = Dummy("t")
    return diff(f(t), t, order).subs(t, at)
""",
    "partials": """\
def partials(f, at):
    x = Matrix(*at.shape, symbols(f"x:{len(at)}", real=True))
    return [diff(f(x), entry).subs(dict(zip(x, at))) for entry in x]
""",
    "gradient": """\
def gradient(f, at):
    return Matrix(*at.shape, partials(f, at))
""",
    "jacobian": """\
def jacobian(f, at):
    return Matrix.hstack(*partials(f, at))
""",
    "hessian": """\
def hessian(f, at):
    x = Matrix(*at.shape, symbols(f"x:{len(at)}", real=True))
    return Matrix(len(at), len(at), lambda i, j: diff(f(x), x[i], x[j]).subs(dict(zip(x, at))))
""",
    "softmax_of_rows": """\
def softmax_of_rows(z):
    e = z.applyfunc(exp)
    return Matrix(*z.shape, lambda i, j: e[i, j] / sum(e[i, :]))
""",
    "softmax_of_column": """\
def softmax_of_column(z):
    e = z.applyfunc(exp)
    return e / sum(e)
""",
}
_USES = {"gradient": ("partials",), "jacobian": ("partials",)}
_WORDS = frozenset(name for name in dir(sympy) if not name.startswith("_"))


def snippet(counterexample: Counterexample) -> str:
    """A self-contained script whose last line, an assertion, fails."""
    for made in (script,) if speaks_of_fields(counterexample.claim) else (_from_claim, _from_values):
        try:
            code = made(counterexample)
        except (NotImplementedError, TypeError, ValueError, KeyError, AttributeError):
            continue
        if _fails_as_it_should(code):
            return code
    raise NotImplementedError(f"no script for this counterexample: {counterexample.claim}")


def _fails_as_it_should(code: str) -> bool:
    try:
        with redirect_stdout(StringIO()):
            exec(compile(code, "<counterexample>", "exec"), {"__name__": "counterexample"})
    except AssertionError:
        return True
    except Exception:
        return False
    return False


# --- from the claim --------------------------------------------------------------------------------------------------

def _from_claim(counterexample: Counterexample) -> str:
    claim = counterexample.claim
    if not isinstance(claim, Claim):
        raise NotImplementedError("only a claim with two sides can be printed")
    expressions = (claim.left, claim.right)
    given = tuple((item, expressions_of(item)) for item in flatten(claim.given))
    plan, _ = planned(expressions, given, claim.variable)
    printer = CodePrinter(_rename(expressions), plan)
    left, right = map(printer.doprint, expressions)
    lines = _point_lines(counterexample, printer, plan)
    if _is_matrix(claim.left) != _is_matrix(claim.right):
        left, right = (f"({code})[0, 0]" if _is_matrix(side) else code
                       for side, code in zip(expressions, (left, right), strict=True))
    lines += _ASSERTIONS[claim.relation](f"sympify({left})", f"sympify({right})", counterexample)
    return _assembled(lines)


def _is_matrix(side: Basic) -> bool:
    return bool(getattr(side, "is_Matrix", False))


def _rename(expressions: tuple[Basic, ...]) -> dict[Basic, str]:
    """A Python name for each symbol that does not hide one of sympy's."""
    found: dict[Basic, str] = {}
    for symbol in sorted(set().union(*(e.atoms(sympy.Symbol, sympy.MatrixSymbol) for e in expressions)), key=str):
        name = python_name(symbol.name)
        hides = name in _WORDS or name in HELPERS or name in ("left", "right", "sum", "map", "range") or iskeyword(name)
        found[symbol] = f"{name}_" if hides else name
    named = [name for symbol, name in found.items() if not isinstance(symbol, sympy.Dummy)]
    if len(set(named)) != len(named):
        raise NotImplementedError("two symbols share a name")
    return found


def _number(value: Fraction) -> str:
    return f"Integer({value})" if value.denominator == 1 else f"Rational({value.numerator}, {value.denominator})"


def _entry(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"Rational({value.numerator}, {value.denominator})"


def _point_lines(counterexample: Counterexample, printer: CodePrinter, plan: SumPlan) -> list[str]:
    sides = (counterexample.claim.left, counterexample.claim.right)
    sequences = {node.base: node for side in sides for node in side.atoms(sympy.Indexed)}
    functions = {node.func: node for side in sides for node in side.atoms(AppliedUndef)}
    symbols = set().union(*(side.free_symbols for side in sides)) - {base.label for base in sequences}
    named = sorted((one for one in symbols if isinstance(one, sympy.Symbol | sympy.MatrixSymbol)), key=str)
    return [
        *(f"{printer.names[symbol]} = {_value(symbol, counterexample)}" for symbol in named),
        *(_sequence_line(sequences[base], counterexample, printer, plan) for base in sorted(sequences, key=str)),
        *(_function_line(name.__name__, functions[name], counterexample) for name in sorted(functions, key=str)),
    ]


def _value(symbol: Basic, counterexample: Counterexample) -> str:
    """The code of a variable's value; what cancels out of both sides is not in the point and may be anything."""
    point, problem = counterexample.point, counterexample.problem
    known = {name: dim for name, dim in problem.dimensions.items() if dim.atoms <= point.sizes.keys()}
    sizes = {name: dim.value(point.sizes) for name, dim in known.items()}
    if isinstance(symbol, sympy.MatrixSymbol):
        if symbol.name not in point.letters:
            shape = (size.subs({one: sizes[one.name] for one in size.free_symbols}) for size in symbol.shape)
            return f"eye({', '.join(map(str, shape))})"
        rows = (", ".join(map(_entry, row)) for row in point.letters[symbol.name])
        return f"Matrix([{', '.join(f'[{row}]' for row in rows)}])"
    if symbol == counterexample.claim.variable:
        return f'Symbol("{symbol.name}")'
    if symbol.name in sizes:
        return f"Integer({sizes[symbol.name]})"
    if symbol.name in complex_names(point):
        return f"sympify('{complex_value(point, symbol.name)}')"
    domain = problem.domain(symbol_term(symbol.name))
    anything = next(value for value in map(Fraction, (1, 2, -1, "1/2", 0)) if domain.contains(value))
    return _number(as_written(point, problem).symbols.get(symbol.name, anything))


def _sequence_line(node: sympy.Indexed, counterexample: Counterexample, printer: CodePrinter, plan: SumPlan) -> str:
    """An indexed symbol whose entries are in the point, as a dictionary; else the sequence it was taken to be."""
    label = node.base.label
    rows = counterexample.point.letters.get(label.name)
    if rows is None:
        return _function_line(label.name, node, counterexample)
    lows = [int(plan.letter_range(node.base, axis)[0]) for axis in range(len(node.indices))]
    if len(lows) == 1:
        cells = {str(i + lows[0]): row[0] for i, row in enumerate(rows)}
    else:
        cells = {f"({i + lows[0]}, {j + lows[1]})": x for i, row in enumerate(rows) for j, x in enumerate(row)}
    return f"{printer.names[label]} = {{{', '.join(f'{at}: {_number(value)}' for at, value in cells.items())}}}"


def _function_line(name: str, node: Basic, counterexample: Counterexample) -> str:
    """An undefined function as the polynomial it was taken to be; one declared positive is the exponential of it."""
    body = re.sub(r"(\d+)/(\d+)", r"Rational(\1, \2)", counterexample.point.functions.get(name, "1"))
    form = "exp({})" if node.is_positive else "({})**2" if node.is_nonnegative else "{}"
    return f"def {python_name(name)}(x=0, y=0, z=0):\n    return {form.format(f'Integer(0) + {body}')}\n"


def _equality(left: str, right: str, counterexample: Counterexample) -> list[str]:
    exact = "+/-" not in counterexample.left + counterexample.right
    lines = [f"left = {left}", f"right = {right}", "print(left, right)"]
    if exact:
        return [*lines, "assert left == right"]
    if _is_matrix(counterexample.claim.left) and _is_matrix(counterexample.claim.right):
        return [*lines, "assert all(abs(entry.evalf(50)) < Rational(1, 10**45) for entry in left - right)"]
    return [*lines, "assert abs((left - right).evalf(50)) < Rational(1, 10**45)"]


def _inequality(sign: str) -> Callable[[str, str, Counterexample], list[str]]:
    def lines(left: str, right: str, counterexample: Counterexample) -> list[str]:
        if _is_matrix(counterexample.claim.left):
            raise NotImplementedError("an order between matrices")
        return [f"left = {left}", f"right = {right}", "print(left, right)", f"assert left {sign} right"]

    return lines


def _series(left: str, right: str, counterexample: Counterexample) -> list[str]:
    claim = counterexample.claim
    name = python_name(claim.variable.name)
    name = f"{name}_" if name in _WORDS or iskeyword(name) else name
    truncated = f"series(e_, {name}, 0, {claim.order + 1}).removeO()"
    if _is_matrix(claim.left):
        sides = [f"{side}.applyfunc(lambda e_: {truncated})" for side in (left, right)]
        check = "assert (left - right).applyfunc(expand).is_zero_matrix"
    else:
        sides = [truncated.replace("e_", side, 1) for side in (left, right)]
        check = "assert expand(left - right) == 0"
    return [f"left = {sides[0]}", f"right = {sides[1]}", "print(left, right)", check]


_ASSERTIONS = {
    "equal": _equality, "at_most": _inequality("<="), "less_than": _inequality("<"), "agrees_to_order": _series,
}


# --- from the values -------------------------------------------------------------------------------------------------

def _from_values(counterexample: Counterexample) -> str:
    """Both sides as the checker computed them: the last resort."""
    sign = {"at_most": "<=", "less_than": "<"}.get(getattr(counterexample.claim, "relation", ""), "==")
    values = [re.sub(r"\[?(-?[\d.e+-]+) \+/- [\d.e+-]+\]?", r"Float('\1')", side) for side in
              (counterexample.left, counterexample.right)]
    exact = [re.sub(r"(?<![\w.'])(-?\d+)/(\d+)", r"Rational(\1, \2)", value) for value in values]
    wrapped = [f"Matrix({value})" if value.startswith("[[") else f"sympify({value})" for value in exact]
    lines = [f"# {line}" for line in str(counterexample).splitlines()]
    lines += ["# both sides there, as the checker computed them", f"left = {wrapped[0]}", f"right = {wrapped[1]}"]
    return _assembled([*lines, f"assert left {sign} right"])


def _assembled(lines: list[str]) -> str:
    """The script with the helpers and imports it uses."""
    body = "\n".join(lines)
    used = {word for word in HELPERS if re.search(rf"(?<!\.)\b{word}\(", body)}
    used |= {needed for word in used for needed in _USES.get(word, ())}
    helpers = "\n\n".join(HELPERS[word] for word in HELPERS if word in used)
    code = f"{helpers}\n\n{body}\n" if helpers else f"{body}\n"
    plain = "\n".join(line for line in code.splitlines() if not line.startswith("#"))
    words = set(re.findall(r"(?<![.\w'])[A-Za-z_]\w*", plain)) & _WORDS
    assigned = set(re.findall(r"^(\w+) = ", body, flags=re.M))
    return f"from sympy import {', '.join(sorted(words - assigned - HELPERS.keys()))}\n\n{code}"
