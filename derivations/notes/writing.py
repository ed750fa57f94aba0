"""A claim as a block of notes: its symbols declared, its assumptions given, the claim as a step.

Reading the block back gives the claim again, up to the names; what the grammar has no words for raises Unwritable.
"""

from __future__ import annotations

import dataclasses
import re
import textwrap
from collections.abc import Iterable, Iterator

import sympy
from sympy import Basic
from sympy.assumptions import AppliedPredicate
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.matrices.expressions.matexpr import MatrixElement

import derivations.notes.counting as counting
from derivations import assumptions, counts, fields
from derivations.assumptions import Assumption
from derivations.claims import PLAIN_SIGNS, Claim, Induction
from derivations.from_sympy.hypotheses import expressions_of, flatten
from derivations.notes.plain import PlainPrinter, Unwritable, relation_text
from derivations.notes.scope import RESERVED
from derivations.notes.vocabulary import GIVEN_WORDS, MATRIX_PROPERTIES, NUMBER_PROPERTIES

_ASSUMPTIONS = {
    make(sympy.MatrixSymbol("A", 1, 1)).name: words for words, make in MATRIX_PROPERTIES.items()
    if getattr(make, "__module__", "") == assumptions.__name__
}
_PREDICATES = {
    predicate: words for words, predicate in [*MATRIX_PROPERTIES.items(), *NUMBER_PROPERTIES.items()]
    if predicate not in (getattr(assumptions, name, None) for name in dir(assumptions))
}
_LIBRARY = frozenset(counting.LIBRARY.values())
_SIGNS_OF_NUMBERS = ("zero", "positive", "negative", "nonnegative", "nonpositive", "nonzero", "even", "odd")


def written(claim: Claim | Induction, label: str = "") -> str:
    """The lines of a block that states the claim."""
    parts = _expressions(claim)
    names = _names(parts)
    bound = _bound(parts)
    free = [index for index in names if _is_free_index(index, parts)]
    declared = {symbol: name for symbol, name in names.items() if symbol not in bound}
    write = PlainPrinter(names, positions=frozenset(free), taken=frozenset(declared.values()))
    lines = [*_declarations(declared, write, free), *(f"given {one}" for one in _given(claim.given, write))]
    lines.append(f"step{' ' + label if label else ''}: {_statement(claim, write)}")
    return "\n".join(textwrap.fill(line, 110, subsequent_indent="    ", break_long_words=False,
                                   break_on_hyphens=False) for line in lines)


def named(claim: Claim | Induction) -> Claim | Induction:
    """The claim with the names that it has in a block of notes."""
    return renamed(claim, names_of(claim))


def names_of(claim: Claim | Induction) -> dict[Basic, str]:
    """The name of every symbol of a claim in a block of notes."""
    return _names(_expressions(claim))


def renamed(claim: Claim | Induction, names: dict[Basic, str]) -> Claim | Induction:
    """The claim with other names."""
    made = {symbol: _renamed(symbol, name) for symbol, name in names.items() if not counting.is_count(symbol)}
    functions = {symbol: new for symbol, new in made.items() if isinstance(symbol, UndefinedFunction)}
    symbols = {symbol: new for symbol, new in made.items() if symbol not in functions}
    sizes = {symbol: made for symbol, made in symbols.items() if isinstance(symbol, sympy.Symbol)}
    symbols = {symbol: made.xreplace(sizes) for symbol, made in symbols.items()}

    def put(part: object) -> object:
        if isinstance(part, tuple):
            return tuple(map(put, part))
        if isinstance(part, Assumption):
            return Assumption(part.name, put(part.matrices), put(part.rank))
        if not isinstance(part, Basic):
            return part
        made = part.xreplace(symbols)
        for old, new in functions.items():
            made = made.replace(old, new)
        return made

    return type(claim)(**{field.name: put(getattr(claim, field.name)) for field in dataclasses.fields(claim)})


