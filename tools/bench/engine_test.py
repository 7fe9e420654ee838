"""The engine's benchmark reads peers rightly, divides the right way round, and tells what is missing."""

import json
import struct
import tempfile
import unittest
import zlib
from pathlib import Path

import engine
import engine_peers
import engine_picture
import engine_plan
import engine_report
import engine_work
import update_readme

SHAPE = engine_work.Shape(hidden=896, layers=24, heads=14, kv_heads=2, feed=4864, vocabulary=151936, vision_width=1280,
                          vision_layers=32, vision_feed=5120, patch=14)  # fmt: skip
PEAK = {"f32_operations": 4e11, "int8_operations": 1.6e12, "read_bytes": 3e10}
SPEED = engine_plan.Row("decode_x", "llama.cpp", "g", ("ours", "decode_rate"), ("llama.cpp", "decode_rate"), "tokens/s", 1.6,
                        work="decode int8")  # fmt: skip
TIME = engine_plan.Row("vision_x", "llama.cpp", "g", ("ours", "vision_seconds"), ("llama.cpp", "vision_seconds"), "s", 7,
                       most=14, work="vision int8")  # fmt: skip


def values(**runs):
    return {("g", name.replace("_", ".")): found for name, found in runs.items()}


class Work(unittest.TestCase):
    """Against figures that were counted by hand from the layers' sizes."""

    def test_patches(self):
        self.assertEqual(engine_work.patches(SHAPE, 1036, 1036), (74, 74))
        self.assertEqual(engine_work.patches(SHAPE, 1024, 576), (74, 42))

    def test_vision(self):
        self.assertAlmostEqual(engine_work.vision_operations(SHAPE, 1036, 1036) / 1e12, 11.9, delta=0.05)
        self.assertAlmostEqual(engine_work.vision_operations(SHAPE, 1024, 576) / 1e12, 5.55, delta=0.01)

    def test_prompt(self):
        self.assertAlmostEqual(engine_work.prompt_operations(SHAPE, 1400) / 1e12, 1.08, delta=0.01)

    def test_a_token_reads_all_weights(self):
        self.assertAlmostEqual(engine_work.token_bytes(SHAPE, 1) / 1e6, 494, delta=0.5)
        # With layers in 4.5 bits the vocabulary stays in 8.
        self.assertAlmostEqual(engine_work.token_bytes(SHAPE, 0.5625) / 1e6, 337, delta=0.5)
        # 24 layers, two heads of 64, keys and values of 4 bytes.
        kv = engine_work.token_bytes(SHAPE, 1, depth=10) - engine_work.token_bytes(SHAPE, 1)
        self.assertEqual(kv, 10 * 24 * 2 * 2 * 64 * 4)

    def test_roofline(self):
        seconds = engine_work.roofline(SHAPE, {"int8_ops": 1e30, "read_bytes": 494e6}, 1024, 576, 128, 1)
        self.assertAlmostEqual(seconds, 128, delta=8)  # a second a token, and some keys and values


class Parsing(unittest.TestCase):
    LOG = ("0.02.208.115 I main: loading model: x.gguf\n1.03.250.500 I encoding mtmd batch, n_chunks = 1 (done = 1, total = 3)\n"
           "1.46.050.900 I mtmd batch encoding done in 42800 ms\n")  # fmt: skip

    def test_mtmd(self):
        found = engine_peers.parse_mtmd(self.LOG, 63.2505 + 48.1)
        self.assertEqual(found["vision_seconds"], 42.8)
        self.assertAlmostEqual(found["load_seconds"], 63.2505)
        self.assertAlmostEqual(found["first_token_seconds"], 48.1)

    def test_mtmd_of_other_versions(self):
        log = self.LOG.replace("mtmd batch encoding done in 42800 ms", "image slice encoded in 1500 ms")
        log = log.replace("encoding mtmd batch, n_chunks = 1 (done = 1, total = 3)", "encoding image slice...")
        found = engine_peers.parse_mtmd(log, 70)
        self.assertEqual(found["vision_seconds"], 1.5)
        self.assertAlmostEqual(found["first_token_seconds"], 70 - 63.2505)

    def test_mtmd_without_times(self):
        with self.assertRaises(engine_peers.PeerError):
            engine_peers.parse_mtmd("error: no model", 3)

    def test_llama_bench(self):
        text = json.dumps([{"n_prompt": 0, "n_gen": 64, "n_depth": 1400, "avg_ts": 14.7, "stddev_ts": 1}])
        self.assertEqual(engine_peers.parse_llama_bench(text), [{"n_prompt": 0, "n_gen": 64, "n_depth": 1400, "rate": 14.7}])
        with self.assertRaises(engine_peers.PeerError):
            engine_peers.parse_llama_bench("main: error")

    def test_batched(self):
        self.assertEqual(engine_peers.parse_batched('loading\n{"pl": 8, "speed_pp": 1.0, "speed_tg": 68.5}\n'), 68.5)
        with self.assertRaises(engine_peers.PeerError):
            engine_peers.parse_batched("loading\n")

    def test_peers_that_are_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            there, missing = engine_peers.make(["llama.cpp", "transformers"], folder, None, 2)
        self.assertEqual(there, {})
        self.assertEqual(set(missing), {"llama.cpp", "transformers"})


