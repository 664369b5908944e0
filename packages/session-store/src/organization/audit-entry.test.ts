import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';
import { poison } from '../../test/poison.ts';
import type { Table } from '../collections/tables.ts';
import type { NewQuestion } from '../questions/question.ts';
import type { Audit } from './audit-entry.ts';

const organizationId = randomUUID();
const userId = randomUUID();
const ACTOR = { type: 'user', id: userId, name: 'ada@example.com' } as const;
const database = useTestStore();

beforeAll(async () => {
  await database.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', 'test')`, [organizationId]);
  await database.sql(`INSERT INTO users (id, name, email, updated_at) VALUES ($1, 'Ada', 'ada@example.com', now())`, [
    userId,
  ]);
});

function auditOf(action: string): Audit {
  return {
    actor: ACTOR,
    entry: { action, targetType: 'session', targetId: randomUUID(), detail: { choice: 'approve' } },
  };
}

async function decision(): Promise<() => Promise<unknown>> {
  const { session, fence } = await runningSession(database.store, { organizationId });
  const { questions } = database.store;
  const place = { sessionId: session.id, run: 1, componentId: session.componentId, iteration: 0 };
  const question: NewQuestion = { kind: 'callback', fields: [], timeoutSeconds: 60, reply: null };
  await questions.ask(fence, { ...place, organizationId, sessionRun: 1 }, question);
  const by = { decision: null, audit: auditOf('approval.decide') };
  return () => questions.answer(organizationId, place, { value: 1 }, by);
}

async function signIn(): Promise<() => Promise<unknown>> {
  const { credentials } = database.store;
  const content = { name: randomUUID(), fields: {}, secrets: { token: 'secret' } };
  const saved = await credentials.organization(organizationId).create(ACTOR, 'http-bearer', content);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const tokens = { accessToken: 'a', refreshToken: null, signsIn: 'header' as const, times: null };
  const place = { organizationId, credentialId: saved.credential.id, fields: {} };
  return () => credentials.grants.writeSignedIn(place, tokens, auditOf('credential.sign-in'));
}

async function deviceSignIn(): Promise<() => Promise<unknown>> {
  const { people } = database.store.management;
  const [deviceCodeHash, userCodeHash] = ['device', 'user'].map(
    (kind) => new Uint8Array(createHash('sha256').update(`${kind} ${randomUUID()}`).digest()),
  ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  const signIn = { keyName: 'Laptop', scopes: ['run'], address: '127.0.0.1', lifetimeMs: 60_000 };
  await people.beginDeviceSignIn({ deviceCodeHash, userCodeHash, ...signIn });
  const answer = { accepted: true, organizationId, userId, keyName: 'Laptop', scopes: ['run'] };
  return () => people.answerDeviceSignIn(userCodeHash, answer, auditOf('device-sign-in.accept'));
}

async function connection(): Promise<() => Promise<unknown>> {
  const agreed = { organizationId, userId, clientId: randomUUID(), redirectUri: 'https://ours.example/', scopes: [] };
  const audit = auditOf('mcp-client.authorize');
  return () => database.store.management.people.storeOAuthConnection(agreed, audit).then(() => true);
}

async function rowOf(operation: 'insert' | 'delete'): Promise<() => Promise<unknown>> {
  const tables = database.store.collections.organization(organizationId);
  const name = `t${randomUUID().slice(0, 8)}`;
  await tables.create(ACTOR, name, [{ key: 'note', type: 'TEXT' }]);
  const table = (await tables.find(name)) as Table;
  const row = { value: { note: 'a' }, shown: { note: 'a' }, sensitive: [] };
  const insert = async () => (await tables.writeRow(ACTOR, table, { operation: 'insert', key: 'k', row })) !== null;
  if (operation === 'insert') return insert;
  await insert();
  return () => tables.deleteRow(ACTOR, table, 'k');
}

test.each([
  ['approval.decide', decision],
  ['credential.sign-in', signIn],
  ['device-sign-in.accept', deviceSignIn],
  ['mcp-client.authorize', connection],
  ['table-row.create', () => rowOf('insert')],
  ['table-row.delete', () => rowOf('delete')],
])('a change is not committed without its audit entry, and once with it: %s', async (action, prepare) => {
  const change = await prepare();
  const heal = await poison(database, { table: 'audit_log', on: 'INSERT', organizationId });
  await expect(change()).rejects.toThrow();
  await heal();
  await database.sql('DELETE FROM audit_log WHERE action = $1', [action]);
  expect(await change()).toBe(true);
  const entries = await database.sql<object>(
    'SELECT actor_type AS type, actor_id AS id, actor_name AS name, detail FROM audit_log WHERE action = $1',
    [action],
  );
  expect(entries).toEqual([{ ...ACTOR, detail: expect.anything() }]);
});

test('an answer that is too late writes no audit entry', async () => {
  const change = await decision();
  await change();
  const count = async () =>
    (await database.sql<object>(`SELECT FROM audit_log WHERE action = 'approval.decide'`)).length;
  const before = await count();
  expect(await change()).toBe(false);
  expect(await count()).toBe(before);
});
