import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestIngress, type TestIngress } from './start-test-ingress.ts';

const SCRIPT = 'console.log("hello");\n';
let ingress: TestIngress;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
  writeFileSync(join(folder, 'assets/index-a1b2c3d4.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/index-a1b2c3d4.js.br'), brotliCompressSync(SCRIPT));
  ingress = await startTestIngress({ config: { consoleDir: folder } });
});

afterAll(async () => {
  await ingress?.stop();
  rmSync(folder, { recursive: true });
});

const page = { headers: { accept: 'text/html' } };

test.each(['/', '/workflows/anything', '/settings'])(
  'a person who goes to %s gets the page, under a strict policy',
  async (path) => {
    const answer = await ingress.request('GET', path, page);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(answer.text).toContain('<title>Console</title>');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  },
);

test('the address itself gives the page whatever the caller takes', async () => {
  const answer = await ingress.request('GET', '/', { headers: { accept: '*/*' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

test.each(['/v1/nothing', '/api/nothing', '/webhook/a/b/c', '/v3/nothing'])(
  'a mistyped path of the API stays an error: %s',
  async (path) => {
    expect((await ingress.request('GET', path, page)).status).toBe(404);
  },
);

test('files with a hash in their name are cached for ever, and compressed if the caller accepts it', async () => {
  const answer = await ingress.request('GET', '/assets/index-a1b2c3d4.js', {
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(answer.text).toBe(SCRIPT);
  expect([answer.headers.get('content-encoding'), answer.headers.get('cache-control')]).toEqual([
    'br',
    expect.stringContaining('immutable'),
  ]);
  const plain = await ingress.request('GET', '/assets/index-a1b2c3d4.js', {
    headers: { 'accept-encoding': 'identity' },
  });
  expect([plain.text, plain.headers.get('content-encoding')]).toEqual([SCRIPT, null]);
});

test('an unchanged page is not sent again', async () => {
  const { headers } = await ingress.request('GET', '/', page);
  expect(
    (await ingress.request('GET', '/', { headers: { ...page.headers, 'if-none-match': headers.get('etag') ?? '' } }))
      .status,
  ).toBe(304);
});

test('no path leads out of the folder', async () => {
  for (const path of ['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json']) {
    expect((await ingress.request('GET', path)).status).toBe(404);
  }
});
