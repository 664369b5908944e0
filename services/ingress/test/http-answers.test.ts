import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { component, startTestIngress, type TestIngress } from './start-test-ingress.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
let ingress: TestIngress;
let anyOrigin: TestIngress;

beforeAll(async () => {
  ingress = await startTestIngress({
    config: { http: { corsOrigins: ['https://app.example', 'https://two.example'] } },
  });
  anyOrigin = await startTestIngress({ config: { http: { corsOrigins: ['*'] } } });
});

afterAll(async () => {
  await ingress?.stop();
  await anyOrigin?.stop();
});

/** As bytes on the wire: fetch would inflate them. */
async function get(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', to = ingress }: { method?: string; to?: TestIngress } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  const request = httpRequest(to.url + path, { method, headers: { 'x-api-key': to.organization.apiKey, ...headers } });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) };
}

describe('x-request-id', () => {
  test.each(['a', 'req_1/2', '~'.repeat(128)])('%s is taken, echoed and logged', async (id) => {
    for (const path of ['/v1/sessions', '/v1/none', '/docs', '/healthz', '/api/auth/get-session'])
      expect((await get(path, { 'x-request-id': id })).headers['x-request-id']).toBe(id);
    expect(ingress.log.filter((line) => line.includes(`"requestId":"${id}"`)).length).toBeGreaterThanOrEqual(5);
  });

  test.each(['', 'a b', '~'.repeat(129), 'ü'])('%j is not, and a new one is made', async (id) => {
    const { headers } = await get('/v1/sessions', { 'x-request-id': id });
    expect(headers['x-request-id']).toMatch(UUID);
    const made = JSON.stringify({ requestId: headers['x-request-id'] }).slice(1, -1);
    expect(ingress.log.some((line) => line.includes(made))).toBe(true);
  });
});

describe('compression', () => {
  test.each(['gzip', 'br, gzip;q=0.5', '*', 'GZIP'])('a long answer for who takes %s', async (accepted) => {
    const { headers, bytes } = await get('/v1/component-types', { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'Origin, Accept-Encoding']);
    expect(Number(headers['content-length'])).toBe(bytes.length);
    const plain = await get('/v1/component-types');
    expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'Origin, Accept-Encoding']);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
  });

  test.each(['gzip;q=0', 'identity', 'br', '*;q=0', 'gzip;q=0, *'])('none for who takes %s', async (accepted) => {
    expect(
      (await get('/v1/component-types', { 'accept-encoding': accepted })).headers['content-encoding'],
    ).toBeUndefined();
  });

  test('short answers go out as they are', async () => {
    expect((await get('/healthz', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
  });

  test('many at a time are all whole', async () => {
    const plain = await get('/v1/component-types');
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => get('/v1/component-types', { 'accept-encoding': 'gzip' })),
    );
    for (const { headers, bytes } of answers)
      expect((headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).equals(plain.bytes)).toBe(true);
  });

  test.each([
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0, *', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
  ])('the description of the API is ready for who takes %s', async (accepted, coding) => {
    const { headers, bytes } = await get('/v3/api-docs', { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers['vary']]).toEqual([coding, 'Origin, Accept-Encoding']);
    const whole = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(JSON.parse(whole.toString())).toMatchObject({ openapi: '3.0.3' });
  });
});

