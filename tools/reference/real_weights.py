#!/usr/bin/env python3
"""Goldens with real weights: what llama.cpp answers with Qwen2.5-Coder-0.5B-Instruct Q4_K_M.

real_weights.py MODEL.gguf [--expand SCRATCH.gguf] [--threads N]; with --expand, goldens that are there are kept
For each prompt of real_prompts.py its ids, 64 greedy tokens and the gap between the best two logits before each;
for the text there, the mean negative log-likelihood. Goes to tests/golden/engine/real/q4_k_m.txt.
llama.cpp multiplies block formats with activations rounded to 8 bits, which we don't. So --expand also writes the
same weights as f32 to a file (2.5 GB) and asks llama.cpp with that at each place of those answers, up to the first
where it would go on differently: real/expanded.txt, with far tighter bounds. Keys and values are f32 in both.
Environment: engine-real-weights.txt.
"""

import argparse
import ctypes
from pathlib import Path

import llama_cpp
import numpy as np
from real_prompts import PROMPTS, TEXT

GOLDENS = Path(__file__).resolve().parents[2] / "tests/golden/engine/real"
STEPS = 64
CONTEXT = 1024
GGML_F32 = 0


def best(logits):
    """The best token and how far the next one is."""
    second, first = np.partition(logits, -2)[-2:]
    return int(logits.argmax()), float(first - second)


class Llama:
    def __init__(self, path, threads):
        self.model = llama_cpp.Llama(str(path), n_ctx=CONTEXT, n_batch=CONTEXT, n_threads=threads,
                                     n_threads_batch=threads, type_k=GGML_F32, type_v=GGML_F32, flash_attn=False,
                                     verbose=False)
        self.vocabulary = self.model.n_vocab()

    def tokenize(self, text):
        return self.model.tokenize(text.encode(), add_bos=False, special=True)

    def feed(self, ids, first=-1):
        """Logits of the tokens from place `first` on."""
        first %= len(ids)
        batch = llama_cpp.llama_batch_init(len(ids), 0, 1)
        batch.n_tokens = len(ids)
        for index, token in enumerate(ids):
            batch.token[index] = token
            batch.pos[index] = self.length + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = 0
            batch.logits[index] = index >= first
        if llama_cpp.llama_decode(self.model.ctx, batch) != 0:
            raise RuntimeError("llama_decode failed")
        self.length += len(ids)
        llama_cpp.llama_batch_free(batch)
        rows = []
        for index in range(first, len(ids)):
            pointer = llama_cpp.llama_get_logits_ith(self.model.ctx, index)
            rows.append(np.ctypeslib.as_array(ctypes.cast(pointer, ctypes.POINTER(ctypes.c_float)),
                                              (self.vocabulary,)).copy())
        return rows

    def clear(self):
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self.model.ctx), True)
        self.length = 0

    def greedy(self, ids):
        self.clear()
        tokens, gaps = [], []
        while len(tokens) < STEPS:
            token, gap = best(self.feed([tokens[-1]] if tokens else ids)[0])
            tokens.append(token)
            gaps.append(gap)
        return tokens, gaps

    def follow(self, ids, answer):
        """As greedy, but only as far as the first token that isn't in `answer`."""
        self.clear()
        tokens, gaps = [], []
        for logits, expected in zip(self.feed(ids + answer[:-1], first=len(ids) - 1), answer):
            token, gap = best(logits)
            tokens.append(token)
            gaps.append(gap)
            if token != expected:
                break
        return tokens, gaps

    def mean_loss(self, ids):
        self.clear()
        losses = []
        for token, logits in zip(ids[1:], self.feed(ids, first=0)):
            top = float(logits.max())
            total = float(np.log(np.exp(logits.astype(np.float64) - top).sum()))
            losses.append(top + total - float(logits[token]))
        return float(np.mean(losses))


def numbers(name, values, form="{}"):
    return f"{name} {len(values)} " + " ".join(form.format(value) for value in values)


def write_golden(path, model, threads, answers=None):
    """`answers`: followed instead of answering freely."""
    llama = Llama(model, threads)
    ids = llama.tokenize(TEXT)
    lines = ["text " + TEXT.encode().hex(), numbers("text_ids", ids), f"loss {llama.mean_loss(ids):.6f}"]
    print(f"{path.name}: loss {lines[-1]} over {len(ids)} tokens", flush=True)
    for index, prompt in enumerate(PROMPTS):
        ids = llama.tokenize(prompt)
        tokens, gaps = llama.follow(ids, answers[index]) if answers else llama.greedy(ids)
        print(f"{path.name}: prompt {index}, {len(ids)} ids, smallest gap {min(gaps):.3f}", flush=True)
        lines += ["prompt " + prompt.encode().hex(), numbers("ids", ids), numbers("tokens", tokens),
                  numbers("gaps", gaps, "{:.5g}")]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


def read_answers(path):
    lines = [line.split() for line in path.read_text().splitlines()]
    return [[int(field) for field in line[2:]] for line in lines if line[0] == "tokens"]


def expand(source, target):
    """The same model with every tensor as f32."""
    import gguf

    reader = gguf.GGUFReader(source)
    writer = gguf.GGUFWriter(target, "qwen2")
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name in ("general.architecture", "general.file_type"):
            continue
        kind = field.types[0]
        inner = field.types[-1] if kind == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, field.contents(), kind, inner)
    values = {}
    for tensor in reader.tensors:
        shape = [int(size) for size in reversed(tensor.shape)]
        writer.add_tensor_info(tensor.name, shape, np.dtype(np.float32), 4 * int(np.prod(shape)))
        values[tensor.name] = tensor
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    for tensor in values.values():
        writer.write_tensor_data(gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32))
    writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--expand")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    known = GOLDENS / "q4_k_m.txt"
    if not (arguments.expand and known.exists()):
        write_golden(known, arguments.model, arguments.threads)
    if arguments.expand:
        if not Path(arguments.expand).exists():
            expand(arguments.model, arguments.expand)
        write_golden(GOLDENS / "expanded.txt", arguments.expand, arguments.threads, read_answers(known))


if __name__ == "__main__":
    main()
