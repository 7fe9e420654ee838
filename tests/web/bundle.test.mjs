// apps/server/web/dist is what its sources make, from packages that are pinned.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../apps/server/web/', import.meta.url));
const node = (program, ...args) => execFileSync(process.execPath, [join(web, 'node_modules', program), ...args], { cwd: web, stdio: 'pipe', encoding: 'utf-8' });
const filesOf = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();

test('types hold', () => {
  node('typescript/bin/tsc', '--noEmit');
});

test('the bundle in the tree is current (./dev web build makes it)', () => {
  const fresh = mkdtempSync(join(tmpdir(), 'octavo-web-'));
  try {
    node('vite/bin/vite.js', 'build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir');
    const dist = join(web, 'dist');
    assert.deepEqual(filesOf(dist), filesOf(fresh));
    for (const name of filesOf(fresh)) assert.ok(readFileSync(join(dist, name)).equals(readFileSync(join(fresh, name))), `${name} differs`);
  } finally {
    rmSync(fresh, { recursive: true });
  }
});

test('nothing in the bundle is inline, from elsewhere, or made at run time', () => {
  const dist = join(web, 'dist');
  const html = readFileSync(join(dist, 'index.html'), 'utf-8');
  assert.doesNotMatch(html, /<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
  for (const [, address] of html.matchAll(/(?:src|href)="([^"]*)"/g)) assert.match(address, /^\.?\/(?!\/)/);
  for (const name of filesOf(dist).filter((name) => name.endsWith('.js')))
    assert.doesNotMatch(readFileSync(join(dist, name), 'utf-8'), /\beval\(|\bnew Function\(|\bimportScripts\(/);
  for (const name of filesOf(dist).filter((name) => name.endsWith('.css')))
    assert.doesNotMatch(readFileSync(join(dist, name), 'utf-8'), /url\(["']?(?:https?:)?\/\//);
});

test('every package is pinned with its hash, under a permissive licence', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf-8'));
  for (const version of Object.values({ ...dependencies, ...devDependencies })) assert.match(version, /^\d+\.\d+\.\d+$/);
  const { packages } = JSON.parse(readFileSync(join(web, 'package-lock.json'), 'utf-8'));
  const shipped = /^(?:MIT|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|\(MPL-2\.0 OR Apache-2\.0\))$/;
  const building = /^(?:MPL-2\.0|CC-BY-4\.0|Python-2\.0)$/; // used, not shipped
  for (const [name, facts] of Object.entries(packages)) {
    if (name === '') continue;
    assert.match(facts.integrity ?? '', /^sha512-/, name);
    assert.ok(shipped.test(facts.license) || (facts.dev && building.test(facts.license)), `${name}: ${facts.license}`);
  }
});
