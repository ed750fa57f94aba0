"""Optimisation: what gradient descent finds, and how fast."""
