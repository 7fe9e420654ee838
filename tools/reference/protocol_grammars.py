"""Grammars and examples for protocol_goldens.py.

«name» another rule, «name?» or nothing, «name+5» one to five of it, «name*5» the same one five times. Below the
deepest level the first alternative is taken. "mutated_percent" of the texts get one to three random edits.
"""

from protocol_flow_grammars import CHART, MERMAID, PICTURE

_TYPES = [
    "text", "title", "doc_title", "paragraph_title", "table", "equation", "formula_number", "code", "algorithm",
    "aside_text", "ref_text", "index", "phonetic", "list_item", "caption", "table_caption", "image_caption",
    "code_caption", "footnote", "table_footnote", "image_footnote", "header", "footer", "page_number",
    "page_footnote", "image", "chart", "list", "image_block", "equation_block", "unknown",
]  # fmt: skip

LAYOUT = {
    "cases": 2400,
    "mutated_percent": 30,
    "rules": {
        "case": ["«block+14»", "«block+4»", "", "noise\n«block+3»", "«near»«near»«near»«block+6»", "«block+8»«tables»"],
        "block": ["<|box_start|>«box»<|box_end|><|ref_start|>«type»<|ref_end|>«turn?»«tail»", "«near»", "«broken»"],
        "near": ["<|box_start|>10«d» 200 50«d» 30«d»<|box_end|><|ref_start|>«few»<|ref_end|><|rotate_up|>«tail»"],
        "tables": [
            "<|box_start|>100 200 600 700<|box_end|><|ref_start|>table<|ref_end|><|rotate_up|>\n«inner+4»"
        ],
        "inner": [
            "<|box_start|>1«d»0 2«d»0 «wide» 6«d»0<|box_end|><|ref_start|>«few»<|ref_end|><|rotate_up|>\n",
        ],
        "wide": ["6«d»0", "59«d»", "61«d»"],
        "few": ["text", "text", "equation", "table", "image", "equation_block"],
        "box": ["«n» «n» «n» «n»", "«n»«space»«n»«space»«n»«space»«n»", "100 100 «n» «n»", "007 0 0«n» 1000"],
        "n": ["«d»", "«d»«d»", "«d»«d»«d»", "«d»«d»«d»", "«d»«d»«d»", "1000", "1001", "99999999999999999999999", "-5"],
        "d": list("0123456789"),
        "space": [" ", "  ", "\t", "\n", "\u00a0", "\u3000 "],
        "type": [*_TYPES, "Text", "IMAGE", "inline_formula", "figure", "text2", "te xt", "", "été", "文本"],
        "turn": ["<|rotate_up|>", "<|rotate_up|>", "<|rotate_right|>", "<|rotate_down|>", "<|rotate_left|>",
                 "<|rotate_off|>", " <|rotate_up|>"],
        "tail": ["\n", "\n", "", "<|txt_contd_tgt|>\n", "txt_contd_src", " x txt_contd_tgt\n\n", "<|box_end|>", "é\n"],
        "broken": ["<|box_start|>", "<|box_start|>1 2 3<|box_end|>", "<|ref_start|>text<|ref_end|>", "<|box_end|>",
                   "<|box_start|>1 2 3 4<|box_end|>\n<|ref_start|>text<|ref_end|>", "\u2028", "just words\n"],
    },
    "examples": [
        "<|box_start|>10 10 5 5<|box_end|><|ref_start|>text<|ref_end|>",
        "<|box_start|>0 0 1000 1000<|box_end|><|ref_start|>table<|ref_end|><|rotate_left|>\n"
        "<|box_start|>10 10 50 50<|box_end|><|ref_start|>text<|ref_end|><|rotate_up|>",
        "<|box_start|>1200 0 1 1<|box_end|><|ref_start|>text<|ref_end|>",
        "<|box_start|>1 2 30 40<|box_end|><|ref_start|>unknown<|ref_end|><|rotate_down|>",
        "<|box_start|>100 100 500 200<|box_end|><|ref_start|>text<|ref_end|><|rotate_up|><|txt_contd_tgt|>\n",
        "   \n",
        "I am sorry, I can not do that.",
    ],
}  # fmt: skip

