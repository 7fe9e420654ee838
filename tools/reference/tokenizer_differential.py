#!/usr/bin/env python3
"""Our tokenizer beside the `tokenizers` package.

tokenizer_differential.py compare PROGRAM TOKENIZER [COUNT] [TEXT_FILE...]   every string; prints those that differ
tokenizer_differential.py hashes TOKENIZER OUT [COUNT]      tests/golden/engine/*.hashes
tokenizer_differential.py small OUT TEXT_FILE...            trains tests/golden/engine/tokenizer_small.json
PROGRAM: octavo_tokenizer_ids, from tests/engine. TOKENIZER: a tokenizer.json or a GGUF with the tokenizer inside.
(environment: tools/reference/engine-files.txt)
"""

import hashlib
import struct
import subprocess
import sys
from pathlib import Path

import tokenizers
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from tokenizer_strings import Random, Strings

SEED = 20261130 << 32
PER_HASH = 1000
PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CONTROL, USER_DEFINED, NORMAL = 3, 4, 1


def qwen_form(model):
    made = Tokenizer(model)
    made.normalizer = normalizers.NFC()
    split = pre_tokenizers.Split(Regex(PATTERN), "isolated", invert=False)
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    made.decoder = decoders.ByteLevel()
    return made


def from_gguf(path):
    from gguf import GGUFReader

    fields = GGUFReader(path).fields
    tokens, types, merges = (fields["tokenizer.ggml." + k].contents() for k in ("tokens", "token_type", "merges"))
    vocab = {token: i for i, (token, kind) in enumerate(zip(tokens, types)) if kind == NORMAL}
    made = qwen_form(models.BPE(vocab, [tuple(pair.split(" ")) for pair in merges]))
    for i, (token, kind) in enumerate(zip(tokens, types)):
        if kind in (CONTROL, USER_DEFINED):
            added = AddedToken(token, normalized=False, special=kind == CONTROL)
            (made.add_special_tokens if kind == CONTROL else made.add_tokens)([added])
            if made.token_to_id(token) != i:
                sys.exit(f"{token}: {made.token_to_id(token)}, expected {i}")
    return made


def load(path):
    return Tokenizer.from_file(path) if path.endswith(".json") else from_gguf(path)


def count_and(data, count):
    return struct.pack("<I", count) + data


def ids_of(encoding):
    return count_and(struct.pack(f"<{len(encoding.ids)}I", *encoding.ids), len(encoding.ids))


def records(tokenizer, texts):
    """What octavo_tokenizer_ids answers for each text."""
    strings = [text.decode("utf-8", "replace") for text in texts]
    tokenizer.encode_special_tokens = False
    parsed = tokenizer.encode_batch(strings, add_special_tokens=False)
    tokenizer.encode_special_tokens = True
    as_text = tokenizer.encode_batch(strings, add_special_tokens=False)
    for a, b in zip(parsed, as_text):
        whole, plain = (tokenizer.decode(a.ids, skip_special_tokens=skip).encode() for skip in (False, True))
        yield ids_of(a) + ids_of(b) + count_and(whole, len(whole)) + count_and(plain, len(plain))


def thousand(strings, which):
    return [strings.make(Random(SEED + which * PER_HASH + i)) for i in range(PER_HASH)]


def hashes(path, out, count=100_000):
    tokenizer, strings = load(path), Strings()
    lines = [f"# SHA-256 over {PER_HASH} strings each; tokenizers {tokenizers.__version__}; see tokenizer_differential.py"]
    for which in range(int(count) // PER_HASH):
        digest = hashlib.sha256()
        for record in records(tokenizer, thousand(strings, which)):
            digest.update(record)
        lines.append(digest.hexdigest()[:16])
    Path(out).write_text("\n".join(lines) + "\n", encoding="utf-8")


def ours(program, path, texts):
    sent = b"".join(struct.pack("<I", len(text)) + text for text in texts)
    data = subprocess.run([program, path, "ids"], input=sent, stdout=subprocess.PIPE, check=True).stdout
    at = 0
    for _ in texts:
        begin = at
        for width in (4, 4, 1, 1):
            at += 4 + width * struct.unpack_from("<I", data, at)[0]
        yield data[begin:at]


def shown(record):
    parts, at = [], 0
    for width in (4, 4, 1, 1):
        count = struct.unpack_from("<I", record, at)[0]
        part = record[at + 4 : at + 4 + width * count]
        parts.append(list(struct.unpack(f"<{count}I", part)) if width == 4 else part.decode("utf-8", "replace"))
        at += 4 + width * count
    return parts


def compare(program, path, count="100000", *files):
    tokenizer, strings, wrong, total = load(path), Strings(), 0, 0
    batches = [thousand(strings, which) for which in range(int(count) // PER_HASH)]
    for name in files:
        data = Path(name).read_bytes()
        batches.append([data, *data.splitlines(keepends=True)])
    for texts in batches:
        total += len(texts)
        for text, theirs, mine in zip(texts, records(tokenizer, texts), ours(program, path, texts)):
            if theirs == mine:
                continue
            wrong += 1
            if wrong <= 20:
                print(ascii(text.decode("utf-8", "replace")))
                for kind, a, b in zip(("parsed", "as text", "decoded", "without special"), shown(theirs), shown(mine)):
                    if a != b:
                        print("  ", kind, "reference", ascii(a), "ours", ascii(b))
    print(f"{total} strings, {wrong} differences")
    sys.exit(1 if wrong else 0)


def small(out, *files):
    """4,000 tokens, and added ones of every sort."""
    made = qwen_form(models.BPE())
    strings = Strings()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    texts = [Path(name).read_text(encoding="utf-8") for name in files]
    texts += [strings.make(Random(i)).decode("utf-8", "replace") for i in range(20_000)]
    trainer = trainers.BpeTrainer(vocab_size=4000, initial_alphabet=sorted(alphabet), show_progress=False)
    made.train_from_iterator(texts, trainer)
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|box_start|>", "<|box_end|>", "<|vision_start|>",
               "<|vision_end|>", "<|image_pad|>"]  # fmt: skip
    made.add_special_tokens([AddedToken(token, normalized=False, special=True) for token in special])
    plain = ["<|ref_start|>", "<fcel>", "<nl>", "user\n", "assistant\n", "system\nYou are a helpful assistant.",
             "\nText Recognition:", "<nl><nl>", "im_end|>"]  # fmt: skip
    made.add_tokens([AddedToken(token, normalized=False) for token in plain])
    made.add_tokens([AddedToken(token, normalized=True) for token in ("<tool_call>", "20K")])
    made.save(out, pretty=False)


if __name__ == "__main__":
    {"compare": compare, "hashes": hashes, "small": small}[sys.argv[1]](*sys.argv[2:])
