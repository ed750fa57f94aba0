"""Derivatives of terms by our own rules: forward, reverse, Jacobians."""
