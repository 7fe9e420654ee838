"""From values of runs to results: medians, ratios, parts of the machine's peak, targets; as a table and as a plot."""

import math
from html import escape
from pathlib import Path

import engine_plan as plan
import engine_work as work
import measure

MORE_IS_BETTER = {"tokens/s"}


def ratio(unit, ours, theirs):
    """Above 1: ours is better."""
    if not ours or not theirs:
        return None
    return ours / theirs if unit in MORE_IS_BETTER else theirs / ours


def used(kind, shape, value, peak):
    """(part of the machine's own peak or bandwidth that `value` uses, which of them), or None."""
    if not kind or not value or not peak:
        return None
    what, _, precision = kind.rpartition(" ")
    operations, read = peak.get(f"{precision}_operations"), peak.get("read_bytes")
    weight = 0.5625 if precision == "int4" else 1  # in the layers: 4 bits, and 2 bytes for each 32 weights
    if what.startswith("decode"):
        depth = plan.DEPTH if what == "decode deep" else 0
        return (value * work.token_bytes(shape, weight, depth) / read, "bandwidth") if read else None
    if not operations:
        return None
    if what == "vision":
        return work.vision_operations(shape, *plan.SQUARE) / value / operations, "peak"
    if what == "ttft":
        tokens = math.prod(work.patches(shape, *plan.WIDE)) // work.MERGE**2
        return (work.vision_operations(shape, *plan.WIDE) + work.prompt_operations(shape, tokens)) / value / operations, "peak"
    if what == "prefill":
        return value * work.prompt_operations(shape, plan.PROMPT) / plan.PROMPT / operations, "peak"
    if what == "seed" and read:
        peaks = {"int8_ops": operations, "read_bytes": read}
        return work.roofline(shape, peaks, *plan.WIDE, plan.SEED_TOKENS, 1) / value, "roofline"
    return None


def met(row, ours, found):
    """Whether the target is met; None without one, or where nothing was measured."""
    checks = []
    if row.least_ratio:
        checks.append(found is not None and found >= row.least_ratio)
    if row.most:
        checks.append(ours is not None and ours <= row.most)
    if not checks or ours is None or (row.least_ratio and found is None):
        return None
    return all(checks)


def result(row, values, shape, peak, notes, commit=""):
    """A line of the JSON. `values`: {(group, run): [{value: number}]}; `notes`: {(group, run): why there is none}.

    `commit`: what was measured; lines of other runs may stay beside this one.
    """
    sides, spread, why = [], [], []
    for run, name in (row.ours, row.theirs):
        found = [v[name] for v in values.get((row.group, run), []) if v.get(name) is not None]
        sides.append(measure.median(found) if found else None)
        spread.append([min(found), max(found)] if found else None)
        if not found:
            why.append(f"{run}: {notes.get((row.group, run), 'not measured')}")
    ours, theirs = sides
    found = ratio(row.unit, ours, theirs)
    share = used(row.work, shape, ours, peak)
    out = {"name": row.name, "peer": row.peer, "ours": _rounded(ours), "theirs": _rounded(theirs), "unit": row.unit,
           "ratio": _rounded(found), "target_ratio": row.least_ratio or None, "target_most": row.most or None,
           "met": met(row, ours, found), "ours_spread": spread[0], "theirs_spread": spread[1],
           "rounds": len(values.get((row.group, row.ours[0]), [])), "commit": commit}  # fmt: skip
    if share:
        out["percent_of"], out["percent"] = share[1], _rounded(100 * share[0])
    if why:
        out["note"] = "; ".join(why)
    return out


def why_apart(earlier, machine, threads):
    """Why lines of that run and of this one cannot stand in one table, or None."""
    was, now = (earlier["machine"]["cpu"], earlier["threads"]), (machine["cpu"], threads)
    if was == now:
        return None
    return f"--keep: the file is of {was[0]}, {was[1]} threads, this run of {now[0]}, {now[1]} threads; name another --json"


def merged(earlier, outcome):
    """`outcome` with the lines of an earlier run that it has no figures for, in the plan's order."""
    places = {(row.name, row.peer): i for i, row in enumerate(plan.all_rows())}
    lines = {(r["name"], r["peer"]): r | {"commit": r.get("commit") or earlier.get("commit", "")} for r in earlier["results"]}
    lines |= {(r["name"], r["peer"]): r for r in outcome["results"] if r["ours"] is not None or (r["name"], r["peer"]) not in lines}
    seconds = {p["name"]: p["seconds"] for p in earlier["presets"]}
    return outcome | {
        "peak": {k: max(v, earlier["peak"].get(k) or 0) if isinstance(v, float) else v for k, v in outcome["peak"].items()},
        "results": sorted(lines.values(), key=lambda r: places.get((r["name"], r["peer"]), len(places))),
        "presets": [p | {"seconds": p["seconds"] or seconds.get(p["name"])} for p in outcome["presets"]],
    }


