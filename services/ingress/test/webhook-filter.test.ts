import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { waitFor } from '@workflow/test-harness';
import { SENSITIVE_MASK, type JsonObject } from '@workflow/workflow-model';
import { JSON_TYPE, makeHook, type Hook } from './make-hook.ts';
import { component, useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const actor = { type: 'system', id: null, name: 'test' } as const;
const CREATED = "request.body.type = 'order.created'";
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const ingress = useTestIngress();
let database: pg.Client;
beforeAll(async () => {
  database = await ingress.connect();
  await ingress.context.store.management.organization(ingress.organization.id).putSecret(actor, 'signing', 'a secret');
});

interface Sent {
  method?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

function send(hook: Hook, { method = 'POST', query = '', headers = {}, body }: Sent): Promise<TestAnswer> {
  const type = body === undefined ? {} : JSON_TYPE;
  return ingress.request(method, hook.path + query, { headers: { token: hook.token, ...type, ...headers }, body });
}

/** The answer to a delivery that started no session. */
function filteredFor({ workflowId, componentId }: Hook) {
  return { workflowId, componentId, sessionId: null, filtered: true };
}

async function sessionsOf({ workflowId }: Hook): Promise<number> {
  const { rows } = await database.query('SELECT 1 FROM sessions WHERE workflow_id = $1', [workflowId]);
  return rows.length;
}

async function componentOf({ workflowId, componentId }: Hook): Promise<JsonObject> {
  const headers = { 'x-api-key': ingress.organization.apiKey };
  const { body } = await ingress.request('GET', `/v1/workflows/${workflowId}/components/${componentId}`, { headers });
  return body as JsonObject;
}

test('only deliveries for which the filter is true start a session, and the others are counted', async () => {
  const hook = await makeHook(ingress, { filter: CREATED });
  expect(await componentOf(hook)).toMatchObject({ filtered: { lastHour: 0, lastAt: null } });
  const filtered = await send(hook, { body: { type: 'order.deleted' } });
  expect([filtered.status, filtered.body]).toEqual([202, filteredFor(hook)]);
  const passed = await send(hook, { body: { type: 'order.created' } });
  expect([passed.status, passed.body]).toEqual([
    202,
    { workflowId: hook.workflowId, componentId: hook.componentId, sessionId: expect.any(String) },
  ]);
  for (let sent = 0; sent < 3; sent += 1) await send(hook, { body: {} });
  expect(await sessionsOf(hook)).toBe(1);
  await ingress.context.filtered.stop();
  expect(await componentOf(hook)).toMatchObject({ filtered: { lastHour: 4, lastAt: expect.any(String) } });
  const metrics = await ingress.context.metrics.registry.metrics();
  expect(metrics).toMatch(/^workflow_deliveries_filtered_total\{service="ingress"\} \d+$/m);
});

test.each<[string, Sent, boolean]>([
  ['true', {}, true],
  ['request.method = "PUT"', { method: 'PUT', body: {} }, true],
  ['request.method = "PUT"', { body: {} }, false],
  ['request.method = "GET" and request.query.topic = "a b"', { method: 'GET', query: '?topic=a%20b' }, true],
  ['request.query.tag[1] = "y"', { query: '?tag=x&tag=y' }, true],
  ['request.headers.`x-kind` = "order"', { headers: { 'x-kind': 'order' } }, true],
  ['request.headers.`x-kind` = "order"', { headers: { 'x-kind': 'Order' } }, false],
  ['$exists(request.headers.token)', {}, false],
  ['$exists(request.query.token)', {}, false],
  ['request.path', {}, true],
  ['$exists(request.receivedAt)', {}, true],
  ['$exists(request.rawBody)', { body: {} }, false],
  ['request.bodyEncoding = "base64"', { headers: { 'content-type': 'image/png' }, body: 'x' }, true],
  ['request.body = "hello"', { headers: { 'content-type': 'text/plain' }, body: 'hello' }, true],
  ['request.body.kind = "a b"', { headers: FORM, body: 'kind=a+b' }, true],
  ['request.body.kind = "a"', { headers: FORM, body: 'kind=b' }, false],
  ['$count(request.body.items[price > 5]) > 0', { body: { items: [{ price: 3 }, { price: 7 }] } }, true],
  ['$count(request.body.items[price > 5]) > 0', { body: { items: [{ price: 3 }] } }, false],
  ['"b" in request.body.tags', { body: { tags: ['a', 'b'] } }, true],
  ['$contains(request.body.name, "da")', { body: { name: 'Ada' } }, true],
  // False by `$boolean`: false, 0, null, and whatever is empty or missing.
  ['request.body', { body: false }, false],
  ['request.body', { body: 0 }, false],
  ['request.body', { body: '""' }, false],
  ['request.body', { body: 'null' }, false],
  ['request.body', { body: [] }, false],
  ['request.body', { body: {} }, false],
  ['request.body', { body: [0, '', null] }, false],
  ['request.body.missing', { body: {} }, false],
  ['request.body.missing = 1', { body: null }, false],
  // True by `$boolean`: every other text, number, list and object.
  ['request.body', { body: '"false"' }, true],
  ['request.body', { body: '"0"' }, true],
  ['request.body', { body: -1 }, true],
  ['request.body', { body: [0, 1] }, true],
  ['request.body', { body: { a: null } }, true],
])('%s of %j passes: %p', async (filter, sent, passes) => {
  const hook = await makeHook(ingress, { filter, methods: ['POST', 'PUT', 'GET'] });
  const answer = await send(hook, sent);
  expect([answer.status, answer.body.sessionId !== null]).toEqual([202, passes]);
  expect(await sessionsOf(hook)).toBe(passes ? 1 : 0);
});

test.each<[string, string, unknown, RegExp]>([
  ['that fails', 'request.body.amount > 5', { amount: 'many' }, /^config\.filter: .*same data type/],
  [
    'that would read too much',
    '$count(request.body[a = "x"]) > 0',
    Array.from({ length: 60_000 }, () => ({ a: 'y' })),
    /^config\.filter: the expression may read at most \d+ characters$/,
  ],
])('a filter %s lets the delivery through with a warning', async (_what, filter, body, warning) => {
  const hook = await makeHook(ingress, { filter });
  const answer = await send(hook, { body });
  expect(answer.status).toBe(202);
  const { rows } = await database.query('SELECT warning FROM sessions WHERE id = $1', [answer.body.sessionId]);
  expect(rows).toEqual([{ warning: expect.stringMatching(warning) as unknown }]);
});

test('the warning of a request with sensitive fields has no value of it', async () => {
  const webhook = component('webhook', { filter: 'request.body.kind = "x" and request.body.amount > 5' }, 'request');
  const fields = [{ key: 'body', type: 'OBJECT', fields: [{ key: 'amount', type: 'TEXT', sensitive: true }] }];
  const parse = component('json-parse', { source: '{{ request }}', fields }, 'data');
  const connections = [{ from: webhook.id, port: 'next', to: parse.id }];
  const workflowId = await ingress.workflow([webhook, parse], { connections });
  const token = await ingress.token(workflowId, webhook.id);
  const hook = { workflowId, componentId: webhook.id, token, path: `/webhook/${workflowId}` };
  const answer = await send(hook, { body: { kind: 'x', amount: 'hunter2' } });
  const { rows } = await database.query('SELECT warning FROM sessions WHERE id = $1', [answer.body.sessionId]);
  expect(rows).toEqual([{ warning: expect.stringMatching(/^config\.filter: the expression failed/) as unknown }]);
  expect(JSON.stringify(rows)).not.toContain('hunter2');

  const headers = { 'x-api-key': ingress.organization.apiKey };
  const listener = `/v1/workflows/${workflowId}/components/${webhook.id}/listener`;
  await ingress.request('POST', listener, { headers });
  const caught = await waitFor(
    async () => {
      expect((await send(hook, { body: { kind: 'y', amount: 'hunter2' } })).body).toEqual(filteredFor(hook));
      return (await ingress.request('GET', listener, { headers })).body.caught;
    },
    { what: 'a caught delivery' },
  );
  expect(caught).toMatchObject({ filtered: true, sessionId: null });
  expect(JSON.parse(caught.request)).toMatchObject({ body: { kind: 'y', amount: SENSITIVE_MASK } });
});

test('the filter is before known delivery ids, and a filtered delivery leaves none', async () => {
  const hook = await makeHook(ingress, { filter: CREATED });
  const body = { type: 'order.changed' };
  const headers = { 'webhook-id': randomUUID() };
  expect((await send(hook, { body, headers })).body).toEqual(filteredFor(hook));
  const path = `/v1/workflows/${hook.workflowId}`;
  const key = { 'x-api-key': ingress.organization.apiKey };
  const publish = async (filter: string): Promise<void> => {
    const { body: workflow, headers: sent } = await ingress.request('GET', path, { headers: key });
    workflow.components[0].config.filter = filter;
    const changed = { name: workflow.name, components: workflow.components, connections: workflow.connections };
    const etag = { 'if-match': sent.get('etag') ?? '' };
    expect(
      (await ingress.request('PUT', path, { headers: { ...key, ...etag, ...JSON_TYPE }, body: changed })).status,
    ).toBe(200);
    expect((await ingress.request('POST', `${path}/publish`, { headers: key })).status).toBe(201);
  };
  await publish('request.body.type = "order.changed"');
  const accepted = await send(hook, { body, headers });
  expect(accepted.body).toMatchObject({ sessionId: expect.any(String) });
  expect((await send(hook, { body, headers })).body.sessionId).toBe(accepted.body.sessionId);
  expect(await sessionsOf(hook)).toBe(1);
  await publish(CREATED);
  expect((await send(hook, { body, headers })).body).toEqual(filteredFor(hook));
});

test('token, signature, handshakes and rate limit are before the filter', async () => {
  const verification = { scheme: 'hmac', header: 'x-signature', secret: 'signing' };
  const limited = { rateLimit: { perMinute: 1, burst: 1 } };
  const hook = await makeHook(ingress, { filter: 'false', verification, handshakes: ['slack', 'head'], ...limited });
  expect((await send({ ...hook, token: 'wrong' }, { body: {} })).status).toBe(403);
  expect((await send(hook, { body: {} })).status).toBe(403);
  const signed = (body: unknown): Sent => {
    const text = JSON.stringify(body);
    return { body: text, headers: { 'x-signature': createHmac('sha256', 'a secret').update(text).digest('hex') } };
  };
  const challenge = await send(hook, signed({ type: 'url_verification', challenge: 'c' }));
  expect([challenge.status, challenge.text]).toEqual([200, 'c']);
  expect((await send(hook, { method: 'PATCH', body: {} })).status).toBe(405);
  expect((await send(hook, signed({ n: 1 }))).body).toEqual(filteredFor(hook));
  expect((await send(hook, signed({ n: 2 }))).status).toBe(429);
});

test('a filtered delivery gets its answer immediately, stores no file, and takes nothing of a quota', async () => {
  const waiting = await makeHook(ingress, { filter: 'false', response: { timeoutSeconds: 60 } });
  expect((await send(waiting, { body: {} })).body).toEqual(filteredFor(waiting));

  const files = await makeHook(ingress, { filter: 'request.body.note = "yes"', files: 'store' });
  const form = new FormData();
  form.append('note', 'no');
  form.append('scan', new Blob(['bytes']), 'scan.txt');
  const stored = await fetch(ingress.url + files.path, { method: 'POST', headers: { token: files.token }, body: form });
  expect(await stored.json()).toEqual(filteredFor(files));
  const discarded = await database.query('SELECT expires_at <= now() AS "isDiscarded" FROM files');
  expect(discarded.rows).toEqual([{ isDiscarded: true }]);

  const { management } = ingress.context.store;
  await management.organization(ingress.organization.id).putQuotas(actor, { runsPerMinute: 1, runBurst: 1 });
  const hook = await makeHook(ingress, { filter: CREATED });
  const created = { body: { type: 'order.created' } };
  await waitFor(async () => (await send(hook, created)).status === 429, { what: 'a delivery above the quota' });
  expect((await send(hook, { body: {} })).body).toEqual(filteredFor(hook));
});
