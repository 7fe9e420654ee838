#!/usr/bin/env python3
"""Octavo in other packages' forms, against those packages themselves."""

import asyncio
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import octavo
from package_case import MINI, ROOT, SAMPLES
from PIL import Image

REPORT = SAMPLES / "report.pdf"


class Docling(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from octavo.adapters.docling import to_docling

        cls.document = octavo.parse(REPORT)
        cls.made = to_docling(cls.document)

    def test_their_reader_takes_it_back(self):
        from docling_core.types.doc import DoclingDocument

        copy = DoclingDocument.model_validate_json(self.made.model_dump_json())
        self.assertEqual(copy.export_to_markdown(), self.made.export_to_markdown())
        self.assertEqual({number: (page.size.width, page.size.height) for number, page in copy.pages.items()},
                         {page.number: (page.width, page.height) for page in self.document.pages})  # fmt: skip

    def test_their_markdown_holds_the_text_in_order(self):
        text = self.made.export_to_markdown(escape_underscores=False)
        at = 0
        for block in self.document.blocks:
            if block.kind == "text" and len(block.runs) == 1 and not set(block.text) & set("*_<>&\\`#"):
                found = text.find(block.text, at)
                self.assertGreaterEqual(found, at, block.text)
                at = found
        self.assertGreater(at, 1000)

    def test_tables_and_pictures(self):
        tables = [block.table for block in self.document.blocks if block.table]
        self.assertEqual(len(self.made.tables), len(tables))
        for theirs, ours in zip(self.made.tables, tables):
            self.assertEqual([[cell.text for cell in row][:1] for row in theirs.data.grid], [row[:1] for row in ours.grid()])
        pictures = [block for block in self.document.blocks if block.kind in ("image", "chart")]
        self.assertEqual(len(self.made.pictures), len(pictures))
        self.assertTrue(all(picture.get_image(self.made) is not None for picture in self.made.pictures))

    def test_boxes_and_layers(self):
        from docling_core.types.doc import ContentLayer, CoordOrigin

        heading = next(item for item in self.made.texts if item.label == "section_header")
        box, block = heading.prov[0].bbox, next(b for b in self.document.blocks if b.kind == "title")
        self.assertEqual((box.l, box.t, box.r, box.b), block.boxes[0][1:])
        self.assertEqual(box.coord_origin, CoordOrigin.TOPLEFT)
        furniture = [item.text for item in self.made.texts if item.content_layer == ContentLayer.FURNITURE]
        expected = [b.text for b in self.document.blocks if b.kind in ("header", "footer", "page_number", "aside_text")]
        self.assertEqual(furniture, expected)

    def test_lists(self):
        from octavo.adapters.docling import to_docling

        for sample in ("resume.pdf", "exam.pdf", "slide.pdf"):
            document = octavo.parse(SAMPLES / sample)
            items = [item for block in document.blocks if block.kind in ("list", "index") for item in block.items]
            theirs = [item for item in to_docling(document).texts if item.label == "list_item"]
            self.assertEqual([(i.text, i.marker) for i in theirs], [(i.text, i.marker) for i in items], sample)


class Loaders(unittest.TestCase):
    def check(self, load):
        document = octavo.parse(REPORT)
        (whole,) = load("document", None)
        self.assertEqual(whole[0], document.markdown)
        self.assertEqual(whole[1]["source"], str(REPORT))
        pages = load("page", None)
        self.assertEqual([metadata["page"] for _, metadata in pages], [1, 2])
        self.assertTrue(pages[0][0].startswith("# Reading Soil Heat"))
        self.assertEqual("\n".join(text for text, _ in pages).split(), document.markdown.split())
        chunks = load("chunk", 100)
        expected = document.chunks(100)
        self.assertEqual([text for text, _ in chunks], [chunk.text for chunk in expected])
        self.assertEqual([metadata["pages"] for _, metadata in chunks], [list(chunk.pages) for chunk in expected])
        json.dumps([metadata for _, metadata in chunks])

    def test_langchain(self):
        from langchain_core.document_loaders import BaseLoader
        from octavo.adapters.langchain import OctavoLoader

        def load(mode, most):
            loader = OctavoLoader(REPORT, mode=mode, max_tokens=most)
            self.assertIsInstance(loader, BaseLoader)
            return [(document.page_content, document.metadata) for document in loader.load()]

        self.check(load)
        two = OctavoLoader([REPORT, SAMPLES / "resume.pdf"], reader=octavo.Reader(tier="basic"), pages="1")
        self.assertEqual([d.metadata["source"] for d in two.lazy_load()], [str(REPORT), str(SAMPLES / "resume.pdf")])

    def test_llama_index(self):
        from llama_index.core import SimpleDirectoryReader
        from octavo.adapters.llama_index import OctavoReader

        self.check(lambda mode, most: [(document.text, document.metadata)
                                       for document in OctavoReader(mode=mode, max_tokens=most).load_data(REPORT)])
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.pdf").write_bytes(REPORT.read_bytes())
            (document,) = SimpleDirectoryReader(folder, file_extractor={".pdf": OctavoReader()}).load_data()
        self.assertEqual(document.text, octavo.parse(REPORT).markdown)
        self.assertEqual(document.metadata["file_name"], "a.pdf")  # theirs


class MinerU(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from octavo.adapters.mineru import MinerUClient

        cls.model = octavo.Model.load(MINI, threads=2, precision="f32")
        cls.client = MinerUClient(model=cls.model, use_tqdm=False)
        cls.pictures = sorted((ROOT / "tests/fixtures/mini").glob("line_00*.png"))[:3]

    def test_it_is_their_client(self):
        import mineru_vl_utils

        self.assertIsInstance(self.client, mineru_vl_utils.MinerUClient)

    def test_content_is_what_the_engine_says_to_their_prompt(self):
        images = [Image.open(path).convert("RGB") for path in self.pictures]
        found = self.client.batch_content_extract(images)
        self.assertEqual(found, [self.client.content_extract(image) for image in images])
        self.assertEqual(found, asyncio.run(self.client.aio_batch_content_extract(images)))
        text = self.client.sampling_params["[default]"]
        answers = self.model.generate(
            self.pictures, self.client.prompts["[default]"], system=self.client.client.system_prompt, keep_special=True,
            temperature=text.temperature, top_p=text.top_p, top_k=text.top_k, presence_penalty=text.presence_penalty,
            frequency_penalty=text.frequency_penalty, repetition_penalty=text.repetition_penalty,
            no_repeat_ngram=text.no_repeat_ngram_size)
        self.assertEqual([text.split() for text in found], [answer.text.split() for answer in answers])

    def test_two_steps_give_blocks(self):
        image = Image.open(ROOT / "tests/fixtures/mini/page_000.png").convert("RGB")
        blocks = self.client.two_step_extract(image)
        self.assertEqual(blocks, asyncio.run(self.client.aio_two_step_extract(image)))
        self.assertEqual([blocks], [list(page) for page in self.client.batch_two_step_extract([image])])
        self.assertGreater(len(blocks), 0)
        for block in blocks:
            self.assertTrue(all(0 <= side <= 1 for side in block["bbox"]))
            self.assertTrue(block["type"] in ("image", "chart") or block["content"] is not None)

    def test_what_it_needs(self):
        from octavo.adapters.mineru import MinerUClient

        with self.assertRaises(ValueError):
            MinerUClient()
        with self.assertRaises(octavo.ModelError):
            MinerUClient(model_path="no-such-model")


if __name__ == "__main__":
    unittest.main()
