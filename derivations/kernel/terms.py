"""Terms: the kernel's own small language, in which nothing simplifies by itself.

A `Term` is an operation applied to terms, hash-consed: two terms are equal exactly when they are the same object. The
constructors below check shapes and nothing else; `mul(num(0), x)` stays what was written. sympy is imported into this
language by `derivations.from_sympy` and is not known here.

A term is a scalar (shape `()`) or a matrix (shape `(rows, columns)`, two `Dim`s). A vector is an n x 1 matrix.

Scalars     num const symbol size add mul power call unknown trace det entry sum range_sum range_product cases
            integral limit
Matrices    letter identity zeros ones madd mmul scale transpose inverse mpower hadamard apply kron vec diag diagpart
            block matrix
Conditions  relation predicate true both either negation

Indices (for `entry` and `sum`) are `index` terms, ranging over the positions of a `Dim`, or integers counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from weakref import WeakValueDictionary

from derivations.errors import ShapeError


@dataclass(frozen=True, order=True)
class Dim:
    """A dimension: a sum of products of atoms (symbolic sizes), each atom an independent whole number >= 1.

    `Dim((("n",), ("m",), ()))` is n + m + 1. The parts are sorted, so equal sums are equal dimensions.
    """

    parts: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(sorted(tuple(sorted(part)) for part in self.parts)))

    @staticmethod
    def of(value: int | str) -> Dim:
        """The dimension that is one atom (a name) or a constant."""
        return Dim(((value,),)) if isinstance(value, str) else Dim(((),) * value)

    def __add__(self, other: Dim) -> Dim:
        return Dim(self.parts + other.parts)

    def __mul__(self, other: Dim) -> Dim:
        return Dim(tuple(left + right for left in self.parts for right in other.parts))

    def value(self, sizes: Mapping[str, int]) -> int:
        """The whole number this is when each atom has the given size."""
        total = 0
        for part in self.parts:
            product = 1
            for atom in part:
                product *= sizes[atom]
            total += product
        return total

    @property
    def atoms(self) -> frozenset[str]:
        return frozenset(atom for part in self.parts for atom in part)

    @property
    def constant(self) -> int | None:
        """The number if no atom occurs, else None."""
        return None if self.atoms else len(self.parts)

    def __str__(self) -> str:
        counted: dict[tuple[str, ...], int] = {}
        for part in self.parts:
            counted[part] = counted.get(part, 0) + 1
        words = []
        for part, times in sorted(counted.items(), key=lambda item: (not item[0], item[0])):
            factors = [*([str(times)] if times > 1 or not part else []), *part]
            words.append("*".join(factors))
        return " + ".join(words) or "0"


ONE = Dim.of(1)
Shape = tuple[()] | tuple[Dim, Dim]


class Term:
    """One node: `op` applied to `args`, with `data` for what is not a term (a name, a number, a dimension)."""

    __slots__ = ("__weakref__", "_hash", "args", "data", "op", "shape")
    op: str
    args: tuple[Term, ...]
    data: object
    shape: Shape

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self):
        return _intern, (self.op, self.args, self.data, self.shape)

    def __repr__(self) -> str:
        inside = ", ".join([*([repr(self.data)] if self.data is not None else []), *map(repr, self.args)])
        return f"{self.op}({inside})"

    @property
    def is_scalar(self) -> bool:
        return self.shape == ()

    @property
    def rows(self) -> Dim:
        return self.shape[0]

    @property
    def cols(self) -> Dim:
        return self.shape[1]


_known: WeakValueDictionary[tuple, Term] = WeakValueDictionary()


def _intern(op: str, args: tuple[Term, ...], data: object, shape: Shape) -> Term:
    key = (op, args, data, shape)
    term = _known.get(key)
    if term is None:
        term = object.__new__(Term)
        term.op, term.args, term.data, term.shape = key
        term._hash = hash(key)
        _known[key] = term
    return term


def _scalar(op: str, *args: Term, data: object = None) -> Term:
    return _intern(op, args, data, ())


def _need_scalars(what: str, args: tuple[Term, ...]) -> None:
    for arg in args:
        if arg.shape != ():
            raise ShapeError(f"{what} needs scalars, got a {arg.rows} x {arg.cols} matrix: {arg!r}")


def _need_matrices(what: str, args: tuple[Term, ...]) -> None:
    for arg in args:
        if arg.shape == ():
            raise ShapeError(f"{what} needs matrices, got the scalar {arg!r}")


def _same_shape(what: str, args: tuple[Term, ...]) -> Shape:
    _need_matrices(what, args)
    for arg in args[1:]:
        if arg.shape != args[0].shape:
            raise ShapeError(f"{what}: {args[0].rows} x {args[0].cols} against {arg.rows} x {arg.cols}")
    return args[0].shape


# --- scalars ---------------------------------------------------------------------------------------------------------

def num(value: int | Fraction) -> Term:
    """A rational number."""
    return _scalar("num", data=Fraction(value))


def const(name: str) -> Term:
    """A real constant that is not rational: 'pi' or 'euler_gamma'; or 'i', the imaginary unit. (e is exp(1).)"""
    return _scalar("const", data=name)


def symbol(name: str) -> Term:
    """A scalar variable; what is known of it is in the problem's `domains`."""
    return _scalar("symbol", data=name)


