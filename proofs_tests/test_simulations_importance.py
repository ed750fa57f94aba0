"""Importance-weighted bounds: the proved limit is approached as fast as the proof says, and a wrong one is seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerics import importance_weighting
from numerics.importance_weighting import two_values


@given(seed=st.integers(0, 2**32))
def test_the_limit_is_approached(seed):
    assert two_values(seed=seed).passed


@pytest.mark.parametrize("factor", [1, -1])
def test_a_wrong_limit_is_seen(factor, monkeypatch):
    """A relative error twice the smallest detectable one, in either direction."""
    wrong = 1 + 2 * factor * two_values().detectable
    original = importance_weighting.prediction
    monkeypatch.setattr(
        importance_weighting, "prediction", lambda formula: lambda values: wrong * original(formula)(values))
    assert not two_values().passed
