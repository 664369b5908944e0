import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, queuedStates, type TestDatabase } from '@workflow/test-harness';
import { Client } from 'pg';
import { DATA_TABLES } from './data-tables.ts';
import { readStrandedRows } from './find-stranded-rows.ts';
import { STATEFUL_TABLES, TABLES_OF_LOOPS } from './tables.ts';

/** SQL of the states of a session. */
const HELD = { enqueued_at: queuedStates.HELD };
const BACKLOG = { enqueued_at: queuedStates.BACKLOGGED };

const SCHEMA = readFileSync(join(import.meta.dirname, '../../../prisma/schema.prisma'), 'utf8');
/** Enums that are no states: their names end in these words. */
const NO_STATE = /(Kind|Trigger|Mode|Action)$/;

const enums = new Map(
  [...SCHEMA.matchAll(/^enum (\w+) \{(.*?)^\}/gms)].map(([, name = '', body = '']) => [
    name,
    [...body.matchAll(/^ {2}([A-Z_]+)$/gm)].map(([, value]) => value!),
  ]),
);
const tables = [...SCHEMA.matchAll(/^model \w+ \{(.*?)^\}/gms)].map(([, body = '']) => ({
  name: /@@map\("(\w+)"\)/.exec(body)![1]!,
  states: [...body.matchAll(/^ {2}(\w+)\s+(\w+)\??(.*)$/gm)]
    .filter(([, , type = '', rest = '']) => enums.has(type) && !NO_STATE.test(type) && !rest.includes('dbgenerated'))
    .map(([, column = '', type = '']) => ({ column, values: enums.get(type)! })),
}));

describe('each table of the schema', () => {
  test('is in one list', () => {
    const listed = [...Object.keys(STATEFUL_TABLES), ...Object.keys(TABLES_OF_LOOPS), ...DATA_TABLES];
    expect(listed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  test.each(tables.filter(({ states }) => states.length > 0))('$name has a rule for each state', ({ name, states }) => {
    const known = STATEFUL_TABLES[name]!;
    expect(states.map(({ column }) => column)).toEqual([known.column]);
    const named = new Set(Object.keys(known.states).map((state) => state.split(', ')[0]));
    expect([...named].toSorted()).toEqual(states[0]!.values.toSorted());
  });

  test('without a column of a state has no rules by state', () => {
    const stateful = tables.filter(({ states }) => states.length > 0).map(({ name }) => name);
    expect(Object.keys(STATEFUL_TABLES).toSorted()).toEqual(stateful.toSorted());
  });
});

describe('rows that no loop would touch again', () => {
  let testDatabase: TestDatabase;
  let database: Client;
  const session = randomUUID();
  const [organization, workflow] = [randomUUID(), randomUUID()];

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = new Client({ connectionString: testDatabase.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await testDatabase.drop();
  });
  beforeEach(async () => {
    await database.query('TRUNCATE sessions, steps, flow_entries, flow_wakes, enqueued_batches, due_times');
  });

  async function addSession(status: string, more: Record<string, string | null> = {}, id = session): Promise<void> {
    const { enqueued_at: enqueuedAt = 'now()', ...other } = more;
    const columns: Record<string, string | null> = {
      ...{ id, organization_id: organization, workflow_id: workflow, definition_id: workflow, component_id: workflow },
      ...{ trigger: 'API', mode: 'PROD', status, placeholder_values: '{}', ...other },
    };
    const names = Object.keys(columns);
    await database.query(
      `INSERT INTO sessions (enqueued_at, ${names.join(', ')})
        VALUES (${enqueuedAt}, ${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(columns),
    );
  }
  const addBatch = () =>
    database.query('INSERT INTO enqueued_batches VALUES ($1, ARRAY[$2::uuid])', [workflow, session]);
  const addEntry = (stage: string, id = session) =>
    database.query(
      `INSERT INTO flow_entries (session_id, organization_id, workflow_id, concurrency_key, order_key, stage)
        VALUES ($1, $2, $3, 'a', 'a', $4::flow_stage)`,
      [id, organization, workflow, stage],
    );
  const addWake = () =>
    database.query(`INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key) VALUES ($1, 'a', 'a')`, [
      workflow,
    ]);
  const addStep = (status: string) =>
    database.query(
      `INSERT INTO steps (session_id, run, component_id, status, started_at)
        VALUES ($1, 1, $2, $3::step_status, now())`,
      [session, workflow, status],
    );

  test('are none in an empty database', async () => {
    expect(await readStrandedRows(database)).toEqual([]);
  });

  const CHILD = { parent_id: session };
  const other = randomUUID();
  test.each<{ name: string; plant: () => Promise<unknown>[]; found: string[] }>([
    {
      name: 'a session of the queue in no batch',
      plant: () => [addSession('QUEUED')],
      found: ['sessions QUEUED, enqueued'],
    },
    { name: 'one in a batch', plant: () => [addSession('QUEUED'), addBatch()], found: [] },
    { name: 'one in the backlog', plant: () => [addSession('QUEUED', BACKLOG)], found: [] },
    {
      name: 'a held session without a reason',
      plant: () => [addSession('QUEUED', HELD)],
      found: ['sessions QUEUED, held'],
    },
    { name: 'a running session in no batch', plant: () => [addSession('RUNNING')], found: ['sessions RUNNING'] },
    { name: 'a running session in a batch', plant: () => [addSession('RUNNING'), addBatch()], found: [] },
    {
      name: 'a session that waits for children which have ended',
      plant: () => [addSession('WAITING'), addSession('SUCCEEDED', CHILD, other)],
      found: ['sessions WAITING, for children'],
    },
    {
      name: 'a session that waits for a child',
      plant: () => [addSession('WAITING'), addSession('QUEUED', { ...CHILD, ...BACKLOG }, other)],
      found: [],
    },
    {
      name: 'a session whose wait is over, in no batch',
      plant: () => [addSession('WAITING', { due_at: '2020-01-01' })],
      found: ['sessions WAITING, woken'],
    },
    {
      name: 'a session that waits until a time',
      plant: () => [addSession('WAITING', { due_at: '2100-01-01' })],
      found: [],
    },
    {
      name: 'the first of a key that nothing wakes',
      plant: () => [addSession('QUEUED', HELD), addEntry('IN_ORDER')],
      found: ['flow_entries IN_ORDER'],
    },
    {
      name: 'one that is woken',
      plant: () => [addSession('QUEUED', HELD), addEntry('IN_ORDER'), addWake()],
      found: [],
    },
    {
      name: 'one at a limit that nobody uses',
      plant: () => [addSession('QUEUED', HELD), addEntry('AT_LIMIT')],
      found: ['flow_entries AT_LIMIT'],
    },
    {
      name: 'the place of an ended session',
      plant: () => [addSession('FAILED'), addEntry('STARTED')],
      found: ['flow_entries STARTED'],
    },
    {
      name: 'an open step of an ended session',
      plant: () => [addSession('FAILED'), addStep('RUNNING')],
      found: ['steps RUNNING'],
    },
    { name: 'steps of no session', plant: () => [addStep('SUCCEEDED')], found: ['steps SUCCEEDED'] },
  ])('$name', async ({ plant, found }) => {
    await Promise.all(plant());
    expect((await readStrandedRows(database)).map(({ kind }) => kind)).toEqual(found);
  });
});
