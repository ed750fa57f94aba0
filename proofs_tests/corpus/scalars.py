"""All true scalar identities of the corpus."""

from proofs_tests.corpus import edges, elementary, losses, special, sums, unusual
from proofs_tests.corpus.entry import checked

MODULES = (elementary, losses, special, sums, unusual)
ENTRIES = checked([entry for module in MODULES for entry in module.ENTRIES] + edges.SCALARS + edges.NUMBERS)
