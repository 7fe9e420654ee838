#!/usr/bin/env python3
"""OpenAI's API of octavo serve with the clients that people use: the openai package and mineru-vl-utils, unchanged;
and with plain requests that are wrong.

openai_test.py OCTAVO [unittest arguments]
Runs in .deps/api-clients, which ./dev test installs.
"""

import asyncio
import base64
import json
import logging
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import openai
from loguru import logger
from mineru_vl_utils import MinerUClient
from PIL import Image, ImageDraw, ImageFont

from doc_examples import run_examples
from serving import Server, until

ROOT = Path(__file__).resolve().parents[2]
MODEL, PICTURES = ROOT / "models/octavo-mini", ROOT / "tests/fixtures/mini"
FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
LINES = ["The harbour was quiet when the first boat left in the morning,",
         "and nobody on the pier had expected that so many passengers",
         "would wait for the second one until the afternoon had come.",
         "A letter from the captain explained what had happened."]  # fmt: skip
OCTAVO = None
LONG = "Write a long story about a ship. " * 3


def truth():
    return [json.loads(line) for line in (PICTURES / "truth.jsonl").read_text(encoding="utf-8").splitlines()]


def data_uri(path):
    return "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode()


def question(path, prompt="\nText Recognition:"):
    return [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": data_uri(path)}},
                                         {"type": "text", "text": prompt}]}]  # fmt: skip


def reference():
    """What transformers reads with the same model, by file; its first 256 tokens are bytes."""
    lines = (PICTURES / "reference.jsonl").read_text(encoding="utf-8").splitlines()
    return {r["file"]: bytes(i for i in r["ids"] if i < 256).decode("utf-8", "replace") for r in map(json.loads, lines)}


def text_of(answer):
    return getattr(answer, "text", answer)


def drawn_page():
    page = Image.new("RGB", (1240, 1754), "white")
    draw = ImageDraw.Draw(page)
    draw.text((120, 120), "Sailing to the islands", font=ImageFont.truetype(str(FONT), 56), fill="black")
    font = ImageFont.truetype(str(FONT), 28)
    for i, line in enumerate(LINES):
        draw.text((120, 300 + 44 * i), line, font=font, fill="black")
    return page


class WithModel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(OCTAVO, "--tier", "basic", "--chat-model", MODEL)
        cls.addClassCleanup(cls.server.__exit__)
        cls.client = openai.OpenAI(base_url=cls.server.url + "/v1", api_key="none", max_retries=0, timeout=240)
        cls.name = cls.client.models.list().data[0].id
        read = reference()  # what the model reads as it is printed comes first: another checkpoint reads others
        cls.lines = sorted((t for t in truth() if t["file"].startswith("line_")), key=lambda t: read[t["file"]] != t["truth"])

    def ask(self, messages=None, **more):
        return self.client.chat.completions.create(
            model=self.name, messages=messages or question(PICTURES / self.lines[0]["file"]), temperature=0, **more)

    def post(self, body, path="/v1/chat/completions"):
        return self.server.ask("POST", path, json.dumps(body), {"Content-Type": "application/json"})


