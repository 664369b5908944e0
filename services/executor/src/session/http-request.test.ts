import { once } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, noSecrets, outputOf, sessionFixture } from './testing/session-fixture.ts';
import { readAllowedAddresses, createHttpClient } from '@workflow/outbound';
import type { HttpClient } from '@workflow/outbound';

let server: Server;
let http: HttpClient;
let origin: string;
let received: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
let answer: { status: number; headers: Record<string, string>; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method as string, url: request.url as string, headers: request.headers, body });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  http = createHttpClient({
    allowed: readAllowedAddresses(['127.0.0.1']),
    connectTimeoutMs: 2_000,
    maxResponseBytes: 100_000,
    maxRedirects: 3,
  });
});
beforeEach(() => {
  received = [];
  answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' };
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  server.close();
});

const input = component('in', 'input', { placeholders: [{ key: 'a', type: 'JSON' }] });
const requesting = (config: JsonObject, secrets: Record<string, string> = {}) =>
  sessionFixture(
    chain(
      input,
      component('r', 'http-request', { method: 'POST', url: `${origin}/path`, ...config }, { output: 'r' }),
      component('out', 'output', { value: '{{ r }}' }),
    ),
    {
      http,
      secretSource: { ...noSecrets, revealSecret: (_organizationId, name) => Promise.resolve(secrets[name] ?? null) },
    },
  );

describe('requests', () => {
  test.each<[string, JsonObject, string, string | undefined]>([
    ['JSON by default', { body: { n: '{{ a }}', t: 'x{{ a }}' } }, '{"n":7,"t":"x7"}', 'application/json'],
    ['JSON of a single text', { body: 'plain' }, '"plain"', 'application/json'],
    ['text that is JSON as it is', { body: '{"n": {{ a }}}' }, '{"n": 7}', 'application/json'],
    [
      'a form',
      { bodyType: 'form', body: { a: '{{ a }}', b: 'x y&z', c: ['1', '2'] } },
      'a=7&b=x+y%26z&c=1&c=2',
      'application/x-www-form-urlencoded',
    ],
    ['text', { bodyType: 'text', body: 'a is {{ a }}' }, 'a is 7', 'text/plain; charset=utf-8'],
    ['nothing', {}, '', undefined],
    [
      'its own content type',
      { bodyType: 'text', body: '<a/>', headers: { 'Content-Type': 'application/xml' } },
      '<a/>',
      'application/xml',
    ],
  ])('carry %s', async (_name, config, body, contentType) => {
    outputOf(await requesting(config).run({ placeholderValues: { a: 7 } }));
    expect(received).toMatchObject([{ method: 'POST', url: '/path', body }]);
    expect(received[0]?.headers['content-type']).toBe(contentType);
  });

  test('carry headers, query and an idempotency key', async () => {
    await requesting({
      method: 'GET',
      url: `${origin}/p?x=1`,
      query: { 'q q': '{{ a }}&', z: '' },
      headers: { 'X-Thing': 'is {{ a }}' },
    }).run({ placeholderValues: { a: 7 } });
    expect(received).toMatchObject([
      {
        method: 'GET',
        url: '/p?x=1&q+q=7%26&z=',
        headers: { 'x-thing': 'is 7', 'idempotency-key': '01920000-0000-7000-8000-000000000001:1:r:0' },
      },
    ]);
  });

  test.each([
    ['no URL', { url: 'nowhere' }, 'CONFIG_INVALID'],
    ['another scheme', { url: 'file:///etc/passwd' }, 'CONFIG_INVALID'],
    ['a header that breaks the line', { headers: { x: 'a\r\nhost: b' } }, 'CONFIG_INVALID'],
    ['a form that is a list', { bodyType: 'form', body: ['a'] }, 'CONFIG_INVALID'],
    ['a private address', { url: 'http://10.0.0.1/' }, 'ADDRESS_REFUSED'],
    ['a placeholder without a value', { url: 'http://{{ host }}/' }, 'PLACEHOLDER_MISSING'],
  ])('with %s fail', async (_name, config, code) => {
    expect(await requesting(config).run()).toMatchObject({ kind: 'failed', error: { code, componentId: 'r' } });
    expect(received).toEqual([]);
  });
});

