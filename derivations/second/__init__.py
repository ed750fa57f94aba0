"""A second evaluator of terms that shares no code with the kernel's: `replay` checks decisions again with it."""
