import { randomUUID } from 'node:crypto';
import { createOrganization } from '@workflow/test-harness';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Component } from '@workflow/workflow-model';
import { component, useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const ingress = useTestIngress();
let input: Component;
let workflowId: string;
let ids: string[];

beforeAll(async () => {
  input = component('input', { placeholders: [{ key: 'n', type: 'NUMBER' }] });
  workflowId = await ingress.workflow([input]);
  ids = [];
  for (let n = 0; n < 3; n += 1)
    ids.push((await ingress.run({ workflowId, componentId: input.id, placeholderValues: { n } })).body.sessionId);
});

const call = (method: string, path: string, key = ingress.organization.apiKey): Promise<TestAnswer> =>
  ingress.request(method, path, { headers: { 'x-api-key': key } });

test('a session is read with all its fields', async () => {
  const { status, body } = await call('GET', `/v1/sessions/${ids[0]}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: ids[0],
    workflowId,
    componentId: input.id,
    workflowVersion: 1,
    trigger: 'API',
    mode: 'PROD',
    status: 'QUEUED',
    placeholderValues: { n: 0 },
    output: null,
    error: null,
    startedAt: null,
  });
});

test('the list is newest first, page by page, and can be filtered', async () => {
  const first = (await call('GET', `/v1/sessions?workflowId=${workflowId}&limit=2`)).body;
  const second = (await call('GET', `/v1/sessions?workflowId=${workflowId}&limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.items, ...second.items].map((session: { id: string }) => session.id)).toEqual(ids.toReversed());
  expect(second.nextCursor).toBeNull();
  expect((await call('GET', '/v1/sessions?status=FAILED')).body.items).toEqual([]);
});

test('the definition of a TEST session stays the same when the draft changes', async () => {
  const management = ingress.context.store.management.organization(ingress.organization.id);
  const draft = await ingress.workflow([input], { publish: false });
  const { body } = await ingress.run({
    workflowId: draft,
    componentId: input.id,
    mode: 'TEST',
    placeholderValues: { n: 1 },
  });
  await management.saveDraft({ type: 'system', id: null, name: 'test' }, draft, null, {
    name: 'Test',
    description: '',
    components: [],
    connections: [],
  });
  const read = await call('GET', `/v1/sessions/${body.sessionId}/definition`);
  expect([read.status, read.body]).toEqual([
    200,
    { components: [expect.objectContaining({ id: input.id, type: 'input' })], connections: [] },
  ]);
});

test('a text narrows the list', async () => {
  const found = async (text: string) =>
    (await call('GET', `/v1/sessions?text=${encodeURIComponent(text)}`)).body.items.map(
      (session: { id: string }) => session.id,
    );
  expect(await found(ids[0] ?? '')).toEqual([ids[0]]);
  expect(await found('no such text')).toEqual([]);
});

test('the ids of a query may be in capitals', async () => {
  const filter = `workflowId=${workflowId.toUpperCase()}&componentId=${input.id.toUpperCase()}`;
  const { body } = await call('GET', `/v1/sessions?${filter}&text=${ids[0]}`);
  expect(body.items.map((session: { id: string }) => session.id)).toEqual([ids[0]]);
});

test.each(['limit=0', 'limit=x', 'status=DONE', 'workflowId=x', 'text=', 'text=%00', 'cursor=x', 'state=FAILED'])(
  'a query that is wrong is named: %s',
  async (query) => {
    const answer = await call('GET', `/v1/sessions?${query}`);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(query.split('=')[0] ?? '')]);
  },
);

test.each(['', '/definition', '/steps', '/events'])('an unknown session is 404: GET …%s', async (suffix) => {
  for (const id of [randomUUID(), 'none']) expect((await call('GET', `/v1/sessions/${id}${suffix}`)).status).toBe(404);
});

