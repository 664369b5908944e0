import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { component, openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { runThrough } from './run-components.ts';

const PATH = '/v1/organization/credentials';
const TOKEN = 'planted-token-of-the-credential';

let system: SharedContractSystem;
let server: Server;
let port: number;
const seen: { url: string; query: string; authorization: string | undefined; key: string | undefined }[] = [];

/** `/to?<url>` redirects to the URL; `/echo` repeats the header; `/private` accepts one token. */
function answer(request: IncomingMessage): { status: number; headers?: JsonObject; body?: string } {
  const { authorization } = request.headers;
  const url = new URL(request.url ?? '', 'http://third');
  const key = request.headers['x-key'] as string | undefined;
  seen.push({ url: url.pathname, query: url.search, authorization, key });
  if (url.pathname === '/to') return { status: 302, headers: { location: url.searchParams.get('url') ?? '' } };
  if (url.pathname === '/echo') return { status: 200, body: JSON.stringify({ you: authorization ?? null }) };
  if (url.pathname === '/private') return { status: authorization === `Bearer ${TOKEN}` ? 200 : 401 };
  return { status: 200 };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, headers = {}, body = '{}' } = answer(request);
    response.writeHead(status, { 'content-type': 'application/json', ...(headers as object) }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  system = await openContractSystem();
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Shown {
  id: string;
  createdAt: string;
  lastUsedAt: string;
}

interface Tested {
  ok: boolean;
  message?: string;
}

let made = 0;
async function credential(content: JsonObject): Promise<string> {
  const { status, body } = await system.api.request<Shown>('POST', PATH, { name: `C${(made += 1)}`, ...content });
  expect(status).toBe(201);
  return body.id;
}

const bearer = (more: JsonObject = {}) => credential({ type: 'http-bearer', token: TOKEN, ...more });
const here = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;

/** Calls an address with a credential. @returns the answer of the run and the requests that the server received */
async function call(id: string, url: string, more: Partial<Component> = {}) {
  seen.length = 0;
  const request = component('http-request', { method: 'GET', url, credential: id }, { output: 'answer', ...more });
  const body = await runThrough(system, [request], '{{ answer.text }}');
  return { body, seen: [...seen], steps: await system.api.steps(body.sessionId), request };
}

test.each<[string, JsonObject, JsonObject]>([
  ['http-basic', { user: 'me', password: 'pass word' }, { authorization: 'Basic bWU6cGFzcyB3b3Jk' }],
  ['http-bearer', { token: TOKEN }, { authorization: `Bearer ${TOKEN}` }],
  ['http-header', { header: 'X-Key', value: 'planted value' }, { key: 'planted value' }],
  ['http-query', { parameter: 'key', value: 'planted value' }, { query: '?key=planted+value' }],
])('%s signs a request in', async (type, fields, expected) => {
  const { body, seen: calls } = await call(await credential({ type, ...fields }), here('/'));
  expect(body.status).toBe('SUCCEEDED');
  expect(calls).toEqual([expect.objectContaining(expected)]);
});

test('is masked in the step, the output and the events when a server repeats it', async () => {
  const { body, steps, request } = await call(await bearer(), here('/echo'));
  expect(body.output).toBe('{"you":"Bearer ***"}');
  const step = steps.find(({ componentId }) => componentId === request.id);
  expect(step).toMatchObject({ status: 'SUCCEEDED', output: { body: { you: 'Bearer ***' } } });
  expect(JSON.stringify(steps)).not.toContain(TOKEN);
});

test('a call straight to another host than its hosts fails before anything is sent', async () => {
  const { body, seen: calls } = await call(await bearer({ hosts: ['api.example.com'] }), here('/'));
  expect(body).toMatchObject({ status: 'FAILED', error: { code: 'CREDENTIAL_HOST' } });
  expect(calls).toEqual([]);
});

test('a redirect takes it to hosts that are listed, and elsewhere the call goes on without it', async () => {
  const [alone, both] = [await bearer({ hosts: ['127.0.0.1'] }), await bearer({ hosts: ['127.0.0.1', 'localhost'] })];
  const anywhere = await bearer();
  const elsewhere = here(`/to?url=${encodeURIComponent(here('/end', 'localhost'))}`);
  const own = here(`/to?url=${encodeURIComponent(here('/end'))}`);
  const last = async (id: string, url: string) => {
    const calls = (await call(id, url)).seen;
    expect(calls.map((one) => one.url)).toEqual(['/to', '/end']);
    return calls.at(-1)?.authorization;
  };
  const sent = `Bearer ${TOKEN}`;
  expect(await last(both, elsewhere)).toBe(sent);
  expect(await last(alone, elsewhere)).toBeUndefined();
  expect(await last(alone, own)).toBe(sent);
  expect(await last(anywhere, elsewhere)).toBeUndefined();
  expect(await last(anywhere, own)).toBe(sent);
});

test('a credential that was deleted fails the step, and its last use was noted before', async () => {
  const id = await bearer();
  const request = component('http-request', { method: 'GET', url: here('/'), credential: id });
  const workflowId = await system.api.publish('Signs in', { components: [request], connections: [] });
  const run = () => system.api.run(workflowId, request.id, {}, { prefer: 'wait=60' });
  expect((await run()).body.status).toBe('SUCCEEDED');
  const { body } = await system.api.request<Shown>('GET', `${PATH}/${id}`);
  expect(Date.parse(body.lastUsedAt)).toBeGreaterThan(Date.parse(body.createdAt) - 1);
  await system.api.request('DELETE', `${PATH}/${id}?force=true`);
  const failed = (await run()).body;
  expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'CREDENTIAL_MISSING', componentId: request.id } });
});

test('an executor tests a credential and reports the result', async () => {
  const testOf = async (more: JsonObject, token = TOKEN) => {
    const id = await bearer({ token, ...more });
    const { status, body } = await system.api.request<Tested>('POST', `${PATH}/${id}/test`);
    expect(status).toBe(200);
    return body;
  };
  expect(await testOf({ testUrl: here('/private') })).toEqual({ ok: true });
  const message = `127.0.0.1:${port} answered 401`;
  expect(await testOf({ testUrl: here('/private') }, 'wrong-token')).toEqual({ ok: false, message });
  expect(await testOf({})).toMatchObject({ ok: true, message: expect.stringContaining('Nothing was tried') });
  const log = '/v1/organization/audit-log?limit=10';
  const { items } = await system.api.call<{ items: { action: string; detail: { result: string } }[] }>('GET', log);
  const results = items.filter(({ action }) => action === 'credential.test').map(({ detail }) => detail.result);
  expect(results.slice(0, 3)).toEqual(['nothing was tried', 'failed', 'succeeded']);
});

test('a test reaches no address that workflows may not reach, whatever its protocol', async () => {
  const mail = { port: 25, tls: 'none', user: 'u', password: 'p-a-s-s' };
  const database = { port: 5432, tls: 'none', database: 'd', user: 'u', password: 'p-a-s-s' };
  for (const content of [
    { type: 'smtp', host: '127.9.9.9', ...mail },
    { type: 'imap', host: '::1', ...mail },
    { type: 'postgresql', host: '169.254.169.254', ...database },
    { type: 'mysql', host: '10.0.0.1', ...database },
    { type: 'openai-compatible', baseUrl: 'http://10.0.0.1/v1', apiKey: 'k-e-y' },
  ]) {
    const id = await credential(content);
    const { body } = await system.api.request<Tested>('POST', `${PATH}/${id}/test`);
    expect(body).toEqual({ ok: false, message: expect.stringContaining('no address that workflows may reach') });
  }
});
