#!/usr/bin/env python3
"""octavo serve with the API client of MinerU 3.4.4 itself (mineru/cli/api_client.py), through which its --api-url goes.

mineru3_client_test.py OCTAVO [unittest arguments]
Skipped (77) in an environment without mineru (tools/setup/mineru-client.lock).
"""

import asyncio
import json
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli")]
from serving import Server  # noqa: E402
from vlm_server import pdf  # noqa: E402

try:
    import click
    import httpx
    from mineru.cli import api_client
    from mineru.cli.output_paths import resolve_parse_dir
except ImportError as missing:
    print(f"skipped: {missing}", file=sys.stderr)
    sys.exit(77)

OCTAVO = None
SAMPLE = HERE.parents[1] / "samples/receipt.jpg"


def request(**changes):
    """What client.py's build_request_form_data makes for `mineru -p IN -o OUT`."""
    given = {"lang_list": ["ch"], "backend": "pipeline", "parse_method": "auto", "formula_enable": True,
             "table_enable": True, "server_url": None, "start_page_id": 0, "end_page_id": None, "effort": "medium",
             "image_analysis": True,
             "return_md": True, "return_middle_json": True, "return_model_output": True, "return_content_list": True,
             "return_images": True, "response_format_zip": True, "return_original_file": True}  # fmt: skip
    return api_client.build_parse_request_form_data(**(given | changes))


class Client(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(OCTAVO)
        cls.addClassCleanup(cls.server.__exit__)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return api_client.UploadAsset(path=path, upload_name=name)

    def parse(self, assets, **changes):
        """As run_planned_task: health, submit, wait, download, unpack. The folder, and the states it saw."""
        states = []

        async def go():
            async with httpx.AsyncClient(timeout=api_client.build_http_timeout(), follow_redirects=True) as client:
                base = api_client.normalize_base_url(self.server.url + "/")
                health = await api_client.fetch_server_health(client, base)
                task = await api_client.submit_parse_task(health.base_url, assets, request(**changes))
                self.assertEqual(len(task.file_names), len(assets))
                self.assertIsInstance(task.queued_ahead, int)
                await api_client.wait_for_task_result(client, task, "test", timeout_seconds=600,
                                                      status_snapshot_callback=states.append)  # fmt: skip
                return await api_client.download_result_zip(client, task, "test")

        archive = asyncio.run(go())
        out = self.folder / "out"
        try:
            api_client.safe_extract_zip(archive, out)
        finally:
            archive.unlink()
        return out, states

    def test_health_is_accepted(self):
        async def go():
            async with httpx.AsyncClient() as client:
                return await api_client.fetch_server_health(client, self.server.url)

        health = asyncio.run(go())
        self.assertGreater(health.max_concurrent_requests, 0)
        self.assertEqual(health.processing_window_size, 64)

    def test_a_document_comes_back_where_the_client_looks(self):
        out, _ = self.parse([self.write("receipt.jpg", SAMPLE.read_bytes())])
        folder = resolve_parse_dir(out, "receipt", "pipeline", "auto")
        self.assertTrue((folder / "receipt.md").read_text(encoding="utf-8").strip())
        for ending in ("_middle.json", "_model.json", "_content_list.json", "_content_list_v2.json"):
            json.loads((folder / f"receipt{ending}").read_text(encoding="utf-8"))
        self.assertEqual((folder / "receipt_origin.jpg").read_bytes(), SAMPLE.read_bytes())

    def test_its_default_backend_works_without_a_model(self):
        out, states = self.parse([self.write("a.pdf", pdf(30))], backend="hybrid-engine", parse_method="ocr")
        folder = resolve_parse_dir(out, "a", "hybrid-engine", "ocr")
        self.assertEqual(len(json.loads((folder / "a_middle.json").read_text(encoding="utf-8"))["pdf_info"]), 30)
        self.assertLessEqual({state.status for state in states}, {"pending", "processing"})

    def test_names_of_all_kinds_are_found_again(self):
        names = ["Bericht über Ärzte.pdf", "报告 2026.pdf", "a&b=c.v2.pdf"]
        out, _ = self.parse([self.write(name, pdf(1)) for name in names], start_page_id=0, end_page_id=0)
        for name in names:
            stem = Path(name).stem
            self.assertTrue((resolve_parse_dir(out, stem, "pipeline", "auto") / f"{stem}.md").exists(), name)

    def test_client_side_generation_gets_what_it_needs(self):
        out, _ = self.parse([self.write("a.pdf", pdf(1))], client_side_output_generation=True)
        folder = resolve_parse_dir(out, "a", "pipeline", "auto")
        self.assertEqual(sorted(path.name for path in folder.iterdir() if path.is_file()),
                         ["a_middle.json", "a_model.json", "a_origin.pdf"])  # fmt: skip
        self.assertEqual(json.loads((folder / "a_middle.json").read_text())["_backend"], "pipeline")

    def test_failures_are_told_in_words(self):
        with self.assertRaisesRegex(click.ClickException, "failed for test.*broken.pdf"):
            self.parse([self.write("broken.pdf", b"%PDF-1.7\nnothing\n")])
        with self.assertRaisesRegex(click.ClickException, "400 Invalid backend"):
            self.parse([self.write("a.pdf", pdf(1))], backend="banana")
        with self.assertRaisesRegex(click.ClickException, "400 .*vision-language model"):
            self.parse([self.write("a.pdf", pdf(1))], backend="vlm-engine")


if __name__ == "__main__":
    OCTAVO = sys.argv.pop(1)
    unittest.main()
