// Plays `octavo serve` for the page: the files of apps/server/web/dist under the real headers, and jobs
// with recorded answers. Standard library only.
//   node tests/web/mock/server.mjs [--port 8080] [--page-ms 700] [--key KEY] [--no-model]
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extname } from 'node:path';
import { ANSWER, pageOf } from './answers.mjs';
import { describe, isFinal, Jobs } from './jobs.mjs';
import { parts } from './multipart.mjs';
import { zip } from './zip.mjs';

const DIST = new URL('../../../apps/server/web/dist/', import.meta.url);
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types dompurify";

class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

// options: {port, pageMs, key, model, blind (sees no pictures), policy, hostile, eventsBroken, cutEventsAfter}
export async function startMock(options = {}) {
  const mock = { options: { model: 'octavo-mini', pageMs: 120, ...options }, requests: [], chats: [], streams: new Set() };
  mock.cutStreams = () => mock.streams.forEach((response) => response.destroy());
  mock.jobs = new Jobs(mock.options);
  const server = createServer((request, response) => {
    answer(mock, request, response).catch((error) => refuse(response, error));
  });
  await new Promise((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  mock.url = `http://127.0.0.1:${server.address().port}`;
  mock.close = () => {
    mock.jobs.close();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return mock;
}

async function answer(mock, request, response) {
  const url = new URL(request.url, mock.url);
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  mock.requests.push({ method: request.method, path: url.pathname, query: url.searchParams, headers: request.headers });
  if (!url.pathname.startsWith('/v1/')) return sendFile(mock, url.pathname, response);
  const { key } = mock.options;
  if (key && request.headers.authorization !== `Bearer ${key}`) throw new Refusal(401, 'unauthorized', 'a key is needed');
  for (const [method, pattern, handle] of ROUTES) {
    const match = pattern.exec(url.pathname);
    if (match && method === request.method) return handle({ mock, request, response, url, body, match });
  }
  throw new Refusal(404, 'not_found', 'no such path');
}

function refuse(response, error) {
  const status = error.status ?? 500;
  const shape = { type: 'error', code: error.code ?? 'internal', message: error.message, param: null, request_id: 'r', retryable: status >= 500 };
  sendJson(response, { error: shape }, status);
}

function sendJson(response, value, status = 200) {
  if (response.headersSent) return response.end();
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'r' });
  response.end(JSON.stringify(value));
}

function sendFile(mock, path, response) {
  const file = new URL(`.${path === '/' ? '/index.html' : path}`, DIST);
  if (!file.href.startsWith(DIST.href) || !existsSync(file)) throw new Refusal(404, 'not_found', 'no such file');
  const policy = mock.options.policy ?? POLICY;
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file.pathname)] ?? 'application/octet-stream',
    ...(policy ? { 'Content-Security-Policy': policy } : {}),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  response.end(readFileSync(file));
}

function jobOf({ mock, match }) {
  const job = mock.jobs.all.get(match[1]);
  if (!job) throw new Refusal(404, 'job_not_found', 'no such job');
  return job;
}

function submit({ mock, request, response, url, body }) {
  const form = parts(request.headers['content-type'], body);
  const passwords = form.filter((part) => part.name === 'password').map((part) => part.content.toString());
  const files = form.filter((part) => part.name === 'files');
  if (files.length === 0) throw new Refusal(422, 'invalid_argument', 'no files');
  if (/[^\d,~-]/.test(url.searchParams.get('page_range') ?? '')) throw new Refusal(400, 'page_range_invalid', 'not a list of pages');
  const job = mock.jobs.add(
    files.map((file, at) => ({ name: file.fileName, password: passwords[at] ?? '' })),
    { tier: url.searchParams.get('tier'), pages: url.searchParams.get('page_range') ?? '' },
  );
  sendJson(response, describe(job), 202);
}

