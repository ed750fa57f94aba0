"""Claims meant to trick each decider. None may be proved; most must be refuted, the empty ones called vacuous."""

from proofs_tests.corpus import fool_edges, fool_matrices, fool_scalars
from proofs_tests.corpus.entry import checked

MODULES = (fool_matrices, fool_scalars, fool_edges)
ENTRIES = checked([entry for module in MODULES for entry in module.ENTRIES])
