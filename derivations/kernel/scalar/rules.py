"""All rules of the normal form: importing this file teaches the normaliser what each operation and function means."""

from derivations.kernel.scalar import binomials, circular, hyperbolic, powers, special, sums, traces

RULE_FILES = (binomials, circular, hyperbolic, powers, special, sums, traces)
