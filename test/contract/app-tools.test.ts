import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { addApp } from './app-server.ts';
import { component, openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { runThrough } from './run-components.ts';
import { startToolServer, type ToolServer } from './tool-server.ts';

const PATH = '/v1/organization/apps';

let system: SharedContractSystem;
let server: ToolServer;
let app: Awaited<ReturnType<typeof addApp>>;

beforeAll(async () => {
  [system, server] = await Promise.all([openContractSystem(), startToolServer()]);
  app = await addApp(system, { name: 'tools', kind: 'mcp', url: server.url });
});
afterAll(() => server?.stop());
beforeEach(() => {
  server.calls.length = 0;
  Object.assign(server, {
    renamed: false,
    cuts: false,
    refusesWith: null,
    token: null,
    drops: 0,
    dropsWith: { status: 404 },
    keepsSessions: false,
  });
});

const tool = (key: string, given: JsonObject, more: JsonObject = {}): Component =>
  component(
    'app-action',
    { app: app.id, version: app.version, action: key, arguments: given, ...more },
    { output: 'answer', retry: { maxAttempts: 2, backoffSeconds: 0.1 } },
  );

test('the tools of a server are read, with the effects of their hints', async () => {
  expect(app).toMatchObject({ title: 'Test tools', status: 'ready', message: null, operationCount: 4, baseUrl: null });
  const { body } = await system.api.request<{ items: JsonObject[] }>('GET', `${PATH}/${app.id}/operations`);
  expect(body.items.map(({ key, title, effect }) => [key, title, effect])).toEqual([
    ['add', 'Add numbers', 'none'],
    ['note', 'note', 'once'],
    ['picture', 'picture', 'none'],
    ['fails', 'fails', 'none'],
  ]);
});

test('a tool with an output schema returns typed data', async () => {
  const body = await runThrough(
    system,
    [tool('add', { a: '{{ number }}', b: 2 })],
    { sum: '{{ answer.data.sum }}', text: '{{ answer.text }}' },
    { number: 40 },
  );
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: { sum: 42, text: 'The sum is 42' } });
  expect(server.calls).toMatchObject([{ tool: 'add', arguments: { a: 40, b: 2 } }]);
});

test('a tool without one returns the JSON of its text, and images become files', async () => {
  const body = await runThrough(system, [tool('note', { text: 'x' })], '{{ answer.data }}');
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: { noted: 'x' } });
  const picture = await runThrough(system, [tool('picture', {})], '{{ answer.files[0].contentType }}');
  expect(picture).toMatchObject({ status: 'SUCCEEDED', output: 'image/png' });
});

test('an error of a tool fails the step with its text', async () => {
  expect(await runThrough(system, [tool('fails', {})], 'x')).toMatchObject({
    status: 'FAILED',
    error: { code: 'TOOL_FAILED', message: 'There is no such order' },
  });
});

test('a tool that the server describes differently is not called', async () => {
  server.renamed = true;
  expect(await runThrough(system, [tool('add', { a: 1, b: 2 })], 'x')).toMatchObject({
    status: 'FAILED',
    error: { code: 'TOOL_CHANGED' },
  });
  expect(server.calls).toEqual([]);
});

test('a lost answer is unknown for a call that must happen once, and another try for others', async () => {
  server.cuts = true;
  expect(await runThrough(system, [tool('note', { text: 'x' })], 'x')).toMatchObject({
    status: 'FAILED',
    error: { code: 'OUTCOME_UNKNOWN' },
  });
  expect(server.calls).toHaveLength(1);
  server.calls.length = 0;
  expect(await runThrough(system, [tool('add', { a: 1, b: 2 })], 'x')).toMatchObject({
    status: 'FAILED',
    error: { code: 'APP_UNREACHABLE' },
  });
  expect(server.calls).toHaveLength(2);
});

test('the effect that an admin set overrules the hint', async () => {
  await system.api.call('PUT', `${PATH}/${app.id}`, { effects: { note: 'repeatable' } });
  server.cuts = true;
  expect(await runThrough(system, [tool('note', { text: 'x' })], 'x')).toMatchObject({
    error: { code: 'APP_UNREACHABLE' },
  });
  expect(server.calls).toHaveLength(2);
  await system.api.call('PUT', `${PATH}/${app.id}`, { effects: {} });
});

test('an effect of an operation that the app does not have is refused', async () => {
  const changed = await system.api.request('PUT', `${PATH}/${app.id}`, { effects: { note: 'none', nothing: 'once' } });
  expect(changed).toMatchObject({ status: 400, body: { message: 'effects: the app has no operation nothing' } });
  expect(await system.api.call('GET', `${PATH}/${app.id}`)).toMatchObject({ effects: {} });
});

/** The answer of a server that does not know a session, as the library of the protocol for TypeScript showed it. */
const NO_SESSION = {
  status: 400,
  body: { jsonrpc: '2.0', error: { code: -32_000, message: 'Bad Request: No valid session ID provided' }, id: null },
};

test.each([
  ['add', { status: 404 }],
  ['note', { status: 404 }],
  ['note', NO_SESSION],
])('a call of %s is sent again in a new session if the server dropped its session: %j', async (key, dropsWith) => {
  Object.assign(server, { drops: 1, dropsWith });
  const body = await runThrough(system, [tool(key, { a: 1, b: 2 })], '{{ answer.text }}');
  expect(body).toMatchObject({ status: 'SUCCEEDED' });
  expect(server.calls).toHaveLength(2);
});

test('a call that the server refuses with 400 is not sent again', async () => {
  server.refusesWith = 400;
  expect(await runThrough(system, [tool('note', { text: 'x' })], 'x')).toMatchObject({
    error: { code: 'TOOL_FAILED' },
  });
  expect(server.calls).toHaveLength(1);
});

test('a server that drops every session cannot be reached', async () => {
  server.drops = 9;
  expect(await runThrough(system, [tool('add', { a: 1, b: 2 })], 'x')).toMatchObject({
    error: { code: 'APP_UNREACHABLE', message: expect.stringContaining('ended the connection') },
  });
});

test('no stream stays open after a call, even if the server does not end its sessions', async () => {
  server.keepsSessions = true;
  expect(await runThrough(system, [tool('add', { a: 1, b: 2 })], 'x')).toMatchObject({ status: 'SUCCEEDED' });
  await waitFor(() => Promise.resolve(server.openStreams === 0), { what: 'the end of the streams' });
});

test('a server that is busy is called again, and one that refuses is not', async () => {
  server.refusesWith = 503;
  expect(await runThrough(system, [tool('note', { text: 'x' })], 'x')).toMatchObject({
    error: { code: 'APP_UNREACHABLE' },
  });
  expect(server.calls).toHaveLength(2);
});

test('a credential signs in, and is refused without one', async () => {
  server.token = 'the-token-of-the-server';
  expect(await runThrough(system, [tool('add', { a: 1, b: 2 })], 'x')).toMatchObject({
    error: { code: 'CREDENTIAL_REFUSED' },
  });
  const fields = { type: 'mcp', url: server.url, auth: 'bearer', token: server.token };
  const made = await system.api.request<{ id: string }>('POST', '/v1/organization/credentials', {
    name: randomUUID(),
    ...fields,
  });
  expect(made.status).toBe(201);
  const signedIn = tool('add', { a: 1, b: 2 }, { credential: made.body.id });
  expect(await runThrough(system, [signedIn], '{{ answer.data.sum }}')).toMatchObject({ output: 3 });
  const tested = await system.api.request('POST', `/v1/organization/credentials/${made.body.id}/test`);
  expect(tested.body).toEqual({ ok: true });
});
