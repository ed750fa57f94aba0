"""derivations: claims about deep-learning theory, proved by exact computation or refuted by a small counterexample."""
