import { runComponent } from '@workflow/component-kit/testing';
import type { Json, JsonObject } from '@workflow/component-kit/run';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const VALUES: Record<string, Json> = { tags: ['a', 'b c', 1, null], none: [], order: { id: 1 }, key: 'order-7' };

async function send(config: JsonObject) {
  const whole = { method: 'GET', url: 'https://a.example/', ...config };
  const { requests, outcome } = await runComponent({ descriptor, runner }, whole, VALUES, { answers: { http: [{}] } });
  return { request: requests[0], outcome };
}

test('a list as a query value is a parameter for each of its items', async () => {
  const query = { tag: '{{ tags }}', no: '{{ none }}', order: '{{ order }}', key: '{{ key }}' };
  const { request } = await send({ query });
  const sent = request!.url.searchParams;
  expect(sent.getAll('tag')).toEqual(['a', 'b c', '1', 'null']);
  expect(sent.has('no')).toBe(false);
  expect(sent.getAll('order')).toEqual(['{"id":1}']);
  expect(sent.getAll('key')).toEqual(['order-7']);
});

test.each(['Idempotency-Key', 'idempotency-key', 'IDEMPOTENCY-KEY'])('an own %s is sent', async (name) => {
  const { request } = await send({ headers: { [name]: '{{ key }}' } });
  expect(request!.headers['idempotency-key']).toBe('order-7');
});

/** RFC 9110 §5.5 and §5.6.1. */
test.each<[string, string]>([
  ['{{ tags }}', 'a, b c, 1, null'],
  ['{{ order }}', '{"id":1}'],
  ['grün', 'grün'],
  ['a\tb', 'a\tb'],
])('the header %j is sent as %j', async (written, sent) => {
  const { request } = await send({ headers: { 'X-Value': written } });
  expect(request!.headers['x-value']).toBe(sent);
});

test.each(['a\r\nb: c', 'a\nb', 'a\u0000b', 'a\u007Fb', '5 €', '🙂'])(
  'the header %j fails the step, and is not sent',
  async (written) => {
    const { request, outcome } = await send({ headers: { 'X-Value': written } });
    expect(request).toBeUndefined();
    expect(outcome).toMatchObject({ kind: 'failed', code: 'CONFIG_INVALID', retryable: false });
  },
);
