#!/usr/bin/env python3
"""The same document gives the same bytes, whatever the number of threads.

determinism.py --octavo PROGRAM [--threads 1,2,4] [--to all] [--slice K/N] [--split dev] [PATH...]
PATH is a file, a folder, or a corpus (a folder with a MANIFEST.tsv, of which one split is read; "all" for every one).
Without one: samples/. Each document is read once for each number of threads (a number given twice: a second run of
the same) by a process of its own; all files and the exit code are compared with those of the first.
--slice 2/5 takes every fifth document from the second on, so that a long run can be done in parts.
Exit 1 when anything differs, or nothing was compared.
"""

import argparse
import hashlib
import sys
import tempfile
from pathlib import Path

import corpus
import measure

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 3600
ENDINGS = {".pdf", ".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".gif"}


def documents(paths, split):
    """(name, path, password or None) of every document, sorted."""
    found = []
    for path in map(Path, paths):
        if (path / "MANIFEST.tsv").exists():
            found += [(d.id, d.path, d.password if d.expect == "password" else None) for d in corpus.read(path, split)]
        elif path.is_dir():
            files = sorted(p for p in path.rglob("*") if p.is_file() and p.suffix.lower() in ENDINGS)
            found += [(str(p.relative_to(path)), p, None) for p in files]
        elif path.is_file():
            found.append((path.name, path, None))
        else:
            sys.exit(f"no {path}")
    return sorted(found, key=lambda d: (d[0], str(d[1])))


def parse(octavo, path, password, threads, formats):
    """(the run, {path under the output folder: SHA-256})."""
    with tempfile.TemporaryDirectory() as folder:
        # A page that ran out of time on a busy machine would differ for a reason of its own.
        command = [octavo, "parse", path, "-o", folder, "--quiet", "--to", formats, "--threads", threads,
                   "--page-timeout", TIMEOUT]  # fmt: skip
        run = measure.run(command + (["--password", password] if password else []), TIMEOUT)
        files = sorted(p for p in Path(folder).rglob("*") if p.is_file())
        return run, {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def differences(first, other):
    """What differs between two (run, hashes), as short texts."""
    (run_a, a), (run_b, b) = first, other
    found = [f"exit {run_a.code} and {run_b.code}"] if run_a.code != run_b.code else []
    found += [f"only once: {name}" for name in sorted(a.keys() ^ b.keys())]
    return found + [f"differs: {name}" for name in sorted(a.keys() & b.keys()) if a[name] != b[name]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--threads", default="1,2,4")
    parser.add_argument("--to", default="all")
    parser.add_argument("--slice", default="1/1")
    parser.add_argument("--split", default="dev")
    parser.add_argument("paths", nargs="*", default=[str(ROOT / "samples")])
    arguments = parser.parse_args()
    counts = [int(n) for n in arguments.threads.split(",")]
    part, parts = map(int, arguments.slice.split("/"))
    chosen = documents(arguments.paths, arguments.split)[part - 1 :: parts]
    bad, compared, seconds = 0, 0, 0.0
    for name, path, password in chosen:
        runs = [parse(arguments.octavo, path, password, n, arguments.to) for n in counts]
        found = [f"--threads {n}: {text}" for n, run in zip(counts[1:], runs[1:]) for text in differences(runs[0], run)]
        if any(run.timed_out or run.code < 0 for run, _ in runs):
            found.append("a run crashed or did not end")
        bad += bool(found)
        compared += len(runs[0][1])
        seconds += sum(run.seconds for run, _ in runs)
        print(f"{'BAD' if found else 'ok ':<4}{name:<52} exit {runs[0][0].code} {len(runs[0][1]):4} files  "
              + " ".join(f"{run.seconds:.1f}" for run, _ in runs) + " s", flush=True)  # fmt: skip
        for text in found:
            print(f"      {text}", flush=True)
    print(f"{len(chosen) - bad} of {len(chosen)} documents the same with --threads {arguments.threads}: "
          f"{compared} files, {seconds:.0f} s")  # fmt: skip
    sys.exit(1 if bad or not compared else 0)


if __name__ == "__main__":
    main()
