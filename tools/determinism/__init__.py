"""Checks that a match is the same, bit for bit, for all code paths of numba, numpy, BLAS and libm."""
