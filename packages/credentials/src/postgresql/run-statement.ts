import type { DatabaseResult, DatabaseStatement } from '@workflow/component-kit/run';
import { StepFailure } from '@workflow/component-kit/run';
import { escapeLiteral, type Client } from 'pg';
import type { Duplex } from 'node:stream';
import { withinBytes } from '../sql/limited-bytes.ts';
import { rememberedResult, requireRunOnce, storedResult } from '../sql/remembered-result.ts';
import { OneStatement } from './one-statement.ts';

const UNDEFINED_TABLE = '42P01';
/** Two sessions that make the same table: one of them fails in the catalogue. */
const MADE_MEANWHILE = new Set(['23505', '42710', '42P07']);

/** A connection, and the time limit that its server keeps. */
export interface PostgresConnection {
  client: Client;
  timeoutMs: number | null;
}

/** Runs one statement, by itself or with its key. Rejects with what library or server fail with. */
export async function runStatement(
  connection: PostgresConnection,
  statement: DatabaseStatement,
): Promise<DatabaseResult> {
  const runOnce = requireRunOnce(statement);
  const { client } = connection;
  if (connection.timeoutMs !== statement.timeoutMs) {
    await client.query(`SET statement_timeout = ${statement.timeoutMs ?? 0}`);
    connection.timeoutMs = statement.timeoutMs;
  }
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  return withinBytes(stream, statement.maxBytes, () =>
    runOnce === null ? runOne(client, statement) : runWithKey(client, statement, runOnce),
  );
}

async function runOne(client: Client, statement: DatabaseStatement): Promise<DatabaseResult> {
  return client.query(new OneStatement(statement)).done;
}

/**
 * The key is taken before the statement runs: another try of the same step, which may still be under way at the server,
 * is waited for. Table and key are of letters that need no quoting.
 */
async function runWithKey(
  client: Client,
  statement: DatabaseStatement,
  { table, key }: { table: string; key: string },
): Promise<DatabaseResult> {
  const isNew = await takeKey(client, table, key);
  if (!isNew) {
    const { rows } = await client.query(`SELECT result FROM "${table}" WHERE step_key = '${key}'`);
    await client.query('COMMIT');
    return rememberedResult((rows[0] as { result: string | null } | undefined)?.result ?? null);
  }
  const result = await runOne(client, statement);
  const text = storedResult(result);
  const saved = await client.query(`UPDATE "${table}" SET result = ${escapeLiteral(text)} WHERE step_key = '${key}'`);
  if (saved.rowCount !== 1)
    throw new StepFailure('DATABASE_ERROR', `the statement removed its own key from ${table}; nothing was changed`);
  await client.query('COMMIT');
  return result;
}

/** Begins a transaction with the key in it; false: it was there. */
async function takeKey(client: Client, table: string, key: string): Promise<boolean> {
  const take = `BEGIN; INSERT INTO "${table}" (step_key) VALUES ('${key}') ON CONFLICT DO NOTHING`;
  try {
    return insertedOne(await client.query(take));
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
  }
  await client.query('ROLLBACK');
  await makeTable(client, table);
  return insertedOne(await client.query(take));
}

/** A text of two statements has two results. */
function insertedOne(results: unknown): boolean {
  return (results as { rowCount: number | null }[])[1]?.rowCount === 1;
}

async function makeTable(client: Client, table: string): Promise<void> {
  const columns = 'step_key text PRIMARY KEY, result text, created_at timestamptz NOT NULL DEFAULT now()';
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS "${table}" (${columns})`);
  } catch (error) {
    if (!MADE_MEANWHILE.has((error as { code?: string }).code ?? '')) throw error;
  }
}
