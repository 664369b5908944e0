import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database, DatabaseResult, Json } from '@workflow/component-kit/run';
import { createTestDatabase, type TestDatabase } from '@workflow/test-harness';
import { ConnectionPools } from '../connection-pools.ts';
import { fieldsOf } from '../testing/postgres-fields.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;
let pools: ConnectionPools;
let opened: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  pools = new ConnectionPools({ maxConnections: 1, idleMs: 60_000, maxIdle: 10 });
  opened = openDatabase(fieldsOf(database.databaseUrl), {
    addressOf: async () => '127.0.0.1',
    pools,
    poolKey: { key: 'one', version: '1' },
  });
  await useZone('UTC');
  await run(`CREATE TYPE mood AS ENUM ('ok', 'not, ok')`);
});

afterAll(async () => {
  pools.close();
  await database.drop();
});

function run(text: string, parameters: Json[] = []): Promise<DatabaseResult> {
  const limits = { maxRows: 1_000, maxBytes: 1_000_000, timeoutMs: 30_000 };
  return opened.run({ text, parameters, ...limits }, new AbortController().signal);
}

/** Sets the zone of the database, which later connections have. */
const useZone = (zone: string) =>
  run(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), '${zone}'); END $$`);

/** Returns the parameter as its type reads it, in the server's own notation. */
async function stored(value: Json, type: string): Promise<Json | undefined> {
  const { rows } = await run(`SELECT ($1::${type})::text AS value`, [value]);
  return rows[0]?.['value'];
}

const SHAPES = {
  date: '2026-07-06',
  utc: '2026-07-06T06:30:00.123456Z',
  offset: '2026-07-06T08:30:00+02:00',
  zone: '2026-07-06T08:30:00+02:00[Europe/Zurich]',
  zoneAlone: '2026-07-06T08:30[Europe/Zurich]',
  neither: '2026-07-06T06:30:00',
};

test.each<[string, Json, string, string]>([
  ['a date', SHAPES.date, 'timestamptz', '2026-07-06 00:00:00+00'],
  ['UTC', SHAPES.utc, 'timestamptz', '2026-07-06 06:30:00.123456+00'],
  ['an offset', SHAPES.offset, 'timestamptz', '2026-07-06 06:30:00+00'],
  ['a zone', SHAPES.zone, 'timestamptz', '2026-07-06 06:30:00+00'],
  ['a zone alone', SHAPES.zoneAlone, 'timestamptz', '2026-07-06 06:30:00+00'],
  ['neither', SHAPES.neither, 'timestamptz', '2026-07-06 06:30:00+00'],
  ['a date', SHAPES.date, 'timestamp', '2026-07-06 00:00:00'],
  ['UTC', SHAPES.utc, 'timestamp', '2026-07-06 06:30:00.123456'],
  ['an offset', SHAPES.offset, 'timestamp', '2026-07-06 06:30:00'],
  ['a zone', SHAPES.zone, 'timestamp', '2026-07-06 06:30:00'],
  ['a zone', SHAPES.zone, 'timestamp(0)', '2026-07-06 06:30:00'],
  ['a zone', SHAPES.zone, 'date', '2026-07-06'],
  ['a zone', SHAPES.zone, 'time', '08:30:00'],
  ['a zone', SHAPES.zone, 'timetz', '08:30:00+02'],
  ['a zone', SHAPES.zone, 'text', SHAPES.zone],
  ['what only PostgreSQL reads', 'infinity', 'timestamptz', 'infinity'],
  ['what only PostgreSQL reads', '2026-07-06 08:30 Europe/Zurich', 'timestamptz', '2026-07-06 06:30:00+00'],
])('a DATE_TIME with %s (%j) is read by %s as that moment', async (_shape, value, type, expected) => {
  expect(await stored(value, type)).toBe(expected);
});

test('a date is midnight in UTC, whatever zone the server is set to', async () => {
  await useZone('America/New_York');
  const query = `SELECT $1::timestamptz = '2026-07-06 00:00:00+00' AS same, current_setting('timezone') AS zone`;
  const { rows } = await run(query, [SHAPES.date]);
  expect(rows).toEqual([{ same: true, zone: 'America/New_York' }]);
  await useZone('UTC');
});

test.each<[Json, string, string | null]>([
  [[], 'jsonb', '[]'],
  [['a'], 'jsonb', '["a"]'],
  [[1, 'NULL', null, true], 'jsonb', '[1, "NULL", null, true]'],
  [[], 'json', '[]'],
  [[], 'int[]', '{}'],
  [[], 'text[]', '{}'],
  [['a', null], 'text[]', '{a,NULL}'],
  [
    [
      [1, 2],
      [3, 4],
    ],
    'int[]',
    '{{1,2},{3,4}}',
  ],
  [[['a,b'], ['"']], 'text[]', String.raw`{{"a,b"},{"\""}}`],
  [[{ a: '"' }, [1], 'x'], 'jsonb[]', String.raw`{"{\"a\": \"\\\"\"}",[1],"\"x\""}`],
  [[SHAPES.zone, null], 'timestamptz[]', '{"2026-07-06 06:30:00+00",NULL}'],
  [[SHAPES.offset], 'timestamp[]', '{"2026-07-06 06:30:00"}'],
  [['not, ok'], 'mood[]', '{"not, ok"}'],
  [[1, 'a'], 'text', '[1,"a"]'],
  [{ a: [] }, 'text', '{"a":[]}'],
  [{ a: 1 }, 'jsonb', '{"a": 1}'],
  ['{"a": [1]}', 'jsonb', '{"a": [1]}'],
  ['plain "text"', 'jsonb', String.raw`"plain \"text\""`],
  ['123', 'jsonb', '"123"'],
  ['null', 'jsonb', '"null"'],
  ['{broken', 'jsonb', '"{broken"'],
  [null, 'jsonb', null],
  [5, 'jsonb', '5'],
  [false, 'jsonb', 'false'],
  ['a\\b', 'text', 'a\\b'],
  ['a\\b€', 'bytea', String.raw`\x615c62e282ac`],
  [String.raw`\x00FF`, 'bytea', String.raw`\x00ff`],
  [['a\\'], 'bytea[]', String.raw`{"\\x615c"}`],
  ['12345678901234567890.5', 'numeric', '12345678901234567890.5'],
  [true, 'boolean', 'true'],
  ['7', 'int', '7'],
])('%j is stored in %s as a value of that type', async (value, type, expected) => {
  expect(await stored(value, type)).toBe(expected);
});

test('the type is the one that the statement gives a parameter, not one that it writes', async () => {
  await run('CREATE TABLE typed (tags jsonb, at timestamp, names text[])');
  await run('INSERT INTO typed VALUES ($1, $2, $3)', [['a'], SHAPES.zone, ['x']]);
  const { rows } = await run('UPDATE typed SET tags = $1 WHERE at = $2 AND $3 = ANY(names) RETURNING *', [
    [],
    SHAPES.utc.replace('.123456', ''),
    'x',
  ]);
  expect(rows).toEqual([{ tags: [], at: '2026-07-06T06:30:00', names: ['x'] }]);
});

test('a statement that the server does not take leaves the connection usable', async () => {
  await expect(run('SELEC $1', ['x'])).rejects.toMatchObject({ code: 'DATABASE_ERROR', retryable: false });
  await expect(run('SELECT $1::int', ['x'])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  await expect(run('SELECT $1::text; SELECT 2', ['x'])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  expect((await run('SELECT $1::text AS a', ['x'])).rows).toEqual([{ a: 'x' }]);
});
