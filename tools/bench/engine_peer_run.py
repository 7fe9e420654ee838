"""Runs one engine once, inside the peers' own environment, and prints JSON with seconds.

engine_peer_run.py convert LLAMA_SOURCE MODEL OUT TYPE        MODEL's language half as GGUF; TYPE: bf16
engine_peer_run.py convert-vision LLAMA_SOURCE MODEL OUT TYPE its vision half; TYPE: bf16, f16
engine_peer_run.py transformers MODEL THREADS COLUMNSxROWS    one picture of so many patches, a question, one token
engine_peer_run.py transformers-prompt MODEL THREADS TOKENS   reading a prompt
engine_peer_run.py mineru LANGUAGE VISION PICTURE THREADS TOKENS
"""

import base64
import json
import os
import runpy
import sys
import time
from pathlib import Path

# MinerU's form of a question: a control token's name is what a converter and an engine look for.
TEMPLATE = ("{% for message in messages %}<|im_start|>{{ message['role'] }}\n{% if message['content'] is string %}"
            "{{ message['content'] }}{% else %}{% for part in message['content'] %}{% if part['type'] == 'text' %}"
            "{{ part['text'] }}{% else %}<|vision_start|><|image_pad|><|vision_end|>{% endif %}{% endfor %}{% endif %}"
            "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")  # fmt: skip
QUESTION = "\nText Recognition:"
QUESTION_TOKENS = 38  # around a picture: its form and the question, in a vocabulary of bytes


def convert(source, model, out, kind, *more):
    """llama.cpp's own converter over a folder of links, with a chat form beside them: the made model has none."""
    sys.path[:0] = [source, f"{source}/gguf-py"]
    import conversion  # noqa: F401  (registers the models)
    from conversion.base import TextModel
    from conversion.qwenvl import Qwen2VLModel

    # It knows vocabularies by a hash of what they make of a text; a made one is none of them.
    TextModel.get_vocab_base_pre = lambda self, tokenizer: "qwen2"
    Qwen2VLModel.set_vocab = set_vocabulary
    folder = Path(out).parent / "checkpoint"
    folder.mkdir(exist_ok=True)
    for file in Path(model).iterdir():
        if file.is_file() and not (folder / file.name).exists():
            (folder / file.name).symlink_to(file.resolve())
    if not (folder / "tokenizer_config.json").exists():
        (folder / "tokenizer_config.json").write_text(json.dumps({"chat_template": TEMPLATE}), encoding="utf-8")
    sys.argv = ["convert", str(folder), "--outfile", out, "--outtype", kind, *more]
    runpy.run_path(f"{source}/convert_hf_to_gguf.py", run_name="__main__")
    return {}


def set_vocabulary(model):
    model._set_vocab_gpt2()
    # Readers want merges; a vocabulary of bytes has none. This one is of bytes that no text has.
    model.gguf_writer.add_token_merges(["\u0100 \u0101"])


def load_transformers(model, threads):
    import torch
    from transformers import Qwen2VLForConditionalGeneration

    torch.set_num_threads(threads)
    started = time.monotonic()
    loaded = Qwen2VLForConditionalGeneration.from_pretrained(model, dtype=torch.float32, attn_implementation="sdpa").eval()
    return loaded, time.monotonic() - started


def transformers_prompt(model, threads, tokens):
    import torch

    loaded, load = load_transformers(model, int(threads))
    ids = torch.arange(int(tokens))[None] % 200
    with torch.inference_mode():
        loaded(input_ids=ids[:, :16], use_cache=True, logits_to_keep=1)
        started = time.monotonic()
        loaded(input_ids=ids, use_cache=True, logits_to_keep=1)
        seconds = time.monotonic() - started
    return {"load_seconds": load, "prefill_seconds": seconds, "prompt_tokens": int(tokens)}


def transformers(model, threads, grid):
    import torch

    loaded, load = load_transformers(model, int(threads))
    columns, rows = (int(n) for n in grid.split("x"))
    image = columns * rows // 4
    pad, start, end = (getattr(loaded.config, name) for name in ("image_token_id", "vision_start_token_id", "vision_end_token_id"))
    ids = torch.tensor([[*range(1, 9), start, *[pad] * image, end, *range(1, QUESTION_TOKENS - 8)]])
    spans = []
    visual = loaded.model.visual
    visual.register_forward_pre_hook(lambda *_: spans.append(time.monotonic()))
    visual.register_forward_hook(lambda *_: spans.append(time.monotonic()))
    arguments = {"input_ids": ids, "attention_mask": torch.ones_like(ids), "pixel_values": torch.randn(columns * rows, 1176),
                 "image_grid_thw": torch.tensor([[1, rows, columns]]), "mm_token_type_ids": (ids == pad).int()}  # fmt: skip
    with torch.inference_mode():
        loaded(input_ids=ids[:, :8], use_cache=True, logits_to_keep=1)
        started = time.monotonic()
        loaded.generate(**arguments, max_new_tokens=1, min_new_tokens=1, do_sample=False)
        whole = time.monotonic() - started
    return {"load_seconds": load, "vision_seconds": spans[1] - spans[0], "first_token_seconds": whole}


def mineru(language, vision, picture, threads, tokens):
    os.environ["MINERU_LLAMA_CPP_BACKEND"] = "cpu"
    from mineru_llama_cpp import Engine, SamplingParams

    started = time.monotonic()
    engine = Engine(language, vision, n_ctx_seq=4096, n_gpu_layers=0, n_parallel=1, n_threads=int(threads))
    load = time.monotonic() - started
    data = base64.b64encode(Path(picture).read_bytes()).decode()
    content = [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + data}}, {"type": "text", "text": QUESTION}]
    started, last = time.monotonic(), None
    sampling = SamplingParams(temperature=0.0, n_predict=int(tokens), ignore_eos=True)
    for last in engine.stream([{"role": "user", "content": content}], sampling):
        pass
    whole = time.monotonic() - started
    out = {"load_seconds": load, "whole_seconds": whole, "prompt_tokens": last.tokens_evaluated}
    if last.timings:
        # Tokens of a made model may be no text: the engine's own clock knows when the first one was there.
        out["first_token_seconds"] = whole - last.timings.predicted_ms / 1000
        out["decode_rate"] = last.timings.predicted_per_second
    return out


if __name__ == "__main__":
    saved = os.dup(1)
    os.dup2(2, 1)  # engines talk on stdout
    os.environ["TQDM_DISABLE"] = "1"
    words = sys.argv[2:]
    work = {"convert": convert, "convert-vision": lambda *w: convert(*w, "--mmproj"), "transformers": transformers,
            "transformers-prompt": transformers_prompt, "mineru": mineru}[sys.argv[1]]  # fmt: skip
    os.write(saved, json.dumps(work(*words)).encode())
    os._exit(0)  # what an engine does while it is taken down is no part of it
