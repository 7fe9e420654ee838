#!/usr/bin/env python3
"""What octavo ask answers, cites and refuses with a real language model, and how fast that model is here.

ask.py --octavo OCTAVO [--model MODEL] [--corpus FOLDER] [--questions FILE] [--runs N] [--verbose] [--json FILE]

A question counts as cited when one of the places that are named holds the wanted text, and as refused when nothing is
answered. Needs a model: octavo models pull qwen2.5-0.5b, or --model. Documents that are not there are left out, and told.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import measure

ROOT = Path(__file__).resolve().parents[2]
LEAST_CITED, LEAST_RATE, MOST_WAIT = 0.8, 25, 2  # share of the answerable, tokens/s, seconds


def path_of(name, corpus):
    top, rest = name.split("/", 1)
    return corpus / rest if top == "corpus" else ROOT / name


def squeezed(text):
    return "".join(text.split())


def ask(octavo, path, questions, options):
    """The answers about one document, and the whole report."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as lines:
        lines.write("".join(question["question"] + "\n" for question in questions))
        lines.flush()
        run = measure.run([octavo, "ask", path, "--questions", lines.name, "--json", *options], timeout=1800)
    if run.code not in (0, 3):
        sys.exit(f"{path.name}: {run.stdout}{run.stderr}")
    report = json.loads(run.stdout)
    return report["answers"], report


def judge(question, answer):
    wanted = question["answer"]
    forms = [squeezed(form) for form in ([wanted] if isinstance(wanted, str) else wanted or [])]
    cited = any(form in squeezed(place["text"]) for place in answer["citations"] for form in forms)
    said = any(form.lower() in squeezed(answer["text"]).lower() for form in forms)
    return {
        "file": question["file"],
        "question": question["question"],
        "expected": wanted,
        "answer": answer["text"],
        "origin": answer["origin"],
        "reason": answer["reason"],
        "evidence": round(answer["evidence"], 3),
        "labels": [place["label"] for place in answer["citations"]],
        "model_text": answer["model_text"],
        "reused_tokens": answer["used"]["reused_tokens"],
        "prompt_tokens": answer["used"]["prompt_tokens"],
        "drafted": answer["used"]["drafted_tokens"],
        "accepted": answer["used"]["accepted_tokens"],
        "said": said,
        "right": cited if wanted else not answer["found"],
    }


def answers(arguments, options):
    questions = json.loads(arguments.questions.read_text(encoding="utf-8"))["questions"]
    judged, absent = [], []
    for name in dict.fromkeys(question["file"] for question in questions):
        path = path_of(name, arguments.corpus)
        if not path.exists():
            absent.append(name)
            continue
        mine = [question for question in questions if question["file"] == name]
        given, _ = ask(arguments.octavo, path, mine, options)
        for question, answer in zip(mine, given, strict=True):
            judged.append(judge(question, answer))
            if arguments.verbose or not judged[-1]["right"]:
                shown = judged[-1]
                print(f"{'ok   ' if shown['right'] else 'WRONG'} {name}: {shown['question']} -> {shown['origin']} {shown['evidence']} "
                      f"{shown['answer']!r} {' '.join(shown['labels'])} (model: {shown['model_text']!r}; {shown['reason']})", flush=True)
    return judged, absent


def speed(arguments, options):
    command = [arguments.octavo, "bench", *options, "--prompt-tokens", "1024", "--new-tokens", "64", "--runs", arguments.runs, "--json"]
    run = measure.run(command, timeout=1800)
    if run.code != 0:
        sys.exit(run.stdout + run.stderr)
    report = json.loads(run.stdout)
    return {key: report[key] for key in ("first_token_seconds", "decode_tokens_per_second", "prompt_tokens") if key in report}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--model", default="qwen2.5-0.5b")
    parser.add_argument("--precision", default="int8")
    parser.add_argument("--corpus", type=Path, default=ROOT.parent / "shared/corpus")
    parser.add_argument("--questions", type=Path, default=Path(__file__).with_name("ask_questions.json"))
    parser.add_argument("--runs", type=int, default=5, help="of the measuring of speed; 0: none")
    parser.add_argument("--only-speed", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="every answer, not the wrong ones alone")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    # A prepacked file has its precision, and takes no other.
    packed = arguments.model.endswith(".octavo")
    options = ["--model", arguments.model] + ([] if packed else ["--precision", arguments.precision])
    result, good = {}, True
    if not arguments.only_speed:
        judged, absent = answers(arguments, options)
        for name in absent:
            print(f"{name} is not there: its questions are left out", file=sys.stderr)
        answerable = [entry for entry in judged if entry["expected"] is not None]
        refusable = [entry for entry in judged if entry["expected"] is None]
        cited, refused = (sum(entry["right"] for entry in group) for group in (answerable, refusable))
        drafted, accepted = (sum(entry[key] for entry in judged) for key in ("drafted", "accepted"))
        print(f"cited      {cited} of {len(answerable)} (at least {LEAST_CITED:.0%})")
        said = sum(entry["said"] for entry in answerable)
        print(f"said       {said} of {len(answerable)} in the answer's own words, letter for letter")
        print(f"refused    {refused} of {len(refusable)} (all)")
        print(f"guesses    {accepted} of {drafted} from the prompt were right")
        good = cited >= LEAST_CITED * len(answerable) and refused == len(refusable)
        result = {"cited": cited, "answerable": len(answerable), "said": said, "refused": refused,
                  "refusable": len(refusable), "answers": judged}
    if arguments.runs > 0:
        result["speed"] = speed(arguments, options)
        wait, rate = (result["speed"][key]["median"] for key in ("first_token_seconds", "decode_tokens_per_second"))
        print(f"first word {wait:.2f} s behind {result['speed']['prompt_tokens']} tokens of prompt (at most {MOST_WAIT} s)")
        print(f"writing    {rate:.1f} tokens/s (at least {LEAST_RATE})")
        good = good and wait <= MOST_WAIT and rate >= LEAST_RATE
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
