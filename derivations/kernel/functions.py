"""The functions the kernel knows by meaning. A `call` term carries one of these names; users' names never get here.

Everything is read on the real line with the principal complex branch where a real value does not exist, as sympy does:
log(-1) is i*pi, so log(x*y) = log(x) + log(y) is false without positivity. sigmoid, softplus, relu and softmax are
words that the importer expands into these; a square root is a `power` with exponent 1/2.
"""

# name -> number of arguments (None: any number >= 1)
KNOWN: dict[str, int | None] = {
    "exp": 1, "log": 1,
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2,
    "sinh": 1, "cosh": 1, "tanh": 1, "asinh": 1, "acosh": 1, "atanh": 1,
    "erf": 1, "erfc": 1, "gamma": 1, "loggamma": 1, "digamma": 1, "beta": 2, "factorial": 1, "binomial": 2,
    "abs": 1, "sign": 1, "max": None, "min": None, "heaviside": 1, "delta": 1, "floor": 1, "ceiling": 1,
    "kronecker_delta": 2,
}
