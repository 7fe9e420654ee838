"""Runs one peer on files, inside the peers' own environment, and prints JSON: seconds and text of each file.

peer_run.py pymupdf4llm FILE...      Markdown of a born-digital PDF, without OCR; of a long one the first pages alone,
                                     and the time is what all pages would take at that speed
peer_run.py rapidocr THREADS FILE... text lines of a picture; the engine is warm before the clock starts
"""

import json
import os
import sys
import time

MOST_PAGES = 40  # a second a page: 400 pages would take as long as all other files together


def timed(work):
    started, cpu_started = time.monotonic(), time.process_time()
    result = work()
    return time.monotonic() - started, time.process_time() - cpu_started, result


def pymupdf4llm_files(paths):
    import pymupdf
    import pymupdf4llm

    out = []
    for path in paths:
        with pymupdf.open(path) as document:
            pages = document.page_count
        read = min(pages, MOST_PAGES)
        seconds, cpu_seconds, text = timed(
            lambda: pymupdf4llm.to_markdown(path, pages=list(range(read)), show_progress=False, use_ocr=False))
        out.append({"seconds": seconds * pages / read, "cpu_seconds": cpu_seconds * pages / read, "text": text})
    return out


def rapidocr_files(threads, paths):
    import cv2
    from rapidocr import RapidOCR

    params = {"EngineConfig.onnxruntime.intra_op_num_threads": threads,
              "EngineConfig.onnxruntime.inter_op_num_threads": 1, "Global.log_level": "error"}  # fmt: skip
    engine = RapidOCR(params=params)
    engine(cv2.imread(paths[0]))
    out = []
    for path in paths:
        seconds, cpu_seconds, result = timed(lambda: engine(path))
        lines = sorted(zip((box[:, 1].mean() for box in result.boxes), result.txts)) if result.boxes is not None else []
        out.append({"seconds": seconds, "cpu_seconds": cpu_seconds, "text": "\n".join(line for _, line in lines)})
    return out


if __name__ == "__main__":
    saved = os.dup(1)
    os.dup2(2, 1)  # peers talk on stdout
    results = pymupdf4llm_files(sys.argv[2:]) if sys.argv[1] == "pymupdf4llm" else rapidocr_files(int(sys.argv[2]), sys.argv[3:])
    os.write(saved, json.dumps(results).encode())
