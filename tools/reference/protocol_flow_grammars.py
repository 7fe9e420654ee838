"""Grammars for the answers about pictures: fields, flow charts, charts (see protocol_grammars.py)."""

_FIELD = "<|{0}_start|>{1}<|{0}_end|>"

_NODE = ["A", "B", "C1", "node_2", "Top Layer", "Load-A", "主体", "1st", "a b c", "end", "X(y)", "", "甲 乙"]

_FLOW = {
    "flow": ["graph TD\n«fline+8»", "flowchart LR\n«fline+8»", "«head»«fline+6»", "```mermaid\ngraph TD\n«fline+6»```",
             "graph TD\n«repeated»", "```\n«fline+4»\n```\n", "mermaid\n«head»«fline+3»"],
    "head": ["grap TD\n", "Graphh LR\n", "grapg\n", "flowchar TD\n", "flowchartt\n", "graphs\n", "GRAPH TD;\n", "",
             "\n", "```mermaid"],
    "fline": ["  «edge»\n", "  «edge»\n", "«edge»;«edge»\n", "  «edge»;\n", "subgraph «sub»\n", "end\n", "%% note --> x\n",
              "«node»[«label»]\n", "  «node» --> «node» --> «node»\n", "«raw»\n", "\n", "direction TB\n"],
    "edge": ["«node» --> «node»", "«node» -->|«elabel»| «node»", "«node»[«label»] --> «node»{«label»}",
             "«node» «arrow» «node»", "«node»-->«node»[«label»]", "«node» -->«node»(x)| «node»", "«node» --> |«elabel»|«node»",
             "«node» --> «node»[\"«text»\"]", "«node»[\"«text»\"] --> «node»[\"«text»\"]", "«node» --- «node»",
             "«node» -->||«node»|", "«node» -->|«elabel»|"],
    "arrow": ["->", "- ->", "-- >", "- - >", "<-->", "< - - >", "<-- >", "==>", " -> ", "=  -> ", "-  -> ", "--->", "-.->"],
    "node": _NODE,
    "label": ["text", "\"quoted\"", "\"a \"b\" c\"", "(round)", "", "\"[1, 2]\"", "line\\nbreak", "two\nlines", "\"", "é"],
    "text": ["ok", "a\\nb", "x<br>y<BR />z", "say \\\"hi\\\"", "", "[nested]", "a; b", "1 --> 2", "长文本", "a | b"],
    "elabel": ["yes", "no (maybe)", "", "a  b", "v1.0", "x\"y", "(«text»)"],
    "sub": ["1) Trigger", "id[\"Title\"]", "plain", "中文", "a b", "2)_n8n_Engine", "", "  ", "\"q\"", "1) Trigger", "x (y)"],
    "raw": ["> top_valent", "free text", "] stray", "   (x) ", "«node» :::cls", "<b>", "a, b."],
    "repeated": ["«fline*9»", "«fline*8»", "«fline*7»", "A[\"«text»«rep*8»\"] --> B\n", "A[\"«rep*20»\"]\n", "«raw*8»",
                 "«rline*8»", "«pair*8» --> B\n", "A --> «pair*7»\n", "A --> B«pair*9» --> C\n", "«raw»\n«fline*20»",
                 "abcdefgh«low*8» --> C\n", "«long*70» --> B\n", "X[\"«big*120»\"]\n", "«lab*8»", "«lab*7»", "X[\"«alt*18»\"]\n", "X[\"«alt*20»\"] --> Y\n"],
    "rep": ["x\\n", "line\\\\n", "y<br/>", "«text»\\n", "z\n"],
    "rline": ["> same thing\n", "  \"same\"\n", "(a)\n", "«raw»\n"],
    "pair": ["An", "AB", "Zz", "a1"],
    "low": ["ab", "xy"],
    "long": ["ab", "Q1"],
    "big": ["word and word\\n", "aaaaaaaaaaaaaaaaaaaa\\n"],
    "alt": ["first of two lines that take turns in this label, again and again\\nthe second of them, no shorter than the first, so that it adds up\\n",
            "a\\nb<br>"],
    "lab": ["A --> B[\"same\"]\n", "«node» --> «node»[\"L\"]\n"],
}  # fmt: skip

