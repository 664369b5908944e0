import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';
import { openEvents, type Events } from './event-system.ts';

const system = useContractSystem();
let events: Events;
let start: Component;
let workflowId: string;

interface Group extends JsonObject {
  fingerprint: string;
  count: number;
  message: string;
  latestSessionIds: string[];
}

const MESSAGE = "The customer '{{ customer }}' has {{ orders }} open orders, see https://shop.example.com/{{ orders }}";
const NORMALIZED = "The customer '…' has # open orders, see <address>";

beforeAll(async () => {
  events = await openEvents(system);
  start = input('customer', { key: 'orders', type: 'NUMBER' });
  workflowId = await publish('Fails');
});
afterAll(() => events?.stop());

const failing = () => component('fail', { code: 'TOO_MANY', message: MESSAGE });
const publish = (name: string): Promise<string> => system.api.publish(name, chain(start, failing()));
const ask = <Body = JsonObject>(method: string, path: string, body?: unknown) =>
  system.clients[0]!.request<Body>(method, path, body);

async function fail(customer: string, orders: number, id = workflowId): Promise<string> {
  const run = await system.api.run(id, start.id, { customer, orders }, { prefer: 'wait=60' });
  expect((run.body as JsonObject)['status']).toBe('FAILED');
  return String((run.body as JsonObject)['sessionId']);
}

/** Groups are cached for a moment: they are read until they are as expected. */
function untilGroups(query: string, isThere: (groups: Group[]) => boolean): Promise<Group[]> {
  return waitFor(
    async () => {
      const { body } = await ask<{ items: Group[] }>('GET', `/v1/failures?${query}`);
      return isThere(body.items) ? body.items : null;
    },
    { what: 'the groups' },
  );
}

test('failures that differ in names, numbers and addresses are one group', async () => {
  const first = await fail('Ada', 12);
  const second = await fail('Grace Hopper', 1_234.5);
  const [group, ...others] = await untilGroups(`workflowId=${workflowId}`, ([one]) => one?.count === 2);
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    workflowId,
    code: 'TOO_MANY',
    message: NORMALIZED,
    count: 2,
    latestSessionIds: [second, first],
  });
  const sessions = await ask<{ items: { id: string }[] }>('GET', `/v1/sessions?fingerprint=${group!.fingerprint}`);
  expect(sessions.body.items.map(({ id }) => id)).toEqual([second, first]);
  const pages = await ask<{ items: { id: string }[]; nextCursor: string }>(
    'GET',
    `/v1/sessions?fingerprint=${group!.fingerprint}&limit=1`,
  );
  expect(pages.body.items.map(({ id }) => id)).toEqual([second]);
  const next = await ask<{ items: { id: string }[] }>(
    'GET',
    `/v1/sessions?fingerprint=${group!.fingerprint}&limit=1&cursor=${pages.body.nextCursor}`,
  );
  expect(next.body.items.map(({ id }) => id)).toEqual([first]);
});

test('groups are listed newest first, by pages, by mode and by time', async () => {
  const older = await publish('Older');
  const newer = await publish('Newer');
  await fail('Ada', 1, older);
  await fail('Ada', 1, newer);
  const of = (groups: Group[]): unknown[] => groups.map((group) => group['workflowId']);
  const all = await untilGroups('mode=PROD', (groups) => of(groups).includes(newer));
  expect(of(all).slice(0, 2)).toEqual([newer, older]);
  const page = await ask<{ items: Group[]; nextCursor: string }>('GET', '/v1/failures?mode=PROD&limit=1');
  const next = await ask<{ items: Group[] }>(
    'GET',
    `/v1/failures?mode=PROD&limit=1&cursor=${encodeURIComponent(page.body.nextCursor)}`,
  );
  expect([...of(page.body.items), ...of(next.body.items)]).toEqual([newer, older]);
  const later = new Date(Date.now() + 60_000).toISOString();
  expect((await ask<{ items: Group[] }>('GET', `/v1/failures?since=${later}`)).body.items).toEqual([]);
  expect((await ask<{ items: Group[] }>('GET', `/v1/failures?mode=TEST&workflowId=${newer}`)).body.items).toEqual([]);
  for (const wrong of ['cursor=x', 'since=yesterday', 'mode=prod', 'other=1'])
    expect((await ask('GET', `/v1/failures?${wrong}`)).status).toBe(400);
  expect((await ask('GET', '/v1/sessions?fingerprint=XYZ')).status).toBe(400);
});

