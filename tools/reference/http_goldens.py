#!/usr/bin/env python3
"""What the reference client sends to a model server, and what it makes of answers, for the tests of our own.

Usage: http_goldens.py      writes tests/golden/http.json and tests/golden/http_flow.json
Needs an environment with mineru-vl-utils 2.0.7 and Pillow 13.0.0 (pip install mineru-vl-utils==2.0.7 pillow==13.0.0).
The client talks to the server of tests/cli/vlm_server.py, which writes the bodies down as they arrive.
"""

import json
import sys
from pathlib import Path

from mineru_vl_utils import MinerUClient
from mineru_vl_utils.mineru_client import DEFAULT_PROMPTS, DEFAULT_SAMPLING_PARAMS, DEFAULT_SYSTEM_PROMPT
from mineru_vl_utils.vlm_client.base_client import SamplingParams
from mineru_vl_utils.vlm_client.http_client import HttpVlmClient
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
from vlm_server import Reply, VlmServer, page_pixels, without_pictures  # noqa: E402

CHOICE = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "text"}}

MERGE = "Please merge the next two tables.\n\n[\"é\", '\\', 😀]\t"  # the client puts one together


def completion(**changes):
    return {"object": "chat.completion", "choices": [{**CHOICE, **changes}]}


# As they stand on the wire.
ANSWERS = [json.dumps(answer) for answer in (
    completion(), completion(finish_reason="length"), completion(finish_reason="content_filter"),
    completion(finish_reason=None), completion(message=None), completion(message={}), completion(message="text"),
    completion(message={"content": None}), completion(message={"content": ""}), completion(message={"content": 7}),
    completion(message={"content": ["a"]}), completion(message={"content": "a<|im_end|>"}),
    completion(message={"content": "a<|im_end|>\n"}), completion(message={"content": "<|im_end|><|im_end|>"}),
    completion(message={"content": "é你😀\u0000\"\\/<|box_start|>"}), {"object": "error", "message": "no"},
    {**completion(), "object": "error"}, {}, {"choices": None}, {"choices": []},
    {"choices": {}}, {"choices": "text"}, {"choices": [CHOICE, 7]}, [], [CHOICE], "text", 7, None, True,
)] + ["", " ", "{", "<html>", json.dumps(completion())[:-3], json.dumps(completion()) + "x",
      json.dumps(completion()) + "\n", json.dumps(completion(message={"content": "é你"}), ensure_ascii=False)]  # fmt: skip


def picture(width, height):
    image = Image.new("RGB", (width, height))
    image.putdata([((x * 7 + y) % 256, (y * 11) % 256, (x * y) % 256) for y in range(height) for x in range(width)])
    return image


def asked(prompt, sampling, pictures=1, system=DEFAULT_SYSTEM_PROMPT, model="MinerU2.5"):
    return {"model": model, "system": system, "prompt": prompt, "pictures": pictures,
            "sampling": {k: v for k, v in vars(sampling).items() if v is not None}}  # fmt: skip


def requests():
    for key, sampling in DEFAULT_SAMPLING_PARAMS.items():
        yield key, asked(DEFAULT_PROMPTS.get(key) or MERGE, sampling, 1 if DEFAULT_PROMPTS.get(key) else 0)
    default = DEFAULT_SAMPLING_PARAMS["[default]"]
    yield "two pictures", asked("Which?", default, 2)
    yield "no system", asked("\nText Recognition:", default, system="")
    limited = {**vars(default), "max_new_tokens": 4096}
    yield "limit", asked("\nText Recognition:", SamplingParams(**limited))
    yield "gpt", asked("\nText Recognition:", default, model="GPT-4o")
    plain = SamplingParams(temperature=0.7, top_p=0.9, top_k=40, presence_penalty=-0.5, frequency_penalty=0.25,
                           repetition_penalty=1.1)  # fmt: skip
    yield "other sampling", asked("x", plain)


def write(name, value):
    text = json.dumps(value, indent=1, ensure_ascii=False)
    (ROOT / "tests/golden" / name).write_text(text + "\n", encoding="utf-8")


def single_requests():
    sent = []
    with VlmServer(lambda *_: Reply(body=json.dumps(completion()).encode()), ["MinerU2.5", "GPT-4o"]) as server:
        for name, ask in requests():
            client = HttpVlmClient(ask["model"], server.url, system_prompt=ask["system"])
            images = [picture(31 + 5 * i, 28) for i in range(ask["pictures"])]
            client.predict(images, ask["prompt"], SamplingParams(**ask["sampling"]))
            sent.append({"name": name, "asked": ask, "body": server.bodies()[-1]})
    return sent


def understood():
    answers = []
    with VlmServer(lambda *_: Reply(body=ANSWERS[len(answers)].encode())) as server:
        client = HttpVlmClient("MinerU2.5", server.url, allow_truncated_content=True, max_retries=0)
        for body in ANSWERS:
            try:
                text = client.predict(picture(28, 28))
            except Exception:
                text = None
            answers.append({"body": body, "text": text})
    return answers


def flow():
    """All that is sent to read one page in two steps."""
    width, height = 850, 1100
    with VlmServer() as server:
        client = MinerUClient(backend="http-client", server_url=server.url, image_analysis=True, use_tqdm=False)
        client.two_step_extract(Image.frombytes("RGB", (width, height), page_pixels(width, height)))
        return sorted((without_pictures(body) for body in server.bodies()), key=json.dumps)


def main():
    single, answers, page = single_requests(), understood(), flow()
    write("http.json", {"requests": single, "answers": answers})
    write("http_flow.json", page)
    print(f"{len(single)} requests, {len(answers)} answers, {len(page)} requests of a page")


if __name__ == "__main__":
    main()
