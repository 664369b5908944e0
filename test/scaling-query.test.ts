import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createTestDatabase } from '@workflow/test-harness';
import { Client } from 'pg';

const QUERY = readFileSync(join(import.meta.dirname, '../deploy/helm/files/waiting-and-running.sql'), 'utf8');

/** Numbers of sessions by state. `due` is in seconds from now, for a session that was enqueued an hour ago. */
interface Sessions {
  count: number;
  status: string;
  enqueued?: boolean;
  due?: number;
  pool?: string;
}

async function addSessions(
  database: Client,
  { count, status, enqueued, due, pool = 'default' }: Sessions,
): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const someone = randomUUID();
  await database.query(
    `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger,
                           mode, status, placeholder_values, enqueued_at, due_at, pool)
     SELECT id, $2, $2, $2, 1, $2, 'API', 'PROD', $3::session_status, '{}',
            CASE WHEN $4 THEN now() - interval '1 hour' END, now() + make_interval(secs => $5), $6
       FROM unnest($1::uuid[]) id`,
    [ids, someone, status, enqueued ?? due !== undefined, due ?? null, pool],
  );
  if (enqueued === true)
    await database.query('INSERT INTO enqueued_batches (id, session_ids) VALUES ($1, $2)', [randomUUID(), ids]);
}

test('KEDA’s query counts what waits and what runs, and nothing that has ended or is not due', async () => {
  const { databaseUrl, drop } = await createTestDatabase();
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const counted = async (): Promise<number> => {
    const { rows } = await database.query<Record<string, string>>(QUERY);
    // KEDA accepts one row with one number.
    expect([rows.length, Object.keys(rows[0]!).length]).toEqual([1, 1]);
    return Number(Object.values(rows[0]!)[0]);
  };
  try {
    expect(await counted()).toBe(0);
    await addSessions(database, { count: 3, status: 'QUEUED' });
    expect(await counted()).toBe(3);
    await addSessions(database, { count: 5, status: 'QUEUED', enqueued: true });
    await addSessions(database, { count: 7, status: 'RUNNING', enqueued: true });
    expect(await counted()).toBe(15);
    await addSessions(database, { count: 11, status: 'WAITING', due: -60 });
    expect(await counted()).toBe(26);
    await addSessions(database, { count: 23, status: 'QUEUED', pool: 'long' });
    await addSessions(database, { count: 13, status: 'WAITING', due: 60 });
    await addSessions(database, { count: 17, status: 'SUCCEEDED', enqueued: true });
    await addSessions(database, { count: 19, status: 'FAILED', enqueued: true });
    expect(await counted()).toBe(26);
  } finally {
    await database.end();
    await drop();
  }
});
