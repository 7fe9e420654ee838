// A document from the file button to its files, as a person sees it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { meanColour, rectangle } from './pixels.mjs';
import { RECORDED_PAGES } from './mock/answers.mjs';
import { closeBrowser, finished, named, open, SAMPLE, screenshot, upload } from './support.mjs';

after(closeBrowser);

const lit = (page, side) => page.$$eval(`${side} .lit`, (found) => found.map((element) => element.ariaLabel));
const texts = (page, selector) => page.$$eval(selector, (found) => found.map((element) => element.textContent));
const shown = (page) => page.waitForSelector('.sheet img[src]');

test('upload, progress, boxes beside text, downloads', async (t) => {
  const { page, mock, check } = await open(t, { server: { pageMs: 1000 } });
  await upload(page, [SAMPLE]);
  await page.waitForSelector('.thumb[data-status="started"]');
  assert.equal(await page.textContent('.badge'), 'Reading');
  await page.waitForSelector('.how:text("1 of 2 pages")');
  assert.equal(await page.locator('.downloads').isVisible(), false);
  await finished(page);
  assert.equal(await page.locator('.thumb[data-status="done"].drawn').count(), 2);

  await shown(page);
  const blocks = RECORDED_PAGES[0].content.blocks;
  assert.equal(await page.locator('.box').count(), blocks.length);
  const sheet = await rectangle(page.locator('.sheet'));
  const box = await rectangle(page.locator('.box >> nth=3'));
  const { width, height } = RECORDED_PAGES[0].content;
  assert.ok(Math.abs((box.x - sheet.x) / sheet.width - blocks[3].box[0] / width) < 0.01);
  assert.ok(Math.abs((box.y - sheet.y) / sheet.height - blocks[3].box[1] / height) < 0.01);
  assert.ok(Math.abs(box.height / sheet.height - (blocks[3].box[3] - blocks[3].box[1]) / height) < 0.01);
  assert.match(await page.textContent('.page-text h1'), /Reading Soil Heat/);
  assert.equal(await page.locator('.page-text .katex-display').count(), 5);
  assert.ok(await page.$eval('.page-text .katex .vlist > span', (span) => span.style.top !== ''), 'KaTeX can set its styles');

  const fetched = async (button) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`.downloads button:text-is("${button}")`)]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const markdown = await fetched('Markdown');
  assert.equal(markdown.name, 'report.md');
  assert.match(markdown.content.toString(), /^# Reading Soil Heat/);
  const json = await fetched('JSON');
  assert.equal(json.name, 'report.json');
  assert.equal(JSON.parse(json.content).pages.length, 2);
  const zip = await fetched('ZIP');
  assert.equal(zip.name, 'report.zip');
  assert.equal(zip.content.toString('latin1', 0, 4), 'PK\x03\x04');

  const post = mock.requests.find(({ method }) => method === 'POST');
  assert.deepEqual(post.query.getAll('output_formats'), ['markdown', 'structured_content', 'report']);
  await check();
});

test('the picture and the text light each other, and colours are on the screen', async (t) => {
  const { page, check } = await open(t);
  await upload(page, [SAMPLE]);
  await shown(page);
  await finished(page);
  const before = await screenshot(page, 'page');
  const area = await rectangle(page.locator('.box >> nth=6'));
  const tinted = await meanColour(page, before, area);
  assert.ok(tinted[2] - tinted[0] > 4, `a text block is tinted blue: ${tinted}`);

  await page.hover('.box >> nth=20');
  await page.waitForSelector('.page-text .lit');
  assert.deepEqual(await lit(page, '.page-text'), await lit(page, '.boxes'));
  await page.waitForFunction(() => {
    const pane = document.querySelector('.text-pane').getBoundingClientRect();
    const block = document.querySelector('.page-text .lit').getBoundingClientRect();
    return block.top >= pane.top && block.top < pane.bottom;
  });
  assert.match(await page.textContent('.box.lit .box-tag'), /Text · text layer/);

  await page.hover('.page-text .block >> nth=2');
  await page.waitForFunction(() => document.querySelector('.box.lit')?.ariaLabel.startsWith('Text 3 of 29'));
  const hovered = await screenshot(page, 'hover');
  const small = await rectangle(page.locator('.box >> nth=2'));
  const [dim, bright] = [await meanColour(page, before, small), await meanColour(page, hovered, small)];
  assert.ok(bright[2] - bright[0] > dim[2] - dim[0] + 10, `a lit box is stronger: ${dim} to ${bright}`);

  await page.mouse.move(5, 5);
  await page.click('.legend [data-kind="text"]');
  assert.equal(await page.locator('.box[data-kind="text"]:visible').count(), 0);
  const plain = await meanColour(page, await screenshot(page, 'no-text-boxes'), area);
  assert.ok(Math.abs(plain[2] - plain[0]) < 2, `without its box the page is grey: ${plain}`);
  await check();
});

