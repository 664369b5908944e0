import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { firstAdmin, PASSWORD } from '../management/people.ts';
import { startTestIngress, type TestIngress } from '../start-test-ingress.ts';

const json = { 'content-type': 'application/json' };
let folder: string;
let plain: TestIngress;
let behindTls: TestIngress;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
  plain = await startTestIngress({ config: { consoleDir: folder } });
  behindTls = await startTestIngress({ config: { consoleDir: folder, publicUrl: 'https://workflows.example.com' } });
});

afterAll(async () => {
  await Promise.all([plain?.stop(), behindTls?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** One path of every kind: pages, the API, the accounts library, errors. */
const PATHS = [
  '/',
  '/workflows/any',
  '/docs',
  '/docs/start.js',
  '/v3/api-docs',
  '/v1/sessions',
  '/v1/nowhere',
  '/healthz',
  '/api/auth/get-session',
  '/api/auth/nowhere',
  '/nowhere.js',
  '/%zz',
];
const page = (ingress: TestIngress, path: string) => ingress.request('GET', path, { headers: { accept: 'text/html' } });

describe.each(PATHS)('%s', (path) => {
  test('runs no script but the service’s own files, none inline, none evaluated', async () => {
    const policy = (await page(plain, path)).headers.get('content-security-policy') ?? '';
    const directives = Object.fromEntries(
      policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    expect(directives['default-src']).toEqual(["'none'"]);
    expect(directives['script-src']).toEqual(["'self'"]);
    expect(directives['object-src'] ?? directives['default-src']).toEqual(["'none'"]);
    expect(directives['base-uri']).toEqual(["'none'"]);
    expect(directives['connect-src']).toEqual(["'self'"]);
  });

  test('cannot be framed', async () => {
    const { headers } = await page(plain, path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  test('forbids content sniffing and sends no referrer to other sites', async () => {
    const { headers } = await page(plain, path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect([headers.get('x-powered-by'), headers.get('server'), headers.get('access-control-allow-origin')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('sends Strict-Transport-Security for a year with TLS, and only then', async () => {
    expect((await page(behindTls, path)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect((await page(plain, path)).headers.get('strict-transport-security')).toBeNull();
  });
});

test.each([
  '/v1/sessions',
  '/v1/workflows',
  '/v1/organization/api-keys',
  '/v1/organization/secrets',
  '/v1/organization/audit-log',
  '/v1/caller',
  '/v1/overview',
  '/v1/nowhere',
  '/api/auth/get-session',
])('what %s answers is stored by nobody', async (path) => {
  expect(
    (await plain.request('GET', path, { headers: { 'x-api-key': plain.organization.apiKey } })).headers.get(
      'cache-control',
    ),
  ).toBe('no-store');
});

test('nor is what the hot path answers', async () => {
  const answers = [
    await plain.run({}),
    await plain.request('POST', '/webhook/none?token=x', { body: {}, headers: json }),
    await plain.request('GET', '/webhook/none/sessions/none?token=x'),
  ];
  for (const { headers } of answers)
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
});

describe('the cookie of a session', () => {
  const cookiesOf = async (ingress: TestIngress): Promise<string[]> => {
    const answer = await ingress.request('POST', '/api/auth/sign-in/email', {
      body: { email: 'admin@example.com', password: PASSWORD },
      headers: json,
    });
    expect(answer.status).toBe(200);
    return answer.headers.getSetCookie();
  };

  test('is HttpOnly and SameSite', async () => {
    await firstAdmin(plain);
    for (const cookie of await cookiesOf(plain)) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).toMatch(/; Path=\//i);
      expect(cookie).not.toMatch(/; Domain=/i);
    }
  });

  test('goes over TLS only where there is TLS', async () => {
    await firstAdmin(behindTls).catch(() => undefined);
    const cookies = await cookiesOf(behindTls);
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Secure-/);
      expect(cookie).toMatch(/; Secure/i);
    }
  });

  test('is new with each sign-in, whatever the browser sent', async () => {
    const [before] = await cookiesOf(plain);
    const again = await plain.request('POST', '/api/auth/sign-in/email', {
      body: { email: 'admin@example.com', password: PASSWORD },
      headers: { ...json, cookie: before!.split(';')[0]!, origin: plain.url },
    });
    expect(again.headers.getSetCookie()[0]!.split(';')[0]).not.toBe(before!.split(';')[0]);
  });
});
