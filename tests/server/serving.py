"""octavo serve as a child process in a folder of its own, and requests to it with nothing but the standard library."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path
from typing import NamedTuple

HIDDEN = ("MINERU_", "OCTAVO_MODELS", "OCTAVO_VLM", "OCTAVO_API")
PATIENCE = float(os.environ.get("OCTAVO_TEST_PATIENCE", "240"))  # seconds; this machine may have other work
FINAL = ("completed", "partial", "failed", "canceled")
BROKEN = b"%PDF-1.7\nnothing of a document\n%%EOF\n"


class Answer(NamedTuple):
    status: int
    headers: dict  # names in lower case
    body: bytes

    def json(self):
        return json.loads(self.body)


class Server:
    """Use as a context, or stop() and close(). `folder` outlives it when given: jobs are found again by the next one."""

    def __init__(self, octavo, *words, folder=None):
        self._temporary = None if folder else tempfile.TemporaryDirectory(prefix="octavo-serve-")
        self.folder = Path(folder or self._temporary.name)
        self.data = self.folder / "data"
        self._command = [octavo, "serve", "--port", "0", "--data", str(self.data), *map(str, words)]
        self.raw, self.lines = [], []  # of its log: as text, and what is JSON
        self.start()

    def start(self):
        """Also again, once its process has ended."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
        environment |= {"HOME": str(self.folder), "OCTAVO_MODELS_DIR": str(self.folder / "none")}
        self.process = subprocess.Popen(self._command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, env=environment)  # fmt: skip
        self.port = None
        changed = threading.Event()
        self._reader = threading.Thread(target=self._read_log, args=(self.process.stderr, changed), daemon=True)
        self._reader.start()
        if not changed.wait(PATIENCE) or self.port is None:
            self.close()
            raise AssertionError("octavo serve does not listen:\n" + "".join(self.raw))

    def _read_log(self, stream, changed):
        with stream:
            for line in stream:
                self.raw.append(line.decode("utf-8", "replace"))
                with contextlib.suppress(ValueError):
                    entry = json.loads(line)
                    if entry.get("event") == "listening":
                        self.port = entry["port"]
                        changed.set()
                    self.lines.append(entry)
        changed.set()

    def stop(self, how=signal.SIGTERM):
        """The exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        code = self.process.wait()
        self._reader.join(10)
        return code

    def close(self):
        self.stop(signal.SIGKILL)
        if self._temporary:
            self._temporary.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def socket(self, timeout=PATIENCE):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method, path, body=None, headers=None):
        """The Answer to one request on a connection of its own."""
        connection = self.connect()
        try:
            connection.request(method, path, body=body, headers=headers or {})
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    def get(self, path):
        return self.ask("GET", path)

    def json(self, method, path, body=None, headers=None):
        """(status, the JSON of the answer)."""
        answer = self.ask(method, path, body, headers)
        return answer.status, answer.json()

    def send_form(self, path, fields, files, headers=None):
        kind, body = form(fields, files)
        return self.ask("POST", path, body, {"Content-Type": kind, **(headers or {})})

    def post_files(self, path, files, query=None, headers=None):
        """(status, JSON) for [(name, content)] in parts called files."""
        if query:
            path += "?" + urllib.parse.urlencode(query, doseq=True)
        answer = self.send_form(path, [], [("files", *file) for file in files], headers)
        return answer.status, answer.json()

    def raw_answer(self, data, timeout=PATIENCE):
        """Everything the server says to these bytes until it closes; the client goes on listening."""
        with self.socket(timeout) as connection:
            with contextlib.suppress(ConnectionError):
                connection.sendall(data)
            return receive_all(connection)

    def wait_for(self, job, states=FINAL, pause=0.1):
        deadline = time.monotonic() + PATIENCE
        shown = {"status": "unknown"}
        while time.monotonic() < deadline:
            status, shown = self.json("GET", "/v1/parse/jobs/" + job)
            if status == 200 and shown["status"] in states:
                return shown
            time.sleep(pause)
        raise TimeoutError(f"job {job} is {shown['status']}")


def until(condition, what):
    """The first true value of `condition`, asked again and again."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    raise AssertionError(f"never came: {what}")


def receive_all(connection):
    received = b""
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65536):
            received += piece
    return received


def status_of(answer):
    """The status of a raw answer; 0 when there was none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def form(fields, files, boundary="7d1f0c"):
    """multipart/form-data of [(name, value)] and [(name, file name, content)]: (content type, body)."""
    out = b""
    for name, value in fields:
        out += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    for name, file_name, content in files:
        out += (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{file_name}"\r\n'
                "Content-Type: application/octet-stream\r\n\r\n").encode() + content + b"\r\n"  # fmt: skip
    return f"multipart/form-data; boundary={boundary}", out + f"--{boundary}--\r\n".encode()


def events(answer):
    """The (event, id, data) of an open server-sent event stream, until it ends."""
    name, number, data = "", "", []
    for line in answer:
        line = line.decode().rstrip("\r\n")
        if not line:
            if data:
                yield name, number, json.loads("\n".join(data))
            name, number, data = "", "", []
        elif line.startswith("event: "):
            name = line[7:]
        elif line.startswith("id: "):
            number = line[4:]
        elif line.startswith("data: "):
            data.append(line[6:])
