"""Symmetry: layers that respect permutations and other groups."""
