"""A server of OpenAI's chat completions on a local port, which writes down what it is asked and may misbehave; and
pictures of pages to ask about."""

import base64
import hashlib
import json
import struct
import threading
import time
import zlib
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LAYOUT = "\nLayout Detection:"


def box(area, name, turn="up", tail=""):
    return f"<|box_start|>{area}<|box_end|><|ref_start|>{name}<|ref_end|><|rotate_{turn}|>{tail}\n"


# What the model sees on the page of page_png(): every prompt, a turned block, a thin one and a tiny one.
ANSWERS = {
    LAYOUT: box("100 050 900 090", "title") + box("100 110 480 300", "text") + box("520 110 900 300", "text", "right")
            + box("100 320 900 330", "text") + box("100 350 115 365", "text") + box("100 400 900 480", "equation")
            + box("100 500 900 700", "table") + box("100 710 900 730", "table_caption")
            + box("100 750 480 930", "image") + box("520 750 900 930", "chart") + box("480 960 520 980", "page_number"),
    "\nText Recognition:": "Words of a block.",
    "\nFormula Recognition:": "a = b",
    "\nTable Recognition:": "<fcel>A<fcel>B<nl><fcel>1<fcel>2<nl>",
    "\nImage Analysis:": "<|class_start|>natural_image<|class_end|><|caption_start|>A grey field.<|caption_end|>",
}  # fmt: skip


def png(width, height, pixels, dpi=200):
    """RGB bytes as a PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + pixels[y * width * 3:(y + 1) * width * 3] for y in range(height))
    meter = round(dpi / 0.0254)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"pHYs", struct.pack(">IIB", meter, meter, 1)) + chunk(b"IDAT", zlib.compress(rows, 1))
            + chunk(b"IEND", b""))  # fmt: skip


def page_pixels(width=850, height=1100, shade=0):
    """Stripes like lines of text on white, no two alike."""
    rows = []
    for y in range(height):
        row = bytearray(b"\xff" * (3 * width))
        if y % 20 < 9 and 50 < y < height - 20:
            left, right = 60 + y % 37, width - 60 - y % 53
            row[3 * left:3 * right] = bytes((x * 7 + y * 3 + shade) % 97 for x in range(3 * (right - left)))
        rows.append(bytes(row))
    return b"".join(rows)


def page_png(width=850, height=1100, shade=0):
    return png(width, height, page_pixels(width, height, shade))


def pdf(pages):
    """A PDF of as many pages, each with a dark field of its own."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", ""]
    for page in range(pages):
        text = f"0.2 g 40 {300 + 10 * page} 200 60 re f"
        objects += [f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 306 396]/Contents {len(objects) + 2} 0 R>>",
                    f"<</Length {len(text)}>>stream\n{text}\nendstream"]  # fmt: skip
    objects[1] = f"<</Type/Pages/Count {pages}/Kids[{' '.join(f'{3 + 2 * p} 0 R' for p in range(pages))}]>>"
    out, places = b"%PDF-1.7\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    return out + (f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer<</Size {len(objects) + 1}"
                  f"/Root 1 0 R>>\nstartxref\n{len(out)}\n%%EOF\n").encode()  # fmt: skip


def unpack_png(data):
    """(width, height, channels, SHA-256 of the rows) of an 8-bit PNG without interlace."""
    at, width, height, channels, packed = 8, 0, 0, 0, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and interlace == 0
            channels = {0: 1, 2: 3}[color]
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    raw, stride = zlib.decompress(packed), width * channels
    before, digest = bytearray(stride), hashlib.sha256()
    for y in range(height):
        start = y * (stride + 1)
        row, method = bytearray(raw[start + 1:start + 1 + stride]), raw[start]
        undo_filter(method, row, before, channels)
        digest.update(row)
        before = row
    return width, height, channels, digest.hexdigest()


