import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { startTestIngress, useTestIngress } from './start-test-ingress.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const ingress = useTestIngress();

/** Sends bytes unchanged and returns everything that is sent back until the connection closes. */
async function raw(text: string, { port } = ingress): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  return readAll(socket);
}

/** Returns everything that arrives until the connection closes. */
async function readAll(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'close');
  return answer;
}

function expectErrorBody(answer: string, status: number, { log } = ingress): void {
  expect(answer.split('\r\n')[0]).toContain(` ${status} `);
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  expect(body).toEqual({ httpStatus: status, errorId: expect.stringMatching(UUID), message: expect.any(String) });
  expect(log.some((line) => line.includes(body.errorId))).toBe(true);
}

test.each([
  ['an unknown path', 'GET', '/v1/nothing', 404],
  ['a path that cannot be decoded', 'GET', '/v1/sessions/%E0%A4%A', 400],
  ['a path below a route', 'GET', '/v1/workflow/run/extra', 404],
])('%s', async (_what, method, path, status) => {
  const answer = await ingress.request(method, path, { headers: { 'x-api-key': ingress.organization.apiKey } });
  expect(answer.body).toEqual({
    httpStatus: status,
    errorId: expect.stringMatching(UUID),
    message: expect.any(String),
  });
});

test.each([
  ['GET', '/v1/workflow/run', 'POST'],
  ['DELETE', '/webhook/x', 'POST'],
  ['PUT', '/v1/sessions', 'GET, HEAD'],
  ['OPTIONS', '/v1/sessions', 'GET, HEAD'],
  ['POST', '/docs', 'GET, HEAD'],
  // `/v1/sessions/{id}` must not take them.
  ['GET', '/v1/sessions/bulk', 'POST'],
  ['DELETE', '/v1/sessions/events', 'GET, HEAD'],
])('405 with Allow: %s %s', async (method, path, allow) => {
  const answer = await ingress.request(method, path);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  expect(answer.body).toMatchObject({ httpStatus: 405, errorId: expect.stringMatching(UUID) });
});

describe('malformed requests are answered with the error body as well', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['header section too large', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      '5,000 headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 5_000 }, (_, n) => `h${n}: v\r\n`).join('')}\r\n`,
      431,
    ],
  ])('%s', async (_what, text, status) => {
    expectErrorBody(await raw(text), status);
  });
});

test('headers and bodies that do not arrive in time are refused with the error body', async () => {
  // Its own: a loaded machine may take this long for requests that arrive whole.
  const impatient = await startTestIngress({ config: { http: { headersTimeoutMs: 300, requestTimeoutMs: 600 } } });
  const headers = 'POST /v1/workflow/run HTTP/1.1\r\nHost: x\r\n';
  const rest = `x-api-key: ${impatient.organization.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100`;
  try {
    expectErrorBody(await raw(headers, impatient), 408, impatient);
    expectErrorBody(await raw(`${headers}${rest}\r\n\r\n{"workflowId":`, impatient), 408, impatient);
  } finally {
    await impatient.stop();
  }
});

