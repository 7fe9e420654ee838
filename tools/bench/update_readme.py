#!/usr/bin/env python3
"""Writes the figures of README.md and docs/speed.md from bench/results/*.json, so that none is typed by hand.

update_readme.py [--check]    --check changes nothing and fails when a page says something else.
"""

import json
import sys
from pathlib import Path

import engine_report

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- figures: made by tools/bench/update_readme.py -->", "<!-- end of figures -->"


def _load(name):
    """None when that was not measured yet."""
    path = ROOT / "bench/results" / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _edit(value):
    return "–" if value is None else f"{value:.2f}"


def _accuracy_rows(accuracy, peers):
    for group in ("born-digital PDFs", "pictures and scans"):
        summary = accuracy["groups"][group]["summary"]
        yield f"| **{group}** ({summary['docs']} documents) | | | | | |"
        yield (f"| Octavo | **{summary['score']:.1f}** | {_edit(summary.get('text_edit'))} | {_edit(summary.get('order_edit'))} "
               f"| {_edit(summary.get('teds'))} | {_edit(summary.get('assert_pass'))} |")
        for name, values in peers[group].items():
            row = dict(zip(peers["columns"], values))
            yield (f"| {name} | {row['score']:.1f} | {_edit(row['text_edit'])} | {_edit(row['order_edit'])} "
                   f"| {_edit(row['teds'])} | {_edit(row['assert_pass'])} |")


def _ms(summary):
    return f"{summary['cpu_seconds_per_page'] * 1000:.0f} ms"


def _speed_lines(speed):
    text, ocr = speed["text_summary"], speed["ocr_summary"]
    machine = speed["machine"]
    yield (f"Speed and memory on {machine['cpu']}, {machine['cores']} cores (load {machine['load_before']:.0f} from other "
           f"work), {speed['threads']} threads, medians, octavo and peer in turns "
           f"(`./dev bench parse`; files in `tools/bench/speed_files.json`):")
    yield ""
    yield "| | Octavo | beside |"
    yield "|---|---|---|"
    yield (f"| born-digital pages without pictures | {text['pages_per_second']:.0f} pages/s, {_ms(text)} of CPU time a page; "
           f"layout network asked on {text['network_pages']} of {text['pages']} pages | {text['median_ratio']:.1f}× as fast "
           f"as pymupdf4llm (median file; least {text['smallest_ratio']:.1f}×) |")
    edits = speed["ocr_text_edit"]
    yield (f"| pages read by OCR | {ocr['seconds_per_page']:.1f} s, {_ms(ocr)} of CPU time a page; text edit {_edit(edits['octavo'])} | "
           f"{ocr['median_ratio']:.1f}× as fast as RapidOCR, both warm (least {ocr['smallest_ratio']:.1f}×; in CPU time {ocr['cpu_median_ratio']:.1f}×); its text edit "
           f"{_edit(edits['rapidocr'])} |")
    start = "; ".join(f"{name} {row['seconds']:.2f} s ({row['cpu_seconds']:.2f} s of CPU time)" for name, row in speed["start"].items())
    yield f"| start to end of one page, networks cached | {start} | |"
    memory = "; ".join(f"{name} {row['megabytes']} MB" for name, row in speed["memory"].items())
    yield f"| peak memory | {memory} | |"


def _accuracy_lines(accuracy):
    peers = json.loads((ROOT / "tools/bench/peers.json").read_text(encoding="utf-8"))
    yield "Accuracy on real pages (`./dev bench accuracy`; score 0–100, edits: 0 is best, TEDS and assertions: 1 is best):"
    yield from ("", "| | score | text edit | order edit | TEDS | assertions |", "|---|---|---|---|---|---|")
    yield from _accuracy_rows(accuracy, peers)
    yield ""
    yield f"Peers' figures: {peers['source']}. Formula crops are left out: this tier has no formula network."


def _robust_lines(robust):
    met = sum(not d["wrong"] for d in robust["documents"].values())
    yield f"Nasty and malformed files (`./dev bench robust`): {met} of {len(robust['documents'])} as expected."


