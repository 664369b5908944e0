import { expect, test } from '@jest/globals';
import type { HttpParameter, HttpPlan, Json, JsonObject } from '@workflow/component-kit/run';
import { runComponent, testedFile, type OutsideAnswers } from '@workflow/component-kit/testing';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

type Operation = NonNullable<OutsideAnswers['operation']>;

const APP = '00000000-0000-7000-8000-0000000000a1';
const picture = testedFile(1, 'a.png', 'image/png', 'bytes');

function operationOf(plan: Partial<HttpPlan>, more: Partial<Operation> = {}): Operation {
  const { path = '/things', method = 'GET', parameters = [], body = null, baseUrl = null } = plan;
  return {
    key: 'call',
    title: 'Call',
    description: '',
    input: true,
    schemas: {},
    effect: 'none',
    digest: 'd',
    plan: { kind: 'http', method, path, parameters, body, baseUrl },
    app: { name: 'shop', url: null, baseUrl: 'https://shop.example/v1' },
    credential: null,
    ...more,
  };
}

async function call(operation: Operation, given: JsonObject, answers: OutsideAnswers = {}) {
  const config = { app: APP, version: 1, action: 'call', arguments: given };
  const outside = { http: [{ status: 200, body: '{}' }], files: [picture], ...answers, operation };
  return runComponent({ descriptor, runner }, config, { picture: picture.value }, { answers: outside });
}

function parameter(name: string, place: HttpParameter['in'], more: Partial<HttpParameter> = {}): HttpParameter {
  const style = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  return { name, in: place, style, explode: style === 'form', isJson: false, allowReserved: false, ...more };
}

const LIST: Json = ['blue', 'black'];
const COLOR: Json = { R: 100, G: 200 };

// The values of https://spec.openapis.org/oas/v3.1.1.html#style-examples
test.each<[string, HttpParameter['in'], string, boolean, Json, string]>([
  ['matrix', 'path', 'matrix', false, LIST, '/;color=blue,black'],
  ['matrix, exploded', 'path', 'matrix', true, LIST, '/;color=blue;color=black'],
  ['matrix of an object', 'path', 'matrix', false, COLOR, '/;color=R,100,G,200'],
  ['matrix of an object, exploded', 'path', 'matrix', true, COLOR, '/;R=100;G=200'],
  ['label', 'path', 'label', false, LIST, '/.blue,black'],
  ['label, exploded', 'path', 'label', true, LIST, '/.blue.black'],
  ['label of an object, exploded', 'path', 'label', true, COLOR, '/.R=100.G=200'],
  ['simple', 'path', 'simple', false, LIST, '/blue,black'],
  ['simple of an object', 'path', 'simple', false, COLOR, '/R,100,G,200'],
  ['simple of an object, exploded', 'path', 'simple', true, COLOR, '/R=100,G=200'],
  ['form', 'query', 'form', false, LIST, '/?color=blue,black'],
  ['form, exploded', 'query', 'form', true, LIST, '/?color=blue&color=black'],
  ['form of an object', 'query', 'form', false, COLOR, '/?color=R,100,G,200'],
  ['form of an object, exploded', 'query', 'form', true, COLOR, '/?R=100&G=200'],
  ['spaces', 'query', 'spaceDelimited', false, LIST, '/?color=blue%20black'],
  ['pipes', 'query', 'pipeDelimited', false, LIST, '/?color=blue%7Cblack'],
  ['a deep object', 'query', 'deepObject', true, COLOR, '/?color%5BR%5D=100&color%5BG%5D=200'],
  ['a text with reserved characters', 'query', 'form', true, 'a&b=c/d e', '/?color=a%26b%3Dc%2Fd%20e'],
])('%s', async (_, place, style, explode, value, expected) => {
  const plan = {
    path: place === 'path' ? '/{color}' : '/',
    parameters: [parameter('color', place, { style, explode })],
  };
  const { requests } = await call(operationOf(plan), { [place]: { color: value } });
  expect(requests.map(({ url }) => url.href)).toEqual([`https://shop.example/v1${expected}`]);
});

test('a name that two places share has a value in each', async () => {
  const places = ['path', 'query', 'header', 'cookie'] as const;
  const plan = { path: '/things/{id}', parameters: places.map((place) => parameter('id', place)) };
  const given = Object.fromEntries(places.map((place) => [place, { id: `of-${place}` }]));
  const { requests } = await call(operationOf(plan), given);
  expect(requests[0]).toMatchObject({
    url: new URL('https://shop.example/v1/things/of-path?id=of-query'),
    headers: { id: 'of-header', cookie: 'id=of-cookie' },
  });
});