class Report(unittest.TestCase):
    def test_more_tokens_are_better(self):
        self.assertEqual(engine_report.ratio("tokens/s", 40, 20), 2)
        self.assertEqual(engine_report.ratio("s", 10, 70), 7)
        self.assertEqual(engine_report.ratio("GB", 1, 2), 2)
        self.assertIsNone(engine_report.ratio("s", None, 70))
        self.assertIsNone(engine_report.ratio("s", 0, 70))

    def test_medians_and_targets(self):
        found = values(ours=[{"decode_rate": r} for r in (50, 40, 90)], llama_cpp=[{"decode_rate": r} for r in (25, 30, 20)])
        line = engine_report.result(SPEED, found, SHAPE, PEAK, {})
        self.assertEqual((line["ours"], line["theirs"], line["ratio"]), (50, 25, 2))
        self.assertEqual((line["ours_spread"], line["rounds"], line["met"]), ([40, 90], 3, True))
        self.assertEqual(line["percent_of"], "bandwidth")
        self.assertAlmostEqual(line["percent"], 100 * 50 * 494e6 / 3e10, delta=0.5)

    def test_both_targets_count(self):
        fast = engine_report.result(TIME, values(ours=[{"vision_seconds": 10}], llama_cpp=[{"vision_seconds": 97}]), SHAPE, PEAK, {})
        self.assertTrue(fast["met"])
        self.assertAlmostEqual(fast["percent"], 100 * 11.9e12 / 10 / 1.6e12, delta=0.5)
        slow = engine_report.result(TIME, values(ours=[{"vision_seconds": 15}], llama_cpp=[{"vision_seconds": 150}]), SHAPE, PEAK, {})
        self.assertFalse(slow["met"])

    def test_what_failed_is_told(self):
        line = engine_report.result(TIME, values(ours=[{"vision_seconds": 10}]), SHAPE, PEAK, {("g", "llama.cpp"): "not built"})
        self.assertEqual((line["ratio"], line["met"], line["note"]), (None, None, "llama.cpp: not built"))
        self.assertIn("| `vision_x` | 10 s | llama.cpp | – | – | ≥ 7×, ≤ 14 s |", "\n".join(engine_report.table([line])))

    def test_a_peak_that_is_not_known(self):
        line = engine_report.result(TIME, values(ours=[{"vision_seconds": 10}]), SHAPE, {"int8_operations": None}, {})
        self.assertNotIn("percent", line)

    def test_earlier_lines_stay(self):
        def outcome(ours, peak, seconds):
            lines = [{"name": name, "peer": "llama.cpp", "ours": value} for name, value in ours]
            return {"commit": f"c{seconds}", "results": lines, "peak": {"read_bytes": peak}, "presets": [{"name": "small", "seconds": seconds}]}

        earlier = outcome([("decode_d0_int8", 1), ("vision_1036_int8", 2)], 3.0, 7)
        both = engine_report.merged(earlier, outcome([("decode_d0_int8", 5), ("vision_1036_int8", None)], 2.0, None))
        self.assertEqual([(r["name"], r["ours"]) for r in both["results"]], [("vision_1036_int8", 2), ("decode_d0_int8", 5)])
        self.assertEqual(both["results"][0]["commit"], "c7")  # of the run that measured it
        self.assertEqual((both["peak"]["read_bytes"], both["presets"][0]["seconds"]), (3.0, 7))

    def test_int4_of_the_bandwidth(self):
        row = engine_plan.Row("decode_x", "llama.cpp", "g", ("ours", "decode_rate"), ("llama.cpp", "decode_rate"), "tokens/s",
                              work="decode int4")  # fmt: skip
        line = engine_report.result(row, values(ours=[{"decode_rate": 50}]), SHAPE, PEAK, {}, "abc")
        self.assertAlmostEqual(line["percent"], 100 * 50 * 337e6 / 3e10, delta=0.5)
        self.assertEqual((line["commit"], line["rounds"]), ("abc", 1))

    def test_lines_of_another_machine_do_not_stay(self):
        earlier = {"machine": {"cpu": "A"}, "threads": 2}
        self.assertIsNone(engine_report.why_apart(earlier, {"cpu": "A"}, 2))
        self.assertIn("this run of B, 2 threads", engine_report.why_apart(earlier, {"cpu": "B"}, 2))
        self.assertIn("this run of A, 4 threads", engine_report.why_apart(earlier, {"cpu": "A"}, 4))

    def test_commits_of_all_lines(self):
        lines = [{"rounds": 1, "commit": "b"}, {"rounds": 2, "commit": "a"}, {"rounds": 0, "commit": "c"}]
        self.assertEqual(update_readme._commits({"commit": "b", "results": lines}), "commits a, b")
        self.assertEqual(update_readme._commits({"commit": "b", "results": lines[:1]}), "commit b")

    def test_plot(self):
        line = engine_report.result(TIME, values(ours=[{"vision_seconds": 10}], llama_cpp=[{"vision_seconds": 50}]), SHAPE, PEAK, {})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "figures/engine.svg"
            engine_report.plot(path, {"machine": {"cpu": "A & B"}, "threads": 2, "results": [line]})
            text = path.read_text(encoding="utf-8")
        self.assertIn("A &amp; B", text)
        self.assertIn(engine_report.MISSED, text)


