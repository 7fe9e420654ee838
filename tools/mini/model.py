"""octavo-mini: a Qwen2-VL of 4.65 M parameters, and a fast batched forward pass for training it on a CPU.

The parameters are those of transformers' Qwen2VLForConditionalGeneration, so a checkpoint is a standard
one; only the forward is ours: dense attention over same-size images in one batch, where the library loops
over images. evaluate.py generates with the library's own code, which keeps the two in step.
"""

import math
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn
from transformers import Qwen2VLConfig, Qwen2VLForConditionalGeneration

from vocabulary import AFTER_LENGTH, BEFORE_IMAGE, END, IMAGE, PAD, TOKEN_ID, VOCABULARY_SIZE

MEAN = (0.48145466, 0.4578275, 0.40821073)
STD = (0.26862954, 0.26130258, 0.27577711)
PATCH, MERGE = 14, 2
CELL = PATCH * MERGE  # one language-model token is CELL x CELL pixels

# Head size 64 with sections [8, 12, 12] is that of MinerU2.5's language half.
TEXT = dict(hidden_size=256, intermediate_size=512, num_hidden_layers=3, num_attention_heads=4, num_key_value_heads=2)
VISION = dict(depth=4, embed_dim=192, num_heads=6, mlp_ratio=4)
CTC_CLASSES = 97  # blank, then the 96 characters from U+0020
CTC_STEPS = 4     # time steps a merged column
BOX_DIGITS = 12   # three each of x0, y0, x1, y1 in per mille
BOX_KINDS = ("text", "title", "table", "image", "image_caption", "equation", "header", "page_number")
PAGE_CELLS = 14   # rows, and columns, of merged tokens that a page has


def make_config():
    return Qwen2VLConfig(
        text_config=dict(
            TEXT, vocab_size=VOCABULARY_SIZE, rms_norm_eps=1e-6, max_position_embeddings=8192,
            bos_token_id=PAD, eos_token_id=END, pad_token_id=PAD,
            rope_parameters=dict(rope_type="default", rope_theta=1e6, mrope_section=[8, 12, 12])),
        vision_config=dict(
            VISION, hidden_size=TEXT["hidden_size"], hidden_act="quick_gelu", in_channels=3, patch_size=PATCH,
            spatial_merge_size=MERGE, temporal_patch_size=2),
        image_token_id=IMAGE, video_token_id=TOKEN_ID["<|video_pad|>"],
        vision_start_token_id=TOKEN_ID["<|vision_start|>"], vision_end_token_id=TOKEN_ID["<|vision_end|>"],
        tie_word_embeddings=True)  # fmt: skip


def patchify(images):
    """uint8 [B, H, W, 3] -> float [B, patches, 588] in merge-block order, one temporal frame."""
    batch, height, width, _ = images.shape
    rows, columns = height // CELL, width // CELL
    pixels = (images.float() / 255 - torch.tensor(MEAN)) / torch.tensor(STD)
    pixels = pixels.view(batch, rows, MERGE, PATCH, columns, MERGE, PATCH, 3)
    return pixels.permute(0, 1, 4, 2, 5, 7, 3, 6).reshape(batch, rows * columns * MERGE * MERGE, 3 * PATCH * PATCH)


def library_pixels(patches):
    """[patches, 588] -> [patches, 1176]: both temporal frames, as the library's processor gives them."""
    return patches.view(-1, 3, 1, PATCH * PATCH).expand(-1, 3, 2, PATCH * PATCH).reshape(-1, 6 * PATCH * PATCH)


def rotate(x, cosine, sine):
    first, second = x.chunk(2, -1)
    return x * cosine + torch.cat((-second, first), -1) * sine


def attend(q, k, v, causal=False):
    """In float32 also under autocast: the bfloat16 backward pass of the library's CPU attention is four times slower."""
    with torch.autocast("cpu", enabled=False):
        return F.scaled_dot_product_attention(q.float(), k.float(), v.float(), is_causal=causal)


class Heads(NamedTuple):
    """What heads that exist in training alone tell at each merged token of a picture, [B, merged tokens, …]."""

    ctc: torch.Tensor    # steps * classes, of the picture half
    edges: torch.Tensor  # 4 distances, of the picture half
    place: torch.Tensor  # rows + columns, before the language half's second layer
    box: torch.Tensor    # digits * 10 + kinds, before its last layer