test.each(['.', '..', ''])('%j cannot be a segment of a path', async (id) => {
  const plan = { path: '/things/{id}', parameters: [parameter('id', 'path')] };
  const { outcome, requests } = await call(operationOf(plan), { path: { id } });
  expect([outcome, requests]).toEqual([expect.objectContaining({ kind: 'failed', code: 'CONFIG_INVALID' }), []]);
});

test.each<[string, HttpPlan['body'], Json, string, string]>([
  ['JSON', { as: 'json', contentType: 'application/merge-patch+json' }, { a: null }, '{"a":null}', 'merge-patch'],
  ['a form', { as: 'form', contentType: 'application/x-www-form-urlencoded' }, { a: 'b c' }, 'a=b+c', 'urlencoded'],
  ['a text', { as: 'text', contentType: 'text/plain' }, 'words', 'words', 'text/plain'],
])('a body is %s', async (_, body, value, sent, contentType) => {
  const { requests } = await call(operationOf({ method: 'POST', body }), { body: value });
  expect([String(requests[0]?.body), requests[0]?.headers['content-type']]).toEqual([
    sent,
    expect.stringContaining(contentType),
  ]);
});

test('a multipart body has the file with its name and its type', async () => {
  const body = { as: 'multipart', contentType: 'multipart/form-data' } as const;
  const { requests } = await call(operationOf({ method: 'POST', body }), { body: { a: '1', file: '{{ picture }}' } });
  expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  const sent = requests[0]?.body as { open(): AsyncIterable<Uint8Array> };
  const parts: Uint8Array[] = [];
  for await (const part of sent.open()) parts.push(part);
  const text = Buffer.concat(parts).toString();
  expect(text).toContain('filename="a.png"');
  expect(text).toContain('image/png');
});

const deep = (style = 'deepObject') => ({ style, explode: true });

test.each<[string, Json, Record<string, object>, string]>([
  ['an object', { meta: { a: 'b c' } }, { meta: deep() }, 'meta%5Ba%5D=b%20c'],
  ['lists of texts and of objects', { a: { of: ['x', 'y'] } }, { a: deep() }, 'a%5Bof%5D%5B%5D=x&a%5Bof%5D%5B%5D=y'],
  ['a list of objects', { items: [{ price: 1 }] }, { items: deep() }, 'items%5B0%5D%5Bprice%5D=1'],
  ['a list without names', { a: [1, 2], b: [3, 4] }, { a: { style: 'form', explode: false } }, 'a=1,2&b=3&b=4'],
  ['null, which is left out', { a: null, b: 'x' }, { a: deep() }, 'b=x'],
])('a form writes %s as its document describes it', async (_, value, encoding, expected) => {
  const body = { as: 'form', contentType: 'application/x-www-form-urlencoded', encoding } as HttpPlan['body'];
  const { requests } = await call(operationOf({ method: 'POST', body }), { body: value });
  expect(String(requests[0]?.body)).toBe(expected);
});

test('a form whose names are repeated too often is refused', async () => {
  const encoding = { a: deep() };
  const body = { as: 'form', contentType: 'application/x-www-form-urlencoded', encoding } as HttpPlan['body'];
  const long = { ['n'.repeat(5_000)]: Array.from({ length: 300 }, () => 1) };
  const { outcome, requests } = await call(operationOf({ method: 'POST', body }), { body: { a: long } });
  expect(outcome).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining('a form of more than') });
  expect(requests).toEqual([]);
});

test('objects and lists within a deep object have their places in its name', async () => {
  const plan = { path: '/', parameters: [parameter('filter', 'query', deep())] };
  const filter = { created: { gt: 1 }, tags: ['a', 'b'], lines: [{ sku: 'x' }], none: null };
  const { requests } = await call(operationOf(plan), { query: { filter } });
  expect(decodeURIComponent(requests[0]?.url.search ?? '')).toBe(
    '?filter[created][gt]=1&filter[tags][]=a&filter[tags][]=b&filter[lines][0][sku]=x',
  );
});