_CELL_WORDS = ["a", "Total", "12.5", "−3", "&", "<b>", "\"q\"", "it's", "中文", " ", "  x ", "\\(x^2\\)", "\\[y\\]", "é\u3000",
               "1\n2", "<eq>z</eq>", "[A2C3]", "[ KKTW ]", "\u00a0"]  # fmt: skip

OTSL = {
    "cases": 2400,
    "mutated_percent": 25,
    "rules": {
        "case": ["«row+6»", "«row+3»«row*4»", "«spanned»«row+3»", "«same+5»", "«row+5»«bare»", "«stray»«row+3»", "«diag»"],
        "row": ["«cell+5»<nl>", "«cell+5»<nl>", "«cell+8»", "<nl>", "«cell+4»<nl>\n", "«cell+3»<nl>«stray»"],
        "cell": ["<fcel>«words»", "<fcel>«words»", "<fcel>", "<ecel>", "<ecel>«words»", "<lcel>", "<ucel>", "<xcel>",
                 "<lcel>«words»"],
        "words": ["«word+3»"],
        "word": _CELL_WORDS,
        "same": ["<fcel>«word»<lcel><fcel>«word»<nl><ucel><xcel><fcel>«word»<nl>", "<fcel>«word»<fcel><fcel>b<nl>",
                 "<fcel>h<lcel><lcel><nl>", "<ucel><ucel><fcel>1<nl>"],
        "spanned": ["<fcel>A<lcel><lcel><nl><ucel><xcel><xcel><nl>", "<fcel>A<xcel><lcel><nl><xcel><fcel>B<ucel><nl>",
                    "<ecel><lcel><fcel>x<nl><ucel><xcel><ecel><nl>"],
        "diag": ["<fcel>1<xcel><xcel><nl><xcel><fcel>2<xcel><nl><xcel><xcel><fcel>3<nl>"],
        "bare": ["<fcel>", "<fcel>tail", "<ecel>", "<", "<fcel", "</table>"],
        "stray": ["stray", "\n", "<nl>", "<table>", "text <nl>"],
    },
    "examples": [
        "<fcel>A<fcel>B<nl><fcel>1<fcel>2<nl>",
        "<fcel>Head<lcel><fcel>C<nl><fcel>1<fcel>2<ucel><nl>",
        "<fcel>a<nl><fcel>b<fcel>c<nl>",
        "<table><tr><td>x</td></tr></table>",
        "no table at all",
        "",
        "<nl><fcel>lost<nl>",
    ],
}  # fmt: skip

TABLE = {
    "cases": 1200,
    "mutated_percent": 15,
    "rules": {
        "case": ["«row+4»", "<table><tr><td>«words»</td><td>«words»</td></tr></table>", "«words»"],
        "row": ["<fcel>«words»<fcel>«words»<nl>", "<fcel>«words»<lcel><nl>"],
        "words": ["«word+4»"],
        "word": ["\\(", "\\)", "\\[", "\\]", "x", " y ", "<eq>", "</eq>", "[A2C3]", "[\u00a0KKTW ]", "[A2C4]", "[[A2C3]]",
                 "[", "]", "A2C3", "\n", "\\( a_1 \\)", "\\[ b \\]", "<eq> c </eq>"],
    },
    "examples": ["<fcel>\\( a \\) and [ A2C3 ]<fcel>\\[x\\]<nl>", "<fcel>\\(\\)<nl>", "[KKTW]"],
}  # fmt: skip

_BIGS = ["big", "bigl", "bigr", "bigm", "bigg", "biggl", "biggr", "biggm"]

