"""What people would use instead of `check`: each peer is a function of a claim that answers in one word.

    proved      it says that the claim holds            refuted     it says that it does not
    undecided   it says nothing                         NotForThis  the claim cannot be put to it at all

A peer gets all the help it can take: words it does not know are written out, assumptions go into the symbols.
"""

from __future__ import annotations

PROVED, REFUTED, UNDECIDED = "proved", "refuted", "undecided"


class NotForThis(Exception):
    """The claim cannot be put to this peer: a relation, a word or an assumption that it has no way to hear."""
