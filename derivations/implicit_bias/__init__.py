"""Which solution gradient descent picks."""
