import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const type = { descriptor, runner };
const config = { method: 'POST', url: 'https://shop.example/orders/{{ id }}', body: { total: '{{ total }}' } };

test('sends what its templates give, after its effect began, with the key of the step', async () => {
  const http = [{ status: 201, json: { id: 7 } }];
  const { outcome, requests, beganEffect } = await runComponent(
    type,
    config,
    { id: 'a/b', total: 9 },
    { answers: { http } },
  );
  expect(beganEffect).toBe(true);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url.href).toBe('https://shop.example/orders/a%2Fb');
  expect(requests[0]?.body).toBe('{"total":9}');
  expect(requests[0]?.headers).toHaveProperty('idempotency-key');
  expect(outcome).toMatchObject({ kind: 'succeeded', output: { status: 201, body: { id: 7 } }, port: 'next' });
});

test('signs in with its credential, and only at the hosts that it names', async () => {
  const credentials = { shop: { headers: { authorization: 'Bearer t' }, hosts: ['shop.example'] } };
  const answers = { credentials, http: [{}] };
  const signed = { ...config, credential: 'shop' };
  const { requests } = await runComponent(type, signed, { id: '1', total: 9 }, { answers });
  expect(requests[0]?.signIn).toEqual(credentials.shop);
  const { outcome } = await runComponent(type, { ...signed, url: 'https://other.example/' }, { total: 9 }, { answers });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'CREDENTIAL_HOST' });
});

test('a request to a busy server is tried again after the time that it asks for', async () => {
  const answers = { http: [{ status: 503, headers: { 'retry-after': '7' } }] };
  const { outcome } = await runComponent(type, config, { id: '1', total: 9 }, { answers });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'HTTP_STATUS', retryable: true, retryAfterMs: 7_000 });
});

/** A signature covers the query as it is written. */
test.each([
  ['https://a.example/x?a=b%20c&sig=A%2BB%2f', { page: '2 3' }, '?a=b%20c&sig=A%2BB%2f&page=2+3'],
  ['https://a.example/x?a=1+2&b', { c: 'ü&d' }, '?a=1+2&b&c=%C3%BC%26d'],
  ['https://a.example/x?a=1&', { a: '2' }, '?a=1&a=2'],
  ['https://a.example/x?~t=(1)*', { c: '' }, '?~t=(1)*&c='],
  ['https://a.example/x?', { c: '1' }, '?c=1'],
  ['https://a.example/x#part', { c: '1' }, '?c=1'],
  ['https://a.example/x?a=b%20c', {}, '?a=b%20c'],
])('leaves the query of %s as it is written, and appends to it', async (url, query, search) => {
  const { requests } = await runComponent(type, { method: 'GET', url, query }, {}, { answers: { http: [{}] } });
  expect(requests[0]?.url.search).toBe(search);
});
