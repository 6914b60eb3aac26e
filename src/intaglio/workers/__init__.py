"""Worker processes: tasks in, results out, in any number of processes or in none."""

from intaglio.workers.worker_pool import HERE, NOTHING, WorkerOptions, WorkerPool, WorkItem
from intaglio.workers.worker_process import Handler

__all__ = ["HERE", "NOTHING", "Handler", "WorkItem", "WorkerOptions", "WorkerPool"]
