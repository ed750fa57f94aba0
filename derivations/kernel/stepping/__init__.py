"""Induction over a counter, and symbolic powers as free matrices."""
