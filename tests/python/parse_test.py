#!/usr/bin/env python3
"""octavo.parse and what a Document gives: compared with the program, with PDFium's own text, and with what is printed."""

import io
import json
import pickle
import sys
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import numpy
import octavo
import pypdfium2
from package_case import CASE_INPUTS, SAMPLES, cli, python
from PIL import Image

REPORT = SAMPLES / "report.pdf"
RECEIPT = SAMPLES / "receipt.jpg"


class Sources(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # On standard output there is no place for pictures.
        cls.expected = cli("parse", REPORT, "-o", "-", "--quiet")

    def test_path_bytes_and_file_give_what_the_program_gives(self):
        data = REPORT.read_bytes()
        for source in (str(REPORT), REPORT, data, bytearray(data), memoryview(data), io.BytesIO(data)):
            with self.subTest(type(source)):
                self.assertEqual(octavo.parse(source, pictures=False).markdown, self.expected)
        with open(REPORT, "rb") as file:
            document = octavo.parse(file, pictures=False)
        self.assertEqual(document.markdown, self.expected)
        self.assertEqual(document.name, "report.pdf")

    def test_pictures_as_images_and_arrays_read_as_their_files(self):
        picture = CASE_INPUTS / "paragraph_100.png"
        expected = octavo.parse(picture, tier="basic")
        self.assertGreater(len(expected.markdown), 100)
        with Image.open(picture) as image:
            rgb = image.convert("RGB")
            array = numpy.asarray(rgb)
            sources = {"image": image, "rgb": rgb, "array": array, "turned": array[:, ::-1][:, ::-1],
                       "gray": numpy.asarray(image.convert("L")), "rgba": numpy.asarray(image.convert("RGBA"))}  # fmt: skip
            for name, source in sources.items():
                with self.subTest(name):
                    self.assertEqual(octavo.parse(source, tier="basic").markdown, expected.markdown)

    def test_an_image_is_turned_as_its_file_is(self):
        for name in ("exif_3.jpg", "exif_6.jpg", "exif_8.jpg"):
            with self.subTest(name), Image.open(CASE_INPUTS / name) as image:
                page = octavo.parse(image, tier="basic").pages[0]
                of_file = octavo.parse(CASE_INPUTS / name, tier="basic").pages[0]
                self.assertEqual(page.width > page.height, of_file.width > of_file.height)

    def test_what_is_no_document(self):
        for source in (None, 7, io.StringIO("text"), numpy.zeros((4, 4)), numpy.zeros((4, 4, 2), numpy.uint8), object()):
            with self.subTest(source), self.assertRaises(octavo.InvalidArgument) as caught:
                octavo.parse(source)
            self.assertIsInstance(caught.exception, ValueError)

    def test_a_name_that_is_no_utf8(self):
        import os
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder.encode(), b"caf\xe9.pdf")
            with open(path, "wb") as file:
                file.write(REPORT.read_bytes())
            self.assertEqual(octavo.parse(os.fsdecode(path), pictures=False).markdown, self.expected)