def size(dim: Dim) -> Term:
    """A dimension used as a number."""
    return num(dim.constant) if dim.constant is not None else _scalar("size", data=dim)


def add(*args: Term) -> Term:
    _need_scalars("a sum", args)
    return _scalar("add", *args)


def mul(*args: Term) -> Term:
    _need_scalars("a product", args)
    return _scalar("mul", *args)


def power(base: Term, exponent: Term) -> Term:
    """base ** exponent, principal branch; an exponent of -1 is the reciprocal."""
    _need_scalars("a power", (base, exponent))
    return _scalar("power", base, exponent)


def call(name: str, *args: Term) -> Term:
    """A known function. The name is the kernel's own (see `functions.KNOWN`), never a user's."""
    _need_scalars(name, args)
    return _scalar("call", *args, data=name)


def unknown(name: str, orders: tuple[int, ...], *args: Term) -> Term:
    """An undefined smooth function of the arguments, differentiated `orders[k]` times in argument k."""
    _need_scalars(name, args)
    return _scalar("unknown", *args, data=(name, orders))


def trace(matrix_: Term) -> Term:
    """The trace; of a 1 x 1 matrix this is its entry, which is how a 1 x 1 matrix becomes a scalar."""
    _need_square("the trace", matrix_)
    return _scalar("trace", matrix_)


def det(matrix_: Term) -> Term:
    _need_square("the determinant", matrix_)
    return _scalar("det", matrix_)


def index(name: str, dim: Dim) -> Term:
    """An index that runs over the positions of a dimension."""
    return _scalar("index", data=(name, dim))


def entry(matrix_: Term, row: Term, column: Term) -> Term:
    """An entry; row and column are `index` terms or whole numbers counted from 0."""
    _need_matrices("an entry", (matrix_,))
    return _scalar("entry", matrix_, row, column)


def sum_over(position: Term, body: Term) -> Term:
    """The sum of a scalar over all positions of an `index`."""
    _need_scalars("a sum", (body,))
    return _scalar("sum", position, body)


def range_sum(variable: Term, low: Term, high: Term, body: Term) -> Term:
    """The sum over the integers low <= variable <= high, empty if high = low - 1; below that Karr's convention."""
    return _scalar("range_sum", variable, low, high, body)


def range_product(variable: Term, low: Term, high: Term, body: Term) -> Term:
    """The product over the integers low <= variable <= high, empty if high = low - 1."""
    return _scalar("range_product", variable, low, high, body)


def integral(variable: Term, low: Term, high: Term, body: Term) -> Term:
    """A definite integral; infinite ends are `const('infinity')` and `mul(num(-1), const('infinity'))`."""
    return _scalar("integral", variable, low, high, body)


def limit(variable: Term, point: Term, body: Term, side: str) -> Term:
    """The limit of the body; side is '+', '-' or '+-'."""
    return _scalar("limit", variable, point, body, data=side)


def cases(*pairs: tuple[Term, Term]) -> Term:
    """The value of the first pair (value, condition) whose condition holds."""
    return _scalar("cases", *(part for pair in pairs for part in pair))


# --- conditions ------------------------------------------------------------------------------------------------------

def relation(symbol_: str, left: Term, right: Term) -> Term:
    """left < right, left <= right, left == right or left != right."""
    return _scalar("relation", left, right, data=symbol_)


def predicate(name: str, matrix_: Term) -> Term:
    """A `Kind` by name, claimed of a matrix that is not a letter."""
    return _scalar("predicate", matrix_, data=name)


