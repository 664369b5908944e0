import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { documentedOperations, type Operation } from '../management/documented-operations.ts';
import { useFirstAdmin } from '../management/people.ts';
import { component, useTestIngress, type TestAnswer } from '../start-test-ingress.ts';

/** Walks every documented route with a key of all scopes that is bound to one workflow, and aims at another one. */

const HIDDEN_NAME = 'The hidden workflow';
const JSON_TYPE = { 'content-type': 'application/json' };

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);
let operations: Operation[];
let key: string;
let own: { workflowId: string; componentId: string; sessionId: string };
let hidden: { workflowId: string; componentId: string; sessionId: string };

beforeAll(async () => {
  own = await make('The open workflow');
  hidden = await make(HIDDEN_NAME);
  key = (await bind([own.workflowId])).body.key;
  operations = (await documentedOperations(ingress)).filter(({ takesKeys }) => takesKeys);
});

function bind(workflowIds: string[], scopes = ['run', 'read', 'manage']): Promise<TestAnswer> {
  return admin.request('POST', '/v1/organization/api-keys', { name: 'Bound', scopes, workflowIds });
}

async function make(name: string) {
  const start = component('input', { placeholders: [] });
  const { body } = await admin.request('POST', '/v1/workflows', {
    name,
    components: [start],
    connections: [],
    mcp: { name: `tool-${randomUUID().slice(0, 8)}`, description: name },
  });
  await admin.request('POST', `/v1/workflows/${body.id}/publish`);
  const run = await admin.request('POST', '/v1/workflow/run', { workflowId: body.id, componentId: start.id });
  return { workflowId: body.id as string, componentId: start.id, sessionId: run.body.sessionId as string };
}

