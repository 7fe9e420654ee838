#!/usr/bin/env python3
"""Makes every file of samples/ again, byte for byte. Needs .deps/venv (./dev samples does it all)."""

import contract
import exam
import receipt
import report
import report_zh
import resume
import slide
from common import SAMPLES

if __name__ == "__main__":
    for sample in (report, contract, receipt, resume, exam, report_zh, slide):
        sample.make()
    for path in sorted(SAMPLES.glob("*")):
        if path.is_file():
            print(f"{path.stat().st_size:>9,} {path.name}")
