"""Series in powers of a variable, and modified equations by rooted trees."""