class Plan(unittest.TestCase):
    NAMES = ("vision_1036_int8", "vision_1036_f32", "vision_1036_bf16", "ttft_1024x576_int8", "prefill_1400_int8", "decode_d0_int8", "decode_d0_int4",
             "decode_d1400_int8", "decode_batch8_int8")  # fmt: skip

    def test_every_row_has_its_runs(self):
        peers = {name: object() for name in engine_peers.NAMES}
        plan = engine_plan.runs(object_of_calls(), peers, lambda *size: size)
        for group, run in engine_plan.needed(engine_plan.all_rows()):
            self.assertIn(run, plan[group])

    def test_names(self):
        names = [row.name for row in engine_plan.all_rows()]
        for name in self.NAMES:
            self.assertIn(name, names)

    def test_choice(self):
        rows = engine_plan.chosen_rows(["vision_1036"], ["llama.cpp"])
        names = ("vision_1036_int8", "vision_1036_f32", "vision_1036_bf16")
        self.assertEqual([(r.name, r.peer) for r in rows], [(name, "llama.cpp") for name in names])
        self.assertIn("draft_95_int8", [r.name for r in engine_plan.chosen_rows([], [])])

    def test_peers_left_out_have_no_runs(self):
        self.assertNotIn("llama.cpp", engine_plan.runs(object_of_calls(), {}, lambda *size: size)["vision"])


def object_of_calls():
    return type("Ours", (), {"load_from_checkpoint": lambda: {}})


class Taking(unittest.TestCase):
    def test_turns_failures_and_time(self):
        seen = []

        def works():
            seen.append("works")
            return {"x": 1.0}

        def fails():
            seen.append("fails")
            raise engine_peers.PeerError("broken")

        rounds = engine.Rounds({"g": {"works": works, "fails": fails, "unwanted": works}}, {("g", "works"), ("g", "fails")}, 1)
        rounds.once(0)
        rounds.once(1)
        self.assertEqual(seen, ["works", "fails", "works"])  # what failed once is not tried again
        self.assertEqual(rounds.notes, {("g", "fails"): "broken"})
        self.assertEqual(len(rounds.values[("g", "works")]), 2)
        late = engine.Rounds({"g": {"works": works}}, {("g", "works")}, 0)
        late.once(0)
        self.assertEqual(late.notes[("g", "works")], "there was no time left")


class Picture(unittest.TestCase):
    def test_png(self):
        data = engine_picture.png(7, 30)
        self.assertEqual(struct.unpack(">II", data[16:24]), (7, 30))
        start = data.index(b"IDAT") + 4
        length = struct.unpack(">I", data[start - 8 : start - 4])[0]
        self.assertEqual(len(zlib.decompress(data[start : start + length])), 30 * 8)
        self.assertEqual(data, engine_picture.png(7, 30))


if __name__ == "__main__":
    unittest.main()