test('the parts of a multipart body have the types of the document, and objects are JSON', async () => {
  const encoding = { csv: { contentType: 'text/csv' } };
  const body = { as: 'multipart', contentType: 'multipart/form-data', encoding } as const;
  const value = { csv: 'a,b', meta: { a: 1 }, note: 'x' };
  const { requests } = await call(operationOf({ method: 'POST', body }), { body: value });
  const sent = requests[0]?.body as { open(): AsyncIterable<Uint8Array> };
  const parts: Uint8Array[] = [];
  for await (const part of sent.open()) parts.push(part);
  const text = Buffer.concat(parts).toString();
  expect(text).toContain('name="csv"\r\ncontent-type: text/csv\r\n\r\na,b');
  expect(text).toContain('name="meta"\r\ncontent-type: application/json\r\n\r\n{"a":1}');
  expect(text).toContain('name="note"\r\n\r\nx');
});

test('an answer without a body has the body null', async () => {
  const { outcome } = await call(operationOf({ method: 'DELETE' }), {}, { http: [{ status: 204, body: '' }] });
  expect(outcome).toMatchObject({ kind: 'succeeded', output: { status: 204, body: null } });
});

test('a key of the call that the document asks for is that of the step, unless the author gives one', async () => {
  const operation = operationOf({ method: 'PUT', parameters: [parameter('Idempotency-Key', 'header')] });
  const keyOf = async (given: JsonObject) => (await call(operation, given)).requests[0]?.headers['idempotency-key'];
  expect(await keyOf({})).toMatch(/./);
  expect(await keyOf({ header: { 'Idempotency-Key': 'mine' } })).toBe('mine');
});

test('only a call that must happen once has a key', async () => {
  const keyOf = async (effect: Operation['effect']) => {
    const { requests } = await call(operationOf({ method: 'POST' }, { effect }), {});
    return requests[0]?.headers['idempotency-key'] !== undefined;
  };
  expect(await Promise.all([keyOf('once'), keyOf('repeatable'), keyOf('none')])).toEqual([true, false, false]);
});

test.each([
  [404, false],
  [429, true],
  [503, true],
])('status %i fails the step with the answer', async (status, retryable) => {
  const headers = { 'retry-after': '7', 'content-type': 'application/json' };
  const answer = { status, headers, body: '{"why":"busy"}' };
  const { outcome } = await call(operationOf({}), {}, { http: [answer] });
  expect(outcome).toMatchObject({
    kind: 'failed',
    code: 'HTTP_STATUS',
    retryable,
    retryAfterMs: 7_000,
    output: { status, body: { why: 'busy' } },
  });
});

test('an operation with a base URL of its own is sent there', async () => {
  const { requests } = await call(operationOf({ baseUrl: 'https://uploads.example' }), {});
  expect(requests[0]?.url.href).toBe('https://uploads.example/things');
});

test.each<[string, boolean, Partial<HttpPlan>, string | null, string[] | null]>([
  ['the host of the app', true, {}, 'https://shop.example/v1', null],
  ['another path on it', true, { baseUrl: 'https://shop.example/uploads' }, 'https://shop.example/v1', null],
  ['another host', false, { baseUrl: 'https://evil.example' }, 'https://shop.example/v1', null],
  ['a host that begins alike', false, { baseUrl: 'https://shop.example.evil' }, 'https://shop.example/v1', null],
  ['a host below it', false, { baseUrl: 'https://a.shop.example' }, 'https://shop.example/v1', null],
  ['the same host without encryption', false, { baseUrl: 'http://shop.example' }, 'https://shop.example/v1', null],
  ['any host of an app without a base URL', false, { baseUrl: 'https://evil.example' }, null, null],
  ['a listed host', true, { baseUrl: 'https://up.example' }, 'https://shop.example/v1', ['up.example', 'shop.example']],
  ['a host that is not listed', false, { baseUrl: 'https://up.example' }, 'https://shop.example/v1', ['shop.example']],
])('a credential is sent to %s: %s', async (_, isSent, plan, baseUrl, hosts) => {
  const credential = '00000000-0000-7000-8000-0000000000c1';
  const signIn = { headers: { authorization: 'Bearer secret' }, hosts };
  const operation = operationOf(plan, { credential, app: { name: 'shop', url: null, baseUrl } });
  const { outcome, requests } = await call(operation, {}, { credentials: { [credential]: signIn } });
  expect(requests).toHaveLength(isSent ? 1 : 0);
  expect(outcome).toMatchObject(isSent ? { kind: 'succeeded' } : { kind: 'failed', code: 'CREDENTIAL_HOST' });
});
