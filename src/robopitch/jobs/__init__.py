"""Many matches: units of work, their records in a ledger, and the machines that do them."""

from robopitch.jobs.driver import Done, Mismatch, carry_out, prefix, results
from robopitch.jobs.executor import Here, UnitExecutor, WorkersError
from robopitch.jobs.futures import OfFutures
from robopitch.jobs.ledger import Ledger
from robopitch.jobs.local import LocalExecutor, processors
from robopitch.jobs.record import Record
from robopitch.jobs.unit import Bits, Unit

__all__ = [
    "Bits",
    "Done",
    "Here",
    "Ledger",
    "LocalExecutor",
    "Mismatch",
    "OfFutures",
    "Record",
    "Unit",
    "UnitExecutor",
    "WorkersError",
    "carry_out",
    "prefix",
    "processors",
    "results",
]
