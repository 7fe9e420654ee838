"""Lets octavo read the pictures of a fixtures folder (tools/mini/fixtures.py) and judges what it read."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/mini"))
import metrics  # noqa: E402

PROMPTS = dict(text="\nText Recognition:", table="\nTable Recognition:", formula="\nFormula Recognition:", layout="\nLayout Detection:")
MOST_TOKENS = dict(text=400, table=500, formula=300, layout=1200)  # as in tools/mini/fixtures.py


@dataclass
class Picture:
    file: str
    task: str
    truth: str
    ids: list = field(default_factory=list)     # of the reference implementation
    close: dict = field(default_factory=dict)   # position -> gap between its two likeliest tokens, where small
    read_ids: list = field(default_factory=list)
    read: str = ""

    @property
    def kind(self):
        return self.file.split("_")[0]


def pictures(folder):
    lines = lambda name: [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]
    truth, reference = lines("truth.jsonl"), lines("reference.jsonl")
    if [t["file"] for t in truth] != [r["file"] for r in reference]:
        raise ValueError(f"{folder}: truth.jsonl and reference.jsonl name other pictures; run tools/mini/fixtures.py")
    return [
        Picture(t["file"], t["task"], t["truth"], r["ids"], {int(k): v for k, v in r["close"].items()})
        for t, r in zip(truth, reference)
    ]


def let_read(octavo, model, folder, all_pictures, options=()):
    """Fills in read_ids and read; one batch a task."""
    for task, prompt in PROMPTS.items():
        chosen = [p for p in all_pictures if p.task == task]
        command = [octavo, "ask", *(str(folder / p.file) for p in chosen), prompt, "--model", str(model), "--keep-special", "--json",
                   "--max-side", "0", "--max-new-tokens", str(MOST_TOKENS[task]), *options]  # fmt: skip
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            raise RuntimeError(f"octavo ask ended with {run.returncode}: {run.stderr[-2000:]}")
        for picture, answer in zip(chosen, json.loads(run.stdout)["answers"], strict=True):
            picture.read_ids, picture.read = answer["token_ids"], answer["text"]


def character_error_rate(chosen):
    wrong = sum(metrics.edit_distance(p.read, p.truth) for p in chosen)
    return wrong / sum(len(p.truth) for p in chosen)


def figures(all_pictures):
    """What the pictures' truth says of what was read: rates and scores from 0 to 1."""
    of = lambda kind: [p for p in all_pictures if p.kind == kind]
    pages, tables = of("page"), of("table")
    boxes = sum(len(metrics.boxes(p.truth)) for p in pages)
    return dict(
        cer_lines=character_error_rate(of("line")),
        cer_paragraphs=character_error_rate(of("paragraph")),
        cer_formulas=character_error_rate(of("formula")),
        boxes_at_iou_50=sum(metrics.boxes_found(p.truth, p.read) for p in pages) / boxes,
        teds=sum(metrics.teds(p.truth, p.read) for p in tables) / len(tables),
    )


def first_difference(picture):
    """Where the reference implementation says something else, or None."""
    if picture.read_ids == picture.ids:
        return None
    pairs = zip(picture.read_ids, picture.ids)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(picture.read_ids), len(picture.ids)))


def stated_figures(card):
    """The figures in a model card's table: rows `| name | value |` whose name is in code marks."""
    rows = re.findall(r"^\| `(\w+)` \|[^|\n]*\| ([0-9.]+) \|", card.read_text(encoding="utf-8"), re.MULTILINE)
    if not rows:
        raise ValueError(f"{card}: no figures")
    return {name: float(value) for name, value in rows}
