#!/usr/bin/env python3
"""Trains octavo-mini on the CPU: one process a core, one thread each, gradients averaged over gloo.

    train.py --rank R --world N --state DIR --hours H --stage lines|blocks|all|finish [--samples N] [--warm DIR] [--bf16]
        [--compile]

Two single-thread processes beat one with two threads by a wide margin when the cores are shared: a barrier
inside every matrix product waits for the slower core. DIR holds the state (weights, their running average,
optimizer, counters): a run continues where the last one stopped. The learning rate stays up in all stages but the
last, `finish`, which brings it to nothing; the running average is what is judged and exported at any time.
"""

import argparse
import json
import math
import os
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.distributed as dist
import torch.nn.functional as F

import evaluate
from losses import ctc_loss, page_losses
from model import Mini
from stages import STAGES
from vocabulary import BEFORE_IMAGE, END, PAD, after_image, encode_answer

CORRUPTION = 0.1   # share of teacher-forced input bytes replaced: the decoder must look at the picture
WARM_UP_STEPS = 150
SAVE_SECONDS = 600
AVERAGED_STEPS = 500  # memory of the running average of the weights


def make_batch(samples, rng):
    """Same task and image size -> (images, ids, targets)."""
    answers = [encode_answer(s.answer) + [END] for s in samples]
    length = (max(map(len, answers)) + 7) // 8 * 8
    targets = torch.full((len(samples), length), -100)
    inputs = torch.full((len(samples), length - 1), PAD)
    for i, ids in enumerate(answers):
        targets[i, : len(ids)] = torch.tensor(ids)
        inputs[i, : len(ids) - 1] = torch.tensor(ids[:-1])
    noise = torch.from_numpy(rng.random(inputs.shape)) < CORRUPTION
    noise &= (inputs >= 32) & (inputs < 127)
    inputs = torch.where(noise, torch.from_numpy(rng.integers(32, 127, inputs.shape)), inputs)
    prompt = torch.tensor(BEFORE_IMAGE + after_image(samples[0].task)).expand(len(samples), -1)
    return torch.from_numpy(np.stack([s.image for s in samples])), torch.cat([prompt, inputs], 1), targets


class Measure(NamedTuple):
    """What a step found."""

    task: str
    samples: int
    loss: float         # of the language, a token
    right: float        # share of the answer's tokens
    ctc: float | None   # of one-line pictures
    box: float | None   # of pages: boxes,
    edges: float | None  # distances to edges,
    place: float | None  # the cells' own places


def summary(window):
    """Means over steps: of all losses, and the share of tokens right by task."""
    def mean(values):
        values = [v for v in values if v is not None]
        return round(float(np.mean(values)), 4) if values else None

    by_task = {task: mean(m.right for m in window if m.task == task) for task in sorted({m.task for m in window})}
    losses = {name: mean(getattr(m, name) for m in window) for name in ("loss", "ctc", "box", "edges", "place")}
    return dict(right=by_task, **losses)


