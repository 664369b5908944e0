import { afterAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, describeWithRedis, testRedisUrl } from './index.ts';

const first = await createTestDatabase();
const second = await createTestDatabase();
afterAll(async () => {
  await first.drop();
  await second.drop();
});

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('creates a separate database for each caller', async () => {
  const [one, two] = [await connect(first.databaseUrl), await connect(second.databaseUrl)];
  await one.query('CREATE TABLE only_here (id int)');
  const { rows } = await two.query(`SELECT to_regclass('only_here') AS found`);
  await Promise.all([one.end(), two.end()]);
  expect(rows).toEqual([{ found: null }]);
});

test('fails a test file that leaves a connection open', async () => {
  const database = await createTestDatabase();
  const leak = await connect(database.databaseUrl);
  await leak.query('SELECT 42 AS leaked');
  await expect(database.drop()).rejects.toThrow(/1 connection\(s\) were left open[^]*SELECT 42 AS leaked/);
  await leak.end().catch(() => undefined);
});

describeWithRedis('Redis for tests', () => {
  test('has an address', async () => {
    expect(await testRedisUrl()).toMatch(/^redis:\/\//);
  });
});