class Drawing(unittest.TestCase):
    def test_a_page_as_a_picture(self):
        reader = octavo.Reader(tier="basic")
        with pypdfium2.PdfDocument(REPORT) as pdf:
            width, height = pdf[1].get_size()
        with Image.open(io.BytesIO(reader.draw_page(REPORT, 2, side=300))) as page:
            self.assertEqual(page.format, "PNG")
            self.assertEqual(max(page.size), 300)
            self.assertAlmostEqual(page.width / page.height, width / height, 2)
            self.assertLess(min(page.convert("L").getdata()), 100)  # there is ink
        with self.assertRaises(octavo.OctavoError):
            reader.draw_page(REPORT, 9)


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.document = octavo.parse(REPORT)

    def test_boxes_are_points_with_y_down(self):
        """Inside each block's box, PDFium finds the block's words."""
        with pypdfium2.PdfDocument(REPORT) as pdf:
            looked_at = 0
            for block in self.document.blocks:
                if block.kind not in ("text", "title") or len(block.boxes) != 1 or any(r.kind == "math" for r in block.runs):
                    continue
                box = block.boxes[0]
                page = pdf[box.page - 1]
                found = page.get_textpage().get_text_bounded(
                    left=box.x0 - 1, right=box.x1 + 1, bottom=page.get_height() - box.y1 - 1,
                    top=page.get_height() - box.y0 + 1)  # fmt: skip
                letters = Counter(c for c in block.text if c.isalnum())
                missing = letters - Counter(c for c in found if c.isalnum())
                self.assertLessEqual(missing.total(), letters.total() // 20, block.text)
                looked_at += 1
        self.assertGreater(looked_at, 15)

    def test_what_a_block_is(self):
        title = self.document.blocks[0]
        self.assertEqual((title.kind, title.level, title.page, title.source), ("title", 1, 1, "text"))
        self.assertTrue(title.text.startswith("Reading Soil Heat from Sparse Boreholes"))
        tables = [block.table for block in self.document.blocks if block.table]
        self.assertTrue(tables)
        for table in tables:
            grid = table.grid()
            self.assertEqual((len(grid), {len(row) for row in grid}), (table.rows, {table.columns}))
            self.assertEqual(sum(c.row_span * c.column_span for c in table.cells), table.rows * table.columns)
        for name, data in self.document.pictures.items():
            self.assertEqual(Image.open(io.BytesIO(data)).format, "JPEG", name)
        self.assertEqual(set(self.document.pictures), {b.picture.file_name for b in self.document.blocks if b.picture})

    def test_pages(self):
        with pypdfium2.PdfDocument(REPORT) as pdf:
            sizes = [page.get_size() for page in pdf]
        self.assertEqual(self.document.page_count, len(sizes))
        for page, (width, height) in zip(self.document.pages, sizes):
            self.assertAlmostEqual(page.width, width, places=1)
            self.assertAlmostEqual(page.height, height, places=1)
            self.assertEqual(page.status, "ok")
        second = octavo.parse(REPORT, pages="-1")
        self.assertEqual([page.number for page in second.pages], [len(sizes)])
        self.assertEqual({block.page for block in second.blocks}, {len(sizes)})

    def test_outputs_are_those_of_the_program(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            cli("parse", REPORT, "-o", folder, "--to", "md,json,html,chunks", "--quiet")
            written = {path.name.removeprefix("report"): path for path in Path(folder).rglob("report*") if path.is_file()}
            self.assertEqual(self.document.content_list, json.loads(written["_content_list.json"].read_text(encoding="utf-8")))
            self.assertEqual(self.document.middle_json, json.loads(written["_middle.json"].read_text(encoding="utf-8")))
            chunks = [json.loads(line) for line in written["_chunks.jsonl"].read_text(encoding="utf-8").split("\n") if line]
            self.assertEqual([chunk.text for chunk in self.document.chunks()], [chunk["text"] for chunk in chunks])
            saved = self.document.save(Path(folder) / "saved")
            self.assertEqual(saved.read_text(encoding="utf-8"), written[".md"].read_text(encoding="utf-8"))
            for name, data in self.document.pictures.items():
                self.assertEqual((saved.parent / name).read_bytes(), data)
        self.assertIn("data:image/jpeg;base64", self.document.html)
        self.assertIn("| ", self.document.to_markdown(tables="pipe"))
        self.assertIn("<table", self.document.to_markdown(tables="html"))

    def test_to_dict_is_what_json_takes_and_holds_the_blocks(self):
        tree = json.loads(json.dumps(self.document.to_dict()))
        self.assertEqual([octavo.Block.of(block) for block in tree["blocks"]], list(self.document.blocks))
        self.assertEqual(pickle.loads(pickle.dumps(self.document.blocks)), self.document.blocks)

    def test_chunks_have_no_more_tokens_than_asked(self):
        for most in (1, 8, 40, 300):
            for tokenizer in (None, str.split, lambda text: len(text.encode())):
                chunks = self.document.chunks(max_tokens=most, tokenizer=tokenizer)
                if tokenizer is not None and most > 1:
                    count = tokenizer
                    sizes = [n if isinstance(n := count(chunk.text), int) else len(n) for chunk in chunks]
                    self.assertLessEqual(max(sizes), most)
                self.assertEqual([chunk.id for chunk in chunks], list(range(len(chunks))))
        whole = "".join("".join(chunk.text.split()) for chunk in self.document.chunks())
        pieces = "".join("".join(chunk.text.split()) for chunk in self.document.chunks(max_tokens=60))
        self.assertIn("thermometers", pieces)
        self.assertGreaterEqual(len(pieces), len(whole))  # heads of tables are repeated, nothing is lost
        with self.assertRaises(octavo.InvalidArgument):
            self.document.chunks(max_tokens=0)


class Iterating(unittest.TestCase):
    def test_each_page_comes_once_and_then_the_document(self):
        with octavo.pages(SAMPLES / "contract.pdf") as pages:
            seen = {page.number: page for page in pages}
            document = pages.document
        self.assertEqual(sorted(seen), [page.number for page in document.pages])
        self.assertEqual(document.markdown, octavo.parse(SAMPLES / "contract.pdf").markdown)
        for number, page in seen.items():
            self.assertEqual({block.page for block in page.blocks} - {number}, set())
            self.assertEqual(page.page.status, "ok")

    def test_the_first_page_comes_before_the_last_is_read(self):
        with octavo.pages(CASE_INPUTS / "pages_400.pdf", ocr="always", tier="basic", threads=2) as pages:
            first = next(pages)
            self.assertGreaterEqual(first.number, 1)
        self.assertEqual(list(pages), [])
        with self.assertRaises(octavo.Cancelled):  # there was more to read: 400 pages by OCR take minutes
            pages.document

    def test_errors_come_out_of_the_iterator(self):
        with self.assertRaises(octavo.SourceError) as caught:
            list(octavo.pages(b"no document at all"))
        self.assertEqual(caught.exception.code, "file_type_unsupported")

    def test_progress_in_page_order(self):
        seen = []
        document = octavo.parse(SAMPLES / "contract.pdf", on_progress=seen.append)
        self.assertEqual([p.page for p in seen], list(document.pages))
        self.assertEqual([p.done for p in seen], list(range(1, len(document.pages) + 1)))

    def test_what_a_callback_raises_ends_the_call(self):
        def refuse(_):
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            octavo.parse(REPORT, on_progress=refuse)


class Saved(unittest.TestCase):
    """Pages that another call has read."""

    CONTRACT = SAMPLES / "contract.pdf"

    @classmethod
    def setUpClass(cls):
        cls.reader = octavo.Reader(tier="basic", threads=2)
        cls.whole = cls.reader.parse(cls.CONTRACT)
        cls.saved = {}
        for part in ("1-2", "3", "4"):  # as if by three processes
            cls.saved |= {page.number: page.saved for page in cls.reader.pages(cls.CONTRACT, pages=part)}

    def test_the_document_is_as_if_all_had_been_read_at_once(self):
        self.assertEqual(sorted(self.saved), [1, 2, 3, 4])
        alone = "\n\n".join(text for part in ("1-2", "3-4")
                            for text in self.reader.parse(self.CONTRACT, pages=part).page_markdowns())  # fmt: skip
        self.assertNotEqual(alone.split(), self.whole.markdown.split())  # text goes on over the break between them
        read = []
        joined = self.reader.parse(self.CONTRACT, saved=self.saved, on_progress=read.append)
        self.assertEqual(len(read), 4)
        self.assertEqual(joined.to_dict(), self.whole.to_dict())
        self.assertEqual((joined.markdown, joined.html, joined.report, joined.pictures),
                         (self.whole.markdown, self.whole.html, self.whole.report, self.whole.pictures))  # fmt: skip

    def test_only_pages_that_are_not_saved_are_read(self):
        missing = {number: page for number, page in self.saved.items() if number != 3}
        with self.reader.pages(self.CONTRACT, saved=missing) as pages:
            self.assertEqual([page.number for page in pages], [3])
            self.assertEqual(pages.document.markdown, self.whole.markdown)

    def test_what_is_damaged_or_of_another_page_is_read_again(self):
        damaged = {**self.saved, 1: self.saved[1][:-9] + b"\1" * 9, 2: self.saved[4], 3: b""}
        with self.reader.pages(self.CONTRACT, saved=damaged) as pages:
            self.assertEqual(sorted(page.number for page in pages), [1, 2, 3])
            self.assertEqual(pages.document.to_dict(), self.whole.to_dict())

    def test_a_page_that_is_given_up(self):
        document = self.reader.parse(self.CONTRACT, saved={2: "its process ended"})
        self.assertEqual([page.status for page in document.pages], ["ok", "failed", "ok", "ok"])
        (told,) = [found for found in document.diagnostics if found.severity == "error"]
        self.assertEqual((told.id, told.text, told.page), ("page_failed", "its process ended", 2))

    def test_numbers_of_pages_without_reading_them(self):
        numbers = self.reader.page_numbers
        self.assertEqual(numbers(self.CONTRACT), [1, 2, 3, 4])
        self.assertEqual(numbers(self.CONTRACT.read_bytes(), pages="-1,2"), [2, 4])
        self.assertEqual(numbers(RECEIPT), [1])
        with self.assertRaises(octavo.SourceNotFound):
            numbers("nowhere.pdf")
        with self.assertRaises(octavo.LimitExceeded):
            numbers(self.CONTRACT, max_pages=3)


class Errors(unittest.TestCase):
    def test_codes_pages_and_hints(self):
        cases = {
            "nowhere.pdf": ("file_not_found", FileNotFoundError),
            "locked_aes.pdf": ("file_encrypted", octavo.SourceEncrypted),
            "random.bin": ("file_type_unsupported", octavo.SourceError),
            "zero.pdf": ("file_empty", octavo.SourceError),
        }
        for name, (code, kind) in cases.items():
            path = CASE_INPUTS / name
            with self.subTest(name), self.assertRaises(octavo.OctavoError) as caught:
                octavo.parse(b"" if name == "zero.pdf" else path)
            error = caught.exception
            self.assertEqual(error.code, code)
            self.assertIsInstance(error, kind)
            copy = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(copy), copy.code, copy.hint, str(copy)), (type(error), code, error.hint, str(error)))
        with self.assertRaises(octavo.SourceEncrypted) as caught:
            octavo.parse(CASE_INPUTS / "locked_aes.pdf", password="wrong")
        self.assertIn("password", caught.exception.hint)

    def test_options(self):
        for options, code in (({"pages": "a-b"}, "page_range_invalid"), ({"pages": "99"}, "page_range_invalid"),
                              ({"ocr": "maybe"}, "invalid_argument"), ({"threads": -1}, "invalid_argument"),
                              ({"page_timeout": -1}, "invalid_argument"), ({"max_pages": "x"}, "invalid_argument"),
                              ({"tier": "best"}, "invalid_argument"), ({"memory": "much"}, "invalid_argument")):  # fmt: skip
            with self.subTest(options), self.assertRaises(octavo.OctavoError) as caught:
                octavo.parse(REPORT, **options)
            self.assertEqual(caught.exception.code, code)
        with self.assertRaises(TypeError):
            octavo.parse(REPORT, page="1")
        with self.assertRaises(octavo.LimitExceeded):
            octavo.parse(REPORT, max_file_bytes=100)

    def test_options_are_picklable_and_count(self):
        options = pickle.loads(pickle.dumps(octavo.ParseOptions(pages="2", ocr="never")))
        self.assertEqual([page.number for page in octavo.parse(REPORT, options=options).pages], [2])
        self.assertEqual([page.number for page in octavo.parse(REPORT, options=options, pages="1").pages], [1])
        reader = pickle.loads(pickle.dumps(octavo.Reader(tier="basic", threads=1, memory="1GB")))
        self.assertEqual(reader.options, octavo.ReaderOptions(tier="basic", threads=1, memory="1GB"))
        self.assertEqual(reader.parse(REPORT).markdown, octavo.parse(REPORT).markdown)


