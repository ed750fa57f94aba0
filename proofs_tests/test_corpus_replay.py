"""Every decision on the corpus is replayed from its certificate by a second evaluator."""

import pytest

from derivations import replay
from proofs_tests.outcomes import FOOL_ME, TRUE, outcome


@pytest.mark.parametrize("entry", [*TRUE, *FOOL_ME], ids=lambda entry: entry.name)
def test_replay_agrees(entry):
    verdict = outcome(entry).verdict
    if verdict is None or verdict.status not in ("proved", "refuted"):
        pytest.skip("no decision to replay")
    assert replay(verdict)
