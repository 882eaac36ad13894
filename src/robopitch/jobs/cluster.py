"""Where units are done, as `--cluster` says: processes of this machine, Ray, or Slurm."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from robopitch.jobs.futures import OfFutures
from robopitch.jobs.local import LocalExecutor

__all__ = ["open_executor"]

SLURM = "slurm"
FOLDER = Path("out/slurm")  # of submitit's scripts and logs; on a file system that all nodes see
QUEUED = 64  # jobs in Slurm's queue at once, if it is not said
BUNDLE = 600.0  # s of a job: each waits for its place in the queue
SLACK = 30.0  # min that a job may take longer than its units should


def open_executor(
    cluster: str | None, workers: int | None = None, limit: float | None = None, files: Sequence[str] = ()
) -> LocalExecutor | OfFutures:
    """An executor, to be used in `with`. A ValueError says what is wrong with the cluster, before the first unit.

    cluster: None: this machine; "auto" or "ray://HOST:PORT": Ray; "slurm" or "slurm:PARTITION"
    workers: units at once; None: as many as there are processors
    limit:   s after which a unit has failed
    files:   of teams and leagues, which Ray ships; Slurm's nodes share the file system
    """
    if cluster is None:
        return LocalExecutor(workers, limit)
    name, _, partition = cluster.partition(":")
    if name == SLURM:
        from robopitch.jobs.submitit import SlurmExecutor

        parameters: dict[str, Any] = {"slurm_partition": partition} if partition else {}
        parameters["timeout_min"] = int(((limit or 0.0) + BUNDLE) / 60 + SLACK)
        queue = SlurmExecutor(FOLDER, cpus_per_task=1, **parameters)
        return OfFutures(queue, workers or QUEUED, limit, files, BUNDLE)
    from robopitch.jobs.ray import RayExecutor

    ray = RayExecutor(cluster, files)
    return OfFutures(ray, min(workers or ray.workers, ray.workers), limit, files, at=ray.at)
