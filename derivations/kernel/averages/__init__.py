"""Expectations and integrals."""
