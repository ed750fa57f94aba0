"""All true matrix identities of the corpus, with symbolic sizes."""

from proofs_tests.corpus import dialects, edges, inverses, networks, optimisers, products, regression, statistics
from proofs_tests.corpus.entry import checked

MODULES = (inverses, regression, statistics, networks, products, optimisers, dialects)
ENTRIES = checked([entry for module in MODULES for entry in module.ENTRIES] + edges.MATRICES)
