"""octavo serve in a folder of its own, and requests to it with nothing but the standard library."""

import http.client
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

HIDDEN = ("MINERU_", "OCTAVO_MODELS", "OCTAVO_VLM", "OCTAVO_API")
PATIENCE = float(os.environ.get("OCTAVO_TEST_PATIENCE", "240"))  # seconds; this machine may have other work


@dataclass
class Answer:
    status: int
    headers: dict  # names in lower case
    body: bytes

    def json(self):
        return json.loads(self.body)


def form(fields, files, boundary=None):
    """multipart/form-data as requests and curl write it: (content type, body)."""
    boundary = boundary or uuid.uuid4().hex
    out = b""
    for name, value in fields:
        out += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    for name, file_name, data in files:
        out += (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{file_name}"\r\n'
                "Content-Type: application/octet-stream\r\n\r\n").encode() + data + b"\r\n"  # fmt: skip
    return f"multipart/form-data; boundary={boundary}", out + f"--{boundary}--\r\n".encode()


class Server:
    """Use as a context. `folder` outlives it when given: jobs are found again by the next one."""

    def __init__(self, octavo, *words, folder=None):
        self._temporary = None if folder else tempfile.TemporaryDirectory(prefix="octavo-serve-")
        self.folder = Path(folder or self._temporary.name)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
        environment |= {"HOME": str(self.folder), "OCTAVO_MODELS_DIR": str(self.folder / "none")}
        command = [octavo, "serve", "--port", "0", "--data", str(self.folder / "data"), *map(str, words)]
        self.log = []
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment)
        self._listening = threading.Event()
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        if not self._listening.wait(PATIENCE) or self.process.poll() is not None:
            self.stop()
            raise AssertionError("octavo serve does not listen:\n" + "\n".join(self.log))

    def _read_log(self):
        for line in self.process.stderr:
            self.log.append(line.decode("utf-8", "replace").rstrip())
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry.get("event") == "listening":
                self.port = entry["port"]
                self._listening.set()
        self._listening.set()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self._reader.join(10)
        self.process.stderr.close()
        return self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        if self._temporary:
            self._temporary.cleanup()

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method, path, body=None, headers=None):
        connection = self.connect()
        try:
            connection.request(method, path, body=body, headers=headers or {})
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    def get(self, path):
        return self.ask("GET", path)

    def send_form(self, path, fields, files):
        kind, body = form(fields, files)
        return self.ask("POST", path, body, {"Content-Type": kind})


def until(condition, what):
    """The first true value of `condition`, asked again and again."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"never came: {what}")