class OpenAiPackage(WithModel):
    def test_exactly_one_model(self):
        models = self.client.models.list().data
        self.assertEqual([m.id for m in models], ["octavo-mini"])
        self.assertEqual(self.client.models.retrieve("octavo-mini").id, "octavo-mini")

    def test_a_picture_is_read(self):
        answer = self.ask(max_tokens=400)
        choice = answer.choices[0]
        self.assertEqual(choice.message.content, self.lines[0]["truth"])
        self.assertEqual((choice.message.role, choice.finish_reason), ("assistant", "stop"))
        self.assertEqual(answer.object, "chat.completion")
        self.assertEqual(answer.usage.completion_tokens, len(self.lines[0]["truth"].encode()))  # its tokens are bytes
        self.assertEqual(answer.usage.total_tokens, answer.usage.prompt_tokens + answer.usage.completion_tokens)
        self.assertGreater(answer.usage.prompt_tokens, answer.usage.prompt_tokens_details.image_tokens)
        self.assertIn("octavo-mini", answer.system_fingerprint)

    def test_a_stream_says_the_same_in_pieces(self):
        picture = question(PICTURES / self.lines[1]["file"])
        whole = self.ask(picture)
        chunks = list(self.ask(picture, stream=True, stream_options={"include_usage": True}))
        self.assertEqual(chunks[0].choices[0].delta.role, "assistant")
        pieces = [c.choices[0].delta.content for c in chunks if c.choices and c.choices[0].delta.content]
        self.assertEqual("".join(pieces), whole.choices[0].message.content)
        self.assertGreater(len(pieces), 3)
        self.assertEqual([c.choices[0].finish_reason for c in chunks if c.choices][-1], "stop")
        self.assertEqual(chunks[-1].choices, [])
        self.assertEqual(chunks[-1].usage, whole.usage)
        self.assertEqual(len({c.id for c in chunks}), 1)

    def test_length_and_stop(self):
        short = self.ask(max_tokens=3).choices[0]
        self.assertEqual((short.finish_reason, short.message.content), ("length", self.lines[0]["truth"][:3]))
        self.assertEqual(self.ask(max_completion_tokens=2).choices[0].message.content, self.lines[0]["truth"][:2])
        stopped = self.ask(stop=self.lines[0]["truth"][2:4]).choices[0]
        self.assertEqual((stopped.finish_reason, stopped.message.content), ("stop", self.lines[0]["truth"][:2]))

    def test_a_seed_makes_chance_repeatable(self):
        def draw(seed):
            answer = self.client.chat.completions.create(
                model=self.name, messages=[{"role": "user", "content": LONG}], temperature=2, seed=seed, max_tokens=24)
            return answer.choices[0].message.content

        self.assertEqual(draw(7), draw(7))
        self.assertGreater(len({draw(seed) for seed in range(6)}), 1)

    def test_errors_are_those_of_the_package(self):
        with self.assertRaises(openai.NotFoundError) as caught:
            self.client.chat.completions.create(model="gpt-9", messages=[{"role": "user", "content": "a"}])
        self.assertEqual(caught.exception.code, "model_not_found")
        with self.assertRaises(openai.BadRequestError) as caught:
            self.ask(extra_body={"top_k": -7})
        self.assertEqual((caught.exception.code, caught.exception.param), ("invalid_parameter", "top_k"))
        with self.assertRaises(openai.BadRequestError) as caught:
            self.ask([{"role": "user", "content": "word " * 100_000}])
        self.assertEqual(caught.exception.code, "context_length_exceeded")
        with self.assertRaises(openai.BadRequestError) as caught:
            self.ask([{"role": "user", "content": [
                {"type": "image_url", "image_url": {"url": "http://169.254.169.254/latest/meta-data"}}]}])
        self.assertEqual(caught.exception.code, "remote_images_disabled")

    def test_a_client_that_goes_away_ends_its_chat(self):
        stream = self.ask([{"role": "user", "content": LONG}], stream=True, stop=["\0"],
                          extra_body={"no_repeat_ngram_size": 1})
        next(iter(stream))
        stream.close()
        until(lambda: self.chats() == 0, "the end of the chat")
        self.assertEqual(self.ask().choices[0].message.content, self.lines[0]["truth"])

    def chats(self):
        """Waiting and running, as /metrics says."""
        rows = self.server.get("/metrics").body.decode().splitlines()
        return sum(float(r.rsplit(" ", 1)[1]) for r in rows if r.startswith("octavo_chats{") or r.startswith("octavo_chats "))


class Documentation(WithModel):
    """The examples of docs/api.md about this API, as they stand there."""

    def example(self, language):
        return run_examples(self, "OpenAI's API", language)[0]

    def test_curl(self):
        answer = json.loads(self.example("sh"))
        self.assertEqual(answer["object"], "chat.completion")

    def test_python(self):
        self.assertGreater(int(self.example("python").rsplit(None, 1)[1]), 0)

    def test_javascript(self):
        self.assertIn("data: [DONE]", self.example("js"))


