"""Random matrix expressions as plain nested tuples, with rewrites that keep their value and edits that should not.

    ("letter", name)  ("identity", size)  ("add", a, b)  ("mul", a, b)  ("scale", number, a)  ("transpose", a)
    ("inverse", a)    ("resolvent", a, b)  which is (I + a b)^-1

The tuples never simplify; `to_sympy` renders them with unevaluated words. Nothing of the kernel is used here.
"""

import random
from collections.abc import Callable, Iterator

from sympy import Identity, MatAdd, MatMul, MatrixSymbol, Rational, Transpose, symbols

from derivations import inv

Node = tuple
n, k = symbols("n k", integer=True, positive=True)
LETTERS = {name: MatrixSymbol(name, n, n) for name in "ABC"}
LETTERS |= {"U": MatrixSymbol("U", n, k), "V": MatrixSymbol("V", k, n), "E": MatrixSymbol("E", k, k)}
BY_SHAPE = {("n", "n"): "ABC", ("n", "k"): "U", ("k", "n"): "V", ("k", "k"): "E"}
SHAPES = {name: shape for shape, names in BY_SHAPE.items() for name in names}


def shape(node: Node) -> tuple[str, str]:
    """The names of the number of rows and of columns."""
    return _SHAPE[node[0]](node)


_SHAPE: dict[str, Callable[[Node], tuple[str, str]]] = {
    "letter": lambda node: SHAPES[node[1]],
    "identity": lambda node: (node[1], node[1]),
    "add": lambda node: shape(node[1]),
    "mul": lambda node: (shape(node[1])[0], shape(node[2])[1]),
    "scale": lambda node: shape(node[2]),
    "transpose": lambda node: shape(node[1])[::-1],
    "inverse": lambda node: shape(node[1]),
    "resolvent": lambda node: (shape(node[1])[0],) * 2,
}


def to_sympy(node: Node):
    """The sympy expression of a node."""
    return _SYMPY[node[0]](*node[1:])


_SYMPY = {
    "letter": LETTERS.__getitem__,
    "identity": lambda size: Identity({"n": n, "k": k}[size]),
    "add": lambda a, b: MatAdd(to_sympy(a), to_sympy(b)),
    "mul": lambda a, b: MatMul(to_sympy(a), to_sympy(b)),
    "scale": lambda number, a: MatMul(Rational(number), to_sympy(a)),
    "transpose": lambda a: Transpose(to_sympy(a)),
    "inverse": lambda a: inv(to_sympy(a)),
    "resolvent": lambda a, b: inv(MatAdd(Identity({"n": n, "k": k}[shape(a)[0]]), MatMul(to_sympy(a), to_sympy(b)))),
}


def draw(rng: random.Random, rows: str, cols: str, depth: int) -> Node:
    """A random expression of a shape."""
    if depth == 0 or rng.random() < 0.15:
        return ("letter", rng.choice(BY_SHAPE[rows, cols]))
    middle = rng.choice("nk")
    makers = [
        lambda: ("add", draw(rng, rows, cols, depth - 1), draw(rng, rows, cols, depth - 1)),
        lambda: ("mul", draw(rng, rows, middle, depth - 1), draw(rng, middle, cols, depth - 1)),
        lambda: ("mul", draw(rng, rows, middle, depth - 1), draw(rng, middle, cols, depth - 1)),
        lambda: ("scale", rng.choice([-2, -1, 2, 3]), draw(rng, rows, cols, depth - 1)),
        lambda: ("transpose", draw(rng, cols, rows, depth - 1)),
    ]
    if rows == cols:
        makers.append(lambda: ("inverse", ("letter", rng.choice(BY_SHAPE[rows, cols]))))
        makers.append(lambda: ("resolvent", draw(rng, rows, middle, depth - 1), draw(rng, middle, rows, depth - 1)))
    return rng.choice(makers)()


def places(node: Node, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Node]]:
    """Every subexpression with the path to it."""
    yield path, node
    for position, child in enumerate(node[1:], start=1):
        if isinstance(child, tuple):
            yield from places(child, (*path, position))


def put(node: Node, path: tuple[int, ...], new: Node) -> Node:
    """The node with the subexpression at a path replaced."""
    if not path:
        return new
    return (*node[:path[0]], put(node[path[0]], path[1:], new), *node[path[0] + 1:])


