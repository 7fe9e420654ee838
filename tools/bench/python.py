#!/usr/bin/env python3
"""What Python adds to the engine: the same pages by octavo parse and by octavo.parse in turns, and the import.

python.py --octavo OCTAVO --package PYTHON --inputs FOLDER [--rounds N] [--json FILE]
PYTHON has the package installed (./dev test --only '^python/wheel'). "process": from start to end, Markdown written to a
pipe; "call": the call and .markdown in an interpreter that has read a page before. Seconds, medians; CPU is user and system.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

PAGES = "1-100"
WHOLE = "import sys, octavo\nsys.stdout.write(octavo.parse(sys.argv[1], pages=sys.argv[2], tier='basic', pictures=False).markdown)"
CALL = """
import octavo, resource, sys, time
def used():
    r = resource.getrusage(resource.RUSAGE_SELF)
    return r.ru_utime + r.ru_stime
octavo.parse(sys.argv[1], pages="1", tier="basic", pictures=False).markdown
cpu, wall = used(), time.perf_counter()
octavo.parse(sys.argv[1], pages=sys.argv[2], tier="basic", pictures=False).markdown
print(time.perf_counter() - wall, used() - cpu)
"""
IMPORT = "import time\nat = time.perf_counter()\nimport octavo\nprint(time.perf_counter() - at)"


def timed(command, environment):
    """(wall, CPU, standard output)."""
    begin = os.times()
    ran = subprocess.run(command, stdout=subprocess.PIPE, env=environment, encoding="utf-8", check=True)
    end = os.times()
    cpu = end.children_user + end.children_system - begin.children_user - begin.children_system
    return end.elapsed - begin.elapsed, cpu, ran.stdout


def measure(options):
    pdf = str(Path(options.inputs) / "pages_400.pdf")
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    rows = {"octavo, process": [], "Python, process": [], "Python, call": [], "import": []}
    python = [options.package, "-c"]
    for _ in range(options.rounds + 1):  # the first warms caches and does not count
        wall, cpu, expected = timed([options.octavo, "parse", pdf, "--pages", PAGES, "--tier", "basic", "-o", "-", "--quiet"],
                                    environment)  # fmt: skip
        rows["octavo, process"].append((wall, cpu))
        wall, cpu, found = timed([*python, WHOLE, pdf, PAGES], environment)
        rows["Python, process"].append((wall, cpu))
        if found != expected:
            sys.exit("python.py: the two gave different Markdown: is the package built from this commit?")
        rows["Python, call"].append(tuple(map(float, timed([*python, CALL, pdf, PAGES], environment)[2].split())))
        wall, cpu, text = timed([*python, IMPORT], environment)
        rows["import"].append((float(text), cpu))
    return {name: {"seconds": statistics.median(w for w, _ in pairs[1:]), "least": min(w for w, _ in pairs[1:]),
                   "cpu_seconds": statistics.median(c for _, c in pairs[1:])} for name, pairs in rows.items()}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--package", required=True)
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json")
    options = parser.parse_args()
    begin = time.time()
    figures = measure(options)
    base = figures["octavo, process"]
    for name, row in figures.items():
        against = "" if name == "import" else f"  {row['seconds'] / base['seconds']:.3f} of octavo's time, " \
                                              f"{row['cpu_seconds'] / base['cpu_seconds']:.3f} of its CPU time"  # fmt: skip
        print(f"{name:16} {row['seconds']:.4f} s (least {row['least']:.4f}), CPU {row['cpu_seconds']:.4f} s{against}")
    if options.json:
        Path(options.json).write_text(json.dumps({"pages": PAGES, "rounds": options.rounds, "seconds": time.time() - begin,
                                                  "figures": figures}, indent=1) + "\n")  # fmt: skip


if __name__ == "__main__":
    main()