test('a question goes to the model with the picture, and the answer lights blocks', async (t) => {
  const { page, mock, check } = await open(t);
  await upload(page, [SAMPLE]);
  await finished(page);
  await page.click('[aria-label="Next page"]');
  await shown(page);
  assert.equal(await page.locator('.page-text table tr').count(), 6);
  await page.fill('.ask textarea', 'Where is it smallest?');
  await page.click('.ask .primary');
  await page.waitForSelector('.answer[aria-busy="false"]');
  assert.match(await page.textContent('.answer'), /smallest on meadow stations/);
  assert.equal(await page.locator('.answer .katex').count(), 1);
  assert.ok((await page.locator('.box.cited').count()) > 0);
  assert.match(await page.textContent('.block.cited'), /halves the error/);
  const [picture, question] = mock.chats[0].messages[0].content;
  assert.equal(question.text, 'Where is it smallest?');
  assert.ok(Buffer.from(picture.image_url.url.split(',')[1], 'base64').equals(RECORDED_PAGES[1].picture));
  await check();

  for (const server of [{ model: null }, { model: 'octavo-basic', capabilities: ['document_tasks'] }]) {
    const without = await open(t, { server });
    await upload(without.page, [SAMPLE]);
    await shown(without.page);
    assert.equal(await without.page.locator('.ask').isVisible(), false);
  }
});

test('a model without eyes is given the text', async (t) => {
  const { page, mock, check } = await open(t, { server: { blind: true } });
  await upload(page, [SAMPLE]);
  await finished(page);
  await page.fill('.ask textarea', 'Where is it smallest?');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.answer[aria-busy="false"]');
  assert.match(await page.textContent('.answer'), /smallest on meadow stations/);
  assert.ok(await page.isVisible('.hint:text("sees no pictures")'));
  assert.match(mock.chats[1].messages[0].content[0].text, /^# Reading Soil Heat/);
  await check();
});

test('failed pages and warnings are told with their reasons', async (t) => {
  const { page, check } = await open(t);
  await upload(page, [named('broken three.pdf')]);
  await finished(page, 'partial');
  const note = 'Page 2: could not be read (the worker ended twice on this page)';
  assert.deepEqual(await texts(page, '.problems li'), [note]);
  await page.waitForSelector('.warnings li', { state: 'attached' });
  assert.deepEqual(await texts(page, '.warnings li'), ['Page 1: 212 characters are invisible and were left out']);
  await page.click('.problems .link');
  assert.match(await page.textContent('.not-read'), /the worker ended twice/);
  assert.equal(await page.locator('.thumb[data-status="failed"][aria-current]').count(), 1);
  await screenshot(page, 'broken');
  await check();
});

test('a password per file, before and after', async (t) => {
  const { page, mock, check } = await open(t);
  await page.setInputFiles('input[type=file]', [named('locked.pdf'), named('open.pdf')]);
  await page.fill('[aria-label="Password of locked.pdf"]', 'wrong');
  await page.click('.intake .primary');
  await finished(page, 'partial');
  assert.deepEqual(await texts(page, '.problems li'), ['locked.pdf: needs a password, or another one (needs a password)']);
  assert.equal(await page.locator('.strip h3').count(), 2);
  await page.waitForSelector('.sheet img[src]'); // of the file that did open
  await page.fill('.notes .password input', 'open sesame');
  await page.click('.notes .password button');
  await page.waitForFunction(() => document.querySelectorAll('.jobs li').length === 2);
  await finished(page);
  assert.equal(await page.textContent('#job-name'), 'locked.pdf');
  assert.ok(mock.requests.every(({ query }) => !/sesame/.test(query)), 'a password is in no address');
  await check();
});

test('options, cancel, and errors of a submit', async (t) => {
  const { page, mock, check } = await open(t, { server: { pageMs: 800 } });
  await page.setInputFiles('input[type=file]', [named('long.pdf')]);
  await page.click('.options summary');
  await page.selectOption('.options select >> nth=0', 'standard');
  await page.selectOption('.options select >> nth=1', 'ocr');
  await page.fill('.options input', 'first');
  await page.click('.intake .primary');
  await page.waitForSelector('.intake .error:visible');
  assert.match(await page.textContent('.intake .error'), /the page range is wrong/);
  await page.fill('.options input', '3-20');
  await page.click('.intake .primary');
  await page.waitForSelector('.thumb[data-status="done"]');
  const { query } = mock.requests.filter(({ method }) => method === 'POST').at(-1);
  assert.deepEqual([query.get('tier'), query.get('ocr_mode'), query.get('page_range')], ['standard', 'ocr', '3-20']);
  assert.equal(await page.getAttribute('.thumb[aria-current]', 'aria-label'), 'Page 3, read, 0.8 s');
  await page.click('.job-head button:text-is("Cancel")');
  await finished(page, 'canceled');
  assert.equal(await page.locator('.job-head button:text-is("Cancel")').isVisible(), false);
  await page.waitForFunction(() => document.querySelector('[role=status]').textContent === 'Cancelled: long.pdf');
  await check();
});

test('dropped and pasted files', async (t) => {
  const { page, check } = await open(t);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['%PDF'], 'dropped.pdf', { type: 'application/pdf' }));
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    const clip = new DataTransfer();
    clip.items.add(new File(['png'], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clip, bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll('.drafts li').length === 2);
  const [dropped, pasted] = await texts(page, '.drafts .name');
  assert.equal(dropped, 'dropped.pdf');
  assert.match(pasted, /^screenshot \d\d-\d\d-\d\d\.png$/);
  await page.click('[aria-label="Leave out dropped.pdf"]');
  await page.click('.intake .primary');
  await finished(page);
  await check();
});
