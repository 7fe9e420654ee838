#!/usr/bin/env python3
"""What octavo serve costs: connections that are idle, memory over many requests, HTTP and jobs against the command line,
many clients against one batch, and how long a token takes from the engine to the client.

./dev bench serve [--only connections,memory,overhead,clients,stream] [--json FILE] [...]
Jobs are of the basic tier, on documents that are made here, their pages set in Helvetica; rounds alternate with octavo
parse. Each chunk of a stream says when the engine had its token and when it was handed to the connection
("timings_per_token"), both on the machine's steady clock, which is this program's monotonic clock as well. Standard
library only.
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
import serve_load  # noqa: E402
from serving import Server  # noqa: E402

MODEL, PICTURES = ROOT / "models/octavo-mini", ROOT / "tests/fixtures/mini"
PARTS = ("connections", "memory", "overhead", "clients", "stream")
# The goals.
FRONT_MIB, HEALTH_MS, GROWTH, OVERHEAD, THROUGHPUT = 64, 20, 1.02, 1.05, 0.95
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


def figures(times):
    sent, here = [t[0] for t in times], [t[1] for t in times]
    return {"tokens": len(times), "sent_median_ms": measure.median(sent), "sent_p99_ms": serve_load.percentile(sent, 0.99),
            "here_median_ms": measure.median(here), "here_p99_ms": serve_load.percentile(here, 0.99)}  # fmt: skip


def with_clients(port, clients, bodies):
    with ThreadPoolExecutor(clients) as pool:
        return [time for times in pool.map(lambda body: stream(port, body), bodies) for time in times]


def tell(seconds):
    return f"median {measure.median(seconds):.2f} s (" + " ".join(f"{value:.2f}" for value in seconds) + ")"


def connections(arguments):
    found = serve_load.idle_connections(arguments.octavo, arguments.connections)
    print(f"{found['connections']} idle connections: front {found['front_mib_before']:.1f} -> {found['front_mib']:.1f} MiB"
          f" (goal {FRONT_MIB}); /health median {found['health_median_ms']:.2f} ms, p99 {found['health_p99_ms']:.2f} ms"
          f" (goal {HEALTH_MS})", flush=True)  # fmt: skip
    return found


def memory(arguments):
    first, last = max(arguments.requests // 10, 1), arguments.requests
    found = serve_load.memory_over_requests(arguments.octavo, first, last)
    for part, ratio in found["ratio"].items():
        print(f"{part.removesuffix('_mib')}: {found['after'][str(first)][part]:.1f} MiB after {first} jobs,"
              f" {found['after'][str(last)][part]:.1f} after {last}: {ratio:.3f} (goal {GROWTH})", flush=True)  # fmt: skip
    return found


def overhead(arguments):
    found = serve_load.against_command_line(arguments.octavo, arguments.rounds, 1, 100)
    print(f"one document of 100 pages: HTTP and job {tell(found['serve_seconds'])}, octavo parse"
          f" {tell(found['parse_seconds'])}: ratio {found['ratio']:.3f} (goal {OVERHEAD})", flush=True)  # fmt: skip
    return found


def clients(arguments):
    found = serve_load.against_command_line(arguments.octavo, arguments.rounds, 16, arguments.pages)
    found["throughput"] = 1 / found["ratio"]
    print(f"16 clients, {arguments.pages} pages each: {tell(found['serve_seconds'])}, one octavo parse of all"
          f" {tell(found['parse_seconds'])}: {found['throughput']:.3f} of its throughput (goal {THROUGHPUT})", flush=True)  # fmt: skip
    return found


def streams(arguments):
    results = {}
    bodies = [request(p) for p in sorted(PICTURES.glob("paragraph_*.png"))[: arguments.pictures]]
    print("clients  tokens   sent: median    p99   received: median    p99   (ms after the engine had it)")
    with Server(arguments.octavo, "--tier", "basic", "--chat-model", MODEL) as server:
        stream(server.port, bodies[0])  # the model is loaded
        for count in map(int, arguments.clients.split(",")):
            found = figures(with_clients(server.port, count, bodies))
            results[count] = found
            print(f"{count:7}  {found['tokens']:6}  {found['sent_median_ms']:13.2f} {found['sent_p99_ms']:6.2f}"
                  f"  {found['here_median_ms']:17.2f} {found['here_p99_ms']:6.2f}"
                  f"   goal {GOAL_MEDIAN_MS} and {GOAL_P99_MS} to be sent", flush=True)  # fmt: skip
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--only", default=",".join(PARTS), help="some of " + ",".join(PARTS))
    parser.add_argument("--connections", type=int, default=5000)
    parser.add_argument("--requests", type=int, default=1000, help="jobs of one page; memory after a tenth and after all")
    parser.add_argument("--rounds", type=int, default=3, help="of HTTP and of octavo parse, alternating")
    parser.add_argument("--pages", type=int, default=8, help="in the document of each of 16 clients")
    parser.add_argument("--clients", default="1,8", help="streams at once, one measurement each")
    parser.add_argument("--pictures", type=int, default=16, help="answers in a measurement of streams")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    chosen = arguments.only.split(",")
    if unknown := sorted(set(chosen) - set(PARTS)):
        parser.error(f"there is no {unknown[0]}; there are {', '.join(PARTS)}")
    results = {"machine": measure.machine(), "commit": measure.commit(ROOT)}
    print(f"machine: {results['machine']}, commit {results['commit']}", flush=True)
    for part, run in zip(PARTS, (connections, memory, overhead, clients, streams)):
        if part in chosen:
            results[part] = run(arguments)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
