"""Gradient flow and the tangent kernel."""
