"""The topics of the catalogue: sub-packages of `derivations`, in reading order, with their titles."""

TOPICS = {
    "regularisation": "Regularisation",
    "optimisation": "Optimisation",
    "generative": "Generative models",
    "equivariance": "Symmetry and equivariance",
}
