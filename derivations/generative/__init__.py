"""Generative models: what their losses measure."""
