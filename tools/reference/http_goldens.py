#!/usr/bin/env python3
"""What the reference client sends to a model server, and what it makes of answers, for the tests of our own.

Usage: http_goldens.py      writes tests/golden/http.json
Needs an environment with mineru-vl-utils 2.0.7 and Pillow 13.0.0 (pip install mineru-vl-utils==2.0.7 pillow==13.0.0).
The client talks to a server of this script, which writes the bodies down as they arrive.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from mineru_vl_utils.mineru_client import DEFAULT_PROMPTS, DEFAULT_SAMPLING_PARAMS, DEFAULT_SYSTEM_PROMPT
from mineru_vl_utils.vlm_client.base_client import SamplingParams
from mineru_vl_utils.vlm_client.http_client import HttpVlmClient
from PIL import Image

GOLDEN = Path(__file__).resolve().parents[2] / "tests/golden/http.json"
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


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.reply(json.dumps({"data": [{"id": name} for name in self.server.models]}))

    def do_POST(self):
        self.server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.reply(self.server.answer)


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


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.models, server.bodies = ["MinerU2.5", "GPT-4o"], []
    url = f"http://127.0.0.1:{server.server_port}"
    sent = []
    for name, ask in requests():
        server.answer = json.dumps(completion())
        client = HttpVlmClient(ask["model"], url, system_prompt=ask["system"])
        images = [picture(31 + 5 * i, 28) for i in range(ask["pictures"])]
        client.predict(images, ask["prompt"], SamplingParams(**ask["sampling"]))
        sent.append({"name": name, "asked": ask, "body": server.bodies.pop()})
    client = HttpVlmClient("MinerU2.5", url, allow_truncated_content=True, max_retries=0)
    answers = []
    for server.answer in ANSWERS:
        try:
            text = client.predict(picture(28, 28))
        except Exception:
            text = None
        answers.append({"body": server.answer, "text": text})
    server.shutdown()
    text = json.dumps({"requests": sent, "answers": answers}, indent=1, ensure_ascii=False)
    GOLDEN.write_text(text + "\n", encoding="utf-8")
    print(f"{GOLDEN.name}: {len(sent)} requests, {len(answers)} answers")


if __name__ == "__main__":
    main()