def presets(values, shape):
    """What the sizes with names cost: tokens, operations of the vision half, and seconds to encode where measured."""
    out = []
    for name, (size, run) in plan.PRESETS.items():
        columns, rows = work.patches(shape, *size)
        seconds = [v["vision_seconds"] for v in values.get(run, [])]
        out.append({"name": name, "tokens": columns * rows // work.MERGE**2,
                    "tera_operations": _rounded(work.vision_operations(shape, *size) / 1e12),
                    "seconds": _rounded(measure.median(seconds)) if seconds else None})  # fmt: skip
    return out


def _rounded(value):
    return None if value is None else float(f"{value:.4g}")


def _number(value, unit):
    return "–" if value is None else f"{value:.3g} {unit}"


def target_text(line):
    parts = []
    if line["target_ratio"]:
        parts.append(f"≥ {line['target_ratio']:g}×")
    if line["target_most"]:
        parts.append(f"≤ {line['target_most']:g} {line['unit']}")
    return ", ".join(parts) or "–"


def table(results):
    """Lines of Markdown."""
    yield "| work | octavo | beside | | ratio | target | of the machine |"
    yield "|---|---|---|---|---|---|---|"
    for line in results:
        share = f"{line['percent']:.0f} % of {line['percent_of']}" if "percent" in line else ""
        if share and line["ratio"]:
            share += f" (all of it: {100 * line['ratio'] / line['percent']:.1f}×)"
        found = "–" if line["ratio"] is None else f"{line['ratio']:.2f}×"
        if line["met"]:
            found = f"**{found}**"
        yield (f"| `{line['name']}` | {_number(line['ours'], line['unit'])} | {line['peer']} | "
               f"{_number(line['theirs'], line['unit'])} | {found} | {target_text(line)} | {share} |")


ROW, LEFT, WIDTH, TOP = 24, 330, 860, 62
OURS, MISSED, GRAY = "#1f5f99", "#c0652a", "#777"


def plot(path, outcome):
    """Ratios as bars on a logarithmic axis, with the targets as ticks."""
    lines = [r for r in outcome["results"] if r["ratio"] and r["unit"] != "%"]
    if not lines:
        return
    most = max(max(r["ratio"], r["target_ratio"] or 0) for r in lines)
    low, high = min(0, math.floor(math.log10(min(r["ratio"] for r in lines)))), max(1, math.ceil(math.log10(most)))

    def x(value):
        return LEFT + (math.log10(value) - low) / (high - low) * (WIDTH - LEFT - 60)

    height = TOP + ROW * len(lines) + 34
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
           '<text x="14" y="20" font-size="15" font-weight="bold">Times as fast as others, same model (more is better)</text>',
           f'<text x="14" y="40" fill="{GRAY}">{escape(outcome["machine"]["cpu"])}, {outcome["threads"]} threads; medians of runs '
           f'in turns; | target; <tspan fill="{MISSED}">target missed</tspan></text>']
    for tick in (factor * 10.0**power for power in range(low, high) for factor in (1, 2, 5)):
        out.append(f'<line x1="{x(tick):.1f}" y1="{TOP - 8}" x2="{x(tick):.1f}" y2="{height - 24}" stroke="#e4e4e4"/>')
        out.append(f'<text x="{x(tick):.1f}" y="{height - 8}" text-anchor="middle" fill="{GRAY}">{tick:g}×</text>')
    for i, line in enumerate(lines):
        y = TOP + i * ROW
        start, end = sorted((x(1), x(line["ratio"])))
        color = MISSED if line["met"] is False else OURS
        out.append(f'<text x="{LEFT - 10}" y="{y + 12}" text-anchor="end">{escape(line["name"])} / {escape(line["peer"])}</text>')
        out.append(f'<rect x="{start:.1f}" y="{y}" width="{max(1, end - start):.1f}" height="16" fill="{color}"/>')
        out.append(f'<text x="{end + 6:.1f}" y="{y + 12}">{line["ratio"]:.2g}×</text>')
        if line["target_ratio"]:
            at = x(line["target_ratio"])
            out.append(f'<line x1="{at:.1f}" y1="{y - 2}" x2="{at:.1f}" y2="{y + 18}" stroke="black" stroke-width="2"/>')
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*out, "</svg>"]) + "\n", encoding="utf-8")
