import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { startTestIngress, type TestAnswer, type TestIngress } from '../start-test-ingress.ts';
import { definitionOf, webhookDefinition } from './definitions.ts';
import { firstAdmin, invite, type Person } from './people.ts';
import { startSecondReplica, type SecondReplica } from './second-replica.ts';

let ingress: TestIngress;
let replica: SecondReplica;
let admin: Person;
let member: Person;

beforeAll(async () => {
  ingress = await startTestIngress();
  replica = await startSecondReplica(ingress);
  admin = await firstAdmin(ingress);
  member = await invite(ingress, admin, 'member@example.com');
});

afterAll(async () => {
  await replica?.stop();
  await ingress?.stop();
});

const keys = '/v1/organization/api-keys';
const secrets = '/v1/organization/secrets';
/** The promise: a deleted key or token is refused on every replica within a second. */
const REVOKED_WITHIN_MS = 1_000;

/**
 * Asks until the answer has this status; answers the last one. A request that begins when the second is over has to
 * have it, however slow the machine is.
 */
async function statusWithinASecond(status: number, ask: () => Promise<number>): Promise<number> {
  const isOver = performance.now() + REVOKED_WITHIN_MS;
  for (;;) {
    const began = performance.now();
    const answered = await ask();
    if (answered === status || began > isOver) return answered;
  }
}

async function makeKey(body: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
  const { status, body: made } = await admin.request('POST', keys, { name: 'k', ...body });
  expect(status).toBe(201);
  return made;
}

function withKey(key: string, method: string, path: string, body?: unknown): Promise<TestAnswer> {
  return ingress.request(method, path, {
    body,
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
  });
}

