"""Batched float64 simulations in torch. They share the formula with the proof and nothing else, and know no proofs."""
