// The page against octavo itself: OCTAVO=PROGRAM node tests/web/real.test.mjs
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { POLICY } from './mock/server.mjs';
import { closeBrowser, finished, open, PATIENCE_MS, SAMPLE, screenshot, upload } from './support.mjs';

const beside = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const MODEL = beside('models/octavo-mini'); // sees, and is quick; what it says of a page is another matter
const LOCKED = beside('tests/fixtures/pdf/locked_aes.pdf');
const PASSWORD = 'secret';

let server;
let url;
let said = '';
const data = mkdtempSync(join(tmpdir(), 'octavo-serve-'));

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

before(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const words = ['serve', '--port', String(port), '--data', data, '--tier', 'basic', '--chat-model', MODEL];
  server = spawn(process.env.OCTAVO, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  server.stderr.on('data', (piece) => (said += piece));
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    if (server.exitCode !== null || Date.now() > end) assert.fail(`octavo serve does not come up: ${said}`);
    if (await fetch(`${url}/health`).then((answer) => answer.ok, () => false)) return;
  }
});

after(async () => {
  await closeBrowser();
  server.kill('SIGTERM');
  await Promise.race([new Promise((resolve) => server.once('exit', resolve)), sleep(10_000).then(() => server.kill('SIGKILL'))]);
  rmSync(data, { recursive: true, force: true });
});

test('octavo serve shows the page under its policy', async () => {
  const answer = await fetch(url);
  assert.equal(answer.headers.get('content-security-policy'), POLICY); // what all other tests run under
  assert.doesNotMatch(POLICY, /unsafe|\*/);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
});

test('a document from upload to files', async (t) => {
  const { page, check } = await open(t, { url });
  await upload(page, [SAMPLE]);
  await finished(page);
  await page.waitForSelector('.sheet img[src]');
  await page.waitForFunction(() => document.querySelectorAll('.thumb.drawn').length === 2);
  assert.match(await page.textContent('.page-text h1'), /Reading Soil Heat/);
  assert.ok((await page.locator('.box').count()) > 20);
  await page.hover('.box >> nth=5');
  await page.waitForSelector('.page-text .lit');
  assert.equal(await page.getAttribute('.page-text .lit', 'aria-label'), await page.getAttribute('.box.lit', 'aria-label'));
  await screenshot(page, 'real');
  await page.click('[aria-label="Next page"]');
  await page.waitForSelector('.page-text table');
  assert.ok((await page.locator('canvas.figure').count()) >= 2);

  const fetched = async (button) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`.downloads button:text-is("${button}")`)]);
    return readFileSync(await download.path());
  };
  assert.match((await fetched('Markdown')).toString(), /^# Reading Soil Heat/);
  assert.equal(JSON.parse(await fetched('JSON')).pages.length, 2);
  assert.equal((await fetched('ZIP')).toString('latin1', 0, 4), 'PK\x03\x04');

  await page.reload();
  await page.waitForSelector('.page-text table');
  await check();
});

test('a password, wrong and right', async (t) => {
  const { page, check } = await open(t, { url });
  await upload(page, [LOCKED]);
  await finished(page, 'failed');
  await page.waitForSelector('.problems li');
  await page.fill('.notes .password input', 'guessed');
  await page.click('.notes .password button');
  await page.waitForFunction(() => document.querySelectorAll('.jobs li').length === 2);
  await finished(page, 'failed');
  await page.fill('.notes .password input', PASSWORD);
  await page.click('.notes .password button');
  await page.waitForFunction(() => document.querySelectorAll('.jobs li').length === 3);
  await finished(page);
  await page.waitForSelector('.page-text .block');
  assert.match(await page.textContent('.page-text'), /This page was/);
  await check();
  assert.ok(!said.includes('guessed') && !said.includes(PASSWORD), 'the log knows no passwords');
});

test('a question about the page that is shown', async (t) => {
  const { page, check } = await open(t, { url });
  await upload(page, [SAMPLE]);
  await finished(page);
  await page.waitForSelector('.sheet img[src]');
  const question = 'Text Recognition:';
  const asked = page.waitForRequest((request) => request.url().endsWith('/v1/chat/completions'));
  await page.fill('.ask textarea', question);
  await page.click('.ask .primary');
  await page.waitForSelector('.answer[aria-busy="false"]');

  // What the page shows is what the model says to the same picture and question, asked for by hand.
  const body = (await asked).postDataJSON();
  assert.equal(body.messages[0].content[1].text, question);
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, stream: false }),
  });
  const text = (await answer.json()).choices[0].message.content;
  const words = (shown) => shown.match(/[\p{L}\p{N}]+/gu) ?? [];
  assert.ok(words(text).length > 0, 'the model says something');
  assert.deepEqual(words(await page.textContent('.answer')), words(text));
  assert.equal(await page.locator('.box.cited').count(), await page.locator('.citation').count());
  await check();
});

test('what is no document is told', async (t) => {
  const { page, check } = await open(t, { url });
  await upload(page, [{ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no document at all') }]);
  await finished(page, 'failed');
  await page.waitForSelector('.problems li');
  await check();
});
