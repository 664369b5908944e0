import { describe, expect, test } from '@jest/globals';
import { AbortError, ConnectionError } from './errors/client-errors.ts';
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

describe('an abort ends an iteration before its next item, also if that item has arrived', () => {
  const id = '0197a000-0000-7000-8000-000000000000';
  const service: typeof fetch = (url) => {
    const lines = [1, 2, 3].map((line) => `${JSON.stringify({ line, httpStatus: 200, sessionId: id })}\n`);
    const events = [1, 2, 3].map((event) => `id: ${event}\nevent: steps\ndata: []\n\n`);
    const page = JSON.stringify({ items: [{ id }, { id }, { id }], nextCursor: null });
    const texts = new Map([
      ['batch', lines.join('')],
      ['events', events.join('')],
    ]);
    return Promise.resolve(new Response(texts.get((url as string).split('/').at(-1) ?? '') ?? page));
  };
  const client = createClient({ baseUrl: BASE_URL, fetch: service });
  const runs = [1, 2, 3].map(() => ({ workflow: id, componentId: id }));
  test.each<[string, (signal: AbortSignal) => AsyncIterable<unknown>]>([
    ['a batch', (signal) => client.batch(runs, { signal })],
    ['sessions', (signal) => client.sessions.list({}, { signal })],
    ['steps', (signal) => client.sessions.steps(id, { signal })],
    ['workflows', (signal) => client.workflows.list({}, { signal })],
    ['events', (signal) => client.sessions.events(id, { signal })],
  ])('%s', async (_what, open) => {
    const stop = new AbortController();
    let items = 0;
    const ended = (async () => {
      for await (const _item of open(stop.signal)) {
        items += 1;
        stop.abort();
      }
    })();
    await expect(ended).rejects.toThrow(AbortError);
    expect(items).toBe(1);
  });
});
