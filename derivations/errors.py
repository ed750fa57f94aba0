"""What can be wrong with a claim before anybody tries to decide it: one line each, quoting the expression."""


class ClaimError(ValueError):
    """The claim cannot be read: a user's mistake, explained in one line."""


class ShapeError(ClaimError):
    """Two shapes do not fit, or something that must be square is not."""


class FloatError(ClaimError):
    """A floating-point number stands in a claim; an exact rational is needed."""


class UnknownFunctionError(ClaimError):
    """A function whose meaning the kernel does not know."""


class UnsupportedError(ClaimError):
    """A sympy object that has no counterpart in the kernel's language."""


class UsageError(Exception):
    """The command line was used wrongly; said in one line, exit code 2."""
