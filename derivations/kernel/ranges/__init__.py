"""What is known about the sign and range of a scalar term at every admissible point."""