test('a group is retried on the new version and is gone', async () => {
  const fixed = await publish('Fixed later');
  for (const [customer, orders] of [['Ada', 1] as const, ['Alan', 22] as const]) await fail(customer, orders, fixed);
  const other = await fail('Ada', 1);
  const [group] = await untilGroups(`workflowId=${fixed}`, ([one]) => one?.count === 2);
  const { body: draft } = await ask('GET', `/v1/workflows/${fixed}`);
  const [first, second] = draft['components'] as unknown as Component[];
  const repaired = { ...second!, type: 'output', config: output('done').config };
  const saved = await system.clients[0]!.request(
    'PUT',
    `/v1/workflows/${fixed}`,
    { ...draft, components: [first, repaired] },
    { 'if-match': '*' },
  );
  expect(saved.status).toBe(200);
  expect((await ask('POST', `/v1/workflows/${fixed}/publish`)).status).toBe(201);
  const filter = { fingerprint: group!.fingerprint };
  const cancel = await ask('POST', '/v1/sessions/bulk', { action: 'cancel', filter, dryRun: true });
  expect(cancel.body).toMatchObject({ matched: 0 });
  const retried = await ask('POST', '/v1/sessions/bulk', { action: 'retry', filter, version: 'latest' });
  expect(retried.body).toMatchObject({ matched: 2 });
  await untilGroups(`workflowId=${fixed}`, (groups) => groups.length === 0);
  const sessions = await ask<{ items: { id: string }[] }>('GET', `/v1/sessions?workflowId=${fixed}`);
  const ended = await Promise.all(sessions.body.items.map(({ id }) => system.api.untilEnded(id)));
  expect(ended.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  expect((await ask('GET', `/v1/sessions/${other}`)).body).toMatchObject({ status: 'FAILED', run: 1 });
});

test('a key that is bound to a workflow sees the failures of that workflow alone', async () => {
  const bound = await publish('Bound');
  await fail('Ada', 1, bound);
  await fail('Ada', 1);
  const made = await ask('POST', '/v1/organization/api-keys', {
    name: 'Bound',
    scopes: ['read'],
    workflowIds: [bound],
  });
  const client = system.as(String(made.body['key']));
  const seen = async (query: string): Promise<unknown[]> =>
    (await client.request<{ items: Group[] }>('GET', `/v1/failures?${query}`)).body.items.map(
      (one) => one['workflowId'],
    );
  expect(await seen('')).toEqual([bound]);
  expect(await seen(`workflowId=${workflowId}`)).toEqual([]);
  const run = await ask('POST', '/v1/organization/api-keys', { name: 'Runs', scopes: ['run'] });
  expect((await system.as(String(run.body['key'])).request('GET', '/v1/failures')).status).toBe(403);
});

test('an event hook is notified once of a failure that its workflow has not had', async () => {
  const known = await publish('Known');
  const unknown = await publish('Unknown');
  await fail('Ada', 1, known);
  const hook = await events.makeHook({ events: ['failure.new', 'session.failed'], workflowIds: [known, unknown] });
  await fail('Alan', 2, known);
  const first = await fail('Ada', 1, unknown);
  const last = await fail('Alan', 2, unknown);
  await events.received(last);
  const { received } = events.receiver;
  await waitFor(async () => received.some(({ type }) => type === 'failure.new') || null, { what: 'the event' });
  const fresh = received.filter(({ type }) => type === 'failure.new').map(({ data }) => data);
  expect(fresh).toEqual([
    {
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      workflowId: unknown,
      componentId: expect.any(String),
      code: 'TOO_MANY',
      message: NORMALIZED,
      sessionId: first,
    },
  ]);
  await events.remove(hook);
});
