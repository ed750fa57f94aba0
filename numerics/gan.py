"""Discriminators trained by gradient ascent on many pairs of laws at once, against the proved value and regret.

A discriminator has one score at each of the n outcomes. Nothing of the proofs is used but `prediction`, which evaluates
the very expressions of the derivation; training is autograd on the binary log-likelihood, laws are drawn or sampled.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch.nn.functional import logsigmoid

from derivations.generative import gan_jensen_shannon as gan
from numerics.alarms import tail
from numerics.descent import gradient, gradient_descent
from numerics.device import generator, normal, pick, uniform
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1024, "thorough": 8192}
SAMPLES = {"fast": 100_000, "thorough": 1_000_000}
CHECKPOINTS = (0, 1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class Laws:
    """A batch of pairs of laws, each (problems, n)."""

    data: torch.Tensor
    generated: torch.Tensor

    def likelihood(self, scores: torch.Tensor) -> torch.Tensor:
        """The value of the discriminators with these scores."""
        return (self.data * logsigmoid(scores) + self.generated * logsigmoid(-scores)).sum(-1)

    def values(self, scores: torch.Tensor | None = None) -> dict:
        """The symbols of the derivation and their values."""
        found = {gan.p: self.data[..., None], gan.q: self.generated[..., None]}
        return found if scores is None else found | {gan.odds: scores.exp()[..., None]}

    @property
    def best_scores(self) -> torch.Tensor:
        """The scores of the Bayes classifier."""
        return (self.data / self.generated).log()

    @property
    def step(self) -> torch.Tensor:
        """A step at which ascent never overshoots: the curvature at an outcome is at most (p + q) / 4."""
        return 4 / (self.data + self.generated).amax(-1, keepdim=True)


def random_laws(problems: int, outcomes: int, source: torch.Generator) -> Laws:
    """Pairs of laws made of weights between 0.1 and 1."""
    weights = 10 ** uniform((2, problems, outcomes), -1.0, 0.0, source)
    return Laws(*(weights / weights.sum(-1, keepdim=True)))


def trained(laws: Laws, start: torch.Tensor, steps: int) -> torch.Tensor:
    """The scores after some steps of gradient ascent on the likelihood."""
    return gradient_descent(lambda scores: -laws.likelihood(scores), start, laws.step, steps)


def rounding_of(laws: Laws, scores: torch.Tensor) -> torch.Tensor:
    """How far float64 may be from exact arithmetic in sums of weight times logarithm over the outcomes.

    The argument of a logarithm takes four operations, of which 1 - D loses a factor 1 / (1 - D) at most; a relative
    error e of the argument is an absolute error e of the logarithm, which itself is exact to 2 units. At most eight
    sums over n outcomes, a constant 2 ln 2 and the rounded normalisation of both laws are added
    (gamma of N. Higham, section 3.1).
    """
    mass = laws.data + laws.generated
    sharpness = sum(1 + score.exp() + (-score).exp() for score in (scores, laws.best_scores))
    logarithms = sum(logsigmoid(sign * score).abs() for score in (scores, laws.best_scores) for sign in (1, -1))
    operations = 8 * laws.data.shape[-1] + 8
    return gamma(operations) * (mass * sharpness * (1 + logarithms)).sum(-1)


def trained_on_exact_laws(seed: int = 0, device: str = "cpu", profile: str = "fast", outcomes: int = 5) -> Seen:
    """Along training: value of the optimum less value reached is the predicted regret, and never negative.

    The regret falls with every checkpoint, so 2 JS - 2 ln 2 is approached from below.
    """
    laws, source = _setting(seed, device, profile, outcomes)
    optimum = prediction(gan.steps["value_at_the_optimum"].claim.right)(laws.values())
    predict_regret = prediction(gan.steps["regret_of_a_discriminator"].claim.right)
    scores, done, before = normal(laws.data.shape, source), 0, torch.full_like(optimum, torch.inf)
    worst, reached, bounds = [], [], []
    for checkpoint in CHECKPOINTS:
        scores, done = trained(laws, scores, checkpoint - done), checkpoint
        gap, bound = optimum - laws.likelihood(scores), rounding_of(laws, scores)
        mistake, rise = (gap - predict_regret(laws.values(scores))).abs(), gap - before
        worst.append((torch.stack([mistake, -gap, rise]).amax(0) / bound).max().item())
        before = gap
        reached.append((optimum - gap).mean().item())
        bounds.append((bound / optimum.abs()).min().item())
    figure = Figure("A discriminator approaches 2 JS - 2 ln 2 from below", "steps of training",
                    "value, mean over the laws", list(CHECKPOINTS), {"value reached": reached},
                    {"2 JS - 2 ln 2": [optimum.mean().item()] * len(CHECKPOINTS)})
    return Seen(max(worst), 1.0, min(bounds), len(optimum), figure=figure)


def trained_on_samples(seed: int = 0, device: str = "cpu", profile: str = "fast", outcomes: int = 5) -> Seen:
    """Trained on m samples of each law: the sampled value ends near 2 JS - 2 ln 2, the true value stays below it.

    At the Bayes classifier the sampled value is a mean of m numbers from an interval of length `spread` for each law,
    so it deviates by at most spread sqrt(log(2 / f) / 2 m) with probability 1 - f (Hoeffding). Training on the sample
    gains sum (p' + q') kl(D', D*) <= sum (p' + q') (D' - D*)^2 / (D* (1 - D*)), and |D' - D*| <= e / (p' + q') if all
    frequencies p', q' are within e = sqrt(log(2 / f) / 2 m) of their probabilities. The events, two for the means and
    2 n for the frequencies of each problem, share the chance alarms.FALSE_ALARM. What training has not reached yet is
    the regret on the sample.
    """
    laws, source = _setting(seed, device, profile, outcomes)
    count = SAMPLES[profile]
    seen = Laws(*(_frequencies(law, count, source) for law in (laws.data, laws.generated)))
    scores = trained(seen, torch.zeros_like(laws.data), CHECKPOINTS[-1])
    optimum = prediction(gan.steps["value_at_the_optimum"].claim.right)(laws.values())
    regret = prediction(gan.steps["regret_of_a_discriminator"].claim.right)(seen.values(scores))
    bound = _sampling_bound(laws, seen, count) + regret.abs() + rounding_of(seen, scores)
    deviation = (seen.likelihood(scores) - optimum).abs() / bound
    above = (laws.likelihood(scores) - optimum) / rounding_of(laws, scores)
    return Seen(torch.maximum(deviation, above).max().item(), 1.0, (bound / optimum.abs()).min().item(), len(optimum))


def _frequencies(law: torch.Tensor, count: int, source: torch.Generator) -> torch.Tensor:
    """How often each outcome was drawn: each count is binomial, given the counts before it."""
    left, mass, found = torch.full_like(law[:, 0], count), torch.ones_like(law[:, 0]), []
    for chance in law[:, :-1].unbind(-1):
        found.append(torch.binomial(left, (chance / mass).clamp(0, 1), generator=source))
        left, mass = left - found[-1], mass - chance
    return torch.stack([*found, left], -1) / count


def _sampling_bound(laws: Laws, seen: Laws, count: int) -> torch.Tensor:
    problems, outcomes = laws.data.shape
    distance = (tail(2 * problems * (2 + 2 * outcomes)) / (2 * count)) ** 0.5
    best = laws.best_scores
    spread = sum(_spread(logsigmoid(sign * best)) for sign in (1, -1))
    inverse_variance = 2 + best.exp() + (-best).exp()
    gain = (distance**2 * inverse_variance / (seen.data + seen.generated)).sum(-1)
    return spread * distance + gain


def _spread(numbers: torch.Tensor) -> torch.Tensor:
    return numbers.amax(-1) - numbers.amin(-1)


def generator_gradient(seed: int = 0, device: str = "cpu", profile: str = "fast", outcomes: int = 5) -> Seen:
    """The generator is a softmax that moves along a random direction; autograd through its loss with a fixed
    discriminator, against the predicted slopes of 2 JS and of KL - 2 JS.
    """
    laws, source = _setting(seed, device, profile, outcomes)
    direction = normal(laws.data.shape, source)
    logits, best = laws.generated.log(), laws.best_scores

    def slope(loss_at: torch.Tensor) -> torch.Tensor:
        def along(distance: torch.Tensor) -> torch.Tensor:
            return ((logits + distance * direction).softmax(-1) * loss_at).sum(-1)
        return gradient(along, torch.zeros_like(logits[:, :1])).squeeze(-1)

    velocity = laws.generated * (direction - (laws.generated * direction).sum(-1, keepdim=True))
    values = laws.values() | {gan.r: velocity[..., None]}
    bound = rounding_of(laws, best) * direction.abs().amax(-1) * 8
    slopes = {"saturating_gradient": slope(logsigmoid(-best)), "non_saturating_gradient": slope(-logsigmoid(best))}
    ratios = [(slope - prediction(gan.steps[name].claim.right)(values)).abs() / bound for name, slope in slopes.items()]
    detectable = max((bound / slope.abs()).min().item() for slope in slopes.values())
    return Seen(torch.stack(ratios).max().item(), 1.0, detectable, len(bound))


def _setting(seed: int, device: str, profile: str, outcomes: int) -> tuple[Laws, torch.Generator]:
    source = generator(seed, pick(device))
    return random_laws(PROBLEMS[profile], outcomes, source), source
