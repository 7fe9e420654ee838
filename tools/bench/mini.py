#!/usr/bin/env python3
"""What octavo-mini reads with each precision, on pictures in faces and with sentences that it was not trained on.

mini.py --octavo OCTAVO [--model FOLDER] [--pictures FOLDER] [--precision f32,int8] [--json FILE]
"""

import argparse
import json
import sys
from pathlib import Path

import mini_read

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = [("cer_lines", "CER lines"), ("cer_paragraphs", "CER paragraphs"), ("cer_formulas", "CER formulas"),
           ("boxes_at_iou_50", "boxes at IoU 0.5"), ("teds", "TEDS")]  # fmt: skip


def table(results):
    lines = ["| precision | " + " | ".join(title for _, title in COLUMNS) + " | as the reference |",
             "|---|" + "---|" * (len(COLUMNS) + 1)]  # fmt: skip
    for precision, figures in results.items():
        cells = [f"{figures[key]:.4f}" for key, _ in COLUMNS]
        lines.append(f"| {precision} | " + " | ".join(cells) + f" | {figures['same_as_reference']} of {figures['pictures']} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--model", type=Path, default=ROOT / "models/octavo-mini")
    parser.add_argument("--pictures", type=Path, default=ROOT / "tests/fixtures/mini")
    parser.add_argument("--precision", default="f32,int8")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    for path in (arguments.model, arguments.pictures):
        if not path.exists():
            shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
            sys.exit(f"{shown} is not there: name --model and --pictures")
    results = {}
    for precision in arguments.precision.split(","):
        pictures = mini_read.pictures(arguments.pictures)
        try:
            mini_read.let_read(arguments.octavo, arguments.model, arguments.pictures, pictures, ["--precision", precision])
        except RuntimeError as why:
            sys.exit(str(why))
        same = sum(mini_read.first_difference(p) is None for p in pictures)
        results[precision] = dict(mini_read.figures(pictures), same_as_reference=same, pictures=len(pictures))
        print(f"{precision} done", file=sys.stderr)
    print(table(results))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
