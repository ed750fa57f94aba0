"""Differential equations and claimed solutions."""
