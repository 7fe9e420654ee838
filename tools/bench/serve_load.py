"""The front and the workers of octavo serve under load: idle connections, memory over many requests, what HTTP and a job
add to the command line, and many clients against one batch. Standard library only.
"""

import resource
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import measure
from serving import Server

WORDS = ("the harbour was quiet when first boat left in morning and nobody on pier had expected that so many passengers "
         "would wait for second one until afternoon came letter from captain explained what happened").split()  # fmt: skip
LINES, LINE_WORDS = 40, 12
HEALTH = 200  # requests for /health among the idle connections


def document(pages, seed=0):
    """A PDF of that many pages of set text, no two alike."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", None, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    kids = []
    for page in range(pages):
        lines = []
        for line in range(LINES):
            at = (seed * 7919 + page * 104729 + line * 31) % 9973
            lines.append(" ".join(WORDS[(at + word * (1 + at % 5)) % len(WORDS)] for word in range(LINE_WORDS)))
        text = f"BT/F1 10 Tf 60 760 Td 14 TL({'.)Tj T*('.join(lines)}.)Tj T*(Page {page + 1} of {seed}.)Tj ET"
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>"
                       f"/Contents {len(objects) + 2} 0 R>>")  # fmt: skip
        objects.append(f"<</Length {len(text)}>>stream\n{text}\nendstream")
    objects[1] = f"<</Type/Pages/Count {pages}/Kids[{' '.join(kids)}]>>"
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    rows = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    return out + (f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}trailer<</Size {len(objects) + 1}/Root 1 0 R>>\n"
                  f"startxref\n{len(out)}\n%%EOF\n").encode()  # fmt: skip


def megabytes(pid):
    """Resident memory, of a process that is there."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def children(pid):
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += (task / "children").read_text(encoding="utf-8").split()
    return [int(child) for child in found]


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)]


def is_open(connection):
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def allow_files(count):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < count:
        raise SystemExit(f"that needs ulimit -n {count}; {most} are allowed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, most))


def idle_connections(octavo, count):
    """That many connections that have asked once and say nothing more; /health on others meanwhile."""
    allow_files(count + 200)
    with Server(octavo, "--tier", "basic") as server, ExitStack() as those_open:
        before, connections, times = megabytes(server.process.pid), [], []
        for _ in range(count):
            connections.append(those_open.enter_context(server.socket()))
            connections[-1].sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if not connections[-1].recv(4096).startswith(b"HTTP/1.1 200"):
                raise SystemExit("a connection was refused")
        for _ in range(HEALTH):
            began = time.monotonic()
            if server.get("/health").status != 200:
                raise SystemExit("/health is not well")
            times.append((time.monotonic() - began) * 1e3)
        after = megabytes(server.process.pid)
        there = sum(map(is_open, connections))
    return {"connections": there, "front_mib_before": before, "front_mib": after,
            "health_median_ms": measure.median(times), "health_p99_ms": percentile(times, 0.99)}  # fmt: skip


def through(server, name, content):
    """Seconds of one job, from the first byte that is sent to the last of its Markdown."""
    began = time.monotonic()
    status, task = server.post_files("/v1/tasks", [(name, content)])
    if status != 202:
        raise SystemExit(f"status {status}: {task}")
    server.get(f"/v1/parse/jobs/{task['job_id']}/events")  # ends with the job
    status, result = server.json("GET", task["result_url"])
    seconds = time.monotonic() - began
    if status != 200 or result["status"] != "completed":
        raise SystemExit(f"a job is {result.get('status')}: {str(result)[:300]}")
    return seconds


def on_command_line(octavo, *files):
    with tempfile.TemporaryDirectory() as folder:
        run = measure.run([octavo, "parse", *files, "-o", folder, "--to", "md", "--tier", "basic"], timeout=3600)
    if run.code:
        raise SystemExit(f"octavo parse ended with {run.code}: {run.stderr[-1000:]}")
    return run.seconds


def memory_over_requests(octavo, first, last):
    """Resident memory of front and worker after `first` and after `last` jobs of one page."""
    found = {}
    with Server(octavo, "--tier", "basic") as server:
        for number in range(1, last + 1):
            through(server, "page.pdf", document(1, number))
            if number in (first, last):
                workers = children(server.process.pid)
                found[number] = {"front_mib": megabytes(server.process.pid), "workers_mib": sum(map(megabytes, workers)),
                                 "workers": workers}  # fmt: skip
    if found[first].pop("workers") != found[last].pop("workers"):
        raise SystemExit("a worker was replaced in the middle")
    grown = {part: found[last][part] / found[first][part] for part in found[first]}
    return {"after": {str(number): sizes for number, sizes in found.items()}, "ratio": grown}


def against_command_line(octavo, rounds, files, pages):
    """As many clients as files at once against one octavo parse of all of them, alternating; seconds."""
    contents = [document(pages, number) for number in range(files)]
    ours, batch = [], []
    with tempfile.TemporaryDirectory() as folder, Server(octavo, "--tier", "basic") as server:
        names = [Path(folder) / f"{number}.pdf" for number in range(files)]
        for name, content in zip(names, contents):
            name.write_bytes(content)
        through(server, "page.pdf", document(1))  # the worker is there
        on_command_line(octavo, names[0])  # and the files of the networks are in memory
        for _ in range(rounds):
            batch.append(on_command_line(octavo, *names))
            began = time.monotonic()
            with ThreadPoolExecutor(files) as pool:
                list(pool.map(lambda name, content: through(server, name.name, content), names, contents))
            ours.append(time.monotonic() - began)
    return {"files": files, "pages": pages, "serve_seconds": ours, "parse_seconds": batch,
            "ratio": measure.median([o / b for o, b in zip(ours, batch)])}  # fmt: skip
