"""Whether a match is the same, bit for bit, whatever code the processor makes numba, numpy, BLAS and libm choose."""
