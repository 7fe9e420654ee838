#!/usr/bin/env python3
"""Goldens of the made models: what transformers computes for them in f32.

model_goldens.py --writer BUILD/tests/engine/octavo_write_made_models [--scratch FOLDER] [NAME...]
The weights come out of the writer (tests/engine/made_model.h), so only the results are kept, in
tests/golden/engine/models/NAME.txt. Environment: engine-models.txt.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
from model_golden_file import list_line, tensor_line
from transformers import AutoModelForCausalLM, Qwen2VLForConditionalGeneration

GOLDENS = Path(__file__).resolve().parents[2] / "tests/golden/engine/models"
STEPS = 64
IMAGE_PAD = 261
# Two tokens whose logits are closer than this could swap by rounding alone: choose another formula.
SMALLEST_GAP = 1e-3


def read_inputs(folder):
    """The prompt's ids and the pictures: (height, width, patches) each."""
    ids, pictures = [], []
    for line in (folder / "inputs.txt").read_text().splitlines():
        word, *rest = line.split()
        if word == "ids":
            ids = [int(field) for field in rest]
        else:
            height, width, name = int(rest[0]), int(rest[1]), rest[2]
            patches = np.fromfile(folder / name, dtype=np.float32).reshape(height * width, -1)
            pictures.append((height, width, torch.from_numpy(patches)))
    return ids, pictures


def load(folder):
    multimodal = "vision_config" in (folder / "config.json").read_text()
    kind = Qwen2VLForConditionalGeneration if multimodal else AutoModelForCausalLM
    model, report = kind.from_pretrained(folder, dtype=torch.float32, output_loading_info=True,
                                         attn_implementation="eager")
    loose = {key: value for key, value in report.items() if value}
    if loose:
        sys.exit(f"{folder.name}: the reference does not take the checkpoint as it is: {loose}")
    return model.eval(), multimodal


class Taps:
    """Lines for what passes the named modules; `prefix` distinguishes pictures."""

    def __init__(self):
        self.lines, self.prefix, self.handles = [], "", []

    def watch(self, module, name, take_input=False):
        def note(_module, inputs, output):
            value = inputs[0] if take_input else output
            value = value[0] if isinstance(value, tuple) else value
            value = getattr(value, "last_hidden_state", value)
            self.add(name, value)

        self.handles.append(module.register_forward_hook(note))

    def stop(self):
        for handle in self.handles:
            handle.remove()
        self.handles = []

    def add(self, name, value):
        self.lines.append(tensor_line(self.prefix + name, value.detach().reshape(-1, value.shape[-1]).numpy()))


def vision_taps(visual, taps):
    taps.watch(visual.patch_embed, "vision.patch_embed.0")
    for index, block in enumerate(visual.blocks):
        taps.watch(block, f"vision.block.{index}")
    taps.watch(visual.merger, "vision.merger.0")


def language_taps(language, taps):
    taps.watch(language.layers[0], "language.embed.0", take_input=True)
    for index, layer in enumerate(language.layers):
        taps.watch(layer, f"language.layer.{index}")
    taps.watch(language.norm, "language.norm.0")


def model_arguments(ids, pictures):
    tokens = torch.tensor([ids])
    arguments = {"input_ids": tokens, "attention_mask": torch.ones_like(tokens)}
    if pictures:
        arguments["pixel_values"] = torch.cat([patches for _, _, patches in pictures])
        arguments["image_grid_thw"] = torch.tensor([[1, height, width] for height, width, _ in pictures])
        arguments["mm_token_type_ids"] = (tokens == IMAGE_PAD).int()
    return arguments


@torch.no_grad()
def golden_lines(folder):
    ids, pictures = read_inputs(folder)
    model, multimodal = load(folder)
    taps = Taps()
    if multimodal:
        vision_taps(model.model.visual, taps)
        for index, (height, width, patches) in enumerate(pictures):
            taps.prefix = f"picture{index}."
            model.model.visual(patches, grid_thw=torch.tensor([[1, height, width]]))
        taps.stop()
        taps.prefix = ""
    language_taps(model.model.language_model if multimodal else model.model, taps)
    arguments = model_arguments(ids, pictures)
    logits = model(**arguments).logits[0]
    taps.add("language.logits.0", logits)
    taps.stop()
    answer = model.generate(**arguments, max_new_tokens=STEPS, do_sample=False, eos_token_id=None, pad_token_id=0,
                            output_logits=True, return_dict_in_generate=True)
    tokens = answer.sequences[0, len(ids):].tolist()
    best = torch.stack([step[0].topk(2).values for step in answer.logits])
    gap = float((best[:, 0] - best[:, 1]).min())
    print(f"{folder.name}: {len(ids)} ids, {len(set(tokens))} different tokens of {len(tokens)}, smallest gap {gap:.4f}")
    if gap < SMALLEST_GAP or len(tokens) != STEPS:
        sys.exit(f"{folder.name}: no good golden")
    return [list_line("ids", ids), *taps.lines, list_line("last_logits", logits[-1].tolist(), "{:.9g}"),
            list_line("tokens", tokens), f"gap {gap:.6g}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--writer", required=True)
    parser.add_argument("--scratch")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(arguments.scratch or temporary)
        subprocess.run([arguments.writer, str(root)], check=True)
        folders = [folder for folder in sorted(root.iterdir()) if (folder / "config.json").exists()]
        for folder in folders:
            if not arguments.names or folder.name in arguments.names:
                (GOLDENS / f"{folder.name}.txt").write_text("\n".join(golden_lines(folder)) + "\n")


if __name__ == "__main__":
    main()
