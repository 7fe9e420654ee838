"""octavo serve as a child process, and plain sockets to talk to it with."""

import contextlib
import http.client
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse

PATIENCE = 120  # seconds, for anything that takes a moment on a busy machine


class Server:
    """One `octavo serve`; its log lines are kept."""

    def __init__(self, octavo, *arguments, data=None, key=None, environment=None):
        self.octavo, self.arguments, self.key = octavo, arguments, key
        self.own_data = data is None
        self.data = data or tempfile.mkdtemp(prefix="octavo-serve-")
        self.environment = {**os.environ, **(environment or {})}
        self.lines, self.raw = [], []
        self.start()

    def start(self):
        command = [self.octavo, "serve", "--port", "0", "--data", self.data, "--tier", "basic", *self.arguments]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                                        env=self.environment)
        arrived = queue.Queue()
        self.reader = threading.Thread(target=self._read, args=(self.process.stderr, arrived), daemon=True)
        self.reader.start()
        deadline = time.monotonic() + PATIENCE
        while True:
            line = arrived.get(timeout=max(deadline - time.monotonic(), 0.1))
            if line is None:
                raise RuntimeError("the server ended: " + "".join(self.raw[-5:]))
            if line.get("event") == "listening":
                self.port = line["port"]
                return

    def _read(self, stream, arrived):
        for text in stream:
            self.raw.append(text)
            with contextlib.suppress(json.JSONDecodeError):
                self.lines.append(json.loads(text))
                arrived.put(self.lines[-1])
        arrived.put(None)

    def stop(self, how=signal.SIGTERM):
        """The exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(timeout=PATIENCE)
        self.reader.join(timeout=10)
        return code

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stderr.close()
        if self.own_data:
            shutil.rmtree(self.data, ignore_errors=True)

    def socket(self, timeout=PATIENCE):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def ask(self, method, path, body=None, headers=None):
        """(status, headers in lower case, body) of one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            sent = dict(headers or {})
            if self.key and "Authorization" not in sent and "X-Api-Key" not in sent:
                sent["Authorization"] = "Bearer " + self.key
            connection.request(method, path, body=body, headers=sent)
            answer = connection.getresponse()
            content = answer.read()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, content
        finally:
            connection.close()

    def json(self, method, path, body=None, headers=None):
        """(status, the JSON of the answer)."""
        status, _, content = self.ask(method, path, body, headers)
        return status, json.loads(content)

    def raw_answer(self, data, timeout=PATIENCE):
        """Everything the server says to these bytes until it closes; the client goes on listening."""
        with self.socket(timeout) as connection:
            with contextlib.suppress(ConnectionError):
                connection.sendall(data)
            return receive_all(connection)

    def post_files(self, path, files, fields=(), query=None):
        body, kind = form(files, fields)
        if query:
            path += "?" + urllib.parse.urlencode(query, doseq=True)
        return self.json("POST", path, body, {"Content-Type": kind})

    def wait_for(self, job, states=("completed", "partial", "failed", "canceled")):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            status, shown = self.json("GET", "/v1/parse/jobs/" + job)
            if status == 200 and shown["status"] in states:
                return shown
            time.sleep(0.1)
        raise TimeoutError(f"job {job} is {shown['status']}")


def receive_all(connection):
    received = b""
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65536):
            received += piece
    return received


def status_of(answer):
    """The status of a raw answer; 0 when there was none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def form(files, fields=(), boundary="7d1f0c"):
    """multipart/form-data of [(name, content)] in parts called files; and its content type."""
    body = b""
    for name, value in fields:
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    for name, content in files:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
        body += head.encode() + content + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


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
