import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { createOrganization, unstalledMs, waitFor } from '@workflow/test-harness';
import { pageUrl } from '../../src/http/addresses/page-address.ts';
import { component, useTestIngress } from '../start-test-ingress.ts';

const STREAMS = 3;
const CHATS_OF_ADDRESS = 2;
const actor = { type: 'system', id: null, name: 'test' } as const;
const ingress = useTestIngress({
  config: { watches: { maxEventStreamsPerOrganization: STREAMS, maxChatStreamsPerAddress: CHATS_OF_ADDRESS } },
});

const open = (key: string): Promise<Response> =>
  fetch(`${ingress.url}/v1/sessions/events`, { headers: { 'x-api-key': key } });

test('a stream ends within a second when its key is deleted', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const { key, value } = await organization.createApiKey(actor, { name: 'watcher', scopes: ['read'], expiresAt: null });
  const stream = await open(value);
  expect(stream.status).toBe(200);
  const ended = stream.text();
  const tookMs = await unstalledMs(async () => {
    await organization.deleteApiKey(actor, key.id);
    await ended;
  });
  expect(tookMs).toBeLessThan(2_000);
});

test('a stream ends when its key expires', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const { value } = await organization.createApiKey(actor, {
    name: 'short',
    scopes: ['read'],
    expiresAt: new Date(Date.now() + 1_500),
  });
  await (await open(value)).text();
});

test('one organization cannot use up all streams', async () => {
  const other = await createOrganization(ingress.databaseUrl);
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => open(ingress.organization.apiKey)));
  const refused = await open(ingress.organization.apiKey);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  const others = await open(other.apiKey);
  expect(others.status).toBe(200);
  for (const stream of [...streams, others]) await stream.body!.cancel();
});

test('a visitor of a chat cannot use up all streams of an organization', async () => {
  const chat = component('chat', { title: 'Ask us' }, 'chat');
  const workflowId = await ingress.workflow([chat]);
  const { pathname } = new URL(pageUrl('http://localhost', 'CHAT', { workflowId, componentId: chat.id }));
  const ask = (): Promise<Response> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ message: 'Hello' });
    return fetch(`${ingress.url}${pathname}/messages`, { method: 'POST', headers, body });
  };
  const answers = [await ask(), await ask()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask()).status).toBe(429);
  const stream = await open(ingress.organization.apiKey);
  expect(stream.status).toBe(200);
  for (const answer of [...answers, stream]) await answer.body!.cancel();
  await waitFor(() => ingress.context.eventStreams.size === 0);
  await (await ask()).body!.cancel();
});

test('of many simultaneous streams each organization gets its share, and the others get a 429', async () => {
  const other = await createOrganization(ingress.databaseUrl);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => open(index % 2 === 0 ? ingress.organization.apiKey : other.apiKey)),
  );
  const statuses = (parity: number) => answers.filter((_, index) => index % 2 === parity).map(({ status }) => status);
  const expected = Array.from({ length: 20 }, (_, index) => (index < STREAMS ? 200 : 429));
  expect([statuses(0).sort(), statuses(1).sort()]).toEqual([expected, expected]);
  for (const answer of answers) await answer.body?.cancel();
  await waitFor(() => ingress.context.eventStreams.size === 0);
});

test('a client that disconnects before its stream begins leaves none open', async () => {
  const { sessions } = ingress.context.store;
  const { queries } = sessions;
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  sessions.queries = {
    ...queries,
    listStates: async (...question) => {
      asked.resolve();
      await gone.promise;
      return queries.listStates(...question);
    },
  };
  const socket = connect(ingress.port, '127.0.0.1');
  socket.write(
    'GET /v1/sessions/events HTTP/1.1\r\nHost: localhost\r\nx-api-key: ' +
      `${ingress.organization.apiKey}\r\nLast-Event-ID: 1\r\n\r\n`,
  );
  await asked.promise;
  socket.destroy();
  await waitFor(() => ingress.log.some((line) => line.includes('"aborted":true')), {
    what: 'the request to be given up',
  });
  sessions.queries = queries;
  gone.resolve();
  const stream = await open(ingress.organization.apiKey);
  expect(stream.status).toBe(200);
  await stream.body!.cancel();
  await waitFor(() => ingress.context.eventStreams.size === 0, { withinMs: 5_000, what: 'all streams to be closed' });
});

test('HEAD of a stream is answered and opens no stream', async () => {
  const answer = await fetch(`${ingress.url}/v1/sessions/events`, {
    method: 'HEAD',
    headers: { 'x-api-key': ingress.organization.apiKey },
    signal: AbortSignal.timeout(5_000),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  await answer.arrayBuffer();
  await waitFor(() => ingress.context.eventStreams.size === 0, { withinMs: 5_000, what: 'all streams to be closed' });
});