EQUATION = {
    "cases": 3200,
    "mutated_percent": 35,
    "rules": {
        "case": ["«term+8»", "\\[«term+8»\\]", " \\[ «term+6» \\]\n", "«array»", "«term+3»«array»«term+3»", "«cells»",
                 "«delims»", "«bigs»", "«subs»", "«array»«array»«term»"],
        "delims": ["«delim+6»", "\\begin{array}{c}«cell2+5»\\end{array}", "«delim+4» & «delim+4» \\\\ «delim+3»"],
        "cell2": ["«delim»&", "«delim»\\\\", "«delim»", " x "],
        "delim": ["«left»", "«right»", "«left» a «right»", "«left»«right»", " ", "y"],
        "array": ["\\begin{array}{«cols»}«cells»\\end{array}", "\\begin{array} {l l}«cells»\\end{array}",
                  "\\begin{array}{c|c}«cells»\\end{array}", "\\begin{array}{l}«term»\\begin{array}{c}«cells»\\end{array}"
                  "«cells»\\end{array}", "\\begin{array}{r}«cells»", "«cells»\\end{array}"],
        "cols": ["l", "c c", "rcl", "", "r @ l", " l\n"],
        "cells": ["«term+3» & «term+3» \\\\ «term+2»", "«term» \\\\«term+2»", "«left?»«term»«right?»&«left?»«right?»"],
        "term": ["x", " ", "+ y_1", "\\frac{a}{b}", "{«term+3»}", "«left»", "«right»", "«left»«term+3»«right»", "«sub»«sub»",
                 "«big»", "\\eqqcolon", "\\coloneqq", "a < b", "<<", "\\{", "\\}", "\\\\{", "\\\\\\}", "{", "}", "\\bigtimes",
                 "\\rightarrow", "\\leftarrow", "\\right\\", "\\tag{1}", "«array»", "\\text{中文}", "\\sum _ { i }",
                 "\u3000", "α", "\\left\\right", "\\lefteqn", "\n"],
        "left": ["\\left" + d for d in ("(", "[", "\\{", "|", "\\|", ".", "\\langle", "\\lfloor", "\\lVert", "\\vert ",
                                        ")", "/", "]", "\\}", "\\rvert", " (", "\\lbrace", "\\lvert", "\\Vert", "\\lbrack",
                                        "\\rVert", "<")],
        "right": ["\\right" + d for d in (")", "]", "\\}", "|", "\\|", ".", "\\rangle", "\\rfloor", "\\rVert", "\\vert ",
                                          "(", "/", "[", "\\{", "\\rvert", " )", "\\rbrace", "\\lvert", "\\Vert", "\\rbrack",
                                          "\\lVert", ">", "\n")],
        "sub": ["_{«in»}", "_ {«in»}", "_\n{ «in» } ", "_{a{b}c}", "_{a{b{c}}}", "_x", "_{", "}"],
        "in": ["i", "i+1", "{j}", "{j}k{l}", "", "_{m}", "{{n}}"],
        "subs": ["«sub+5»", "x«sub*3»", "«sub»^{2}«sub+3»"],
        "bigs": ["«big+5»"],
        "big": [f"\\{name}{gap}{{{inner}}}" for name in ("«bigname»", "«bigname»") for gap in ("", " ")
                for inner in ("(", "«biginner»", ")", "«biginner»", "«biginner»")] + ["\\big  {(}", "\\bigcup{(}"],
        "bigname": _BIGS + ["B" + name[1:] for name in _BIGS],
        "biginner": ["(", ")", "\\{", "\\}", "|", "\\|", "[", "]", "\\rangle", "\\langle", "/", "x", "", "\\lfloor"],
    },
    "examples": [
        "\\[ E = mc^2 \\]",
        "\\left( a + b",
        "a + b \\right]",
        "\\begin{array}{l} \\left( a & b \\right) \\\\ c \\end{array}",
        "x_{a}_{b}",
        "\\Biggl {[} x \\Biggr{]} \\bigg{\\rangle}y",
        "a<b<c",
        "\\frac{a}{b}} + {c",
        "\\[",
        "",
        "a \\rightarrow b \\left( c",
        "\\begin{array}{l}p\\begin{array}{c}\\left(a&b\\end{array}\\\\q\\end{array}\\begin{array}{l}\\begin{array}{c}c&"
        "\\right)d\\end{array}\\\\e\\left[\\end{array}",
    ],
}  # fmt: skip