function events(context) {
  const { mock, request, response } = context;
  const job = jobOf(context);
  if (mock.options.eventsBroken) throw new Refusal(502, 'proxy', 'events do not come through');
  let sent = Number(request.headers['last-event-id'] ?? 0);
  let left = mock.options.cutEventsAfter ?? Infinity;
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': hello\n\n');
  const listener = () => {
    for (; sent < job.events.length; sent++) {
      if (left-- <= 0) return setTimeout(() => response.destroy(), 200); // what was written arrives first
      const { id, event, data } = job.events[sent];
      response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    if (isFinal(job)) response.end();
  };
  job.listeners.add(listener);
  mock.streams.add(response);
  response.on('close', () => {
    job.listeners.delete(listener);
    mock.streams.delete(response);
  });
  listener();
}

function page(context) {
  const [, , file, number, image] = context.match;
  const content = context.mock.jobs.content(jobOf(context), Number(file), Number(number));
  if (image) {
    context.response.writeHead(200, { 'Content-Type': 'image/png' });
    return context.response.end(pageOf(Number(number)).picture);
  }
  if (!content) throw new Refusal(404, 'page_not_ready', 'this page is not done');
  sendJson(context.response, content);
}

function result(context) {
  const { mock, response, url } = context;
  const job = jobOf(context);
  if (!isFinal(job)) return sendJson(response, describe(job), 202);
  if (job.status === 'failed' || job.status === 'canceled') throw new Refusal(409, 'job_failed', 'there is no result');
  const whole = mock.jobs.result(job);
  if (url.searchParams.get('response_format') !== 'zip') return sendJson(response, whole);
  response.writeHead(200, { 'Content-Type': 'application/zip' });
  response.end(zip(whole.files.map((file, at) => [`file-${at}/auto/file-${at}.md`, file.content.markdown])));
}

async function chat({ mock, response, body }) {
  const asked = JSON.parse(body);
  mock.chats.push(asked);
  if (mock.options.blind && asked.messages[0].content[0].type !== 'text') throw new Refusal(400, 'invalid_parameter', 'no pictures');
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const pieces = (mock.options.hostile?.answer ?? ANSWER).match(/.{1,12}/gs);
  for (const content of pieces) {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
    await new Promise((resolve) => setTimeout(resolve, mock.options.tokenMs ?? 15));
  }
  response.end(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`);
}

const ID = '([0-9a-f]{32})';
const ROUTES = [
  ['POST', /^\/v1\/tasks$/, submit],
  ['GET', new RegExp(`^/v1/parse/jobs/${ID}$`), (context) => sendJson(context.response, describe(jobOf(context)))],
  ['GET', new RegExp(`^/v1/parse/jobs/${ID}/events$`), events],
  ['GET', new RegExp(`^/v1/parse/jobs/${ID}/files/(\\d+)/pages/(\\d+)(/image)?$`), page],
  ['GET', new RegExp(`^/v1/tasks/${ID}/result$`), result],
  ['DELETE', new RegExp(`^/v1/parse/jobs/${ID}$`), (context) => {
    context.mock.jobs.cancel(jobOf(context));
    sendJson(context.response, describe(jobOf(context)));
  }],
  ['GET', /^\/v1\/models$/, ({ mock, response }) => sendJson(response, { object: 'list', data: mock.options.model ? [{ id: mock.options.model, capabilities: mock.options.capabilities ?? ['chat', 'vision'] }] : [] })],
  ['POST', /^\/v1\/chat\/completions$/, chat],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const value = (name) => process.argv[process.argv.indexOf(name) + 1];
  const has = (name) => process.argv.includes(name);
  const mock = await startMock({
    port: has('--port') ? Number(value('--port')) : 8080,
    pageMs: has('--page-ms') ? Number(value('--page-ms')) : 700,
    ...(has('--key') ? { key: value('--key') } : {}),
    ...(has('--no-model') ? { model: null } : {}),
  });
  console.log(`the page with recorded answers: ${mock.url}`);
}
