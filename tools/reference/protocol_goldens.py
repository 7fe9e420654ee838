#!/usr/bin/env python3
"""What the reference implementation of the two-step protocol makes of many texts, for the tests of our own.

Usage: protocol_goldens.py [FAMILY ...]      writes tests/golden/protocol/FAMILY.json (all families when none is named)
       protocol_goldens.py --show FAMILY N   the grown case N: its text and the reference's result
Needs an environment with mineru-vl-utils 2.0.7 and Pillow 13.0.0 (pip install mineru-vl-utils==2.0.7 pillow==13.0.0).
The texts grow from the grammars of protocol_grammars.py by a random sequence that the tests draw too (see
tests/support/protocol_goldens.cc), so a file holds the grammar, some written-out examples and 8 hex digits a case.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

import protocol_grammars
from loguru import logger
from protocol_pages import answer_crops, answer_finish, answer_flow, answer_page

from mineru_vl_utils import post_process as vlu
from mineru_vl_utils.mineru_client import DEFAULT_PROMPTS, DEFAULT_SAMPLING_PARAMS, MinerUClientHelper
from mineru_vl_utils.post_process import image_analysis_postprocess as pictures
from mineru_vl_utils.post_process import mermaid_repetition
from mineru_vl_utils.structs import ContentBlock

FOLDER = Path(__file__).resolve().parents[2] / "tests/golden/protocol"
MASK = (1 << 64) - 1
REFERENCE = re.compile("«([^»]*)»")
MAX_DEPTH = 12
STRANGE = "\u3000\u00a0\u0085\u2028\u001c\u001f\u000b²½٣Éé中龥龦｜¦–Ａ😀"


class Draw:
    def __init__(self, index):
        self.state = (index + 1) * 0x9E3779B97F4A7C15 & MASK
        self.pick(2), self.pick(2)

    def pick(self, count):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return (self.state >> 33) % count


def grow(rules, draw, name, depth=0):
    alternatives = rules[name]
    picked = draw.pick(len(alternatives))
    return REFERENCE.sub(lambda m: refer(rules, draw, m.group(1), depth + 1),
                         alternatives[0 if depth > MAX_DEPTH else picked])  # fmt: skip


def refer(rules, draw, reference, depth):
    name, operator, count = re.fullmatch(r"([^?+*]*)([?+*]?)(\d*)", reference).groups()
    if operator == "?":
        return grow(rules, draw, name, depth) if draw.pick(2) == 1 else ""
    if operator == "+":
        return "".join(grow(rules, draw, name, depth) for _ in range(1 + draw.pick(int(count))))
    once = grow(rules, draw, name, depth)
    return once * int(count) if operator else once


def mutated(text, draw):
    chars = list(text)
    for _ in range(1 + draw.pick(3)):
        if not chars:
            break
        kind, a, b = draw.pick(5), draw.pick(len(chars)), draw.pick(len(chars))
        if kind == 0:
            del chars[a]
        elif kind == 1:
            chars[a:a] = chars[a : a + 1 + b % 8]
        elif kind == 2:
            chars[a], chars[b] = chars[b], chars[a]
        elif kind == 3:
            chars.insert(a, STRANGE[b % len(STRANGE)])
        else:
            chars.insert(a, chars[b])
    return "".join(chars)


def grown(family, index):
    draw = Draw(index)
    text = grow(family["rules"], draw, "case")
    return mutated(text, draw) if draw.pick(100) < family["mutated_percent"] else text


def helper():
    return MinerUClientHelper("test", DEFAULT_PROMPTS, DEFAULT_SAMPLING_PARAMS, (1036, 1036), 28, 50, False, True,
                              False, False, True, False, True)  # fmt: skip


def answer_layout(text):
    lines = []
    for b in helper().parse_layout_output(text):
        places = " ".join(str(round(c * 1000)) for c in b.bbox)
        lines.append(f"{b.type} {places} {b.angle} {int(b.get('merge_prev', False))}")
    return "\n".join(lines)


def answer_otsl(text):
    try:
        return vlu.convert_otsl_to_html(text)
    except Exception:
        return text


TABLE_PICTURES = {"[A2C3]": "p1.jpg", "[KKTW]": "p2.jpg"}


def answer_table(text):
    block = ContentBlock("table", [0, 0, 1, 1], content=text)
    block[vlu.TABLE_IMAGE_TOKEN_MAP_KEY] = TABLE_PICTURES
    return vlu.simple_process([block], enable_table_formula_eq_wrap=True)[0].content or ""


EQUATION_RULES = [
    vlu.try_fix_equation_delimeters, vlu.try_match_equation_left_right, vlu.try_fix_equation_double_subscript,
    vlu.try_fix_equation_eqqcolon, vlu.try_fix_equation_big, vlu.try_fix_equation_leq, vlu.try_fix_unbalanced_braces,
    lambda text: vlu._add_equation_brackets(vlu._process_equation(text, debug=False)),
]  # fmt: skip
TEXT_RULES = [vlu.try_convert_display_to_inline, vlu.try_fix_macro_spacing_in_markdown, vlu.try_move_underscores_outside]


def each_rule(rules):
    """Every rule on the text itself, then all of them one after the other."""

    def answer(text):
        return "\n--\n".join(rule(text) for rule in rules)

    return answer


def all_text_rules(text):
    for rule in TEXT_RULES:
        text = rule(text)
    return text


def answer_picture(text):
    block = ContentBlock("image", [0, 0, 1, 1], content=text)
    block = vlu.simple_process([block], enable_table_formula_eq_wrap=True)[0]
    return f"{block.type}|{block.get('sub_type', '')}|{'None' if block.content is None else block.content}"


def answer_mermaid(text):
    """The rules of flow charts one by one, then as they follow each other."""
    issues = len(mermaid_repetition.detect_mermaid_repetition_issues(text)) > 0
    parts = [
        str(int(issues)),
        pictures.try_fix_mermaid_node_id_legalization(text),
        pictures.try_fix_mermaid_invalid_edge_lines(text),
        pictures.try_fix_mermaid_invalid_subgraph_lines(text),
        pictures.extract_and_validate_mermaid_strict(text),
        pictures.process_image_or_chart(f"<|class_start|>flowchart<|class_end|><|content_start|>{text}<|content_end|>")[
            "content"
        ],
    ]
    return "\n--\n".join(parts)


def answer_chart(text):
    parts = [
        pictures.try_fix_chart_invalid_repetition(text),
        str(int(pictures.has_malformed_markdown_table(text))),
        str(pictures.convert_markdown_table_to_html(text)),
        pictures.process_image_or_chart(f"<|class_start|>chart<|class_end|><|content_start|>{text}")["content"],
    ]
    return "\n--\n".join(parts)


ANSWERS = {
    "layout": answer_layout,
    "otsl": answer_otsl,
    "table": answer_table,
    "equation": each_rule(EQUATION_RULES),
    "text": each_rule([*TEXT_RULES, all_text_rules]),
    "picture": answer_picture,
    "mermaid": answer_mermaid,
    "chart": answer_chart,
    "finish": answer_finish,
    "flow": lambda text: answer_flow(text, helper()),
    "page": lambda text: answer_page(text, helper()),
    "crops": lambda text: answer_crops(text, helper()),
}


def wrapped(digits, width=104):
    return [digits[i : i + width] for i in range(0, len(digits), width)]


def write(name):
    family = protocol_grammars.FAMILIES[name]
    answer = ANSWERS[name]
    hashes = "".join(
        hashlib.sha256(answer(grown(family, i)).encode()).hexdigest()[:8] for i in range(family["cases"])
    )
    golden = {
        "made_by": "tools/reference/protocol_goldens.py with mineru-vl-utils 2.0.7",
        "mutated_percent": family["mutated_percent"],
        "rules": family["rules"],
        "examples": [[text, answer(text)] for text in family["examples"]],
        "hashes": wrapped(hashes),
    }
    text = json.dumps(golden, ensure_ascii=False, indent=0).replace("\u2028", "\\u2028").replace("\x85", "\\u0085")
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    print(f"{name}: {family['cases']} grown, {len(family['examples'])} written out, {len(text)} bytes")


def main():
    logger.remove()
    arguments = sys.argv[1:]
    if arguments[:1] == ["--show"]:
        name, index = arguments[1], int(arguments[2])
        text = grown(protocol_grammars.FAMILIES[name], index)
        print("--- text", text, "--- result", ANSWERS[name](text), sep="\n")
        return
    for name in arguments or ANSWERS:
        write(name)


if __name__ == "__main__":
    main()