describe('answers', () => {
  test.each([
    ['JSON', 'application/json', '{"a":[1]}', { a: [1] }],
    ['JSON of a vendor', 'application/vnd.api+json; charset=utf-8', '[1]', [1]],
    ['text', 'text/plain', '{"a":1}', '{"a":1}'],
    ['broken JSON as text', 'application/json', '{', '{'],
    ['no JSON at all', 'application/json', '', null],
    ['NUL, which PostgreSQL does not take', 'text/plain', 'a\0b', 'a\uFFFDb'],
  ])('give %s', async (_name, contentType, body, expected) => {
    answer = { status: 201, headers: { 'content-type': contentType, 'x-one': '1' }, body };
    expect(outputOf(await requesting({}).run())).toMatchObject({
      status: 201,
      headers: { 'x-one': '1' },
      body: expected,
    });
  });

  test.each([
    [400, false],
    [404, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])('of %i fail the step unless any status is accepted', async (status, retryable) => {
    answer.status = status;
    const outcome = await requesting({}).run();
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'HTTP_STATUS', message: `POST ${origin}/path answered ${status}` },
    });
    expect(outputOf(await requesting({ acceptAnyStatus: true }).run())).toMatchObject({ status });
    const twice = sessionFixture(
      chain(
        input,
        component(
          'r',
          'http-request',
          { method: 'POST', url: origin },
          { retry: { maxAttempts: 2, backoffSeconds: 0.001 } },
        ),
      ),
      { http },
    );
    await twice.run();
    expect(twice.store.stepsOf('r')).toHaveLength(retryable ? 2 : 1);
  });
});

describe('the text of an answer', () => {
  const stored = async (...readers: Parameters<typeof chain>) => {
    answer.body = '{"id":820982911946154508}';
    const { run, store } = sessionFixture(
      chain(input, component('r', 'http-request', { method: 'GET', url: origin }, { output: 'r' }), ...readers),
      { http },
    );
    const outcome = await run();
    return { outcome, output: store.stepsOf('r')[0]?.output };
  };
  const textOf = (value: string) => component('out', 'output', { value });

  test.each(['{{ r.text }}', '{{ r }}', 'is {{ $lookup(r, "text") }}', '{{ $uppercase(r.text) }}'])(
    'is unchanged where %s reads it',
    async (value) => {
      expect((await stored(textOf(value))).output).toMatchObject({
        body: { id: '820982911946154508' },
        text: '{"id":820982911946154508}',
      });
    },
  );

  test.each(['{{ r.body }}', '{{ r.status }}', 'r.text'])('is not where only %s is read', async (value) => {
    expect((await stored(textOf(value))).output).not.toHaveProperty('text');
  });

  test('gives json-parse the digits as they were sent', async () => {
    const fields = [{ key: 'id', type: 'TEXT' }];
    const parse = component('p', 'json-parse', { source: '{{ r.text }}', fields }, { output: 'p' });
    expect(outputOf((await stored(parse, textOf('{{ p.id }}'))).outcome)).toBe('820982911946154508');
  });
});

test('Retry-After is waited for before the next try, and ignored when there is none', async () => {
  answer = { status: 503, headers: { 'retry-after': '7' }, body: '' };
  const trying = (maxAttempts: number) =>
    sessionFixture(
      chain(
        input,
        component(
          'r',
          'http-request',
          { method: 'POST', url: origin },
          { retry: { maxAttempts, backoffSeconds: 0.001 } },
        ),
      ),
      { http },
    ).run();
  const before = Date.now();
  const outcome = await trying(2);
  expect(outcome.kind).toBe('waiting');
  const dueMs = outcome.kind === 'waiting' ? (outcome.dueAt?.getTime() ?? 0) - before : 0;
  expect(dueMs).toBeGreaterThanOrEqual(7_000);
  expect(dueMs).toBeLessThan(20_000);
  expect(await trying(1)).toMatchObject({ kind: 'failed', error: { code: 'HTTP_STATUS' } });
});

describe('secrets', () => {
  const secret = 'sk_live_"ü"/42';

  test('reach the server, and are in no step, error, log or output', async () => {
    answer.body = JSON.stringify({ echo: secret, [secret]: 1 });
    const fixture = requesting(
      {
        url: `${origin}/?key={{ $secret("key") }}`,
        headers: { authorization: 'Bearer {{ $secret("key") }}' },
        body: { s: '{{ $secret("key") }}' },
      },
      { key: secret },
    );
    const outcome = await fixture.run();
    expect(received[0]?.body).toBe(JSON.stringify({ s: secret }));
    answer.status = 500;
    const failed = await fixture.run();
    const everything = JSON.stringify([outcome, failed, fixture.store.events, fixture.logged]);
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
      expect(everything).not.toContain(form);
    expect(fixture.store.stepsOf('r')[0]).toMatchObject({
      input: { headers: { authorization: 'Bearer ***' }, body: { s: '***' } },
      output: { body: { echo: '***', '***': 1 } },
    });
  });

  test('that are missing fail the step', async () => {
    expect(await requesting({ headers: { a: '{{ $secret("gone") }}' } }).run()).toMatchObject({
      kind: 'failed',
      error: { code: 'SECRET_MISSING', message: 'The organization has no secret gone' },
    });
  });
});
