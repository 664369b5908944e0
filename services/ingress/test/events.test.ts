import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Component } from '@workflow/workflow-model';
import { readEvents } from './read-events.ts';
import { component, startTestIngress, type TestIngress } from './start-test-ingress.ts';

let ingress: TestIngress;
let input: Component;
let workflowId: string;
const executorId = randomUUID();

beforeAll(async () => {
  ingress = await startTestIngress();
  input = component('input', { placeholders: [] });
  workflowId = await ingress.workflow([input]);
  await ingress.context.store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
});

afterAll(() => ingress?.stop());

const events = (path: string, headers: Record<string, string> = {}) =>
  readEvents(ingress.url + path, ingress.organization.apiKey, headers);

async function startSession(): Promise<string> {
  return (await ingress.run({ workflowId, componentId: input.id })).body.sessionId as string;
}

async function finish(sessionId: string): Promise<void> {
  const claimed = await ingress.context.store.execution.claim({ sessionId, executorId });
  await ingress.context.store.execution.end(
    { sessionId, claimNumber: claimed?.claimNumber ?? 0 },
    { kind: 'succeeded', output: 42 },
    [],
  );
}

test('the stream of a session sends its state and every change, and ends with it', async () => {
  const id = await startSession();
  const statuses: string[] = [];
  let last = '';
  for await (const { event, id: eventId, data } of events(`/v1/sessions/${id}/events`)) {
    if (event !== 'session') continue;
    statuses.push(data.status);
    last = eventId;
    if (data.status === 'QUEUED') await finish(id);
  }
  expect(statuses[0]).toBe('QUEUED');
  expect(statuses.at(-1)).toBe('SUCCEEDED');
  const again = await ingress.request('GET', `/v1/sessions/${id}/events`, {
    headers: { 'x-api-key': ingress.organization.apiKey, 'last-event-id': last },
  });
  expect(again.status).toBe(204);
});

test('an unknown session is 404, and without a key it is 401', async () => {
  const path = `/v1/sessions/${randomUUID()}/events`;
  expect((await ingress.request('GET', path, { headers: { 'x-api-key': ingress.organization.apiKey } })).status).toBe(
    404,
  );
  expect((await ingress.request('GET', path)).status).toBe(401);
});

test('the list stream sends new sessions and their ends; a reconnecting client gets what it missed', async () => {
  let last = '';
  let started: string | undefined;
  const poke = setInterval(() => void startSession(), 300);
  for await (const { id, data } of events(`/v1/sessions/events?workflowId=${workflowId}`)) {
    clearInterval(poke);
    last = id;
    if (started === undefined) {
      started = data.id as string;
      await finish(started);
    } else if (data.id === started && data.status === 'SUCCEEDED') break;
  }
  const missed = await startSession();
  for await (const { data } of events('/v1/sessions/events', { 'last-event-id': last })) if (data.id === missed) return;
});

test('nothing is polled while nobody watches', () => {
  expect(ingress.context.watch.size).toBe(0);
});
