r"""A reaction with diffusion, the vorticity equation, and Navier and Stokes: exact solutions.

Without diffusion the reaction $u_t = \lambda u - \omega v$, $v_t = \omega u + \lambda v$, $\lambda = 1 - A^2$, $\omega
= -\beta A^2$, turns around a circle of radius 1; with it there are plane waves. In the plane the curl of the momentum
equation is the vorticity equation, shown for a family of flows without divergence, and the vortices of Taylor and
Green solve both exactly.

Main statements
* radius                     $\dot A = A (1 - A^2)$
* angle                      $\dot \phi = -\beta A^2$
* plane_wave                 waves of radius $\sqrt{1 - q^2 / 10}$ solve the equations with diffusion
* material_derivative        $\frac{d}{dt} V(X(t), t) = V_t + (\dot X \cdot \nabla) V$
* curl_of_momentum           the curl of $\frac{D V}{D t}$ is $\omega_t + (V \cdot \nabla) \omega$ in the plane
* taylor_green_first         the vortices solve the momentum equation, with their pressure
* vorticity_decays           and $\omega_t + (V \cdot \nabla) \omega = \frac1{Re} \nabla^2 \omega$

Not claimed: anything about three dimensions, where the vorticity equation has one more term.

References: S. H. Rudy et al., Data-driven discovery of partial differential equations, 2017, table 1;
G. I. Taylor and A. E. Green, Mechanism of the production of small eddies from large ones, 1937
"""

from sympy import Derivative, Function, Rational, Subs, cos, exp, sin, sqrt, symbols

from derivations.claims import equal
from derivations.derivation import Derivation, Erratum, Source, Step

slides = "000_89896ee51b349776.txt"
x, y, t, first, last = symbols("x y t a b", real=True)
A, phi, beta, q = symbols("A phi beta q", real=True)
C, nu, rho, Re = symbols("C nu rho Re", positive=True)
D = Derivative

# --- reaction and diffusion ------------------------------------------------------------------------------------------


def reaction(one, other):
    """How fast the two concentrations change."""
    square = one**2 + other**2
    growth, turning = 1 - square, -beta * square
    return growth * one - turning * other, turning * one + growth * other


polar = A * cos(phi), A * sin(phi)
speed = reaction(*polar)
radius = 1 / sqrt(1 + C * exp(-2 * t))
circle = cos(-beta * t), sin(-beta * t)
wave_radius = sqrt(1 - q**2 / 10)
wave_phase = q * x - beta * wave_radius**2 * t
wave = wave_radius * cos(wave_phase), wave_radius * sin(wave_phase)
waves_exist = (q**2 < 10,)


def with_diffusion(which):
    """The right side of one of the two equations for the plane wave."""
    return Rational(1, 10) * (D(wave[which], (x, 2)) + D(wave[which], (y, 2))) + reaction(*wave)[which]


# --- fluids in the plane ---------------------------------------------------------------------------------------------
field, across, down = (Function(name, real=True) for name in ("V", "X_1", "X_2"))
strength, shear = symbols("c d", real=True)
stream = strength * sin(x) * exp(y) + shear * x**2 * y**2
flow = D(stream, y), -D(stream, x)
on_the_path = (first, last), (across(t), down(t))


def following(quantity, velocity):
    """The material derivative of a quantity."""
    return D(quantity, t) + velocity[0] * D(quantity, x) + velocity[1] * D(quantity, y)


def laplacian(quantity):
    """The Laplacian in the plane."""
    return D(quantity, (x, 2)) + D(quantity, (y, 2))


def curl(velocity):
    """The vorticity of a flow in the plane."""
    return D(velocity[1], x) - D(velocity[0], y)


transported = (
    Subs(D(field(first, last, t), first), *on_the_path) * D(across(t), t)
    + Subs(D(field(first, last, t), last), *on_the_path) * D(down(t), t)
    + Subs(D(field(first, last, phi), phi), (first, last, phi), (across(t), down(t), t))
)
vortices = cos(x) * sin(y) * exp(-2 * nu * t), -sin(x) * cos(y) * exp(-2 * nu * t)
pressure = -rho / 4 * (cos(2 * x) + cos(2 * y)) * exp(-4 * nu * t)
slow_vortices = tuple(part.subs(nu, 1 / Re) for part in vortices)
vorticity = -2 * cos(x) * cos(y) * exp(-2 * t / Re)
slower = -2 * cos(x) * cos(y) * exp(-t / Re)


