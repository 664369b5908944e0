import type { Database } from '@workflow/component-kit/run';
import { ConnectionPools, findCredentialRunner, NO_ACCESS } from '@workflow/credentials/runners';
import { Lab } from '@workflow/test-harness';
import { Client } from 'pg';
import { atMost, median, round, type RowResult } from '../row.ts';

const ROUNDS = 7;
const STATEMENTS = 400;
const BAR = 1.1;
const QUERY = 'SELECT id, amount, note FROM priced WHERE id = $1';
/** The same kind of commit as that of the service for the step. */
const COMMIT = 'INSERT INTO committed (id) VALUES (DEFAULT)';

/**
 * Measures a statement with the credential that `database-query` opens and one commit after it, and compares it with
 * `pg` itself and the same commit. Both are measured in turn, so that a slow second affects both.
 */
export async function measureDatabaseQuery(): Promise<RowResult[]> {
  const lab = await Lab.start({ backend: 'postgres', ingresses: 0, executors: 0 });
  const pools = new ConnectionPools({ maxConnections: 4, idleMs: 60_000, maxIdle: 10 });
  try {
    return await lab.withDatabase(async (database) => {
      await database.query(`CREATE TABLE priced AS
        SELECT n AS id, n * 1.5 AS amount, 'a note of ' || n AS note FROM generate_series(1, 10000) AS n`);
      await database.query('ALTER TABLE priced ADD PRIMARY KEY (id)');
      await database.query('CREATE TABLE committed (id serial PRIMARY KEY)');
      const other = await anotherClient(database);
      const opened = openDatabase(database, pools);
      const { signal } = new AbortController();
      const limits = { maxRows: 1_000, maxBytes: 10_000_000, timeoutMs: 30_000 };
      const alone: number[] = [];
      const byCredential: number[] = [];
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        alone.push(await timed(database, (id) => other.query(QUERY, [id])));
        byCredential.push(
          await timed(database, (id) => opened.run({ text: QUERY, parameters: [id], ...limits }, signal)),
        );
      }
      await other.end();
      const [ofPg, ofOurs] = [median(alone), median(byCredential)];
      return [
        atMost(
          'a statement of database-query and a commit ÷ pg and a commit',
          { databaseQueryRatio: round(ofOurs / ofPg), pgMs: round(ofPg, 3), databaseQueryMs: round(ofOurs, 3) },
          ofOurs / ofPg,
          BAR,
          `${ofOurs.toFixed(2)} ms ÷ ${ofPg.toFixed(2)} ms = ${(ofOurs / ofPg).toFixed(2)}`,
        ),
      ];
    });
  } finally {
    pools.close();
    await lab.stop();
  }
}

/** Returns the milliseconds of one statement and one commit. */
async function timed(database: Client, run: (id: number) => Promise<unknown>): Promise<number> {
  const since = performance.now();
  for (let id = 1; id <= STATEMENTS; id += 1) {
    await run(id);
    await database.query(COMMIT);
  }
  return (performance.now() - since) / STATEMENTS;
}

async function anotherClient({ host, port, user, database }: Client): Promise<Client> {
  const client = new Client({
    host,
    port,
    ...(user !== undefined && { user }),
    ...(database !== undefined && { database }),
  });
  await client.connect();
  return client;
}

function openDatabase({ host, port, user = '', database = '' }: Client, pools: ConnectionPools): Database {
  const fields = { host, port, database, user, password: 'none', tls: 'none' };
  const reach = { addressOf: async () => host, pools, poolKey: { key: 'bench', version: '1' } };
  return findCredentialRunner('postgresql')!.open(fields, NO_ACCESS, reach) as Database;
}
