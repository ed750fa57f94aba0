"""All true claims of the corpus about derivatives, series, modified equations and induction."""

from proofs_tests.corpus import backprop, gradients, series
from proofs_tests.corpus.entry import checked

MODULES = (gradients, series, backprop)
ENTRIES = checked([entry for module in MODULES for entry in module.ENTRIES])
