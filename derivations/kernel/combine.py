"""One piece of evidence from several: every part must hold, error bounds add, the scope is what all parts share."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.evidence import ALL_SIZES, Evidence, Reason, Scope

_WEAKEST_FIRST = ("refuted", "vacuous", "undecided", "supported", "proved")


def all_of(parts: Iterable[Evidence], method: str, theorem: str) -> Evidence:
    """Evidence for a claim that follows from all the parts together; no parts means nothing was left to show."""
    parts = list(parts)
    status = min((part.status for part in parts), key=_WEAKEST_FIRST.index, default="proved")
    weakest = next((part for part in parts if part.status == status), None)
    scope = shared_scope(parts)
    if status == "proved" and scope != ALL_SIZES and not (scope.sizes or scope.box):
        reason = Reason("no common sizes", "the parts were proved at different sizes")
        return Evidence("undecided", method, reason=reason, theorem=theorem)
    return Evidence(
        status, method, scope=scope, error_bound=sum(part.error_bound for part in parts), theorem=theorem,
        side_conditions=tuple(dict.fromkeys(line for part in parts for line in part.side_conditions)),
        witness=next((part.witness for part in parts if part.witness is not None), None),
        mismatch=weakest.mismatch if weakest and status == "refuted" else None,
        reason=_reason(weakest, method) if status in ("undecided", "vacuous") else None,
        points_held=min((part.points_held for part in parts), default=0),
        certificate={"parts": tuple({"method": part.method, **part.certificate} for part in parts)},
        seconds=sum(part.seconds for part in parts),
    )


def shared_scope(parts: list[Evidence]) -> Scope:
    """All sizes if every part has them; else the sizes that all limited parts list."""
    limited = [part.scope for part in parts if part.scope != ALL_SIZES]
    if not limited:
        return ALL_SIZES
    first, *rest = limited
    sizes = tuple(one for one in first.sizes if all(one in other.sizes for other in rest))
    boxes = "; ".join(dict.fromkeys(scope.box for scope in limited if scope.box))
    return Scope(str(first), sizes, boxes)


def _reason(weakest: Evidence, method: str) -> Reason:
    return weakest.reason or Reason("part undecided", f"one part of the {method} argument was not settled")
