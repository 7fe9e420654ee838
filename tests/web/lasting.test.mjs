// What lasts: over cut connections, a reload, a server that has forgotten, a key.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closeBrowser, finished, named, open, SAMPLE, upload } from './support.mjs';

after(closeBrowser);

const streams = (mock) => mock.requests.filter(({ path }) => path.endsWith('/events'));

test('a cut stream goes on after the last event', async (t) => {
  const { page, mock, check } = await open(t, { server: { cutEventsAfter: 4, pageMs: 900 } });
  await upload(page, [named('three.pdf')]);
  await finished(page);
  assert.equal(await page.locator('.thumb[data-status="done"]').count(), 3);
  const last = streams(mock).map(({ headers }) => Number(headers['last-event-id'] ?? 0));
  assert.ok(last.length >= 2 && last[0] === 0, `${last}`);
  assert.ok(last.slice(1).every((id, at) => id > (last[at] ?? 0)), `each goes on further: ${last}`);
  await check();
});

test('polling does where events do not come through', async (t) => {
  const { page, mock, check } = await open(t, { server: { eventsBroken: true, pageMs: 1500 } });
  await upload(page, [named('three.pdf')]);
  await page.waitForSelector('.thumb[data-status="done"]');
  await finished(page);
  assert.ok(streams(mock).length >= 3);
  await check();
});

test('jobs are there after a reload, and forgotten with the server', async (t) => {
  const { page, mock, check } = await open(t, { server: { pageMs: 700 } });
  await upload(page, [SAMPLE]);
  await page.waitForSelector('.thumb[data-status="done"]');
  await page.reload();
  await page.waitForSelector('.badge[data-status="running"], .badge[data-status="completed"]');
  await finished(page);
  await page.click('[aria-label="Next page"]');
  await page.waitForSelector('.page-text table');
  assert.match(page.url(), /#\/[0-9a-f]{32}\/1\/2$/);
  await page.reload();
  await page.waitForSelector('.page-text table');
  assert.equal(await page.textContent('.where'), 'Page 2 of 2');
  mock.jobs.all.clear();
  await page.reload();
  await page.waitForSelector('.empty');
  assert.equal(await page.locator('.jobs li').count(), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem('octavo.jobs')), '[]');
  await check();
});

test('a server that is away is said so, and found again', async (t) => {
  const { page, mock, seen } = await open(t, { server: { pageMs: 2500 } });
  await upload(page, [SAMPLE]);
  await page.waitForSelector('.thumb[data-status="started"]');
  await page.route('**/v1/**', (route) => route.abort());
  mock.cutStreams();
  await page.waitForSelector('.connection:visible');
  assert.match(await page.textContent('.connection'), /No connection to the server/);
  await page.unroute('**/v1/**');
  await finished(page);
  assert.equal(await page.locator('.connection').isVisible(), false);
  assert.deepEqual(seen.errors, []);
});

test('a key is asked for, kept for the tab, and sent with everything', async (t) => {
  const { page, mock, check } = await open(t, { server: { key: 'right' } });
  await page.waitForSelector('dialog[open]');
  await page.fill('#api-key', 'wrong');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] .error:visible');
  await page.fill('#api-key', 'right');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]', { state: 'hidden' });
  await upload(page, [SAMPLE]);
  await finished(page);
  await page.waitForSelector('.sheet img[src]');
  await page.reload();
  await page.waitForSelector('.sheet img[src]');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal(await page.evaluate(() => JSON.stringify(localStorage).includes('right')), false);
  assert.ok(mock.requests.every(({ path, query }) => !`${path}?${query}`.includes('right')), 'the key is in no address');
  await check();
});
