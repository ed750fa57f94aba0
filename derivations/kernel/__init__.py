"""The kernel: terms, problems, and the deciders that settle them. It knows neither sympy nor the catalogue."""
