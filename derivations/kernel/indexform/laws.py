"""The laws of each kind of atom, collected in one table."""

from __future__ import annotations

from derivations.kernel.indexform import elementary, explog, letters, powers, quotients, sums, templates
from derivations.kernel.indexform.store import Laws

LAWS = Laws(
    renamed={
        "entry": letters.renamed_entry, "delta": letters.renamed_delta, "reciprocal": quotients.renamed_reciprocal,
        "exp": explog.renamed_exp, "call": elementary.renamed_call, "root": powers.renamed_root,
        "function": elementary.renamed_opaque, "opaque": elementary.renamed_opaque, "power": explog.renamed_power,
        "abs": powers.renamed_abs,
        "sum": sums.renamed_sum, "inverse": templates.renamed_whole, "det": templates.renamed_whole,
        "matrix_power": templates.renamed_whole,
    },
    tidied={
        "delta": letters.tidied_delta, "reciprocal": quotients.tidied_reciprocal, "root": powers.tidied_root,
        "prime": powers.tidied_root, "constant": powers.tidied_constant,
        "abs": powers.tidied_abs, "orientation": powers.tidied_orientation,
    },
    raised=powers.power,
)
