"""Environments that make libraries choose the code for other processors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = ["NATIVE", "VARIANTS", "Variant", "environment"]


class Variant(NamedTuple):
    """An environment in which libraries choose other code than natively."""

    name: str
    settings: dict[str, str]
    touches: str  # the probe of `workload.probes` that must differ; otherwise the variant has no effect here
    what: str


NATIVE = Variant("native", {}, "", "whatever this processor has")

VARIANTS = (
    NATIVE,
    Variant("generic", {"NUMBA_CPU_NAME": "generic"}, "numba", "kernels for any x86-64 processor"),
    Variant(
        "haswell",
        {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": ""},
        "numba",
        "kernels for a processor of 2013, with no feature added",
    ),
    Variant("numpy", {"NPY_DISABLE_CPU_FEATURES": "{dispatch}"}, "numpy", "numpy's baseline code only"),
    Variant("blas", {"OPENBLAS_CORETYPE": "Prescott"}, "blas", "OpenBLAS for a processor of 2004"),
    Variant(
        "libm",
        {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable,-FMA4_Usable"},  # < 2.33: Usable
        "libm",
        "glibc's sin, exp … without fused multiplication",
    ),
)


def environment(variant: Variant) -> dict[str, str]:
    """The environment variables."""
    return {name: value.format(dispatch=_dispatch()) for name, value in variant.settings.items()}


def _dispatch() -> str:
    """The processor features on which numpy dispatches on this machine, beyond its baseline."""
    found = np.show_config(mode="dicts")["SIMD Extensions"]["found"]
    return " ".join(found)
