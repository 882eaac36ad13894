"""Slurm, by submitit: jobs that are asked now and then whether they are done, as futures."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from threading import Event, Thread
from typing import Any

__all__ = ["SlurmExecutor"]


class SlurmExecutor(Executor):
    """Slurm's queue; its nodes share the file system. cluster: "slurm", "local" or "debug", as submitit names them."""

    def __init__(self, folder: Path, cluster: str = "slurm", poll: float = 5.0, **parameters: Any) -> None:
        try:
            import submitit

            self._queue = submitit.AutoExecutor(folder=folder, cluster=cluster)
        except ImportError:
            raise ValueError("--cluster slurm needs submitit: pip install 'robopitch[slurm]'") from None
        except RuntimeError as error:
            raise ValueError(f"--cluster slurm: {error}") from None
        self._queue.update_parameters(**parameters)
        self._jobs, self._over = dict[Any, Future[Any]](), Event()
        Thread(target=self._look, args=(poll,), name="slurm", daemon=True).start()

    def submit(self, call: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:  # noqa: D102
        return self._jobs.setdefault(self._queue.submit(call, *args, **more), Future())

    def _look(self, poll: float) -> None:
        while not self._over.wait(poll):
            for job in [job for job in list(self._jobs) if job.done()]:
                future, error = self._jobs.pop(job), job.exception()
                future.set_result(job.result()) if error is None else future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: D102
        self._over.set()
        for job in self._jobs:
            job.cancel()
