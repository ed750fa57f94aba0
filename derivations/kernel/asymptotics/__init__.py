"""Behaviour for large x: expansions in powers, logarithms and exponentials, with parameters and a remainder."""