TEXT = {
    "cases": 2400,
    "mutated_percent": 30,
    "rules": {
        "case": ["«piece+10»", "«piece+5»"],
        "piece": ["word ", "字", "«inline»", "«inline»", "«display»", "\\(", "\\)", "\\[", "\\]", "____", "\n", "$x$",
                  "\\(«blank+4»\\)", "\\(\\)", "\\[\\]", "\\\\(", "\u3000"],
        "inline": ["\\(«math+6»\\)", "\\( «math+4» \\)"],
        "display": ["\\[«math+4»\\]", "\\[«number+4»\\]", "\\[ «number+3» \\]"],
        "number": ["1", "23", "-", "–", ",", " ", "٤", ".", "\n"],
        "blank": ["___", "____", "__", "x", " ", "«math»", "é"],
        "math": ["\\to «letter»", "\\to«letter»", "\\times«letter»«letter»", "\\in«letter»", "\\cong«letter»",
                 "\\subset«letter»", "\\subseteq", "\\int", "\\inf", "\\top", "\\topx", "_", "____", "x^2", "=", "\\in",
                 "\\into", "α", "\\timesé", " ", "\\in\\inA", "\\toA1"],
        "letter": list("aBfpt1x"),
    },
    "examples": [
        "(B) \\[ \\begin{pmatrix}2&-1\\\\-1&2\\end{pmatrix}. \\]",
        "see \\[12–15, 18\\]",
        "\\( A\\timesB \\) and \\( a \\inf b \\) \\( a\\in B\\top \\)",
        "xxx = \\( \\sigma ___ = \\lambda \\)",
        "\\(\\)x\\)",
        "____",
    ],
}  # fmt: skip

_FINISH_TYPES = ["text", "text", "equation", "list_item", "title", "header", "page_number", "aside_text", "list", "unknown",
                 "image", "^image", "chart", "table", "code", "footer", "page_footnote", "image_block"]  # fmt: skip

FINISH = {
    "cases": 2400,
    "mutated_percent": 0,
    "rules": {
        "case": ["flags «flags»\n«line+10»", "flags «flags»\n«group+3»", "flags 0\n«group+2»«line+4»"],
        "flags": ["0", "0", "0", "1", "2", "3", "4", "8", "15", "6"],
        "line": [f"{kind} «box»\t«content»\n" for kind in _FINISH_TYPES],
        "group": ["«equations»equation_block 100 100 500 500\t~\n«equations?»«line?»",
                  "equation_block 100 100 500 300\t~\nequation_block 100 100 500 500\t~\n«equations»",
                  "equation_block 100 200 500 240\t~\n«line?»«equations»"],
        "equations": ["«eq+4»"],
        "eq": ["equation 10«d» «row»\t«math»\n"],
        "row": ["1«d»0 500 199", "200 50«d» 240", "3«d»0 5«d»0 399", "2«d»0 450 298"],
        "box": ["«c» «c» 9«d»«d» 9«d»«d»", "100 «c» 9«d»0 9«d»1", "«c» 300 950 999"],
        "c": ["«d»", "«d»«d»", "1«d»«d»"],
        "d": list("0123456789"),
        "math": ["x \\tag{1}", "\\[a<b\\]", "y_{a}_{b} \\tag {2} z", "\\tag{ }", "\\left( k", "{", "\\tag{", "\\tag{3"],
        "content": ["~", "plain", "[Non-Text]", " [Non-Text]⏎", "\\( a\\timesB \\)", "\\[x\\]", "«math»", "<fcel>1<nl>",
                    "<|class_start|>pure_formula<|class_end|><|content_start|>x^2<|content_end|>",
                    "<|class_start|>pure_table<|class_end|><|content_start|><fcel>\\(q\\)<nl><|content_end|>",
                    "<|class_start|>natural_image<|class_end|><|caption_start|>a cat<|caption_end|>", " ", "\u00a0x"],
    },
    "examples": [
        "flags 0\nequation 100 100 500 140\ta \\tag{1}\nequation 100 160 500 200\tb \\tag{2}\n"
        "equation_block 100 100 500 200\t~\n",
        "flags 2\nheader 0 0 999 50\t[Non-Text]\ntext 0 60 999 90\t[Non-Text]\n",
        "flags 0\nlist_item 0 0 999 50\t\\[x\\]\n",
    ],
}  # fmt: skip

