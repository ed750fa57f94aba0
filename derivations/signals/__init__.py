"""Convolution and Fourier analysis."""
