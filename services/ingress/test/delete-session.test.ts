import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { component, useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const input = component('input', { placeholders: [{ key: 'name', type: 'TEXT' }] });
const ingress = useTestIngress();
let database: pg.Client;
let workflowId: string;
let manageKey: string;
let runKey: string;

beforeAll(async () => {
  database = await ingress.connect();
  workflowId = await ingress.workflow([input]);
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const keyOf = async (name: string, scopes: string[]): Promise<string> =>
    (await organization.createApiKey(actor, { name, scopes, expiresAt: null })).value;
  manageKey = await keyOf('manage', ['manage']);
  runKey = await keyOf('run', ['run', 'read']);
});

async function started(headers: Record<string, string> = {}): Promise<string> {
  const body = { workflowId, componentId: input.id, placeholderValues: { name: 'Ada' } };
  return (await ingress.run(body, headers)).body.sessionId;
}

const end = (id: string) =>
  database.query("UPDATE sessions SET status = 'SUCCEEDED', started_at = now(), finished_at = now() WHERE id = $1", [
    id,
  ]);
const remove = (id: string, key = manageKey): Promise<TestAnswer> =>
  ingress.request('DELETE', `/v1/sessions/${id}`, { headers: { 'x-api-key': key } });
async function left(table: string, column: string, id: string): Promise<number> {
  return (await database.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rows.length;
}

test('an ended session goes with its children, its steps and stored answer, and the audit log names it', async () => {
  const [parent, child] = [await started({ 'idempotency-key': 'once' }), await started()];
  await database.query(
    'UPDATE sessions SET parent_id = $2, parent_run = 1, parent_component_id = $3, parent_iteration = 0 WHERE id = $1',
    [child, parent, input.id],
  );
  for (const id of [parent, child]) {
    await end(id);
    await database.query(
      "INSERT INTO steps (session_id, run, component_id, status, started_at) VALUES ($1, 1, $2, 'SUCCEEDED', now())",
      [id, input.id],
    );
  }
  expect((await remove(parent)).status).toBe(204);
  // As executors do.
  while (await ingress.context.store.trees.deleteParts());
  for (const id of [parent, child])
    expect([await left('sessions', 'id', id), await left('steps', 'session_id', id)]).toEqual([0, 0]);
  expect(await left('idempotency_keys', 'session_id', parent)).toBe(0);
  expect((await remove(parent)).status).toBe(404);
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const { items } = await organization.listAudit({ limit: 10, action: 'session.delete' });
  expect(items).toMatchObject([
    { actor: { type: 'api-key', name: 'manage' }, target: { type: 'session', id: parent }, detail: { children: 1 } },
  ]);
});

test('one that is under way, or has a child under way, is not deleted', async () => {
  const [parent, child] = [await started(), await started()];
  const refused = await remove(parent);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The session has not ended: it is QUEUED; cancel it first',
  ]);
  await database.query('UPDATE sessions SET parent_id = $2, parent_run = 1, parent_iteration = 0 WHERE id = $1', [
    child,
    parent,
  ]);
  await end(parent);
  expect((await remove(parent)).body.message).toBe(
    'A session that it started has not ended: it is QUEUED; cancel it first',
  );
  expect(await left('sessions', 'id', parent)).toBe(1);
});

test('a key without the scope manage may not delete, and an unknown session is not found', async () => {
  const session = await started();
  await end(session);
  expect((await remove(session, runKey)).status).toBe(403);
  expect((await remove(randomUUID())).status).toBe(404);
  expect((await remove('none')).status).toBe(404);
});
