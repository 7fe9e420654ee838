#!/usr/bin/env python3
"""octavo ask, generate, tokenize, bench and info MODEL as a user meets them, on models made by a formula: what they
say makes no sense, but it is the same every time, and everything around it is real.

ask_test.py OCTAVO WRITE_MADE_MODELS [unittest arguments]
"""

import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from json_schema import problems  # noqa: E402

OCTAVO, WRITER = None, None
SEES, READS, PAIR = "mineru_like", "text_only", "mineru_like_gguf"


def png(width, height, level=200):
    """A grey picture with a dark bar."""
    rows = b"".join(b"\0" + bytes(30 if x < width // 3 else level for x in range(width)) for _ in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class AskCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.models = Path(tempfile.mkdtemp(prefix="octavo-models-"))
        cls.addClassCleanup(shutil.rmtree, cls.models, ignore_errors=True)
        for name in (SEES, READS):
            subprocess.run([WRITER, cls.models, name], check=True, timeout=300)
        cls.picture = cls.models / "picture.png"
        cls.picture.write_bytes(png(90, 60))

    def octavo(self, *arguments, stdin=None):
        return subprocess.run([OCTAVO, *map(str, arguments)], input=stdin, capture_output=True, check=False, timeout=300)

    def generate(self, *arguments, model=READS, code=0):
        run = self.octavo("generate", "--model", self.models / model, "--json", *arguments)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        self.assertEqual(run.stderr, b"")
        return json.loads(run.stdout)

    def fails(self, code, *arguments):
        run = self.octavo(*arguments)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertEqual(run.stdout, b"")
        lines = run.stderr.decode().splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertIn(f"{code}: ", lines[0])
        return lines[0]

    def copy_of(self, name):
        folder = tempfile.mkdtemp(prefix="octavo-damaged-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        return Path(shutil.copytree(self.models / name, Path(folder) / name))


class Ask(AskCase):
    def ask(self, *arguments):
        return self.octavo("ask", self.picture, "What is it?", "--model", self.models / SEES, "--max-new-tokens", 12,
                           *arguments)

    def test_the_answer_is_on_stdout_and_nothing_else(self):
        plain, streamed, again = self.ask(), self.ask("--stream"), self.ask("-q", "--threads", 1)
        self.assertEqual(plain.returncode, 0, plain.stderr)
        self.assertTrue(plain.stdout.endswith(b"\n"))
        plain.stdout.decode("utf-8")
        self.assertEqual(streamed.stdout, plain.stdout)
        self.assertEqual(again.stdout, plain.stdout)
        self.assertEqual(again.stderr, b"")
        self.assertRegex(plain.stderr.decode(), r"octavo: load .*1 picture in .*first token after .*tokens/s.*peak memory")

    def test_json_is_as_its_schema_says(self):
        answer = json.loads(self.ask("--json").stdout)
        schema = json.loads((ROOT / "docs/schemas/generation.schema.json").read_text(encoding="utf-8"))
        self.assertEqual(problems(answer, schema)[:5], [])
        self.assertEqual(len(answer["token_ids"]), answer["usage"]["generated_tokens"])
        self.assertGreater(answer["usage"]["image_tokens"], 0)
        self.assertEqual(answer["pictures"][0]["width"], 90)
        self.assertFalse(answer["pictures"][0]["capped"])

    def test_a_cap_is_told(self):
        large = self.models / "large.png"
        large.write_bytes(png(600, 400))
        run = self.octavo("ask", large, "What is it?", "--model", self.models / SEES, "--max-new-tokens", 2, "--max-side", 200)
        self.assertIn(b"large.png: 600 x 400 pixels were read as 196 x 140 (allow more with --max-side)\n", run.stderr)

    def test_the_picture_matters(self):
        other = self.models / "other.png"
        other.write_bytes(png(90, 60, 90))
        first = json.loads(self.ask("--json").stdout)
        run = self.octavo("ask", other, "What is it?", "--model", self.models / SEES, "--max-new-tokens", 12, "--json")
        self.assertNotEqual(first["token_ids"], json.loads(run.stdout)["token_ids"])

    def test_an_answer_about_each_picture(self):
        other = self.models / "second.png"
        other.write_bytes(png(120, 60, 200))
        pictures = [self.picture, other, self.picture]
        options = ["What is it?", "--model", self.models / SEES, "--max-new-tokens", 12]
        alone = [json.loads(self.octavo("ask", picture, *options, "--json").stdout)["token_ids"] for picture in pictures]
        together = json.loads(self.octavo("ask", *pictures, *options, "--json").stdout)
        schema = json.loads((ROOT / "docs/schemas/answers.schema.json").read_text(encoding="utf-8"))
        self.assertEqual(problems(together, schema)[:5], [])
        self.assertEqual([answer["token_ids"] for answer in together["answers"]], alone)
        self.assertEqual([answer["picture"] for answer in together["answers"]], [str(picture) for picture in pictures])
        plain, streamed = (self.octavo("ask", *pictures, *options, *more).stdout for more in ([], ["--stream"]))
        self.assertEqual(plain, streamed)
        self.assertEqual([line for line in plain.split(b"\n") if line.startswith(b"==> ")],
                         [f"==> {picture} <==".encode() for picture in pictures])
        one = json.loads(self.octavo("ask", *pictures, *options, "--together", "--json").stdout)
        self.assertEqual(len(one["pictures"]), 3)

    def test_one_picture_that_fails(self):
        none = self.models / "nowhere.png"
        run = self.octavo("ask", none, self.picture, "What?", "--model", self.models / SEES, "--max-new-tokens", 3, "--json")
        self.assertEqual(run.returncode, 1)
        answers = json.loads(run.stdout)
        schema = json.loads((ROOT / "docs/schemas/answers.schema.json").read_text(encoding="utf-8"))
        self.assertEqual(problems(answers, schema)[:5], [])
        self.assertEqual(answers["answers"][0]["error"]["code"], "file_not_found")
        self.assertIn("text", answers["answers"][1])

    def test_pictures_that_are_none(self):
        broken = {"empty.png": (b"", "file_empty"), "text.png": (b"no picture", "file_type_unsupported"),
                  "zero.png": (png(90, 60).replace(struct.pack(">II", 90, 60), struct.pack(">II", 0, 60)), "file_corrupted"),
                  "huge.png": (png(90, 60).replace(struct.pack(">II", 90, 60), struct.pack(">II", 2**31 - 1, 60)), "limit_exceeded"),
                  "thin.png": (png(2000, 2), "invalid_argument")}
        for name, (content, code) in broken.items():
            with self.subTest(name):
                path = self.models / name
                path.write_bytes(content)
                line = self.fails(code, "ask", path, "What?", "--model", self.models / SEES, "--max-side", 0)
                self.assertIn(name, line)
        self.fails("file_not_found", "ask", self.models / "none.png", "What?", "--model", self.models / SEES)

    def test_a_model_without_eyes(self):
        self.fails("invalid_argument", "ask", self.picture, "What?", "--model", self.models / READS)


class Generate(AskCase):
    def test_same_every_time(self):
        first = self.generate("--prompt", "Hello", "--max-new-tokens", 20)
        second = self.generate("--prompt", "Hello", "--max-new-tokens", 20, "--threads", 1)
        self.assertEqual(first["token_ids"], second["token_ids"])
        self.assertGreater(len(first["token_ids"]), 0)

    def test_seeds(self):
        def draw(seed):
            return self.generate("--prompt", "Hello", "--max-new-tokens", 24, "--temperature", 2, "--seed", seed)["token_ids"]

        self.assertEqual(draw(1), draw(1))
        self.assertNotEqual(draw(1), draw(2))

    def test_a_draft_changes_nothing(self):
        options = ["--prompt", "Hello", "--max-new-tokens", 40, "--temperature", 1, "--seed", 5, "--presence-penalty", 1]
        wanted = self.generate(*options)
        for draft in (wanted["text"].encode(), b"something else altogether", b"\xff\xfe", wanted["text"][5:].encode()):
            found = self.generate(*options, "--draft", self.file("draft.txt", draft))
            self.assertEqual(found["token_ids"], wanted["token_ids"])

    def test_length_and_stop(self):
        whole = self.generate("--prompt", "Hello", "--raw", "--max-new-tokens", 30, "--temperature", 1)
        self.assertLessEqual(len(whole["token_ids"]), 30)
        one = self.generate("--prompt", "Hello", "--raw", "--max-new-tokens", 1, "--temperature", 1)
        self.assertEqual((one["finish_reason"], one["token_ids"]), ("length", whole["token_ids"][:1]))
        text = whole["text"].replace("\ufffd", "\0")
        stop = next((c for c in text[2:] if c.isprintable()), None)
        if stop is None:
            self.skipTest("the made model wrote nothing to stop at")
        cut = self.generate("--prompt", "Hello", "--raw", "--max-new-tokens", 30, "--temperature", 1, "--stop", stop)
        self.assertEqual((cut["finish_reason"], cut["text"]), ("stop", whole["text"][:whole["text"].index(stop)]))

    def test_prompt_from_a_file_or_standard_input(self):
        path = self.models / "prompt.txt"
        path.write_bytes(b"Hello")
        wanted = self.generate("--prompt", "Hello", "--max-new-tokens", 8)["token_ids"]
        self.assertEqual(self.generate("--prompt-file", path, "--max-new-tokens", 8)["token_ids"], wanted)
        run = self.octavo("generate", "--model", self.models / READS, "--json", "--prompt-file", "-", "--max-new-tokens", 8,
                          stdin=b"Hello")
        self.assertEqual(json.loads(run.stdout)["token_ids"], wanted)

    def test_logprobs(self):
        answer = self.generate("--prompt", "Hello", "--max-new-tokens", 5, "--logprobs", 3)
        schema = json.loads((ROOT / "docs/schemas/generation.schema.json").read_text(encoding="utf-8"))
        self.assertEqual(problems(answer, schema)[:5], [])
        self.assertEqual([step["id"] for step in answer["logprobs"]], answer["token_ids"])
        for step in answer["logprobs"]:
            chances = [chance["logprob"] for chance in step["likeliest"]]
            self.assertEqual(len(chances), 3)
            self.assertEqual(chances, sorted(chances, reverse=True))
            self.assertEqual(step["id"], step["likeliest"][0]["id"])  # greedy
            self.assertLess(chances[0], 0)
        self.assertNotIn("logprobs", self.generate("--prompt", "Hello", "--max-new-tokens", 2))

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk_is_told(self):
        for arguments in (["--prompt", "x", "--max-new-tokens", "2"], ["--prompt", "x", "--image", "none.png"]):
            with open("/dev/full", "wb") as full:
                run = subprocess.run([OCTAVO, "generate", "--model", self.models / READS, "--json", *arguments], stdout=full,
                                     stderr=subprocess.PIPE, check=False, timeout=300)
            self.assertEqual(run.returncode, 1)
            self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)

    def test_raw_pictures_need_their_places(self):
        place = "<|vision_start|><|image_pad|><|vision_end|>"
        answer = self.generate("--raw", "--prompt", f"a{place}b", "--image", self.picture, "--max-new-tokens", 3, model=SEES)
        self.assertGreater(answer["usage"]["image_tokens"], 0)
        error = self.generate("--raw", "--prompt", "ab", "--image", self.picture, model=SEES, code=1)["error"]
        self.assertEqual(error["code"], "invalid_argument")

    def test_prompts_that_do_not_fit(self):
        error = self.generate("--prompt-file", self.file("long.txt", b"word " * 2000), code=1)["error"]
        self.assertEqual(error["code"], "limit_exceeded")
        self.assertIn("context holds 4096", error["message"])
        error = self.generate("--prompt-file", self.file("bytes.txt", b"caf\xe9"), code=1)["error"]
        self.assertEqual(error["code"], "invalid_argument")
        self.assertIn("UTF-8", error["message"])
        self.assertEqual(self.generate("--raw", "--prompt", "", code=1)["error"]["code"], "invalid_argument")

    def file(self, name, content):
        path = self.models / name
        path.write_bytes(content)
        return path

    def test_interrupted(self):
        run = subprocess.Popen([OCTAVO, "generate", "--model", self.models / READS, "--raw", "--prompt", "Hello", "--stream",
                                "--max-new-tokens", "0", "--reference", "--temperature", "5"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        first = run.stdout.read(1)
        run.send_signal(signal.SIGINT)
        start = time.monotonic()
        out, err = run.communicate(timeout=60)
        self.assertLess(time.monotonic() - start, 5)
        if run.returncode == 0:
            self.skipTest("it was done before")
        self.assertEqual(run.returncode, 130, err)
        self.assertTrue((first + out).endswith(b"\n"))

    def test_reader_that_goes_away(self):
        run = subprocess.Popen([OCTAVO, "generate", "--model", self.models / READS, "--raw", "--prompt", "Hello", "--stream",
                                "--max-new-tokens", "200", "--temperature", "5"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        run.stdout.close()
        self.assertEqual(run.wait(timeout=60), 141)
        self.assertEqual(run.stderr.read(), b"")
        run.stderr.close()


class Models(AskCase):
    def test_what_is_not_there(self):
        line = self.fails("file_not_found", "generate", "--model", self.models / "none", "--prompt", "x")
        self.assertIn("none", line)
        self.fails("model_missing", "generate", "--model", "no-such-name", "--prompt", "x")

    def test_damaged_files(self):
        model = self.copy_of(READS)
        weights = model / "model.safetensors"
        content = weights.read_bytes()
        weights.write_bytes(content[:-1000])
        self.assertIn("model.safetensors", self.fails("model_invalid", "generate", "--model", model, "--prompt", "x"))
        self.fails("model_invalid", "info", model)
        weights.write_bytes(content[:5])
        self.fails("model_invalid", "generate", "--model", model, "--prompt", "x")
        weights.write_bytes(content)
        (model / "config.json").write_text("{")
        self.assertIn("config.json", self.fails("model_invalid", "generate", "--model", model, "--prompt", "x"))

    def test_weights_that_are_no_numbers(self):
        model = self.copy_of(READS)
        weights = model / "model.safetensors"
        content = bytearray(weights.read_bytes())
        size = struct.unpack("<Q", content[:8])[0]
        header = json.loads(content[8:8 + size])
        name = next(name for name in header if name.endswith("0.self_attn.k_proj.weight"))
        start, end = header[name]["data_offsets"]
        content[8 + size + start:8 + size + end] = b"\xff" * (end - start)  # NaN in every float format
        weights.write_bytes(content)
        line = self.fails("model_invalid", "generate", "--model", model, "--prompt", "x")
        self.assertIn(name, line)
        self.assertIn(str(model), line)
        self.assertIn(name, self.fails("model_invalid", "generate", "--model", model, "--prompt", "x", "--check-weights"))
        run = self.octavo("info", model, "--check-weights", "--json")
        self.assertEqual(run.returncode, 1)
        self.assertIn(str(model), json.loads(run.stdout)["error"]["message"])

    def test_the_tokenizer_of_another_model(self):
        model = self.copy_of(SEES)
        path = model / "tokenizer.json"
        path.write_text(path.read_text(encoding="utf-8").replace("<|image_pad|>", "<|picture|>"), encoding="utf-8")
        line = self.fails("model_invalid", "generate", "--model", model, "--prompt", "x", "--raw")
        self.assertIn("tokenizer.json", line)
        self.assertIn("<|image_pad|>", line)

        model = self.copy_of(READS)
        path = model / "generation_config.json"
        path.write_text('{"eos_token_id": 263}', encoding="utf-8")  # an embedding's row without a token
        line = self.fails("model_invalid", "generate", "--model", model, "--prompt", "x", "--raw")
        self.assertIn("the end token 263", line)

    def test_info_of_two_files(self):
        subprocess.run([WRITER, self.models, PAIR], check=True, timeout=300)
        facts = json.loads(self.octavo("info", self.models / PAIR / "model.gguf", "--json", "--tensors").stdout)
        self.assertTrue(facts["runnable"] and facts["vision"])
        self.assertEqual(facts["vision_file"], str(self.models / PAIR / "mmproj.gguf"))
        tensors = [tensor["name"] for tensor in facts["tensors"]]
        self.assertIn("token_embd.weight", tensors)
        self.assertIn("v.post_ln.weight", tensors)
        sizes = sum((self.models / PAIR / name).stat().st_size for name in ("model.gguf", "mmproj.gguf"))
        self.assertEqual(facts["file_bytes"], sizes)

    def test_a_prepacked_file_is_a_model(self):
        with tempfile.TemporaryDirectory() as folder:
            packed = Path(folder) / "model.octavo"
            run = self.octavo("quantize", self.models / SEES, "--to", "int8", "-o", packed, "--steps", 8, "--json")
            self.assertEqual(run.returncode, 0, run.stdout)
            report = json.loads(run.stdout)
            self.assertEqual(report["file_bytes"], packed.stat().st_size)
            self.assertEqual(report["greedy"]["steps"], 8)
            self.assertLess(report["logits"]["divergence"], 0.05)
            self.assertIn("vision.merger 0", [layer["name"] for layer in report["layers"]])
            written = ("generate", "--prompt", "x", "--raw", "--max-new-tokens", 6, "--model", packed)
            answer = json.loads(self.octavo(*written, "--json").stdout)
            self.assertIn("int8", answer["precision"])
            self.assertEqual(len(answer["token_ids"]), 6)
            facts = json.loads(self.octavo("info", packed, "--json").stdout)
            source = json.loads(self.octavo("info", self.models / SEES, "--json").stdout)
            self.assertEqual(facts["format"], "prepacked")
            self.assertEqual(facts["parameters"], source["parameters"])
            tokens = self.octavo("tokenize", "--model", packed, "Hello").stdout
            self.assertEqual(tokens, self.octavo("tokenize", "--model", self.models / SEES, "Hello").stdout)
            self.fails("invalid_argument", *written, "--precision", "f32")
            # Told before the work, and nothing is overwritten.
            self.fails("invalid_argument", "quantize", packed, "--to", "int8", "-o", Path(folder) / "again.octavo")
            self.fails("output_unwritable", "quantize", self.models / SEES, "--to", "int8", "-o", folder)
            own = shutil.copytree(self.models / SEES, Path(folder) / "own")
            weights = sorted(own.glob("*.safetensors"))
            self.assertTrue(weights)
            for file in weights:
                before = file.read_bytes()
                self.fails("invalid_argument", "quantize", own, "--to", "int8", "-o", file)
                self.assertEqual(file.read_bytes(), before)

    def test_samples_that_are_no_pictures_are_passed_over(self):
        with tempfile.TemporaryDirectory() as name:
            folder, packed = Path(name) / "samples", Path(name) / "model.octavo"
            folder.mkdir()
            common = ("quantize", self.models / SEES, "--to", "int8", "-o", packed, "--steps", 0, "--calibrate", folder)
            self.fails("file_not_found", *common)
            (folder / "notes.txt").write_text("none")
            self.fails("file_type_unsupported", *common, "-q")
            self.assertFalse(packed.exists())
            (folder / "page.png").write_bytes(png(90, 60))
            (folder / "thin.png").write_bytes(png(900, 2))
            run = self.octavo(*common, "-q")
            self.assertEqual(run.returncode, 0, run.stderr)
            lines = run.stderr.decode().splitlines()
            self.assertEqual(len(lines), 2, lines)
            self.assertRegex(lines[0], r"notes\.txt: file_type_unsupported: .*; passed over$")
            self.assertRegex(lines[1], r"thin\.png: .*; passed over$")
            self.assertTrue(packed.exists())
            report = json.loads(self.octavo(*common, "--json").stdout)
            self.assertEqual(len(report["unread_pictures"]), 2)

    def test_info(self):
        run = self.octavo("info", self.models / SEES, "--json")
        self.assertEqual(run.returncode, 0, run.stdout)
        facts = json.loads(run.stdout)
        self.assertTrue(facts["runnable"] and facts["vision"])
        self.assertEqual(facts["context_tokens"], 4096)
        self.assertEqual(sum(d["tensors"] for d in facts["dtypes"].values()), facts["tensor_count"])
        text = self.octavo("info", self.models / SEES, "--tensors")
        self.assertIn(b"\nruns ", text.stdout)
        self.assertIn(b"embed_tokens.weight", text.stdout)

    def test_tokens_there_and_back(self):
        text = "Hello, wörld: 你好\n\t<|im_end|>"
        run = self.octavo("tokenize", "--model", self.models / READS, text)
        back = self.octavo("tokenize", "--model", self.models / READS, "--decode", "-", stdin=run.stdout)
        self.assertEqual(back.stdout.decode(), text)
        report = json.loads(self.octavo("tokenize", "--model", self.models / READS, "--json", text).stdout)
        self.assertEqual(report["token_ids"], list(map(int, run.stdout.split())))
        self.assertEqual(report["tokens"][-1], "<|im_end|>")
        plain = json.loads(self.octavo("tokenize", "--model", self.models / READS, "--json", "--as-text", text).stdout)
        self.assertGreater(plain["count"], report["count"])
        self.fails("invalid_argument", "tokenize", "--model", self.models / READS, "--decode", "99999999")
        self.fails("invalid_argument", "tokenize", "--model", self.models / READS, "--decode", "1 x")

    def test_bench_shows_no_growth(self):
        run = self.octavo("bench", "--model", self.models / SEES, "--runs", 50, "--prompt-tokens", 16, "--new-tokens", 8,
                          "--image-size", "112x112", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        report = json.loads(run.stdout)
        self.assertEqual(len(report["runs"]), 50)
        self.assertEqual(report["new_tokens"], 8)
        self.assertGreater(report["load_seconds"]["median"], 0)
        self.assertGreater(report["decode_tokens_per_second"]["median"], 0)
        self.assertLess(report["memory"]["growth_bytes"], 4_000_000)


if __name__ == "__main__":
    OCTAVO, WRITER = (os.path.abspath(path) for path in sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
