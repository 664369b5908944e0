import type { DatabaseResult, DatabaseStatement } from '@workflow/component-kit/run';
import { StepFailure } from '@workflow/component-kit/run';
import { escapeLiteral, type Client } from 'pg';
import type { LibraryUse } from '@workflow/outbound/library-use';
import { withinBytes } from '../sql/limited-bytes.ts';
import { parseJsonValues } from '../sql/json-values.ts';
import { rememberedResult, requireRunOnce, storedResult } from '../sql/remembered-result.ts';
import { streamOf } from './connect.ts';
import { OneStatement } from './one-statement.ts';

const UNDEFINED_TABLE = '42P01';
/** Two sessions that make the same table: one of them fails in the catalogue. */
const MADE_MEANWHILE = new Set(['23505', '42710', '42P07']);

export interface PostgresConnection {
  readonly client: Client;
  /** All calls of the library on this connection. */
  readonly use: LibraryUse;
  /** Resolves when the server has got a request to cancel; null: there was none. */
  cancelled: Promise<void> | null;
}

/** Runs one statement, by itself or with its key. Rejects with what library or server fail with. */
export async function runStatement(
  connection: PostgresConnection,
  statement: DatabaseStatement,
): Promise<DatabaseResult> {
  const runOnce = requireRunOnce(statement);
  const { client } = connection;
  const settings = settingsFor(statement);
  return withinBytes(streamOf(client), statement.maxBytes, () =>
    runOnce === null ? runOne(client, statement, settings) : runWithKey(client, statement, { ...runOnce, settings }),
  );
}

/** @param settings hold for this statement; null: none are made */
async function runOne(client: Client, statement: DatabaseStatement, settings: string | null): Promise<DatabaseResult> {
  const result = await client.query(new OneStatement(statement, settings)).done;
  await parseJsonValues(result.rows, statement.parseJson);
  return result;
}

/**
 * A statement that gives these values to settings until the transaction ends: dates as ISO 8601 and bytes in hex,
 * whatever the database or the user is set to, and the time limit. They hold for the transaction alone, because the
 * connection may lead to a pooler that gives another client the same session afterwards.
 */
function settingsFor({ timeoutMs }: DatabaseStatement): string {
  const settings = { datestyle: 'ISO', bytea_output: 'hex', statement_timeout: String(timeoutMs ?? 0) };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `SELECT ${calls.join(', ')}`;
}

/**
 * The key is taken before the statement runs: another try of the same step, which may still be under way at the server,
 * is waited for. Table and key are of letters that need no quoting.
 */
async function runWithKey(
  client: Client,
  statement: DatabaseStatement,
  { table, key, settings }: { table: string; key: string; settings: string },
): Promise<DatabaseResult> {
  const isNew = await takeKey(client, { table, key, settings });
  if (!isNew) {
    const { rows } = await client.query(`SELECT result FROM "${table}" WHERE step_key = '${key}'`);
    await client.query('COMMIT');
    return rememberedResult((rows[0] as { result: string | null } | undefined)?.result ?? null);
  }
  const result = await runOne(client, statement, null);
  const text = storedResult(result);
  const saved = await client.query(`UPDATE "${table}" SET result = ${escapeLiteral(text)} WHERE step_key = '${key}'`);
  if (saved.rowCount !== 1)
    throw new StepFailure('DATABASE_ERROR', `the statement removed its own key from ${table}; nothing was changed`);
  await client.query('COMMIT');
  return result;
}

/** Begins a transaction with the key in it; false: it was there. */
async function takeKey(
  client: Client,
  { table, key, settings }: { table: string; key: string; settings: string },
): Promise<boolean> {
  const take = `BEGIN; ${settings}; INSERT INTO "${table}" (step_key) VALUES ('${key}') ON CONFLICT DO NOTHING`;
  try {
    return insertedOne(await client.query(take));
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
  }
  await client.query('ROLLBACK');
  await makeTable(client, table);
  return insertedOne(await client.query(take));
}

/** A text of several statements has a result of each. */
function insertedOne(results: unknown): boolean {
  return (results as { rowCount: number | null }[]).at(-1)?.rowCount === 1;
}

async function makeTable(client: Client, table: string): Promise<void> {
  const columns = 'step_key text PRIMARY KEY, result text, created_at timestamptz NOT NULL DEFAULT now()';
  try {
    await client.query(`CREATE TABLE IF NOT EXISTS "${table}" (${columns})`);
  } catch (error) {
    if (!MADE_MEANWHILE.has((error as { code?: string }).code ?? '')) throw error;
  }
}
