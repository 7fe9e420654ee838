"""A hub, its CDN, a second hub, a package index and a proxy, on local ports: what octavo models pull talks to.

Behaviour is data: every file is a Blob, and what goes wrong with it is one of its fields.
"""

import hashlib
import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def git_blob(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


@dataclass
class Blob:
    data: bytes
    large: bool = False  # kept on the CDN, known by its sha256
    sent: bytes = None  # what is really sent; None: the data
    etag: str = None  # None: the hash
    ignore_ranges: bool = False
    cut_after: list = field(default_factory=list)  # bytes of the next answers' bodies, then the line is cut
    fail_with: list = field(default_factory=list)  # the statuses of the next answers
    headers: dict = field(default_factory=dict)  # of the failing answers
    pause: float = 0  # seconds after each 16 kB
    stall_after: list = field(default_factory=list)  # bytes of the next answers, then silence
    redirect: str = None  # the hub's answer leads here instead

    @property
    def tag(self):
        return self.etag or f'"{sha256(self.data) if self.large else git_blob(self.data)}"'


@dataclass(frozen=True)
class Seen:
    server: str
    path: str
    headers: dict


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        world, role = self.server.world, self.server.role
        world.seen.append(Seen(role, self.path, {k.lower(): v for k, v in self.headers.items()}))
        try:
            getattr(self, "serve_" + role)(world, urlsplit(self.path))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def serve_proxy(self, world, url):
        if not url.scheme:
            return self.answer(400)
        data = world.files["config.json"].data
        return self.answer(200, data if url.path.endswith("config.json") else world.listing())

    def serve_hub(self, world, url):
        path = unquote(url.path)
        if world.hub_status:
            return self.answer(world.hub_status, x_error_message="no entry here")
        if path.startswith("/api/models/"):
            return self.answer(200, world.listing(), content_type="application/json")
        if path.startswith("/cache/"):
            return self.send_blob(world.files[path.removeprefix("/cache/")])
        name = path.split("/resolve/", 1)[-1].split("/", 1)[-1]
        blob = world.files.get(name)
        if blob is None:
            return self.answer(404)
        if blob.redirect:
            return self.answer(302, location=blob.redirect)
        if blob.large:
            place = f"{world.urls['cdn']}/{sha256(blob.data)}?signature=secret%2F1"
            return self.answer(302, location=place, x_repo_commit=COMMIT, x_linked_etag=blob.tag,
                               x_linked_size=str(len(blob.data)))
        return self.answer(307, location="/cache/" + name)

    def serve_cdn(self, world, url):
        wanted = url.path.strip("/")
        blob = next((b for b in world.files.values() if sha256(b.data) == wanted), None)
        return self.send_blob(blob) if blob else self.answer(404)

    def serve_scope(self, world, url):
        path = unquote(url.path)
        if path.endswith("/repo/files"):
            if parse_qs(url.query)["Revision"] != ["master"]:
                return self.answer(404)
            files = [{"Path": name, "Type": "blob", "Size": len(b.data), "Sha256": sha256(b.data)}
                     for name, b in world.scope_files.items()]
            return self.answer(200, json.dumps({"Code": 200, "Data": {"Files": files}}).encode())
        blob = world.scope_files.get(path.split("/resolve/master/", 1)[-1])
        return self.send_blob(blob) if blob else self.answer(404)

    def serve_index(self, world, url):
        if url.path.startswith("/packages/"):
            blob = world.packages.get(url.path.removeprefix("/packages/"))
            return self.send_blob(blob) if blob else self.answer(404)
        names = [n for n in world.packages if url.path == f"/simple/{n.split('-')[0].replace('_', '-')}/"]
        if not names:
            return self.answer(404)
        if world.index_json:
            body = json.dumps({"files": [{"filename": n, "url": f"../../packages/{n}"} for n in names]}).encode()
            return self.answer(200, body, content_type="application/vnd.pypi.simple.v1+json")
        links = "".join(f'<a href="../../packages/{n}#sha256=0&amp;x">{n}</a>' for n in names)
        return self.answer(200, f"<!DOCTYPE html><body>{links}</body>".encode(), content_type="text/html")

    def send_blob(self, blob):
        if blob.fail_with:
            return self.answer(blob.fail_with.pop(0), b"no", **blob.headers)
        data = blob.data if blob.sent is None else blob.sent
        first, wanted = 0, self.headers.get("Range")
        valid = self.headers.get("If-Range") in (None, blob.tag)
        if wanted and valid and not blob.ignore_ranges:
            first = int(wanted.removeprefix("bytes=").rstrip("-"))
            if first >= len(data):
                return self.answer(416, content_range=f"bytes */{len(data)}")
        self.send_response(206 if first else 200)
        if first:
            self.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        self.send_header("ETag", blob.tag)
        self.send_header("Content-Length", str(len(data) - first))
        self.end_headers()
        return self.send_body(blob, data[first:])

    def send_body(self, blob, body):
        cut = blob.cut_after.pop(0) if blob.cut_after else None
        stall = blob.stall_after.pop(0) if blob.stall_after else None
        step = 16384
        body = body[:cut] if cut is not None else body[:stall] if stall is not None else body
        for at in range(0, len(body), step):
            self.wfile.write(body[at:at + step])
            self.server.world.sent += len(body[at:at + step])
            time.sleep(blob.pause)
        if stall is not None:
            self.server.world.stop.wait(30)
        if cut is not None or stall is not None:
            self.close_connection = True


class World:
    """All servers. Use as a context manager."""

    ROLES = ("hub", "cdn", "scope", "index", "proxy")

    def __init__(self):
        self.files, self.scope_files, self.packages = {}, {}, {}
        self.extra_listed = []
        self.hub_status = None
        self.index_json = False
        self.seen, self.sent = [], 0
        self.stop = threading.Event()
        self.servers, self.urls = {}, {}

    def __enter__(self):
        for role in self.ROLES:
            server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            server.daemon_threads, server.world, server.role = True, self, role
            self.servers[role] = server
            self.urls[role] = f"http://127.0.0.1:{server.server_port}"
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for server in self.servers.values():
            server.shutdown()
            server.server_close()

    def listing(self):
        files = []
        for name, blob in self.files.items():
            entry = {"rfilename": name, "size": len(blob.data), "blobId": git_blob(blob.data)}
            if blob.large:
                entry["lfs"] = {"sha256": sha256(blob.data), "size": len(blob.data), "pointerSize": 135}
            files.append(entry)
        return json.dumps({"sha": COMMIT, "siblings": files + self.extra_listed}).encode()

    def requests(self, server, part=""):
        return [s for s in self.seen if s.server == server and part in s.path]

    def environment(self):
        return {"HF_ENDPOINT": self.urls["hub"], "MODELSCOPE_ENDPOINT": self.urls["scope"],
                "PIP_INDEX_URL": self.urls["index"] + "/simple"}
