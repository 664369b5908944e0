import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOrganization, waitFor } from '@workflow/test-harness';
import { startTestIngress, type TestIngress } from '../start-test-ingress.ts';

const STREAMS = 3;
const actor = { type: 'system', id: null, name: 'test' } as const;
let ingress: TestIngress;

beforeAll(async () => {
  ingress = await startTestIngress({ config: { maxEventStreamsPerOrganization: STREAMS } });
});

afterAll(() => ingress?.stop());

const open = (key: string): Promise<Response> => fetch(`${ingress.url}/v1/sessions/events`, { headers: { 'x-api-key': key } });

test('a stream ends within a second when its key is deleted', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const { key, value } = await organization.createApiKey(actor, { name: 'watcher', scopes: ['read'], expiresAt: null });
  const stream = await open(value);
  expect(stream.status).toBe(200);
  const ended = stream.text();
  const since = performance.now();
  await organization.deleteApiKey(actor, key.id);
  await ended;
  expect(performance.now() - since).toBeLessThan(2_000);
});

test('a stream ends when its key expires', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const { value } = await organization.createApiKey(actor, { name: 'short', scopes: ['read'], expiresAt: new Date(Date.now() + 1_500) });
  await (await open(value)).text();
});

test('one organization cannot take the streams of all', async () => {
  const other = await createOrganization(ingress.databaseUrl);
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => open(ingress.organization.apiKey)));
  const refused = await open(ingress.organization.apiKey);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  const others = await open(other.apiKey);
  expect(others.status).toBe(200);
  for (const stream of [...streams, others]) await stream.body!.cancel();
});

test('a client that goes away before its stream begins leaves none behind', async () => {
  const views = ingress.context.sessionViews;
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  ingress.context.sessionViews = {
    ...views,
    list: async (...question) => {
      asked.resolve();
      await gone.promise;
      return views.list(...question);
    },
  };
  const socket = connect(ingress.port, '127.0.0.1');
  socket.write(`GET /v1/sessions/events HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${ingress.organization.apiKey}\r\nLast-Event-ID: 1\r\n\r\n`);
  await asked.promise;
  socket.destroy();
  await waitFor(() => ingress.log.some((line) => line.includes('"aborted":true')), { what: 'the request to be given up' });
  ingress.context.sessionViews = views;
  gone.resolve();
  const stream = await open(ingress.organization.apiKey);
  expect(stream.status).toBe(200);
  await stream.body!.cancel();
  await waitFor(() => ingress.context.eventStreams.size === 0, { withinMs: 5_000, what: 'all streams to be closed' });
});

test('HEAD of a stream is answered and opens none', async () => {
  const answer = await fetch(`${ingress.url}/v1/sessions/events`, { method: 'HEAD', headers: { 'x-api-key': ingress.organization.apiKey }, signal: AbortSignal.timeout(5_000) });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  await answer.arrayBuffer();
  await waitFor(() => ingress.context.eventStreams.size === 0, { withinMs: 5_000, what: 'all streams to be closed' });
});