class Trainer:
    def __init__(self, arguments):
        self.arguments = arguments
        self.stage = STAGES[arguments.stage]
        self.stage_end = arguments.samples or self.stage.samples
        self.state_file = Path(arguments.state) / "state.pt"
        torch.manual_seed(0)
        self.model = Mini()
        self.parameters = list(self.model.parameters())
        decayed = [p for p in self.parameters if p.ndim >= 2]
        plain = [p for p in self.parameters if p.ndim < 2]
        if arguments.compile:
            self.model.see = torch.compile(self.model.see, dynamic=True)
            self.model.speak = torch.compile(self.model.speak, dynamic=True)
        self.optimizer = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}],
            lr=self.stage.rate, betas=(0.9, 0.98), fused=True)
        self.samples = self.step = 0
        self.seconds = 0.0
        self.stage_samples = 0
        self.average = None
        if self.state_file.exists():
            self.load(torch.load(self.state_file, weights_only=True))
        elif arguments.warm:
            self.warm_start(arguments.warm)
        if not self.average:
            self.average = [p.detach().clone() for p in self.parameters]
        self.buffer = torch.zeros(sum(p.numel() for p in self.parameters) + 4)
        seed = 1000 * (1 + self.step) + arguments.rank
        self.source = self.stage.batches(seed)
        self.rng = np.random.default_rng(seed)

    def warm_start(self, folder):
        from safetensors.torch import load_file

        rename = lambda n: "model.language_model." + n[6:] if n.startswith("model.") else "model." + n
        weights = {rename(n): t.float() for n, t in load_file(f"{folder}/model.safetensors").items()}
        missing, unexpected = self.model.hf.load_state_dict(weights, strict=False)
        if unexpected or [m for m in missing if "lm_head" not in m]:
            raise SystemExit(f"warm start does not fit: missing {missing}, unexpected {unexpected}")

    def load(self, state):
        self.model.load_state_dict(state["model"])
        self.samples, self.step, self.seconds = state["samples"], state["step"], state["seconds"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.average = state.get("average")
        if state["stage"] == self.arguments.stage:
            self.stage_samples = state["stage_samples"]

    def save(self):
        self.state_file.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.state_file.with_suffix(".tmp")
        torch.save(dict(model=self.model.state_dict(), average=self.average, optimizer=self.optimizer.state_dict(), samples=self.samples,
                        step=self.step, seconds=self.seconds, stage=self.arguments.stage,
                        stage_samples=self.stage_samples), temporary)  # fmt: skip
        temporary.replace(self.state_file)

    def log(self, **row):
        if self.arguments.rank == 0:
            row = dict(stage=self.arguments.stage, step=self.step, samples=self.samples, seconds=round(self.seconds), **row)
            with open(self.state_file.with_name("log.jsonl"), "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)

    def learn(self):
        samples = next(self.source)
        images, ids, targets = make_batch(samples, self.rng)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.arguments.bf16):
            logits, heads = self.model(images, ids)
        loss = language = F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten(), ignore_index=-100)
        ctc, pages = None, (None, None, None)
        if samples[0].task == "layout":
            pages = page_losses(heads, samples)
            loss = loss + self.stage.box_weight * sum(pages)
        if samples[0].ctc:
            ctc = ctc_loss(heads.ctc, samples)
            loss = loss + self.stage.ctc_weight * ctc
        loss.backward()
        known = targets != -100
        right = (logits.argmax(-1) == targets)[known].float().mean().item()
        return Measure(samples[0].task, len(samples), language.item(), right, *(None if x is None else x.item() for x in (ctc, *pages)))

    def exchange(self, count, elapsed):
        """Averages the gradients over the ranks; -> (samples of all ranks, stop?)"""
        at = 0
        for p in self.parameters:
            self.buffer[at : at + p.numel()] = 0 if p.grad is None else p.grad.reshape(-1)
            at += p.numel()
        self.buffer[at:] = torch.tensor([count, elapsed if self.arguments.rank == 0 else 0, 0, 0])
        if self.arguments.world > 1:
            dist.all_reduce(self.buffer)
        gradient = self.buffer[:at].div_(self.arguments.world)
        norm = gradient.norm()
        if norm > 1:
            gradient.mul_(1 / norm)
        at = 0
        for p in self.parameters:
            p.grad = gradient[at : at + p.numel()].view_as(p)
            at += p.numel()
        return int(self.buffer[-4]), self.buffer[-3].item() >= self.arguments.hours * 3600

    def rate(self):
        rate = self.stage.rate * min(1, (self.step + 1) / WARM_UP_STEPS)
        if self.arguments.stage == "finish":
            rate *= 0.5 * (1 + math.cos(math.pi * min(1.0, self.stage_samples / self.stage_end)))
        return rate

    def follow(self):
        """The running average takes a step after the weights; a young run averages over fewer steps."""
        weight = 1 / min(self.step + 1, AVERAGED_STEPS)
        for mean, parameter in zip(self.average, self.parameters):
            mean.lerp_(parameter.detach(), weight)

    def judge(self):
        """Error rates of the averaged weights, which are in the model meanwhile."""
        for mean, parameter in zip(self.average, self.parameters):
            mean.data, parameter.data = parameter.data, mean.data
        self.log(**evaluate.quick(self.model.hf))
        for mean, parameter in zip(self.average, self.parameters):
            mean.data, parameter.data = parameter.data, mean.data

    def run(self):
        start, saved, window = time.time(), time.time(), []
        stop, seen, since = False, 0, time.time()
        while not stop and self.stage_samples < self.stage_end:
            begun = time.time()
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate()
            window.append(self.learn())
            count, stop = self.exchange(window[-1].samples, time.time() - start)
            self.optimizer.step()
            self.optimizer.zero_grad(set_to_none=True)
            self.follow()
            self.step += 1
            self.samples += count
            self.stage_samples += count
            seen += count
            self.seconds += time.time() - begun
            if self.step % 200 == 0:
                self.log(**summary(window), rate=self.rate(), speed=round(seen / max(1e-9, time.time() - since), 1))
                window.clear()
                seen, since = 0, time.time()
            if self.arguments.rank == 0 and time.time() - saved > SAVE_SECONDS:
                self.save()
                self.judge()
                saved = time.time()
        if self.arguments.rank == 0:
            self.save()
            self.judge()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rank", type=int, default=0)
    parser.add_argument("--world", type=int, default=1)
    parser.add_argument("--port", type=int, default=29511)
    parser.add_argument("--state", required=True)
    parser.add_argument("--hours", type=float, required=True)
    parser.add_argument("--stage", choices=list(STAGES), required=True)
    parser.add_argument("--samples", type=int, help="end the stage after so many, not after its usual number")
    parser.add_argument("--warm", help="Hugging Face folder to start from when there is no state")
    parser.add_argument("--bf16", action="store_true", help="matrix products in bfloat16 (for processors with AVX512-BF16)")
    parser.add_argument("--compile", action="store_true", help="compile the forward pass: slower to start, then faster")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(arguments.state, exist_ok=True)
    if arguments.world > 1:
        dist.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{arguments.port}", rank=arguments.rank, world_size=arguments.world)
    Trainer(arguments).run()


if __name__ == "__main__":
    main()
