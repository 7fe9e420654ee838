#!/usr/bin/env python3
"""Prompts that transformers' apply_chat_template and its Qwen2-VL processor give, for chat_template_test.cc.

chat_goldens.py   (environment: tools/reference/engine-models.txt; writes tests/golden/engine/chat.json)
The templates are those in tests/golden/engine/chat_templates.json, the vocabulary is tokenizer_small.json.
"""

import json
from pathlib import Path

from transformers import PreTrainedTokenizerFast

GOLDEN = Path(__file__).resolve().parents[2] / "tests/golden/engine"
PAD = "<|image_pad|>"


def text(role, content):
    return {"role": role, "parts": [{"text": content}]}


def parts(role, *items):
    return {"role": role, "parts": [{"image": item} if isinstance(item, int) else {"text": item} for item in items]}


CHATS = [
    [parts("user", 4, "\nText Recognition:")],
    [text("system", "You are a helpful assistant."), parts("user", 9, "\nLayout Detection:")],
    [text("user", "Hello, world!")],
    [text("system", "Antworte kurz."), text("user", "Was ist das?"), text("assistant", "Ein Bild."), text("user", "Wessen?")],
    [parts("user", 1, 3, "Which is larger?"), text("assistant", "the second "), parts("user", "and ", 2, " now?")],
    [text("user", "  leading, trailing  \n\n")],
    [text("user", "")],
    [parts("user", 6)],
    [text("system", ""), text("user", "1234 中文 e\u0301 \U0001f469\u200d\U0001f469\u200d\U0001f467")],
    [text("assistant", "I begin."), text("user", "Go on.\r\n")],
    [text("user", "user\nassistant\nsystem\nYou are a helpful assistant.")],
    [text("user", "a"), text("system", "a system later"), text("user", "b")],
]  # fmt: skip


def rendered(tokenizer, template, chat):
    """As the processor does: each image token of the template becomes as many as its image has."""
    messages, images = [], []
    for message in chat:
        content = []
        for part in message["parts"]:
            images += [part["image"]] if "image" in part else []
            content.append({"type": "image"} if "image" in part else {"type": "text", "text": part["text"]})
        plain = all(part["type"] == "text" for part in content)
        messages.append({"role": message["role"], "content": "".join(p["text"] for p in content) if plain else content})
    out = tokenizer.apply_chat_template(messages, chat_template=template, tokenize=False, add_generation_prompt=True)
    for count in images:
        out = out.replace(PAD, "<placeholder>" * count, 1)
    return out.replace("<placeholder>", PAD), images


def main():
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(GOLDEN / "tokenizer_small.json"))
    pad = tokenizer.convert_tokens_to_ids(PAD)
    templates = json.loads((GOLDEN / "chat_templates.json").read_text(encoding="utf-8"))
    cases = []
    for name, template in templates.items():
        for chat in CHATS:
            if any("image" in part for message in chat for part in message["parts"]) and name.startswith("text_"):
                continue
            prompt, images = rendered(tokenizer, template, chat)
            ids = tokenizer.encode(prompt, add_special_tokens=False)
            starts, at = [], 0
            for count in images:
                at = ids.index(pad, at)
                starts.append(at)
                at += count
            cases.append({"template": name, "messages": chat, "ids": ids, "image_starts": starts})
    lines = ",\n".join(json.dumps(case, ensure_ascii=True) for case in cases)
    (GOLDEN / "chat.json").write_text("[\n" + lines + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
