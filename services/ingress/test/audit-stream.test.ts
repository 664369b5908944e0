import { beforeAll, expect, test } from '@jest/globals';
import { createOrganization } from '@workflow/test-harness';
import type pg from 'pg';
import { useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const KEY = 'the key of the operator, of course';
/** Far more than the readers need, so that one that is refused for ever ends. */
const MAX_READS = 1_000;
const SYSTEM = { type: 'system', id: null, name: 'test' } as const;

interface Line {
  sequence: number;
  organizationId: string;
  action: string;
  target: { type: string; id: string | null };
}

const ingress = useTestIngress({ config: { operatorKey: KEY } });
let database: pg.Client;
let elsewhere: string;

beforeAll(async () => {
  database = await ingress.connect();
  elsewhere = (await createOrganization(ingress.databaseUrl, 'Elsewhere')).id;
});

const get = (path: string, key: string): Promise<TestAnswer> =>
  ingress.request('GET', path, { headers: { 'x-api-key': key } });
const follow = (parameters = ''): Promise<TestAnswer> => get(`/v1/operator/audit-log?${parameters}`, KEY);
const linesOf = ({ text }: TestAnswer): Line[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
const lastSequence = async (): Promise<number> => linesOf(await follow('limit=10000')).at(-1)?.sequence ?? 0;

const note = (organizationId: string, targetId: string): Promise<void> =>
  ingress.context.store.management
    .organization(organizationId)
    .recordAudit(SYSTEM, { action: 'session.delete', targetType: 'session', targetId });

/** Writes an entry in the open transaction of `database`. */
const noteInTransaction = (targetId: string): Promise<unknown> =>
  database.query(
    `INSERT INTO audit_log (id, organization_id, actor_type, actor_name, action, target_type, target_id)
     VALUES (uuidv7(), $1, 'system', 'test', 'session.delete', 'session', $2)`,
    [ingress.organization.id, targetId],
  );

test('the operator reads the entries of all organizations, page by page, each once', async () => {
  const since = await lastSequence();
  for (const name of ['a', 'b', 'c']) await note(name === 'b' ? elsewhere : ingress.organization.id, name);
  const read: Line[] = [];
  for (let after = since; ; after = read.at(-1)!.sequence) {
    const answer = await follow(`after=${after}&limit=2`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    if (answer.text === '') break;
    read.push(...linesOf(answer));
  }
  expect(read.map(({ target, organizationId }) => [target.id, organizationId])).toEqual([
    ['a', ingress.organization.id],
    ['b', elsewhere],
    ['c', ingress.organization.id],
  ]);
});

test('an entry that was begun before others and committed after them is not missed', async () => {
  const since = await lastSequence();
  await database.query('BEGIN');
  await noteInTransaction('begun first');
  await note(ingress.organization.id, 'committed first');
  const first = linesOf(await follow(`after=${since}`));
  expect(first.map(({ target }) => target.id)).toEqual(['committed first']);
  await database.query('COMMIT');
  const second = linesOf(await follow(`after=${first[0]!.sequence}`));
  expect(second.map(({ target }) => target.id)).toEqual(['begun first']);
});

test('many simultaneous readers see the same order, also while entries are written', async () => {
  const since = await lastSequence();
  const names = Array.from({ length: 20 }, (_, index) => `at once ${index}`);
  const readAll = async (): Promise<(string | null)[]> => {
    const read: Line[] = [];
    for (let asked = 0; read.length < names.length && asked < MAX_READS; asked += 1) {
      const answer = await follow(`after=${read.at(-1)?.sequence ?? since}&limit=3&wait=10`);
      // Readers take turns; on a busy machine one may be refused for a moment.
      if (answer.status === 200) read.push(...linesOf(answer));
    }
    return read.map(({ target }) => target.id);
  };
  const readers = Promise.all(Array.from({ length: 4 }, readAll));
  await Promise.all(names.map((name) => note(ingress.organization.id, name)));
  const [order, ...others] = await readers;
  expect([...order!].toSorted()).toEqual(names.toSorted());
  for (const other of others) expect(other).toEqual(order);
});

test('a reader that waits receives the next entry', async () => {
  const since = await lastSequence();
  const waiting = follow(`after=${since}&wait=10`);
  await note(ingress.organization.id, 'waited for');
  expect(linesOf(await waiting).map(({ target }) => target.id)).toEqual(['waited for']);
});

test('an organization reads its own entries and no others', async () => {
  const { value } = await ingress.context.store.management
    .organization(ingress.organization.id)
    .createApiKey(SYSTEM, { name: 'manage', scopes: ['manage'], expiresAt: null });
  await note(elsewhere, 'of another');
  await note(ingress.organization.id, 'own');
  const lines = linesOf(await get('/v1/organization/audit-log/export?limit=10000', value));
  expect(lines.at(-1)).toMatchObject({ action: 'session.delete', target: { type: 'session', id: 'own' } });
  expect(new Set(lines.map(({ organizationId }) => organizationId))).toEqual(new Set([ingress.organization.id]));
});

test('an invalid cursor is refused by name', async () => {
  for (const [parameters, named] of [
    ['after=-1', 'after'],
    ['after=first', 'after'],
    ['limit=0', 'limit'],
    ['wait=11', 'wait'],
  ] as const) {
    const answer = await follow(parameters);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(named)]);
  }
});