describe('If-None-Match', () => {
  test('304 without a body for the ETag of the answer, in every form of the header', async () => {
    const id = await ingress.workflow([component('input', { placeholders: [] })], { publish: false });
    for (const path of [`/v1/workflows/${id}`, '/v1/workflows', '/v3/api-docs', '/v1/component-types']) {
      const { etag = '' } = (await get(path)).headers;
      expect(etag).toMatch(/^(W\/)?".+"$/);
      for (const tags of [etag, `W/${etag.replace('W/', '')}`, `"x", ${etag}`, '*']) {
        const answer = await get(path, { 'if-none-match': tags });
        expect([answer.status, answer.bytes.length, answer.headers.etag]).toEqual([304, 0, etag]);
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
      expect((await get(path, { 'if-none-match': etag }, { method: 'HEAD' })).status).toBe(304);
    }
  });

  test('200 once anything changed, publishing included, and the ETag still serves as one for If-Match', async () => {
    const id = await ingress.workflow([component('input', { placeholders: [] })], { publish: false });
    const path = `/v1/workflows/${id}`;
    const { etag = '' } = (await get(path)).headers;
    expect((await get(`${path}/publish`, { 'if-match': etag }, { method: 'POST' })).status).toBe(201);
    const published = await get(path, { 'if-none-match': etag });
    expect(published.status).toBe(200);
    expect((await get(path, { 'if-none-match': published.headers.etag ?? '' })).status).toBe(304);
    const headers = { 'if-match': published.headers.etag ?? '' };
    expect((await get(`${path}/publish`, headers, { method: 'POST' })).status).not.toBe(412);
  });

  test('200 once a workflow that was never published is paused', async () => {
    const id = await ingress.workflow([component('input', { placeholders: [] })], { publish: false });
    const path = `/v1/workflows/${id}`;
    const { etag = '' } = (await get(path)).headers;
    expect((await get(`${path}/pause`, {}, { method: 'POST' })).status).toBe(200);
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('If-Match may list several ETags', async () => {
    const id = await ingress.workflow([component('input', { placeholders: [] })], { publish: false });
    const remove = (tags: string) => get(`/v1/workflows/${id}`, { 'if-match': tags }, { method: 'DELETE' });
    expect((await remove('"8", "9"')).status).toBe(412);
    const { etag = '' } = (await get(`/v1/workflows/${id}`)).headers;
    expect((await remove(`"other", W/${etag}`)).status).toBe(204);
  });

  test('errors and changes have none', async () => {
    expect((await get('/v1/none')).headers.etag).toBeUndefined();
    expect((await get('/v1/none', { 'if-none-match': '*' })).status).toBe(404);
  });
});

describe('CORS', () => {
  const origin = 'https://app.example';

  test('pages of a listed origin may call and read, without cookies', async () => {
    for (const path of ['/v1/sessions', '/v1/none']) {
      const { headers } = await get(path, { origin });
      expect([headers['access-control-allow-origin'], headers['vary']?.split(', ')[0]]).toEqual([origin, 'Origin']);
      expect(headers['access-control-expose-headers']).toContain('x-request-id');
      expect(headers['access-control-expose-headers']).toContain('Preference-Applied');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('a preflight request is answered', async () => {
    const asked = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-api-key',
    };
    const { status, headers } = await get('/v1/workflow/run', asked, { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(headers['access-control-allow-methods']).toContain('POST');
    expect(headers['access-control-allow-headers']).toBe('content-type,x-api-key');
    const other = await get('/v1/workflow/run', { ...asked, origin: 'https://x.example' }, { method: 'OPTIONS' });
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });

  test.each(['https://app.example.evil', 'http://app.example', 'null', 'https://APP.example:444'])(
    'nothing for %s',
    async (foreign) => {
      const { headers } = await get('/v1/sessions', { origin: foreign });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  test('any origin where the operator lists *, never with credentials', async () => {
    const { headers } = await get('/v1/sessions', { origin: 'https://x.example' }, { to: anyOrigin });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

test('a parameter that is repeated is refused by name', async () => {
  const { status, bytes } = await get('/v1/sessions?mode=PROD&mode=TEST&limit=1');
  expect([status, JSON.parse(bytes.toString()).message]).toEqual([400, 'mode must not be repeated']);
});

test('the document shows no placeholders of messages, no defaults, and the headers of 405 and 429', async () => {
  const text = (await get('/v3/api-docs')).bytes.toString();
  expect(text).not.toMatch(/<\w+>/);
  expect(text).not.toContain('"default":');
  const { paths } = JSON.parse(text);
  const { responses } = paths['/v1/workflow/run'].post;
  expect([responses['405'].headers, responses['429'].headers]).toEqual([
    { Allow: expect.anything() },
    expect.objectContaining({ 'Retry-After': expect.anything() }),
  ]);
});