_PIPES = {
    "pipes": ["«prow»«psep»«prow+6»", "«prow»«psep»«prow+6»", "«prow+4»", "text\n«prow»«psep»«prow+3»\ntext",
              "«prow»«psep»«prow*4»", "«prow»«psep»«prow+2»\n\n«prow»«psep»«prow+4»", "«prow»«psep»«noisy»«prow+3»",
              "«three»«sep3»«three+5»", "«three»«sep3»«three+5»", "«noisy»", "«three»«sep3»«three+2»«prow»«three+3»"],
    "prow": ["| «val» | «val» |\n", "| «val» | «val» | «val» |\n", "«val» | «val»\n", "|«val»|«val»|«val»\n", "| «val» |\n",
             "｜«val»｜«val»｜\n", " | «val» | «val» | \n", "¦ «val» ¦ «val» ¦\n"],
    "psep": ["| --- | --- |\n", "|---|---|---|\n", "--- | ---\n", "|:---|---:|\n", "| -- | --- |\n", "|:---:|:-:|\n", "| - - - | --- |\n"],
    "three": ["| «val» | «val» | «val» |\n"],
    "sep3": ["| --- | --- | --- |\n", "|---|:---:|---:|\n", "| --- | --- |\n"],
    "val": ["a", "12", "", " ", "x\\|y", "`c|d`", "`", "Q1 2020", "<b>", "中文", "7", "x", "b2", "10 %", "north", "a\tb", "\\", "v;w", "3.5%", "\\|", "\u00a0"],
    "noisy": ["| «frag*9» | b |\n", "| x |«semi*31»y |\n", "| «colon*21» | b |\n", "\n\n\n\n\n\n", "«val»«zz*25»\n",
              "|«word*9»|\n", "«longline*2»", "«longline»\n«longline*3»«prow»«longline*1»", "«prow*3»", "«tok*8»\n", "«tok*7»\n",
              "«sentence*9»", "| «wide*80» | z |\n", "| a | b |\n«frag*8»\n"],
    "frag": ["abc; ", "same phrase :: ", "ab, ", "xyz|", "Abc ,"],
    "semi": ["p;", ";"],
    "colon": ["q::", "::"],
    "zz": ["z", "0", "_"],
    "word": ["go ", "Go GO ", "no.1 "],
    "tok": ["tok ", "Tok tok ", "- ", "a-b_c ", "é "],
    "longline": ["this line is long enough to be counted as one\n"],
    "sentence": ["A sentence that repeats. ", "0123456789 ", "ABCDE fghij"],
    "wide": ["wide ", "w|"],
}  # fmt: skip

MERMAID = {
    "cases": 3000,
    "mutated_percent": 25,
    "rules": {"case": ["«flow»"], **_FLOW},
    "examples": [
        "graph TD\n  A[formula] --> B[formula valid]\n  Top Layer --> |Front (x)| Bottom Layer\n",
        "graph LR\n  subgraph 1) Trigger\n    A[\"x\"]\n  end\n  G -->node(DRAM)| H\n  A - -> B\n",
        "```mermaid\ngrap TD\nA -> B\n```",
        "graph TD\n" + "  A --> B\n" * 8,
        "",
    ],
}  # fmt: skip

CHART = {
    "cases": 3000,
    "mutated_percent": 20,
    "rules": {"case": ["«pipes»", "«pipes»", "«pipes»«noisy»", "«noisy»«pipes»"], **_PIPES},
    "examples": [
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n",
        "| a | b |\n| --- | --- |\n| 1 | 2 | 3 |\n",
        "| a | b |\n| 1 | 2 |\n| 3 | 4 |\n",
        "| a\\|b | c |\n|---|---|\n| 1 | 2 |\n",
    ],
}  # fmt: skip

PICTURE = {
    "cases": 2400,
    "mutated_percent": 20,
    "rules": {
        "case": ["«class»«sub?»«caption»«content»", "«class»«content»", "«content»«class»", "«class»«caption?»"],
        "class": [_FIELD.format("class", name) for name in (
            "natural_image", "chart", "flowchart", "chemical", "pure_table", "pure_formula", " Chart ", "PURE_TABLE", "logo",
            "", "icon", "pure_table", "chart", "flowchart")],
        "sub": [_FIELD.format("sub_class", name) for name in ("bar", " Line_Chart\n", "", "mind map")],
        "caption": [_FIELD.format("caption", name) for name in ("A cat.", " 一只猫 ", "", "two\nlines")],
        "content": [_FIELD.format("content", "\n«pipes»\n"), _FIELD.format("content", "«flow»"), "<|content_start|>«pipes»",
                    _FIELD.format("content", "«otsl»"), _FIELD.format("content", "x^2 \\(y\\)"), "", "<|content_start|>",
                    _FIELD.format("content", " <TABLE><tr><td>\\(a\\)</td></tr></Table> "), "<|content_end|>",
                    _FIELD.format("content", "") + "<|content_start|>«pipes»", _FIELD.format("content", "no table")],
        "otsl": ["<fcel>a<fcel>\\(b\\)<nl><fcel>«val»<ecel><nl>", "<nl>", "<lcel><nl>"],
        **_FLOW,
        **_PIPES,
    },
    "examples": [
        "<|class_start|>chart<|class_end|><|sub_class_start|>bar<|sub_class_end|><|caption_start|>c<|caption_end|>"
        "<|content_start|>\n| a | b |\n|---|---|\n| 1 | 2 |\n<|content_end|>",
        "<|class_start|>natural_image<|class_end|><|caption_start|> A dog. <|caption_end|><|content_start|>dog"
        "<|content_end|>",
        "plain words",
    ],
}  # fmt: skip
