"""Inequalities under polynomial side conditions, for every size where a reduction to finitely many numbers exists."""
