// Documents that try to run script in the page: in text, tables, formulas, names, kinds, messages and
// answers. None may: not with the server's content security policy, and not without it, so that the
// sanitizer and the policy each hold alone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { POLICY } from './mock/server.mjs';
import * as payloads from './payloads.mjs';
import { closeBrowser, finished, named, open, launch, SAMPLE, upload } from './support.mjs';

after(closeBrowser);

const { HTML_PAYLOADS, MARKDOWN_PAYLOADS, LATEX_PAYLOADS, NAME_PAYLOADS, CELL_PAYLOADS, MESSAGE_PAYLOADS } = payloads;
const A_PAGE = 40;

// Collects executions in every frame and window.
const trap = () => {
  globalThis.hits = [];
  globalThis.xss = (number) => globalThis.hits.push(number);
};

// Does to every element what a reader may do.
const provoke = (root) => {
  const kinds = ['click', 'mouseover', 'mouseenter', 'pointerenter', 'focus', 'animationstart', 'toggle', 'beforetoggle', 'start', 'begin'];
  for (const element of document.querySelectorAll(`${root} *`)) {
    if (element.closest('[aria-label^="Remove"], [aria-label^="Leave out"], .head-tools, .job-head, .ask')) continue;
    for (const kind of kinds) {
      // A link would leave the page; one to script would run it.
      if (kind === 'click' && element.closest('a')) element.closest('a').target = '_self';
      if (kind === 'click' && element.closest('a')?.protocol.startsWith('http')) continue;
      element.dispatchEvent(new (kind === 'click' ? MouseEvent : Event)(kind, { bubbles: true, cancelable: true }));
    }
  }
};

const hits = (page) => page.evaluate(() => globalThis.hits);

function hostileDocument() {
  const block = (facts, at) => ({ id: `b${at}`, kind: 'text', box: [40, 20 + (at % A_PAGE) * 20, 500, 38 + (at % A_PAGE) * 20], source: 'text', confidence: 0.5, markdown: '', ...facts });
  const cell = (text) => `<table><tr><td>${text}</td><td title="${text}">b</td></tr></table>`;
  const blocks = [
    ...HTML_PAYLOADS.map((markdown) => ({ markdown })),
    ...MARKDOWN_PAYLOADS.map((markdown) => ({ markdown })),
    ...LATEX_PAYLOADS.flatMap((latex) => [{ kind: 'equation', markdown: `$$\n${latex}\n$$` }, { markdown: `a $${latex}$ b` }]),
    ...CELL_PAYLOADS.flatMap((text) => [{ kind: 'table', html: cell(text) }, { kind: 'table', markdown: cell(text) }]),
    ...MESSAGE_PAYLOADS.map((text) => ({ kind: text, id: text, source: text, markdown: 'a' })),
  ].map(block);
  const pages = [];
  for (let at = 0; at < blocks.length; at += A_PAGE) {
    const diagnostics = MESSAGE_PAYLOADS.slice(at / A_PAGE, at / A_PAGE + 3).map((text) => ({ severity: text, id: text, text }));
    pages.push({ file: 0, width: 595, height: 842, status: 'done', degraded: true, blocks: blocks.slice(at, at + A_PAGE), diagnostics });
  }
  const failing = {};
  for (const [at, text] of MESSAGE_PAYLOADS.entries()) {
    failing[pages.length] = at % 2 ? { code: 'page_failed', message: text } : { code: text, message: text };
    pages.push({ file: 0, width: 1, height: 1, status: 'failed', blocks: [] });
  }
  const diagnostics = MESSAGE_PAYLOADS.map((text) => ({ severity: 'warning', id: text, text, page: 1 }));
  const answer = [...HTML_PAYLOADS, ...MARKDOWN_PAYLOADS, ...LATEX_PAYLOADS.map((latex) => `$${latex}$`)].join('\n\n');
  return { pages, failing, diagnostics, answer };
}

test('the payloads are live: unsanitized, without a policy, most run', async (t) => {
  const context = await (await launch()).newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.dismiss());
  await context.addInitScript(trap);
  await page.goto('data:text/html,<title>x</title>');
  let ran = 0;
  for (let at = 0; at < HTML_PAYLOADS.length; at += 10) {
    await page.goto('data:text/html,<title>x</title>');
    await page.evaluate((texts) => {
      for (const text of texts) {
        const holder = document.body.appendChild(document.createElement('div'));
        holder.append(document.createRange().createContextualFragment(text)); // as innerHTML, and scripts run
      }
    }, HTML_PAYLOADS.slice(at, at + 10));
    await page.waitForTimeout(100);
    await page.evaluate(provoke, 'body').catch(() => {}); // one may have navigated away
    await page.waitForTimeout(100);
    ran += new Set(await hits(page).catch(() => [])).size;
  }
  assert.ok(ran > HTML_PAYLOADS.length / 2, `${ran} of ${HTML_PAYLOADS.length} ran`);
});

for (const policy of [POLICY, '']) test(`none of them runs in the page ${policy ? 'under its policy' : 'without a policy'}`, async (t) => {
  const all = new Set(Object.values(payloads).flat());
  assert.ok(all.size >= 300, `${all.size} payloads`);
  const { page, seen } = await open(t, { server: { pageMs: 2, tokenMs: 0, policy, hostile: hostileDocument() } });
  await page.context().addInitScript(trap);
  await page.reload();
  await upload(page, [SAMPLE]);
  await finished(page, 'partial');
  await page.waitForSelector('.warnings li', { state: 'attached' });
  await page.evaluate(provoke, '.notes');
  const full = hostileDocument().pages.filter(({ blocks }) => blocks.length > 0).length;
  for (let at = 0; at < full; at++) {
    await page.evaluate((to) => document.querySelectorAll('.thumb')[to].click(), at);
    await page.waitForFunction((to) => document.querySelector('.where').textContent.startsWith(`Page ${to + 1} `) && document.querySelector('.block'), at);
    await page.evaluate(provoke, '.page');
    assert.equal(await page.locator('.page-text :is(script, style, iframe, object, embed, form, input, img, image, video, audio, link, meta, base, template, button, textarea, select)').count(), 0);
    assert.deepEqual(await page.$$eval('.page-text *', (found) => found.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on') || name === 'srcdoc')), []);
    for (const address of await page.$$eval('.page-text a', (links) => links.map((link) => link.getAttribute('href')))) assert.match(address ?? 'https:', /^(?:https?|mailto):/);
  }
  await page.fill('.ask textarea', MESSAGE_PAYLOADS.join(' '));
  await page.click('.ask .primary');
  await page.waitForSelector('.answer[aria-busy="false"]');
  await page.evaluate(provoke, '.answer');
  assert.deepEqual(await hits(page), []);
  assert.equal(page.context().pages().length, 1);
  // (Chromium reports what stands in the inert document that the sanitizer works on: no `check()` here.)
  assert.deepEqual([seen.foreign, seen.errors, seen.dialogs], [[], [], []]);
});

test('nor in names of files', async (t) => {
  const { page, check } = await open(t, { server: { pageMs: 2 } });
  await page.context().addInitScript(trap);
  await page.reload();
  await page.setInputFiles('input[type=file]', NAME_PAYLOADS.map((name) => named(name.replaceAll('/', '\u2215'))));
  await page.evaluate(provoke, '.drafts');
  await page.click('.intake .primary');
  await finished(page);
  await page.evaluate(provoke, '.strip');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.downloads button >> nth=0')]);
  assert.match(download.suggestedFilename(), /^[^<>"/\\]+\.md$/);
  assert.deepEqual(await hits(page), []);
  await check();
});
