import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { UNCHECKED } from '@workflow/test-harness';
import type { Component } from '@workflow/workflow-model';
import { readEvents } from './read-events.ts';
import { component, useTestIngress } from './start-test-ingress.ts';

const actor = { type: 'system', id: null, name: 'test' } as const;
const ingress = useTestIngress();
let input: Component;
let workflowId: string;
const executorId = randomUUID();

beforeAll(async () => {
  input = component('input', { placeholders: [] });
  workflowId = await ingress.workflow([input]);
  await ingress.context.store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
});

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

test('each list stream has only the sessions of its filter, whichever filter that is', async () => {
  const labelled = component('input', { placeholders: [{ key: 'who', type: 'TEXT' }] });
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const { id } = await organization.createWorkflow(actor, {
    ...{ name: 'Labelled', description: '', components: [labelled], connections: [], label: 'who' },
  });
  await organization.publishWorkflow(actor, id, UNCHECKED);
  const start = async (who: string): Promise<string> => {
    const answer = await ingress.run({ workflowId: id, componentId: labelled.id, placeholderValues: { who } });
    return answer.body.sessionId as string;
  };
  const [ofAda, ofBob] = [nextOf('Ada'), nextOf('Bob')];
  const ids = { Ada: '', Bob: '' };
  const poke = setInterval(() => {
    void start('Ada').then((session) => (ids.Ada ||= session));
    void start('Bob').then((session) => (ids.Bob ||= session));
  }, 200);
  expect(await Promise.all([ofAda, ofBob])).toEqual(['Ada', 'Bob']);
  clearInterval(poke);

  async function nextOf(label: string): Promise<string> {
    for await (const { event, data } of events(`/v1/sessions/events?label=${label}`))
      if (event === 'session') return data.label as string;
    return 'none';
  }
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
