#!/usr/bin/env python3
"""octavo parse with a vision-language model: the two-step protocol from page to every output file on recorded
answers, the hybrid tier, models made by a formula, and what is said when there is no model.

tiers_test.py OCTAVO WRITE_MADE_MODELS [--update] [unittest arguments]
--update writes the recorded answers and the golden files anew (look at the difference before it is committed).
OCTAVO_PAGE_MODEL names a trained model to try as well.
"""

import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import protocol_pages  # noqa: E402
from json_schema import problems  # noqa: E402

OCTAVO, WRITER, UPDATE = None, None, False
GOLDEN = ROOT / "tests/golden/tiers"
ANSWERS = GOLDEN / "answers.jsonl"
SCHEMAS = ("content_list", "content_list_v2", "middle", "model", "structured_content", "report")


def numbered_pictures(text):
    """Names of pictures are hashes of JPEG files, which differ between versions of the encoder."""
    names = {}
    return re.sub(r"[0-9a-f]{64}(?=\.jpg)", lambda found: names.setdefault(found[0], f"picture{len(names) + 1}"), text)


def compact(text):
    """JSON with one line for each block or page, so that a difference is seen and the file is small."""
    value = json.loads(text)
    rows = value if isinstance(value, list) else value.get("pdf_info") or value["pages"]
    out = [] if isinstance(value, list) else [json.dumps({key: part for key, part in value.items() if part is not rows})]
    for row in rows:
        out += map(json.dumps, row) if isinstance(row, list) else [json.dumps(row)]
    return re.sub(r'(octavo|"octavo":|"version":) "?[0-9]+\.[0-9]+\.[0-9]+', r"\1 VERSION", "\n".join(out) + "\n")


def without_pictures(html):
    return re.sub(r"data:image/jpeg;base64,[A-Za-z0-9+/=]+", "data:image/jpeg", html)


class TierCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="octavo-tiers-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.pdf = cls.folder / "pages.pdf"
        cls.pdf.write_bytes(protocol_pages.pdf_bytes())
        cls.script = cls.folder / "script.jsonl"
        cls.script.write_text("".join(line + "\n" for line in protocol_pages.script()), encoding="utf-8")

    def octavo(self, *arguments, **environment):
        none = {"OCTAVO_MODELS_DIR": str(self.folder / "no-models"), "HF_HUB_CACHE": str(self.folder / "none"),
                "MODELSCOPE_CACHE": str(self.folder / "none"), "MINERU_HOME": str(self.folder / "none"),
                "MINERU_TOOLS_CONFIG_JSON": str(self.folder / "none.json")}
        return subprocess.run([OCTAVO, *map(str, arguments)], capture_output=True, check=False, timeout=600,
                              env={**os.environ, **none, **environment})

    def parse(self, out, *arguments, code=0, source=None):
        run = self.octavo("parse", source or self.pdf, "-o", self.folder / out, "--json", *arguments)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return json.loads(run.stdout)["inputs"][0]

    def read(self, entry, what):
        return Path(entry["outputs"][what]).read_text(encoding="utf-8")

    def assert_golden(self, name, got):
        got = got.replace(str(self.pdf), "pages.pdf")
        path = GOLDEN / name
        if UPDATE:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(got, encoding="utf-8")
            return
        expected = path.read_text(encoding="utf-8")
        if got != expected:
            diff = list(difflib.unified_diff(expected.splitlines(), got.splitlines(), name, "now", lineterm="", n=2))
            self.fail("\n".join(diff[:60]))


