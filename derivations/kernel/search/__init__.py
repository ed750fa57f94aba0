"""Exact evaluation at admissible points, and the search for the smallest counterexample."""