def _commits(engine):
    """Of all lines that have figures: a run may keep those of an earlier one."""
    found = sorted({line.get("commit") or engine["commit"] for line in engine["results"] if line["rounds"]})
    return f"{'commits' if len(found) > 1 else 'commit'} {', '.join(found or [engine['commit']])}"


def _measured_on(engine):
    machine, peak = engine["machine"], engine["peak"]
    rounds = sorted({line["rounds"] for line in engine["results"] if line["rounds"]})
    return (f"{machine['cpu']} ({peak['instructions']}), {machine['cores']} cores, {engine['threads']} threads, medians of "
            f"{' to '.join(str(n) for n in dict.fromkeys((rounds[0], rounds[-1])))} rounds in turns (`./dev bench engine`, {_commits(engine)})")


def _engine_summary(engine):
    """The lines of the README: the best known peer alone; all others are in docs/speed.md."""
    with_target = [r for r in engine["results"] if r["met"] is not None]
    met = sum(r["met"] for r in with_target)
    yield f"Engine for language models, a made model of MinerU2.5's size, {_measured_on(engine)}; {met} of {len(with_target)} targets met, all in `docs/speed.md`:"
    yield from ("", "| work | octavo | llama.cpp, built for the processor | ratio |", "|---|---|---|---|")
    for line in engine["results"]:
        if line["peer"] == "llama.cpp" and line["ratio"] and line["unit"] != "GB":
            yield (f"| `{line['name']}` | {line['ours']:.3g} {line['unit']} | {line['theirs']:.3g} {line['unit']} | "
                   f"{line['ratio']:.1f}× |")


def _engine_page(engine):
    yield f"Measured on {_measured_on(engine)}."
    peak = engine["peak"]
    parts = [f"{name} {peak[key] / 1e9:.0f} {unit}" for name, key, unit in
             (("f32", "f32_operations", "billion operations/s"), ("bf16", "bf16_operations", "billion operations/s"), ("int8", "int8_operations", "billion operations/s"),
              ("reading memory", "read_bytes", "GB/s")) if peak.get(key)]  # fmt: skip
    yield f"The machine at most (`octavo bench --peak`): {'; '.join(parts)}."
    yield from ("", *engine_report.table(engine["results"]), "")
    notes = [f"- `{line['name']}` / {line['peer']}: {line['note']}" for line in engine["results"] if "note" in line]
    if notes:
        yield from ("Not measured:", "", *notes, "")
    # As told, on a laptop of 2018, picture reduced to a long side of at most 1024; docs/speed.md says so above the table.
    yield (f"The line of the seed, the project's first prototype, is a picture of 1280×720 read at 1024×576 and 128 tokens of answer in int8: at the machine's peaks it takes {engine['seed_roofline_seconds']} s at least, and no engine that does all of the work takes less.")
    yield from ("", "| `--max-pixels` | tokens | operations of the vision half | encoding, int8 |", "|---|---|---|---|")
    for preset in engine["presets"]:
        seconds = "–" if preset["seconds"] is None else f"{preset['seconds']:.2g} s"
        yield f"| `{preset['name']}` | {preset['tokens']} | {preset['tera_operations']:.3g} · 10¹² | {seconds} |"


# The page, and what it is made of: a result and how it is written.
PAGES = {
    "README.md": [("accuracy.json", _accuracy_lines), ("speed.json", _speed_lines), ("engine.json", _engine_summary),
                  ("robust.json", _robust_lines)],
    "docs/speed.md": [("engine.json", _engine_page)],
}  # fmt: skip


def figures(parts):
    return "\n\n".join("\n".join(write(_load(name))) for name, write in parts if _load(name))


def main():
    for name, parts in PAGES.items():
        page = ROOT / name
        text = page.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        _, _, after = rest.partition(END)
        fresh = f"{before}{BEGIN}\n{figures(parts)}\n{END}{after}"
        if fresh == text:
            continue
        if "--check" in sys.argv[1:]:
            sys.exit(f"{name} does not say what bench/results says: run tools/bench/update_readme.py")
        page.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