class Protocol(TierCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if UPDATE:
            ANSWERS.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([OCTAVO, "parse", cls.pdf, "-o", cls.folder / "record", "--tier", "vlm", "-q",
                            "--vlm-replay", cls.script, "--vlm-record", ANSWERS], check=True, timeout=600)

    def test_every_output_file(self):
        entry = self.parse("out", "--tier", "vlm", "--vlm-replay", ANSWERS, "--to", "all")
        self.assertEqual(entry["pages"], {"total": 25, "ok": 21, "degraded": 4, "failed": 0, "blank": 1})
        folder = Path(entry["outputs"]["md"]).parent
        self.assertEqual(folder.name, "vlm")
        for what in SCHEMAS:
            text = self.read(entry, what)
            with self.subTest(what):
                schema = json.loads((ROOT / f"docs/schemas/{what}.schema.json").read_text(encoding="utf-8"))
                self.assertEqual(problems(json.loads(text), schema)[:5], [])
                self.assert_golden(f"vlm/{what}.jsonl", compact(numbered_pictures(text)))
        for what, ending in (("md", "md"), ("chunks", "jsonl")):
            with self.subTest(what):
                self.assert_golden(f"vlm/{what}.{ending}", numbered_pictures(self.read(entry, what)))
        with self.subTest("html"):
            html = numbered_pictures(without_pictures(self.read(entry, "html")))
            self.assert_golden("vlm/body.html", html[html.index("<body"):])
        overlay = Path(entry["outputs"]["overlay"]).read_bytes()
        self.assertTrue(overlay.startswith(b"%PDF-"))
        self.assertEqual(len(re.findall(rb"/Type\s*/Page\b", overlay)), 25)
        named = set(re.findall(r"images/[0-9a-f]{64}\.jpg", self.read(entry, "content_list")))
        self.assertEqual(named, {f"images/{path.name}" for path in (folder / "images").iterdir()})

    def test_answers_belong_to_pixels(self):
        """The recorded answers are those of the script, each tied to its crop; another crop has none."""
        again = self.folder / "again.jsonl"
        self.parse("a", "--tier", "vlm", "--vlm-replay", self.script, "--vlm-record", again)
        self.assertEqual(again.read_text(encoding="utf-8"), ANSWERS.read_text(encoding="utf-8"))
        changed = self.folder / "changed.jsonl"
        first, rest = ANSWERS.read_text(encoding="utf-8").split("\n", 1)
        wrong = re.sub(r":[0-9a-f]{16}", ":0123456789abcdef", first)
        changed.write_text(wrong + "\n" + rest, encoding="utf-8")
        entry = self.parse("b", "--tier", "vlm", "--vlm-replay", changed, code=3)
        self.assertEqual(entry["pages"]["failed"], 1)
        self.assertIn("no answer is recorded", entry["page_errors"][0]["message"])

    def test_threads_and_pages_change_nothing(self):
        one = self.parse("one", "--tier", "vlm", "--vlm-replay", ANSWERS, "--threads", "1")
        many = self.parse("many", "--tier", "vlm", "--vlm-replay", ANSWERS, "--threads", "5")
        for what in ("md", "middle", "model"):
            self.assertEqual(self.read(one, what), self.read(many, what), what)
        some = self.parse("some", "--tier", "vlm", "--vlm-replay", ANSWERS, "--pages", "7")
        self.assertEqual(json.loads(self.read(some, "model"))[0], json.loads(self.read(many, "model"))[6])


class Hybrid(TierCase):
    def replay(self, *entries):
        path = self.folder / "generic.jsonl"
        path.write_text("".join(json.dumps(entry) + "\n" for entry in entries for _ in range(40)), encoding="utf-8")
        return path

    def test_text_stays_with_the_text_layer(self):
        answers = self.replay({"prompt": protocol_pages.TABLE, "answer": "<fcel>from<fcel>the model<nl>"})
        entry = self.parse("h", "--tier", "hybrid", "--effort", "best", "--vlm-replay", self.script, "--pages", "1-8")
        blocks = json.loads(self.read(entry, "content_list"))
        by_kind = {}
        for block in blocks:
            by_kind.setdefault(block["type"], set()).add(block["source"])
            self.assertNotEqual(block["source_reason"], "", block)
        self.assertEqual(by_kind["text"], {"text"})
        self.assertEqual(by_kind["table"], {"vlm"})
        self.assertEqual(json.loads(self.read(entry, "middle"))["_backend"], "hybrid")
        self.assertEqual(Path(entry["outputs"]["md"]).parent.name, "hybrid_auto")
        # Tables whose structure the page itself tells are not asked about with less effort.
        entry = self.parse("f", "--tier", "hybrid", "--effort", "fast", "--vlm-replay", answers, "--pages", "7")
        table = [block for block in json.loads(self.read(entry, "content_list")) if block["type"] == "table"][0]
        self.assertEqual(table["source"], "text")
        self.assertIn("bright", table["table_body"])

    def test_verbose_says_who_read_what_and_why(self):
        script = self.folder / "seven.jsonl"
        script.write_text("\n".join(protocol_pages.script({7})), encoding="utf-8")
        run = self.octavo("parse", self.pdf, "-o", self.folder / "v", "--tier", "hybrid", "--effort", "best", "-v",
                          "--vlm-replay", script, "--pages", "7")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("page 7: title from text: the text layer is sound", run.stderr.decode())
        self.assertRegex(run.stderr.decode(), "page 7: table from vlm: a table; read by ")

    def test_what_the_model_does_not_read_keeps_what_there_is(self):
        """No answer fits: every question fails, and the text is there all the same."""
        answers = self.replay({"prompt": "never asked", "answer": ""})
        entry = self.parse("k", "--tier", "hybrid", "--effort", "best", "--vlm-replay", answers, "--pages", "1,7")
        self.assertEqual(entry["pages"]["degraded"], 2)
        text = self.read(entry, "md")
        self.assertIn("Growth of Ferns in Low Light", text)
        self.assertIn("bright", text)
        report = self.read(entry, "report")
        self.assertIn("vlm_layout_unread", report)


class Models(TierCase):
    def test_no_model_is_told_with_what_to_do(self):
        for tier in ("vlm", "hybrid"):
            run = self.octavo("parse", self.pdf, "-o", self.folder / "n", "--tier", tier, "--json")
            self.assertEqual(run.returncode, 1)
            error = json.loads(run.stdout)["error"]
            self.assertEqual(error["code"], "model_missing")
            self.assertIn("octavo models pull", error["user_action"])
        run = self.octavo("parse", self.pdf, "-o", self.folder / "n", "--model", self.folder / "nowhere")
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"file_not_found", run.stderr)

    def test_auto_without_a_model_is_basic(self):
        entry = self.parse("basic", "--pages", "1")
        self.assertEqual(Path(entry["outputs"]["md"]).parent.name, "auto")
        self.assertEqual(json.loads(self.read(entry, "middle"))["_backend"], "pipeline")

    def made(self, name):
        subprocess.run([WRITER, self.folder, name], check=True, timeout=300)
        return self.folder / name

    def test_a_model_that_only_reads_text_is_refused(self):
        entry = self.parse("t", "--tier", "vlm", "--model", self.made("text_only"), "--pages", "1", code=1)
        self.assertEqual(entry["error"]["code"], "model_invalid")
        self.assertIn("reads text only", entry["error"]["message"])

    def test_nonsense_does_no_harm(self):
        """A model made by a formula: its answers have no grammar, and often no end."""
        model = self.made("mineru_like")
        for tier, effort in (("vlm", "best"), ("hybrid", "best"), ("hybrid", "balanced")):
            with self.subTest(tier):
                run = self.octavo("parse", self.pdf, "-o", self.folder / f"x{tier}{effort}", "--tier", tier,
                                  "--effort", effort, "--model", model, "--pages", "1,7,16", "--page-timeout", "2",
                                  "--json")
                self.assertIn(run.returncode, (0, 1, 3), run.stderr)
                entry = json.loads(run.stdout)["inputs"][0]
                self.assertEqual(entry["pages"]["total"], 3)
                if tier == "hybrid" and effort == "balanced":
                    self.assertIn("Growth of Ferns", self.read(entry, "md"))

    def test_a_trained_model(self):
        model = os.environ.get("OCTAVO_PAGE_MODEL", "")
        if not model:
            self.skipTest("OCTAVO_PAGE_MODEL names no model")
        entry = self.parse("trained", "--tier", "vlm", "--model", model, "--pages", "1,7", "--page-timeout", "60")
        self.assertEqual(entry["pages"]["total"], 2)
        schema = json.loads((ROOT / "docs/schemas/content_list.schema.json").read_text(encoding="utf-8"))
        self.assertEqual(problems(json.loads(self.read(entry, "content_list")), schema)[:5], [])


def main():
    global OCTAVO, WRITER, UPDATE
    OCTAVO, WRITER = sys.argv[1:3]
    rest = sys.argv[3:]
    UPDATE = "--update" in rest
    unittest.main(argv=[sys.argv[0], *(argument for argument in rest if argument != "--update")], verbosity=1)


if __name__ == "__main__":
    main()
