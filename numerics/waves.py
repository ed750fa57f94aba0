"""Waves and vortices evolved on periodic grids, against the claimed solutions.

Derivatives in space are taken by the discrete Fourier transform, which is exact for the few harmonics of the vortices
and of the plane waves. In time Runge and Kutta's method of order 4 is run with two steps sizes, of which the finer is
closer to the solution than the two are to each other; so is Strang's splitting, of order 2. A soliton is cut off at the
ends of its box and at the highest frequency of the grid, and what is cut off is bounded by its exponential tails.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi

import torch

from derivations.equations import fluids_and_reactions, solitons_and_waves
from numerics.comparing import compared
from numerics.device import generator, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
GRID, VORTEX_STEPS = 8, 8
WAVE_POINTS, WAVE_STEPS = 16, 32
BOX, SOLITON_POINTS, SPLITTINGS, MOMENT = 24.0, 128, 16, 0.5
OPERATIONS = 200
Speed = Callable[[torch.Tensor], torch.Tensor]


def vortices(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The vorticity equation from -2 cos x cos y, the velocity computed from the vorticity at every moment."""
    page, source = fluids_and_reactions, generator(seed, pick(device))
    reynolds = uniform((PROBLEMS[profile],), 1.0, 20.0, source)
    places = _circle(GRID, source) * 2 * pi
    x, y = torch.meshgrid(places, places, indexing="ij")
    start = (-2 * x.cos() * y.cos()).expand(len(reynolds), GRID, GRID)

    def speed(vorticity: torch.Tensor) -> torch.Tensor:
        return _vorticity_speed(vorticity, reynolds[:, None, None])

    coarse, fine = (_evolved(speed, start, steps) for steps in (VORTEX_STEPS, 2 * VORTEX_STEPS))
    one = torch.ones_like(start)
    values = {page.x: x * one, page.y: y * one, page.t: one, page.Re: reynolds[:, None, None] * one}
    return _settled(coarse, fine, prediction(page.vorticity)(values), 8 * VORTEX_STEPS)


def plane_waves(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Reaction and diffusion on a circle of one wave length, from a plane wave."""
    page, source = fluids_and_reactions, generator(seed, pick(device))
    number, turning = (uniform((PROBLEMS[profile], 1), low, high, source) for low, high in ((0.5, 1.5), (-1.0, 1.0)))
    places = 2 * pi * _circle(WAVE_POINTS, source) / number
    radius = (1 - number.square() / 10).sqrt()
    start = torch.polar(radius.expand_as(places), number * places)

    def speed(state: torch.Tensor) -> torch.Tensor:
        square = state.real.square() + state.imag.square()
        bent = torch.fft.ifft(-(_harmonics(WAVE_POINTS, source) * number).square() * torch.fft.fft(state))
        return bent / 10 + torch.complex(1 - square, -turning * square) * state

    coarse, fine = (_evolved(speed, start, steps).real for steps in (WAVE_STEPS, 2 * WAVE_STEPS))
    values = {page.x: places, page.t: torch.ones_like(places), page.q: number, page.beta: turning}
    return _settled(coarse, fine, prediction(page.wave[0])(values), 8 * WAVE_STEPS)


def bright_solitons(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The nonlinear Schroedinger equation from a soliton, its phase taken off again at the end."""
    page, source = solitons_and_waves, generator(seed, pick(device))
    height = uniform((PROBLEMS[profile], 1), 1.0, 1.5, source)
    places = BOX * (_circle(SOLITON_POINTS, source) - 0.5).expand(len(height), SOLITON_POINTS)
    start = torch.complex(height / (height * places).cosh(), torch.zeros_like(places))
    coarse, fine = (_split(start, steps) for steps in (SPLITTINGS, 2 * SPLITTINGS))
    back = torch.polar(torch.ones_like(height), -height.square() * MOMENT / 2)
    expected = prediction(page.bright)({page.x: places, page.eta: height})
    highest = pi * SOLITON_POINTS / BOX
    cut_off = 8 * height * ((-height * BOX / 2).exp() + (-pi * highest / (2 * height)).exp())
    bound = _distance(coarse, fine) + (cut_off * SOLITON_POINTS**0.5).squeeze(-1)
    return compared(torch.view_as_real(fine * back), torch.view_as_real(expected + 0j), bound)


def _circle(points: int, source: torch.Generator) -> torch.Tensor:
    """Equally spaced places from 0 to 1, without 1."""
    return torch.arange(points, dtype=torch.float64, device=source.device) / points


def _harmonics(points: int, source: torch.Generator) -> torch.Tensor:
    """The whole wave numbers of a grid, in the order of the transform."""
    return torch.fft.fftfreq(points, d=1 / points, dtype=torch.float64, device=source.device)


def _vorticity_speed(vorticity: torch.Tensor, reynolds: torch.Tensor) -> torch.Tensor:
    """Diffusion less transport, with the velocity whose curl the vorticity is."""
    wave = torch.fft.fftfreq(GRID, d=1 / GRID, dtype=torch.float64, device=vorticity.device)
    one, other = torch.meshgrid(wave, wave, indexing="ij")
    square = one.square() + other.square()
    found = torch.fft.fft2(vorticity)
    stream = found / square.clamp(min=1)

    def back(transformed: torch.Tensor) -> torch.Tensor:
        return torch.fft.ifft2(transformed).real

    across, down = back(1j * other * stream), back(-1j * one * stream)
    return back(-square * found) / reynolds - across * back(1j * one * found) - down * back(1j * other * found)


def _evolved(speed: Speed, state: torch.Tensor, steps: int) -> torch.Tensor:
    """The state after time 1, by Runge and Kutta's method of order 4."""
    h = 1 / steps
    for _ in range(steps):
        one = speed(state)
        two = speed(state + h / 2 * one)
        three = speed(state + h / 2 * two)
        four = speed(state + h * three)
        state = state + h / 6 * (one + 2 * two + 2 * three + four)
    return state


def _split(state: torch.Tensor, steps: int) -> torch.Tensor:
    """Strang's splitting: half a turn by the intensity, dispersion, half a turn."""
    h, points = MOMENT / steps, state.shape[-1]
    wave = 2 * pi / BOX * torch.fft.fftfreq(points, d=1 / points, dtype=torch.float64, device=state.device)
    dispersion = torch.polar(torch.ones_like(wave), -wave.square() * h / 2)
    for _ in range(steps):
        state = _turned(state, h / 2)
        state = _turned(torch.fft.ifft(dispersion * torch.fft.fft(state)), h / 2)
    return state


def _turned(state: torch.Tensor, time: float) -> torch.Tensor:
    intensity = state.real.square() + state.imag.square()
    return state * torch.polar(torch.ones_like(intensity), intensity * time)


def _distance(coarse: torch.Tensor, fine: torch.Tensor) -> torch.Tensor:
    return torch.linalg.vector_norm((coarse - fine).flatten(1), dim=-1)


def _settled(coarse: torch.Tensor, fine: torch.Tensor, expected: torch.Tensor, stages: int) -> Seen:
    """The finer run against the prediction; a stage is a few transforms, each of fewer than `OPERATIONS` operations."""
    size = torch.linalg.vector_norm(expected.flatten(1), dim=-1)
    bound = _distance(coarse, fine) + gamma(stages * OPERATIONS) * size
    return compared(fine.flatten(1)[..., None], expected.flatten(1)[..., None], bound)
