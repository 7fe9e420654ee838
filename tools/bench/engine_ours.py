"""octavo's own measurements: one process each, of octavo bench and octavo ask."""

import json
import os
import subprocess
import sys

import measure

LONGEST = 900
# Words that make about 1,400 tokens in the made model's vocabulary of bytes, with the form around them.
WORDS_1400 = 268
SPINNER = """
import os, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
while True:
    end = time.monotonic() + 0.005
    while time.monotonic() < end:
        pass
    time.sleep(0.005)
"""


class OursError(Exception):
    """octavo did not measure; the message is its own."""


class Octavo:
    def __init__(self, program, models, threads):
        self.program, self.models, self.threads = program, models, str(threads)

    def run(self, *words):
        done = measure.run([self.program, *words, "--threads", self.threads, "--json"], timeout=LONGEST)
        if done.timed_out:
            raise OursError(f"gave no answer in {LONGEST} s")
        if done.code != 0:
            raise OursError((done.stderr or done.stdout).strip()[-300:])
        return json.loads(done.stdout), done.megabytes * (1 << 20) / 1e9

    def model(self, precision):
        """Options that name the model: f32 and bf16 are both of the checkpoint itself, whose weights are bf16."""
        if precision in ("f32", "bf16"):
            return ["--model", self.models.folder, "--precision", precision]
        return ["--model", self.models.packed(precision)]

    def bench(self, precision, *words, runs=1, more=()):
        found, gigabytes = self.run("bench", *self.model(precision), "--runs", runs, *words, *more)
        return {"vision_seconds": found["image_seconds"]["median"], "load_seconds": found["load_seconds"]["median"],
                "first_token_seconds": found["first_token_seconds"]["median"],
                "prefill_rate": found["prefill_tokens_per_second"]["median"],
                "decode_rate": found["decode_tokens_per_second"]["median"],
                "prompt_tokens": found["prompt_tokens"], "gigabytes": gigabytes}  # fmt: skip

    def picture(self, precision, picture, tokens=2, more=()):
        return self.bench(precision, "--image", picture, "--prompt-tokens", 4, "--new-tokens", tokens, more=more)

    def prefill(self, precision, tokens=32):
        """A prompt of 1,400 tokens, and writing behind it."""
        return self.bench(precision, "--image-size", 0, "--prompt-tokens", WORDS_1400, "--new-tokens", tokens)

    def decode(self, precision, tokens=64):
        return self.bench(precision, "--image-size", 0, "--prompt-tokens", 1, "--new-tokens", tokens, runs=3)

    def decode_beside_spinner(self, precision, tokens=64):
        """The same with one processor half busy with something else."""
        core = max(os.sched_getaffinity(0))
        spinner = subprocess.Popen([sys.executable, "-c", SPINNER, str(core)])
        try:
            return self.decode(precision, tokens)
        finally:
            spinner.kill()
            spinner.wait()

    def compare(self, precision, which, *words):
        """{name: {plain, ours, decode: seconds; tokens}} of octavo bench --compare."""
        found, _ = self.run("bench", *self.model(precision), "--compare", which, "--runs", 1, *words)
        return {r["name"]: {"plain": r["plain_seconds"][0], "ours": r["ours_seconds"][0],
                            "decode": r["ours_decode_seconds"][0], "tokens": r["tokens"]} for r in found["results"]}  # fmt: skip

    def batch(self, precision, sequences, tokens):
        """Tokens a second of eight sequences together, from the first token of each on."""
        found = self.compare(precision, "batch", "--prompt-tokens", 1, "--new-tokens", tokens)["decode_batch8"]
        return {"batch_rate": sequences * (tokens - 1) / found["decode"]} | found

    def memory(self, precision, picture):
        """Peak memory of one question about a picture, in 10^9 bytes."""
        _, gigabytes = self.run("ask", picture, "What is this?", *self.model(precision), "--max-new-tokens", 8)
        return {"gigabytes": gigabytes}

    def growth(self, precision, picture, runs):
        """Growth of our own memory over so many runs, as a part of the peak."""
        found, _ = self.run("bench", *self.model(precision), "--image", picture, "--prompt-tokens", 4, "--new-tokens", 8,
                            "--runs", runs)  # fmt: skip
        return {"growth": found["memory"]["growth_bytes"] / found["memory"]["peak_bytes"], "runs": runs}

    def load_from_checkpoint(self):
        found, _ = self.run("bench", "--model", self.models.folder, "--precision", "int8", "--image-size", 0, "--prompt-tokens", 1,
                            "--new-tokens", 2, "--runs", 1)  # fmt: skip
        return {"load_seconds": found["load_seconds"]["median"]}

    def peak(self):
        return self.run("bench", "--peak")[0]
