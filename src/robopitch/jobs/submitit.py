"""Slurm, by submitit: jobs that are asked now and then whether they are done, as futures."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from threading import Event, Thread
from typing import Any

__all__ = ["SlurmExecutor"]


class SlurmExecutor(Executor):
    """Slurm's queue; its nodes share the file system. cluster: None, or "local" or "debug", as submitit names them."""

    def __init__(self, folder: Path, cluster: str | None = None, poll: float = 5.0, **parameters: Any) -> None:
        try:
            import submitit
        except ImportError:
            raise ValueError("--cluster slurm needs submitit: pip install 'robopitch[slurm]'") from None
        self._queue = submitit.AutoExecutor(folder=folder, cluster=cluster)
        self._queue.update_parameters(**parameters)
        self._jobs: dict[Any, Future[Any]] = {}
        self._poll, self._over = poll, Event()
        self._thread = Thread(target=self._look, name="slurm", daemon=True)
        self._thread.start()

    def submit(self, call: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """Queue it."""
        job = self._queue.submit(call, *args, **more)
        return self._jobs.setdefault(job, Future())

    def _look(self) -> None:
        while not self._over.wait(self._poll):
            for job in [job for job in list(self._jobs) if job.done()]:
                future = self._jobs.pop(job)
                try:
                    future.set_result(job.result())
                except Exception as error:
                    future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel what is still queued."""
        self._over.set()
        for job in self._jobs:
            job.cancel()