CROPS = {
    "cases": 360,
    "mutated_percent": 0,
    "rules": {
        "case": ["page «side» «side»\n«line+4»", "page «side» «side»\n«table»", "page 6«d»0 «side»\n«thin+3»«nested»"],
        "side": ["3«d»«d»", "2«d»«d»", "«d»«d»3", "5«d»7", "61«d»"],
        "d": list("0123456789"),
        "line": ["«type» «box» «angle»\n"],
        "type": ["text", "title", "equation", "image", "chart", "table", "list", "code", "image_caption", "image_block",
                 "equation_block", "header"],
        "box": ["«d»«d» 1«d»«d» 9«d»«d» 8«d»«d»", "3«d»«d» 4«d»«d» 5«d»«d» 5«d»«d»", "0 «d»«d» 1000 1«d»«d»",
                "«d»«d» «d» 1«d»«d» 1000", "1«d»5 1«d»5 205 2«d»7", "499 499 50«d» 50«d»"],
        "angle": ["-", "0", "0", "90", "180", "270"],
        "thin": ["text 10 50«d» 990 51«d» «angle»\n", "equation 50«d» 10 51«d» 990 «angle»\n"],
        "nested": ["image_block 100 100 900 900 0\nimage 1«d»0 2«d»0 8«d»0 8«d»0 0\nimage_caption 200 800 700 9«d»0 0\n"],
        "table": ["table 100 100 900 900 «angle»\n«in+3»«line?»",
                  "image 120 12«d» 450 4«d»0 0\ntable 100 100 900 900 «angle»\ntable 110 110 500 500 «angle»\n«in?»"],
        "in": ["image 1«d»0 120 4«d»0 4«d»0 0\n", "image 560 5«d»0 8«d»0 9«d»0 «angle»\n", "chart 560 150 850 420 0\n"],
    },
    "examples": ["page 300 400\ntext 100 100 900 120 90\n", "page 620 50\ntable 0 0 1000 1000 270\n"],
}  # fmt: skip

PAGE = {
    "cases": 0,
    "mutated_percent": 0,
    "rules": {"case": [""]},
    "examples": ["page 612 792", "page 1000 1000", "page 30 900", "page 900 40", "page 827 311", "page 1 1"],
}  # fmt: skip

_PLACES = {
    "column": ["<|box_start|>100 «y» 480 «z»", "<|box_start|>520 «y» 900 «z»", "<|box_start|>100 «y» 900 «z»"],
    "y": ["1«d»0", "3«d»0", "5«d»0", "7«d»0", "«d»0"],
    "z": ["2«d»0", "4«d»0", "6«d»0", "8«d»0", "9«d»9"],
    "d": list("0123456789"),
    "turned": ["<|rotate_up|>", "<|rotate_up|>", "<|rotate_up|>", "<|rotate_left|>", "<|rotate_down|>", ""],
}

FLOW_OF_PAGE = {
    "cases": 2000,
    "mutated_percent": 0,
    "rules": {
        "case": ["page 4«d»7 5«d»3\n«line+12»\n==\n«content+9»end"],
        "line": ["«column»<|box_end|><|ref_start|>«type»<|ref_end|>«turned»«tail»"],
        "tail": ["\n", "\n", "<|txt_contd_tgt|>\n"],
        "type": ["text", "text", "title", "table", "image", "chart", "equation", "equation_block", "image_block", "list",
                 "list_item", "image_caption", "header", "page_number", "code", "unknown", "inline_formula", "ref_text"],
        "content": ["Some \\(a\\timesB\\) text\n--\n", "[Non-Text]\n--\n", "\\[x_{a}_{b} < 1 \\tag{1}\\]\n--\n",
                    "<fcel>a<lcel><nl><fcel>\\(b\\)<fcel>[A2C3]<nl>\n--\n", "\n--\n", "\\left( q\n--\n",
                    "<|class_start|>chart<|class_end|><|sub_class_start|>Pie<|sub_class_end|><|content_start|>| a | b |\n"
                    "|---|---|\n| 1 | 2 |<|content_end|>\n--\n",
                    "<|class_start|>logo<|class_end|><|caption_start|>A logo.<|caption_end|>\n--\n",
                    "<|class_start|>pure_formula<|class_end|><|content_start|>E<F}<|content_end|>\n--\n",
                    "<|class_start|>flowchart<|class_end|><|content_start|>grap TD\na b -> c\n<|content_end|>\n--\n"],
        **_PLACES,
    },
    "examples": [],
}  # fmt: skip

FAMILIES = {
    "layout": LAYOUT, "otsl": OTSL, "table": TABLE, "equation": EQUATION, "text": TEXT, "picture": PICTURE,
    "mermaid": MERMAID, "chart": CHART, "finish": FINISH, "flow": FLOW_OF_PAGE, "page": PAGE, "crops": CROPS,
}  # fmt: skip