def momentum(which, variable):
    """Density times acceleration, less the viscous force, and the force of the pressure."""
    own = rho * following(vortices[which], vortices) - rho * nu * laplacian(vortices[which])
    return own, -D(pressure, variable)


derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1881-1882"), Source(slides, "1886-1925")),
    notation={
        A: "radius", phi: "angle", beta: "how the angle depends on the radius", q: "wave number",
        nu: "viscosity over density", rho: "density", Re: "Reynolds number", field: "any smooth field",
        across: "path of a particle, first coordinate", down: "its second coordinate",
        strength: "strength of a flow", shear: "strength of another that is added",
    },
    steps=(
        Step(
            "radius",
            equal(polar[0] * speed[0] + polar[1] * speed[1], A * (A * (1 - A**2))),
            r"$A \dot A = u \dot u + v \dot v$",
        ),
        Step(
            "angle",
            equal(polar[0] * speed[1] - polar[1] * speed[0], A**2 * (-beta * A**2)),
            r"$A^2 \dot \phi = u \dot v - v \dot u$",
        ),
        Step("radius_in_time", equal(D(radius, t), radius * (1 - radius**2)), "it tends to 1", kind="beyond"),
        Step("limit_cycle_first", equal(D(circle[0], t), reaction(*circle)[0]), "a circle", kind="beyond"),
        Step("limit_cycle_second", equal(D(circle[1], t), reaction(*circle)[1]), "the other component", kind="beyond"),
        Step(
            "plane_wave",
            equal(D(wave[0], t), with_diffusion(0), given=waves_exist),
            r"$z = u + iv$ solves $z_t = \frac1{10} z_{xx} + (\lambda + i \omega) z$",
            kind="beyond",
        ),
        Step(
            "plane_wave_second",
            equal(D(wave[1], t), with_diffusion(1), given=waves_exist),
            "the other component",
            kind="beyond",
        ),
        Step(
            "material_derivative",
            equal(D(field(across(t), down(t), t), t), transported),
            "chain rule along the path of a particle",
        ),
        Step(
            "no_divergence",
            equal(D(flow[0], x) + D(flow[1], y), 0),
            r"$V = (\psi_y, -\psi_x)$",
        ),
        Step(
            "curl_of_momentum",
            equal(
                D(following(flow[1], flow), x) - D(following(flow[0], flow), y), following(curl(flow), flow)
            ),
            "gradients have no curl, and in the plane nothing is stretched",
            kind="beyond",
        ),
        Step("vortices_have_no_divergence", equal(D(vortices[0], x) + D(vortices[1], y), 0), "the continuity equation"),
        Step("taylor_green_first", equal(*momentum(0, x)), "substitute", kind="beyond"),
        Step("taylor_green_second", equal(*momentum(1, y)), "the other component", kind="beyond"),
        Step("vorticity_of_vortices", equal(curl(slow_vortices), vorticity), r"$\omega = v_x - u_y$", kind="beyond"),
        Step(
            "vorticity_decays",
            equal(following(vorticity, slow_vortices), laplacian(vorticity) / Re),
            r"the transport term vanishes, and $\nabla^2 \omega = -2 \omega$",
        ),
    ),
    falsehoods=(
        Step("linear_damping", equal(polar[0] * speed[0] + polar[1] * speed[1], A**2 * (1 - A)), r"$A (1 - A)$"),
        Step("turns_the_other_way", equal(polar[0] * speed[1] - polar[1] * speed[0], beta * A**4), r"$+\beta A^2$"),
        Step(
            "slower_decay",
            equal(following(slower, slow_vortices), laplacian(slower) / Re),
            r"$e^{-t/Re}$ in place of $e^{-2t/Re}$",
        ),
        Step("pressure_pushes_upward", equal(momentum(0, x)[0], D(pressure, x)), r"$+\nabla p$"),
        Step(
            "no_convection",
            equal(rho * D(vortices[0], t) - rho * nu * laplacian(vortices[0]), -D(pressure, x)),
            "without the convective term",
        ),
    ),
    errata=(
        Erratum(
            id="fluid-follows-pressure-gradient",
            source=slides,
            line=1911,
            as_printed=equal(vortices[0] * D(pressure, y) - vortices[1] * D(pressure, x), 0),
            corrected=equal(*momentum(0, x)),
            problem="printed: the fluid flows in the direction of the largest change in pressure. The velocity need "
            r"not be parallel to $\nabla p$, as in these vortices; the force is, and towards lower pressure",
        ),
    ),
    simulations=("numerics.equations:limit_cycle", "numerics.waves:plane_waves", "numerics.waves:vortices"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
