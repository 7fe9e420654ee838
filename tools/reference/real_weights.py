#!/usr/bin/env python3
"""Goldens with real weights: what llama.cpp answers with Qwen2.5-Coder-0.5B-Instruct Q4_K_M.

real_weights.py MODEL.gguf [--expand SCRATCH.gguf] [--threads N]
For each prompt of real_prompts.py its ids, 64 greedy tokens and the gap between the best two logits before each;
for the text there, the mean negative log-likelihood. Goes to tests/golden/engine/real/q4_k_m.txt.
llama.cpp multiplies block formats with activations rounded to 8 bits, which we don't. So --expand also writes the
same weights as f32 to a file (2.5 GB) and runs llama.cpp on that: real/expanded.txt, with far tighter bounds.
Keys and values are f32 in both. Environment: engine-real-weights.txt.
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


class Llama:
    def __init__(self, path, threads):
        self.model = llama_cpp.Llama(str(path), n_ctx=CONTEXT, n_batch=CONTEXT, n_threads=threads,
                                     n_threads_batch=threads, type_k=GGML_F32, type_v=GGML_F32, flash_attn=False,
                                     verbose=False)
        self.vocabulary = self.model.n_vocab()

    def tokenize(self, text):
        return self.model.tokenize(text.encode(), add_bos=False, special=True)

    def feed(self, ids, every=False):
        """Logits of the last token, or of every one."""
        batch = llama_cpp.llama_batch_init(len(ids), 0, 1)
        batch.n_tokens = len(ids)
        for index, token in enumerate(ids):
            batch.token[index] = token
            batch.pos[index] = self.length + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = 0
            batch.logits[index] = every or index == len(ids) - 1
        if llama_cpp.llama_decode(self.model.ctx, batch) != 0:
            raise RuntimeError("llama_decode failed")
        self.length += len(ids)
        llama_cpp.llama_batch_free(batch)
        wanted = range(len(ids)) if every else [len(ids) - 1]
        rows = []
        for index in wanted:
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
        logits = self.feed(ids)[0]
        while True:
            second, first = np.partition(logits, -2)[-2:]
            tokens.append(int(logits.argmax()))
            gaps.append(float(first - second))
            if len(tokens) == STEPS:
                return tokens, gaps
            logits = self.feed([tokens[-1]])[0]

    def mean_loss(self, ids):
        self.clear()
        losses = []
        for token, logits in zip(ids[1:], self.feed(ids, every=True)):
            top = float(logits.max())
            total = float(np.log(np.exp(logits.astype(np.float64) - top).sum()))
            losses.append(top + total - float(logits[token]))
        return float(np.mean(losses))


def numbers(name, values, form="{}"):
    return f"{name} {len(values)} " + " ".join(form.format(value) for value in values)


def write_golden(path, model, threads):
    llama = Llama(model, threads)
    ids = llama.tokenize(TEXT)
    lines = ["text " + TEXT.encode().hex(), numbers("text_ids", ids), f"loss {llama.mean_loss(ids):.6f}"]
    print(f"{path.name}: loss {lines[-1]} over {len(ids)} tokens", flush=True)
    for index, prompt in enumerate(PROMPTS):
        ids = llama.tokenize(prompt)
        tokens, gaps = llama.greedy(ids)
        print(f"{path.name}: prompt {index}, {len(ids)} ids, smallest gap {min(gaps):.3f}", flush=True)
        lines += ["prompt " + prompt.encode().hex(), numbers("ids", ids), numbers("tokens", tokens),
                  numbers("gaps", gaps, "{:.5g}")]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


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
    write_golden(GOLDENS / "q4_k_m.txt", arguments.model, arguments.threads)
    if arguments.expand:
        if not Path(arguments.expand).exists():
            expand(arguments.model, arguments.expand)
        write_golden(GOLDENS / "expanded.txt", arguments.expand, arguments.threads)


if __name__ == "__main__":
    main()
