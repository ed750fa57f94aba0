"""Terms as plain text and as LaTeX."""
