"""Random scalar expressions over exp, log and rational operations, with sound rewrites and unsound edits.

    ("symbol", name)  ("number", value)  ("add", a, b)  ("mul", a, b)  ("power", a, exponent)  ("exp", a)  ("log", a)

Every `log` is of a product of positive things, so the laws of the logarithm hold.
"""

import random

from sympy import Add, Integer, Mul, Pow, exp, log, symbols

Node = tuple
POSITIVE = dict(zip("abc", symbols("a b c", positive=True), strict=True))
REAL = dict(zip("xyz", symbols("x y z", real=True), strict=True))
SYMBOLS = POSITIVE | REAL


def to_sympy(node: Node):
    """The sympy expression of a node, left as written."""
    return _SYMPY[node[0]](*node[1:])


_SYMPY = {
    "symbol": SYMBOLS.__getitem__,
    "number": Integer,
    "add": lambda a, b: Add(to_sympy(a), to_sympy(b), evaluate=False),
    "mul": lambda a, b: Mul(to_sympy(a), to_sympy(b), evaluate=False),
    "power": lambda a, exponent: Pow(to_sympy(a), exponent, evaluate=False),
    "exp": lambda a: exp(to_sympy(a), evaluate=False),
    "log": lambda a: log(to_sympy(a), evaluate=False),
}


def draw(rng: random.Random, depth: int) -> Node:
    """A random real expression."""
    if depth == 0:
        return ("symbol", rng.choice("xyzabc")) if rng.random() < 0.8 else ("number", rng.choice([-2, -1, 1, 2, 3]))
    makers = [
        lambda: ("add", draw(rng, depth - 1), draw(rng, depth - 1)),
        lambda: ("mul", draw(rng, depth - 1), draw(rng, depth - 1)),
        lambda: ("power", draw(rng, depth - 1), 2),
        lambda: ("exp", draw(rng, min(depth - 1, 1))),
        lambda: ("log", positive(rng, depth - 1)),
        lambda: ("power", positive(rng, depth - 1), -1),
    ]
    return rng.choice(makers)()


def positive(rng: random.Random, depth: int) -> Node:
    """A random positive expression."""
    if depth <= 0:
        return ("symbol", rng.choice("abc"))
    makers = [
        lambda: ("mul", positive(rng, depth - 1), positive(rng, depth - 1)),
        lambda: ("add", positive(rng, depth - 1), positive(rng, depth - 1)),
        lambda: ("exp", ("symbol", rng.choice("xyz"))),
        lambda: ("power", positive(rng, depth - 1), rng.choice([-1, 2])),
    ]
    return rng.choice(makers)()


def is_positive(node: Node) -> bool:
    """Whether an expression is positive by its form."""
    match node:
        case ("symbol", name):
            return name in POSITIVE
        case ("number", value):
            return value > 0
        case ("add" | "mul", a, b):
            return is_positive(a) and is_positive(b)
        case ("power", a, _):
            return is_positive(a)
        case ("exp", _):
            return True
        case _:
            return False


def _distribute(node):
    match node:
        case ("mul", a, ("add", b, c)) | ("mul", ("add", b, c), a):
            return ("add", ("mul", a, b), ("mul", a, c))


def _square_of_sum(node):
    match node:
        case ("power", ("add", a, b), 2):
            twice = ("mul", ("number", 2), ("mul", a, b))
            return ("add", ("power", a, 2), ("add", twice, ("power", b, 2)))
        case ("power", a, 2):
            return ("mul", a, a)


def _exp_of_sum(node):
    match node:
        case ("exp", ("add", a, b)):
            return ("mul", ("exp", a), ("exp", b))


def _log_of_product(node):
    match node:
        case ("log", ("mul", a, b)) if is_positive(a) and is_positive(b):
            return ("add", ("log", a), ("log", b))
        case ("log", ("power", a, exponent)) if is_positive(a):
            return ("mul", ("number", exponent), ("log", a))
        case ("log", ("exp", a)):
            return a


def _commute(node):
    match node:
        case ("add" | "mul" as op, a, b):
            return (op, b, a)


def _through_log(node):
    return ("exp", ("log", node)) if is_positive(node) else None


def _fraction(node):
    match node:
        case ("power", a, -1) if is_positive(a):
            return ("mul", ("number", 2), ("power", ("add", a, a), -1))


SOUND = (_distribute, _square_of_sum, _exp_of_sum, _log_of_product, _commute, _through_log, _fraction)


def _square_termwise(node):
    match node:
        case ("power", ("add", a, b), 2):
            return ("add", ("power", a, 2), ("power", b, 2))


def _exp_of_product(node):
    match node:
        case ("exp", ("mul", a, b)):
            return ("mul", ("exp", a), ("exp", b))


def _log_of_sum(node):
    match node:
        case ("log", ("add", a, b)):
            return ("add", ("log", a), ("log", b))


def _wrong_factor(node):
    match node:
        case ("symbol", _):
            return ("mul", ("number", 2), node)


def _flip(node):
    match node:
        case ("add", a, b):
            return ("add", a, ("mul", ("number", -1), b))
        case ("power", a, -1):
            return a


UNSOUND = (_square_termwise, _exp_of_product, _log_of_sum, _wrong_factor, _flip)
