"""A flood from outside beside a client that behaves: what it costs the match, the memory and that client."""

from robopitch.bench.floods.measure import COLUMNS, measure_floods, table
from robopitch.bench.floods.table import FLOODS

__all__ = ["COLUMNS", "FLOODS", "measure_floods", "table"]
