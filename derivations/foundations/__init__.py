"""Networks, losses and matrix calculus."""
