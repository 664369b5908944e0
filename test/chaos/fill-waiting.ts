import { waitFor } from '@workflow/test-harness';
import type { Client } from 'pg';

/** Waits until a session is WAITING, and inserts copies of it and of its steps. */
export async function fillWaiting(database: Client, sessionId: string, count: number): Promise<void> {
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await database.query(`SELECT FROM sessions WHERE id = $1 AND status = 'WAITING'`, [sessionId]);
    return rows.length === 1;
  };
  await waitFor(isWaiting, { withinMs: 60_000, what: 'a session that waits' });
  await copySession(database, sessionId, count);
}

/**
 * Inserts copies of a session and of its steps. Copies of a child are further children of its parent, each with its own
 * iteration.
 */
export async function copySession(database: Client, sessionId: string, count: number): Promise<void> {
  await database.query(
    'CREATE TEMPORARY TABLE copies AS SELECT uuidv7() AS id, number FROM generate_series(1, $1::int) number',
    [count],
  );
  const values: Record<string, Record<string, string>> = {
    sessions: { id: 'copies.id', parent_iteration: 't.parent_iteration + copies.number' },
    steps: { session_id: 'copies.id' },
  };
  for (const [table, column] of [
    ['sessions', 'id'],
    ['steps', 'session_id'],
  ]) {
    const columns = await writableColumns(database, table!);
    const copied = columns.map((name) => values[table!]![name] ?? `t."${name}"`);
    const names = columns.map((name) => `"${name}"`);
    await database.query(
      `INSERT INTO ${table} (${names.join()}) SELECT ${copied.join()} FROM copies, ${table} t WHERE t.${column} = $1`,
      [sessionId],
    );
    await database.query(`ANALYZE ${table}`);
  }
}

async function writableColumns(database: Client, table: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return rows.map(({ name }) => name);
}
