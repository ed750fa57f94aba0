"""The topics of the catalogue: sub-packages of `derivations`, in reading order, with their titles."""

TOPICS = {
    "foundations": "Networks, losses and matrix calculus",
    "dynamics": "Gradient flow and the tangent kernel",
    "regularisation": "Regularisation",
    "optimisation": "Optimisation",
    "implicit_bias": "Implicit bias",
    "equivariance": "Symmetry and equivariance",
    "signals": "Convolution and Fourier analysis",
    "equations": "Differential equations",
    "generative": "Generative models",
}
