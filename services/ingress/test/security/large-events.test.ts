import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Component, Json } from '@workflow/workflow-model';
import { readEvents, type ReceivedEvent } from '../read-events.ts';
import { component, useTestIngress } from '../start-test-ingress.ts';

const MAX_EVENT_BYTES = 1_048_576;
/** A loaded machine needs seconds for the answers, several of which have to wait at the same time. */
const UNSENT_TIMEOUT_MS = 3_000;
const LARGE = 'x'.repeat(2 * MAX_EVENT_BYTES);
const executorId = randomUUID();
const ingress = useTestIngress({
  config: {
    watches: { maxStreamEventBytes: MAX_EVENT_BYTES },
    http: { unsentTimeoutMs: UNSENT_TIMEOUT_MS, maxUnsentBytesPerOrganization: 16 * MAX_EVENT_BYTES },
  },
});
let input: Component;
let workflowId: string;
/** A client that reads nothing never notices that its connection ends: it would keep the process of a failed test. */
let sockets: Socket[] = [];
let watching: NodeJS.Timeout | undefined;

beforeAll(async () => {
  input = component('input', { placeholders: [] });
  workflowId = await ingress.workflow([input]);
  await ingress.context.store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
});

afterEach(() => {
  clearInterval(watching);
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

/** Sends the same request from several clients that read nothing. */
function askWithoutReading(count: number, path: string): void {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${ingress.organization.apiKey}\r\n\r\n`;
  const opened = Array.from({ length: count }, () => connect(ingress.port, '127.0.0.1').on('error', () => undefined));
  for (const socket of opened) socket.pause().write(request);
  sockets.push(...opened);
}

const events = (path: string, headers: Record<string, string> = {}) =>
  readEvents(ingress.url + path, ingress.organization.apiKey, headers);

async function ended(output: Json, stepOutputs: readonly Json[] = []): Promise<string> {
  const { sessionId } = (await ingress.run({ workflowId, componentId: input.id })).body as { sessionId: string };
  await finish(sessionId, output, stepOutputs);
  return sessionId;
}

async function finish(sessionId: string, output: Json, stepOutputs: readonly Json[] = []): Promise<void> {
  const { execution } = ingress.context.store;
  const claimed = await execution.claim({ sessionId, executorId });
  const at = { startedAt: new Date(), finishedAt: new Date() };
  const rest = { run: 1, attempt: 1, status: 'SUCCEEDED', port: 'next', input: null, error: null } as const;
  const steps = stepOutputs.map((value, iteration) => ({
    componentId: input.id,
    iteration,
    output: value,
    ...rest,
    ...at,
  }));
  await execution.end({ sessionId, claimNumber: claimed?.claimNumber ?? 0 }, { kind: 'succeeded', output }, steps);
}

async function collect(stream: AsyncIterable<ReceivedEvent>): Promise<ReceivedEvent[]> {
  const all: ReceivedEvent[] = [];
  for await (const event of stream) all.push(event);
  return all;
}

test('the stream of a session with a large result names where to read it, and ends', async () => {
  const id = await ended(LARGE);
  const path = `/v1/sessions/${id}/events`;
  const last = (await collect(events(path))).at(-1)!;
  expect(last).toMatchObject({ event: 'session', data: { status: 'SUCCEEDED', output: null, truncated: true } });
  expect(last.data.url).toBe(`/v1/sessions/${id}`);
  const headers = { 'x-api-key': ingress.organization.apiKey };
  expect((await ingress.request('GET', last.data.url, { headers })).body.output).toBe(LARGE);
  const again = await ingress.request('GET', path, { headers: { ...headers, 'last-event-id': last.id } });
  expect(again.status).toBe(204);
});

test('a result below the limit is sent whole, with many large steps before it as their beginnings', async () => {
  const result = 'y'.repeat(MAX_EVENT_BYTES - 100);
  const id = await ended(
    result,
    Array.from({ length: 100 }, (_, index) => `${index} ${'z'.repeat(16_000)}`),
  );
  const all = await collect(events(`/v1/sessions/${id}/events`));
  expect(all.at(-1)!.data).toMatchObject({ output: result });
  expect(all.at(-1)!.data.truncated).toBeUndefined();
  const steps = all.findLast(({ event }) => event === 'steps')!.data as { output: string; truncated?: boolean }[];
  expect(steps).toHaveLength(100);
  expect(steps[99]).toMatchObject({ output: expect.stringMatching(/^"99 z+… \(16005 characters\)$/), truncated: true });
  expect(JSON.stringify(steps).length).toBeLessThan(MAX_EVENT_BYTES);
});

test('a list stream goes on after a large session, and so does a client that reconnects', async () => {
  const before = String(Date.now() - 60_000);
  const large = await ended(LARGE);
  const seen: ReceivedEvent[] = [];
  let small: string | undefined;
  for await (const event of events('/v1/sessions/events', { 'last-event-id': before })) {
    seen.push(event);
    if (event.data.id === large) small ??= await ended(1);
    if (event.data.id === small && event.data.status === 'SUCCEEDED') break;
  }
  expect(seen.find(({ data }) => data.id === large)?.data).toMatchObject({
    truncated: true,
    url: `/v1/sessions/${large}`,
    output: null,
  });
  const next = await ended(2);
  for await (const { data } of events('/v1/sessions/events', { 'last-event-id': seen.at(-1)!.id }))
    if (data.id === next && data.output === 2) return;
});

test('a client that reads nothing is disconnected after a time, and what waits for it is bounded', async () => {
  askWithoutReading(20, '/v1/sessions/events');
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  await waitFor(() => ingress.context.eventStreams.size === sockets.length);
  let most = 0;
  watching = setInterval(() => (most = Math.max(most, ingress.context.unsent.total)), 5);
  const output = 'w'.repeat(MAX_EVENT_BYTES - 100);
  await waitFor(async () => {
    await ended(output);
    return ingress.context.unsent.total > 0;
  });
  // Until then: what the system takes for a client that reads nothing does not wait in the process.
  const areCut = async (): Promise<boolean> => {
    await ended(output);
    return ingress.context.eventStreams.size === 0;
  };
  await waitFor(areCut, { everyMs: 250, what: 'streams to be cut' });
  expect(most).toBeLessThanOrEqual(16 * MAX_EVENT_BYTES);
  expect(ingress.context.unsent.total).toBe(0);
  for (const socket of sockets) socket.resume();
  await Promise.all(closed);
});

test('answers that nobody reads are bounded: further ones are refused until then', async () => {
  const id = await ended('v'.repeat(8 * MAX_EVENT_BYTES));
  const headers = { 'x-api-key': ingress.organization.apiKey };
  await waitFor(async () => {
    // Asked again where a slow machine gave the first answers up before the last ones were made.
    if (ingress.context.unsent.total === 0) askWithoutReading(10, `/v1/sessions/${id}`);
    return (await ingress.request('GET', `/v1/sessions/${id}`, { headers })).status === 429;
  });
  expect(ingress.context.unsent.total).toBeLessThanOrEqual(16 * MAX_EVENT_BYTES);
  await waitFor(() => ingress.context.unsent.total === 0, { withinMs: 60_000, what: 'unread answers to be given up' });
  expect((await ingress.request('GET', `/v1/sessions/${id}`, { headers })).status).toBe(200);
});
