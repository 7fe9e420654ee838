#!/usr/bin/env python3
"""Goldens of a random model of MinerU2.5's full size: what transformers computes for it in f32.

model_full_size.py --writer BUILD/tests/engine/octavo_write_made_models [--scratch FOLDER] [PICTURE...]
Needs 2.3 GB on the disk and about 9 GB of memory; takes many minutes on two cores. Keeps, for each picture
("square": 1036 x 1036 pixels; "wide": made of 1024 x 576), samples of the vision output and of some blocks,
the last logits (their samples, and the best) and 32 greedy tokens with the gap between the best two logits of
each step, in tests/golden/engine/models/full_size_PICTURE.txt. Environment: engine-models.txt.
"""

import argparse
import subprocess
import time
from pathlib import Path

import torch
from model_golden_file import list_line
from model_goldens import GOLDENS, IMAGE_PAD, Taps, model_arguments, read_inputs
from transformers import Qwen2VLForConditionalGeneration

ROOT = Path(__file__).resolve().parents[2]
STEPS = 32
PICTURES = ["square", "wide"]
BLOCKS = [0, 15, 31]
LAYERS = [0, 11, 23]


def say(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def encode(model, picture, taps):
    height, width, patches = picture
    visual = model.model.visual
    taps.watch(visual.patch_embed, "vision.patch_embed.0")
    for index in BLOCKS:
        taps.watch(visual.blocks[index], f"vision.block.{index}")
    taps.watch(visual.merger, "vision.merger.0")
    taps.prefix = "picture0."
    out = visual(patches, grid_thw=torch.tensor([[1, height, width]])).pooler_output
    taps.stop()
    taps.prefix = ""
    return out


def answer(model, ids, pictures, image, taps):
    """The last logits of the prompt, the greedy tokens, and the gaps before each."""
    arguments = model_arguments(ids, pictures)
    positions, delta = model.model.get_rope_index(arguments["input_ids"], arguments["mm_token_type_ids"],
                                                  arguments["image_grid_thw"])
    rows = model.model.language_model.embed_tokens(arguments["input_ids"])
    rows[0, torch.tensor(ids) == IMAGE_PAD] = image
    for index in LAYERS:
        taps.watch(model.model.language_model.layers[index], f"language.layer.{index}")
    out = model.model.language_model(inputs_embeds=rows, position_ids=positions, use_cache=True)
    taps.stop()
    first, tokens, gaps = None, [], []
    for step in range(STEPS):
        logits = model.lm_head(out.last_hidden_state[:, -1])[0]
        first = logits if first is None else first
        best = logits.topk(2)
        tokens.append(int(best.indices[0]))
        gaps.append(float(best.values[0] - best.values[1]))
        place = torch.full((3, 1, 1), len(ids) + step) + delta.reshape(1, 1, 1)
        out = model.model.language_model(input_ids=torch.tensor([[tokens[-1]]]), position_ids=place,
                                         cache=out.cache, use_cache=True)
    return first, tokens, gaps


@torch.no_grad()
def golden_lines(model, folder):
    ids, pictures = read_inputs(folder)
    taps = Taps()
    image = encode(model, pictures[0], taps)
    say(f"{folder.name}: vision done")
    logits, tokens, gaps = answer(model, ids, pictures, image, taps)
    say(f"{folder.name}: tokens {tokens}, smallest gap {min(gaps):.4f}")
    taps.add("last_logits", logits)
    return [list_line("ids", ids), *taps.lines, list_line("tokens", tokens), list_line("gaps", gaps, "{:.6g}")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--writer", required=True)
    parser.add_argument("--scratch", default=str(ROOT / "build/large"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("pictures", nargs="*", default=PICTURES)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    folder = Path(arguments.scratch) / "full_size"
    if not (folder / "complete").exists():
        subprocess.run([arguments.writer, arguments.scratch, "full_size"], check=True)
        (folder / "complete").touch()
    say("weights are there")
    model = Qwen2VLForConditionalGeneration.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa")
    model.eval()
    say("weights are loaded")
    for name in arguments.pictures:
        lines = golden_lines(model, folder / name)
        (GOLDENS / f"full_size_{name}.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
