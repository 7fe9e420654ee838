#!/usr/bin/env python3
"""octavo.Model and octavo.ask on the trained model in the tree: the program's answers, batches, streams, memory."""

import asyncio
import json
import pickle
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import numpy
import octavo
from package_case import MINI, ROOT, cli
from PIL import Image

PICTURES = sorted((ROOT / "tests/fixtures/mini").glob("line_00*.png"))[:4]
QUESTION = "\nText Recognition:"


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = octavo.Model.load(MINI, threads=2, precision="f32", memory="64MB")
        cls.expected = [
            json.loads(cli("generate", "--model", MINI, "--image", picture, "--prompt", QUESTION, "--max-new-tokens", 64,
                           "--precision", "f32", "--json"))["text"] for picture in PICTURES]  # fmt: skip

    def test_a_batch_gives_what_the_program_gives_for_each(self):
        answers = self.model.generate(PICTURES, [QUESTION] * len(PICTURES), max_new_tokens=64)
        self.assertEqual([answer.text for answer in answers], self.expected)
        self.assertEqual([answer.text for answer in self.model.generate(PICTURES, QUESTION, max_new_tokens=64)],
                         self.expected)  # fmt: skip
        for answer in answers:
            self.assertIn(answer.end, ("stop", "length"))
            self.assertGreater(answer.image_tokens, 0)
            self.assertGreater(answer.prompt_tokens, answer.image_tokens)
        self.assertTrue(any(self.expected))

    def test_images_of_all_kinds(self):
        with Image.open(PICTURES[0]) as image:
            for source in (str(PICTURES[0]), PICTURES[0].read_bytes(), image, numpy.asarray(image.convert("RGB"))):
                with self.subTest(type(source)):
                    self.assertEqual(self.model.ask(source, QUESTION, max_new_tokens=64), self.expected[0])

    def test_a_stream_is_the_answer_in_pieces(self):
        stream = octavo.ask(PICTURES[0], QUESTION, model=self.model, stream=True, max_new_tokens=64)
        pieces = list(stream)
        self.assertGreater(len(pieces), 1)
        self.assertEqual("".join(pieces), self.expected[0])
        self.assertEqual(stream.generation.text, self.expected[0])

    def test_a_stream_that_is_left_ends(self):
        # Too hot to find its end token soon, but for chance: one token in 320 is the end.
        ends = []
        for seed in range(5):
            with self.model.stream(PICTURES[0], QUESTION, max_new_tokens=3000, temperature=5.0, seed=seed) as stream:
                next(stream)
            ends.append(stream.generation.end)
        self.assertIn("cancelled", ends)

    def test_async(self):
        async def both():
            return await asyncio.gather(
                octavo.ask_async(PICTURES[0], QUESTION, model=self.model, max_new_tokens=64),
                self.model.generate_async(PICTURES[1:2], QUESTION, max_new_tokens=64))

        text, answers = asyncio.run(both())
        self.assertEqual((text, answers[0].text), (self.expected[0], self.expected[1]))

    def test_a_bad_request_fails_alone(self):
        images = [PICTURES[0], b"no picture", PICTURES[1]]
        answers = self.model.generate(images, QUESTION, max_new_tokens=64, errors="return")
        self.assertEqual((answers[0].text, answers[2].text), (self.expected[0], self.expected[1]))
        self.assertEqual(answers[1].code, "file_type_unsupported")
        with self.assertRaises(octavo.SourceError):
            self.model.generate(images, QUESTION, max_new_tokens=64)

    def test_arguments(self):
        for images, prompts, options, kind in (
                (PICTURES[:2], ["one"], {}, octavo.InvalidArgument), (PICTURES[:1], "x", {"top_p": -1.0}, octavo.InvalidArgument),
                (PICTURES[:1], "x", {"heat": 1}, TypeError), (PICTURES[:1], "x", {"errors": "no"}, octavo.InvalidArgument)):  # fmt: skip
            with self.subTest(options), self.assertRaises(kind):
                self.model.generate(images, prompts, **options)
        self.assertEqual(self.model.generate([], QUESTION), [])

    def test_memory_and_facts(self):
        footprint = self.model.memory_footprint()
        weights = (MINI / "model.safetensors").stat().st_size
        self.assertEqual(footprint.weights, weights)
        self.assertLessEqual(footprint.keys_and_values_limit, 64_000_000)
        config = json.loads((MINI / "config.json").read_text())
        text = config.get("text_config", config)
        head = text["hidden_size"] // text["num_attention_heads"]
        self.assertEqual(footprint.keys_and_values_per_token,
                         2 * 4 * text["num_hidden_layers"] * text["num_key_value_heads"] * head)  # fmt: skip
        self.assertGreater(footprint.process_peak, 10_000_000)
        self.assertTrue(self.model.info["has_vision"])

    def test_models_that_are_not_there(self):
        with self.assertRaises(octavo.ModelError) as caught:
            octavo.Model.load("no-such-model")
        self.assertEqual(caught.exception.code, "model_missing")

    def test_a_pickled_model_is_loaded_again(self):
        copy = pickle.loads(pickle.dumps(self.model))
        self.assertEqual(copy.ask(PICTURES[0], QUESTION, max_new_tokens=64), self.expected[0])


class Pages(unittest.TestCase):
    def test_a_reader_with_a_model_reads_as_the_program_does(self):
        page = ROOT / "tests/fixtures/mini"
        picture = next(iter(sorted(page.glob("page_*.png"))), PICTURES[0])
        reader = octavo.Reader(tier="vlm", model=MINI, threads=2, memory="256MB")
        document = reader.parse(picture)
        self.assertEqual(document.tier, "vlm")
        self.assertEqual(document.markdown, cli("parse", picture, "-o", "-", "--tier", "vlm", "--model", MINI, "--quiet"))


if __name__ == "__main__":
    unittest.main()
