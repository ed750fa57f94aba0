"""The laws of each kind of atom, collected in one table."""

from __future__ import annotations

from derivations.kernel.indexform import elementary, letters, quotients, sums, templates
from derivations.kernel.indexform.store import Laws

LAWS = Laws(
    renamed={
        "entry": letters.renamed_entry, "delta": letters.renamed_delta, "reciprocal": quotients.renamed_reciprocal,
        "exp": elementary.renamed_exp, "call": elementary.renamed_call, "root": elementary.renamed_root,
        "function": elementary.renamed_opaque, "opaque": elementary.renamed_opaque, "power": elementary.renamed_power,
        "abs": elementary.renamed_abs,
        "sum": sums.renamed_sum, "inverse": templates.renamed_whole, "det": templates.renamed_whole,
        "matrix_power": templates.renamed_whole,
    },
    tidied={
        "delta": letters.tidied_delta, "reciprocal": quotients.tidied_reciprocal, "root": elementary.tidied_root,
        "prime": elementary.tidied_root, "constant": elementary.tidied_constant,
        "abs": elementary.tidied_abs, "orientation": elementary.tidied_orientation,
    },
    raised=elementary.power,
)
