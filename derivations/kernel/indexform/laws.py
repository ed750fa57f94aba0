"""The laws of each kind of atom, collected in one table."""

from __future__ import annotations

import derivations.kernel.indexform.elementary as elementary
import derivations.kernel.indexform.explog as explog
import derivations.kernel.indexform.letters as letters
import derivations.kernel.indexform.powers as powers
import derivations.kernel.indexform.quotients as quotients
import derivations.kernel.indexform.sums as sums
import derivations.kernel.indexform.templates as templates
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