describe('requests as real clients send them', () => {
  const body = '{"workflowId":"x"}';
  const head = (...lines: string[]): string =>
    [
      'POST /v1/workflow/run HTTP/1.1',
      'Host: x',
      `x-api-key: ${ingress.organization.apiKey}`,
      'Content-Type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n');
  const whole = (...lines: string[]): string => head(`Content-Length: ${body.length}`, ...lines) + body;

  test.each<[string, () => string, RegExp]>([
    [
      'several on one connection are answered in turn',
      () => whole() + whole() + whole('Connection: close'),
      /(HTTP\/1\.1 400 [^]*workflowId must be a UUID[^]*){3}/,
    ],
    [
      'a body in chunks',
      () =>
        `${head('Transfer-Encoding: chunked', 'Connection: close')}5\r\n${body.slice(0, 5)}\r\n` +
        `${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
      /workflowId must be a UUID/,
    ],
    [
      'one that asks before it sends its body',
      () => whole('Expect: 100-continue', 'Connection: close'),
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 [^]*workflowId must be a UUID/,
    ],
    ['no body at all', () => head('Connection: close'), /^HTTP\/1\.1 400 [^]*The body is not valid JSON/],
    [
      'the key twice is no key that is known',
      () => whole(`x-api-key: ${ingress.organization.apiKey}`, 'Connection: close'),
      /^HTTP\/1\.1 403 [^]*Permission Denied/,
    ],
  ])('%s', async (_what, make, expected) => {
    expect(await raw(make())).toMatch(expected);
  });

  test.each<[string, () => string, number]>([
    ['two lengths', () => head('Content-Length: 3', 'Transfer-Encoding: chunked'), 400],
    ['a broken chunk', () => `${head('Transfer-Encoding: chunked')}ZZ\r\n`, 400],
  ])('%s is refused with the error body', async (_what, make, status) => {
    expectErrorBody(await raw(make()), status);
  });
});

// Linux drops the first packet of a connection that finds the queue full, and the client waits a second to try again.
test('a thousand simultaneous connections all find room and are answered', async () => {
  const sockets = Array.from({ length: 1_000 }, () => connect(ingress.port, '127.0.0.1').on('error', () => undefined));
  const synSent = `0100007F:${ingress.port.toString(16).toUpperCase().padStart(4, '0')} 02`;
  // They connect at the next tick, all before ingress accepts one.
  await new Promise((resolve) => process.nextTick(resolve));
  const dropped = readFileSync('/proc/net/tcp', 'utf8').split(synSent).length - 1;
  const answers = sockets.map((socket, index) => {
    // Some are gone before they are served, and some send more than one packet.
    if (index % 10 === 9) socket.resetAndDestroy();
    else socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n');
    setImmediate(() => socket.write('\r\n'));
    return readAll(socket);
  });
  expect(dropped).toBe(0);
  const statuses = (await Promise.all(answers)).map((answer) => answer.split(' ')[1] ?? 'reset');
  expect(statuses.filter((status) => status === '200')).toHaveLength(900);
  expect(statuses.filter((status) => status === 'reset')).toHaveLength(100);
});

test.each([
  ['a run', '/v1/workflow/run'],
  ['a delivery', '/webhook/x'],
])('%s is answered before requests for management that its network sent earlier', async (what, path) => {
  const answered: string[] = [];
  const send = async (name: string, status: string, text: string): Promise<void> => {
    expect((await raw(text)).split(' ')[1]).toBe(status);
    answered.push(name);
  };
  const headers = 'Host: x\r\nContent-Length: 0\r\n';
  const read = `GET /v1/nothing HTTP/1.1\r\n${headers}`;
  const reads = `${`${read}\r\n`.repeat(49)}${read}Connection: close\r\n\r\n`;
  await Promise.all([
    send('management', '404', reads),
    send('management', '404', reads),
    send(what, '401', `POST ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`),
  ]);
  expect(answered).toEqual([what, 'management', 'management']);
});

test('security headers are on every page and answer for browsers', async () => {
  const { headers } = await ingress.request('GET', '/docs', { headers: { accept: 'text/html' } });
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-powered-by')).toBeNull();
});

test('/docs shows the document with its own scripts only', async () => {
  const page = await ingress.request('GET', '/docs');
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/<script(?![^>]*\bsrc="\/docs\/)/);
  for (const [, path] of page.text.matchAll(/(?:src|href)="([^"]+)"/g))
    expect((await ingress.request('GET', path ?? '')).status).toBe(200);
});

test('/docs sends at most 600 KB, and browsers keep the files of its viewer', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const page = await ingress.request('GET', '/docs', { headers });
  let bytes = Number(page.headers.get('content-length'));
  const viewerCaching: (string | null)[] = [];
  const paths = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
  for (const path of [...paths, '/docs/openapi.json']) {
    const answer = await ingress.request('GET', path, { headers });
    bytes += Number(answer.headers.get('content-length'));
    if (path.includes('swagger-ui')) viewerCaching.push(answer.headers.get('cache-control'));
  }
  expect(viewerCaching.length).toBeGreaterThan(0);
  for (const caching of viewerCaching) expect(caching).toContain('immutable');
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(600 * 1024);
});

/** The limits of lists that are exported as lines. */
const LONGER_PAGES: Record<string, number> = {
  '/v1/organization/audit-log/export': 10_000,
  '/v1/operator/audit-log': 10_000,
};

test('no page of a list has more than 200 rows', async () => {
  const { paths } = JSON.parse((await ingress.request('GET', '/docs/openapi.json')).text);
  interface Parameter {
    name: string;
    in: string;
    schema: { maximum?: number };
  }
  const limits = Object.entries<{ get?: { parameters?: Parameter[] } }>(paths).flatMap(([path, { get }]) => {
    const limit = get?.parameters?.find((parameter) => parameter.in === 'query' && parameter.name === 'limit');
    return limit === undefined ? [] : [{ path, maximum: limit.schema.maximum ?? Infinity }];
  });
  expect(limits.length).toBeGreaterThan(15);
  expect(limits.filter(({ path, maximum }) => maximum > (LONGER_PAGES[path] ?? 200))).toEqual([]);
  const headers = { 'x-api-key': ingress.organization.apiKey };
  for (const path of ['/v1/sessions', '/v1/workflows'])
    expect((await ingress.request('GET', `${path}?limit=201`, { headers })).status).toBe(400);
});

test('/healthz and /readyz', async () => {
  expect((await ingress.request('GET', '/healthz')).status).toBe(200);
  const ready = await ingress.request('GET', '/readyz');
  expect([ready.status, ready.body]).toEqual([
    200,
    { status: 'ready', checks: { postgres: 'reachable', queue: 'reachable' } },
  ]);
});

test('requests and accepted sessions are counted by route and status', async () => {
  await ingress.run({});
  const metrics = await ingress.context.metrics.registry.metrics();
  expect(metrics).toMatch(
    /workflow_http_requests_total\{[^}]*route="\/v1\/workflow\/run",method="POST",status="400"[^}]*\} \d+/,
  );
  expect(metrics).toMatch(/workflow_caches_trusted\{[^}]*\} 1/);
});

test('keys are in no log line', async () => {
  await ingress.run({});
  expect(ingress.log.some((line) => line.includes('"path":"/v1/workflow/run"'))).toBe(true);
  expect(ingress.log.some((line) => line.includes(ingress.organization.apiKey))).toBe(false);
});
