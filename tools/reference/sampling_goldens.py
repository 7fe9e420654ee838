#!/usr/bin/env python3
"""Sampling written a second time, plainly, for src/engine/sampling/sampler_golden_test.cc.

Usage: sampling_goldens.py   (needs numpy; writes tests/golden/engine/sampling.txt)
Full sorts, dictionaries and one loop a token instead of what the engine does. The penalties and filters follow vLLM
(repetition over generated tokens only), the n-gram bans Hugging Face's processor restricted to generated tokens, the
random numbers the paper on xoshiro256**.
"""

import random
from pathlib import Path

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests/golden/engine/sampling.txt"
MASK = (1 << 64) - 1


class Xoshiro:
    def __init__(self, seed):
        self.s = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & MASK
            z = seed
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            self.s.append(z ^ (z >> 31))

    @staticmethod
    def rotl(x, k):
        return ((x << k) | (x >> (64 - k))) & MASK

    def next(self):
        s = self.s
        result = (self.rotl((s[1] * 5) & MASK, 7) * 9) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = self.rotl(s[3], 45)
        return result

    def uniform(self):
        return (self.next() >> 11) * 2.0**-53


def logits_of(vocabulary, salt, step, levels):
    """Float logits in -10 .. 10; few levels give many equal ones."""
    i = np.arange(vocabulary, dtype=np.uint64)
    x = (i * np.uint64(2654435761) + np.uint64(salt * 7919 + step * 104729)) & np.uint64(0xFFFFFFFF)
    x ^= x >> np.uint64(15)
    x = (x * np.uint64(2246822519)) & np.uint64(0xFFFFFFFF)
    x ^= x >> np.uint64(13)
    return (x % np.uint64(levels)).astype(np.float32) * np.float32(20 / levels) - np.float32(10)


def penalise(logits, generated, o):
    for token in set(generated):
        value = logits[token]
        value = value / np.float32(o["repetition"]) if value > 0 else value * np.float32(o["repetition"])
        value = value - np.float32(o["frequency"]) * np.float32(generated.count(token))
        logits[token] = value - np.float32(o["presence"])


def ban_ngrams(logits, generated, n):
    if n == 0 or len(generated) + 1 < n:
        return
    seen = {}
    for at in range(len(generated) - n + 1):
        ngram = tuple(generated[at : at + n])
        seen.setdefault(ngram[:-1], []).append(ngram[-1])
    now = tuple(generated[len(generated) - n + 1 :])
    for token in seen.get(now, []):
        logits[token] = -np.inf


def filtered(logits, o):
    """{token: weight} of those that may be drawn."""
    top = float(logits.max())
    weights = np.exp((logits.astype(np.float64) - top) * (1 / float(np.float32(o["temperature"]))))
    alive = [t for t in range(len(logits)) if logits[t] > -np.inf and weights[t] >= float(np.float32(o["min_p"]))]
    if 0 < o["top_k"] < len(alive):
        limit = sorted((logits[t] for t in alive), reverse=True)[o["top_k"] - 1]
        alive = [t for t in alive if logits[t] >= limit]
    if o["top_p"] < 1:
        p = float(np.float32(o["top_p"]))
        total = sum(weights[t] for t in alive)
        kept, above = [], 0.0
        for t in sorted(alive, key=lambda t: (-logits[t], t)):
            if kept and above >= p * total:
                break
            kept.append(t)
            above += weights[t]
        alive = sorted(kept)
    return {t: weights[t] for t in alive}


def pick(logits, generated, o, generator):
    penalise(logits, generated, o)
    ban_ngrams(logits, generated, o["ngram"])
    if o["temperature"] < 1e-5:
        return int(np.argmax(logits))
    weights = filtered(logits, o)
    target = generator.uniform() * sum(weights.values())
    mass = 0.0
    for token, weight in weights.items():
        if weight == 0:
            continue
        last, mass = token, mass + weight
        if mass > target:
            break
    return last


def options_of(rng, greedy):
    return {
        "temperature": 0.0 if greedy else rng.choice([0.05, 0.7, 1.0, 1.5, 30.0]),
        "top_k": rng.choice([0, 0, 1, 5, 40]), "top_p": rng.choice([1.0, 1.0, 0.01, 0.5, 0.9]),
        "min_p": rng.choice([0.0, 0.0, 0.02, 0.3]), "repetition": rng.choice([1.0, 1.0, 1.3, 0.8]),
        "presence": rng.choice([0.0, 0.0, 1.0]), "frequency": rng.choice([0.0, 0.0, 0.05, 0.6]),
        "ngram": rng.choice([0, 0, 1, 2, 3, 8]),
    }  # fmt: skip


def main():
    rng = random.Random(5)
    keys = ("temperature", "top_k", "top_p", "min_p", "repetition", "presence", "frequency", "ngram")
    lines = ["# Made by tools/reference/sampling_goldens.py.",
             "# vocabulary salt levels period seed " + " ".join(keys) + " and 40 picks"]
    for case in range(120):
        o = options_of(rng, case % 3 == 0)
        vocabulary, levels = rng.choice([48, 97, 400]), rng.choice([16, 4096])
        # The same few logits over and over, so that greedy repeats itself and the bans have work.
        period, seed = rng.choice([1, 2, 5]), rng.randrange(1 << 63)
        generated, generator = [], Xoshiro(seed)
        for step in range(40):
            logits = logits_of(vocabulary, case, step % period, levels)
            generated.append(pick(logits, generated, o, generator))
        head = [vocabulary, case, levels, period, seed, *(o[key] for key in keys)]
        lines.append(" ".join(map(str, [*head, *generated])))
    GOLDEN.parent.mkdir(parents=True, exist_ok=True)
    GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
