#!/usr/bin/env python3
"""Training state -> a checkpoint of the averaged weights in Hugging Face layout: bf16 weights, tokenizer, preprocessor.

    export.py STATE_FOLDER MODEL_FOLDER
"""

import json
import sys
from pathlib import Path

import torch

from draw_page import THUMBNAIL
from model import CELL, MEAN, MERGE, PATCH, STD, Mini
from vocabulary import CHAT_TEMPLATE, END, PAD, TOKENIZER

# The page's thumbnail is the largest picture that was trained on; smaller ones are never enlarged.
LEAST_PIXELS, MOST_PIXELS = CELL * CELL, THUMBNAIL * THUMBNAIL

PREPROCESSOR = dict(
    image_processor_type="Qwen2VLImageProcessor", processor_class="Qwen2VLProcessor", do_resize=True, do_rescale=True,
    do_normalize=True, do_convert_rgb=True, rescale_factor=1 / 255, resample=3, image_mean=list(MEAN),
    image_std=list(STD), patch_size=PATCH, temporal_patch_size=2, merge_size=MERGE, min_pixels=LEAST_PIXELS,
    max_pixels=MOST_PIXELS, size=dict(shortest_edge=LEAST_PIXELS, longest_edge=MOST_PIXELS))  # fmt: skip
TOKENIZER_CONFIG = dict(
    tokenizer_class="PreTrainedTokenizerFast", eos_token="<|im_end|>", pad_token="<|endoftext|>", bos_token=None,
    model_max_length=8192, clean_up_tokenization_spaces=False, chat_template=CHAT_TEMPLATE,
    image_token="<|image_pad|>", video_token="<|video_pad|>")  # fmt: skip


def main(state_folder, model_folder):
    model = Mini()
    state = torch.load(Path(state_folder) / "state.pt", weights_only=True)
    model.load_state_dict(state["model"])
    for parameter, mean in zip(model.parameters(), state["average"]):
        parameter.data = mean
    hf = model.hf.eval().to(torch.bfloat16)
    settings = hf.generation_config
    settings.eos_token_id, settings.pad_token_id, settings.bos_token_id = [END, PAD], PAD, PAD
    settings.do_sample = False
    target = Path(model_folder)
    hf.save_pretrained(target)
    TOKENIZER.save(str(target / "tokenizer.json"))
    for name, content in [("tokenizer_config.json", TOKENIZER_CONFIG), ("preprocessor_config.json", PREPROCESSOR)]:
        (target / name).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    (target / "chat_template.jinja").write_text(CHAT_TEMPLATE, encoding="utf-8")
    print(f"{target}: {state['samples']} samples seen, stage {state['stage']}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
