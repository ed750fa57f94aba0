"""A prediction is the proved sympy expression itself, evaluated in torch for a whole batch at once.

    predict = prediction(inv(H + a*I) * H * w)          # from the very expression of the derivation
    predict({H: hessians, a: strengths, w: minima})     # tensors with any leading batch dimensions

A matrix symbol takes a tensor (..., rows, columns), a scalar symbol a tensor (...) or a number, an exponent an integer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy
import torch

from derivations.claims import equal
from derivations.errors import UnsupportedError
from derivations.from_sympy import problem_of
from derivations.kernel.terms import Dim, Term, subterms

Values = dict[Term, torch.Tensor]


def prediction(expression: sympy.Basic, given: tuple = ()) -> Callable[[Mapping], torch.Tensor]:
    """A function from values of the symbols to the value of the expression, in float64, batched."""
    problem = problem_of(equal(expression, expression, given=given))

    def predict(values: Mapping[sympy.Basic, torch.Tensor | float]) -> torch.Tensor:
        named = {str(getattr(symbol, "name", symbol)): _tensor(value) for symbol, value in values.items()}
        sizes = _sizes(problem.left, named, problem.dimensions)
        return _evaluate(problem.left, named, sizes)

    return predict


def _tensor(value: torch.Tensor | float) -> torch.Tensor:
    return value if isinstance(value, torch.Tensor) else torch.tensor(value, dtype=torch.float64)


def _sizes(root: Term, named: Mapping[str, torch.Tensor], dimensions: Mapping[str, Dim]) -> dict[str, int]:
    """The value of every atom, read off the shapes of the tensors."""
    equations = [
        (dim, named[term.data].shape[axis - 2])
        for term in subterms(root) if term.op == "letter"
        for axis, dim in enumerate(term.shape)
    ]
    equations += [(dim, int(named[name])) for name, dim in dimensions.items() if name in named]
    sizes: dict[str, int] = {}
    for _ in range(len(equations)):
        for dim, value in equations:
            unknown = [part for part in dim.parts if any(atom not in sizes for atom in part)]
            if len(unknown) == 1 and len(unknown[0]) == 1:
                known = Dim(tuple(part for part in dim.parts if part != unknown[0]))
                sizes[unknown[0][0]] = value - known.value(sizes)
    return sizes


def _evaluate(root: Term, named: Mapping[str, torch.Tensor], sizes: Mapping[str, int]) -> torch.Tensor:
    like = next(iter(named.values()))
    place = {"dtype": torch.float64, "device": like.device}
    values: Values = {}
    inside_binders = _bodies(root)
    for term in subterms(root):
        if term in inside_binders:
            continue
        if term.op in ("letter", "symbol"):
            values[term] = named[term.data]
        elif term.op == "apply":
            values[term] = _entrywise(term, values, named, place)
        elif term.op == "sum":
            values[term] = _sum_over(term, values, sizes, place)
        elif term.op == "matrix":
            values[term] = _written_out([values[arg] for arg in term.args], term.rows.constant)
        elif term.op in _CONSTANTS:
            values[term] = _CONSTANTS[term.op](term, sizes, place)
        elif term.op in _OPERATIONS:
            values[term] = _OPERATIONS[term.op](*(values[arg] for arg in term.args))
        elif term.op == "call" and term.data in _CALLS:
            values[term] = _CALLS[term.data](*(values[arg] for arg in term.args))
        else:
            raise UnsupportedError(f"{term.op} has no simulation counterpart yet")
    return values[root]


def _written_out(entries: list[torch.Tensor], rows: int) -> torch.Tensor:
    """A matrix from its entries, row by row."""
    flat = torch.stack(torch.broadcast_tensors(*entries), dim=-1)
    return flat.unflatten(-1, (rows, -1))


def _bodies(root: Term) -> set[Term]:
    """Subterms without a value of their own: they mention the parameters of an entrywise function or a position."""
    found: set[Term] = set()
    for term in subterms(root):
        bound = term.op in ("parameter", "index")
        if bound or (term.op not in ("apply", "sum") and any(arg in found for arg in term.args)):
            found.add(term)
    return found


def _sum_over(term: Term, values: Values, sizes: Mapping[str, int], place: dict) -> torch.Tensor:
    """The sum over all positions, which are the last axis of everything inside."""
    position, body = term.args
    inner: Values = {}
    for part in subterms(body):
        if part.op == "entry":
            inner[part] = _entries(part, position, values)
        elif part in values and part.is_scalar:
            inner[part] = values[part][..., None]
        elif part.op == "call":
            inner[part] = _CALLS[part.data](*(inner[arg] for arg in part.args))
        elif part.op in _OPERATIONS:
            inner[part] = _OPERATIONS[part.op](*(inner[arg] for arg in part.args))
        elif part is not position and part.op != "letter":
            raise UnsupportedError(f"{part.op} inside a sum has no simulation counterpart yet")
    count = position.data[1].value(sizes)
    return (inner[body] + torch.zeros(count, **place)).sum(-1)


def _entries(part: Term, position: Term, values: Values) -> torch.Tensor:
    """All entries of a column, as the last axis."""
    matrix, row, column = part.args
    if row is not position or column.op != "num":
        raise UnsupportedError("only entries of columns are summed in simulations yet")
    return values[matrix][..., int(column.data)]


def _entrywise(term: Term, values: Values, named: Mapping[str, torch.Tensor], place: dict) -> torch.Tensor:
    body, *matrices = term.args
    inner: Values = {}
    for part in subterms(body):
        if part.op == "parameter":
            inner[part] = values[matrices[part.data]]
        elif part.op == "symbol":
            inner[part] = _column(named[part.data])
        elif part.op == "num":
            inner[part] = torch.tensor(float(part.data), **place)
        elif part.op == "call":
            inner[part] = _CALLS[part.data](*(inner[arg] for arg in part.args))
        else:
            inner[part] = _OPERATIONS[part.op](*(inner[arg] for arg in part.args))
    return inner[body]


def _column(scalar: torch.Tensor) -> torch.Tensor:
    """A batch of scalars as a batch of 1 x 1 matrices."""
    return scalar[..., None, None]


def _sum(*parts: torch.Tensor) -> torch.Tensor:
    return sum(parts[1:], start=parts[0])


def _product(*parts: torch.Tensor) -> torch.Tensor:
    total = parts[0]
    for part in parts[1:]:
        total = total * part
    return total


def _chain(*parts: torch.Tensor) -> torch.Tensor:
    total = parts[-1]
    for part in reversed(parts[:-1]):
        total = part @ total
    return total


def _power_of_matrix(matrix: torch.Tensor, exponent: torch.Tensor) -> torch.Tensor:
    return torch.linalg.matrix_power(matrix, int(exponent))


_CONSTANTS: dict[str, Callable] = {
    "num": lambda term, sizes, place: torch.tensor(float(term.data), **place),
    "const": lambda term, sizes, place: torch.tensor({"pi": torch.pi}[term.data], **place),
    "size": lambda term, sizes, place: torch.tensor(float(term.data.value(sizes)), **place),
    "identity": lambda term, sizes, place: torch.eye(term.rows.value(sizes), **place),
    "zeros": lambda term, sizes, place: torch.zeros(term.rows.value(sizes), term.cols.value(sizes), **place),
    "ones": lambda term, sizes, place: torch.ones(term.rows.value(sizes), term.cols.value(sizes), **place),
}
_OPERATIONS: dict[str, Callable] = {
    "add": _sum, "mul": _product, "power": torch.pow, "madd": _sum, "mmul": _chain, "hadamard": _product,
    "scale": lambda factor, matrix: _column(factor) * matrix,
    "transpose": lambda matrix: matrix.mT,
    "inverse": torch.linalg.inv,
    "mpower": _power_of_matrix,
    "trace": lambda matrix: matrix.diagonal(dim1=-2, dim2=-1).sum(-1),
    "det": torch.linalg.det,
    "diag": lambda vector: torch.diag_embed(vector.squeeze(-1)),
    "diagpart": lambda matrix: matrix.diagonal(dim1=-2, dim2=-1).unsqueeze(-1),
}
_CALLS: dict[str, Callable] = {
    "exp": torch.exp, "log": torch.log, "sin": torch.sin, "cos": torch.cos, "tanh": torch.tanh, "cosh": torch.cosh,
    "sinh": torch.sinh, "erf": torch.erf, "abs": torch.abs, "sign": torch.sign, "atan": torch.atan,
    "max": lambda *parts: torch.stack(torch.broadcast_tensors(*parts)).amax(0),
    "min": lambda *parts: torch.stack(torch.broadcast_tensors(*parts)).amin(0),
}