test('a session of another organization is not found', async () => {
  const other = await createOrganization(ingress.databaseUrl);
  for (const [method, suffix] of [
    ['GET', ''],
    ['GET', '/definition'],
    ['GET', '/steps'],
    ['GET', '/events'],
    ['POST', '/cancel'],
    ['POST', '/retry'],
  ] as const) {
    expect((await call(method, `/v1/sessions/${ids[0]}${suffix}`, other.apiKey)).status).toBe(404);
  }
  expect((await call('GET', '/v1/sessions', other.apiKey)).body.items).toEqual([]);
});

describe('cancel and retry', () => {
  test('a session is cancelled once, and retried from there', async () => {
    const path = `/v1/sessions/${ids[1]}`;
    expect((await call('POST', `${path}/retry`)).status).toBe(409);
    const cancelled = await call('POST', `${path}/cancel`);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
    expect((await call('POST', `${path}/cancel`)).status).toBe(409);
    const retried = await call('POST', `${path}/retry?from=start&version=latest`);
    expect([retried.status, retried.body]).toEqual([200, expect.objectContaining({ status: 'QUEUED', run: 2 })]);
  });

  test('both need the scope run, and reading the scope read', async () => {
    const management = ingress.context.store.management.organization(ingress.organization.id);
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const { value: reader } = await management.createApiKey(actor, {
      name: 'reader',
      scopes: ['read'],
      expiresAt: null,
    });
    const { value: runner } = await management.createApiKey(actor, {
      name: 'runner',
      scopes: ['run'],
      expiresAt: null,
    });
    expect((await call('POST', `/v1/sessions/${ids[2]}/cancel`, reader)).status).toBe(403);
    expect((await call('GET', `/v1/sessions/${ids[2]}`, reader)).status).toBe(200);
    expect((await call('GET', `/v1/sessions/${ids[2]}`, runner)).status).toBe(403);
    expect((await call('POST', `/v1/sessions/${ids[2]}/cancel`, runner)).status).toBe(200);
  });
});

test('while draining, every answer has Connection: close, and it is not ready', async () => {
  ingress.context.draining = true;
  const answer = await ingress.run({ workflowId, componentId: input.id });
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect((await ingress.request('GET', '/readyz')).status).toBe(503);
  ingress.context.draining = false;
});

describe('filters of the list', () => {
  const list = (query: string) =>
    ingress.request('GET', `/v1/sessions?${query}`, { headers: { 'x-api-key': ingress.organization.apiKey } });

  test('several statuses, component and time', async () => {
    const start = component('input', { placeholders: [] });
    const workflowId = await ingress.workflow([start]);
    const { sessionId } = (await ingress.run({ workflowId, componentId: start.id })).body;
    const { createdAt } = (await list(`componentId=${start.id}`)).body.items[0];
    const later = new Date(Date.parse(createdAt) + 1).toISOString();
    const shown = async (query: string) =>
      (await list(`componentId=${start.id}&${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await shown('status=QUEUED')).toEqual([sessionId]);
    expect(await shown('status=FAILED&status=QUEUED')).toEqual([sessionId]);
    expect(await shown('status=FAILED&status=CANCELLED')).toEqual([]);
    expect(await shown(`createdAfter=${createdAt}&createdBefore=${later}`)).toEqual([sessionId]);
    expect(await shown(`createdAfter=${later}`)).toEqual([]);
    expect(await shown(`createdBefore=${createdAt}`)).toEqual([]);
    expect(await shown(`parentId=${sessionId}`)).toEqual([]);
  });

  test.each([
    ['status=LOST', 'status must be one of QUEUED'],
    ['createdAfter=yesterday', 'createdAfter must be an ISO-8601 date-time'],
    ['createdBefore=2026-12-31T23:59:60Z', 'createdBefore must be a time'],
    ['endedAfter=1', 'endedAfter must be an ISO-8601 date-time'],
    ['componentId=x', 'componentId must be a UUID'],
    ['parentId=a&parentId=b', 'parentId must not be repeated'],
  ])('%s: 400 with the reason', async (query, message) => {
    const answer = await list(query);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