describe('API keys', () => {
  test('are shown once and listed without themselves', async () => {
    const made = await admin.request('POST', keys, { name: 'Billing', expiresAt: '2099-01-01T00:00:00Z' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'Billing',
      prefix: made.body.key.slice(0, 12),
      scopes: ['run', 'read'],
      rateLimit: null,
      workflowIds: null,
      key: expect.stringMatching(/^wfk_[0-9A-Za-z]{49}$/),
      createdAt: expect.any(String),
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    const list = await admin.request('GET', keys);
    expect(list.body.items[0]).toEqual({
      id: made.body.id,
      name: 'Billing',
      prefix: made.body.prefix,
      scopes: ['run', 'read'],
      rateLimit: null,
      workflowIds: null,
      createdAt: made.body.createdAt,
      createdBy: { id: expect.any(String), name: 'admin@example.com' },
      expiresAt: made.body.expiresAt,
      lastUsedAt: null,
    });
    expect(list.text).not.toContain(made.body.key);
  });

  test.each([
    [{}, 'name is required'],
    [{ name: 'x', scopes: ['everything'] }, 'scopes[0] must be one of run, read, manage'],
    [{ name: 'x', scopes: [] }, 'scopes must have at least 1 item'],
    [{ name: 'x', expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
    [{ name: 'x', expiresAt: 'soon' }, 'expiresAt must be an ISO-8601 date-time'],
  ])('%j is refused', async (body, message) => {
    const answer = await admin.request('POST', keys, body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('allow what their scopes permit and no more', async () => {
    const reader = (await makeKey({ scopes: ['read'] })).key;
    const runner = (await makeKey({ scopes: ['run'] })).key;
    const manager = (await makeKey({ scopes: ['manage'] })).key;
    expect((await withKey(reader, 'GET', '/v1/sessions')).status).toBe(200);
    const refused = await withKey(reader, 'GET', '/v1/workflows');
    expect([refused.status, refused.body.message]).toEqual([403, "The API key does not have the scope 'manage'"]);
    expect((await withKey(reader, 'POST', '/v1/workflow/run', {})).status).toBe(403);
    expect((await withKey(runner, 'POST', '/v1/workflow/run', {})).status).toBe(400);
    expect((await withKey(runner, 'GET', '/v1/sessions')).status).toBe(403);
    expect((await withKey(manager, 'POST', '/v1/workflows', { name: 'by key' })).status).toBe(201);
    expect((await withKey(manager, 'POST', keys, { name: 'by key' })).status).toBe(201);
    for (const path of ['/v1/caller', '/v1/component-types', '/v1/workflow-templates', '/v1/overview'])
      expect((await withKey(manager, 'GET', path)).status).toBe(200);
    expect((await withKey(runner, 'GET', '/v1/component-types')).body.message).toBe(
      "The API key does not have the scope 'read' or 'manage'",
    );
    expect((await withKey(reader, 'GET', '/v1/caller')).body).toMatchObject({
      kind: 'api-key',
      scopes: ['read'],
      role: null,
    });
  });

  test('no key is 401, a wrong, mistyped or expired one 403', async () => {
    const soon = new Date(Date.now() + 3_000).toISOString();
    const { key } = await makeKey({ expiresAt: soon });
    const status = async (value: string): Promise<[number, string]> => {
      const answer = await withKey(value, 'GET', '/v1/sessions');
      return [answer.status, answer.body?.message];
    };
    expect((await status(key))[0]).toBe(200);
    await waitFor(async () => (await status(key))[0] === 403);
    expect(await status(key)).toEqual([403, 'Permission Denied']);
    expect(await status(`${key.slice(0, -1)}_`)).toEqual([403, 'Permission Denied']);
    expect(await status('wfk_x')).toEqual([403, 'Permission Denied']);
    const none = await ingress.request('GET', '/v1/sessions');
    expect([none.status, none.body.message]).toEqual([401, 'Unauthorized']);
  });

  test('are refused immediately on this replica and within a second on others after deletion', async () => {
    const { id, key } = await makeKey();
    const elsewhere = async (): Promise<number> =>
      (await replica.fetch('GET', '/v1/sessions', { 'x-api-key': key })).status;
    expect([(await withKey(key, 'GET', '/v1/sessions')).status, await elsewhere()]).toEqual([200, 200]);
    expect((await admin.request('DELETE', `${keys}/${id}`)).status).toBe(204);
    expect((await withKey(key, 'GET', '/v1/sessions')).status).toBe(403);
    expect(await statusWithinASecond(403, elsewhere)).toBe(403);
    expect((await admin.request('DELETE', `${keys}/${id}`)).status).toBe(404);
  });

  test('a new key works on other replicas immediately, even after it was refused there', async () => {
    const { key } = await makeKey();
    expect((await replica.fetch('GET', '/v1/sessions', { 'x-api-key': key })).status).toBe(200);
  });
});

describe('webhook tokens and published versions', () => {
  test('are revoked within a second on another replica', async () => {
    const definition = webhookDefinition();
    const { body: workflow } = await admin.request('POST', '/v1/workflows', { name: 'w', ...definitionOf(definition) });
    const path = `/v1/workflows/${workflow.id}`;
    await admin.request('POST', `${path}/publish`);
    const tokenPath = `${path}/components/${definition.webhook.id}/token`;
    const { token } = (await admin.request('POST', tokenPath)).body;
    const elsewhere = async (): Promise<number> =>
      (await replica.fetch('POST', `/webhook/${workflow.id}`, { token }, {})).status;
    expect(await elsewhere()).toBe(202);
    await admin.request('POST', `${path}/unpublish`);
    expect(await statusWithinASecond(409, elsewhere)).toBe(409);
    await admin.request('POST', `${path}/publish`);
    expect(await statusWithinASecond(202, elsewhere)).toBe(202);
    await admin.request('DELETE', tokenPath);
    expect(await statusWithinASecond(403, elsewhere)).toBe(403);
  });
});

describe('secrets', () => {
  test('are created, replaced, listed by name, deleted, and never returned', async () => {
    const value = `s3cret-${randomUUID()}`;
    const made = await admin.request('PUT', `${secrets}/stripe.key`, { value });
    expect([made.status, made.body]).toEqual([
      201,
      {
        name: 'stripe.key',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        updatedBy: { id: expect.any(String), name: 'admin@example.com' },
      },
    ]);
    expect((await admin.request('PUT', `${secrets}/stripe.key`, { value: `${value}2` })).status).toBe(200);
    const { organizationId } = (await admin.request('GET', '/v1/caller')).body;
    expect(await ingress.context.store.lookups.revealSecret(organizationId, 'stripe.key')).toBe(`${value}2`);
    const list = await admin.request('GET', secrets);
    expect(list.body.items.map((item: { name: string }) => item.name)).toEqual(['stripe.key']);
    expect(list.text).not.toContain(value);
    const read = await admin.request('GET', `${secrets}/stripe.key`);
    expect([read.status, read.body]).toEqual([200, list.body.items[0]]);
    expect((await admin.request('DELETE', `${secrets}/stripe.key`)).status).toBe(204);
    expect((await admin.request('DELETE', `${secrets}/stripe.key`)).status).toBe(404);
    expect((await admin.request('GET', `${secrets}/stripe.key`)).status).toBe(404);
    expect(await ingress.context.store.lookups.revealSecret(organizationId, 'stripe.key')).toBeNull();
  });

  test.each(['1abc', 'a b', 'ä', 'a'.repeat(129)])('a secret is not called %j', async (name) => {
    const refused = await admin.request('PUT', `${secrets}/${encodeURIComponent(name)}`, { value: 'x' });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^name must /)]);
    expect((await admin.request('GET', `${secrets}/${encodeURIComponent(name)}`)).status).toBe(404);
  });
});

describe('roles', () => {
  test('members build and publish', async () => {
    const definition = webhookDefinition();
    const { status, body: workflow } = await member.request('POST', '/v1/workflows', {
      name: 'm',
      ...definitionOf(definition),
    });
    expect(status).toBe(201);
    expect((await member.request('POST', `/v1/workflows/${workflow.id}/publish`)).status).toBe(201);
    expect(
      (await member.request('POST', `/v1/workflows/${workflow.id}/components/${definition.webhook.id}/token`)).status,
    ).toBe(201);
    expect(
      (
        await member.request('POST', '/v1/workflow/run', {
          workflowId: workflow.id,
          componentId: definition.webhook.id,
        })
      ).status,
    ).toBe(200);
    expect((await member.request('GET', '/v1/sessions')).body.items[0]).toMatchObject({ trigger: 'CONSOLE' });
  });
});

describe('the audit log', () => {
  test('shows who did what, newest first, page by page', async () => {
    const { body: workflow } = await member.request('POST', '/v1/workflows', { name: 'audited' });
    await member.request('DELETE', `/v1/workflows/${workflow.id}`);
    const first = await admin.request('GET', '/v1/organization/audit-log?limit=1');
    expect(first.body.items).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        actor: { type: 'user', id: expect.any(String), name: 'member@example.com' },
        action: 'workflow.delete',
        target: { type: 'workflow', id: workflow.id },
        detail: { name: 'audited' },
      },
    ]);
    const second = await admin.request('GET', `/v1/organization/audit-log?limit=1&cursor=${first.body.nextCursor}`);
    expect(second.body.items[0]).toMatchObject({ action: 'workflow.create', target: { id: workflow.id } });
    const { body } = await admin.request('GET', '/v1/organization/audit-log?action=api-key.delete');
    expect(new Set(body.items.map((entry: { action: string }) => entry.action))).toEqual(new Set(['api-key.delete']));
  });
});

describe('last-used times', () => {
  test('of keys and tokens are written a little later', async () => {
    const definition = webhookDefinition();
    const { body: workflow } = await admin.request('POST', '/v1/workflows', {
      name: 'used',
      ...definitionOf(definition),
    });
    const path = `/v1/workflows/${workflow.id}`;
    await admin.request('POST', `${path}/publish`);
    const tokenPath = `${path}/components/${definition.webhook.id}/token`;
    const { token } = (await admin.request('POST', tokenPath)).body;
    const { id, key } = await makeKey();
    await ingress.request('POST', `/webhook/${workflow.id}`, {
      body: {},
      headers: { 'content-type': 'application/json', token },
    });
    await withKey(key, 'POST', '/v1/workflow/run', { workflowId: workflow.id, componentId: definition.webhook.id });
    await ingress.context.lastUsed.flush();
    expect((await admin.request('GET', tokenPath)).body.lastUsedAt).toEqual(expect.any(String));
    const { body: list } = await admin.request('GET', keys);
    expect(list.items.find((item: { id: string }) => item.id === id).lastUsedAt).toEqual(expect.any(String));
  });
});
