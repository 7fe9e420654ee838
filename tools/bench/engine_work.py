"""How much work a model has to do: operations of its vision half and of a prompt, bytes read for a token."""

import json
from dataclasses import dataclass
from pathlib import Path

MERGE = 2  # patches of a side that become one token
VOCABULARY_BYTES = 1  # a weight: the vocabulary stays in 8 bits with int4, too


@dataclass(frozen=True)
class Shape:
    """Sizes of a Qwen2-VL model, as its config.json has them."""

    hidden: int
    layers: int
    heads: int
    kv_heads: int
    feed: int
    vocabulary: int
    vision_width: int
    vision_layers: int
    vision_feed: int
    patch: int

    @property
    def head_size(self):
        return self.hidden // self.heads

    def layer_weights(self):
        qkv = self.hidden * (self.heads + 2 * self.kv_heads) * self.head_size
        return qkv + self.hidden * self.hidden + 3 * self.hidden * self.feed

    def vision_weights(self):
        return self.vision_layers * (4 * self.vision_width**2 + 2 * self.vision_width * self.vision_feed)


def read_shape(config):
    c = json.loads(Path(config).read_text(encoding="utf-8"))
    v = c["vision_config"]
    return Shape(c["hidden_size"], c["num_hidden_layers"], c["num_attention_heads"], c["num_key_value_heads"],
                 c["intermediate_size"], c["vocab_size"], v["embed_dim"], v["depth"],
                 int(v["embed_dim"] * v["mlp_ratio"]), v["patch_size"])  # fmt: skip


def patches(shape, width, height):
    """(columns, rows) of patches of a picture whose sides are rounded to whole tokens."""
    side = shape.patch * MERGE
    return tuple(max(1, round(length / side)) * MERGE for length in (width, height))


def vision_operations(shape, width, height):
    """A product and an addition are two; softmax, norms and activations are left out."""
    columns, rows = patches(shape, width, height)
    count = columns * rows
    linear = 2 * count * shape.vision_weights()
    patch = 2 * count * 3 * 2 * shape.patch**2 * shape.vision_width
    attention = shape.vision_layers * 4 * count**2 * shape.vision_width
    merged = shape.vision_width * MERGE**2
    merger = 2 * (count // MERGE**2) * merged * (merged + shape.hidden)
    return linear + patch + attention + merger


def prompt_operations(shape, tokens):
    """Reading a prompt; each token looks at those before it, and the last one alone is scored."""
    linear = 2 * tokens * shape.layers * shape.layer_weights()
    attention = shape.layers * 2 * tokens * (tokens + 1) * shape.hidden
    return linear + attention + 2 * shape.hidden * shape.vocabulary


def token_bytes(shape, weight_bytes, depth=0, kv_bytes=4):
    """What writing one token reads: all weights of the language half once, and the keys and values before it.

    `weight_bytes`: of a weight of the layers.
    """
    kv = depth * shape.layers * 2 * shape.kv_heads * shape.head_size
    return shape.layers * shape.layer_weights() * weight_bytes + shape.hidden * shape.vocabulary * VOCABULARY_BYTES + kv * kv_bytes


def roofline(shape, peak, width, height, tokens, weight_bytes):
    """Seconds that a picture and `tokens` written after it take at least on a machine with these peaks."""
    columns, rows = patches(shape, width, height)
    read = columns * rows // MERGE**2
    compute = (vision_operations(shape, width, height) + prompt_operations(shape, read)) / peak["int8_ops"]
    return compute + tokens * token_bytes(shape, weight_bytes, read) / peak["read_bytes"]