const ask = (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
  ingress.request(method, path, {
    headers: { 'x-api-key': key, ...(body !== undefined && JSON_TYPE) },
    ...(body !== undefined && { body }),
  });

function aimed(path: string): string {
  return path
    .replace('/v1/workflows/{id}', `/v1/workflows/${hidden.workflowId}`)
    .replace('/v1/sessions/{id}', `/v1/sessions/${hidden.sessionId}`)
    .replace('{componentId}', hidden.componentId)
    .replaceAll(/\{(\w+)\}/g, (_, name) => ({ number: '1', host: 'example.com' })[String(name)] ?? randomUUID());
}

test('no route shows or changes anything of a workflow that the key is not bound to', async () => {
  const before = await admin.request('GET', `/v1/workflows/${hidden.workflowId}`);
  for (const operation of operations) {
    if (operation.path === '/v1/sessions/events') continue;
    const path = aimed(operation.path);
    const answer = await ask(operation.method, path, operation.hasBody ? {} : undefined);
    expect(`${operation.operationId}: ${answer.text}`).not.toContain(HIDDEN_NAME);
    const isOfHidden = /^\/v1\/(workflows|sessions)\/\{id\}/.test(operation.path);
    expect(isOfHidden ? `${operation.operationId}: ${answer.status}` : '').toMatch(/^$|: 404$/);
    const elsewhere = answer.text.replaceAll(path, '').replaceAll(`'${hidden.workflowId}' not found`, '');
    const named = elsewhere.replaceAll(`'${hidden.sessionId}' not found`, '');
    expect(`${operation.operationId}: ${named}`).not.toContain(hidden.workflowId);
    expect(`${operation.operationId}: ${named}`).not.toContain(hidden.sessionId);
  }
  const after = await admin.request('GET', `/v1/workflows/${hidden.workflowId}`);
  expect(after.body).toEqual(before.body);
});

test('a session whose id is not a UUID is not found', async () => {
  const answer = await ask('GET', '/v1/sessions/none');
  expect([answer.status, answer.body.message]).toEqual([404, "Session 'none' not found"]);
});

test('runs, sessions and lists of its own workflow go on as with any key', async () => {
  const { workflowId, componentId } = own;
  const run = await ask('POST', '/v1/workflow/run', { workflowId: workflowId.toUpperCase(), componentId });
  expect(run.status).toBe(200);
  expect((await ask('GET', `/v1/sessions/${run.body.sessionId}`)).body.workflowId).toBe(workflowId);
  const listed = await ask('GET', '/v1/sessions?limit=200');
  expect(new Set(listed.body.items.map((session: { workflowId: string }) => session.workflowId))).toEqual(
    new Set([workflowId]),
  );
  const workflows = await ask('GET', '/v1/workflows');
  expect(workflows.body.items.map((each: { id: string }) => each.id)).toEqual([workflowId]);
  const startable = await ask('GET', '/v1/startable-workflows');
  expect(startable.body.items.map((each: { id: string }) => each.id)).toEqual([workflowId]);
  expect((await ask('POST', `/v1/workflows/${workflowId}/publish`)).status).toBe(201);
});

test('a run, a line of a batch and a filter of another workflow find nothing', async () => {
  const { workflowId, componentId } = hidden;
  const run = await ask('POST', '/v1/workflow/run', { workflowId, componentId });
  expect([run.status, run.body.message]).toEqual([410, `Entity '${workflowId}' not found`]);
  const batch = await ingress.request('POST', '/v1/workflow/run/batch', {
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
    body: `${JSON.stringify({ workflowId, componentId })}\n`,
  });
  expect(JSON.parse(batch.text)).toMatchObject({ line: 1, httpStatus: 410 });
  const listed = await ask('GET', `/v1/sessions?workflowId=${workflowId}`);
  expect(listed.body).toEqual({ items: [], nextCursor: null });
  const byId = await ask('GET', `/v1/sessions?text=${hidden.sessionId}`);
  expect(byId.body.items).toEqual([]);
  const watched = await ask('GET', `/v1/sessions/events?workflowId=${workflowId}`);
  expect(watched.status).toBe(400);
});

test('the Idempotency-Key of a run of another workflow finds nothing either', async () => {
  const { workflowId, componentId } = hidden;
  const gone = { httpStatus: 410, message: `Entity '${workflowId}' not found` };
  const run = { workflowId, componentId };
  const keyed = { 'idempotency-key': 'of-the-hidden-workflow' };
  expect((await admin.request('POST', '/v1/workflow/run', run, keyed)).status).toBe(200);
  const headers = { 'x-api-key': key, ...JSON_TYPE, ...keyed };
  expect((await ingress.request('POST', '/v1/workflow/run', { headers, body: run })).body).toMatchObject(gone);
  const line = `${JSON.stringify({ ...run, idempotencyKey: 'of-a-hidden-line' })}\n`;
  const lines = { 'content-type': 'application/x-ndjson' };
  const first = await admin.request('POST', '/v1/workflow/run/batch', line, lines);
  expect(JSON.parse(first.text)).toMatchObject({ httpStatus: 200 });
  const batch = await ingress.request('POST', '/v1/workflow/run/batch', {
    headers: { 'x-api-key': key, ...lines },
    body: line,
  });
  expect(JSON.parse(batch.text)).toMatchObject(gone);
});

test('a workflow of its own cannot be published with a child that it may not know of', async () => {
  const start = component('input', { placeholders: [] });
  const child = component('run-workflow', {
    workflowId: hidden.workflowId,
    componentId: hidden.componentId,
    placeholderValues: {},
    wait: false,
  });
  const draft = { components: [start, child], connections: [{ from: start.id, port: 'next', to: child.id }] };
  const checked = await ask('POST', `/v1/workflows/${own.workflowId}/check`, draft);
  expect(checked.body.problems).toEqual([expect.objectContaining({ code: 'WORKFLOW_UNKNOWN' })]);
});

test.each(['run-workflow', 'for-each'])(
  'a draft of its own that starts another workflow by %s does not run',
  async (type) => {
    const made = await make('The changed workflow');
    const bound = (await bind([made.workflowId])).body.key as string;
    const as = (method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<TestAnswer> =>
      ingress.request(method, path, {
        headers: { 'x-api-key': bound, ...(body !== undefined && JSON_TYPE), ...more },
        ...(body !== undefined && { body }),
      });
    const path = `/v1/workflows/${made.workflowId}`;
    const test = { workflowId: made.workflowId, componentId: made.componentId, mode: 'TEST' };
    const session = await as('POST', '/v1/workflow/run', test);
    expect(session.status).toBe(200);
    await as('POST', `/v1/sessions/${session.body.sessionId}/cancel`);
    const { headers, body } = await as('GET', path);
    const target = { workflowId: hidden.workflowId, componentId: hidden.componentId };
    const child = component(type, { ...target, ...(type === 'for-each' ? { items: '{{ [1] }}' } : { wait: true }) });
    const draft = {
      name: body.name,
      components: [...body.components, child],
      connections: [{ from: made.componentId, port: 'next', to: child.id }],
    };
    expect((await as('PUT', path, draft, { 'if-match': headers.get('etag') ?? '' })).status).toBe(200);
    const refusal = { status: 400, text: expect.stringContaining(`There is no workflow ${hidden.workflowId}`) };
    expect(await as('POST', '/v1/workflow/run', test)).toMatchObject(refusal);
    const retry = `/v1/sessions/${session.body.sessionId}/retry?from=start`;
    expect(await as('POST', `${retry}&version=latest`)).toMatchObject(refusal);
    expect((await as('POST', retry)).status).toBe(200);
    const unbound = await admin.request('POST', '/v1/workflow/run', test);
    expect(unbound.status).toBe(200);
  },
);

test('a client of MCP gets the tools of those workflows alone', async () => {
  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  const mcp = async (sent: object) => {
    const answer = await ingress.request('POST', '/mcp', {
      headers: { 'x-api-key': key, accept: 'application/json, text/event-stream', ...JSON_TYPE },
      body: sent,
    });
    const [, json = ''] = /^data: (.*)$/m.exec(answer.text) ?? [];
    return { text: answer.text, body: JSON.parse(json || answer.text) };
  };
  const { body } = await mcp(message('tools/list', {}));
  const titles = body.result.tools.map((tool: { title: string }) => tool.title);
  expect(titles).toContain('The open workflow');
  expect(titles).not.toContain(HIDDEN_NAME);
  const read = await mcp(message('tools/call', { name: 'get_session', arguments: { sessionId: hidden.sessionId } }));
  expect(read.body.result).toMatchObject({ isError: true });
  const listed = await mcp(message('tools/call', { name: 'list_sessions', arguments: {} }));
  expect(listed.text).not.toContain(hidden.workflowId);
  const workflows = await mcp(message('tools/call', { name: 'list_workflows', arguments: {} }));
  expect(workflows.text).not.toContain(HIDDEN_NAME);
});

test('a key is bound to workflows of its organization only, and lists them', async () => {
  const unknown = randomUUID();
  const refused = await bind([own.workflowId, unknown]);
  expect([refused.status, refused.body.message]).toEqual([400, 'workflowIds[1] is not a workflow of the organization']);
  const made = await bind([own.workflowId, hidden.workflowId]);
  expect(made.body.workflowIds).toEqual([own.workflowId, hidden.workflowId]);
  const listed = await admin.request('GET', '/v1/organization/api-keys');
  expect(listed.body.items[0].workflowIds).toEqual([own.workflowId, hidden.workflowId]);
  const both = await ingress.request('GET', '/v1/sessions', { headers: { 'x-api-key': made.body.key } });
  const ids = both.body.items.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(new Set(both.body.items.map(({ workflowId }: { workflowId: string }) => workflowId)).size).toBe(2);
});
