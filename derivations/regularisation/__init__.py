"""Regularisation, explicit and implicit: what keeps a model from fitting the noise."""