def _renamed(symbol: Basic, name: str) -> Basic:
    if isinstance(symbol, sympy.MatrixSymbol):
        return sympy.MatrixSymbol(name, *symbol.shape)
    if isinstance(symbol, sympy.IndexedBase):
        return sympy.IndexedBase(name, **{word: True for word in ("positive", "real") if symbol.assumptions0.get(word)})
    if isinstance(symbol, sympy.Symbol):
        plain = sympy.Symbol if isinstance(symbol, sympy.Dummy) else type(symbol)
        return plain(name, **symbol._assumptions_orig)
    return sympy.Function(name, **(symbol._kwargs or {"real": True}))


def _expressions(claim: Claim | Induction) -> list[Basic]:
    sides = (claim.left, claim.right) if isinstance(claim, Claim) else (
        claim.closed_form, claim.base, claim.recursion, claim.state, claim.counter)
    given = [part for item in flatten(claim.given) for part in expressions_of(item)]
    ranks = [item.rank for item in claim.given if isinstance(item, Assumption) and item.rank is not None]
    variable = [claim.variable] if isinstance(claim, Claim) and claim.variable is not None else []
    return [*sides, *given, *ranks, *variable]


def _bound(parts: Iterable[Basic]) -> set[Basic]:
    """The variables of sums, integrals and limits that stand nowhere else."""
    nodes = [node for part in parts for node in sympy.preorder_traversal(part)]
    found = {limit[0] for node in nodes if isinstance(node, sympy.Sum | sympy.Product | sympy.Integral)
             for limit in node.limits} | {node.args[1] for node in nodes if isinstance(node, sympy.Limit)}
    return found - {symbol for part in parts for symbol in part.free_symbols}


# --- names

def _names(parts: Iterable[Basic]) -> dict[Basic, str]:
    """A name of the grammar for every symbol, no two alike."""
    names: dict[Basic, str] = {}
    for symbol in dict.fromkeys(one for part in parts for one in _symbols(part)):
        stem = name = _legal(_own_name(symbol))
        number = 1
        while name in names.values() or name in RESERVED:
            number += 1
            name = f"{stem}_{number}"
        names[symbol] = name
    return names


def _symbols(part: Basic) -> Iterator[Basic]:
    inside: set[Basic] = set()
    for node in sympy.preorder_traversal(part):
        if node in inside:
            continue
        if isinstance(node, sympy.Lambda):
            inside |= set(node.variables)
        if isinstance(node, sympy.IndexedBase):
            inside.add(node.label)
        if isinstance(node, AppliedUndef) or (isinstance(node, counts.Count) and node.func not in _LIBRARY):
            yield node.func
        if isinstance(node, sympy.MatrixSymbol | sympy.IndexedBase | sympy.Symbol) and node != fields.here:
            yield node


def _own_name(symbol: Basic) -> str:
    return str(getattr(symbol, "name", None) or getattr(symbol, "label", None) or symbol.__name__)


def _legal(name: str) -> str:
    spelled = name.replace("*", "star").replace("'", "prime")
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", spelled) if part]
    legal = "_".join(parts)
    return legal if legal[:1].isalpha() else f"v{legal}"


def _is_free_index(symbol: Basic, parts: Iterable[Basic]) -> bool:
    """A symbol that names a place of a matrix and is bound by no sum."""
    if not isinstance(symbol, sympy.Symbol):
        return False
    places = any(symbol in node.args[1:] for part in parts for node in part.atoms(MatrixElement))
    return places and any(symbol in part.free_symbols for part in parts)


# --- declarations

def _declarations(names: dict[Basic, str], write: PlainPrinter, free: list[Basic]) -> Iterator[str]:
    for index in free:
        yield f"index {names[index]}"
    sizes = {one for node in names if isinstance(node, sympy.MatrixSymbol) for size in node.shape
             for one in size.free_symbols}
    ordered = sorted(names.items(), key=lambda item: isinstance(item[0], sympy.MatrixSymbol))
    for symbol, name in ordered:
        if symbol not in free:
            yield _declaration(symbol, name, write, symbol in sizes)


