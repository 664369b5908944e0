import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@workflow/test-harness';
import { Client } from 'pg';
import { dataSync } from './data-sync.ts';
import type { MakeTemplate } from './define-template.ts';
import { nightlyReport } from './nightly-report.ts';
import { stripePaymentToDatabase } from './stripe-payment-to-database.ts';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query(`CREATE TABLE orders (product text, total numeric, ordered_at timestamptz);
    CREATE TABLE customers (id bigint PRIMARY KEY, name text, changed_at timestamptz);
    CREATE TABLE payments (id text PRIMARY KEY, amount integer, currency text)`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Runs the query of a template's component and returns its rows. */
async function run(make: MakeTemplate, name: string, values: unknown[] = []): Promise<unknown[]> {
  const component = make().definition.components.find((one) => one.name === name);
  return (await client.query<Record<string, unknown>>(String(component?.config.query), values)).rows;
}

test('the nightly report adds up the orders of the last day alone', async () => {
  await client.query(`INSERT INTO orders VALUES ('Lamp', 45, now()), ('Lamp', 45, now() - interval '23 hours'),
    ('Cable', 5, now() - interval '25 hours')`);
  expect(await run(nightlyReport, 'Read the orders')).toEqual([{ product: 'Lamp', orders: '2', total: '90' }]);
});

test('the data sync reads what changed of late, and writes it over what was there', async () => {
  await client.query(`INSERT INTO customers VALUES (1, 'Ada', now()), (2, 'Alan', now() - interval '11 minutes')`);
  const changed = await run(dataSync, 'Changed rows');
  expect(changed).toEqual([{ id: '1', name: 'Ada' }]);
  await run(dataSync, 'Write the rows', [JSON.stringify([{ id: 1, name: 'Ada Lovelace' }])]);
  const { rows } = await client.query('SELECT name FROM customers ORDER BY id');
  expect(rows).toEqual([{ name: 'Ada Lovelace' }, { name: 'Alan' }]);
});

test('a payment of Stripe is written once', async () => {
  const write = () => run(stripePaymentToDatabase, 'Write the payment', ['pi_1', 4900, 'eur']);
  expect([await write(), await write()]).toEqual([[{ id: 'pi_1' }], []]);
});
