"""The compiled half: loaded when it is first needed, with the libraries it is linked to.

Nothing here runs at import but the look at the processor.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import threading
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import ForkError, ModelError

if TYPE_CHECKING:
    from types import ModuleType

OPENVINO = "2026.4.1"
# Its file name holds the version: another one is another interface.
_OPENVINO_LIBRARY = "libs/libopenvino.so.2641"

_lock = threading.Lock()
_module: ModuleType | None = None
_openvino: Any = None  # the handle: closed with the process
_in_use = False  # something with threads was made in this process
_forked = False  # and then it was forked


def check_processor() -> None:
    """Raises ImportError on a processor that the engine or OpenVINO cannot run on; it would die there by a signal."""
    machine = platform.machine()
    if platform.system() != "Linux" or machine not in ("x86_64", "AMD64"):
        raise ImportError(f"octavo runs on Linux on 64-bit x86 processors; this is {platform.system()} on {machine}")
    missing = [name for name in ("ssse3", "sse4_1", "sse4_2", "popcnt") if name not in processor_flags()]
    if missing and processor_flags():
        raise ImportError(f"octavo: this processor lacks {', '.join(missing)}, which OpenVINO needs to read pages; "
                          "a machine built after 2010 has them, and virtual machines can be told to show them")


def processor_flags() -> frozenset[str]:
    """The instruction sets of the first processor as /proc/cpuinfo names them; empty where that cannot be read."""
    global _flags
    if _flags is None:
        _flags = frozenset(_read_flags())
    return _flags


_flags: frozenset[str] | None = None


def _read_flags() -> list[str]:
    try:
        # The first processor's entry: the file has one for each, and takes time for all of them.
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            text = file.read(8192).decode("ascii", "replace")
    except OSError:
        return []
    for line in text.splitlines():
        if line.startswith("flags"):
            return line.partition(":")[2].split()
    return []


def _package_folder(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def _open_openvino() -> None:
    """With the name the engine asks for already loaded, it does not matter where either package lies."""
    import ctypes

    global _openvino
    folder = _package_folder("openvino")
    library = folder / _OPENVINO_LIBRARY if folder is not None else None
    if library is None or not library.exists():
        raise ModelError(f"model_missing: OpenVINO {OPENVINO} is not installed", code="model_missing",
                         hint=f"pip install openvino=={OPENVINO}", retryable=True)
    _openvino = ctypes.CDLL(str(library))


def engine() -> Any:
    """The module _octavo. Raises ForkError in a child of a process that had used it, ModelError without OpenVINO."""
    global _module
    if _forked:
        raise ForkError("invalid_argument: octavo was used before this process was forked, and its threads stayed in "
                        "the parent", code="invalid_argument",
                        hint="start workers with multiprocessing.get_context('spawn') or 'forkserver', or fork before "
                             "the first call")
    with _lock:
        if _module is None:
            _open_openvino()
            from . import _octavo

            _module = _octavo
    return _module


def mark_used() -> None:
    """Called before anything with threads is made."""
    global _in_use
    _in_use = True


def _after_fork() -> None:
    global _forked, _lock
    _lock = threading.Lock()
    _forked = _forked or _in_use


os.register_at_fork(after_in_child=_after_fork)


def resources() -> dict[str, str]:
    """Where the engine's files are: OCTAVO_HOME when it is set (as for the program), else those of the packages."""
    home = os.environ.get("OCTAVO_HOME")
    if home:
        pdfium, models = Path(home) / "runtime/pdfium/libpdfium.so", Path(home) / "models"
    else:
        folder = _package_folder("pypdfium2_raw")
        pdfium = folder / "libpdfium.so" if folder is not None else Path("libpdfium.so")
        models = Path(__file__).parent / "models"
    return {
        "pdfium_library": str(pdfium),
        "model_directory": str(models),
        "cache_directory": engine().cache_directory(),
    }


# Calls that are running on threads of their own: ended before the interpreter goes.
_running: weakref.WeakSet[Any] = weakref.WeakSet()


def keep_track(run: Any) -> None:
    """`run` has close(), which stops it and waits."""
    if not _running:
        import atexit

        atexit.unregister(_stop_all)
        atexit.register(_stop_all)
    _running.add(run)


def _stop_all() -> None:
    for run in list(_running):
        run.close()
