"""Reads pages with mineru-llama-cpp in the two steps of MinerU's own client, in the peers' own environment.

pages_peer_run.py LANGUAGE VISION THREADS SLOTS JOBS.json -> {"load_seconds", "page_seconds": [...]}
JOBS.json is what pages_plan.jobs() gives. All crops of a page are sent at once; the engine has SLOTS for them.
"""

import asyncio
import base64
import json
import os
import sys
import time
from pathlib import Path


async def ask(engine, sampling, job):
    data = base64.b64encode(Path(job["picture"]).read_bytes()).decode()
    content = [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + data}}, {"type": "text", "text": job["prompt"]}]
    messages = [{"role": "system", "content": "You are a helpful assistant."}, {"role": "user", "content": content}]
    # What a made model writes may be no text: whole answers would fail, the stream does not.
    last = None
    async for last in engine.astream(messages, sampling(temperature=0.0, n_predict=job["tokens"], ignore_eos=True)):
        pass
    return last.tokens_predicted if last else 0


async def read(engine, sampling, pages):
    seconds, tokens = [], 0
    for page in pages:
        started = time.monotonic()
        tokens += await ask(engine, sampling, page["layout"])
        tokens += sum(await asyncio.gather(*(ask(engine, sampling, crop) for crop in page["crops"])))
        seconds.append(time.monotonic() - started)
        print(f"page {len(seconds)}: {seconds[-1]:.0f} s", file=sys.stderr, flush=True)
    return seconds, tokens


def main(language, vision, threads, slots, jobs):
    os.environ["MINERU_LLAMA_CPP_BACKEND"] = "cpu"
    from mineru_llama_cpp import Engine, SamplingParams

    started = time.monotonic()
    engine = Engine(language, vision, n_ctx_seq=4096, n_gpu_layers=0, n_parallel=int(slots), n_threads=int(threads))
    load = time.monotonic() - started
    seconds, tokens = asyncio.run(read(engine, SamplingParams, json.loads(Path(jobs).read_text(encoding="utf-8"))))
    return {"load_seconds": load, "page_seconds": seconds, "tokens": tokens}


if __name__ == "__main__":
    saved = os.dup(1)
    os.dup2(2, 1)  # the engine talks on stdout
    os.write(saved, json.dumps(main(*sys.argv[1:])).encode())
    os._exit(0)  # what an engine does while it is taken down is no part of it
