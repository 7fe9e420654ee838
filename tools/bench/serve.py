#!/usr/bin/env python3
"""What octavo serve adds to the engine: how long a token takes from the engine to the client.

serve.py --octavo OCTAVO [--clients 1,8] [--pictures N] [--json FILE]
Each chunk of a stream says when the engine had its token and when it was handed to the connection
("timings_per_token"), both on the machine's steady clock, which is this program's monotonic clock as well. One client, and
several at once. Standard library only.
"""

import argparse
import base64
import http.client
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import measure

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
from serve_run import Server  # noqa: E402

MODEL, PICTURES = ROOT / "models/octavo-mini", ROOT / "tests/fixtures/mini"
GOAL_MEDIAN_MS, GOAL_P99_MS = 5, 50


def request(picture):
    uri = "data:image/png;base64," + base64.b64encode(picture.read_bytes()).decode()
    content = [{"type": "image_url", "image_url": {"url": uri}}, {"type": "text", "text": "\nText Recognition:"}]
    return json.dumps({"messages": [{"role": "user", "content": content}], "stream": True, "timings_per_token": True})


def stream(port, body):
    """[(milliseconds until it was sent, until it was here)] of the tokens of one answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    if answer.status != 200:
        raise RuntimeError(f"status {answer.status}: {answer.read()[:300]}")
    times = []
    while line := answer.readline():
        here = time.monotonic_ns() / 1e3
        if line.startswith(b"data: {"):
            if timings := json.loads(line[6:]).get("timings"):
                sampled = timings["sampled_at_us"]
                times.append(((timings["sent_at_us"] - sampled) / 1e3, (here - sampled) / 1e3))
    connection.close()
    return times


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)]


def figures(times):
    sent, here = [t[0] for t in times], [t[1] for t in times]
    return {"tokens": len(times), "sent_median_ms": measure.median(sent), "sent_p99_ms": percentile(sent, 0.99),
            "here_median_ms": measure.median(here), "here_p99_ms": percentile(here, 0.99)}  # fmt: skip


def with_clients(port, clients, bodies):
    with ThreadPoolExecutor(clients) as pool:
        return [time for times in pool.map(lambda body: stream(port, body), bodies) for time in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--clients", default="1,8", help="how many at once, one measurement each")
    parser.add_argument("--pictures", type=int, default=16, help="answers in a measurement")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    bodies = [request(p) for p in sorted(PICTURES.glob("paragraph_*.png"))[: arguments.pictures]]
    results = {"machine": measure.machine(), "commit": measure.commit(ROOT), "stream": {}}
    print(f"machine: {results['machine']}, commit {results['commit']}")
    print("clients  tokens   sent: median    p99   received: median    p99   (ms after the engine had it)")
    with Server(arguments.octavo, "--tier", "basic", "--chat-model", MODEL) as server:
        stream(server.port, bodies[0])  # the model is loaded
        for clients in map(int, arguments.clients.split(",")):
            found = figures(with_clients(server.port, clients, bodies))
            results["stream"][clients] = found
            print(f"{clients:7}  {found['tokens']:6}  {found['sent_median_ms']:13.2f} {found['sent_p99_ms']:6.2f}"
                  f"  {found['here_median_ms']:17.2f} {found['here_p99_ms']:6.2f}"
                  f"   goal {GOAL_MEDIAN_MS} and {GOAL_P99_MS} to be sent", flush=True)  # fmt: skip
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
