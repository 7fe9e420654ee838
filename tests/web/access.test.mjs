// Keyboard alone, names for those who do not see, Chinese, both themes, a narrow window.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closeBrowser, finished, named, open, SAMPLE, screenshot, upload } from './support.mjs';

after(closeBrowser);

const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  return element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent;
});

// Presses Tab until the element that has the focus matches.
async function tabTo(page, selector, presses = 40) {
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
  }
  assert.fail(`Tab does not reach ${selector}; it is at ${await focused(page)}`);
}

test('from the first key to a download without a pointer', async (t) => {
  const { page, check } = await open(t);
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'Skip to the document');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, '.drop .button');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([SAMPLE]);
  await tabTo(page, '.options summary');
  await page.keyboard.press('Space');
  await tabTo(page, '.intake .primary');
  await page.keyboard.press('Enter');
  await finished(page);
  await page.waitForSelector('.sheet img[src]');

  await tabTo(page, '.thumb');
  await page.keyboard.press('ArrowDown');
  assert.match(await focused(page), /^Page 2, read/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.page-text table');
  await tabTo(page, '.box');
  for (let press = 0; press < 9; press++) await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'Table 10 of 28, from: text layer');
  await page.waitForFunction(() => document.querySelector('.page-text .lit')?.ariaLabel === 'Table 10 of 28, from: text layer');
  assert.ok(await page.$eval('.box:focus', (box) => getComputedStyle(box).outlineStyle !== 'none'), 'the focus is seen');
  await tabTo(page, '.block');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.box.lit')?.ariaLabel.startsWith('Page number 28'));
  await tabTo(page, '.ask textarea');
  await page.keyboard.type('What?');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.answer[aria-busy="false"]');

  await page.keyboard.press('Shift+Tab');
  const download = page.waitForEvent('download');
  await page.focus('.downloads button');
  await page.keyboard.press('Enter');
  assert.equal((await download).suggestedFilename(), 'report.md');
  await check();
});

test('every control has a name, each picture a text, and there is one main part', async (t) => {
  const { page, check } = await open(t);
  await page.setInputFiles('input[type=file]', [named('broken.pdf'), named('locked.pdf')]);
  await page.click('.options summary');
  const nameless = async () => {
    const tree = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree');
    const controls = ['button', 'link', 'textbox', 'combobox', 'checkbox', 'image', 'progressbar', 'dialog', 'navigation', 'region', 'form'];
    return tree.nodes.filter(({ ignored, role, name }) => !ignored && controls.includes(role?.value) && !name?.value).map(({ role, properties }) => `${role.value} ${JSON.stringify(properties ?? [])}`);
  };
  assert.deepEqual(await nameless(), []);
  await page.click('.intake .primary');
  await finished(page, 'partial');
  await page.waitForSelector('.sheet img[src]');
  assert.deepEqual(await nameless(), []);
  assert.equal(await page.locator('main').count(), 1);
  assert.equal(await page.locator('h1').first().textContent(), 'Octavo');
  assert.equal(await page.$eval('.sheet img', (image) => image.alt), 'Picture of page 1');
  assert.equal(await page.locator('[aria-live]').count() > 0, true);
  assert.deepEqual(await page.$$eval('[id]', (all) => all.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) !== at)), []);
  await check();
});

test('Chinese by the browser, and by choice', async (t) => {
  const { page, check } = await open(t, { locale: 'zh-CN' });
  assert.equal(await page.getAttribute('html', 'lang'), 'zh-CN');
  await upload(page, [SAMPLE]);
  await finished(page);
  await page.waitForSelector('.sheet img[src]');
  assert.equal(await page.textContent('.badge'), '已完成');
  assert.match(await page.getAttribute('.box >> nth=0', 'aria-label'), /^标题，第 1 块，共 29 块，来源：文本层$/);
  await screenshot(page, 'chinese');
  const english = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('.app'), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (/[a-z]{3}/i.test(node.data) && !node.parentElement.closest('.page-text, .name, #job-name, select, h1')) found.push(node.data);
    }
    return found.filter((text) => !/^(?:Markdown|JSON|ZIP)$/.test(text) && !/[\u4e00-\u9fff]/.test(text));
  });
  assert.deepEqual(english, []);
  await page.selectOption('.head-tools select >> nth=1', 'en');
  await page.waitForSelector('.badge:text("Finished")');
  await page.reload();
  await page.waitForSelector('.badge:text("Finished")');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  await check();
});

// WCAG 2.2, 1.4.3.
const contrasts = (page, selectors) =>
  page.evaluate((wanted) => {
    const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const over = (colours) => {
      paint.clearRect(0, 0, 1, 1);
      for (const colour of colours) {
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
      }
      return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return wanted.flatMap((selector) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map((element) => {
        const grounds = [];
        for (let at = element; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor);
        const [low, high] = [luminance(over(grounds)), luminance(over([...grounds, getComputedStyle(element).color]))].sort((a, b) => a - b);
        return { selector, ratio: (high + 0.05) / (low + 0.05) };
      }),
    );
  }, selectors);

test('light and dark have enough contrast', async (t) => {
  const { page, check } = await open(t);
  await upload(page, [named('broken three.pdf')]);
  await finished(page, 'partial');
  await page.waitForSelector('.sheet img[src]');
  await page.hover('.box >> nth=0');
  for (const theme of ['light', 'dark']) {
    await page.selectOption('.head-tools select >> nth=0', theme);
    await page.waitForTimeout(300); // transitions of colours
    await screenshot(page, theme);
    const found = await contrasts(page, ['p', 'h1', 'h2', '.name', '.state', '.badge', '.hint', 'button:not(:disabled, .box, .thumb)', 'summary', 'select', '.problems .link', '.where', '.page-text .block', '.furniture', '.count', '.number', '.lit .box-tag']);
    assert.ok(found.length > 50);
    assert.deepEqual(found.filter(({ ratio }) => ratio < 4.5), [], theme);
  }
  await check();
});

test('a narrow window shows one side at a time and never scrolls sideways', async (t) => {
  const { page, check } = await open(t, { viewport: { width: 400, height: 800 } });
  await upload(page, [SAMPLE]);
  await finished(page);
  await page.waitForSelector('.sheet img[src]');
  await screenshot(page, 'narrow');
  assert.equal(await page.locator('.text-pane').isVisible(), false);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.click('.box >> nth=24');
  await page.waitForSelector('.text-pane:visible');
  await page.waitForFunction(() => {
    const block = document.querySelectorAll('.block')[24].getBoundingClientRect();
    return block.top >= 0 && block.bottom <= innerHeight;
  });
  await screenshot(page, 'narrow-text');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await check();
});