def minus(node: Node) -> Node:
    """The negative."""
    return ("scale", -1, node)


def _distribute(node):
    match node:
        case ("mul", a, ("add", b, c)):
            return ("add", ("mul", a, b), ("mul", a, c))
        case ("mul", ("add", a, b), c):
            return ("add", ("mul", a, c), ("mul", b, c))


def _transpose_of_product(node):
    match node:
        case ("transpose", ("mul", a, b)):
            return ("mul", ("transpose", b), ("transpose", a))
        case ("transpose", ("add", a, b)):
            return ("add", ("transpose", b), ("transpose", a))
        case ("transpose", ("resolvent", a, b)):
            return ("resolvent", ("transpose", b), ("transpose", a))
        case ("transpose", ("inverse", a)):
            return ("inverse", ("transpose", a))


def _push_through(node):
    match node:
        case ("mul", ("resolvent", a, b), c) if a == c:
            return ("mul", a, ("resolvent", b, a))
        case ("mul", c, ("resolvent", a, b)) if b == c:
            return ("mul", ("resolvent", b, a), b)


def _woodbury(node):
    match node:
        case ("resolvent", a, b):
            return ("add", ("identity", shape(a)[0]), minus(("mul", a, ("mul", ("resolvent", b, a), b))))


def _complement(node):
    match node:
        case ("resolvent", a, b):
            return ("add", ("identity", shape(a)[0]), minus(("mul", ("resolvent", a, b), ("mul", a, b))))


def _regroup(node):
    match node:
        case ("mul", ("mul", a, b), c):
            return ("mul", a, ("mul", b, c))
        case ("add", a, b):
            return ("add", b, a)


def _double_transpose(node):
    return ("transpose", ("transpose", node))


def _add_and_subtract(node):
    return ("add", ("add", node, ("transpose", ("transpose", node))), minus(node))


def _double_inverse(node):
    match node:
        case ("letter", _) if shape(node)[0] == shape(node)[1]:
            return ("inverse", ("inverse", node))


SOUND = (_distribute, _transpose_of_product, _push_through, _woodbury, _complement, _regroup, _double_transpose,
         _add_and_subtract, _double_inverse)


def _swap_factors(node):
    match node:
        case ("mul", a, b) if shape(a) == shape(b):
            return ("mul", b, a)


def _forget_transpose(node):
    match node:
        case ("transpose", a) if shape(a)[0] == shape(a)[1]:
            return a


def _transpose_without_reversal(node):
    match node:
        case ("transpose", ("mul", a, b)) if shape(a) == shape(b) and shape(a)[0] == shape(a)[1]:
            return ("mul", ("transpose", a), ("transpose", b))


def _flip_a_sign(node):
    match node:
        case ("add", a, b):
            return ("add", a, minus(b))
        case ("scale", number, a):
            return ("scale", -number, a)


def _half_distribute(node):
    match node:
        case ("mul", a, ("add", b, c)) if shape(a)[0] == shape(a)[1]:
            return ("add", ("mul", a, b), c)


def _wrong_woodbury(node):
    match node:
        case ("resolvent", a, b):
            return ("add", ("identity", shape(a)[0]), ("mul", a, ("mul", ("resolvent", b, a), b)))


def _transpose_a_letter(node):
    match node:
        case ("letter", _) if shape(node)[0] == shape(node)[1]:
            return ("transpose", node)


UNSOUND = (_swap_factors, _forget_transpose, _transpose_without_reversal, _flip_a_sign, _half_distribute,
           _wrong_woodbury, _transpose_a_letter)


def rewritten(rng: random.Random, node: Node, rules: tuple) -> Node | None:
    """One rule applied at one place, both drawn at random; None if no rule applies anywhere."""
    options = [(path, new) for path, old in places(node) for rule in rules if (new := rule(old)) is not None]
    if not options:
        return None
    path, new = rng.choice(options)
    return put(node, path, new)


def many_rewrites(rng: random.Random, node: Node, count: int) -> Node:
    """Several sound rewrites one after the other."""
    for _ in range(count):
        node = rewritten(rng, node, SOUND) or node
    return node