class Mini(nn.Module):
    def __init__(self):
        super().__init__()
        self.config = make_config()
        self.hf = Qwen2VLForConditionalGeneration(self.config)
        self.ctc = nn.Linear(TEXT["hidden_size"], CTC_STEPS * CTC_CLASSES)
        self.edges = nn.Linear(TEXT["hidden_size"], 4)
        self.place = nn.Linear(TEXT["hidden_size"], 2 * PAGE_CELLS)
        self.box = nn.Linear(TEXT["hidden_size"], BOX_DIGITS * 10 + 1 + len(BOX_KINDS))
        self.cache = {}
        self.initialise()

    def initialise(self):
        for name, parameter in self.hf.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(parameter)
            elif "norm" in name or "ln_q" in name:
                nn.init.ones_(parameter)
            elif "embed_tokens" in name:
                nn.init.normal_(parameter, std=0.05)
            elif "patch_embed" in name:
                nn.init.normal_(parameter, std=1 / math.sqrt(6 * PATCH * PATCH))
                parameter.data[:, :, 1] = parameter.data[:, :, 0]
            elif "lm_head" not in name:
                std = 0.8 / math.sqrt(parameter.shape[1])
                depth = VISION["depth"] if "visual" in name else TEXT["num_hidden_layers"]
                if name.endswith(("attn.proj.weight", "fc2.weight", "o_proj.weight", "down_proj.weight")):
                    std /= math.sqrt(2 * depth)
                nn.init.normal_(parameter, std=std)
        self.hf.tie_weights()

    def vision_angles(self, rows, columns):
        key = ("vision", rows, columns)
        if key not in self.cache:
            half = VISION["embed_dim"] // VISION["num_heads"] // 2
            inverse = 1 / (10000.0 ** (torch.arange(0, half, 2).float() / half))
            y = torch.arange(rows)[:, None].expand(rows, columns)
            x = torch.arange(columns)[None].expand(rows, columns)

            def merged(t):
                return t.reshape(rows // MERGE, MERGE, columns // MERGE, MERGE).permute(0, 2, 1, 3).flatten()

            angle = torch.cat([merged(y)[:, None] * inverse, merged(x)[:, None] * inverse], -1)
            angle = torch.cat([angle, angle], -1)
            self.cache[key] = (angle.cos(), angle.sin())
        return self.cache[key]

    def text_angles(self, rows, columns, tail):
        """M-RoPE: text, image of rows x columns merged tokens, then `tail` text tokens."""
        head = TEXT["hidden_size"] // TEXT["num_attention_heads"]
        base = len(BEFORE_IMAGE)
        y = torch.arange(rows)[:, None].expand(rows, columns).flatten()
        x = torch.arange(columns)[None].expand(rows, columns).flatten()
        image = torch.stack([torch.zeros_like(y), y, x]) + base
        after = torch.arange(tail) + base + max(rows, columns)
        position = torch.cat([torch.arange(base).expand(3, -1), image, after.expand(3, -1)], 1).float()
        frequency = position[..., None] / (1e6 ** (torch.arange(0, head, 2).float() / head))
        angle = torch.cat([m[i % 3] for i, m in enumerate(frequency.split([8, 12, 12], -1))], -1)
        angle = torch.cat([angle, angle], -1)
        return angle.cos(), angle.sin()

    def see(self, patches, cosine, sine):
        visual = self.hf.model.visual
        weight = visual.patch_embed.proj.weight
        batch, count, _ = patches.shape
        width, heads = weight.shape[0], VISION["num_heads"]
        hidden = F.linear(patches, weight.sum(2).reshape(width, -1))
        for block in visual.blocks:
            normed = F.layer_norm(hidden, (width,), block.norm1.weight, block.norm1.bias, 1e-6)
            q, k, v = block.attn.qkv(normed).view(batch, count, 3, heads, width // heads).permute(2, 0, 3, 1, 4).unbind(0)
            mixed = attend(rotate(q, cosine, sine), rotate(k, cosine, sine), v)
            hidden = hidden + block.attn.proj(mixed.transpose(1, 2).reshape(batch, count, width))
            up = block.mlp.fc1(F.layer_norm(hidden, (width,), block.norm2.weight, block.norm2.bias, 1e-6))
            hidden = hidden + block.mlp.fc2(up * torch.sigmoid(1.702 * up))
        merger = visual.merger
        hidden = F.layer_norm(hidden, (width,), merger.ln_q.weight, merger.ln_q.bias, 1e-6)
        return merger.mlp[2](F.gelu(merger.mlp[0](hidden.view(batch, count // MERGE**2, MERGE**2 * width))))

    def speak(self, hidden, cosine, sine, picture, keep):
        """-> (logits from position `keep` on, and of the first `picture` positions what the second layer and what the
        last one sees)"""
        language = self.hf.model.language_model
        batch, count, width = hidden.shape
        heads, shared = TEXT["num_attention_heads"], TEXT["num_key_value_heads"]
        size = width // heads
        entering = []
        for layer in language.layers:
            entering.append(hidden[:, :picture])
            normed = F.rms_norm(hidden, (width,), layer.input_layernorm.weight, 1e-6)
            attention = layer.self_attn
            q = attention.q_proj(normed).view(batch, count, heads, size).transpose(1, 2)
            k = attention.k_proj(normed).view(batch, count, shared, size).transpose(1, 2)
            v = attention.v_proj(normed).view(batch, count, shared, size).transpose(1, 2)
            k = rotate(k, cosine, sine).repeat_interleave(heads // shared, 1)
            v = v.repeat_interleave(heads // shared, 1)
            mixed = attend(rotate(q, cosine, sine), k, v, causal=True)
            hidden = hidden + attention.o_proj(mixed.transpose(1, 2).reshape(batch, count, width))
            normed = F.rms_norm(hidden, (width,), layer.post_attention_layernorm.weight, 1e-6)
            hidden = hidden + layer.mlp.down_proj(F.silu(layer.mlp.gate_proj(normed)) * layer.mlp.up_proj(normed))
        final = F.rms_norm(hidden[:, keep:], (width,), language.norm.weight, 1e-6)
        return final @ language.embed_tokens.weight.t(), entering[1], entering[-1]

    def forward(self, images, ids):
        """images uint8 [B, H, W, 3]; ids [B, before + after + answer input]. -> (logits of the answer
        positions [B, answer, vocabulary], Heads)."""
        _, height, width, _ = images.shape
        seen = self.see(patchify(images), *self.vision_angles(height // PATCH, width // PATCH))
        embedded = F.embedding(ids, self.hf.model.language_model.embed_tokens.weight)
        before = len(BEFORE_IMAGE)
        hidden = torch.cat([embedded[:, :before], seen, embedded[:, before:]], 1)
        angles = self.text_angles(height // CELL, width // CELL, ids.shape[1] - before)
        picture = before + seen.shape[1]
        logits, second, last = self.speak(hidden, *angles, picture, picture + AFTER_LENGTH - 1)
        return logits, Heads(self.ctc(seen), self.edges(seen), self.place(second[:, before:]), self.box(last[:, before:]))