TRUE = _scalar("true")


def both(*conditions: Term) -> Term:
    return _scalar("both", *conditions)


def either(*conditions: Term) -> Term:
    return _scalar("either", *conditions)


def negation(condition: Term) -> Term:
    return _scalar("negation", condition)


# --- matrices --------------------------------------------------------------------------------------------------------

def letter(name: str, rows: Dim, cols: Dim) -> Term:
    """A matrix variable; what is known of it is in the problem's `kinds`."""
    return _intern("letter", (), name, (rows, cols))


def identity(dim: Dim) -> Term:
    return _intern("identity", (), None, (dim, dim))


def zeros(rows: Dim, cols: Dim) -> Term:
    return _intern("zeros", (), None, (rows, cols))


def ones(rows: Dim, cols: Dim) -> Term:
    return _intern("ones", (), None, (rows, cols))


def madd(*args: Term) -> Term:
    return _intern("madd", args, None, _same_shape("a sum of matrices", args))


def mmul(*args: Term) -> Term:
    """A matrix product of one or more factors."""
    _need_matrices("a matrix product", args)
    for left, right in pairwise(args):
        if left.cols != right.rows:
            raise ShapeError(f"a matrix product: {left.rows} x {left.cols} times {right.rows} x {right.cols}")
    return _intern("mmul", args, None, (args[0].rows, args[-1].cols))


def scale(factor: Term, matrix_: Term) -> Term:
    _need_scalars("a scalar factor", (factor,))
    _need_matrices("a scaled matrix", (matrix_,))
    return _intern("scale", (factor, matrix_), None, matrix_.shape)


def transpose(matrix_: Term) -> Term:
    _need_matrices("a transpose", (matrix_,))
    return _intern("transpose", (matrix_,), None, (matrix_.cols, matrix_.rows))


def _need_square(what: str, matrix_: Term) -> None:
    _need_matrices(what, (matrix_,))
    if matrix_.rows != matrix_.cols:
        raise ShapeError(f"{what} needs a square matrix, got {matrix_.rows} x {matrix_.cols}")


def inverse(matrix_: Term) -> Term:
    _need_square("an inverse", matrix_)
    return _intern("inverse", (matrix_,), None, matrix_.shape)


def mpower(matrix_: Term, exponent: Term) -> Term:
    """A matrix power; the exponent is a scalar term that stands for a whole number (or 1/2, a principal root)."""
    _need_square("a power", matrix_)
    _need_scalars("an exponent", (exponent,))
    return _intern("mpower", (matrix_, exponent), None, matrix_.shape)


def hadamard(*args: Term) -> Term:
    return _intern("hadamard", args, None, _same_shape("an entrywise product", args))


def parameter(position: int) -> Term:
    """The k-th argument inside the body of `apply`."""
    return _scalar("parameter", data=position)


def apply(body: Term, *args: Term) -> Term:
    """The entrywise function `body` (a scalar term in `parameter(k)`) of matrices of one shape."""
    _need_scalars("an entrywise function", (body,))
    return _intern("apply", (body, *args), None, _same_shape("an entrywise function", args))


def kron(*args: Term) -> Term:
    """The Kronecker product: entry ((i,k),(j,l)) is A[i,j] B[k,l], the first factor's index counting slowest."""
    _need_matrices("a Kronecker product", args)
    rows, cols = args[0].shape
    for arg in args[1:]:
        rows, cols = rows * arg.rows, cols * arg.cols
    return _intern("kron", args, None, (rows, cols))


def vec(matrix_: Term) -> Term:
    """The columns stacked: position (j,i) holds M[i,j], the column counting slowest."""
    _need_matrices("vec", (matrix_,))
    return _intern("vec", (matrix_,), None, (matrix_.cols * matrix_.rows, ONE))


def diag(vector: Term) -> Term:
    """The diagonal matrix with the entries of an n x 1 vector."""
    _need_matrices("diag", (vector,))
    if vector.cols != ONE:
        raise ShapeError(f"diag needs a column vector, got {vector.rows} x {vector.cols}")
    return _intern("diag", (vector,), None, (vector.rows, vector.rows))


def diagpart(matrix_: Term) -> Term:
    """The diagonal of a square matrix as an n x 1 vector."""
    _need_square("the diagonal", matrix_)
    return _intern("diagpart", (matrix_,), None, (matrix_.rows, ONE))


