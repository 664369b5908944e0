import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@workflow/test-harness';
import { Client } from 'pg';
import { preparingClient } from './preparing-client.ts';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new (preparingClient(Client))({ connectionString: database.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('a statement with values is parsed once, whether its answer is awaited or called back', async () => {
  const text = 'SELECT $1::int + 1 AS sum';
  const sums: unknown[] = [];
  for (const value of [1, 2]) sums.push((await client.query(text, [value])).rows[0]);
  sums.push(
    await new Promise((resolve, reject) => {
      client.query(text, [3], (error, result) => (error === null ? resolve(result.rows[0]) : reject(error)));
    }),
  );
  expect(sums).toEqual([{ sum: 2 }, { sum: 3 }, { sum: 4 }]);
  const { rows } = await client.query(
    'SELECT statement, generic_plans + custom_plans AS plans FROM pg_prepared_statements',
  );
  expect(rows).toEqual([{ statement: text, plans: '3' }]);
});

test('several statements without values are sent as they are', async () => {
  const results = (await client.query('SELECT 1 AS one; SELECT 2 AS two')) as unknown as { rows: object[] }[];
  expect(results.flatMap(({ rows }) => rows)).toEqual([{ one: 1 }, { two: 2 }]);
});
