"""The corpus: its documents, how they are grouped, and how its own scorer is called. Standard library only."""

import csv
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

# Passwords of the locked documents, by source (corpus/README.md).
PASSWORDS = {"plumber": "test", "pypdf": "openpassword", "docling": "1234", "tabula": "userpassword"}
# What the scorer reports for a document and how to print it: name -> (heading, decimals).
MEASURES = {"score": ("score", 1), "text_edit": ("text", 3), "order_edit": ("order", 3), "token_f1": ("tokens", 3),
            "teds": ("TEDS", 3), "formula_edit": ("formula", 3), "assert_pass": ("asserts", 3)}  # fmt: skip


@dataclass
class Document:
    id: str
    path: Path
    kind: str
    language: str
    split: str
    has_truth: bool
    expect: str

    @property
    def group(self):
        """Which of the three summaries a document belongs to.

        A PDF is born-digital here even when a few of them hold scans: that is how the corpus' README groups them.
        A formula crop is a picture whose only content is one formula: no network of this tier reads those.
        """
        if self.path.suffix.lower() == ".pdf":
            return "born-digital PDFs"
        return "formula crops" if self.kind.startswith("formula") else "pictures and scans"

    @property
    def password(self):
        return PASSWORDS.get(self.id.split("-")[0])


GROUPS = ["born-digital PDFs", "pictures and scans", "formula crops"]


def read(folder, split=None, names=None):
    manifest = Path(folder) / "MANIFEST.tsv"
    if not manifest.exists():
        sys.exit(f"no {manifest}: give the folder of a corpus with --corpus")
    with open(manifest, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    documents = [Document(r["doc_id"], Path(folder) / r["path"], r["kind"], r["language"], r["split"], bool(r["gt"]),
                          r["expect"]) for r in rows]  # fmt: skip
    return [d for d in documents if (split in (None, "all") or d.split == split) and (not names or d.id in names)]


def score(folder, predictions, documents, python):
    """{document id: its measures}, by the scorer that lies in the corpus."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [python, str(Path(folder) / "score.py"), "--gt-manifest", str(Path(folder) / "MANIFEST.tsv"),
                   "--pred", str(predictions), "--docs", ",".join(d.id for d in documents), "--out", out.name]  # fmt: skip
        subprocess.run(command, check=True)
        return json.loads(Path(out.name).read_text(encoding="utf-8"))["docs"]


def average(scores):
    """Means over the documents that have a measure, as the scorer itself makes them."""
    out = {"docs": len(scores)}
    for name in MEASURES:
        values = [s[name] for s in scores if name in s]
        if values:
            out[name] = round(sum(values) / len(values), 4)
    return out