def block(grid: tuple[tuple[Term, ...], ...]) -> Term:
    """A matrix of matrices; the parts of a row share their rows, the parts of a column their columns."""
    for row in grid:
        for part, above in zip(row, grid[0], strict=True):
            if part.rows != row[0].rows or part.cols != above.cols:
                raise ShapeError(f"a block of {part.rows} x {part.cols} does not fit its row or column")
    rows, cols = grid[0][0].shape
    for row in grid[1:]:
        rows = rows + row[0].rows
    for part in grid[0][1:]:
        cols = cols + part.cols
    return _intern("block", tuple(part for row in grid for part in row), (len(grid), len(grid[0])), (rows, cols))


def matrix(rows: int, cols: int, entries: tuple[Term, ...]) -> Term:
    """A matrix written out, row by row."""
    _need_scalars("a matrix entry", entries)
    if len(entries) != rows * cols:
        raise ShapeError(f"{rows} x {cols} needs {rows * cols} entries, got {len(entries)}")
    return _intern("matrix", entries, None, (Dim.of(rows), Dim.of(cols)))


def opaque(op: str, data: object, shape: Shape, *variables: Term) -> Term:
    """A term whose (hashable) data only the module that made it can read, such as a one-step map of a vector field."""
    return _intern(op, variables, data, shape)


# --- walking and rebuilding ------------------------------------------------------------------------------------------

def subterms(*roots: Term) -> Iterator[Term]:
    """Every distinct subterm once, arguments before the terms that use them."""
    seen: set[Term] = set()
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        term, ready = stack.pop()
        if ready:
            yield term
        elif term not in seen:
            seen.add(term)
            stack.append((term, True))
            stack.extend((arg, False) for arg in reversed(term.args))


_BY_ARGS: dict[str, Callable[..., Term]] = {
    "add": add, "mul": mul, "power": power, "trace": trace, "det": det, "entry": entry, "sum": sum_over,
    "range_sum": range_sum, "range_product": range_product, "integral": integral, "both": both, "either": either,
    "negation": negation, "madd": madd, "mmul": mmul, "scale": scale, "transpose": transpose, "inverse": inverse,
    "mpower": mpower, "hadamard": hadamard, "apply": apply, "kron": kron, "vec": vec, "diag": diag,
    "diagpart": diagpart,
}


def with_args(term: Term, args: tuple[Term, ...]) -> Term:
    """The same operation on other arguments, its shape computed and checked anew."""
    if args == term.args:
        return term
    if term.op in _BY_ARGS:
        return _BY_ARGS[term.op](*args)
    if term.op == "call":
        return call(term.data, *args)
    if term.op == "unknown":
        return unknown(*term.data, *args)
    if term.op == "block":
        width = term.data[1]
        return block(tuple(tuple(args[k : k + width]) for k in range(0, len(args), width)))
    if term.op == "matrix":
        return matrix(term.rows.constant, term.cols.constant, args)
    return _intern(term.op, args, term.data, term.shape)


def rebuild(root: Term, change: Callable[[Term], Term]) -> Term:
    """The term with `change` applied to every subterm, arguments first."""
    done: dict[Term, Term] = {}
    for term in subterms(root):
        done[term] = change(with_args(term, tuple(done[arg] for arg in term.args)))
    return done[root]


def substitute(root: Term, replacements: Mapping[Term, Term]) -> Term:
    """The term with the given subterms replaced, all at once; bound variables must not be among them."""
    done: dict[Term, Term] = {}
    for term in subterms(root):
        replacement = replacements.get(term)
        done[term] = with_args(term, tuple(done[arg] for arg in term.args)) if replacement is None else replacement
    return done[root]


def letters(*roots: Term) -> tuple[Term, ...]:
    return tuple(term for term in subterms(*roots) if term.op == "letter")


def symbols(*roots: Term) -> tuple[Term, ...]:
    return tuple(term for term in subterms(*roots) if term.op == "symbol")


def atoms(*roots: Term) -> tuple[str, ...]:
    """The names of all dimension atoms that occur, sorted."""
    found: set[str] = set()
    for term in subterms(*roots):
        for dim in term.shape:
            found |= dim.atoms
        if term.op == "size":
            found |= term.data.atoms
        elif term.op == "index":
            found |= term.data[1].atoms
    return tuple(sorted(found))
