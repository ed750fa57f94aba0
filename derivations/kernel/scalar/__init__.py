"""The scalar normal form, one family of functions a file. `derivations.kernel.scalarform` is the prover built on it."""
