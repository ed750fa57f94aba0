"""z3 alone: the negation of a claim over the reals, functions it does not know left without a meaning."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import sympy
import z3
from sympy import Basic

from derivations.benchmarks.peers import PROVED, REFUTED, UNDECIDED, NotForThis
from derivations.benchmarks.peers.admissible import facts
from derivations.benchmarks.peers.by_sympy import _pairs, plain
from derivations.claims import Claim

NEGATED = {"equal": lambda a, b: a != b, "at_most": lambda a, b: a > b, "less_than": lambda a, b: a >= b}


def alone(claim: Claim, seconds: float) -> str:
    """Unsatisfiable negation: proved. A model: refuted, if every function in it has its meaning."""
    if claim.relation not in NEGATED:
        raise NotForThis(claim.relation)
    reader = Reader()
    relations = [fact for fact in facts(claim) if isinstance(fact, sympy.core.relational.Relational)]
    pairs = list(_pairs(Claim(claim.relation, claim.left, claim.right, _others(claim))))
    broken = [NEGATED[claim.relation](*map(reader, map(plain, map(sympy.sympify, pair)))) for pair in pairs]
    solver = z3.Solver()
    solver.set("timeout", int(1000 * seconds))
    solver.add(z3.Or(broken), *map(reader, relations), *reader.conditions)
    return reader.verdict(solver.check())


def _others(claim: Claim) -> tuple:
    return tuple(fact for fact in facts(claim) if not isinstance(fact, sympy.core.relational.Relational))


class Reader:
    """Reads sympy scalars as z3 reals, and collects what must hold for them to have a value."""

    def __init__(self) -> None:
        self.conditions: list[z3.BoolRef] = []
        self.seen: dict[Basic, z3.ExprRef] = {}
        self.has_unknown_functions = False

    def __call__(self, node: Basic) -> z3.ExprRef:
        if node not in self.seen:
            rule = next((RULES[kind] for kind in type(node).__mro__ if kind in RULES), None)
            if rule is None:
                raise NotForThis(f"no rule for {type(node).__name__}")
            self.seen[node] = rule(self, node)
        return self.seen[node]

    def verdict(self, answer: z3.CheckSatResult) -> str:
        if answer == z3.unsat:
            return PROVED
        return REFUTED if answer == z3.sat and not self.has_unknown_functions else UNDECIDED

    def fresh(self) -> z3.ArithRef:
        return z3.FreshReal()


SIGNS = {"positive": lambda x: x > 0, "negative": lambda x: x < 0, "nonnegative": lambda x: x >= 0,
         "nonpositive": lambda x: x <= 0, "nonzero": lambda x: x != 0}


def _symbol(reader: Reader, node: Basic) -> z3.ArithRef:
    made = z3.ToReal(z3.Int(node.name)) if node.is_integer else z3.Real(node.name)
    reader.conditions += [sign(made) for word, sign in SIGNS.items() if getattr(node, f"is_{word}")]
    return made


def _power(reader: Reader, node: Basic) -> z3.ArithRef:
    base, exponent = node.args
    if not exponent.is_Rational or exponent.q > 2 or abs(exponent.p) > 12:
        return _unknown(reader, node)
    value = reader(base)
    root = value if exponent.q == 1 else _root(reader, value)
    made = reduce(lambda a, b: a * b, [root] * abs(exponent.p))
    if exponent > 0:
        return made
    reader.conditions.append(root != 0)
    return 1 / made


def _root(reader: Reader, value: z3.ArithRef) -> z3.ArithRef:
    root = reader.fresh()
    reader.conditions += [value >= 0, root >= 0, root * root == value]
    return root


def _unknown(reader: Reader, node: Basic) -> z3.ArithRef:
    reader.has_unknown_functions = True
    args = [reader(arg) for arg in node.args]
    return z3.Function(node.func.__name__, *[z3.RealSort()] * (len(args) + 1))(*args)


def _constant(reader: Reader, node: Basic) -> z3.ArithRef:
    reader.has_unknown_functions = True
    return z3.Real(str(node))


def _extreme(keeps_first: Callable) -> Callable[[Reader, Basic], z3.ArithRef]:
    def rule(reader: Reader, node: Basic) -> z3.ArithRef:
        return reduce(lambda a, b: z3.If(keeps_first(a, b), a, b), map(reader, node.args))
    return rule


def _relation(relation: Callable) -> Callable[[Reader, Basic], z3.BoolRef]:
    return lambda reader, node: relation(*map(reader, node.args))


RULES: dict[type, Callable[[Reader, Basic], z3.ExprRef]] = {
    sympy.Rational: lambda reader, node: z3.RealVal(f"{node.p}/{node.q}"),
    sympy.NumberSymbol: _constant,
    sympy.Symbol: _symbol,
    sympy.Add: lambda reader, node: z3.Sum(*map(reader, node.args)),
    sympy.Mul: lambda reader, node: reduce(lambda a, b: a * b, map(reader, node.args)),
    sympy.Pow: _power,
    sympy.Abs: lambda reader, node: z3.If(reader(node.args[0]) >= 0, reader(node.args[0]), -reader(node.args[0])),
    sympy.Max: _extreme(lambda a, b: a >= b),
    sympy.Min: _extreme(lambda a, b: a <= b),
    sympy.exp: _unknown,
    sympy.Function: _unknown,
    sympy.Eq: _relation(lambda a, b: a == b),
    sympy.Ne: _relation(lambda a, b: a != b),
    sympy.Lt: _relation(lambda a, b: a < b),
    sympy.Le: _relation(lambda a, b: a <= b),
    sympy.Gt: _relation(lambda a, b: a > b),
    sympy.Ge: _relation(lambda a, b: a >= b),
}