class Importing(unittest.TestCase):
    def test_loads_neither_library_nor_model_and_prints_nothing(self):
        seen = python("import octavo, sys; octavo.parse; maps = open('/proc/self/maps').read()\n"
                      "assert 'openvino' not in maps and '.onnx' not in maps and 'numpy' not in sys.modules")  # fmt: skip
        self.assertEqual((seen.returncode, seen.stdout, seen.stderr), (0, "", ""))

    def test_parsing_prints_nothing(self):
        seen = python("import octavo, sys\nfor path in sys.argv[1:]:\n  try: octavo.parse(path)\n"
                      "  except octavo.OctavoError: pass", REPORT, RECEIPT, CASE_INPUTS / "cut_last_object.pdf",
                      CASE_INPUTS / "random.bin")  # fmt: skip
        self.assertEqual((seen.returncode, seen.stdout, seen.stderr), (0, "", ""))

    def test_a_processor_that_is_too_old_is_told_by_name(self):
        seen = python("import builtins, io\nreal = open\n"
                      "class Old(io.BytesIO): pass\n"
                      "builtins.open = lambda p, *a, **k: Old(b'flags : fpu sse2\\n') if p == '/proc/cpuinfo' else "
                      "real(p, *a, **k)\nimport octavo")  # fmt: skip
        self.assertNotEqual(seen.returncode, 0)
        self.assertIn("ImportError: octavo: this processor lacks", seen.stderr)
        self.assertIn("sse4_2", seen.stderr)

    def test_without_openvino_it_says_what_to_install(self):
        seen = python("import importlib.util as u, octavo\nreal = u.find_spec\n"
                      "u.find_spec = lambda name, *a: None if name == 'openvino' else real(name, *a)\n"
                      "try: octavo.parse(b'')\nexcept octavo.ModelError as e: print(e.code, e.hint)")  # fmt: skip
        self.assertEqual(seen.stdout, "model_missing pip install openvino==2026.4.1\n")


if __name__ == "__main__":
    unittest.main()
