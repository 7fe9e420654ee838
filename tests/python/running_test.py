#!/usr/bin/env python3
"""Calls that take long: Ctrl-C, cancelling, threads, event loops, forks."""

import asyncio
import multiprocessing
import sys
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import octavo
from package_case import CASE_INPUTS, MINI, SAMPLES, python

LONG = CASE_INPUTS / "pages_400.pdf"  # by OCR: minutes
REPORT = SAMPLES / "report.pdf"

# Sends itself Ctrl-C while it works; prints the seconds until it could go on.
INTERRUPTED = """
import octavo, os, signal, sys, threading, time
sent = []
def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
{prepare}
try:
    threading.Timer(2.0, send).start()
    {call}
    print("it went on to its end")
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""

# Ends while a thread that the interpreter does not wait for is inside the engine. That thread is slow to come back, and
# finds an interpreter that is on its way out for two seconds.
LEFT = """
import octavo, os, sys, threading, time
class Late:
    def __del__(self, sleep=time.sleep):
        sleep(2)
late = Late()
started = threading.Event()
def read():
    try:
        octavo.parse(sys.argv[1], ocr='always', tier='basic', on_progress=lambda _: started.set())
    except octavo.Cancelled:
        pass
reading = threading.Thread(target=read, daemon=True)
reading.start()
started.wait()
os.sched_setscheduler(reading.native_id, os.SCHED_IDLE, os.sched_param(0))
"""


class Stopping(unittest.TestCase):
    def stopped_within_a_second(self, call, prepare=""):
        code = INTERRUPTED.format(call=call, prepare=prepare)
        seconds = []
        for _ in range(3):  # on a machine that does other things as well, one of them
            ran = python(code, LONG, MINI)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""))
            seconds.append(float(ran.stdout))
            if seconds[-1] < 1:
                return
        self.fail(f"Ctrl-C took {seconds} seconds")

    def test_ctrl_c_stops_parsing(self):
        self.stopped_within_a_second("octavo.parse(sys.argv[1], ocr='always', tier='basic')")

    def test_ctrl_c_stops_waiting_for_a_page(self):
        self.stopped_within_a_second("octavo.pages(sys.argv[1], ocr='always', tier='basic', pages='1-300').document")

    def test_ctrl_c_stops_a_model(self):
        self.stopped_within_a_second(
            "model.generate([None] * 5000, 'Write.', max_new_tokens=2000, temperature=5.0)",
            "model = octavo.Model.load(sys.argv[2], threads=1)")

    def test_leaving_the_iterator_early_stops_the_work(self):
        pages = octavo.pages(LONG, ocr="always", tier="basic")
        next(pages)
        pages.close()
        with self.assertRaises(octavo.Cancelled):
            pages.document

    def test_leaving_the_interpreter_while_pages_are_read(self):
        ran = python("import octavo, sys\npages = octavo.pages(sys.argv[1], ocr='always', tier='basic')\nnext(pages)", LONG,
                     timeout=60)  # fmt: skip
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))

    def test_leaving_the_interpreter_while_a_thread_waits(self):
        ran = python(LEFT, LONG, timeout=240)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))


class Together(unittest.TestCase):
    def test_other_threads_go_on(self):
        """The interpreter is free while the engine works."""
        steps, stop = 0, threading.Event()

        def count():
            nonlocal steps
            while not stop.is_set():
                steps += 1
                time.sleep(0.001)

        counter = threading.Thread(target=count)
        counter.start()
        try:
            octavo.parse(LONG, pages="1-3", ocr="always", tier="basic")
        finally:
            stop.set()
            counter.join()
        self.assertGreater(steps, 20)

    def test_many_threads_one_reader(self):
        reader = octavo.Reader(tier="basic", threads=2)
        expected = reader.parse(REPORT).markdown
        found = []
        threads = [threading.Thread(target=lambda: found.append(reader.parse(REPORT).markdown)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 8)


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_the_loop_goes_on_and_results_are_the_same(self):
        expected = octavo.parse(REPORT).markdown
        documents = await asyncio.gather(*(octavo.parse_async(REPORT) for _ in range(3)))
        self.assertEqual([document.markdown for document in documents], [expected] * 3)
        numbers = [page.number async for page in octavo.pages(REPORT)]
        self.assertEqual(sorted(numbers), [1, 2])

    async def test_a_cancelled_task_ends_the_call(self):
        task = asyncio.create_task(octavo.parse_async(LONG, ocr="always", tier="basic"))
        await asyncio.sleep(1)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await asyncio.wait_for(task, 30)  # by itself it takes minutes

    async def test_errors_come_out_of_the_task(self):
        with self.assertRaises(octavo.SourceNotFound):
            await octavo.parse_async("nowhere.pdf")


def _parse_in_child(results):
    try:
        results.put(len(octavo.parse(REPORT).markdown))
    except octavo.OctavoError as error:
        results.put((type(error).__name__, error.hint))


class Processes(unittest.TestCase):
    def in_child(self, method):
        context = multiprocessing.get_context(method)
        results = context.SimpleQueue()
        child = context.Process(target=_parse_in_child, args=(results,))
        child.start()
        child.join(60)
        self.assertEqual(child.exitcode, 0)
        return results.get()

    def test_a_forked_child_ends_though_its_parents_reader_has_threads(self):
        ran = python("import octavo, os, sys\nreader = octavo.Reader(tier='basic')\nreader.parse(sys.argv[1])\n"
                     "child = os.fork()\nif child == 0: sys.exit(7)\n"
                     "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))", REPORT, timeout=60)  # fmt: skip
        self.assertEqual((ran.returncode, ran.stdout.strip()), (0, "7"), ran.stderr)

    def test_a_forked_child_is_told_what_to_do(self):
        octavo.parse(REPORT)
        kind, hint = self.in_child("fork")
        self.assertEqual(kind, "ForkError")
        self.assertIn("spawn", hint)

    def test_a_spawned_child_works(self):
        self.assertEqual(self.in_child("spawn"), len(octavo.parse(REPORT).markdown))

    def test_a_child_forked_before_the_first_call_works(self):
        ran = python("import octavo, os, sys\npid = os.fork()\nif pid == 0:\n  n = len(octavo.parse(sys.argv[1]).markdown)\n"
                     "  os._exit(0 if n > 1000 else 1)\nsys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))",
                     REPORT)  # fmt: skip
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
