import { expect, test } from '@jest/globals';
import { ConnectionError } from './errors/client-errors.ts';
import { createClient, type ClientOptions } from './create-client.ts';

const BASE_URL = 'http://localhost:3000';

test.each<[string, Partial<ClientOptions>, RegExp]>([
  ['an address without a scheme', { baseUrl: 'localhost:3000' }, /baseUrl must begin with http/],
  ['an address with a query', { baseUrl: 'http://localhost:3000/?a=1' }, /baseUrl must have no/],
  ['an address with a password', { baseUrl: 'http://me:hidden@localhost' }, /baseUrl must have no(?!.*hidden)/],
  ['a key of two lines', { apiKey: 'hidden\nhidden' }, /apiKey has characters(?!.*hidden)/],
  ['no time', { timeoutMs: 0 }, /timeoutMs must be a number above 0/],
  ['a time that is no number', { timeoutMs: Number.NaN }, /timeoutMs must be a number above 0/],
  ['tries without a number', { maxRetries: Number.NaN }, /maxRetries must be a whole number/],
  ['fewer tries than none', { maxRetries: -1 }, /maxRetries must be a whole number/],
])('%s is refused before any call', (_what, options, message) => {
  expect(() => createClient({ baseUrl: BASE_URL, ...options })).toThrow(TypeError);
  expect(() => createClient({ baseUrl: BASE_URL, ...options })).toThrow(message);
});

test('a key from a file may have a line end after it', async () => {
  const keys: unknown[] = [];
  const answer: typeof fetch = (_url, init) => {
    keys.push(new Headers(init?.headers).get('x-api-key'));
    return Promise.resolve(new Response('{}'));
  };
  await createClient({ baseUrl: BASE_URL, apiKey: 'key\r\n', fetch: answer }).call('GET /v1/caller');
  expect(keys).toEqual(['key']);
});

test('an idempotency key that no header can have is refused, and not tried again and again', async () => {
  let requests = 0;
  const answer: typeof fetch = () => {
    requests += 1;
    return Promise.resolve(new Response('{}'));
  };
  const client = createClient({ baseUrl: BASE_URL, fetch: answer });
  const [workflow, componentId] = ['0197a000-0000-7000-8000-000000000000', '0197a000-0000-7000-8000-000000000001'];
  for (const idempotencyKey of ['注文', 'a\nb'])
    await expect(client.run(workflow, {}, { componentId, idempotencyKey })).rejects.toThrow(/idempotencyKey/);
  expect(requests).toBe(0);
});

test('the error names why no connection was made, also after several addresses', async () => {
  const reasons = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:9`));
  const fail: typeof fetch = () =>
    Promise.reject(new TypeError('fetch failed', { cause: new AggregateError(reasons, 'no address answers') }));
  const client = createClient({ baseUrl: BASE_URL, fetch: fail, maxRetries: 0 });
  const failed = client.call('GET /v1/caller');
  await expect(failed).rejects.toThrow(ConnectionError);
  await expect(failed).rejects.toThrow('connect ECONNREFUSED ::1:9');
});