class MineruClient(WithModel):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        logger.remove()  # its own messages
        cls.mineru = MinerUClient(backend="http-client", server_url=cls.server.url, use_tqdm=False)

    def test_a_page_in_two_steps(self):
        # Whether the model finds blocks is the model's business: all that it says arrives and is taken.
        blocks = self.mineru.two_step_extract(drawn_page())
        self.assertTrue(all(0 <= side <= 1 for block in blocks for side in block["bbox"]))

    def test_a_hundred_pictures_at_once_are_read_as_by_the_reference_implementation(self):
        pictures = [Image.open(PICTURES / t["file"]).convert("RGB") for t in self.lines[:100]]
        answers = [text_of(a) for a in asyncio.run(self.mineru.client.aio_batch_predict(pictures, "\nText Recognition:"))]
        wanted = reference()
        unlike = [t["file"] for t, answer in zip(self.lines, answers) if answer != wanted[t["file"]]]
        self.assertEqual(len(answers), 100)
        self.assertLessEqual(len(unlike), 5, unlike)  # sums in another order: the other one of two likely tokens
        alone = [text_of(self.mineru.client.predict(p, "\nText Recognition:")) for p in pictures[:8]]
        self.assertEqual(answers[:8], alone)


EDGES = ["0", "-0.0", "1", "-1", "2", "0.5", "1e-300", "1e38", "-1e38", "1e308", "-1e308", "1e309", "NaN", "Infinity",
         "-Infinity", "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808", "18446744073709551616",
         "true", "null", '"1"', "[]", "{}"]  # fmt: skip
FIELDS = ["temperature", "top_p", "min_p", "top_k", "presence_penalty", "frequency_penalty", "repetition_penalty",
          "no_repeat_ngram_size", "seed", "max_tokens", "max_completion_tokens", "n", "best_of", "top_logprobs",
          "min_tokens", "priority"]  # fmt: skip


class BadInput(WithModel):
    def send(self, body, connection=None):
        """(status, JSON) of raw bytes."""
        own = connection or self.server.connect()
        own.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"})
        answer = own.getresponse()
        status, content = answer.status, answer.read()
        if not connection:
            own.close()
        return status, json.loads(content)

    def assert_refused(self, status, answer, what):
        self.assertTrue(400 <= status < 500, f"{what}: {status} {answer}")
        self.assertEqual(set(answer["error"]), {"message", "type", "param", "code"}, what)
        self.assertTrue(answer["error"]["code"] and answer["error"]["message"], what)

    def test_edges_of_every_number(self):
        message = '"messages":[{"role":"user","content":"a"}]'
        connection = self.server.connect()
        seen = {200: 0, 400: 0}
        for field in FIELDS:
            for edge in EDGES:
                limit = "" if field.startswith("max_") else '"max_tokens":1,'
                body = f'{{{limit}{message},"{field}":{edge}}}'
                if field.startswith("max_") and edge not in ("1", "2"):
                    body = body.replace('"content":"a"', '"content":7')  # taken or not, nothing is to be written
                status, answer = self.send(body, connection)
                self.assertIn(status, seen, f"{body}: {answer}")
                seen[status] += 1
                if status == 400:
                    self.assert_refused(status, answer, body)
        connection.close()
        self.assertGreater(min(seen.values()), 60)

    def test_shapes(self):
        for body in ["", "{", "[]", "7", "null", '"x"', "{} x", '{"messages":{}}', '{"messages":[]}', '{"messages":[null]}',
                     '{"messages":[{"role":"root","content":"a"}]}', '{"messages":[{"role":"user","content":{}}]}',
                     '{"model":7,"messages":[{"role":"user","content":"a"}]}', '{"a":1,"a":2}', "\xff", "[" * 100_000,
                     '{"messages":[{"role":"user","content":"\\ud800"}]}',
                     '{"messages":[{"role":"user","content":"a"}],"stream":"x"}',
                     '{"messages":[{"role":"user","content":"a"}],"chat_template":"{{x}}"}',
                     '{"messages":[{"role":"user","content":"a"}],"response_format":{"type":"json_schema"}}',
                     '{"messages":[{"role":"user","content":"a"}],"server_url":"http://localhost"}']:  # fmt: skip
            status, answer = self.send(body.encode("latin-1"))
            self.assert_refused(status, answer, body[:100])

    def test_pictures(self):
        png = base64.b64encode((PICTURES / self.lines[0]["file"]).read_bytes()).decode()
        for address, wanted in [("data:image/png;base64," + png[:-1], "invalid_url"), ("data:text/html,x", "invalid_url"),
                                ("data:image/png;base64," + png[:40], "image_malformed"), ("file:///etc/passwd", "unsupported_scheme"),
                                ("data:image/png;base64," + base64.b64encode(b"%PDF-1.7").decode(), "unsupported_media"),
                                ("http://127.0.0.1/", "remote_images_disabled")]:  # fmt: skip
            content = [{"type": "image_url", "image_url": {"url": address}}]
            status, answer = self.send(json.dumps({"messages": [{"role": "user", "content": content}]}))
            self.assert_refused(status, answer, address[:60])
            self.assertEqual(answer["error"]["code"], wanted)
        # Good to its header, and broken behind it: the worker says so.
        cut = base64.b64encode(base64.b64decode(png)[:60]).decode()
        content = [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + cut}}, {"type": "text", "text": "x"}]
        status, answer = self.send(json.dumps({"messages": [{"role": "user", "content": content}], "max_tokens": 1}))
        self.assertEqual((status, answer["error"]["code"]), (422, "image_malformed"))

    def test_too_many(self):
        tiny = "data:image/gif;base64,R0lGODlhAQABAAAAADs="
        parts = [{"type": "image_url", "image_url": {"url": tiny}}] * 10_000
        began = time.monotonic()
        status, answer = self.send(json.dumps({"messages": [{"role": "user", "content": parts}]}))
        self.assertEqual(status, 413, answer)
        self.assertLess(time.monotonic() - began, 30)
        status, answer = self.send(json.dumps({"messages": [{"role": "user", "content": "a"}] * 20_000}))
        self.assertEqual(status, 413, answer)

    def test_others_are_not_disturbed(self):
        with ThreadPoolExecutor(8) as pool:
            good = [pool.submit(self.ask, question(PICTURES / t["file"]), max_tokens=400) for t in self.lines[:6]]
            bad = [pool.submit(self.send, '{"messages":[{"role":"user","content":"a"}],"top_p":NaN}') for _ in range(20)]
            right = sum(g.result().choices[0].message.content == t["truth"] for g, t in zip(good, self.lines))
            self.assertTrue(all(b.result()[0] == 400 for b in bad))
        self.assertGreaterEqual(right, 4)

    def test_every_event_is_json_in_utf8(self):
        body = json.dumps({"messages": [{"role": "user", "content": "Grüße 你好 😀"}], "stream": True, "max_tokens": 60,
                           "temperature": 2, "seed": 5, "skip_special_tokens": False})
        answer = self.server.ask("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"})
        self.assertEqual(answer.headers["content-type"], "text/event-stream")
        events = answer.body.decode("utf-8").strip().split("\n\n")
        self.assertEqual(events[-1], "data: [DONE]")
        for event in events[:-1]:
            self.assertEqual(json.loads(event.removeprefix("data: "))["object"], "chat.completion.chunk")