def _declaration(symbol: Basic, name: str, write: PlainPrinter, is_size: bool) -> str:
    if counting.is_count(symbol):
        return _count(symbol, name)
    if isinstance(symbol, fields.VectorField | fields.Potential):
        return f"{'field' if isinstance(symbol, fields.VectorField) else 'potential'} {name}"
    if isinstance(symbol, sympy.MatrixSymbol):
        rows, cols = symbol.shape
        shape = _size(rows, write) if cols == 1 else f"{_size(rows, write)} x {_size(cols, write)}"
        return f"{'vector' if cols == 1 else 'matrix'} {name}: {shape}"
    if isinstance(symbol, sympy.Symbol):
        return _number(symbol, name, is_size)
    noun = "sequence" if isinstance(symbol, sympy.IndexedBase) else "function"
    told = symbol.assumptions0 if noun == "sequence" else symbol._kwargs
    if told.get("positive"):
        return f"positive {noun} {name}"
    if any(told.get(word) for word in ("nonnegative", "negative", "integer")):
        raise Unwritable(f"no words for the assumptions of {symbol}")
    return f"{noun} {name}"


def _count(count: type[counts.Count], name: str) -> str:
    page = counting.page_of(count)
    if page is None or name != count.__name__:
        raise Unwritable(f"no words for {count.__name__}")
    return f"count {name} of {page}"


def _size(size: Basic, write: PlainPrinter) -> str:
    return write(size).replace(" ", "")


def _number(symbol: sympy.Symbol, name: str, is_size: bool) -> str:
    if is_size or (symbol.is_integer and symbol.is_positive):
        if not (symbol.is_integer and symbol.is_positive):
            raise Unwritable(f"the size {symbol} is not declared as a positive integer")
        return " ".join([*(word for word in ("even", "odd") if symbol._assumptions_orig.get(word)), f"dims {name}"])
    noun = "integer" if symbol.is_integer else "scalar"
    if symbol.is_real is False or (symbol.is_complex is True and symbol.is_real is not True):
        noun = "complex scalar"
    told = [word for word in _SIGNS_OF_NUMBERS if symbol._assumptions_orig.get(word)]
    return " ".join([*told, noun, name])


# --- assumptions and the claim

def _given(given: Iterable[object], write: PlainPrinter) -> Iterator[str]:
    for item in flatten(tuple(given)):
        yield _assumption(item, write)


def _assumption(item: object, write: PlainPrinter) -> str:
    if isinstance(item, Assumption):
        shown = [write(matrix) for matrix in item.matrices]
        if item.name in GIVEN_WORDS:
            return f"{item.name}({', '.join(shown)})"
        rank = "" if item.rank is None else f" of rank {_size(item.rank, write)}"
        return f"{shown[0]} is {_ASSUMPTIONS[item.name]}{rank}"
    if isinstance(item, AppliedPredicate):
        if item.function not in _PREDICATES:
            raise Unwritable(f"no words for {item}")
        return f"{write(item.arguments[0])} is {_PREDICATES[item.function]}"
    return relation_text(write, item)


def _statement(claim: Claim | Induction, write: PlainPrinter) -> str:
    if isinstance(claim, Induction):
        return _induction(claim, write)
    left, right, sign = write(claim.left), write(claim.right), PLAIN_SIGNS[claim.relation]
    if claim.relation == "agrees_to_order":
        return f"{left} = {right} + O({write(claim.variable)}^{claim.order + 1})"
    if claim.relation == "big_o":
        return f"{left} = O({right}) as {write(claim.variable)} -> {write(claim.point)}"
    tail = f" as {write(claim.variable)} -> {write(claim.point)}" if claim.relation == "tends_to" else ""
    return f"{left} {sign} {right}{tail}"


def _induction(claim: Induction, write: PlainPrinter) -> str:
    state, counter = write.name(claim.state), write.name(claim.counter)
    inside = PlainPrinter(write.names, {claim.state: f"{state}[{counter}]"}, write.positions, write.taken)
    return (f"{state}[{claim.first}] = {write(claim.base)}, {state}[{counter} + 1] = {inside(claim.recursion)} => "
            f"{state}[{counter}] = {write(claim.closed_form)}")