def undo_filter(method, row, before, channels):
    """PNG (third edition), 9.2."""
    if method == 2:
        row[:] = bytes((a + b) & 255 for a, b in zip(row, before))
        return
    for i in range(len(row) if method else 0):
        left, up = row[i - channels] if i >= channels else 0, before[i]
        corner = before[i - channels] if i >= channels else 0
        if method == 1:
            add = left
        elif method == 3:
            add = (left + up) // 2
        else:
            guess = left + up - corner
            add = min((left, up, corner), key=lambda value: abs(guess - value))
        row[i] = (row[i] + add) & 255


def picture_facts(url):
    prefix, _, text = url.partition(",")
    assert prefix == "data:image/png;base64", prefix
    width, height, channels, digest = unpack_png(base64.b64decode(text))
    return f"{width}x{height}x{channels}:{digest[:16]}"


def without_pictures(body):
    """A request with each picture's size and hash in its place."""
    for message in body["messages"]:
        for part in message["content"] if isinstance(message["content"], list) else []:
            if part["type"] == "image_url":
                part["image_url"]["url"] = picture_facts(part["image_url"]["url"])
    return body


@dataclass
class Reply:
    status: int = 200
    body: bytes = b""
    headers: dict = field(default_factory=dict)
    cut: int = None  # bytes of the body that are sent before the line is cut
    hang: bool = False  # nothing is sent at all


def completion(text, finish="stop"):
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    usage = {"prompt_tokens": 1400, "completion_tokens": len(text)}
    return Reply(body=json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode())


def prompt_of(body):
    return body["messages"][-1]["content"][-1]["text"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, reply):
        if reply.hang:
            self.server.owner.stopped.wait(60)
        if reply.hang or reply.cut == 0:
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body[:reply.cut])
        self.close_connection |= reply.cut is not None

    def serve(self, body):
        owner = self.server.owner
        with owner.lock:
            owner.seen.append((self.command, self.path, dict(self.headers.items()), body))
            number = sum(1 for seen in owner.seen if seen[3] is not None) - 1
        try:
            if owner.key and self.headers.get("Authorization") != f"Bearer {owner.key}":
                said = f"Incorrect key: {self.headers.get('Authorization', 'none')}"
                return self.reply(Reply(401, json.dumps({"error": {"message": said}}).encode()))
            if body is None:
                return self.reply(owner.list_models())
            return self.reply(owner.answer(number, body))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def do_GET(self):
        self.serve(None)

    def do_POST(self):
        self.serve(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))


class Listener(ThreadingHTTPServer):
    daemon_threads, request_queue_size = True, 128

    def handle_error(self, *_):
        pass  # clients may go


class VlmServer:
    """Use as a context manager. `chat(number, body)` may give a Reply in place of the scripted answer, or None; so may
    `listing(number)` in place of the list of models."""

    def __init__(self, chat=None, models=("MinerU2.5",), key=None, tls=None, listing=None):
        self.chat, self.models, self.key, self.tls, self.listing = chat, models, key, tls, listing
        self.seen, self.lock, self.stopped = [], threading.Lock(), threading.Event()

    def __enter__(self):
        self.listener = Listener(("127.0.0.1", 0), Handler)
        self.listener.owner = self
        if self.tls:
            self.listener.socket = self.tls.wrap_socket(self.listener.socket, server_side=True)
        self.url = f"{'https' if self.tls else 'http'}://127.0.0.1:{self.listener.server_port}"
        threading.Thread(target=self.listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """From then on nobody listens, and hanging answers end."""
        if not self.stopped.is_set():
            self.stopped.set()
            self.listener.shutdown()
            self.listener.server_close()

    def answer(self, number, body):
        reply = self.chat(number, body) if self.chat else None
        return reply or completion(ANSWERS[prompt_of(body)])

    def list_models(self):
        asked = sum(1 for seen in self.seen if seen[3] is None) - 1
        reply = self.listing(asked) if self.listing else None
        return reply or Reply(body=json.dumps({"data": [{"id": m} for m in self.models]}).encode())

    def bodies(self):
        return [body for _, _, _, body in self.seen if body is not None]

    def wait_for(self, count, seconds=20):
        end = time.monotonic() + seconds
        while len(self.bodies()) < count and time.monotonic() < end:
            time.sleep(0.02)
