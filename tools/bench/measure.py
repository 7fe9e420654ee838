"""Runs a command and measures it; names the machine. Standard library only."""

import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Run:
    code: int  # negative: killed by that signal
    seconds: float
    cpu_seconds: float  # of all its threads: hardly touched by other work on the machine
    megabytes: float  # peak resident memory
    stdout: str
    stderr: str
    timed_out: bool


def run(command, timeout=600, stdin=subprocess.DEVNULL, user=None):
    """Like subprocess.run, with the peak memory of that one process. `user`: a number to run as."""
    expired = threading.Event()

    def stop(process):
        expired.set()
        process.send_signal(signal.SIGKILL)

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.monotonic()
        process = subprocess.Popen([str(c) for c in command], stdin=stdin, stdout=out, stderr=err, user=user, group=user)
        watch = threading.Timer(timeout, stop, [process])
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    return Run(process.returncode, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, *texts, expired.is_set())


def machine():
    """CPU model, the cores this process may use, memory, and the load when asked."""
    model = "unknown"
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    total = int(Path("/proc/meminfo").read_text(encoding="utf-8").split()[1]) / (1 << 20)
    return {"cpu": model, "cores": len(os.sched_getaffinity(0)), "memory_gb": round(total),
            "load_before": round(os.getloadavg()[0], 2)}  # fmt: skip


def commit(root):
    result = subprocess.run(["git", "-C", str(root), "-c", f"safe.directory={root}", "rev-parse", "--short", "HEAD"],
                            capture_output=True, text=True, check=False)
    return result.stdout.strip() or "unknown"


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