class WithoutModel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(OCTAVO, "--tier", "basic")
        cls.addClassCleanup(cls.server.__exit__)

    def test_a_chat_is_told_what_to_run(self):
        client = openai.OpenAI(base_url=self.server.url + "/v1", api_key="none", max_retries=0)
        with self.assertRaises(openai.NotFoundError) as caught:
            client.chat.completions.create(model="any", messages=[{"role": "user", "content": "a"}])
        self.assertEqual(caught.exception.code, "model_not_found")

    def test_a_page_in_two_steps(self):
        logger.remove()  # its own messages
        mineru = MinerUClient(backend="http-client", server_url=self.server.url, use_tqdm=False)
        blocks = mineru.two_step_extract(drawn_page())
        read = " ".join(block["content"] or "" for block in blocks)
        found = [word for line in LINES for word in line.strip(".,").split() if word in read]
        self.assertGreater(len(found), 30, blocks)

    def test_mineru_prompts_are_answered_by_the_basic_tier(self):
        picture = PICTURES / "line_001.png"
        listed = self.server.get("/v1/models").json()["data"]
        self.assertEqual([m["capabilities"] for m in listed], [["document_tasks"]])
        body = json.dumps({"model": listed[0]["id"], "messages": question(picture), "skip_special_tokens": False})
        answer = self.server.ask("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"}).json()
        self.assertIn("basic-recognizers", answer["system_fingerprint"])
        self.assertIn("Einstein", answer["choices"][0]["message"]["content"])
        until(lambda: not self.server.get("/v1/parse/jobs").json()["data"], "the end of the picture's job")


if __name__ == "__main__":
    OCTAVO = sys.argv.pop(1)
    logging.disable(logging.WARNING)
    unittest.main()
