"""Elementary functions that give the same bits on every processor.

The functions of `math` and numpy do not: the C library and numpy choose another implementation where a processor has
fused multiply-add or wider vectors, and the last bit of a sine changes a match within seconds. These use + − × ÷ √
alone, which IEEE 754 defines to the last bit, in a fixed order. Errors stay below 1 ulp. All numbers are float64.

These are plain Python; `robopitch.elementary.compiled` has the same functions compiled, for compiled code and for
Python code that must be fast. Both give the same bits. `math.sqrt`, `floor`, `fmod`, `remainder`, `copysign`, `frexp`
and `ldexp` are exact everywhere and may be used beside them.
"""

from robopitch.elementary.exponential import exp, log
from robopitch.elementary.length import hypot
from robopitch.elementary.trigonometric import atan2, cos, sin

__all__ = ["atan2", "cos", "exp", "hypot", "log", "sin"]
