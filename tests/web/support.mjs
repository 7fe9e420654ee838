// A browser for tests: the system's Chromium, the mock behind it, and what must hold on every page.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startMock } from './mock/server.mjs';

const require = createRequire(new URL('../../apps/server/web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

export const SAMPLE = fileURLToPath(new URL('../../samples/report.pdf', import.meta.url));
export const PICTURES = process.env.OCTAVO_WEB_PICTURES ?? ''; // a folder: screenshots are kept there
// The machine may be busy with other work: waits are long, they end as soon as what they wait for is there.
export const PATIENCE_MS = 60_000;

let browser = null;

export async function launch() {
  browser ??= await chromium.launch({
    executablePath: process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    timeout: PATIENCE_MS,
  });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

// Opens the page in a fresh profile until the test `t` is over; `check()` says that nothing went wrong unseen.
export async function open(t, { server = {}, url = null, ...profile } = {}) {
  const mock = url ? null : await startMock(server);
  const origin = url ?? mock.url;
  t.after(async () => mock?.close());
  const context = await (await launch()).newContext({ locale: 'en-GB', viewport: { width: 1400, height: 900 }, acceptDownloads: true, ...profile });
  t.after(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const seen = { foreign: [], errors: [], violations: [], dialogs: [] };
  context.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${origin}/`) && !address.startsWith(`blob:${origin}`) && !address.startsWith('data:')) seen.foreign.push(address);
  });
  await context.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(origin);
  const check = async () => {
    seen.violations.push(...(await page.evaluate(() => globalThis.violations)));
    assert.deepEqual(seen, { foreign: [], errors: [], violations: [], dialogs: [] });
  };
  return { page, mock, origin, seen, check };
}

// Gives files to the page's file button and starts.
export async function upload(page, files) {
  await page.setInputFiles('input[type=file]', files);
  await page.click('.intake .primary');
}

export const named = (name, content = '%PDF-1.7 mock') => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) });

export const finished = (page, status = 'completed') => page.waitForSelector(`.badge[data-status="${status}"]`);

export async function screenshot(page, name) {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  return page.screenshot(PICTURES ? { path: `${PICTURES}/${name}.png` } : {});
}
