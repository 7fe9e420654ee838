"""The compiled half: loaded when it is first needed, with the libraries it is linked to.

Nothing here runs at import but the look at the processor.
"""

from __future__ import annotations

import _thread  # threading takes longer to import than all of this
import os

from .errors import ForkError, ModelError

TYPE_CHECKING = False  # as typing has it
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

OPENVINO = "2026.4.1"
# Its file name holds the version: another one is another interface.
_OPENVINO_LIBRARY = "libs/libopenvino.so.2641"

_lock = _thread.allocate_lock()
_module: ModuleType | None = None
_openvino: Any = None  # the handle: closed with the process
_in_use = False  # something with threads was made in this process
_forked = False  # and then it was forked


def check_processor() -> None:
    """Raises ImportError on a processor that the engine or OpenVINO cannot run on; it would die there by a signal."""
    system = os.uname() if hasattr(os, "uname") else None
    if system is None or system.sysname != "Linux" or system.machine != "x86_64":
        raise ImportError(f"octavo runs on Linux on 64-bit x86 processors; this is {system or os.name}")
    flags = _read_flags()  # none where that cannot be read
    missing = [name for name in ("ssse3", "sse4_1", "sse4_2", "popcnt") if name not in flags]
    if missing and flags:
        raise ImportError(f"octavo: this processor lacks {', '.join(missing)}, which OpenVINO needs to read pages; "
                          "a machine built after 2010 has them, and virtual machines can be told to show them")


def _read_flags() -> list[str]:
    """The instruction sets of the first processor as /proc/cpuinfo names them."""
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


def _package_folder(name: str) -> str | None:
    """Where a package lies, without importing it."""
    import importlib.util

    spec = importlib.util.find_spec(name)
    return os.path.dirname(spec.origin) if spec is not None and spec.origin is not None else None


def _open_openvino() -> None:
    """With the name the engine asks for already loaded, it does not matter where either package lies."""
    import ctypes

    global _openvino
    folder = _package_folder("openvino")
    library = os.path.join(folder or "", _OPENVINO_LIBRARY)
    if folder is None or not os.path.exists(library):
        raise ModelError(f"model_missing: OpenVINO {OPENVINO} is not installed", code="model_missing",
                         hint=f"pip install openvino=={OPENVINO}", retryable=True)
    _openvino = ctypes.CDLL(library)


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
            import atexit

            from . import _octavo

            atexit.register(_octavo.wait_for_left_behind)
            _module = _octavo
    return _module


def mark_used() -> None:
    """Called before anything with threads is made."""
    global _in_use
    _in_use = True


def _after_fork() -> None:
    global _forked, _lock
    _lock = _thread.allocate_lock()
    _forked = _forked or _in_use
    if _forked and _module is not None:  # what it waits for runs in the parent alone
        import atexit

        atexit.unregister(_module.wait_for_left_behind)


os.register_at_fork(after_in_child=_after_fork)


def resources() -> dict[str, str]:
    """Where the engine's files are: OCTAVO_HOME when it is set (as for the program), else those of the packages."""
    home = os.environ.get("OCTAVO_HOME")
    if home:
        pdfium, models = os.path.join(home, "runtime/pdfium/libpdfium.so"), os.path.join(home, "models")
    else:
        pdfium = os.path.join(_package_folder("pypdfium2_raw") or "", "libpdfium.so")
        models = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models")
    return {"pdfium_library": pdfium, "model_directory": models, "cache_directory": engine().cache_directory()}
