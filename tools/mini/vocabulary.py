"""Tokens, prompts and the tokenizer of octavo-mini.

Byte-level BPE with 256 byte symbols and no merges, then MinerU's special tokens, its plain added tokens
(layout and table grammar), and whole pieces of the chat template as single tokens, so that the prompt
around an image is 13 tokens instead of about 77. The result loads with AutoTokenizer like any other.
"""

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

SPECIAL = [
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|object_ref_start|>", "<|object_ref_end|>",
    "<|box_start|>", "<|box_end|>", "<|quad_start|>", "<|quad_end|>", "<|vision_start|>",
    "<|vision_end|>", "<|vision_pad|>", "<|image_pad|>", "<|video_pad|>",
]  # fmt: skip
GRAMMAR = [
    "<|ref_start|>", "<|ref_end|>", "<|rotate_up|>", "<|rotate_right|>", "<|rotate_down|>",
    "<|rotate_left|>", "<|txt_contd_src|>", "<|txt_contd_tgt|>",
    "<fcel>", "<ecel>", "<lcel>", "<ucel>", "<xcel>", "<nl>",
]  # fmt: skip
TASKS = {
    "text": "\nText Recognition:",
    "layout": "\nLayout Detection:",
    "table": "\nTable Recognition:",
    "formula": "\nFormula Recognition:",
    "image": "\nImage Analysis:",
}
PIECES = ["system\nYou are a helpful assistant.", "user\n", "assistant\n", *TASKS.values()]
ADDED = SPECIAL + GRAMMAR + PIECES
TOKEN_ID = {token: 256 + i for i, token in enumerate(ADDED)}
VOCABULARY_SIZE = 320  # a few rows to spare: the embedding keeps its shape when a token is added

# The Qwen2 pre-tokenizer: contractions, words with one leading character, single digits, punctuation.
PRE_TOKENIZER = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CHAT_TEMPLATE = (
    "{% for message in messages %}{% if loop.first and message['role'] != 'system' %}<|im_start|>system\n"
    "You are a helpful assistant.<|im_end|>\n{% endif %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}<|im_end|>\n{% else %}"
    "{% for content in message['content'] %}{% if content['type'] == 'image' or 'image' in content %}"
    "<|vision_start|><|image_pad|><|vision_end|>{% elif 'text' in content %}{{ content['text'] }}{% endif %}"
    "{% endfor %}<|im_end|>\n{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def byte_symbols():
    """GPT-2's printable stand-in for each byte value."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    symbols = {byte: chr(byte) for byte in printable}
    spare = 256
    for byte in range(256):
        if byte not in symbols:
            symbols[byte] = chr(spare)
            spare += 1
    return symbols


def build_tokenizer():
    symbols = byte_symbols()
    tokenizer = Tokenizer(models.BPE(vocab={symbols[b]: b for b in range(256)}, merges=[]))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PRE_TOKENIZER), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(t, normalized=False, special=True) for t in SPECIAL])
    tokenizer.add_tokens([AddedToken(t, normalized=False, special=False) for t in GRAMMAR + PIECES])
    for token in ADDED:
        if tokenizer.token_to_id(token) != TOKEN_ID[token]:
            raise ValueError(f"token {token!r} did not get id {TOKEN_ID[token]}")
    return tokenizer


TOKENIZER = build_tokenizer()
END, PAD, IMAGE = TOKEN_ID["<|im_end|>"], TOKEN_ID["<|endoftext|>"], TOKEN_ID["<|image_pad|>"]
BEFORE_IMAGE = TOKENIZER.encode(
    "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\n<|vision_start|>"
).ids


def after_image(task):
    return TOKENIZER.encode(f"<|vision_end|>{TASKS[task]}<|im_end|>\n<|im_start|>assistant\n").ids


AFTER_LENGTH = len(after_image("text"))  # the same for every task: each prompt is one token


def encode_answer(text):
    return TOKENIZER.encode(text).ids


def decode_answer(ids):
    """Ids up to the end token -> text; incomplete UTF-8 becomes U+FFFD."""
    out = bytearray()
    for token in ids:
        if token in (END, PAD):
            break
        out += bytes([token]) if token < 256 else ADDED[token - 256].encode() if token - 256 < len(ADDED) else b""
    return out.decode("utf-8", "replace")
